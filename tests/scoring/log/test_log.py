"""The log of who did what, as organizers read it."""

from datetime import UTC, datetime

import pytest
import time_machine
from django.urls import reverse

from scoring.accounts.access import Actor
from scoring.log.selectors import ON_A_PAGE
from scoring.log.services import log_write
from scoring.models import Club, Game, LogEntry
from tests.litany import ClientOf, Shows

DONE, REFUSED = LogEntry.Outcome.DONE, LogEntry.Outcome.REFUSED
NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


def tell(
    club: Club | None,
    who: str = "Sam",
    what: str = "scoring:club",
    path: str = "/club/",
    outcome: LogEntry.Outcome = DONE,
) -> LogEntry:
    actor = Actor("organizer", who, club) if club else Actor("stranger", who)
    entry = log_write(actor=actor, what=what, path=path, address="192.168.1.20", outcome=outcome)
    assert entry is not None
    return entry


class OfLog(Shows):
    """What the page and the file have in common."""

    may = frozenset({"organizer", "stranger"})

    def grow(self, game: Game) -> None:
        for number in range(ON_A_PAGE * 3):
            tell(game.club, f"Sam {number}")


class TestLog(OfLog):
    name = "log"
    # The session with the account, its club; lines of the club and of none; people, tablets.
    most_queries = 7

    def test_it_says_who_did_what_newest_first(self, client_of: ClientOf, game: Game) -> None:
        code = game.code
        with time_machine.travel(NOON, tick=False):
            tell(game.club, "Ann", "scoring:round-record", f"/games/{code}/round/3/")
            tell(game.club, "Bob", "scoring:game-reopen", f"/games/{code}/reopen/", REFUSED)
        text = self.get(client_of("organizer"), game).text
        assert f"Recording round 3 of game {code} May 1, 2026, noon · Ann, organizer" in text
        assert f"Refused: Reopening game {code} May 1, 2026, noon · Bob" in text
        assert "from 192.168.1.20" in text
        assert text.index("Bob, organizer") < text.index("Ann, organizer")

    def test_other_clubs_lines_are_not_there(self, client_of: ClientOf, game: Game) -> None:
        tell(Club.objects.create(name="Theirs"), "Their Ann")
        # A stranger's, of no known club: everybody's business, but not what was tried.
        path = f"/games/{game.code}/reopen/"
        tell(None, "", "scoring:game-reopen", path, REFUSED)
        for who in ("organizer", "stranger"):
            text = self.get(client_of(who), game).text
            assert "Their Ann" not in text
            assert "Refused: Reopening game …" in text
            assert "somebody unknown" in text
            assert game.code not in text

    def test_one_person_and_one_day_are_found(self, client_of: ClientOf, game: Game) -> None:
        with time_machine.travel(NOON, tick=False) as clock:
            tell(game.club, "Ann & Co")
            clock.move_to(datetime(2026, 5, 2, 0, 0, tzinfo=UTC))
            tell(game.club, "Ann & Co", "scoring:tablets")
            tell(game.club, "Bob", "scoring:members")
        client = client_of("organizer")
        page = self.get(client, game, who="Ann & Co")
        assert "Making a code for a tablet" in page.text
        assert "Changing what the club" in page.text
        assert "Adding somebody who signs in" not in page.text
        page = self.get(client, game, day="2026-05-01")
        assert "Changing what the club" in page.text
        assert "Making a code for a tablet" not in page.text
        page = self.get(client, game, day="2026-05-02", who="Ann & Co")
        assert "Making a code for a tablet" in page.text
        assert "Adding somebody who signs in" not in page.text
        assert reverse("scoring:log-csv") + "?who=Ann+%26+Co&day=2026-05-02" in page.links

    @pytest.mark.parametrize(
        "query",
        [
            {"day": "2026-02-31"},
            {"day": "x"},
            {"day": "9999-12-31"},
            {"day": "0001-01-01"},
            {"before": "x"},
            {"before": "9" * 30},
            {"before": "-1"},
            {"who": "\0"},
            {"who": "x" * 500},
        ],
    )
    def test_nonsense_is_no_fault(
        self, client_of: ClientOf, game: Game, query: dict[str, str]
    ) -> None:
        for name in ("log", "log-csv"):
            url = reverse(f"scoring:{name}")
            assert client_of("organizer").get(url, query).status_code == 200, name

    def test_a_long_log_has_pages(self, client_of: ClientOf, game: Game) -> None:
        entries = [tell(game.club, f"Sam {number:03}.") for number in range(ON_A_PAGE * 2 + 1)]
        client, seen = client_of("organizer"), []
        url = reverse("scoring:log")
        for expected in (ON_A_PAGE, ON_A_PAGE, 1):
            page = client.get(url)
            seen += [line.entry.pk for line in page.context["page"].lines]
            assert len(page.context["page"].lines) == expected
            url = reverse("scoring:log") + "?" + page.context["older"]
        assert page.context["older"] == ""
        assert seen == [one.pk for one in reversed(entries)]

    def test_names_are_text(self, client_of: ClientOf, game: Game) -> None:
        tell(game.club, "<b>Ann</b> %s")
        page = self.get(client_of("organizer"), game)
        assert "<b>Ann</b> %s" in page.text
        assert "b" not in page.tags

    def test_a_deed_that_is_called_otherwise_now_is_still_told(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tell(game.club, "Ann", "scoring:gone", "/nowhere/")
        tell(game.club, "Bob", "scoring:round-record", "/nowhere/")
        text = self.get(client_of("organizer"), game).text
        assert "scoring:gone" in text
        assert "Recording round … of game …" in text


class TestLogCsv(OfLog):
    name = "log-csv"
    most_queries = 5

    def test_it_holds_the_lines(self, client_of: ClientOf, game: Game) -> None:
        with time_machine.travel(NOON, tick=False):
            tell(game.club, "=Ann", "scoring:club")
            tell(game.club, "Bob", "scoring:tablets", outcome=REFUSED)
        text = client_of("organizer").get(self.url(game)).content.decode("utf-8-sig")
        assert text.splitlines() == [
            "when,who,as,what,came of it,account,page,from",
            "2026-05-01T12:00:00+00:00,Bob,organizer,Making a code for a tablet,refused,,/club/,"
            "192.168.1.20",
            "2026-05-01T12:00:00+00:00,'=Ann,organizer,"
            "Changing what the club is called and what it shows,done,,/club/,192.168.1.20",
        ]
        only = client_of("organizer").get(self.url(game), {"who": "Bob"})
        assert len(only.content.splitlines()) == 2
