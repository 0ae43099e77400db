"""Settings of the site, read from the environment.

What can be set, each refused in one sentence when it makes no sense:

DEBUG            on or off (off)
SECRET_KEY       50 characters or more (the one that manage.py keeps in the data folder)
DATA_DIR         where the database, the secret key and the collected files live (var/)
DATABASE_URL     a PostgreSQL server, or another SQLite file (roundhouse.sqlite3 in DATA_DIR)
REPLICA_URL      a streaming replica of that PostgreSQL server (none): public pages are read there
                 while it has the same revision; see docs/hosting.md
SITE_ADDRESSES   the whole addresses of the site, with commas (this machine in its own network)
TRUST_PROXY      on when a proxy in front speaks https and sets X-Forwarded-Proto (off)
PLAIN_SIGN_IN    on lets other devices sign in over plain http too (off). What it costs: whoever
                 listens in the same wifi reads the password, and all that the account sees, and
                 can do what that person may. On this machine itself it is not needed.
HSTS_SUBDOMAINS  on when every name below the site's own also speaks https (off): browsers then
                 refuse plain http there for a year
HSTS_PRELOAD     on when the site's name is to be built into browsers as one of https alone (off);
                 it takes months to come off that list, and needs HSTS_SUBDOMAINS
ROW_SECURITY     on lets PostgreSQL itself hold the clubs apart, off takes that away (as the
                 database has it: at first it does not); see docs/hosting.md
WORKERS          how many processes answer pages (1): on PostgreSQL as many as processors; see
                 docs/design.md. On Windows there is one
TIME_ZONE        such as Europe/London (the machine's own)
LANGUAGE_CODE    a language that the site speaks (en)
BACKUP_DIR       where copies of the database are kept (backups/ in DATA_DIR)
BACKUP_MINUTES   how often a copy is made while something changes (5); 0 for never
BACKUP_DAYS      for how many days copies are kept (14)
HOST_ACCOUNTS    the user names, with commas, of the organizers who look after the copies of the
                 whole installation (with one club its organizers, with several nobody)
CLUB_PEOPLE      how many people a club may have (20000), 0 for as many as it likes; the operator
                 may give a club another limit
CLUB_GAMES       the same for the games that a club starts within a year (20000)
CLUB_MEGABYTES   the same for all that a club keeps, in megabytes (2000); counted once an hour
CLUB_REQUESTS    how many pages of one club each process answers within a minute (0: as many as are
                 asked for)
FOUNDING         who may found a further club (nobody): nobody, invitation (whoever has a link that
                 the operator made) or anybody (whose mail address is confirmed, which needs
                 EMAIL_URL); see docs/hosting.md
LOG_FORMAT       what the console gets: lines (for people), or json (for programs that gather logs,
                 with an object for each request)
LOG_DAYS_WITH_NAMES  after how many days lines of the log lose names and addresses (365)
EMAIL_URL        the mail server (none: no mail is sent), such as
                 smtp+tls://user:password@mail.example.org:587, with %40 for an @ in the password
MAIL_FROM        the address that mails come from; needed with EMAIL_URL
MONITOR_TOKEN    32 characters or more with which programs on other machines may read /health/ and
                 /metrics (none: only programs on this machine may)
SECURITY_CONTACT where to report a weakness: mailto:, https: or tel: (none); see SECURITY.md

PLAIN_PORT, SECURE_PORT and SERVED_HOST are set by ``manage.py serve`` alone: where it listens.
"""

import os
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

from league.site.environment import (
    read_addresses,
    read_choice,
    read_contact,
    read_database,
    read_folder,
    read_founding,
    read_hsts,
    read_language,
    read_mail,
    read_names,
    read_number,
    read_port,
    read_replica,
    read_row_security,
    read_secret_key,
    read_switch,
    read_time_zone,
    read_token,
)
from league.site.logs import logging_of
from league.site.security import headers_of_file
from scoring.web.own_addresses import own_hosts

BASE_DIR = Path(__file__).resolve().parents[2]
VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text("utf-8"))["project"]["version"]

