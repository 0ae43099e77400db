"""Sending a request and looking at what came of it: faults, leaks, rows that a refusal wrote."""

import logging
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client, override_settings

from scoring.models import Tablet
from tests.litany import rows

from .asking import Request, make
from .measuring import MOST_SECONDS, Memory
from .site import Site, name_at, taken_back

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
WRITE = re.compile(r'\s*(?:INSERT[\w ]*? INTO|UPDATE|DELETE FROM) "(\w+)"')
# What is derived, and who has guessed how often: a refusal may write these.
LEFT_OUT = tuple(settings.LOG_LEAVES_OUT)
OTHERS = {one.__name__ for one in apps.get_models() if one._meta.db_table.startswith(LEFT_OUT)}
# A form that is shown again is a refusal too, but for these, whose answer is no page to go to.
ANSWERED = {"scoring:hand-over"}
LONGEST_CHAIN = 4


class Told(logging.Handler):
    """What the site's own log says of faults."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        # A request under a wrong name, or one that is too big, is refused and said so.
        if not record.name.startswith("django.security"):
            self.records.append(f"{record.name}: {record.getMessage()}")


@dataclass
class Look:
    """What was asked, what was answered, and what was wrong with it."""

    site: Site
    # Who is told of a finding at once.
    tell: Callable[[str], object] = len
    asked: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    pages: Counter[str] = field(default_factory=Counter)
    # What went wrong at the same place is one finding, seen so many times.
    found: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    slowest: list[tuple[float, str]] = field(default_factory=list)
    memory: Memory = field(default_factory=Memory)

    def __post_init__(self) -> None:
        self.told = Told()
        self.rows = self._now = ours()
        self._wrote = False
        self.secrets = secrets()

    def chain(self, name: str, rng: Random, label: str = "", longest: int = LONGEST_CHAIN) -> None:
        """Ask for the page of that name, and perhaps go on from there; then take all of it back."""
        role = rng.choice(ROLES_OF.get(name, self.site.roles))

        def makers() -> Iterator[tuple[str, Callable[[], Request]]]:
            at = name
            for _step in range(rng.choice((1, 1, 1, 2, longest)) if longest > 1 else 1):
                yield at, partial(make, self.site, at, role, rng)
                at = rng.choice(near(self.site, at))

        self.all(self.site.clients[role], makers(), label)

    def one(self, name: str, maker: Callable[[], Request], label: str = "") -> None:
        """Send one request; then take it back."""
        request = maker()
        self.all(self.site.clients[request.role], [(name, lambda: request)], label)

    def all(
        self, client: Client, makers: Iterable[tuple[str, Callable[[], Request]]], label: str
    ) -> None:
        """Send requests one after the other until one finds something; then take all back."""
        said: list[str] = []
        self._now = self.rows
        with taken_back(client), connection.execute_wrapper(self._watch):
            for name, maker in makers:
                self.pages[name] += 1
                request = maker()
                said.append(str(request))
                faults = self._send(client, request)
                if faults:
                    told = self.found[where(faults[0])]
                    told.append("\n  ".join((*faults, label, *said)))
                    if len(told) == 1:
                        self.tell(told[0])
                    break

    def _watch(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """Note each statement that may change a row of ours; one can still be taken back."""
        if (found := WRITE.match(sql)) and not found[1].startswith(LEFT_OUT):
            self._wrote = True
        return execute(sql, params, many, context)

    def _send(self, client: Client, request: Request) -> list[str]:
        """Send it; answer what was wrong."""
        self.told.records.clear()
        self._wrote = False
        # The processor's: others on the machine cost nobody a finding.
        begun = time.process_time()
        try:
            answer = sent(client, request)
        except Exception as error:  # noqa: BLE001  whatever it is, it is a finding
            return [f"no answer: {error!r}"]
        seconds = time.process_time() - begun
        self.asked += 1
        self.statuses[answer.status_code] += 1
        self.slowest = sorted([*self.slowest, (seconds, str(request)[:200])], reverse=True)[:5]
        faults = [f"the log says {one}" for one in self.told.records]
        if answer.status_code >= 500:
            faults.insert(0, f"{answer.status_code} {error_of(answer)}")
        self.memory.look(request)
        if seconds > MOST_SECONDS:
            faults.append(f"took {seconds:.1f} s")
        text = content(answer)
        faults += [
            f"the answer holds {what}" for what, told in self.secrets.items() if told in text
        ]
        if self._wrote:
            before, self._now = self._now, ours()
            changed = [name for name in before if before[name] != self._now[name]]
            if changed and refused(request, answer):
                faults.append(f"{answer.status_code}, and rows have changed: {changed}")
        return faults


ROLES_OF: dict[str, tuple[str, ...]] = {
    "mfa_authenticate": ("half",) * 4 + ("nobody", "organizer"),
    "mfa_login_webauthn": ("nobody", "public", "half"),
    "scoring:pair": ("nobody", "public", "tablet", "organizer"),
    "scoring:sign-in": ("nobody", "public", "keyed"),
    "account_login": ("nobody", "public", "half"),
    "league:sign-up": ("nobody", "public", "organizer"),
}


def where(fault: str) -> str:
    """The fault without what was sent."""
    return fault.rpartition(" at ")[2]


def near(site: Site, name: str) -> list[str]:
    """Pages of the same kind as that one, itself among them."""
    kinds = site.names.get(name)
    return [one for one, each in site.names.items() if each == kinds] or [name]


def sent(client: Client, request: Request) -> Any:
    """The answer of the whole site, its middleware included."""
    for name, told in request.cookies.items():
        client.cookies[name] = told
    client.handler.enforce_csrf_checks = request.checks_token
    more: dict[str, Any] = dict(request.headers)
    # Whoever sends this header is believed behind a proxy alone.
    with override_settings(TRUST_PROXY="HTTP_X_FORWARDED_FOR" in more):
        return client.generic(
            request.method, request.url, request.body, request.content_type, **more
        )


def content(answer: Any) -> bytes:
    """All that was sent back."""
    if getattr(answer, "streaming", False):
        return b"".join(answer.streaming_content)
    head = "\n".join(f"{name}: {told}" for name, told in answer.headers.items())
    return bytes(answer.content) + head.encode(errors="replace")


def error_of(answer: Any) -> str:
    """What went wrong behind a 500, and where."""
    error = answer.exc_info[1] if getattr(answer, "exc_info", None) else None
    if error is None:
        return ""
    step, lines = error.__traceback__, []
    while step is not None:
        file = Path(step.tb_frame.f_code.co_filename)
        lines.append(f"{file.parent.name}/{file.name}:{step.tb_lineno}")
        step = step.tb_next
    return f"{error!r:.300} at {' < '.join(lines[:-9:-1])}"


def refused(request: Request, answer: Any) -> bool:
    """Whether nothing may have been written."""
    if request.method in SAFE or name_at(request.url) in ANSWERED:
        return False
    return bool(answer.status_code >= 400 or answer.status_code == 200)


def ours() -> dict[str, Any]:
    """Every row but those that are derived, and when somebody last signed in."""
    told = {name: each for name, each in rows().items() if name not in OTHERS}
    for user in told.get("User", []):
        user.pop("last_login")
    return told


def secrets() -> dict[str, bytes]:
    """What no answer may hold."""
    told = {
        "a traceback": "Traceback (most recent call last)",
        "the secret key": str(settings.SECRET_KEY),
        "the folder of the site": str(settings.BASE_DIR),
        "the folder of Python": str(Path(logging.__file__).parent),
        "the name of the database": str(settings.DATABASES["default"]["NAME"]),
        "an object of Python": " object at 0x",
    }
    for user in User.objects.all():
        told[f"the password of {user}"] = user.password
    for tablet in Tablet.objects.all():
        told[f"the secret of {tablet.name}"] = tablet.secret_hash
    return {what: one.encode() for what, one in told.items() if one}


@contextmanager
def listening(told: Told) -> Iterator[None]:
    """Let `told` hear what the site's log says, and nobody else."""
    names = (logging.getLogger(), logging.getLogger("django"))
    before = [list(one.handlers) for one in names]
    for one in names:
        one.handlers = [told]
    try:
        yield
    finally:
        for one, handlers in zip(names, before, strict=True):
            one.handlers = handlers
