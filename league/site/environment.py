"""Reading one setting from the environment, or refusing it in one sentence.

Each reader answers the value, or raises ``ImproperlyConfigured`` with a sentence that names the
variable, what is wrong with it and what to write instead. A value that may hold a password is
never repeated in the sentence.
"""

import os
import re
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import environ
from django.core.exceptions import ImproperlyConfigured

from league.site.setup import program

ON = frozenset({"on", "true", "yes", "1"})
OFF = frozenset({"off", "false", "no", "0"})
POSTGRESQL = "django.db.backends.postgresql"
# A statement that a connection has asked often is planned once; so its values travel beside it.
KEEPS_PLANS = {"server_side_binding": True, "prepare_threshold": 5}
DATABASE_FORMS = (
    "sqlite:////folder/file.sqlite3, postgres://user:password@host:5432/name "
    "or postgres://user@//socket-folder/name"
)
CONTACT = re.compile(r"mailto:[^\s@]+@[^\s@]+|https://[^\s/]+(/\S*)?|tel:\+?[\d.()-]+", re.ASCII)
MAIL_SCHEMES = frozenset({"smtp", "smtps", "smtp+tls", "smtp+ssl"})
MAIL_FORM = "smtp+tls://user:password@mail.example.org:587"
MAIL_ADDRESS = re.compile(r"[^\s@<>]+@[^\s@<>]+", re.ASCII)
FOUNDING = ("nobody", "invitation", "anybody")
SHORTEST_KEY = 50
SHORTEST_TOKEN = 32
TOKEN = re.compile(rf"[A-Za-z0-9._~+/=-]{{{SHORTEST_TOKEN},}}")
HIGHEST_PORT = 65535

env = environ.Env()


def _text(name: str) -> str:
    return str(env.str(name, default="")).strip()


def read_switch(name: str, *, default: bool) -> bool:
    """Answer whether the switch is on; a word that is neither on nor off is refused."""
    word = _text(name).lower()
    if not word:
        return default
    if word in ON:
        return True
    if word in OFF:
        return False
    raise ImproperlyConfigured(f"{name} is {word!r}: write on or off.")


def read_row_security(name: str, database: dict[str, Any]) -> bool | None:
    """Answer whether PostgreSQL holds the clubs apart itself; None for as the database has it."""
    is_on = read_switch(name, default=False) if _text(name) else None
    if is_on and database["ENGINE"] != POSTGRESQL:
        raise ImproperlyConfigured(f"{name} needs PostgreSQL: let DATABASE_URL name its server.")
    return is_on


def read_hsts(subdomains: str, preload: str) -> tuple[bool, bool]:
    """Answer whether https alone holds for names below this one, and for browsers' own lists."""
    below, listed = (read_switch(name, default=False) for name in (subdomains, preload))
    if listed and not below:
        raise ImproperlyConfigured(
            f"{preload} is on: browsers list a site only with all names below it, so write "
            f"{subdomains}=on as well."
        )
    return below, listed


def read_port(name: str) -> int | None:
    """Answer a port's number; None where none is set."""
    text = _text(name)
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= HIGHEST_PORT):
        raise ImproperlyConfigured(f"{name} is {text!r}: write a number from 1 to {HIGHEST_PORT}.")
    return int(text)


def read_number(name: str, *, default: int, least: int, most: int) -> int:
    """Answer a whole number within its bounds."""
    text = _text(name)
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and least <= int(text[:9]) <= most):
        raise ImproperlyConfigured(
            f"{name} is {text!r}: write a whole number from {least} to {most}."
        )
    return int(text)


def read_names(name: str) -> frozenset[str]:
    """Answer user names that were written with commas between them; none if nothing is set."""
    names = [part.strip() for part in _text(name).split(",")] if _text(name) else []
    if not all(names):
        raise ImproperlyConfigured(
            f"{name} is {_text(name)!r}: write user names with commas between them, such as "
            "ann,olive."
        )
    return frozenset(names)


def read_contact(name: str) -> str:
    """Answer an address for reports, as RFC 9116 wants it; "" where none is set."""
    text = _text(name)
    if text and not CONTACT.fullmatch(text):
        raise ImproperlyConfigured(
            f"{name} is {text!r}: write mailto: and a mail address, or a web address that begins "
            "with https:// or tel: and a number."
        )
    return text


