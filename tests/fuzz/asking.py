"""Making one odd request: the page's own form as a browser would send it, a little bent."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any
from urllib.parse import quote_from_bytes, urlsplit

from scoring.models import Game
from scoring.sheets.selectors.sheet import sheet_of
from tests.factories import new_key
from tests.keys import CREDENTIAL

from . import odd
from .forms import Form
from .site import Site, name_at

FORM = "application/x-www-form-urlencoded"
BORDER = "odd-border"
METHODS = ("PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE", "BREW", "post")
TYPES = (
    *("", "x", "text/plain", "application/json", "multipart/form-data", "multipart/form-data;"),
    *("multipart/form-data; boundary=", "multipart/form-data; boundary=\xff", FORM + "; charset=x"),
    *(FORM + "; charset=utf-16", f"multipart/form-data; boundary={'a' * 300}", "/"),
)
LONGEST_TOLD = 1200
# How many pages of each form are looked through for fields.
MOST_PLACES = 4
# A form that is right as it stands keeps what is behind it reachable.
UNBENT = 0.2


@dataclass
class Request:
    """What is sent, by whom."""

    role: str
    method: str
    url: str
    body: bytes = b""
    content_type: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    checks_token: bool = False

    def __str__(self) -> str:
        """All that is needed to send it again."""
        more = {**self.headers, **{f"cookie {name}": one for name, one in self.cookies.items()}}
        body = self.body if len(self.body) < LONGEST_TOLD else self.body[:LONGEST_TOLD] + b"..."
        told = f"{self.role}: {self.method} {self.url[:300]} {more or ''}"
        return f"{told} {self.content_type!r} {body!r}" if self.method != "GET" else told


def make(site: Site, name: str, role: str, rng: Random) -> Request:
    """An odd request to the page of that name; looks at the page first if it takes a form."""
    url = site.url(name, rng)
    dice = rng.random()
    methods = site.methods[name]
    if dice < 0.9 and methods == {"GET"}:
        dice = 0
    if "GET" in methods and dice < 0.3:
        made = Request(role, "GET", url)
        if rng.random() < 0.8:
            made.url = queried(url, site, role, rng)
    elif dice < 0.37:
        made = Request(role, rng.choice(METHODS), url, b"x=1", FORM)
    else:
        made = posted(site, name, url, role, rng)
    if rng.random() < 0.15:
        made.headers = odd.headers(rng)
    if rng.random() < 0.05:
        made.cookies = odd.cookies(rng)
    made.checks_token = rng.random() < 0.02
    return made


def queried(url: str, site: Site, role: str, rng: Random) -> str:
    """The address with an odd query, of the page's own fields if it has any."""
    names = list(odd.QUERY_NAMES)
    for form in site.forms(role, url) if rng.random() < 0.5 else []:
        names += [*form.fields] * 3
    pairs = [(rng.choice(names), odd.text(rng)) for _one in range(rng.randrange(1, 4))]
    return f"{url}{'&' if '?' in url else '?'}{encoded(pairs).decode()}"


