"""Review cases as the reviewers' templates show them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.timesince import timesince, timeuntil

from memories.console.words import pseudonym
from memories.domain.evidence import evidence, merged, segments
from memories.domain.forged import FORGED
from memories.domain.hidden import HIDDEN
from memories.domain.screening import ENCODED, ORIGIN, PROTECTED
from memories.domain.signals import ORDER_FAMILIES, PERSONAL_DATA, SECRET
from memories.domain.vocabulary import CaseState
from memories.services.case_context import CaseContext, Neighbour
from memories.services.review import CaseView
from memories.services.shapes import SignalView

SIGNAL_NAMES = (
    *sorted(ORDER_FAMILIES),
    FORGED,
    HIDDEN,
    ENCODED,
    PROTECTED,
    ORIGIN,
    SECRET,
    PERSONAL_DATA,
    "lesson",
    "screening_failed",
)
"""The families of signals that a queue can be filtered by."""


@dataclass(frozen=True)
class Reason:
    """One numbered reason: the strongest signal of a family, and every place of the family in the text."""

    number: int
    signal: SignalView
    places: tuple[tuple[int, int], ...]


_QUOTED = 3  # places of one reason that are quoted beside it; all are marked in the text


def case_row(view: CaseView, *, names: Mapping[str, str], viewer_id: UUID) -> dict[str, Any]:
    """Context of ``partials/case_row.html``."""
    decided = view.decisions[-1] if view.decisions else None
    return {
        "id": view.id,
        "due_in": due_in(view.due_at),
        "due_at": view.due_at,
        "overdue": view.overdue,
        "risk": view.risk,
        "first_line": view.first_line,
        "signals": list(dict.fromkeys(signal.name for signal in view.signals)),
        "source": view.source,
        "owner": pseudonym(view.owner),
        "claimed_by": _holder(view, names),
        "claimed_by_me": view.claimed_by == viewer_id,
        "state": view.state,
        "decision": decided.decision if decided else None,
        "decided_at": view.decided_at,
    }


def case_page(
    view: CaseView, around: CaseContext, *, names: Mapping[str, str], viewer_id: UUID
) -> dict[str, Any]:
    """``case`` of ``review_case.html``."""
    return {
        **case_row(view, names=names, viewer_id=viewer_id),
        "opened_at": view.created_at,
        "kind": around.kind,
        "version": view.version,
        "claimed_until": view.claimed_until,
        "four_eyes": False,
        "decided": _decided(view, names),
    }


def reasons_of(view: CaseView) -> list[Reason]:
    """The signals of a case as people read them: one reason for each family (and type of personal data),
    however many rules of it matched; the weightiest first."""
    families: dict[tuple[str, str], list[SignalView]] = {}
    for signal in view.signals:
        kind = signal.reason_code if signal.name == PERSONAL_DATA else ""
        families.setdefault((signal.name, kind), []).append(signal)
    ranked = sorted(families.values(), key=lambda family: -max(signal.weight for signal in family))
    return [
        Reason(
            number=number,
            signal=max(family, key=lambda signal: signal.weight),
            places=tuple(merged((signal.start, min(signal.end, len(view.content))) for signal in family)),
        )
        for number, family in enumerate(ranked, 1)
    ]


def segment_rows(view: CaseView) -> list[dict[str, Any]]:
    """``segments`` of ``review_case.html``: the text cut at the edges of its evidence. A number stands where
    its evidence ends."""
    placed = [(reason, place) for reason in reasons_of(view) for place in reason.places]
    rows, at = [], 0
    for part in segments(view.content, spans=[place for _reason, place in placed]):
        at += len(part.text)
        here = [placed[index] for index in part.spans]
        rows.append(
            {
                "text": part.text,
                "signals": [reason.signal.name for reason, _place in here],
                "numbers": [reason.number for reason, place in here if place[1] == at],
                "hidden": part.hidden,
            }
        )
    return rows


def signal_rows(view: CaseView) -> list[dict[str, Any]]:
    """``signals`` of ``review_case.html``, numbered as in the text."""
    return [
        {
            "key": reason.signal.name,
            "code": reason.signal.reason_code,
            "number": reason.number,
            "weight": reason.signal.weight,
            "evidence": " … ".join(
                evidence(view.content, start=start, end=end) for start, end in reason.places[:_QUOTED]
            )
            or None,
        }
        for reason in reasons_of(view)
    ]


def neighbour_rows(found: Sequence[Neighbour]) -> list[dict[str, Any]]:
    """``nearest`` of ``review_case.html``."""
    return [
        {
            "id": near.memory.id,
            "content": near.memory.content,
            "similarity": near.similarity,
            "status": near.memory.status,
            "provenance": near.memory.provenance,
        }
        for near in found
    ]


def due_in(due_at: datetime) -> str:
    """How long until a moment, or since it, in one unit."""
    now = timezone.now()
    return timesince(due_at, now, depth=1) if due_at < now else timeuntil(due_at, now, depth=1)


def _holder(view: CaseView, names: Mapping[str, str]) -> str | None:
    if view.claimed_by is None or view.state != CaseState.CLAIMED:
        return None
    return names.get(str(view.claimed_by)) or pseudonym(view.claimed_by)


def _decided(view: CaseView, names: Mapping[str, str]) -> dict[str, Any] | None:
    if view.state != CaseState.DECIDED or not view.decisions:
        return None
    last = view.decisions[-1]
    return {
        "decision": last.decision,
        "reason": last.reason,
        "reviewer": names.get(str(last.reviewer_id)) or pseudonym(last.reviewer_id),
        "at": last.created_at,
    }
