"""Somebody who goes through the site in one language, and writes down what is new to read."""

import copy
import re
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import unescape
from typing import Any, Final
from urllib.parse import urlencode, urljoin, urlsplit

from django.conf import settings
from django.core import mail
from django.db import transaction
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from scoring.models import Club, Membership, Player
from tests.confirming import confirm
from tests.factories import MembershipFactory, UserFactory
from tests.messages.checking import GAP
from tests.page import Page

from .reading import lines_of, pattern_of, sentences_of

LINK: Final = re.compile(r'<a\b[^>]*?\bhref="([^"#]+)[^"]*"')
# What ends the walk, what is the same on every page, or has an outside effect.
NOT_FOLLOWED: Final = {"scoring:sign-out", "scoring:language", "league:copy-make", "scoring:news"}
# The words of the walk's own data.
OWN_WORDS: Final = frozenset({"Hillside", "Dominoes", "Roundhouse", "Gym", "UTC", "Ref"})


class Reader:
    """Lines that were read, each once."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.lines: list[str] = []
        self.tried: set[tuple[str, ...]] = set()
        self._patterns: set[str] = set()

    def begin(self, title: str) -> None:
        """Head a journey."""
        self.lines += ["", f"# {title}"]

    def note(self, heading: str, lines: Sequence[str]) -> None:
        """Write down what is new of these lines under a heading."""
        names = frozenset(
            word
            for name in Player.objects.values_list("name", flat=True)
            for word in re.findall(r"\w+", name)
        )
        new = []
        for line in lines:
            pattern = pattern_of(line, names | OWN_WORDS)
            if pattern and pattern not in self._patterns:
                self._patterns.add(pattern)
                new.append(line)
        if new:
            self.lines += ["", f"## {heading}", *new]

    def note_templates(self, templates: Sequence[str]) -> None:
        """Write down sentences with gaps, but none that was read with its gaps filled."""
        read = "\n".join(self.lines)
        new = [
            template
            for template in templates
            if not re.search(f"(?m)^{'.{1,60}?'.join(map(re.escape, GAP.split(template)))}$", read)
        ]
        self.note("A tablet's programs", new)


class Walker:
    """A browser of a club's organizer in a language, and the lines that it has read."""

    def __init__(self, language: str, club: Club, reader: Reader) -> None:
        """Sign in as an organizer whose device, account and club speak the language."""
        self.language, self.club, self.reader = language, club, reader
        user = UserFactory(first_name="Olive")
        MembershipFactory(club=club, user=user, role=Membership.Role.ORGANIZER)
        self.client = self.stranger()
        self.client.force_login(user)
        confirm(self.client)

    def stranger(self) -> Client:
        """Return a browser in the language in which nobody is signed in."""
        client = Client(headers={"accept-language": self.language})
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = self.language
        return client

    def read(self, name: str, *args: object, client: Client | None = None, **query: Any) -> Any:
        """Read the page called `name`."""
        address = reverse(name, args=args)
        if query:
            address += f"?{urlencode(query, doseq=True)}"
        return self.open(address, client=client)

    def open(self, address: str, *, client: Client | None = None) -> Any:
        """Read the page at an address, after any redirect."""
        client = client or self.client
        answer = client.get(address, follow=True)
        self.reader.note(place_of(address), lines_of(answer))
        return answer

    def send(self, address: str, form: dict[str, Any], what: str = "sent") -> Any:
        """Send a form, and read where it leads."""
        answer = self.client.post(address, form, follow=True)
        self.reader.note(f"{place_of(address)} ({what})", lines_of(answer))
        self.read_mails()
        return answer

    def read_mails(self) -> None:
        """Read what was sent by e-mail meanwhile."""
        for message in mail.outbox:
            texts = [str(message.subject), *str(message.body).split("\n")]
            self.reader.note("E-mail", list(sentences_of(texts)))
        mail.outbox.clear()

    def wander(
        self, *starts: str, rooms: tuple[str, ...], most: int = 2, tries: bool = True
    ) -> None:
        """Read pages from these on, wherever their links lead in `rooms`, `most` of each kind.

        With `tries` each kind of form is sent once empty and as it stands, and taken back.
        """
        waiting, seen, kinds = deque(starts), set(starts), Counter[str]()
        while waiting:
            address = waiting.popleft()
            kind = kind_of(address)
            if kinds[kind] >= most:
                continue
            kinds[kind] += 1
            answer = self.open(address)
            if "html" not in answer.get("Content-Type", "") or answer.status_code != 200:
                continue
            if tries and kinds[kind] == 1:
                self.try_forms(address, answer)
            for link in map(unescape, LINK.findall(answer.content.decode())):
                target = urlsplit(urljoin(address, link))
                following = target.path + (f"?{target.query}" if target.query else "")
                kind = kind_of(following)
                follows = kind.startswith(rooms) and kind not in NOT_FOLLOWED
                if follows and not target.netloc and following not in seen:
                    seen.add(following)
                    waiting.append(following)

    def try_forms(self, address: str, answer: Any) -> None:
        """Send each form of a page empty, and as a browser would; nothing of it stays."""
        for action, fields in Page(answer).forms:
            target = urljoin(address, action)
            kind = (kind_of(target), *sorted(fields))
            if kind[0] in NOT_FOLLOWED or kind in self.reader.tried:
                continue
            self.reader.tried.add(kind)
            for form in (dict.fromkeys(fields, ""), fields):
                with self.taken_back():
                    self.send(target, form, "tried")

    @contextmanager
    def taken_back(self) -> Iterator[None]:
        """Take back what is done meanwhile, in the database and in the browser."""
        cookies = copy.copy(self.client.cookies)
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
        self.client.cookies = cookies


def rooms(app: str, *names: str) -> tuple[str, ...]:
    """Return how the names of an app's pages begin that belong together."""
    return tuple(f"{app}:{name}" for name in names)


def place_of(address: str) -> str:
    """Return an address as it is the same in each run: without codes and keys."""
    try:
        route = resolve(urlsplit(address).path).route
    except Resolver404:
        return address
    query = [pair for pair in urlsplit(address).query.split("&") if not pair.startswith("key=")]
    return f"/{route}{'?' if any(query) else ''}{'&'.join(query)}"


def kind_of(address: str) -> str:
    """Return the name of the page at an address; "" if there is none."""
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return ""
