"""Offers as plain JSON, for work that waits in a row."""

from datetime import datetime
from typing import Any

from memories.domain.errors import Invalid
from memories.domain.vocabulary import Kind, Source
from memories.services.offers import Offer


def offer_to_json(offer: Offer) -> dict[str, Any]:
    """An offer as JSON values; turns of a transcript are not kept this way."""
    return {
        "content": offer.content,
        "kind": offer.kind.value,
        "source": offer.source.value if offer.source else None,
        "confidence": offer.confidence,
        "metadata": offer.metadata,
        "event_time": offer.event_time.isoformat() if offer.event_time else None,
        "expires_at": offer.expires_at.isoformat() if offer.expires_at else None,
        "conversation_id": offer.conversation_id,
        "message_id": offer.message_id,
        "pinned": offer.pinned,
    }


def offer_from_json(item: dict[str, Any]) -> Offer:
    """The offer that ``offer_to_json`` wrote; raises ``Invalid`` for anything else."""
    try:
        return Offer(
            content=item["content"],
            kind=Kind(item["kind"]),
            source=Source(item["source"]) if item["source"] else None,
            confidence=item["confidence"],
            metadata=item["metadata"],
            event_time=datetime.fromisoformat(item["event_time"]) if item["event_time"] else None,
            expires_at=datetime.fromisoformat(item["expires_at"]) if item["expires_at"] else None,
            conversation_id=item["conversation_id"],
            message_id=item["message_id"],
            pinned=item["pinned"],
        )
    except (KeyError, ValueError, TypeError) as error:
        raise Invalid("A stored item is not an offer.") from error
