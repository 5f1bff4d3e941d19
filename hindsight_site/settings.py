"""Django's settings, derived from the typed ``Config``; nothing here reads the environment itself."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from hindsight_site.brokers import kombu_url
from hindsight_site.config import BASE_DIR, DatabaseRole, database_options
from hindsight_site.environment import load_config
from hindsight_site.logs import configure_logging, logging_config

HINDSIGHT = load_config()

DEBUG = HINDSIGHT.debug
SECRET_KEY = HINDSIGHT.secret_key_value
MASTER_KEY = HINDSIGHT.master_key_bytes
SIGNING_KEY = HINDSIGHT.signing_key_bytes
# Public halves of retired signing keys: what they signed stays good.
FORMER_PUBLIC_KEYS = list(HINDSIGHT.former_public_keys)
# Signed heads of the ledger lie outside the database, best on another volume.
LEDGER_HEADS_DIR = HINDSIGHT.ledger_heads or HINDSIGHT.paths.ledger_heads
ALLOWED_HOSTS = list(HINDSIGHT.allowed_hosts)
BASE_URL = HINDSIGHT.public_url
CSRF_TRUSTED_ORIGINS = list(HINDSIGHT.trusted_origins)

ROOT_URLCONF = "hindsight_site.urls"
ASGI_APPLICATION = "hindsight_site.asgi.application"
WSGI_APPLICATION = "hindsight_site.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Adapters, named by dotted path -------------------------------------------------------------

HINDSIGHT_EMBEDDER = HINDSIGHT.embedder
HINDSIGHT_MEMORY_INDEX = HINDSIGHT.memory_index
HINDSIGHT_SENTENCE_TRANSFORMERS_MODEL = HINDSIGHT.sentence_transformers_model

# --- Applications -------------------------------------------------------------------------------

INSTALLED_APPS = [
    "hindsight_site",
    "memories",
    "audit",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "channels",
    "csp",
    "django_celery_beat",
]

MIDDLEWARE = [
    "hindsight_site.middleware.RequestIdMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "memories.console.middleware.ConsoleMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "memories.console.context.frame",
            ]
        },
    }
]

# --- Database -----------------------------------------------------------------------------------


def _database(role: DatabaseRole) -> dict[str, Any]:
    parts = database_options(HINDSIGHT.url_of(role))
    options: dict[str, Any] = {
        key: value
        for key, value in parts.items()
        if key not in {"dbname", "user", "password", "host", "port"}
    }
    options["application_name"] = f"hindsight-{HINDSIGHT.process}"
    if role is DatabaseRole.APP and HINDSIGHT.pooled:
        options["pool"] = {"min_size": 1, "max_size": HINDSIGHT.db_pool_size, "timeout": 10}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": parts["dbname"],
        "USER": parts["user"],
        "PASSWORD": parts.get("password", ""),
        "HOST": parts.get("host", ""),
        "PORT": parts.get("port", ""),
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,  # A pooled connection that died with its server is replaced, not used.
        "OPTIONS": options,
    }


DATABASES = {"default": _database(HINDSIGHT.db_role)}
# Empty for an external database without DATABASE_MAINT_URL: erasure receipts then say what was not done.
DATABASE_MAINT_URL = HINDSIGHT.url_of(DatabaseRole.MAINT) if HINDSIGHT.has_maintenance else ""

# --- Broker, cache and channel layer: one Valkey or Redis ---------------------------------------

REDIS_URL = HINDSIGHT.broker_url

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "cache",
    }
}
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": "channels"},
    }
}

CELERY_BROKER_URL = kombu_url(REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Seconds until a job taken by a killed worker is handed out again; Celery's own default is an hour.
    "visibility_timeout": 300,
    "socket_keepalive": True,
}
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
# Share of the time that cleaning files after erasures may take: readers of a table wait meanwhile.
SCRUB_SHARE = 0.1

CELERY_BEAT_SCHEDULE = {
    # Finds work whose nudge was lost or whose time has come; the rows are the queue.
    "sweep": {"task": "memories.tasks.sweep", "schedule": 15.0},
    "sign ledger heads": {"task": "memories.tasks.sign_heads", "schedule": 600.0},
}
CELERY_BEAT_SCHEDULER = "django_celery_beat.schedulers:DatabaseScheduler"
CELERY_TIMEZONE = "UTC"
DJANGO_CELERY_BEAT_TZ_AWARE = True

# --- Sign-in ------------------------------------------------------------------------------------

SESSION_ENGINE = "memories.adapters.sessions"
SESSION_COOKIE_NAME = "hindsight_session"
SESSION_COOKIE_AGE = 12 * 60 * 60
SESSION_COOKIE_SECURE = HINDSIGHT.https
CSRF_COOKIE_NAME = "hindsight_csrf"
CSRF_COOKIE_SECURE = HINDSIGHT.https
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "memories.entry.problems.csrf_failure"
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
LOGIN_URL = "/signin/"
LOGIN_REDIRECT_URL = "/"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# --- Browser security ---------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = HINDSIGHT.https
SECURE_REDIRECT_EXEMPT = [r"^health/"]
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HINDSIGHT.https else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HINDSIGHT.https
# Only behind a proxy that overwrites the header may it be believed.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HINDSIGHT.behind_proxy else None
# The largest body of the API is a batch of 8 MiB; DRF's views set tighter limits of their own.
DATA_UPLOAD_MAX_MEMORY_SIZE = 8 * 1024 * 1024

# --- Language, time, files ----------------------------------------------------------------------

USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("zh-hans", _("Simplified Chinese"))]
LANGUAGE_COOKIE_NAME = "hindsight_language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_SECURE = HINDSIGHT.https
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "hindsight_site" / "locale"]

STATIC_URL = "/static/"
STATIC_ROOT: Path | None = HINDSIGHT.static_root
_COLLECTED = "whitenoise.storage.CompressedManifestStaticFilesStorage"
_UNCOLLECTED = "django.contrib.staticfiles.storage.StaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": _COLLECTED if STATIC_ROOT else _UNCOLLECTED},
}
# Without a folder of collected files (a laptop) they are served from where the applications keep them.
WHITENOISE_USE_FINDERS = STATIC_ROOT is None
WHITENOISE_AUTOREFRESH = False
WHITENOISE_ALLOW_ALL_ORIGINS = False

# --- REST and its description -------------------------------------------------------------------

REST_FRAMEWORK = {
    "UNAUTHENTICATED_USER": None,
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
}
if find_spec("memories.entry") and find_spec("memories.entry.problems"):
    REST_FRAMEWORK["EXCEPTION_HANDLER"] = "memories.entry.problems.exception_handler"
SPECTACULAR_SETTINGS = {
    "TITLE": "Hindsight",
    "DESCRIPTION": "Governed memory for language-model agents.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "PREPROCESSING_HOOKS": ["hindsight_site.openapi.keep_public_routes"],
    # Not the packaged hook for enums: the wire models name theirs themselves.
    "POSTPROCESSING_HOOKS": ["hindsight_site.openapi.with_health"],
}

# --- Logs ---------------------------------------------------------------------------------------

LOGGING_CONFIG = None  # Configured here, because structlog has to be set up in the same breath.
LOGGING = logging_config(level=HINDSIGHT.log_level, process=HINDSIGHT.process)
configure_logging(LOGGING, process=HINDSIGHT.process)
