"""The Celery application. Arguments of jobs are ids only; what is done lies in ``memories.tasks``."""

import os

from celery import Celery
from celery.signals import heartbeat_sent, setup_logging, worker_ready

from hindsight_site.heartbeat import Pulse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hindsight_site.settings")

app = Celery("hindsight")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def _keep_our_logging(**_signal: object) -> None:
    """A receiver of this signal is how Celery is told to leave the logging of settings.py alone."""


_pulse = Pulse()


@worker_ready.connect
@heartbeat_sent.connect
def _sign_of_life(**_signal: object) -> None:
    _pulse.beat()
