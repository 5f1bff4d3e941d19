"""Thresholds, weights and retention: every number a workspace may change, with its default.

The defaults are those of the product's requirements; a stored policy holds only its differences.
"""

from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from memories.domain.errors import Invalid

_DAY = 86400

DEFAULT_PERSONAL_DATA = {
    "secret": "mask",
    "id_card": "mask",
    "bank_card": "mask",
    "mobile": "mask",
    "email": "mask",
}


@dataclass(frozen=True)
class Policy:
    """One versioned set of rules. Scores are 0–1, times are in the unit of the field's name."""

    risk_threshold: float = 0.7
    block_threshold: float = 0.95
    four_eyes_risk: float = 0.9
    confirm_below: float = 0.7
    merge_similarity: float = 0.95
    conflict_similarity: float = 0.85
    erasure_grace_seconds: int = _DAY
    memory_erasure_grace_seconds: int = 0
    archive_after_days: int = 30
    soft_forget_after_days: int = 90
    hard_delete_after_days: int = 180
    event_retention_days: int = 90
    task_retention_hours: int = 24
    trace_retention_days: int = 30
    writes_per_minute: int = 60
    recalls_per_minute: int = 120
    recall_preset: str = "default"
    review_due_hours: int = 24
    personal_data: dict[str, str] = field(default_factory=lambda: dict(DEFAULT_PERSONAL_DATA))

    def changed(self, values: dict[str, Any]) -> "Policy":
        """Return this policy with ``values`` applied; raises ``Invalid`` for an unknown or absurd one."""
        known = {f.name: f for f in fields(self)}
        for name, value in values.items():
            if name not in known:
                raise Invalid(f"Unknown policy field {name}.", code="unknown_field", field=name)
            _check(name, value, default=getattr(DEFAULT_POLICY, name))
        merged = replace(self, **values)
        if merged.block_threshold < merged.risk_threshold:
            raise Invalid("block_threshold must not lie below risk_threshold.", field="block_threshold")
        return merged

    def as_dict(self) -> dict[str, Any]:
        """Every field with its value, as the API shows it."""
        return asdict(self)


def _check(name: str, value: Any, *, default: Any) -> None:
    if isinstance(default, dict):
        actions = {"mask", "quarantine", "allow"}
        if not isinstance(value, dict) or not set(map(str, value.values())) <= actions:
            raise Invalid(f"{name} maps a data type to mask, quarantine or allow.", field=name)
    elif isinstance(default, str):
        if value not in {"default", "balanced-60", "typed-50"}:
            raise Invalid(f"{name} must be default, balanced-60 or typed-50.", field=name)
    elif isinstance(value, bool) or not isinstance(value, int | float):
        raise Invalid(f"{name} must be a number.", field=name)
    elif isinstance(default, float):
        if not 0 <= value <= 1:
            raise Invalid(f"{name} must lie between 0 and 1.", field=name)
    elif not isinstance(value, int) or not 0 <= value <= 10**9:
        raise Invalid(f"{name} must be a whole number from 0 to 1,000,000,000.", field=name)


DEFAULT_POLICY = Policy()
