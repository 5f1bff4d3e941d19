"""Flagged writes, what people decided about them, and the lessons of rejected ones."""

from django.db import models

from memories.domain.vocabulary import CaseState, DecisionKind
from memories.models.base import OwnerScoped, linked, owned_id
from memories.models.workspace import choices


class ReviewCase(OwnerScoped):
    """A quarantined write with its signals (names, weights and offsets; never text).

    ``memory`` is empty once a rejected write was erased: the case keeps what was decided, not what was said.
    """

    memory = linked("memories.Memory", null=True)
    state = models.CharField(max_length=16, choices=choices(CaseState), default=CaseState.OPEN)
    risk = models.FloatField()
    source = models.CharField(max_length=16)
    signals = models.JSONField(default=list)
    version = models.IntegerField(default=1)
    claimed_by = models.UUIDField(null=True)
    claimed_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [owned_id("review_case")]
        indexes = [
            models.Index(fields=["owner_id", "memory"], name="case_by_memory"),
            models.Index(fields=["workspace_id", "state", "due_at"], name="case_queue"),
        ]


class ReviewDecision(OwnerScoped):
    """One decision; a wrong one is fixed by a later row that overrides it, never by an edit."""

    case = linked("memories.ReviewCase")
    decision = models.CharField(max_length=16, choices=choices(DecisionKind))
    reason = models.TextField()
    reviewer_kind = models.CharField(max_length=16)
    reviewer_id = models.UUIDField()
    overrides = linked("memories.ReviewDecision", null=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [owned_id("review_decision")]
        indexes = [models.Index(fields=["owner_id", "case", "created_at"], name="decision_by_case")]


class Lesson(OwnerScoped):
    """Keyed fingerprint of a rejected write; a new write that matches goes to quarantine."""

    digest = models.BinaryField()
    shingles = models.JSONField(default=list)
    signals = models.JSONField(default=list)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            owned_id("lesson"),
            models.UniqueConstraint(fields=["owner_id", "digest"], name="lesson_once"),
        ]
