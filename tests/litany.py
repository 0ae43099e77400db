"""What holds of every view, said once.

Each view's tests are a class that inherits from one of these and says what is the view's own: its
name, who may send its form, what a right form holds. The inherited tests ask for the rest. What
needs no right form is asked of all addresses in tests/test_permissions.py: who may look, which
methods are taken, that no form comes without its token, what is said while the database is locked.
"""

import functools
import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.files import File
from django.db import OperationalError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Club, Game, LogEntry
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish, game_reopen
from scoring.sheets.services.seats import seat_join
from scoring.tablets.pairing.services import code_make
from tests.factories import ANN, MembershipFactory, make_game, new_key, play
from tests.page import Page

GET = ("GET", "HEAD")
POST = ("POST",)
BOTH = (*GET, *POST)
ALL_METHODS = (*BOTH, "PUT", "PATCH", "DELETE", "OPTIONS")

ORGANIZERS = frozenset({"organizer"})
SCORERS = frozenset({"organizer", "scorekeeper", "tablet"})
EVERYBODY = frozenset({*SCORERS, "unpaired", "stranger", "nobody"})
# An account and a device are the two ways by which a form comes; others differ by their rights,
# and tests/test_permissions.py asks every page with each of these.
SENDERS = frozenset({"organizer", "tablet"})

NOTHING_HERE = "There is nothing here"
TOO_OLD = "This page was too old"
CANNOT_SAVE = "The club's server cannot save just now"
CANNOT_ANSWER = "The club's server cannot answer just now"

READS = ("SELECT",)
WRITES = ("INSERT", "UPDATE", "DELETE")


class ClientOf(Protocol):
    """Answers the browser of one of `tests.actors`, of a tablet that is unpaired, or of nobody."""

    def __call__(self, who: str, *, csrf: bool = False) -> Client: ...


def rows() -> dict[str, list[dict[str, Any]]]:
    """Every row of the site, but for sessions and the log of who did what.

    It has to be the same when nothing was written. As the database itself tells them, without
    models: half of a view's tests would be this.
    """
    told = {}
    with connection.cursor() as cursor:
        for model, columns, query in _everything():
            cursor.execute(query)
            told[model] = [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]
    return told


@functools.cache
def _everything() -> list[tuple[str, list[str], str]]:
    """Each model's name, its columns, and how to ask for its rows in order."""
    ours = [apps.get_app_config(label).get_models() for label in ("scoring", "league")]
    models: list[Any] = [*set(itertools.chain(*ours)) - {LogEntry}, User]
    asked = []
    for model in models:
        columns = [field.attname for field in model._meta.concrete_fields]
        query, _ = model.objects.order_by("pk").values_list(*columns).query.sql_with_params()
        asked.append((model.__name__, columns, query))
    return asked