DEBUG = read_switch("DEBUG", default=False)
DATA_DIR = read_folder("DATA_DIR", default=BASE_DIR / "var")
SECRET_KEY = read_secret_key(debug=DEBUG, key_file=DATA_DIR / "secret-key")

WORKERS = read_number("WORKERS", default=1, least=1, most=64)
BACKUP_DIR = read_folder("BACKUP_DIR", default=DATA_DIR / "backups")
BACKUP_MINUTES = read_number("BACKUP_MINUTES", default=5, least=0, most=24 * 60)
BACKUP_DAYS = read_number("BACKUP_DAYS", default=14, least=1, most=3660)
HOST_ACCOUNTS = read_names("HOST_ACCOUNTS")
# After that a line of the log says what was done, and no longer who did it and from where.
LOG_DAYS_WITH_NAMES = read_number("LOG_DAYS_WITH_NAMES", default=365, least=1, most=3660)
SECURITY_CONTACT = read_contact("SECURITY_CONTACT")
MONITOR_TOKEN = read_token("MONITOR_TOKEN")

# Mails to people who agreed to them. Where no server is named, pages say so and nothing is sent.
_mail, DEFAULT_FROM_EMAIL = read_mail("EMAIL_URL", "MAIL_FROM")
EMAIL_BACKEND: str = _mail["EMAIL_BACKEND"]
EMAIL_HOST: str = _mail.get("EMAIL_HOST", "")
EMAIL_PORT: int = _mail.get("EMAIL_PORT") or 25
EMAIL_HOST_USER: str = _mail.get("EMAIL_HOST_USER") or ""
EMAIL_HOST_PASSWORD: str = _mail.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS: bool = _mail.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL: bool = _mail.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 5
MAIL_GOES = bool(EMAIL_HOST)
# An operator may give each club other limits, see scoring/quotas.py; 0 means none.
CLUB_PEOPLE = read_number("CLUB_PEOPLE", default=20_000, least=0, most=9_999_999)
CLUB_GAMES = read_number("CLUB_GAMES", default=20_000, least=0, most=9_999_999)
CLUB_MEGABYTES = read_number("CLUB_MEGABYTES", default=2_000, least=0, most=9_999_999)
CLUB_REQUESTS = read_number("CLUB_REQUESTS", default=0, least=0, most=9_999_999)
FOUNDING = read_founding("FOUNDING", mail_goes=MAIL_GOES)

# Where the site is reached. With nothing set it answers to this machine's own names and private
# addresses, so that a laptop can serve the tablets around it, and to no other name.
SITE_ADDRESSES = read_addresses("SITE_ADDRESSES")
TRUST_PROXY = read_switch("TRUST_PROXY", default=False)
PLAIN_SIGN_IN = read_switch("PLAIN_SIGN_IN", default=False)
HTTPS_ONLY = bool(SITE_ADDRESSES) and all(a.startswith("https://") for a in SITE_ADDRESSES)
ALLOWED_HOSTS = (
    [urlsplit(address).netloc.rsplit(":", 1)[0] for address in SITE_ADDRESSES]
    if SITE_ADDRESSES
    else own_hosts()
)
CSRF_TRUSTED_ORIGINS = SITE_ADDRESSES
# A laptop's own certificates, and its doors: where it speaks http and https by itself.
CERTIFICATES_DIR = DATA_DIR / "certificates"
PLAIN_PORT = read_port("PLAIN_PORT")
SECURE_PORT = read_port("SECURE_PORT")
SERVED_HOST = os.environ.get("SERVED_HOST", "")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "django_tables2",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "axes",
    "scoring",
    "league",
    "league.site",
]
MIDDLEWARE = [
    "league.site.call_memory.FramesTogetherMiddleware",
    # Before all that read the database.
    "scoring.accounts.club_rows.ClubRowsMiddleware",
    "scoring.accounts.club_time.ClubTimeMiddleware",
    "league.site.security.ContentSecurityPolicyMiddleware",
    # Before all that read or write a cookie.
    "scoring.watching.everybody.EverybodyMiddleware",
    "league.site.doors.DoorMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "league.site.caching.NotKeptMiddleware",
    "league.site.requests_logged.RequestIdMiddleware",
    "league.site.monitoring.middleware.MonitoringMiddleware",
    "league.site.health.page.DatabaseMiddleware",
    "league.site.sessions.SessionKeptMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "scoring.web.errors.DatabaseTroubleMiddleware",
    "scoring.log.recording.LogMiddleware",
    "scoring.accounts.club_forms.ClubFormsMiddleware",
    "scoring.accounts.paused.PausedClubMiddleware",
    "scoring.accounts.rate_middleware.ClubRateMiddleware",
    "scoring.tablets.pairing.cookie.TabletCookieMiddleware",
    "league.site.accounts.guessing.KnownBrowserMiddleware",
    "axes.middleware.AxesMiddleware",
    # Reads who asks, which all of the above may change.
    "scoring.accounts.languages.LanguageMiddleware",
    "scoring.accounts.shown_names.WholeNamesMiddleware",
]
ROOT_URLCONF = "league.site.urls"
WSGI_APPLICATION = "league.site.wsgi.application"
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
                "scoring.accounts.context.actor",
                "scoring.web.connection.connection",
                "scoring.watching.context.news",
                "league.site.doors.accounts",
            ],
            # In the place of Django's csrf_token: each form also says of which club it is.
            "builtins": ["scoring.templatetags.club_forms", "scoring.templatetags.words"],
            # What Django's own i18n has, and keeps each sentence once it was looked up.
            "libraries": {"i18n": "scoring.templatetags.kept_sentences"},
        },
    }
]

