"""Background work is asked for once a transaction, and not at all when the transaction fails."""

from uuid import uuid4

from django.db import connection, transaction

from memories.jobs import Job, enqueue


def _waiting():
    return [str(nudge.arguments[0]) for _, nudge, *_ in connection.run_on_commit]


def test_the_same_nudge_is_sent_once_a_transaction(database):
    first, second = uuid4(), uuid4()
    with transaction.atomic():
        for owner in (first, second, first):
            with transaction.atomic():
                enqueue(Job.INDEX_OWNER, owner)

        assert _waiting() == [str(first), str(second)]


def test_a_nudge_survives_the_failure_of_an_earlier_one(database):
    owner = uuid4()
    with transaction.atomic():
        try:
            with transaction.atomic():
                enqueue(Job.INDEX_OWNER, owner)
                raise LookupError
        except LookupError:
            enqueue(Job.INDEX_OWNER, owner)

        assert _waiting() == [str(owner)]