def read_token(name: str) -> str:
    """Answer a token that nobody can guess; "" where none is set."""
    text = _text(name)
    if text and not TOKEN.fullmatch(text):
        raise ImproperlyConfigured(
            f"{name} can be guessed or is no token: write {SHORTEST_TOKEN} letters and digits or "
            "more, with no space between them."
        )
    return text


def read_mail(name: str, sender: str) -> tuple[dict[str, Any], str]:
    """Answer Django's settings for the mail server and who mails come from; none where none is set.

    Without a server mails go nowhere. A server needs a sender.
    """
    text, address = _text(name), _text(sender)
    if not text:
        return {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}, address
    scheme = text.partition("://")[0]
    if "://" not in text or scheme not in MAIL_SCHEMES:
        raise ImproperlyConfigured(f"{name} names no mail server: write {MAIL_FORM}.")
    try:
        config = dict(environ.Env.email_url_config(text))
    except (ValueError, ImproperlyConfigured) as error:
        raise ImproperlyConfigured(f"{name} cannot be understood: write {MAIL_FORM}.") from error
    if not config.get("EMAIL_HOST"):
        raise ImproperlyConfigured(f"{name} names no mail server: write {MAIL_FORM}.")
    if not MAIL_ADDRESS.fullmatch(address):
        raise ImproperlyConfigured(
            f"{sender} is {address!r}: write the address that mails come from, such as "
            "club@example.org."
        )
    return config, address


def read_choice(name: str, choices: tuple[str, ...]) -> str:
    """Answer one of these words, the first where nothing is set."""
    word = _text(name).lower() or choices[0]
    if word not in choices:
        raise ImproperlyConfigured(f"{name} is {word!r}: write {' or '.join(choices)}.")
    return word


def read_founding(name: str, *, mail_goes: bool) -> str:
    """Answer who may found a club; for anybody a mail server has to confirm addresses."""
    word = _text(name).lower() or "nobody"
    if word not in FOUNDING:
        raise ImproperlyConfigured(f"{name} is {word!r}: write nobody, invitation or anybody.")
    if word == "anybody" and not mail_goes:
        raise ImproperlyConfigured(
            f"{name} is anybody, and no mail can be sent to confirm an address: set EMAIL_URL and "
            "MAIL_FROM as well, or write invitation."
        )
    return word


def read_folder(name: str, *, default: Path) -> Path:
    """Answer an absolute folder; it need not exist yet."""
    text = _text(name)
    if not text:
        return default
    folder = Path(text)
    if not folder.is_absolute():
        raise ImproperlyConfigured(
            f"{name} is {text!r}: write a whole path, such as {Path.home()}."
        )
    if folder.exists() and not folder.is_dir():
        raise ImproperlyConfigured(f"{name} is {text!r}, which is a file: name a folder.")
    return folder


def read_secret_key(*, debug: bool, key_file: Path) -> str:
    """Answer the key from SECRET_KEY, else from the file that ``manage.py`` made.

    Only with DEBUG on may there be none.
    """
    key = _text("SECRET_KEY")
    if not key:
        try:
            key = key_file.read_text(encoding="ascii").strip()
        except FileNotFoundError:
            key = ""
        except (OSError, ValueError) as error:
            raise ImproperlyConfigured(
                f"The secret key in {key_file} cannot be read: make it readable for this user "
                "or set SECRET_KEY."
            ) from error
    if not key:
        if debug:
            return "only-for-trying-things-out-with-DEBUG-on"
        raise ImproperlyConfigured(
            f"There is no SECRET_KEY: set it, or run {program()} serve once, which makes one."
        )
    if len(key) < SHORTEST_KEY and not debug:
        raise ImproperlyConfigured(
            f"SECRET_KEY is too short to keep anything secret: give {SHORTEST_KEY} characters "
            "or more."
        )
    return key


def read_addresses(name: str) -> list[str]:
    """Answer origins such as ``https://scores.example.org``, in the order they are written.

    Nothing set answers an empty list. Each address is a scheme, a host and perhaps a port.
    """
    addresses = []
    for text in _text(name).split(","):
        address = text.strip().rstrip("/")
        if not address:
            continue
        if not _is_origin(address):
            raise ImproperlyConfigured(
                f"{name} holds {text.strip()!r}: write whole addresses with commas between them, "
                "such as https://scores.example.org or http://192.168.1.20:8000."
            )
        addresses.append(address.lower())
    return addresses


