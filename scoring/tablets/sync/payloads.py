"""What tablets send, read as it came: untrusted, perhaps damaged, perhaps of an old page.

All that a tablet may send stands here as shapes, with their limits; a dispute's own shape stands
where tablets have it aboard. The format is version 1, and every later version of the site reads it,
since a tablet may have recorded under an older one. A request holds `sendings`, and `sent_at`, the
device's clock as it sent them. A sending is an object with

    key       what the device chose, at most 56 characters
    kind      round, correct, undo or dispute
    round     the round's number, from 1 (a dispute's too)
    made_at   when, by the device's clock
    author    who recorded, as the server had signed it for the page
    fields    a round's form, as its fields were filled in: text by name
    seen      what a correction or an undo was about: {"entry": id} or {"key": key}; an undo that
              is about an undo takes that one back
    asks      true while the person who recorded still waits for the answer
    data      a dispute, as the desk had it: `scoring.tablets.sync.disputes.DISPUTE`

What else it holds is of the page that sent it, and is left out.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _

from scoring.referee import NO_LETTER, JsonError, read_json
from scoring.shapes import (
    Flag,
    MapOf,
    OneOf,
    Or,
    Parts,
    Shape,
    Text,
    Unfit,
    Untold,
    Whole,
)
from scoring.web.devices import CLOCK, KEY, is_key, moment

from .disputes import DISPUTE
from .models import SetAside

Kind = SetAside.Kind
MOST_SENDINGS: Final = 50
MOST_BYTES: Final = 1_000_000
MAX_ROUND: Final = 32767
# Letters of a sending: a round of fourteen seats has a fifth of it.
LONGEST_SENDING: Final = 20_000

TOKEN: Final = Text(2000)
FIELDS: Final = MapOf(Text(60), Text(2000), 200)
SEEN: Final = Parts(more={"entry": Untold(Whole(0, 2**62), 0), "key": KEY})

_EVERY: Final[Mapping[str, Shape]] = {
    "key": KEY,
    "kind": OneOf(frozenset(set(Kind.values) - {Kind.UNREADABLE.value})),
}
_ANY: Final[Mapping[str, Shape]] = {
    "round": Untold(Whole(0, MAX_ROUND), 0),
    "made_at": Or(CLOCK),
    "author": Or(TOKEN, ""),
    "asks": Or(Flag(), False),
    "fields": Untold(FIELDS, {}),
    "seen": Untold(SEEN, {}),
}
SENDING: Final = Parts(_EVERY, _ANY)
DISPUTE_SENDING: Final = Parts(_EVERY, {**_ANY, "data": Untold(DISPUTE, {})})


class Unreadable(Exception):  # noqa: N818  a no, like those of the services
    """Something that cannot be read; `message` says what."""

    def __init__(self, message: str) -> None:
        """Keep the sentence."""
        super().__init__(message)
        self.message = message


@dataclass(frozen=True)
class Seen:
    """The entry that somebody looked at: by its id, or by its key while the server had none."""

    entry: int = 0
    key: str = ""


@dataclass(frozen=True)
class Sending:
    """One sending that could be read.

    `kept` is all of it that is worth keeping, as JSON has it: not what the server signed for the
    author, because anybody with that could write in the author's name.
    """

    key: str
    kind: SetAside.Kind
    round_number: int = 0
    made_at: datetime | None = None
    author: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    seen: Seen = field(default_factory=Seen)
    asks: bool = False
    data: Mapping[str, Any] = field(default_factory=dict)
    kept: Mapping[str, Any] = field(default_factory=dict)


def read_body(body: bytes) -> tuple[list[Any], datetime | None]:
    """Return the sendings of a request, each still to be read, and the device's clock.

    Raises `Unreadable` for what is no such request at all.
    """
    if len(body) > MOST_BYTES:
        raise Unreadable(_("That is too much at once."))
    try:
        content = read_json(body)
    except JsonError:
        raise Unreadable(_("That cannot be read.")) from None
    sendings = content.get("sendings") if isinstance(content, dict) else None
    if not isinstance(sendings, list) or len(sendings) > MOST_SENDINGS:
        raise Unreadable(_("That cannot be read."))
    return sendings, moment(content.get("sent_at"))


def read_sending(raw: Any) -> Sending:
    """Return one sending as a value. Raises `Unreadable` where it does not have its shape."""
    is_dispute = isinstance(raw, dict) and raw.get("kind") == Kind.DISPUTE
    try:
        read = (DISPUTE_SENDING if is_dispute else SENDING).read(raw)
    except Unfit:
        raise Unreadable(_("It is damaged and cannot be read.")) from None
    if len(_as_text(read)) > LONGEST_SENDING:
        raise Unreadable(_("It is too long to be a round or a dispute."))
    seen = read.get("seen", {})
    return Sending(
        key=read["key"],
        kind=Kind(read["kind"]),
        round_number=read.get("round", 0),
        made_at=moment(read.get("made_at")),
        author=read.get("author", ""),
        fields=read.get("fields", {}),
        seen=Seen(key=seen["key"]) if "key" in seen else Seen(entry=seen.get("entry", 0)),
        asks=read.get("asks", False),
        data=read.get("data", {}),
        kept={name: value for name, value in read.items() if name != "author"},
    )


def key_of(raw: Any) -> str:
    """Return the key of a sending that cannot be read: its own, else one made from what it holds.

    So that it is kept once, however often it comes.
    """
    if isinstance(raw, dict) and is_key(raw.get("key")):
        return str(raw["key"])
    whole = _as_text(raw).encode(errors="replace")
    return "damaged-" + hashlib.sha256(whole).hexdigest()[:40]


def damaged(raw: Any) -> dict[str, str]:
    """Return what is kept of a sending that cannot be read: its text, as all can read it.

    So whatever is odd in it is only characters of a text to everything that reads it later.
    """
    if isinstance(raw, dict):
        raw = {name: value for name, value in raw.items() if name != "author"}
    text = NO_LETTER.sub("?", _as_text(raw))
    cut = text[:LONGEST_SENDING]
    return {"damaged": cut if len(cut) == len(text) else f"{cut} …"}


def _as_text(raw: Any) -> str:
    return json.dumps(raw, sort_keys=True, ensure_ascii=False)
