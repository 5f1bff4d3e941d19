"""Keys, policies, the ledger, and how a workspace is doing."""

from uuid import UUID

from memories.api.call import Call, Nothing, Spec
from memories.api.endpoint import ApiView, endpoint
from memories.api.lists import offset_of, page_at
from memories.domain.vocabulary import Verb
from memories.entry import metrics
from memories.entry.answers import Answer
from memories.entry.schemas.administration import (
    ChainAnswer,
    EventList,
    EventsQuery,
    HealthAnswer,
    KeyList,
    KeyRequest,
    NewKeyAnswer,
    PolicyAnswer,
    PolicyList,
    PolicyRequest,
    PolicyValues,
    new_key_answer,
    policy_answer,
)
from memories.entry.schemas.base import Asked, Outgoing, Paging
from memories.services.health import memory_health
from memories.services.keys import count_keys, create_key, list_keys, revoke_key, rotate_key
from memories.services.ledger import list_events, parse_position, verify_ledger
from memories.services.owners import owner_for_write
from memories.services.policies import (
    activate_policy,
    count_policies,
    create_policy,
    list_policies,
    workspace_policy,
)

_KEYS = (Verb.KEYS,)
_POLICY = (Verb.POLICY,)
_AUDIT = (Verb.AUDIT,)
_HEALTH = (Verb.HEALTH,)


class KeysView(ApiView):
    """Keys of the workspace."""

    tag = "keys"

    @endpoint(Spec("list_keys", _KEYS, staff=True, query=Paging, answer=KeyList))
    def get(self, call: Call[Paging, Nothing]) -> KeyList:
        """Keys, newest first, without their secrets; revoked ones are kept in the list."""
        query = call.query
        found = list_keys(call.actor, limit=query.limit, offset=offset_of(query))
        return KeyList.model_validate(page_at(found, query, total=count_keys(call.actor)))

    @endpoint(Spec("create_key", _KEYS, staff=True, body=KeyRequest, answer=NewKeyAnswer, status=201))
    def post(self, call: Call[Asked, KeyRequest]) -> NewKeyAnswer:
        """Make a key; its text is shown this once. Nobody hands out verbs they do not hold."""
        body = call.body
        view = create_key(
            call.actor,
            verbs=body.verbs,
            owner_id=owner_for_write(call.actor, body.user_id) if body.user_id else None,
            label=body.label,
            unlimited=body.unlimited,
            expires_at=body.expires_at,
        )
        return new_key_answer(view, user_id=body.user_id)


class KeyOneView(ApiView):
    """One key."""

    tag = "keys"

    @endpoint(Spec("revoke_key", _KEYS, staff=True, status=204))
    def delete(self, call: Call[Asked, Nothing], key_id: UUID) -> None:
        """End a key at once."""
        revoke_key(call.actor, key_id)


class RotateKeyView(ApiView):
    """A key renewed."""

    tag = "keys"

    @endpoint(Spec("rotate_key", _KEYS, staff=True, answer=NewKeyAnswer, status=201))
    def post(self, call: Call[Asked, Nothing], key_id: UUID) -> NewKeyAnswer:
        """A new key with the same reach, shown this once; the old one stops at once."""
        return new_key_answer(rotate_key(call.actor, key_id))


class PoliciesView(ApiView):
    """Versions of the rules."""

    tag = "policies"

    @endpoint(Spec("list_policies", _POLICY, staff=True, query=Paging, answer=PolicyList))
    def get(self, call: Call[Paging, Nothing]) -> PolicyList:
        """Versions, newest first, and what is in force."""
        actor, query = call.actor, call.query
        found = list_policies(actor, limit=query.limit, offset=offset_of(query))
        page = page_at(found, query, total=count_policies(actor))
        return PolicyList(
            results=[policy_answer(view) for view in found],
            next_cursor=page.next_cursor,
            total=page.total,
            effective=PolicyValues.model_validate(workspace_policy(actor)),
        )

    @endpoint(Spec("create_policy", _POLICY, staff=True, body=PolicyRequest, answer=PolicyAnswer, status=201))
    def post(self, call: Call[Asked, PolicyRequest]) -> Outgoing:
        """Store a new version, not yet in force: the values given, on top of the defaults."""
        body = call.body
        return policy_answer(create_policy(call.actor, changes=body.changes(), kind=body.kind))


class ActivatePolicyView(ApiView):
    """Rules in force."""

    tag = "policies"

    @endpoint(Spec("activate_policy", _POLICY, staff=True, answer=PolicyAnswer))
    def post(self, call: Call[Asked, Nothing], policy_id: UUID) -> Outgoing:
        """Put a version in force in place of the one before."""
        return policy_answer(activate_policy(call.actor, policy_id))


class EventsView(ApiView):
    """The ledger."""

    tag = "audit"

    @endpoint(Spec("list_events", _AUDIT, staff=True, query=EventsQuery, answer=EventList))
    def get(self, call: Call[EventsQuery, Nothing]) -> EventList:
        """Events, newest first. Reading the ledger is an event, too."""
        query = call.query
        before = parse_position(query.cursor)
        return EventList.model_validate(
            list_events(call.actor, query.filters(), limit=query.limit, before=before)
        )


class VerifyLedgerView(ApiView):
    """The chain's proof."""

    tag = "audit"

    @endpoint(Spec("verify_ledger", _AUDIT, staff=True, answer=ChainAnswer))
    def post(self, call: Call[Asked, Nothing]) -> ChainAnswer:
        """Walk the whole chain; names the first link that does not hold."""
        return ChainAnswer.model_validate(verify_ledger(call.actor))


class HealthView(ApiView):
    """Figures for operators."""

    tag = "health"

    @endpoint(Spec("get_memory_health", _HEALTH, staff=True, answer=HealthAnswer))
    def get(self, call: Call[Asked, Nothing]) -> HealthAnswer:
        """Counts, latencies and backlog of the workspace. No content, no people."""
        return HealthAnswer.model_validate(memory_health(call.actor))


class MetricsView(ApiView):
    """Figures for Prometheus."""

    tag = "health"

    @endpoint(Spec("get_metrics", _HEALTH, staff=True))
    def get(self, call: Call[Asked, Nothing]) -> Answer:
        """Requests of this installation and the figures of the workspace, as Prometheus text."""
        text = metrics.exposition(memory_health(call.actor))
        return Answer(200, text, content_type=metrics.CONTENT_TYPE)