DATABASES = {
    "default": read_database(
        "DATABASE_URL", base=BASE_DIR, default_file=DATA_DIR / "roundhouse.sqlite3"
    )
}
# Public parts are read there while it is as new as the database; see scoring/watching/replica.py.
if os.environ.get("REPLICA_URL", "").strip():
    DATABASES["replica"] = read_replica("REPLICA_URL", DATABASES["default"])
    DATABASE_ROUTERS = ["scoring.watching.replica.ReplicaRouter"]
ROW_SECURITY = read_row_security("ROW_SECURITY", DATABASES["default"])
if "postgresql" in DATABASES["default"]["ENGINE"]:
    for _database in DATABASES.values():
        _database["ENGINE"] = "league.site.row_security"
# What all processes have to know at once, such as which codes of a second step were used. Parts of
# pages are each process's own.
CACHES: dict[str, dict[str, object]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": DATA_DIR / "cache",
        # Past this number a third is thrown away by chance, and a used code could be used again.
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    },
    "parts": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "parts"},
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Only languages that our own sentences are written in: else half a page would be in another.
# Each stands here under its own name once its catalog is whole; see docs/translating.md.
LANGUAGES = [
    ("en", "English"),
    ("en-gb", "English (UK)"),
    ("de", "Deutsch"),
    ("es", "Español"),
    ("fr", "Français"),
    ("nl", "Nederlands"),
    ("nb", "Norsk"),
]
LANGUAGE_CODE = read_language("LANGUAGE_CODE", spoken=LANGUAGES)
# Where the catalogs are; `.venv/bin/python -m tests.messages` writes them.
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = read_time_zone("TIME_ZONE")
USE_I18N = True
FORMAT_MODULE_PATH = "scoring.web.formats"
USE_TZ = True

STATIC_URL = "static/"
# A package brings them collected; in a clone `serve` collects them.
COLLECTED = BASE_DIR / "league" / "site" / "collected"
STATIC_ROOT = COLLECTED if COLLECTED.is_dir() else DATA_DIR / "static"
# With DEBUG on, files are served from where they are written, under their own names.
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ADD_HEADERS_FUNCTION = headers_of_file
# No other site has any business with them.
WHITENOISE_ALLOW_ALL_ORIGINS = False
# What never changes under its name: a folder with a version keeps the names of its files, which
# find one another by them; all others are collected under a hash.
VERSIONED_FILES = r"(^|/)vendor/[a-z]+-\d[\d.]*/"
WHITENOISE_IMMUTABLE_FILE_TEST = rf"{VERSIONED_FILES}|\.[0-9a-f]{{12}}\.[^./]+$"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "league.site.storage.PageFilesStorage"
    },
}

