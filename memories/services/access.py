"""What an actor may do: every use case asks here first, so that no door can forget to."""

from audit.identity import Actor, ActorKind
from memories.domain.errors import Forbidden
from memories.domain.vocabulary import Verb


def require(actor: Actor, verb: Verb) -> None:
    """Raise ``Forbidden`` naming the verb that the credential lacks; the product itself may do anything."""
    if actor.kind is ActorKind.SYSTEM or verb.value in actor.verbs:
        return
    raise Forbidden(f"This needs the verb '{verb.value}', which this credential does not have.")


def require_any(actor: Actor, *verbs: Verb) -> None:
    """Raise ``Forbidden`` naming ``verbs`` when the credential has none of them."""
    if not any(verb.value in actor.verbs for verb in verbs[1:]):
        require(actor, verbs[0])


def require_staff(actor: Actor, *verbs: Verb) -> None:
    """Like ``require_any``, and refuse a credential that is bound to one owner."""
    if actor.owner_id is not None:
        raise Forbidden("A credential of one person does not reach the routes of the staff.")
    require_any(actor, *verbs)
