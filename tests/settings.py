"""The site's settings as the tests run them.

Nothing of the caller's environment gets in except TEST_DATABASE_URL: so no test ever meets a
club's real database, and a developer's own settings change no result.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

for _name in (
    "DATA_DIR",
    "SITE_ADDRESSES",
    "TRUST_PROXY",
    "LANGUAGE_CODE",
    "DATABASE_URL",
    "BACKUP_DIR",
    "BACKUP_MINUTES",
    "BACKUP_DAYS",
    "HOST_ACCOUNTS",
    "LOG_DAYS_WITH_NAMES",
    "SECURITY_CONTACT",
    "EMAIL_URL",
    "MAIL_FROM",
    "PLAIN_PORT",
    "SECURE_PORT",
    "SERVED_HOST",
    "WORKERS",
    "ROW_SECURITY",
    "HSTS_SUBDOMAINS",
    "HSTS_PRELOAD",
    "FOUNDING",
    "CLUB_PEOPLE",
    "CLUB_GAMES",
):
    os.environ.pop(_name, None)
os.environ.update(
    DEBUG="off",
    SECRET_KEY="only-for-tests-" * 4,
    TIME_ZONE="UTC",
    # Django's client asks by plain http, under a name that is no machine's own. What is closed
    # there stands in tests/league/site/test_doors.py and tests/test_permissions.py.
    PLAIN_SIGN_IN="on",
    DATABASE_URL=os.environ.get("TEST_DATABASE_URL", ""),
    # Playwright runs an event loop in the thread that also asks the database.
    DJANGO_ALLOW_ASYNC_UNSAFE="true",
)

from league.site.logs import logging_of  # noqa: E402
from league.site.settings import *  # noqa: E402, F403
from league.site.settings import CACHES, DATABASES, MIDDLEWARE  # noqa: E402
from tests.waiting import PATIENCE  # noqa: E402

LOGGING = logging_of(None)
# Tests run beside each other, each with a database and a cache of its own.
CACHES = {**CACHES, "default": {"BACKEND": CACHES["parts"]["BACKEND"]}}
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
_database = DATABASES["default"]
if _database["ENGINE"].endswith("sqlite"):
    # A file, not memory: then the pragmas, the locks and the server's threads are the real ones.
    # Each process has its own; Django removes it at the end.
    _folder = Path(tempfile.gettempdir())
    # What writers wait for each other is the machine's affair.
    _database["OPTIONS"]["timeout"] = PATIENCE
    _database["TEST"] = {"NAME": str(_folder / f"roundhouse-test-{os.getpid()}.sqlite3")}

# A copy that a test makes must not stand in the folder of a real club, nor help another test.
BACKUP_DIR = Path(tempfile.gettempdir()) / f"roundhouse-test-{os.getpid()}-copies"
atexit.register(shutil.rmtree, BACKUP_DIR, ignore_errors=True)

# The test server hands out static files by itself, under their own names.
MIDDLEWARE = [name for name in MIDDLEWARE if not name.startswith("whitenoise.")]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
