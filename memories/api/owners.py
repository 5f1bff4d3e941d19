"""The people the memories are about, as staff and back ends reach them."""

import base64
import binascii
from typing import Any

from memories.api.call import Call, Nothing, Spec, nobody, reader
from memories.api.endpoint import ApiView, endpoint
from memories.api.lists import offset_of
from memories.domain.errors import Invalid
from memories.domain.text import find_malformed
from memories.domain.vocabulary import Verb
from memories.entry.answers import Answer
from memories.entry.links import signin_url
from memories.entry.schemas.base import Asked, OwnedPaging, Paging
from memories.entry.schemas.owners import (
    ConversationList,
    MessageList,
    OwnerAnswer,
    OwnerChange,
    OwnerList,
    OwnerRequest,
    PauseAnswer,
    PauseRequest,
    SignInLinkAnswer,
)
from memories.services.access import require_any
from memories.services.browse import Page
from memories.services.owners import (
    count_owners,
    get_owner,
    list_owners,
    owner_for_read,
    owner_for_write,
    restart_owner,
    set_pause,
    update_owner,
)
from memories.services.signin import create_owner_link
from memories.services.transcripts import list_messages, list_threads


class OwnersView(ApiView):
    """People of the workspace."""

    tag = "owners"

    @endpoint(Spec("list_owners", (Verb.PEOPLE, Verb.READ), staff=True, query=Paging, answer=OwnerList))
    def get(self, call: Call[Paging, Nothing]) -> OwnerList:
        """People by their external id, with counts and last activity."""
        limit = call.query.limit
        found = list_owners(call.actor, limit=limit + 1, after=_after(call.query.cursor))
        following = _cursor(found[limit - 1].user_id) if len(found) > limit else None
        return OwnerList.model_validate(Page(tuple(found[:limit]), following, count_owners(call.actor)))

    @endpoint(
        Spec(
            "create_owner",
            verbs=(Verb.PEOPLE, Verb.RETAIN),
            staff=True,
            body=OwnerRequest,
            answer=OwnerAnswer,
            status=201,
            also={200: OwnerAnswer},
        )
    )
    def post(self, call: Call[Asked, OwnerRequest]) -> Answer:
        """Make a person known. With `restart`, begin anew after an erasure; until then writes answer 409."""
        actor, body = call.actor, call.body
        require_any(actor, Verb.PEOPLE, Verb.READ)  # the answer tells about the person
        known = owner_for_read(actor, body.user_id) is not None
        (restart_owner if body.restart else owner_for_write)(actor, body.user_id)
        if body.locale or body.time_zone:
            update_owner(actor, body.user_id, locale=body.locale, time_zone=body.time_zone)
        answer = OwnerAnswer.model_validate(get_owner(actor, body.user_id))
        return Answer(200 if known else 201, answer.model_dump(mode="json"))


class OwnerOneView(ApiView):
    """One person."""

    tag = "owners"

    @endpoint(Spec("get_owner", (Verb.PEOPLE, Verb.READ), staff=True, answer=OwnerAnswer))
    def get(self, call: Call[Asked, Nothing], user_id: str) -> OwnerAnswer:
        """Locale, time zone, counts and last activity of one person."""
        return OwnerAnswer.model_validate(get_owner(call.actor, user_id))

    @endpoint(
        Spec("update_owner", (Verb.PEOPLE, Verb.REVISE), staff=True, body=OwnerChange, answer=OwnerAnswer)
    )
    def patch(self, call: Call[Asked, OwnerChange], user_id: str) -> OwnerAnswer:
        """Set the person's language and time zone."""
        view = update_owner(call.actor, user_id, locale=call.body.locale, time_zone=call.body.time_zone)
        return OwnerAnswer.model_validate(view)


class PauseView(ApiView):
    """Nothing is remembered for a while."""

    tag = "owners"

    @endpoint(
        Spec("pause_owner", (Verb.PEOPLE, Verb.REVISE), body=PauseRequest, whose=nobody, answer=PauseAnswer)
    )
    def post(self, call: Call[Asked, PauseRequest], user_id: str) -> PauseAnswer:
        """Stop remembering, for the person or for one conversation. The person may do it too."""
        return _paused(call, user_id, paused=True)


class ResumeView(ApiView):
    """Remembering goes on."""

    tag = "owners"

    @endpoint(
        Spec("resume_owner", (Verb.PEOPLE, Verb.REVISE), body=PauseRequest, whose=nobody, answer=PauseAnswer)
    )
    def post(self, call: Call[Asked, PauseRequest], user_id: str) -> PauseAnswer:
        """Remember again, for the person or for one conversation."""
        return _paused(call, user_id, paused=False)


class SignInLinkView(ApiView):
    """A way in for the person."""

    tag = "owners"

    @endpoint(
        Spec(
            "create_signin_link",
            verbs=(Verb.PEOPLE, Verb.ERASE),
            staff=True,
            answer=SignInLinkAnswer,
            status=201,
        )
    )
    def post(self, call: Call[Asked, Nothing], user_id: str) -> SignInLinkAnswer:
        """A one-time link (15 minutes) that lets the person into their own pages."""
        link = create_owner_link(call.actor, user_id)
        return SignInLinkAnswer(url=signin_url(link.token), expires_at=link.expires_at)


class ConversationsView(ApiView):
    """A person's threads."""

    tag = "conversations"

    @endpoint(
        Spec(
            "list_conversations",
            verbs=(Verb.READ,),
            query=OwnedPaging,
            whose=reader,
            answer=ConversationList,
        )
    )
    def get(self, call: Call[OwnedPaging, Nothing]) -> ConversationList:
        """Threads of a person, newest first."""
        query = call.query
        page = list_threads(call.actor, call.owner_id, limit=query.limit, offset=offset_of(query))
        return ConversationList.model_validate(page)


class MessagesView(ApiView):
    """One transcript."""

    tag = "conversations"

    @endpoint(Spec("list_messages", (Verb.READ,), query=OwnedPaging, whose=reader, answer=MessageList))
    def get(self, call: Call[OwnedPaging, Nothing], conversation_id: str) -> MessageList:
        """The turns of a thread in their order."""
        query = call.query
        page = list_messages(
            call.actor, call.owner_id, conversation_id, limit=query.limit, offset=offset_of(query)
        )
        return MessageList.model_validate(page)


def _paused(call: Call[Any, PauseRequest], user_id: str, *, paused: bool) -> PauseAnswer:
    conversation_id = call.body.conversation_id
    set_pause(call.actor, user_id, paused=paused, conversation_id=conversation_id)
    return PauseAnswer(user_id=user_id, conversation_id=conversation_id, paused=paused)


def _cursor(user_id: str) -> str:
    return base64.urlsafe_b64encode(user_id.encode()).decode().rstrip("=")


def _after(cursor: str | None) -> str:
    try:
        after = base64.urlsafe_b64decode((cursor or "") + "=" * (-len(cursor or "") % 4)).decode()
    except (binascii.Error, ValueError) as error:
        raise Invalid("This cursor was not made here; start again without one.", field="cursor") from error
    if find_malformed(after):
        raise Invalid("This cursor was not made here; start again without one.", field="cursor")
    return after