# A day on paper is one form: 160 people by twelve games, of three fields each, and their names.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 6000

# Who derives something from a sheet, and says what a correction would change in it; see
# scoring/sheets/selectors/consequences.py.
SHEET_CONSEQUENCES = [
    "league.seasons.services.consequences.foresee",
    "league.tournaments.directing.services.consequences.foresee",
    # After the seasons, which read the tallies as they were before: this one refreshes them.
    "league.days.services.winner_change.foresee",
]
# Who tells a table something on its sheet; see scoring/sheets/selectors/notices.py.
SHEET_NOTICES = [
    "league.days.selectors.sheet_notices.notices_of",
    "league.tournaments.directing.selectors.sheet_notices.notices_of",
    "scoring.tablets.sync.selectors.notices_of",
]
START_NOTICES = ["league.days.selectors.sheet_notices.start_notices"]
# Whose directors may overrule at a game, and where a tablet of one table goes on; see
# scoring/sheets/access.py and scoring/sheets/selectors/table_home.py.
GAMES_DIRECTED = ["league.tournaments.access.tournament_of_game"]
GAME_DATES = "league.seasons.selectors.played_on.dates_of"
# The newest finished games for the first page of a club; see scoring/sheets/views/home.py.
FINISHED_GAMES = "league.days.services.finished_games.finished_games"
# What hears that a seat of a game is somebody else's now; see scoring/sheets/services/seats.py.
SEAT_MOVED = ["league.seasons.services.tallies.seats_forget"]
# Who could come late to a game's table; see scoring/sheets/selectors/guests.py.
WITHOUT_SEAT = ["league.days.selectors.late_seats.names_without_seat"]
TABLES_NOW = [
    "league.tournaments.directing.selectors.tables_now.tournament_table",
    "league.days.selectors.tables_now.day_table",
]
# What else is chosen on the page of a club; see scoring/accounts/views/accounts.py.
CLUB_CHOICES = ["league.front.services.leaderboard_show"]
# What is on in a club today; see scoring/sheets/selectors/days_on.py.
DAYS_ON = ["league.days.selectors.days_on.game_days_on"]
# What goes by a club's rule sheet and has not begun; see scoring/rules/selectors.py.
RULES_PLANNED = [
    "league.days.selectors.planned_rules.days_planned",
    "league.tournaments.stages.selectors.planned_rules.stages_planned",
]

# What rooms above the site throw away once it is old, and answer how much that was; see
# league/site/tidying.py.
TIDIED = {
    "links to found a club": "league.hosting.services.founding.foundings_clear",
    "clubs": "league.privacy.services.erase_club.clubs_erase_due",
    "reports of pages": "league.hosting.services.operating.reports_clear",
}

# What is counted anew beside it.
COUNTED = ["league.hosting.services.sizes.sizes_count"]

# What pages can listen for: all rows of a kind with their revisions; see scoring/watching/keys.py.
WATCHED = [
    "scoring.sheets.access.watched_games",
    "league.days.access.watched_days",
    "league.seasons.access.watched_seasons",
    "league.leagues.access.watched_leagues",
    "league.tournaments.access.watched_tournaments",
]

# What each page's deed is called in the log of who did what, see scoring/log/selectors.py; and
# tables whose writing is no deed: sessions, guesses, and what is derived from other tables.
LOG_WORDS = [
    "scoring.deeds.DEEDS",
    "league.deeds.DEEDS",
    "league.site.accounts.deeds.DEEDS",
]
LOG_LEAVES_OUT = [
    "account_",
    "axes_",
    "django_session",
    "league_board",
    "league_dayanswersent",
    "league_leagueboard",
    "league_leaguestanding",
    "league_recordbook",
    "league_seattally",
    "league_signupsent",
    "league_standing",
    "league_tally",
    "scoring_clubsize",
    "scoring_logentry",
    "scoring_pairingguess",
    "scoring_revision",
    "usersessions_",
]

