"""What a tablet hands over, read as it came: untrusted, perhaps damaged, perhaps of an old page.

The format is version 1, and every later version of the site reads it: a tablet may have recorded
under an older one. A sending is an object with

    key       what the device chose, at most 56 characters
    kind      round, correct, undo or dispute
    round     the round's number, from 1 (not for a dispute)
    made_at   when, by the device's clock
    author    who recorded, as the server had signed it for the page
    fields    a round's form, as its fields were filled in: text by name
    seen      what a correction or an undo was about: {"entry": id} or {"key": key}
    asks      true while the one who recorded still waits for the answer
    data      a dispute, as the desk had it
"""

import hashlib
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NoReturn

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from scoring.models import SetAside
from scoring.services.handing import MAX_ROUND, Seen

# With room for what a service adds where one sending writes several entries.
KEY_LENGTH = 56
MOST_SENDINGS = 50
MOST_FIELDS = 200
LONGEST_FIELD = 2000
MOST_BYTES = 1_000_000
# As JSON writes it: not where a backslash before it makes it a text about itself.
NUL = re.compile(r"((?<!\\)(?:\\\\)*)\\u0000")
KINDS = {kind.value for kind in SetAside.Kind} - {SetAside.Kind.UNREADABLE.value}


class Unreadable(Exception):  # noqa: N818  a no, like those of the services
    """Something that cannot be read; `message` says what."""

    def __init__(self, message: str) -> None:
        """Keep the sentence."""
        super().__init__(message)
        self.message = message


@dataclass(frozen=True)
class Sending:
    """One sending that could be read."""

    key: str
    kind: SetAside.Kind
    round_number: int = 0
    made_at: datetime | None = None
    author: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    seen: Seen = field(default_factory=Seen)
    asks: bool = False
    data: Mapping[str, Any] = field(default_factory=dict)


def read_body(body: bytes) -> tuple[list[Any], datetime | None]:
    """The sendings of a request, each still to be read, and the device's clock as it sent them.

    Raises `Unreadable` for what is no such request at all.
    """
    if len(body) > MOST_BYTES:
        raise Unreadable(_("That is too much at once."))
    try:
        told = json.loads(body, parse_constant=_refuse, parse_float=_finite)
    except (ValueError, RecursionError):
        raise Unreadable(_("That cannot be read.")) from None
    sendings = told.get("sendings") if isinstance(told, dict) else None
    if not isinstance(sendings, list) or len(sendings) > MOST_SENDINGS:
        raise Unreadable(_("That cannot be read."))
    return sendings, moment(told.get("sent_at"))


def read_sending(told: Any) -> Sending:
    """One sending as a value. Raises `Unreadable` where something in it is no such thing."""
    if not isinstance(told, dict):
        raise Unreadable(_("It is damaged and cannot be read."))
    kind, seen, number = told.get("kind"), told.get("seen") or {}, told.get("round") or 0
    fields, data = told.get("fields") or {}, told.get("data") or {}
    key = told.get("key")
    if not (isinstance(key, str) and is_key(key) and isinstance(kind, str) and kind in KINDS):
        raise Unreadable(_("It is damaged and cannot be read."))
    if not (_is_number(number, MAX_ROUND) and isinstance(data, dict)):
        raise Unreadable(_("It is damaged and cannot be read."))
    if not isinstance(fields, dict) or len(fields) > MOST_FIELDS:
        raise Unreadable(_("Its numbers are damaged and cannot be read."))
    if not all(_is_text(name) and _is_text(value) for name, value in fields.items()):
        raise Unreadable(_("Its numbers are damaged and cannot be read."))
    return Sending(
        key=key,
        kind=SetAside.Kind(kind),
        round_number=number,
        made_at=moment(told.get("made_at")),
        author=author if isinstance(author := told.get("author"), str) else "",
        fields=fields,
        seen=_seen(seen),
        asks=told.get("asks") is True,
        data=data,
    )


def key_of(told: Any) -> str:
    """The key of a sending that cannot be read: its own, else one made from what it holds.

    So that it is kept once, however often it comes.
    """
    if isinstance(told, dict) and is_key(told.get("key")):
        return str(told["key"])
    whole = json.dumps(told, sort_keys=True, default=str).encode(errors="replace")
    return "damaged-" + hashlib.sha256(whole).hexdigest()[:40]


def storable(told: Any) -> dict[str, Any]:
    """What was sent, as every database can keep it and everybody of the club may read it.

    Without signs that no text may have, and without what the server signed for the author: whoever
    had that could write in the author's name.
    """
    whole = told if isinstance(told, dict) else {"damaged": told}
    whole = {name: value for name, value in whole.items() if name != "author"}
    text = json.dumps(whole, ensure_ascii=False).encode(errors="replace").decode()
    kept: dict[str, Any] = json.loads(NUL.sub(r"\1?", text))
    return kept


def _refuse(name: str) -> NoReturn:
    """Refuse what JSON has no word for, such as NaN."""
    raise ValueError(name)


def _finite(number: str) -> float:
    """A number, unless it is one that no database can keep inside JSON."""
    value = float(number)
    return value if math.isfinite(value) else _refuse(number)


def is_key(key: object) -> bool:
    """Whether this can be a device's key."""
    return isinstance(key, str) and 0 < len(key) <= KEY_LENGTH and key.isprintable()


def moment(told: object) -> datetime | None:
    """A device's clock, read as a moment: with its zone, and in no odd year; else None."""
    if not isinstance(told, str):
        return None
    try:
        found = parse_datetime(told[:40])
    except ValueError:
        return None
    if found is None or not timezone.is_aware(found) or not 1970 < found.year < 3000:
        return None
    return found


def _seen(told: object) -> Seen:
    if not isinstance(told, dict):
        raise Unreadable(_("It is damaged and cannot be read."))
    if is_key(told.get("key")):
        return Seen(key=told["key"])
    entry = told.get("entry")
    return Seen(entry=entry if isinstance(entry, int) and _is_number(entry, 2**62) else 0)


def _is_number(value: object, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_FIELD and "\0" not in value
