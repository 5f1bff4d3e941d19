"""WSGI entry point, for hosts that know nothing newer; sockets and streams need asgi.py."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hindsight_site.settings")

application = get_wsgi_application()