LOGIN_URL = "scoring:sign-in"
LOGIN_REDIRECT_URL = "scoring:home"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
CSRF_FAILURE_VIEW = "scoring.web.errors.csrf_failure"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": name}
    for name in (
        "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "django.contrib.auth.password_validation.MinimumLengthValidator",
        "django.contrib.auth.password_validation.CommonPasswordValidator",
        "league.site.accounts.passwords.PlaceWordsValidator",
    )
]
# Half a year, however it is used; see scoring/accounts/services/sessions.py.
SESSION_COOKIE_AGE = ACCOUNT_SESSION_COOKIE_AGE = 180 * 24 * 60 * 60
ACCOUNT_SESSION_REMEMBER = True
# How long a password that was typed waits for its second step, and how long one that was typed
# again opens the pages about passwords, passkeys and codes; in seconds.
ACCOUNT_LOGIN_TIMEOUT = ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60

# Accounts are made by organizers, under a name; a hall's laptop sends no mail. See
# league/site/accounts/.
ACCOUNT_ADAPTER = "league.site.accounts.adapters.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_FORMS = {
    "login": "league.site.accounts.forms.SignInForm",
    "reauthenticate": "league.site.accounts.forms.ConfirmForm",
    "change_password": "league.site.accounts.forms.PasswordForm",
}
# Guesses are limited in the database instead, by scoring/accounts/services/guesses.py.
ACCOUNT_RATE_LIMITS = False
MFA_ADAPTER = "league.site.accounts.adapters.SecondStepAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Roundhouse"
# A phone's clock may be half a minute off.
MFA_TOTP_TOLERANCE = 1
MFA_FORMS = {
    "authenticate": "league.site.accounts.forms.CodeForm",
    "reauthenticate": "league.site.accounts.forms.ConfirmCodeForm",
    "activate_totp": "league.site.accounts.forms.SwitchOnForm",
    "login_webauthn": "league.site.accounts.forms.PasskeyForm",
    "authenticate_webauthn": "league.site.accounts.forms.PasskeyStepForm",
    "reauthenticate_webauthn": "league.site.accounts.forms.ConfirmPasskeyForm",
    "add_webauthn": "league.site.accounts.forms.AddPasskeyForm",
    "edit_webauthn": "league.site.accounts.forms.NamePasskeyForm",
}
# Not a guess, but a row for each try: a whole club behind one address stays below it.
MFA_RATE_LIMITS = {"webauthn_login": "60/m/ip"}
AXES_HANDLER = "league.site.accounts.guessing.GuessHandler"
AXES_CLIENT_IP_CALLABLE = "scoring.web.addresses.client_address"
AXES_LOCKOUT_CALLABLE = "league.site.accounts.guessing.too_many_guesses"
# What our handler counts by; axes looks whether an address is among it.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
# Who knocks while the door is shut does not keep it shut.
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_ENABLE_ADMIN = False

X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# What makes each cookie secure, or not, is the door: league/site/doors.py.
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS_ONLY
# Pages carry the token in their forms: no script reads the cookie.
CSRF_COOKIE_HTTPONLY = True
if TRUST_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# Without a proxy that tells which way a page was asked for, sending to https would never end.
SECURE_SSL_REDIRECT = HTTPS_ONLY and TRUST_PROXY
# A monitor asks the server itself, without the proxy.
SECURE_REDIRECT_EXEMPT = [r"^health/$", r"^metrics$"]
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS_ONLY else 0
# Both bind more than this site, so both are for its keeper to ask for; Django warns where not.
SECURE_HSTS_INCLUDE_SUBDOMAINS, SECURE_HSTS_PRELOAD = read_hsts("HSTS_SUBDOMAINS", "HSTS_PRELOAD")
# And that one library of tags stands in for another is meant: kept_sentences.py for Django's i18n.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021", "templates.W003"]

LOGGING = logging_of(
    DATA_DIR / "logs",
    as_json=read_choice("LOG_FORMAT", ("lines", "json")) == "json",
)