@contextmanager
def database_refuses(*verbs: str) -> Iterator[None]:
    """Let each statement that begins with one of the verbs fail, as on a locked or full disk."""

    def refuse(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip("( ").upper().startswith(verbs):
            raise OperationalError("database is locked")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(refuse):
        yield
    # The database itself never heard of it, so the test's own transaction is sound.
    transaction.set_rollback(False)


class Litany:
    """The tests that every view has."""

    app = "scoring"
    name = ""
    methods: tuple[str, ...] = GET

    def ready(self, game: Game) -> None:
        """Bring the game to where the view has something to do."""

    def args(self, game: Game) -> list[object]:
        """What stands in the view's address."""
        return []

    def data(self, game: Game) -> dict[str, Any]:
        """A right form."""
        return {}

    def url(self, game: Game) -> str:
        return reverse(f"{self.app}:{self.name}", args=self.args(game))

    def get(self, client: Client, game: Game, **query: str) -> Page:
        """The view's page, which has to be there."""
        answer = client.get(self.url(game), query)
        assert answer.status_code == 200
        return Page(answer)

    def form(self, game: Game, **changed: Any) -> dict[str, Any]:
        """The right form with these fields changed; a field that is None is left out."""
        told = {**self.data(game), "csrfmiddlewaretoken": "x", **changed}
        return {name: value for name, value in told.items() if value is not None}

    def send(self, client: Client, game: Game, **changed: Any) -> Any:
        """The answer to the right form with these fields changed."""
        return client.post(self.url(game), self.form(game, **changed))

    def followed(self, client: Client, game: Game, **changed: Any) -> Page:
        """The page that a browser shows after it sent the form."""
        answer = self.send(client, game, **changed)
        while answer.status_code == 302:
            answer = client.get(answer["Location"])
        return Page(answer)

    def asked(self, client: Client, game: Game, method: str) -> Callable[[], Any]:
        """A request that is ready to be sent: what it asks for is looked up already."""
        url, form = self.url(game), self.form(game)
        if method != "POST":
            return lambda: client.generic(method, url)

        def send() -> Any:
            # A file is sent from its beginning, each time.
            for value in form.values():
                if isinstance(value, File):
                    value.seek(0)
            return client.post(url, form)

        return send


class OfOne(Litany):
    """A view of one thing that its address names: what nobody has is not there."""

    def unknown(self, game: Game) -> list[list[object]]:
        """What addresses may hold that names nothing."""
        raise NotImplementedError

    def test_what_is_unknown_is_not_there(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        clients = [client_of(who) for who in ("organizer", "nobody")]
        for args in self.unknown(game):
            url = reverse(f"{self.app}:{self.name}", args=args)
            for client in clients:
                answer = client.get(url) if "GET" in self.methods else client.post(url)
                assert answer.status_code == 404, args
                assert NOTHING_HERE in Page(answer).text


class OfGame(OfOne):
    """A view of one game."""

    def args(self, game: Game) -> list[object]:
        return [game.code]

    def unknown(self, game: Game) -> list[list[object]]:
        return [["zzzzzzzz", *self.args(game)[1:]]]


class OfRow(OfOne):
    """A view of one row that its address names by number."""

    def unknown(self, game: Game) -> list[list[object]]:
        return [[0], [10**30]]


class Writes(Litany):
    """A view that takes a form: from who may, and when the database can write."""

    methods: tuple[str, ...] = POST
    may = SCORERS
    # What a right form is answered with, and whether it writes.
    done = 302
    writes = True

    def test_the_right_form_is_taken_from_who_may_alone(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        senders = sorted(self.may & SENDERS)
        asks = {who: self.asked(client_of(who), game, "POST") for who in senders}
        with database_refuses(*(WRITES if self.writes else (*READS, *WRITES))):
            self.says_locked(asks[senders[0]]())
        before = rows()
        for who, ask in asks.items():
            with transaction.atomic():
                assert ask().status_code == self.done, who
                if rows() != before:
                    self.is_logged()
                # The next one sends the same form, to the same rows.
                transaction.set_rollback(True)
        refused = [self.asked(client_of(who), game, "POST") for who in sorted(EVERYBODY - self.may)]
        before = rows()
        for ask in refused:
            self.is_refused(ask())
        assert rows() == before

    def says_locked(self, answer: Any) -> None:
        assert answer.status_code == 503
        assert CANNOT_SAVE in Page(answer).text
        assert answer["Retry-After"] == "10"

    def is_logged(self) -> None:
        entry = LogEntry.objects.latest("pk")
        assert (entry.what, entry.outcome) == (f"{self.app}:{self.name}", "done")

    def is_refused(self, answer: Any) -> None:
        assert answer.status_code == 404
        assert NOTHING_HERE in Page(answer).text


class Shows(Litany):
    """A view that shows something: it asks the database a bounded number of times."""

    most_queries = 0

    def grow(self, game: Game) -> None:
        """Let there be more of everything that the view shows."""
        grow(game)

    # How many statements there are is the same on every database; what each asks there, the view's
    # other tests try.
    @pytest.mark.alike
    def test_its_queries_do_not_grow(
        self,
        client_of: ClientOf,
        game: Game,
        django_assert_max_num_queries: Callable[[int], Any],
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        ask = self.asked(client, game, "GET")
        cache.clear()
        with CaptureQueriesContext(connection) as small:
            assert ask().status_code == 200
        self.grow(game)
        ask = self.asked(client, game, "GET")
        # What was kept for the page asks nothing.
        cache.clear()
        with django_assert_max_num_queries(self.most_queries) as large:
            assert ask().status_code == 200
        assert len(large) == len(small)


class ShownToAll(Shows):
    """A view of a game that everybody sees where the club shows its games."""

    def test_a_club_can_show_it(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        Club.objects.filter(pk=game.club_id).update(shown=Club.Shown.GAMES)
        for who in sorted(EVERYBODY - SCORERS):
            answer = client_of(who).get(self.url(game))
            assert answer.status_code == 200, who
            assert "Ann" in answer.content.decode()
            # Nothing on it is for writing.
            forms = set(Page(answer).actions) - {reverse("scoring:sign-out")}
            assert not forms


def grow(game: Game) -> None:
    """More of everything: rounds, seats, games, people, tablets, codes."""
    finished = sheet_of(game).finished
    if finished:
        game_reopen(game=game, author=ANN, key=new_key(), reason="one more round")
    for name in ("Eve", "Fay"):
        seat_join(game=game, author=ANN, key=new_key(), name=name)
    for _round in range(2):
        seats = len(sheet_of(game).seats)
        play(game, 12, 0, 45, 9, *[20] * (seats - 4))
    if finished:
        game_finish(game=game, author=ANN, key=new_key())
    for number in range(2):
        play(make_game(game.club), 12, 0, 45, 9)
        done = make_game(game.club, players=3)
        play(done, 12, 0, 45)
        game_finish(game=done, author=ANN, key=new_key())
        MembershipFactory(club=game.club)
        game.club.tablets.create(name=f"Table {number}", secret_hash=str(number))
        code_make(club=game.club, tablet_name=f"New {number}", made_by=None)