def _is_origin(address: str) -> bool:
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        return False
    if parts.scheme not in {"http", "https"} or not host or port == 0:
        return False
    rebuilt = parts.netloc.lower()
    wanted = f"[{host}]" if ":" in host else host
    return (
        rebuilt in {wanted, f"{wanted}:{port}"}
        and all(letter.isalnum() or letter in ".-:" for letter in host)
        and not (parts.path or parts.query or parts.fragment)
    )


def read_time_zone(name: str) -> str:
    """Answer a time zone's name: the one set, else the machine's own, else UTC."""
    text = _text(name)
    if text:
        if not _is_zone(text):
            raise ImproperlyConfigured(
                f"{name} is {text!r}, which is no time zone: write one such as America/Chicago "
                "or Europe/London."
            )
        return text
    if sys.platform == "win32":
        from tzlocal import get_localzone_name  # noqa: PLC0415 - of Windows alone

        own = str(get_localzone_name())
        return own if _is_zone(own) else "UTC"
    target = os.path.realpath("/etc/localtime")
    own = target.partition("/zoneinfo/")[2]
    return own if own and _is_zone(own) else "UTC"


def _is_zone(text: str) -> bool:
    try:
        ZoneInfo(text)
    except (OSError, ValueError, KeyError):
        return False
    return True


def read_language(name: str, *, spoken: list[tuple[str, str]]) -> str:
    """Answer a language that the site speaks; the first one if nothing is set."""
    codes = [code for code, _ in spoken]
    text = _text(name).lower()
    if text and text not in codes:
        raise ImproperlyConfigured(f"{name} is {text!r}: the site speaks {', '.join(codes)}.")
    return text or codes[0]


def read_database(name: str, *, base: Path, default_file: Path) -> dict[str, Any]:
    """Answer Django's settings for the one database.

    SQLite in a file of the data folder unless the variable names a file or a PostgreSQL server.
    A connection lasts for one page, but for the server's own threads; see server/process.py.
    """
    text = _text(name)
    if not text:
        return _sqlite(default_file)
    scheme = text.partition("://")[0]
    if "://" not in text or scheme not in {"sqlite", "postgres", "postgresql"}:
        raise ImproperlyConfigured(f"{name} names no database: write {DATABASE_FORMS}.")
    try:
        config = dict(environ.Env.db_url_config(text))
    except (ValueError, ImproperlyConfigured) as error:
        raise ImproperlyConfigured(
            f"{name} cannot be understood: write {DATABASE_FORMS}."
        ) from error
    if not config.get("NAME") or config["NAME"] == ":memory:":
        wanted = "file" if scheme == "sqlite" else "database"
        raise ImproperlyConfigured(f"{name} names no {wanted}: write {DATABASE_FORMS}.")
    if scheme == "sqlite":
        return _sqlite(base / str(config["NAME"]))
    return {**config, "OPTIONS": {**KEEPS_PLANS, **config.get("OPTIONS", {})}}


def read_replica(name: str, database: dict[str, Any]) -> dict[str, Any]:
    """Answer Django's settings for a replica of the database, which has to be PostgreSQL's."""
    config = read_database(name, base=Path(), default_file=Path())
    if config["ENGINE"] != POSTGRESQL or database["ENGINE"] != POSTGRESQL:
        raise ImproperlyConfigured(f"{name} names a replica of PostgreSQL: DATABASE_URL needs one.")
    # Pages do not wait for one that is away.
    config["OPTIONS"] = {**config.get("OPTIONS", {}), "connect_timeout": 2}
    return config


def _sqlite(file: Path) -> dict[str, Any]:
    return {
        "ENGINE": "league.site.sqlite",
        "NAME": file,
        "OPTIONS": {
            # Writers queue up instead of failing when both had read before they write.
            "transaction_mode": "IMMEDIATE",
            "timeout": 5,
            # FULL, not NORMAL: what was shown as saved survives a pulled plug. The engine lets
            # transactions wait for the disk together.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
            # What is erased is written over, and does not stay in free pages of the file.
            "PRAGMA secure_delete=ON;",
        },
    }
