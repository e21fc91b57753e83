"""Settings of the site, all of them from the environment.

Nothing needs to be set: the defaults give one process with SQLite in `./data`.

| variable | meaning | default |
|---|---|---|
| `DATA_DIR` | database, key, collected static files | `./data` |
| `DATABASE_URL` | `sqlite:///path` or `postgres://…` | a file in `DATA_DIR` |
| `REDIS_URL` | channel layer and cache of several processes | in memory |
| `SECRET_KEY` | signs cookies | made once in `DATA_DIR` |
| `ALLOWED_HOSTS` | names of the site, with commas | this machine only |
| `ORIGINS` | `https://cards.example`, with commas; https makes cookies secure | none |
| `LOCALE_DIR` | a folder with languages of one's own, beside those of the site | none |
| `BETA` | badge in the header | on |
| `BOT_PACE` | seconds that a computer player takes for a move | 1.5 |
| `START_AFTER` | seconds until a full table begins by itself | 60 |
| `GO_ON_AFTER` | seconds until the next deal begins by itself | 60 |
| `ABANDONED_AFTER` | hours without a sign until others may act about a seat | 72 |
| `KEEP_UNFINISHED` | days until `purge` deletes a game that nobody plays | 60 |
| `KEEP_FINISHED` | days until `purge` deletes a finished game that nobody looks at | 365 |
| `REQUEST_THREADS` | threads (and kept database connections) for requests | 4 |
| `COMMIT` | short commit for the footer | asked of git |
| `PUSH_CONTACT` | `mailto:you@example.org`, given to push services | none: no Web Push |
| `VAPID_KEY` | private key of Web Push (32 bytes, base64url) | made once in `DATA_DIR` |
| `PUSH_SERVICES` | names of push services, with commas | those of the common browsers |
| `EMAIL_URL` | `smtp://user:password@host:port`, `smtp+tls:`, `smtps:` | none: no e-mail |
| `MAIL_FROM` | sender of e-mail, needed with `EMAIL_URL` | none |
| `NOTICE_AFTER` | seconds until people are told that it is their turn | 30 |
| `DEBUG` | Django's debug mode, never on a public site | off |
"""

import math
import os
from contextlib import suppress
from functools import partial
from pathlib import Path

import dj_database_url
from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import SimpleLazyObject

from samba_site import data_check  # noqa: F401 (Django finds its checks once they are imported)
from samba_site.languages import offered
from samba_site.mail import mail_settings
from samba_site.secret_key import kept_secret_key
from samba_site.vapid import new_vapid_key


def _flag(name: str, default: bool) -> bool:
    return os.environ.get(name, str(default)).strip().lower() in {"1", "true", "yes", "on"}


def _names(name: str) -> list[str]:
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


def _seconds(name: str, default: float) -> float:
    text = os.environ.get(name) or str(default)
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= 366 * 24 * 3600:
        raise ImproperlyConfigured(f"{name} must be a number of seconds, 0 or more, not {text!r}.")
    return seconds


def _threads(name: str, default: int) -> int:
    text = os.environ.get(name) or str(default)
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:5]) <= 1000):
        raise ImproperlyConfigured(f"{name} must be a number from 1 to 1000, not {text!r}.")
    return int(text)


BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("DATA_DIR") or BASE_DIR / "data").resolve()
# Checking and simulating games needs no data; `data_check` tells whoever does need it.
with suppress(OSError):
    DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)

# The game's own settings.
BETA = _flag("BETA", True)
BOT_PACE = _seconds("BOT_PACE", 1.5)
START_AFTER = _seconds("START_AFTER", 60)
GO_ON_AFTER = _seconds("GO_ON_AFTER", 60)
ABANDONED_AFTER = float(os.environ.get("ABANDONED_AFTER", "72"))
KEEP_UNFINISHED = float(os.environ.get("KEEP_UNFINISHED", "60"))
KEEP_FINISHED = float(os.environ.get("KEEP_FINISHED", "365"))

# Telling people that it is their turn, where the host wants that.
NOTICE_AFTER = float(os.environ.get("NOTICE_AFTER", "30"))
PUSH_CONTACT = os.environ.get("PUSH_CONTACT", "")
VAPID_KEY = ""
if PUSH_CONTACT:
    kept_vapid_key = DATA_DIR / "vapid_key"
    VAPID_KEY = os.environ.get("VAPID_KEY") or kept_secret_key(kept_vapid_key, new_vapid_key)
PUSH_SERVICES = _names("PUSH_SERVICES") or [
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "notify.windows.com",
    "push.apple.com",
]
MAIL = bool(os.environ.get("EMAIL_URL"))
if MAIL:
    globals().update(mail_settings(os.environ["EMAIL_URL"], os.environ.get("MAIL_FROM", "")))

