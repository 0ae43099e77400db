"""The director's page: the tables that need somebody, and the one thing to do."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import Entrant, PaperResult, StageTable, Tournament
from league.tournaments.awards.services.state_lists import state_list_save
from league.tournaments.directing.services.clock import clock_run
from league.tournaments.directing.services.running import medals_hold, round_seat
from league.tournaments.directing.services.stage_tables import (
    stage_tables_start,
    table_call,
    tables_begin_on_paper,
)
from league.tournaments.stages.services.tournaments import tournament_cancel
from scoring.models import Dispute, Game
from scoring.sheets.services.games import game_finish
from tests.factories import ANN, new_key, play
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
    table,
    tournament_of,
    type_in,
)
from tests.litany import ClientOf
from tests.page import Page

from .of_directing import ShowsTournament


class TestDirect(ShowsTournament):
    name = "direct"
    most_queries = 34

    def page(self, client_of: ClientOf, game: Game) -> Page:
        return self.get(client_of("organizer"), game)

    def test_before_the_beginning_it_offers_to_begin(self, client_of: ClientOf, game: Game) -> None:
        self.begun = False
        self.ready(game)
        EntrantFactory(tournament=self.tournament(game), name="Zoe")
        page = self.page(client_of, game)
        wait = "1 is not here yet. Next: wait, or seat those who are here."
        assert f"8 are here {wait} Check people in Seat 8 people at 2 tables" in page.text
        assert "1 is expected and not here Zoe" in page.text
        Entrant.objects.update(checked_in_at=None)
        assert "Next: check in who has come." in self.page(client_of, game).text
        Entrant.objects.all().delete()
        page = self.page(client_of, game)
        assert "Next: check in" not in page.text
        assert "or type their names. Import a list Enter somebody" in page.text

    def test_who_is_alone_in_a_division_is_told_before_and_at_the_end(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.begun = False
        self.ready(game)
        tournament = self.tournament(game)
        Entrant.objects.update(born="1950-05-05")
        alone = (
            "80–84 has only one entrant: combine it with another division, or that person "
            "wins without an opponent."
        )
        assert "only one entrant" not in self.page(client_of, game).text
        Entrant.objects.filter(name="Ann").update(born="1945-05-05")
        page = self.page(client_of, game)
        assert alone in page.trouble
        assert f"/tournaments/{tournament.pk}/divisions/" in page.links
        begin(tournament)
        assert alone not in self.page(client_of, game).text
        play_all(tournament)
        assert alone not in self.page(client_of, game).text
        close(tournament)
        play_all(tournament, 2)
        assert alone in self.page(client_of, game).trouble

    def test_who_is_in_no_division_is_told_before_the_end(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        tournament = self.tournament(game)
        Entrant.objects.update(born="1950-05-05")
        Entrant.objects.filter(name="Ann").update(born=None)
        said = "In no division, so they can win no medal: Ann (neither a date of birth nor"
        assert said not in self.page(client_of, game).text
        play_all(tournament)
        close(tournament)
        play_all(tournament, 2)
        assert said in self.page(client_of, game).trouble

    def test_a_clock_that_was_set_back_is_told(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        tournament = self.tournament(game)
        tournament.stages.update(minutes=60)
        said = "The server's clock has been set back meanwhile"
        clock_run(tournament=tournament, author=ANN)
        assert said not in self.page(client_of, game).text
        with time_machine.travel(timezone.now() - timedelta(hours=1), tick=False):
            page = self.page(client_of, game)
        assert said in page.text
        assert "60 minutes left" in page.text

    def test_who_stopped_early_is_told_wherever_the_table_is_shown(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        tournament = self.tournament(game)
        stage_tables_start(tournament=tournament, author=ANN)
        games = Game.objects.filter(stage_table__isnull=False)
        for rounds, begun in enumerate(games.order_by("stage_table__number"), 1):
            for _round in range(rounds):
                play(begun, 0, 5, 7, 9)
            game_finish(game=begun, author=ANN, key=new_key())
        page = self.page(client_of, game)
        assert "finished after 1 of 13 rounds" in page.text
        for view in ("bracket", "television"):
            shown = client_of("organizer").get(reverse(f"league:{view}", args=[tournament.pk]))
            assert "Table 1 finished after 1 of 13 rounds" in Page(shown).text
        assert "2 rounds at table 2; 1 round at table 1. Points count as they are." in page.text
        entrant = StageTable.objects.get(number=1).seats.first().entrant
        url = reverse("league:place-why", args=[tournament.pk, entrant.pk])
        text = Page(client_of("organizer").get(url)).text
        assert "Table 1 played 1 round. Not all tables played the same number of rounds" in text

    def test_without_a_stage_it_asks_for_a_format(self, client_of: ClientOf, game: Game) -> None:
        self.begun = False
        self.ready(game)
        self.tournament(game).stages.all().delete()
        assert "This tournament has no stage yet." in self.page(client_of, game).text

    def test_where_one_alone_would_go_on_the_way_out_is_shown(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """Not a button that is refused: who goes on can change, though the stage has begun."""
        self.people = 4
        self.ready(game)
        client, tournament = client_of("organizer"), self.tournament(game)
        assert (
            "Stage 1 can only be closed when two or more go on." in self.page(client_of, game).text
        )
        play_all(tournament)
        page = self.page(client_of, game)
        assert "Stage 1 cannot be closed like this. Ann alone would go on to Final" in page.text
        assert "Close Stage 1" not in page.text
        edit = reverse("league:stage-edit", args=[tournament.pk, self.stage(game).pk])
        assert edit in page.links
        assert "Fewer than two would go on from it" in Page(client.get(edit)).text
        client.post(edit, {"name": "Stage 1", "onward": "tables", "count": "2"})
        page = self.page(client_of, game)
        assert "Close Stage 1 2 (the 2 lowest of each table) go on to Final." in page.text
        close(tournament)

    def test_the_main_action_follows_the_day(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        tournament = self.tournament(game)
        assert "Begin 2 tables on paper" in self.page(client_of, game).text
        stage_tables_start(tournament=tournament, author=ANN, tables=[1])
        assert "Begin 1 table on paper" in self.page(client_of, game).text
        type_in(tournament, table(tournament, 2))
        page = self.page(client_of, game)
        assert "1 of 2 tables are in 1 table plays. Nothing to do now" in page.text
        first = table(tournament, 1).game
        assert first is not None
        play(first, 0, 10, 20, 30)
        game_finish(game=first, author=ANN, key=new_key())
        page = self.page(client_of, game)
        seated = "They are seated at once. You can take that back until one of their tables begins."
        assert f"Close Stage 1 2 winners go on to Final. {seated}" in page.text
        assert page.fields["seen"]
        close(tournament)
        play_all(tournament, 2)
        page = self.page(client_of, game)
        assert "Close Final That ends the tournament" in page.text
        # No list for the state is saved, so nothing is asked for one.
        assert "The list for the state" not in page.text
        state_list_save(club=game.club, name="State games", columns=["name", "residence"])
        Entrant.objects.exclude(name="Bob").update(community="Dunmore")
        page = self.page(client_of, game)
        assert "The list for the state still lacks: 1 residence Bob : residence" in page.text
        close(tournament, 2)
        page = self.page(client_of, game)
        assert "Correct Final, or open it again" in page.text

    def test_each_state_of_the_day_says_what_is_next(self, client_of: ClientOf, game: Game) -> None:
        self.begun = False
        self.ready(game)
        tournament = self.tournament(game)

        def says(words: str) -> bool:
            answer = client_of("organizer").get(self.url(game))
            assert answer.content.count(b"button main") == 1
            return words in Page(answer).text

        assert says("All are here. Next: seat them.")
        begin(tournament)
        assert says("Next: print the table sheets")
        tables_begin_on_paper(tournament=tournament, author=ANN)
        assert says("2 tables play. Next: start the clock for all tables.")
        type_in(tournament, table(tournament, 1))
        assert says("Next: type in the papers")
        play_all(tournament)
        assert says("All results are in. Next: look at them once more, then close the stage.")
        close(tournament)
        play_all(tournament, 2)
        close(tournament, 2)
        assert says("Next: give out the awards, then send the list to the state.")
        medals_hold(tournament=tournament, author=ANN, hold=True)
        assert says("Next: read out the awards, then show who won. Awards Show who won")

    def test_a_cancelled_one_is_brought_back_here(self, client_of: ClientOf, game: Game) -> None:
        self.begun = False
        self.ready(game)
        tournament_cancel(tournament=self.tournament(game), author=ANN)
        assert "This tournament is cancelled. Bring it back" in self.page(client_of, game).text

    def test_tables_that_are_in_are_folded_behind_those_that_play(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        type_in(self.tournament(game), table(self.tournament(game), 1), 41, 90, 120, 150)
        page = self.page(client_of, game)
        playing, _, done = page.text.partition("1 table is in: look at it, or correct it")
        assert "Type in table 2" in playing
        assert "Correct table 1" not in playing
        first, *_others = names_at(table(self.tournament(game), 1))
        assert f"Table 1 {first} 41" in done
        assert "Correct table 1" in done
        assert f"/tournaments/{self.tournament(game).pk}/television/" in page.links

    def test_who_goes_on_is_told_only_where_it_is_certain(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.people = 20
        self.ready(game)
        tournament = self.tournament(game)
        tournament.stages.filter(number=1).update(fill="full")
        tournament.stages.filter(number=2).update(size=4, most=4)
        page = self.page(client_of, game)
        assert "Final has 8 places." in page.text
        assert "Places that nobody can take away any more: 0. Still open: 8." in page.text
        assert "Nobody goes on" not in page.text
        type_in(tournament, table(tournament, 1), 41, 90, 120, 150)
        first, second, third, fourth = names_at(table(tournament, 1))
        told = self.page(client_of, game).text.rpartition("Who goes on")[2]
        assert "Places that nobody can take away any more: 1. Still open: 7." in told
        certain, _, could = told.partition("Could go on")
        assert f"Nobody still playing can overtake these {first} table 1, place 1" in certain
        assert f"{second} table 1, place 2" in could
        assert "So could others at tables 2, 3, 4 and 5, which are not in yet." in could
        type_in(tournament, table(tournament, 2), 30, 30, 120, 150)
        could = self.page(client_of, game).text.partition("Could go on")[2]
        for name in names_at(table(tournament, 2))[:2]:
            assert f"{name} table 2, place 1" in could
        assert not any(name in told for name in (third, fourth))

    def test_who_goes_on_so_far_is_found_by_family_name(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """Where no tables send people on, there is no other order in which to look."""
        low = {"onward": "best", "cut": "points", "count": 400}
        tournament = tournament_of(game.club, 8, low, {})
        begin(tournament)
        first, second, *others = names_at(table(tournament, 1))
        Entrant.objects.filter(tournament=tournament, name=first).update(name="Ann Zeller")
        Entrant.objects.filter(tournament=tournament, name=second).update(name="Bob Young")
        type_in(tournament, table(tournament, 1))
        names = " ".join([*sorted(others), "Bob Young", "Ann Zeller"])
        text = self.get(client_of("organizer"), game).text
        assert f"Nobody still playing can overtake these {names}" in text

    def test_who_goes_on_stands_under_a_division_each(
        self, client_of: ClientOf, game: Game
    ) -> None:
        best = {"by_division": True, "size": 3, "least": 2, "onward": "best", "count": 1}
        tournament = tournament_of(game.club, 3, best, {"name": "Final"})
        enter(tournament, 3, born="1930-01-01")
        begin(tournament)
        type_in(tournament, table(tournament, 1), 5, 9, 19)
        client, page = client_of("organizer"), reverse("league:direct", args=[tournament.pk])
        younger, older = (names_at(table(tournament, number))[0] for number in (1, 2))
        sure = Page(client.get(page)).text.partition("Nobody still playing can overtake these")[2]
        groups = [card.group for card in client.get(page).context["page"].by_number]
        assert sure.strip().startswith(f"{groups[0]} {younger}")
        type_in(tournament, table(tournament, 2), 5, 9, 19)
        text = Page(client.get(page)).text
        going = text[text.rindex("Who goes on") :]
        assert f"{groups[0]} {younger} {groups[1]} {older}" in going

    def test_people_who_are_level_come_before_the_closing(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        type_in(self.tournament(game), table(self.tournament(game), 1), 5, 5, 9, 9)
        type_in(self.tournament(game), table(self.tournament(game), 2))
        page = self.page(client_of, game)
        assert "Break the tie" in page.text
        assert "Close Stage 1" not in page.text

    def test_whom_the_loser_of_a_tie_may_keep_back_is_not_listed(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """Rounds won put the second of table 1 first, unless both of table 2 are let go on."""
        self.ready(game)
        tournament = self.tournament(game)
        Tournament.objects.filter(pk=tournament.pk).update(tie_breaks=["outs", "play_off"])
        tournament.stages.filter(number=1).update(fill="to", fill_to=3)
        type_in(tournament, table(tournament, 1), 5, 6, 30, 40)
        type_in(tournament, table(tournament, 2), 6, 6, 31, 41)
        for paper in PaperResult.objects.all():
            outs = [3, 3, 1, 0] if paper.table.number == 1 else [2, 2, 1, 1]
            paper.lines = [[*row[:2], won, 0] for row, won in zip(paper.lines, outs, strict=True)]
            paper.save()
        page = self.get(client_of("organizer"), game)
        first, second, *_others = names_at(table(tournament, 1))
        assert "So far 1 winner goes on to Final, and the rest is open." in page.text
        listed = page.text[page.text.rindex("Who goes on") :]
        assert first in listed
        assert second not in listed

    def test_a_tie_that_decides_nothing_is_not_in_the_way(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """Two winners fill up to four: both of the first table go on, whoever is first there."""
        self.ready(game)
        tournament = self.tournament(game)
        tournament.stages.filter(number=1).update(fill="to", fill_to=4)
        type_in(tournament, table(tournament, 1), 5, 5, 90, 95)
        type_in(tournament, table(tournament, 2), 10, 20, 30, 40)
        page = self.page(client_of, game)
        assert "Close Stage 1" in page.text
        assert "2 winners and 2 best seconds go on to Final." in page.text
        first, second, *_rest = names_at(table(tournament, 1))
        assert f"{first} table 1, place 1 {second} table 1, place 1" in page.text
        assert "They all go on, whoever is first. There is nothing to decide." in page.text
        hall = Page(client_of("organizer").get(reverse("league:television", args=self.args(game))))
        assert f"Level at their table: {first} and {second}. They all go on" in hall.text
        assert "The director decides" not in hall.text
        assert hall.text.count("▸ goes on") == 4
        close(tournament)
        assert set(field_names(tournament, 2)) >= {first, second}

    def test_the_next_game_of_a_stage_is_offered(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        self.tournament(game).stages.update(rounds=3, onward="nobody")
        play_all(self.tournament(game))
        page = self.page(client_of, game)
        assert "Stage 1 · game 1 of 3" in page.text
        assert "Seat game 2" in page.text

    def test_repeats_are_told_from_the_second_game_on(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        tournament = self.tournament(game)
        tournament.stages.update(rounds=2, onward="nobody", seating="swiss")
        play_all(tournament)
        assert "meet" not in self.page(client_of, game).text
        round_seat(tournament=tournament, author=ANN, number=2)
        rounds = now(tournament).courses[tournament.stages.get(number=1).pk].rounds
        before, after = ([set(table.seats) for table in at.tables] for at in rounds)
        again = sum(
            len(one & other) * (len(one & other) - 1) // 2 for one in before for other in after
        )
        text = self.page(client_of, game).text
        assert again
        assert f"{again} repeat meeting" in text
        assert "nobody meets twice" not in text

    def test_tables_that_need_somebody_come_first(self, client_of: ClientOf, game: Game) -> None:
        self.people = 16
        self.ready(game)
        tournament = self.tournament(game)
        games = stage_tables_start(tournament=tournament, author=ANN).games
        for one in games[:3]:
            play(one, 0, 10, 20, 30)
            play(one, 0, 10, 20, 30)
        play(games[2], 0, 10, 20, 30)
        table_call(tournament=tournament, table=table(tournament, 3), call=True)
        page = self.page(client_of, game)
        order = [page.text.index(f"Sheet of table {number}") for number in (3, 4, 1, 2)]
        assert order == sorted(order)
        assert "Table 3 called you at" in page.text
        assert "2 rounds behind the others." in page.text
        row = StageTable.objects.get(game=games[2])
        assert f"/tournaments/{tournament.pk}/call/{row.pk}/" in page.actions

    def test_a_table_is_compared_with_the_others_that_play(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """And of one without an entry it is said when it began."""
        self.ready(game)
        first, _second = stage_tables_start(tournament=self.tournament(game), author=ANN).games
        for _round in range(2):
            play(first, 0, 10, 20, 30)
        with time_machine.travel(timezone.now() + timedelta(minutes=30), tick=False):
            text = self.page(client_of, game).text
        assert text.count("behind the others") == 1
        assert "2 rounds behind the others. No entry yet. It began 30 minutes ago." in text
        assert "Last entry 30 minutes ago." in text

    def test_a_table_that_has_all_rounds_is_said_to_lack_its_end(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        self.tournament(game).stages.update(
            rules={"base": "family", "fill": "defaults", "rounds": 2}
        )
        first, _second = stage_tables_start(tournament=self.tournament(game), author=ANN).games
        play(first, 0, 10, 20, 30)
        assert "round 2 of 2" in self.page(client_of, game).text
        play(first, 0, 10, 20, 30)
        text = self.page(client_of, game).text
        assert "all 2 rounds are in, not finished" in text
        assert "0 minutes ago" not in text

    def test_open_disputes_ring(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        started = stage_tables_start(tournament=self.tournament(game), author=ANN).games
        Dispute.objects.create(
            game=started[1],
            number=1,
            round_number=1,
            kind="x",
            ask={},
            author="Ann",
            asked_at=started[1].started_at,
        )
        assert "Table 2 1 dispute is open." in self.page(client_of, game).text

    def test_a_correction_after_the_closing_is_asked(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        tournament = self.tournament(game)
        play_all(tournament)
        close(tournament)
        correct(tournament, 1, 99, 21, 31, 41)
        page = self.page(client_of, game)
        assert "Stage 1: Corrected after it was closed. " in page.text
        assert f"/tournaments/{tournament.pk}/direct/drift/1/" in page.links
        # The main button leads there, and begins no table of the wrong people.
        assert "Start 1 table" not in page.text
        assert "should have gone on to Final instead of" in page.text
        bracket = Page(client_of("organizer").get(reverse("league:bracket", args=[tournament.pk])))
        assert "Corrected after it was closed." in bracket.text
        # Who should have gone on stands on no wall before the director has decided.
        assert "should have gone on to Final instead of" not in bracket.text
        # The television shows the next stage by then, and speaks of the one before all the same.
        hall = client_of("organizer").get(reverse("league:television", args=[tournament.pk]))
        assert "Stage 1 · Corrected after it was closed." in Page(hall).text

    def test_a_cancelled_tournament_says_so(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        tournament_cancel(tournament=self.tournament(game), author=ANN)
        assert "This tournament is cancelled." in self.page(client_of, game).text


class TestDirectNow(ShowsTournament):
    name = "direct-now"
    most_queries = 36

    def seen(self, client: Client, game: Game) -> str:
        text = client.get(self.url(game)).content.decode()
        return text.partition("?seen=")[2].partition('"')[0]

    def test_who_has_seen_it_gets_nothing_until_something_moves(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client, tournament = client_of("organizer"), self.tournament(game)
        (one, _other) = stage_tables_start(tournament=tournament, author=ANN).games
        seen = self.seen(client, game)
        Tournament.objects.update(ended_at=tournament.began_at)  # no minute counts then
        seen = self.seen(client, game)
        assert client.get(self.url(game), {"seen": seen}).status_code == 204
        play(one, 0, 10, 20, 30)
        assert client.get(self.url(game), {"seen": seen}).status_code == 200

    @pytest.mark.parametrize("seen", ["", "x", "-1", "9" * 5000, "\0"])
    def test_nonsense_has_seen_nothing(self, client_of: ClientOf, game: Game, seen: str) -> None:
        self.ready(game)
        enter(self.tournament(game), 1)
        page = self.get(client_of("organizer"), game, seen=seen)
        assert "0 of 2 tables are in" in page.text
        assert "html" not in page.tags
