"""Conversations, their messages, and the raw stretches of input memories were drawn from."""

from django.db import models

from memories.models.base import OwnerScoped, linked, owned_id


class Conversation(OwnerScoped):
    """A thread; ``external_id`` is the caller's own id, unique within the owner."""

    external_id = models.CharField(max_length=200)
    title = models.CharField(max_length=200, blank=True)
    paused_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField()

    class Meta:
        constraints = [
            owned_id("conversation"),
            models.UniqueConstraint(fields=["owner_id", "external_id"], name="conversation_external_id"),
        ]


class Message(OwnerScoped):
    """One immutable turn. ``place`` orders the turns of a conversation from 0."""

    conversation = linked("memories.Conversation")
    external_id = models.CharField(max_length=200)
    place = models.IntegerField()
    role = models.CharField(max_length=32)
    speaker = models.CharField(max_length=200, blank=True)
    content = models.TextField()
    sent_at = models.DateTimeField()

    class Meta:
        constraints = [
            owned_id("message"),
            models.UniqueConstraint(
                fields=["owner_id", "conversation", "external_id"], name="message_external_id"
            ),
        ]


class Episode(OwnerScoped):
    """A raw stretch of input (a session of a transcript, a document) that memories were drawn from."""

    conversation = linked("memories.Conversation", null=True)
    label = models.CharField(max_length=200, blank=True)
    source = models.CharField(max_length=16)
    began_at = models.DateTimeField()

    class Meta:
        constraints = [owned_id("episode")]
