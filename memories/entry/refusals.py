"""What people read on pages when something is refused: what, why, and what to do next."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from memories.domain.errors import HindsightError

_BY_CODE: dict[str, Any] = {
    "already_decided": _("Somebody has decided this case already. Nothing was changed."),
    "blank": _("Write at least one word that can be seen."),
    "blocked": _("The screening refuses this text. Change it, or leave things as they are."),
    "claimed_by_other": _("Somebody else holds this case."),
    "malformed": _("The text holds a character that cannot be stored. Remove it and try again."),
    "memory_gone": _("The memory of this case has been erased meanwhile. There is nothing left to decide."),
    "no_such_version": _("That version cannot be restored."),
    "not_claimed": _("You no longer hold this case. Claim it again to decide it."),
    "not_held": _("This request is not on hold."),
    "not_in_preview": _("This request was confirmed or closed before. Nothing was changed."),
    "not_quarantined": _("The memory of this case no longer waits. There is nothing left to decide."),
    "nothing_found": _("Nothing is remembered about this topic. Try other words."),
    "owner_erased": _("This person's memory is being erased, or was. Nothing can be changed any more."),
    "quarantined": _("This memory waits for review and cannot be changed until somebody has decided."),
    "said_already": _("Another memory says exactly this already. Nothing was changed."),
    "stale_case": _("The case changed meanwhile. Read it again before you decide."),
    "stale_version": _("This memory was changed meanwhile. Below is your text; compare it and save again."),
    "too_long": _("The text is too long: at most 8,000 characters are kept. Split it."),
    "invalid_transition": _("That is no longer possible: things have changed meanwhile."),
}
_BY_STATUS: dict[int, Any] = {
    400: _("This could not be accepted. Check what you entered and try again."),
    403: _("Your role does not reach this."),
    404: _("That is no longer there."),
    409: _("That is not possible any more: things have changed meanwhile. Look at it again."),
    429: _("Too many attempts. Wait a minute and try again."),
    503: _("A part of the system cannot be reached just now. Nothing was changed; try again shortly."),
}
_BY_FIELD: dict[str, Any] = {
    "reason": _("Give a reason; it is kept in the history."),
    "target_id": _("Choose one of the memories above to merge it into."),
    "query": _("Write what the topic is."),
    "confirm_token": _("This confirmation has expired. Start again to see what would be erased."),
}


def words_for(refusal: HindsightError) -> str:
    """The translated sentence for a refusal; never the text of the error, which is written for programs."""
    found = _BY_CODE.get(refusal.code) or _BY_FIELD.get(refusal.field or "")
    return str(found or _BY_STATUS.get(refusal.status) or _BY_STATUS[400])
