"""The pages on which a director changes who sits where."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from league.models import StageTable, Tournament
from league.tournaments.brackets.seat_changes import SeatDeed, TableChange
from league.tournaments.directing.selectors.seat_changes import seat_change_plan, seat_facts
from league.tournaments.directing.services.seat_changes import seats_change
from league.tournaments.directing.services.stage_tables import (
    stage_tables_start,
    tables_begin_on_paper,
)
from league.tournaments.directing.views.seats import change_address
from league.tournaments.entrants.services.presence import entrant_withdraw
from scoring.models import Game
from tests.factories import ANN
from tests.league.factories import EntrantFactory
from tests.league.tournaments.directing.services.test_results import correct
from tests.league.tournaments.runs import (
    begin,
    close,
    enter,
    field_names,
    names_at,
    now,
    play_all,
    seat,
    table,
    tournament_of,
    type_in,
)
from tests.litany import BOTH, ClientOf, Writes
from tests.page import Page

from .of_directing import OfTournament, ShowsTournament


def swap(tournament: Tournament, one: str = "Dot", other: str = "Bob") -> TableChange:
    people = {entrant.name: entrant.pk for entrant in tournament.entrants.all()}
    return TableChange(SeatDeed.SWAP, people[one], people[other])


def mark(tournament: Tournament, change: TableChange) -> str:
    snapshot = now(tournament)
    return seat_change_plan(seat_facts(snapshot, snapshot.begun[-1]), change).mark


class TestTakeOver(OfTournament):
    """Somebody plays in another's seat for the rest of the tournament, who leaves."""

    name = "stage-seats-change"

    def test_it_is_one_button_and_one_deed(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        tournament, client = self.tournament(game), client_of("organizer")
        (newcomer,) = enter(tournament, 1)
        leaver = tournament.entrants.get(name=names_at(table(tournament, 1))[0])
        change = TableChange(SeatDeed.REPLACE, leaver.pk, newcomer.pk)
        once = Page(client.get(change_address(tournament, change)))
        assert f"{leaver.name} is free and no longer plays" in once.text
        words = f"{newcomer.name} plays in {leaver.name}'s seat from now on"
        assert f"Does {leaver.name} leave for good? {words}" in once.text
        address = change_address(tournament, change, leaves=True)
        asked = Page(client.get(address))
        assert f"{leaver.name} has not played" not in asked.text
        assert f"{leaver.name} has finished no game" in asked.text
        stale = client.post(address, {**asked.fields, "seen": "x"})
        assert "leaves=1" in stale["Location"]
        assert newcomer.name not in names_at(table(tournament, 1))
        leaver.refresh_from_db()
        assert leaver.withdrawn_at is None
        client.post(address, asked.fields)
        leaver.refresh_from_db()
        assert leaver.withdrawn_how == "withdrew"
        assert names_at(table(tournament, 1))[0] == newcomer.name
        # Who left cannot leave once more, and a second tap changes nothing.
        before = tournament.log.count()
        assert "has not left yet" in Page(client.get(address, follow=True)).trouble
        client.post(address, asked.fields)
        assert tournament.log.count() == before


class TestNextInLine(OfTournament):
    """Whoever wins and goes home before the next stage begins has somebody behind."""

    name = "direct"

    def test_who_comes_next_is_offered_in_two_taps(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        tournament = self.tournament(game)
        tournament.stages.filter(number=2).update(size=4, most=5)
        tournament.stages.filter(number=1).update(fill="full")
        EntrantFactory(tournament=tournament, name="Aaron Zed", checked_in_at=None)
        play_all(tournament)
        close(tournament)
        client = client_of("organizer")
        first, second, third, fourth = names_at(table(tournament, 2))
        ann, *others = names_at(table(tournament, 1))
        assert set(field_names(tournament, 2)) == {ann, others[0], first, second}
        gone = tournament.entrants.get(name=ann)
        leave = reverse("league:entrant-withdraw", args=[tournament.pk, gone.pk])
        asked = Page(client.get(f"{leave}?how=withdrew"))
        best = f"The place goes to the best of those who did not go on: {others[1]}."
        assert best in asked.text
        assert "comes next." not in asked.text
        page = Page(client.post(leave, {**asked.fields, **asked.buttons}, follow=True))
        offer = f"Let {others[1]} play in {ann}'s place at table 1"
        stood = f"{others[1]} (table 1, place 3, 31)"
        proposed = f"In the order of Stage 1, this one comes next: {stood}."
        assert f"The seat of {ann} is free. {proposed}" in page.text
        assert offer in page.text
        rule = "Stage 1 is closed. So a free seat goes to the best of those who did not go on"
        assert (rule in asked.text, rule in page.text) == (True, True)
        seat = client.get(reverse("league:stage-seats-table", args=[tournament.pk, 1]))
        listed = seat.content.decode()
        order = [
            f"{others[1]}: table 1, place 3, 31",
            f"{third}: table 2, place 3, 32",
            "Aaron Zed",
        ]
        places = [listed.index(text) for text in ("In the order of Stage 1", *order)]
        assert places == sorted(places)
        people = {entrant.name: entrant.pk for entrant in tournament.entrants.all()}
        past = TableChange(SeatDeed.REPLACE, people[ann], people[fourth])
        shown = Page(client.get(change_address(tournament, past)))
        assert f"In the order of Stage 1 these come before {fourth}: {others[1]}" in shown.text
        address, *choices = [link for link in page.links if "deed=" in link]
        # Whoever else could have it is there too, in the same order.
        assert choices[0] == address
        assert len(choices) == len(set(choices)) > 2
        shown = Page(client.get(address))
        assert "these come before" not in shown.text
        done = Page(client.post(address.partition("?")[0], shown.fields, follow=True))
        assert f"{others[1]} plays at table 1 instead of {ann}." in done.text
        assert ann not in field_names(tournament, 2)
        assert (
            "is free" not in Page(client.get(reverse("league:direct", args=[tournament.pk]))).text
        )

    def test_nobody_comes_before_whom_a_correction_sends_on(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        tournament = self.tournament(game)
        play_all(tournament)
        close(tournament)
        first, second, _third, fourth = names_at(table(tournament, 1))
        # Rightful at the own table, though the best of the rest is not there.
        correct(tournament, 1, 99, 98, 97, 96)
        page = Page(client_of("organizer").get(self.url(game)))
        people = {entrant.name: entrant.pk for entrant in tournament.entrants.all()}
        rightful = TableChange(SeatDeed.REPLACE, people[first], people[fourth])
        shown = Page(client_of("organizer").get(change_address(tournament, rightful)))
        assert f"{fourth} plays at table" in shown.text, page.text
        assert "these come before" not in shown.text
        other = TableChange(SeatDeed.REPLACE, people[first], people[second])
        shown = Page(client_of("organizer").get(change_address(tournament, other)))
        assert f"these come before {second}" in shown.text


class TestStageSeats(ShowsTournament, Writes):
    name = "stage-seats"
    methods = BOTH
    most_queries = 34

    def ready(self, game: Game) -> None:
        super().ready(game)
        if self.begun:
            EntrantFactory(tournament=self.tournament(game), name="Zoe")

    def data(self, game: Game) -> dict[str, Any]:
        zoe = self.tournament(game).entrants.get(name="Zoe")
        return {"deed": "late", "key": "x" * 20, "one": str(zoe.pk), "table": "1"}

    def test_somebody_comes_late(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        page = self.followed(client, game)
        assert "Zoe sits at table 1." in page.trouble
        page = self.followed(client, game, deed="walk_up", name="Yan", table="2")
        assert "Yan sits at table 2." in page.trouble
        assert names_at(table(self.tournament(game), 1))[-1] == "Zoe"
        assert names_at(table(self.tournament(game), 2))[-1] == "Yan"

    def test_who_is_not_entered_needs_no_seat_yet(self, client_of: ClientOf, game: Game) -> None:
        """The name that was typed at the door stands in the form, beside both ways."""
        self.ready(game)
        client = client_of("organizer")
        page = self.get(client, game, name=" Yan")
        assert page.fields["name"] == "Yan"
        assert "Enter and seat Enter, without a seat yet" in page.text
        page = self.followed(client, game, deed="enter", name="Yan", one="", table="1")
        assert "Yan is entered, and has no seat yet." in page.trouble
        assert "Somebody comes late" in page.text
        yan = self.tournament(game).entrants.get(name="Yan")
        self.followed(client, game, one=str(yan.pk))
        assert names_at(table(self.tournament(game), 1))[-1] == "Yan"

    def test_who_was_marked_at_the_door_is_seated_from_the_directors_page(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """At a table that waits in one tap; else at one that has begun on paper."""
        self.ready(game)
        tournament, client = self.tournament(game), client_of("organizer")
        zoe = tournament.entrants.get(name="Zoe")
        direct = reverse("league:direct", args=[tournament.pk])
        assert "has no seat" not in Page(client.get(direct)).text
        client.post(reverse("league:entrant-check-in", args=[tournament.pk]), {"entrant": zoe.pk})
        page = Page(client.get(direct))
        assert f"{zoe.name} is here and has no seat. Seat Zoe at table" in page.text
        StageTable.objects.update(on_paper_at=timezone.now())
        page = Page(client.get(direct))
        assert f"{zoe.name} is here and has no seat. See which tables can be joined" in page.text
        page = self.followed(client, game)
        assert "begins with this: the highest total at the table." in page.trouble
        assert names_at(table(tournament, 1))[-1] == "Zoe"
        paper = client.get(reverse("league:paper", args=[tournament.pk, 1]))
        assert "the highest total" in Page(paper).text
        assert "has no seat" not in Page(client.get(direct)).text

    def test_who_comes_late_is_offered_the_tables_of_the_own_division(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = tournament_of(game.club, 6, {"by_division": True, "size": 3, "least": 2})
        enter(tournament, 3, born="1930-01-01")
        begin(tournament)
        enter(tournament, 1, name="Yan")
        enter(tournament, 1, name="Zoe", born="1930-01-01")
        enter(tournament, 1, name="Wes", born=None)
        client = client_of("organizer")
        answer = client.get(reverse("league:stage-seats", args=[tournament.pk]))
        offered = [
            (offer.group, [one.name for one in offer.entrants], offer.tables)
            for offer in answer.context["late"]
        ]
        assert offered == [
            ("75–79", ["Yan"], (1, 2)),
            ("90 and older", ["Zoe"], (3,)),
            ("", ["Wes"], ()),
        ]
        page = Page(answer)
        assert "There is no table to join for: Wes" in page.text
        # Nobody knows the division of a name alone.
        assert "Enter and seat" not in page.text
        page = self.followed(client, game, deed="enter", name="Xia", one="", table="")
        assert "Xia is entered, and has no seat yet. Next: give this person" in page.trouble
        assert "Somebody comes late" in page.text

    @pytest.mark.parametrize(
        "told",
        [
            {"deed": ""},
            {"deed": "swap"},
            {"one": "x"},
            {"table": "7"},
            {"deed": "walk_up", "name": " "},
            {"deed": "undo", "entry": "0"},
        ],
    )
    def test_what_cannot_be_done_is_told(
        self, client_of: ClientOf, game: Game, told: dict[str, str]
    ) -> None:
        self.ready(game)
        before = [names_at(table(self.tournament(game), number)) for number in (1, 2)]
        assert "Not done." in self.followed(client_of("organizer"), game, **told).trouble
        assert [names_at(table(self.tournament(game), n)) for n in (1, 2)] == before

    def test_where_all_have_begun_only_late_ones_are_seated(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        stage_tables_start(tournament=self.tournament(game), author=ANN)
        page = self.get(client_of("organizer"), game)
        assert "All tables have begun" in page.text
        assert "Enter and seat" in page.text

    def test_who_comes_late_can_join_tables_that_have_begun_on_paper(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """One table of two waits, or none: both can be joined, also by who was not entered."""
        self.ready(game)
        tournament, client = self.tournament(game), client_of("organizer")
        for begun, order in (([1], [2, 1]), ([2], [1, 2])):
            tables_begin_on_paper(tournament=tournament, author=ANN, tables=begun)
            answer = client.get(self.url(game))
            assert [offer.tables for offer in answer.context["late"]] == [tuple(order)]
            assert [state.row.number for state in answer.context["to_join"]] == order
            assert "Enter and seat" in Page(answer).text
        page = self.followed(client, game, deed="walk_up", name="Yan", table="2")
        assert "Table 2 plays on paper: write Yan on its sheet." in page.trouble
        assert names_at(table(tournament, 2))[-1] == "Yan"

    def test_where_nobody_can_join_it_says_why(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        tournament, client = self.tournament(game), client_of("organizer")
        tournament.stages.update(most=4)
        type_in(tournament, table(tournament, 1))
        page = self.get(client, game)
        words = "Table 2 has 4 people, the most that is allowed. Table 1 has finished."
        assert f"Nobody can join Stage 1 now. {words}" in page.text
        assert "name" not in page.fields
        tournament.stages.update(rounds=2, most=5)
        play_all(tournament)
        seat(tournament, 2)
        assert "Nobody can join" not in self.get(client, game).text
        tables_begin_on_paper(tournament=tournament, author=ANN, tables=[1, 2])
        page = self.get(client, game)
        assert "Nobody can join Stage 1 now. Tables 1 and 2 have begun." in page.text
        assert "name" not in page.fields

    def test_between_two_games_a_walk_up_comes_in_with_the_next(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        tournament, client = self.tournament(game), client_of("organizer")
        tournament.stages.update(rounds=2, most=5, seating="swiss")
        play_all(tournament)
        zoe = tournament.entrants.order_by("pk").last()
        tournament.entrants.update(checked_in_at=timezone.now())
        page = self.get(client, game)
        missed = "has missed a game, and has a place after all who play every game."
        assert f"Who comes in now {missed} A seat follows when game 2 is seated." in page.text
        assert "Nobody can join" not in page.text
        direct = Page(client.get(reverse("league:direct", args=[tournament.pk]))).text
        assert f"{zoe.name} is here and has no seat. See how to let them in" in direct
        asked = reverse("league:stage-seats-change", args=[tournament.pk])
        shown = Page(client.get(asked, {"deed": "join", "who": zoe.pk}))
        assert f"{zoe.name} plays in Stage 1 from game 2 on." in shown.text
        assert f"{zoe.name} has missed a game. All who play every game of" in shown.text
        client.post(asked, {**shown.fields, "deed": "join", "who": zoe.pk})
        answer = client.post(self.url(game), {"deed": "let_in", "name": "Yan"}, follow=True)
        shown = Page(answer)
        assert "Let Yan play from game 2 on?" in shown.text
        yan = tournament.entrants.get(name="Yan")
        client.post(asked, {**shown.fields, "deed": "join", "who": yan.pk})
        assert field_names(tournament, 1)[-2:] == [zoe.name, "Yan"]
        seat(tournament, 2)
        rows = StageTable.objects.filter(round__stage__tournament=tournament, round__number=2)
        seated = [name for row in rows for name in names_at(row)]
        assert {zoe.name, "Yan"} < set(seated)
        assert len(seated) == 10

    def test_at_a_seated_game_a_walk_up_is_shown_what_a_seat_does(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        tournament, client = self.tournament(game), client_of("organizer")
        tournament.stages.update(rounds=2, most=5, seating="swiss")
        play_all(tournament)
        seat(tournament, 2)
        sent = {"deed": "let_in", "name": "Yan", "table": 2}
        shown = Page(client.post(self.url(game), sent, follow=True))
        assert "Yan joins Stage 1 at table 2." in shown.text
        asked = reverse("league:stage-seats-change", args=[tournament.pk])
        yan = tournament.entrants.get(name="Yan")
        done = {**shown.fields, "deed": "add", "who": yan.pk, "table": 2}
        page = Page(client.post(asked, done, follow=True))
        assert names_at(table(tournament, 2, game=2))[-1] == "Yan"
        assert "nobody can join" not in page.text.lower()

    def test_before_the_beginning_nobody_sits(self, client_of: ClientOf, game: Game) -> None:
        self.begun = False
        self.ready(game)
        assert "No stage is on." in self.get(client_of("organizer"), game).text

    def test_a_change_is_taken_back(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        tournament = self.tournament(game)
        entry = seats_change(tournament=tournament, author=ANN, change=swap(tournament), seen=None)
        client = client_of("organizer")
        assert "Dot plays at table 2, and Bob at table 1." in self.get(client, game).text
        undo = {"deed": "undo", "entry": str(entry.pk)}
        asked = self.followed(client, game, **undo)
        assert "Take it back? Dot plays at table 2, and Bob at table 1." in asked.text
        first, second = ([*names_at(table(tournament, at))] for at in (1, 2))
        first[first.index("Bob")], second[second.index("Dot")] = "Dot", "Bob"
        for number, names in enumerate((first, second), 1):
            listed = f"{', '.join(names[:-1])} and {names[-1]}"
            assert f"At table {number} sit then: {listed}." in asked.text
        assert "No place or medal on any page changes." in asked.text
        assert "Dot" in names_at(table(tournament, 2))
        page = self.followed(client, game, **undo, agreed=asked.buttons["agreed"])
        assert "Taken back." in page.trouble
        assert [names_at(table(tournament, at)) for at in (1, 2)] == [first, second]


class TestTableSeats(ShowsTournament):
    name = "stage-seats-table"
    most_queries = 34

    def args(self, game: Game) -> list[object]:
        return [self.tournament(game).pk, 1]

    def unknown(self, game: Game) -> list[list[object]]:
        return [*super().unknown(game), [self.tournament(game).pk, 3]]

    def headings(self, client_of: ClientOf, game: Game) -> set[str]:
        """What the page offers."""
        text = self.get(client_of("organizer"), game).text
        offers = {
            "Let somebody play instead",
            "Swap two people",
            "Play with one less",
            "Add somebody",
            "Move somebody to another table",
        }
        return {offer for offer in offers if offer in text}

    def test_every_table_that_waits_leads_here(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        stage_tables_start(tournament=self.tournament(game), author=ANN, tables=[2])
        client, pk = client_of("organizer"), self.tournament(game).pk
        for page in ("direct/", "direct/seats/"):
            shown = Page(client.get(f"/tournaments/{pk}/{page}"))
            assert self.url(game) in shown.links
            text = shown.text.replace(" at table", ", table")
            assert "Change seats, table 1" in text
            assert "Change seats, table 2" not in text
        shown = Page(client.get(f"/tournaments/{pk}/tables/1/"))
        assert self.url(game) in shown.links

    def test_a_table_that_began_on_paper_leads_here_until_something_is_typed_in(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        tournament, client = self.tournament(game), client_of("organizer")
        enter(tournament, 1)
        tables_begin_on_paper(tournament=tournament, author=ANN)
        pages = [f"/tournaments/{tournament.pk}/{page}" for page in ("direct/", "direct/seats/")]
        pages.append(f"/tournaments/{tournament.pk}/tables/1/")
        assert all(self.url(game) in Page(client.get(page)).links for page in pages)
        assert len(self.headings(client_of, game)) == 5
        assert "nothing is typed in yet" in self.get(client, game).text
        type_in(tournament, table(tournament, 1))
        assert not any(self.url(game) in Page(client.get(page)).links for page in pages)
        assert self.headings(client_of, game) == set()
        assert "Its result is in. Take that back first" in self.get(client, game).text

    def test_it_offers_what_can_be(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        assert self.headings(client_of, game) == {
            "Swap two people",
            "Play with one less",
            "Move somebody to another table",
        }
        enter(self.tournament(game), 1)
        assert len(self.headings(client_of, game)) == 5
        stage_tables_start(tournament=self.tournament(game), author=ANN, tables=[1])
        assert self.headings(client_of, game) == set()
        page = self.get(client_of("organizer"), game)
        assert "Table 1 has begun, so its people stay." in page.text
        assert "Take the start of table 1 back" in page.text
        seats = reverse("league:stage-seats", args=[self.tournament(game).pk])
        page = Page(client_of("organizer").get(seats))
        assert self.url(game) in page.links
        assert "Somebody comes late" in page.text

    def test_only_people_of_the_tables_division_are_offered(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = tournament_of(game.club, 6, {"by_division": True, "size": 3, "least": 2})
        enter(tournament, 3, born="1930-01-01")
        begin(tournament)
        (fits,) = enter(tournament, 1, name="Yan")
        enter(tournament, 1, name="Zoe", born="1930-01-01")
        client = client_of("organizer")
        answer = client.get(self.url(game))
        assert Page(answer).text.count("75–79") == 2
        assert [people for _label, people in answer.context["free"]] == [[(fits.pk, "Yan")]]
        assert {at for at, _entrant in answer.context["elsewhere"]} == {2}
        assert [other.row.number for other in answer.context["others"]] == [2]
        oldest = Page(client.get(self.url(game).replace("/1/", "/3/")))
        assert "Swap two people" not in oldest.text
        direct = Page(client.get(reverse("league:direct", args=[tournament.pk]))).text
        assert ("75–79" in direct, "75-79" in direct) == (True, False)

    def test_what_was_refused_stays_chosen(self, client_of: ClientOf, game: Game) -> None:
        self.people = 12
        self.ready(game)
        tournament, client = self.tournament(game), client_of("organizer")
        stage_tables_start(tournament=tournament, author=ANN, tables=[2])
        asked = swap(tournament, *(names_at(table(tournament, at))[2] for at in (1, 2)))
        answer = client.get(change_address(tournament, asked) + "&at=1", follow=True)
        assert answer.request["PATH_INFO"] == self.url(game)
        assert "Table 2 has begun, so its people stay." in Page(answer).trouble
        assert Page(answer).fields["who"] == str(asked.who)

    def test_where_all_have_begun_each_link_to_a_start_says_what_it_opens(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """One that was called like the button behind it had to be pressed twice."""
        self.ready(game)
        stage_tables_start(tournament=self.tournament(game), author=ANN)
        seats = reverse("league:stage-seats", args=[self.tournament(game).pk])
        page = Page(client_of("organizer").get(seats))
        assert "See table 1, and take its start back" in page.text
        assert "Take the start of table 1 back" not in page.text

    def test_a_table_at_its_limits_offers_less(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        enter(self.tournament(game), 1)
        self.tournament(game).stages.update(least=4, most=4)
        assert self.headings(client_of, game) == {"Let somebody play instead", "Swap two people"}
        page = self.get(client_of("organizer"), game)
        assert "A table has 4 people at least here" in page.text

    def test_a_withdrawn_persons_seat_is_offered_first(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        enter(self.tournament(game), 1)
        self.tournament(game).stages.update(least=4)
        eve = self.tournament(game).entrants.get(name="Eve")
        entrant_withdraw(entrant=eve, author=ANN)
        page = self.get(client_of("organizer"), game)
        assert "Eve withdrew: the seat is free" in page.text
        assert page.fields["who"] == str(eve.pk)
        assert "See what playing instead does See what leaving for good does" in page.text
        assert "Move somebody to another table" in self.headings(client_of, game)

    def test_who_just_came_is_entered_and_can_play_instead(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        tournament = self.tournament(game)
        address = f"/tournaments/{tournament.pk}/direct/seats/"
        told = {"deed": "enter", "name": "Zoe", "at": "1"}
        answer = client_of("organizer").post(address, told, follow=True)
        assert "Zoe is entered, and has no seat yet." in Page(answer).trouble
        assert answer.request["PATH_INFO"] == self.url(game)
        ((label, ((_pk, free),)),) = answer.context["free"]
        assert (label, free) == ("Others", "Zoe")

    def test_a_bracket_offers_places_alone(self, client_of: ClientOf, game: Game) -> None:
        pairs = {"kind": "single", "size": 2, "least": 2, "most": 2}
        begin(tournament_of(game.club, 4, pairs))
        enter(self.tournament(game), 1)
        assert self.headings(client_of, game) == {"Let somebody play instead", "Swap two people"}


class TestSeatChange(OfTournament, Writes):
    name = "stage-seats-change"
    methods = BOTH

    def data(self, game: Game) -> dict[str, Any]:
        tournament = self.tournament(game)
        change = swap(tournament)
        return {
            "deed": "swap",
            "who": str(change.who),
            "other": str(change.other),
            "seen": mark(tournament, change),
        }

    def test_it_is_shown_first_and_then_done(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client, tournament = client_of("organizer"), self.tournament(game)
        page = Page(client.get(change_address(tournament, swap(tournament))))
        assert "Dot plays at table 2, and Bob at table 1." in page.text
        assert "Bob" not in names_at(table(tournament, 1))
        page = self.followed(client, game)
        assert "Dot plays at table 2, and Bob at table 1." in page.trouble
        assert "Take it back" in page.text
        assert "Bob" in names_at(table(tournament, 1))

    def test_what_has_changed_since_is_shown_again(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        tournament = self.tournament(game)
        form = self.form(game)
        seats_change(
            tournament=tournament, author=ANN, change=swap(tournament, "Eve", "Cal"), seen=None
        )
        answer = client_of("organizer").post(self.url(game), form, follow=True)
        assert "Look once more." in Page(answer).trouble
        assert answer.context["plan"].change == swap(tournament)
        assert "Dot" in names_at(table(tournament, 1))

    @pytest.mark.parametrize(
        ("told", "said"),
        [
            ({"deed": ""}, "Choose what to change."),
            ({"deed": "x"}, "Choose what to change."),
            ({"who": "x"}, "Choose somebody of the entrants."),
            ({"other": None}, "Choose somebody of the entrants."),
            ({"other": "0"}, "Choose somebody of the entrants."),
            ({"other": "999999"}, "Choose somebody of the entrants."),
            ({"deed": "replace"}, "Bob sits at table 2 already."),
            ({"deed": "move", "table": "9"}, "There is no table 9 in this game."),
        ],
    )
    def test_what_cannot_be_is_said_on_both_ways(
        self, client_of: ClientOf, game: Game, told: dict[str, str | None], said: str
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        form = self.form(game, **told)
        for page in (
            self.followed(client, game, **told),
            Page(client.get(self.url(game), form, follow=True)),
        ):
            assert said in page.trouble

    def test_nobody_of_another_tournament_gets_a_seat(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        other = tournament_of(game.club, 1).entrants.get()
        tournament = Tournament.objects.filter(club=game.club).order_by("pk")[0]
        dot = tournament.entrants.get(name="Dot")
        told = {"deed": "replace", "who": dot.pk, "other": other.pk, "seen": "x"}
        address = f"/tournaments/{tournament.pk}/direct/seats/change/"
        page = Page(client_of("organizer").post(address, told, follow=True))
        assert "Choose somebody of the entrants." in page.trouble

    def test_its_queries_do_not_grow(
        self,
        client_of: ClientOf,
        game: Game,
        django_assert_max_num_queries: Callable[[int], Any],
    ) -> None:
        counts, client = [], client_of("organizer")
        for people in (8, 24):
            self.people = people
            self.ready(game)
            tournament = self.tournament(game)
            enter(tournament, people // 4)
            address = change_address(tournament, swap(tournament))
            with django_assert_max_num_queries(34) as queries:
                assert client.get(address).status_code == 200
            counts.append(len(queries))
        assert counts[0] == counts[1]
