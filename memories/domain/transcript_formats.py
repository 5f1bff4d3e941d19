"""Readers of the transcript formats: lines of a file in, stretches of turns out. Faults name their place."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import timedelta
from itertools import groupby
from types import MappingProxyType
from typing import Any

from memories.domain.errors import Invalid
from memories.domain.transcripts import (
    Stretch,
    TranscriptFormat,
    Utterance,
    field_of,
    moment,
    objects_of,
    text_of,
)

_LOCOMO_TIME = "%I:%M %p on %d %B, %Y"
_NOON = timedelta(hours=12)  # a date without an hour: at noon it is the same day in almost every time zone
_LINE_FIELDS = frozenset(
    ("user_id", "conversation_id", "message_id", "role", "speaker", "content", "event_time", "metadata")
)


def read_transcript(lines: Iterable[str], form: TranscriptFormat) -> Iterator[Stretch]:
    """Read a file of the given format; raises ``Invalid`` (code ``bad_transcript``) at the first fault."""
    return _READERS[form](lines)


def _locomo(lines: Iterable[str]) -> Iterator[Stretch]:
    """One JSON document: a list of samples with numbered, dated sessions of two speakers."""
    document = _json("".join(lines), where="file")
    for number, sample in enumerate(document if isinstance(document, list) else [document], 1):
        owner = text_of(sample, "sample_id", where=f"sample {number}")
        talk = field_of(sample, "conversation", where=owner)
        speakers = [text_of(talk, name, where=owner) for name in ("speaker_a", "speaker_b")]
        place = 0
        for session in _session_numbers(talk):
            turns = _locomo_turns(talk, session, speakers[0], place=place, where=f"{owner} session {session}")
            place += len(turns) + 1  # the gap parts one sitting from the next
            yield Stretch(owner, owner, turns, f"session_{session}", " · ".join(speakers))


def _session_numbers(talk: Mapping[str, Any]) -> list[int]:
    names = (name.removeprefix("session_") for name in talk if name.startswith("session_"))
    return sorted(int(number) for number in names if number.isdecimal() and talk[f"session_{number}"])


def _locomo_turns(
    talk: Mapping[str, Any], session: int, first_speaker: str, *, place: int, where: str
) -> tuple[Utterance, ...]:
    said = moment(text_of(talk, f"session_{session}_date_time", where=where), form=_LOCOMO_TIME, where=where)
    return tuple(
        _locomo_turn(
            turn, first_speaker, place=place + offset, said_at=said, where=f"{where} turn {offset + 1}"
        )
        for offset, turn in enumerate(objects_of(talk, f"session_{session}", where=where))
    )


def _locomo_turn(turn: Any, first_speaker: str, *, place: int, said_at: Any, where: str) -> Utterance:
    dia_id, speaker = text_of(turn, "dia_id", where=where), text_of(turn, "speaker", where=where)
    caption = text_of(turn, "blip_caption", where=where, default="")
    words = text_of(turn, "text", where=where, default="")
    text = " ".join(part for part in (words, f"[image: {caption}]" if caption else "") if part)
    role = "user" if speaker == first_speaker else "peer"
    return Utterance(dia_id, place, text, role, speaker, said_at, {"dia_id": dia_id, "speaker": speaker})


def _memorybank(lines: Iterable[str]) -> Iterator[Stretch]:
    """JSON Lines: one user a line with dated turns, each a message with its reply; a day a conversation."""
    for where, record in _records(lines):
        owner = text_of(record, "user", where=where)
        locale = text_of(record, "lang", where=where, default="")
        turns = [_memorybank_turn(turn, where=f"{where} turn {n}") for n, turn in _numbered(record, where)]
        for day, group in groupby(turns, key=lambda pair: pair[0]):
            utterances = tuple(Utterance(**values, place=place) for place, (_, values) in enumerate(group))
            yield Stretch(owner, day, utterances, day, day, locale)


def _numbered(record: Any, where: str) -> Iterator[tuple[int, Any]]:
    return enumerate(objects_of(record, "turns", where=where), 1)


def _memorybank_turn(turn: Any, *, where: str) -> tuple[str, dict[str, Any]]:
    day, turn_id = text_of(turn, "date", where=where), text_of(turn, "id", where=where)
    asked = text_of(turn, "user_text", where=where)
    answered = text_of(turn, "assistant_text", where=where, default="")
    return day, {
        "message_id": turn_id,
        "text": f"{asked}\n{answered}".strip(),
        "said_at": moment(day, where=where) + _NOON,
        "metadata": {"turn_id": turn_id},
    }


def _jsonl(lines: Iterable[str]) -> Iterator[Stretch]:
    """JSON Lines: one turn a line, with the names of ``POST /memories`` plus ``role`` and ``speaker``."""
    places: dict[tuple[str, str], int] = defaultdict(int)
    turns = ((where, _jsonl_line(record, where)) for where, record in _records(lines))
    for (owner, conversation), group in groupby(turns, key=lambda pair: (pair[1][0], pair[1][1])):
        first = places[owner, conversation]
        utterances = tuple(
            _jsonl_turn(record, place=first + offset, where=where)
            for offset, (where, (_, _, record)) in enumerate(group)
        )
        places[owner, conversation] = first + len(utterances)
        yield Stretch(owner, conversation, utterances)


def _jsonl_line(record: Any, where: str) -> tuple[str, str, Any]:
    owner = text_of(record, "user_id", where=where)
    unknown = sorted(set(record) - _LINE_FIELDS)
    if unknown:
        raise Invalid(f"{where}: unknown field '{unknown[0]}'.", code="bad_transcript")
    return owner, text_of(record, "conversation_id", where=where, default="import"), record


def _jsonl_turn(record: Any, *, place: int, where: str) -> Utterance:
    said = text_of(record, "event_time", where=where, default="")
    metadata = {} if record.get("metadata") is None else record["metadata"]
    if not isinstance(metadata, dict):
        raise Invalid(f"{where}: 'metadata' must be an object.", code="bad_transcript")
    return Utterance(
        text_of(record, "message_id", where=where, default=f"turn-{place}"),
        place,
        text_of(record, "content", where=where),
        text_of(record, "role", where=where, default="user"),
        text_of(record, "speaker", where=where, default=""),
        moment(said, where=where) if said else None,
        metadata,
    )


def _records(lines: Iterable[str]) -> Iterator[tuple[str, Any]]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield f"line {number}", _json(line, where=f"line {number}")


def _json(text: str, *, where: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Invalid(f"{where}: not valid JSON.", code="bad_transcript") from error


_READERS: Mapping[TranscriptFormat, Callable[[Iterable[str]], Iterator[Stretch]]] = MappingProxyType(
    {
        TranscriptFormat.LOCOMO: _locomo,
        TranscriptFormat.MEMORYBANK: _memorybank,
        TranscriptFormat.JSONL: _jsonl,
    }
)
