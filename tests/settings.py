"""The site's settings for tests: data of their own, nobody waits, cheap passwords.

A test that starts a server as a process of its own gives it `DATA_DIR` and the rest in the
environment and the real settings.
"""

import atexit
import os
import shutil
import tempfile

if "SAMBA_TEST_DATA" not in os.environ:
    os.environ["SAMBA_TEST_DATA"] = tempfile.mkdtemp(prefix="samba-tests-")
    atexit.register(shutil.rmtree, os.environ["SAMBA_TEST_DATA"], ignore_errors=True)
os.environ["DATA_DIR"] = os.environ["SAMBA_TEST_DATA"]
os.environ["BOT_PACE"] = "0"
for name in ("ALLOWED_HOSTS", "LOCALE_DIR", "ORIGINS", "REDIS_URL", "SECRET_KEY"):
    os.environ.pop(name, None)

from samba_site.settings import *  # noqa: E402, F403
from samba_site.settings import ALLOWED_HOSTS, DATA_DIR, DATABASES  # noqa: E402

ALLOWED_HOSTS = [*ALLOWED_HOSTS, "testserver"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, as in real life: a database in memory has no WAL and locks whole tables.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