def posted(site: Site, name: str, url: str, role: str, rng: Random) -> Request:
    """A form or JSON that is sent to the page."""
    if name == "scoring:hand-over":
        return Request(role, "POST", url, handed_over(url, rng), "application/json")
    form = None
    places = [url, *site.shown_at.get(name, [])]
    for place in (rng.choice(places), rng.choice(places)):
        found = forms_for(site, name, role, place)
        if found:
            form = rng.choice(found)
            url = form.action or place
            break
    pairs, files = bent_form(form, rng)
    if files or rng.random() < 0.15:
        content_type = f"multipart/form-data; boundary={BORDER}"
        body = multipart(pairs, files)
    else:
        content_type, body = FORM, encoded(pairs)
    if rng.random() < 0.04:
        content_type = rng.choice(TYPES)
    if rng.random() < 0.04:
        content_type = f"multipart/form-data; boundary={BORDER}"
        body = odd.parts(rng, BORDER)
    elif rng.random() < 0.04:
        content_type = rng.choice((FORM, "application/json", content_type))
        body = odd.deep(rng).encode("utf-8", "surrogatepass")
    elif rng.random() < 0.04:
        body = rng.choice(
            (b"", body[: len(body) // 2], b"\xff\0" + body, b"&" * 1500, b"a=&" * 1100)
        )
    return Request(role, "POST", url, body, content_type)


def each_field(site: Site) -> Iterator[tuple[str, Callable[[], Request]]]:
    """For each field of each form and each of the worst values: the page's name, and a request.

    The other fields are as their page has them; the page is looked at when the request is made.
    """
    for name, places in sorted(site.shown_at.items()):
        roles = ("organizer",) if ":" in name else ("keyed", "half")
        for role in roles:
            fields: dict[str, str] = {}
            for place in places[:MOST_PLACES]:
                for one in forms_for(site, name, role, place):
                    fields |= {
                        each: place for each, told in one.fields.items() if told.kind != "file"
                    }
            fields.pop("csrfmiddlewaretoken", None)
            for at, place in fields.items():
                for value in odd.WORST:
                    yield name, partial(one_bent, site, name, role, place, at, value)


def one_bent(site: Site, name: str, role: str, place: str, at: str, value: str) -> Request:
    """The form of that page with one value in place of what a field held."""
    forms = [one for one in forms_for(site, name, role, place) if at in one.fields]
    if not forms:
        return Request(role, "GET", place)
    pairs, files = bent_form(forms[0], Random(0), unbent=True)
    pairs = [*((each, told) for each, told in pairs if each != at), (at, value)]
    url = forms[0].action or place
    if files:
        kind = f"multipart/form-data; boundary={BORDER}"
        return Request(role, "POST", url, multipart(pairs, files), kind)
    return Request(role, "POST", url, encoded(pairs), FORM)


def forms_for(site: Site, name: str, role: str, place: str) -> list[Form]:
    """The forms on a page that send to the page of that name."""
    return [
        one for one in site.forms(role, place) if one.posts and name_at(one.action or place) == name
    ]


def bent_form(
    form: Form | None, rng: Random, *, unbent: bool = False
) -> tuple[list[tuple[str, str]], list[Any]]:
    """What a browser would send for the form, with a few fields bent; and the files in it."""
    files = []
    told: dict[str, list[str]] = {}
    for one in form.fields.values() if form else []:
        if one.kind == "file":
            kept = odd.attacks() if rng.random() < 0.3 else odd.files()
            files.append((one.name, *rng.choice(kept)))
        elif one.kind == "password" and rng.random() < 0.5:
            told[one.name] = ["only for tests"]
        elif one.name == "credential":
            told[one.name] = [credential(rng)]
        else:
            told[one.name] = usual(one, rng)
    if not unbent and (form is None or rng.random() > UNBENT):
        for _one in range(rng.choice((1, 1, 1, 2, 3, 8))):
            bend(told, rng)
    return [(name, value) for name, values in told.items() for value in values], files


def usual(one: Any, rng: Random) -> list[str]:
    """What somebody would tell in this field."""
    if one.choices:
        return [rng.choice([one.value or one.choices[0], *one.choices])]
    if one.value or one.kind == "hidden":
        return [one.value]
    return [rng.choice(("Ann", "7", "12", "x", "", "2026-04-01", "Zed", "Because."))]


def bend(told: dict[str, list[str]], rng: Random) -> None:
    """Change one thing about the form."""
    name = rng.choice([*told, "pk", "key", "device_time", "name"])
    deed = rng.random()
    if deed < 0.6:
        told[name] = [odd.text(rng)]
    elif deed < 0.75:
        told.pop(name, None)
    elif deed < 0.85:
        told[name] = [*told.get(name, []), odd.text(rng), odd.text(rng)]
    elif deed < 0.95:
        # A number in a name, such as seat-7-total, as no page writes it.
        numbers = rng.choice(("0", "-1", "9" * 30, "٣", "", "[0]", "\0", "²", "9" * 5000))
        digits = [part for part in name.split("-") if part.isdecimal()]
        new = name.replace(digits[0], numbers) if digits else f"{name}{numbers}"
        told[new] = told.get(name, ["1"])
    else:
        told[odd.text(rng)] = [odd.text(rng)]


def encoded(pairs: list[tuple[str, str]]) -> bytes:
    """The pairs as a form's body; a lone surrogate is three bytes that are no UTF-8."""
    told = (
        f"{quote_from_bytes(raw(name), safe='')}={quote_from_bytes(raw(value), safe='')}"
        for name, value in pairs
    )
    return "&".join(told).encode()


def multipart(pairs: list[tuple[str, str]], files: list[Any]) -> bytes:
    """The pairs and files as a body in parts."""
    parts = [
        b'Content-Disposition: form-data; name="%s"\r\n\r\n%s' % (field_name(name), raw(value))
        for name, value in pairs
    ]
    parts += [
        b'Content-Disposition: form-data; name="%s"; filename="%s"\r\nContent-Type: %s\r\n\r\n%s'
        % (field_name(name), field_name(file), raw(kind), content)
        for name, file, kind, content in files
    ]
    border = b"--" + BORDER.encode()
    return b"".join(border + b"\r\n" + part + b"\r\n" for part in parts) + border + b"--\r\n"


def field_name(told: str) -> bytes:
    return raw(told).replace(b'"', b"%22").replace(b"\r", b"%0D").replace(b"\n", b"%0A")


def raw(told: str) -> bytes:
    return told.encode("utf-8", "surrogatepass")


def credential(rng: Random) -> str:
    """What a device would answer, bent."""
    if rng.random() < 0.3:
        return odd.deep(rng)
    told: Any = CREDENTIAL
    for _one in range(rng.randrange(3)):
        told = odd.bent(rng, told)
    return odd.body_of(told).decode()


def handed_over(url: str, rng: Random) -> bytes:
    """Sendings of a tablet, right ones and bent ones."""
    if rng.random() < 0.1:
        return odd.deep(rng).encode("utf-8", "surrogatepass")
    if rng.random() < 0.05:
        return rng.choice(
            (b"\xff\xfe", b"", b'{"sendings": [\xed\xa0\x80]}', "{}".encode("utf-16"))
        )
    code = urlsplit(url).path.split("/")[2]
    sendings = [sending(code, rng) for _one in range(rng.choice((1, 1, 2, 5)))]
    told: Any = {"sendings": sendings, "sent_at": "2026-05-05T12:05:00Z"}
    if rng.random() > UNBENT:
        for _one in range(rng.choice((1, 1, 2, 4))):
            told = odd.bent(rng, told)
    return odd.body_of(told)


def sending(code: str, rng: Random) -> dict[str, Any]:
    """What a tablet would send of the game with that code."""
    game = Game.objects.filter(code=code).first()
    sheet = sheet_of(game) if game else None
    number = sheet.next_round if sheet and rng.random() < 0.6 else 1
    seats = [seat.id for seat in sheet.seats] if sheet else [1, 2]
    kind = rng.choice(("round", "correct", "undo", "dispute"))
    fields: dict[str, Any] = {"ending": f"out-{seats[0]}", "starting_double": "11", "reason": "x"}
    for seat in seats:
        fields[f"seat-{seat}-total"] = str(rng.randrange(60)) if seat != seats[0] else ""
        if rng.random() < 0.2:
            fields[f"seat-{seat}-tiles"] = "7-3 0-0"
    last = sheet.entries[-1] if sheet and sheet.entries else None
    return {
        "key": new_key(),
        "kind": kind,
        "round": number,
        "made_at": "2026-05-05T12:00:00Z",
        "author": "x",
        "fields": fields if kind in ("round", "correct") else {},
        "seen": rng.choice(
            ({}, {"entry": last.pk if last else 0}, {"key": last.key if last else "x"})
        ),
        "asks": rng.random() < 0.5,
        "data": dispute_data(rng) if kind == "dispute" else {},
    }


def dispute_data(rng: Random) -> dict[str, Any]:
    """A dispute as a tablet's desk settled it."""
    facts: dict[str, Any] = {"turn.seat": "Ann", "turn.laid": [{"tile": "7-3", "train": "Ann"}]}
    return {
        "kind": rng.choice(("begins", "over", "next", "x")),
        "ask": rng.choice(({"what": "first_player"}, {"is": "over"}, {"who": "next"}, {})),
        "told": [list(fact) for fact in facts.items()],
        "asked": len(facts),
    }