# Who may call.
DEBUG = _flag("DEBUG", False)
SECRET_KEY = os.environ.get("SECRET_KEY") or SimpleLazyObject(
    partial(kept_secret_key, DATA_DIR / "secret_key")
)
ALLOWED_HOSTS = _names("ALLOWED_HOSTS") or ["localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = _names("ORIGINS")
TLS = any(origin.startswith("https://") for origin in CSRF_TRUSTED_ORIGINS)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "games",
    "rules_pages",
]

# Sessions, users and messages serve the admin alone; they do nothing until it asks them.
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "samba_site.middleware.site_headers",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "samba_site.middleware.body_limit",
    "django.middleware.common.CommonMiddleware",
    "samba_site.middleware.null_origin",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "samba_site.middleware.unavailable",
]

ROOT_URLCONF = "samba_site.urls"
ASGI_APPLICATION = "samba_site.asgi.application"
REQUEST_THREADS = _threads("REQUEST_THREADS", 4)

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "samba_site" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "samba_site.context_processors.site",
            ],
        },
    },
]

# Connections are kept: opening one costs as much as playing a move.
try:
    DATABASES = {
        "default": dj_database_url.parse(
            os.environ.get("DATABASE_URL") or f"sqlite:///{DATA_DIR / 'samba.sqlite3'}",
            conn_max_age=None,
            conn_health_checks=True,
        )
    }
except ValueError as error:
    raise ImproperlyConfigured(f"DATABASE_URL cannot be read: {error}") from error
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE takes the write lock at the start of a transaction, where waiting is possible;
    # a lock taken in the middle fails at once. In WAL mode NORMAL loses nothing when the
    # process dies, and may lose the last moves only when the whole machine does.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        # Longer than any move takes, and short enough for those who wait behind.
        "timeout": 5,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

if REDIS_URL := os.environ.get("REDIS_URL", ""):
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL], "prefix": "samba"},
        }
    }
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "samba",
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "samba_site.layers.MemoryChannelLayer"}}
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# Words. A language is offered as soon as its catalogue is there.
USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = True
# Would format ids in attributes as well.
USE_THOUSAND_SEPARATOR = False
# Digits are grouped by three unless the language's formats say otherwise; here are those of the
# languages in which Django's do not group as readers do.
NUMBER_GROUPING = 3
FORMAT_MODULE_PATH = "samba_site.formats"
LANGUAGE_CODE = "en"
LOCALE_PATHS = [
    Path(folder) for folder in (os.environ.get("LOCALE_DIR"), BASE_DIR / "locale") if folder
]
LANGUAGES = offered(LANGUAGE_CODE, LOCALE_PATHS)
# Whose language we do not have reads its neighbour: any Norwegian Bokmål; of Taiwan and Hong Kong
# Django itself knows. Traditional Chinese is no neighbour of the simplified.
NEIGHBOURS = {
    **dict.fromkeys(("no", "no-no", "nn", "nn-no"), ("nb",)),
    **dict.fromkeys(
        (
            *("zh-cn", "zh-sg", "zh-my", "zh-hans"),
            *(f"zh-hans-{place}" for place in ("cn", "sg", "my", "hk", "mo", "tw")),
        ),
        ("zh-hans", LANGUAGE_CODE),
    ),
}
for code, neighbours in NEIGHBOURS.items():
    LANG_INFO[code] = {**LANG_INFO.get(code, {}), "fallback": neighbours}
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = TLS

# Static files have hashed names once collected; before that they are served as they lie.
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
with suppress(OSError):
    STATIC_ROOT.mkdir(exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "samba_site" / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "samba_site.static_files.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_ALLOW_ALL_ORIGINS = False

# The page's own colour (`--linen`), for what the browser or the device draws around it.
THEME_COLORS = {"light": "#f5efe3", "dark": "#1b1916"}

# Cookies, forms and TLS. A name with __Host- can be set by nobody but this very site.
CSRF_COOKIE_NAME = "__Host-csrf" if TLS else "csrf"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SECURE = TLS
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "samba_site.views.csrf_failure"
SESSION_COOKIE_SECURE = TLS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if TLS else 0
if TLS:
    # The proxy that ends TLS sets this header and removes a visitor's own.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# Redirecting to https is the proxy's work; the neighbouring names and the preload list are
# the owner's to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W008", "security.W021"]
if not TLS:
    SILENCED_SYSTEM_CHECKS += ["security.W004", "security.W012", "security.W016"]

# No form here is longer than a hand of cards, and nobody sends files.
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 0

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "()": "samba_site.logs.RedactingFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    # Django's own handlers would write (and mail) addresses as they are.
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        # Scanners call by every name; a traceback for each would bury the rest.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
