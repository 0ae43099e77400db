"""A tournament's own page, the director's log, opening a stage again."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league.models import Tournament
from league.templatetags.tournaments import tournament_menu
from league.tournaments.directing.selectors.tournament_page import page_for_all
from league.tournaments.directing.services.stage_tables import stage_tables_start, start_take_back
from league.tournaments.entrants.selectors.register import register_of
from league.tournaments.entrants.services.presence import entrant_withdraw
from league.tournaments.stages.services.stages import stage_move
from league.tournaments.stages.services.tournaments import tournament_cancel
from scoring.lists import all_of
from scoring.models import Game
from tests.factories import ANN
from tests.league.tournaments.runs import begin, close, names_at, play_all, table
from tests.litany import BOTH, EVERYBODY, SCORERS, ClientOf, Writes
from tests.page import Page

from .of_directing import OfTournament, ShowsTournament

pytestmark = pytest.mark.usefixtures("one_day")


class TestTournament(ShowsTournament):
    name = "tournament"
    most_queries = 34

    def test_it_counts_as_the_door_does(self, client_of: ClientOf, game: Game) -> None:
        """Who withdrew before the beginning has not entered; who left a stage has."""
        self.begun = False
        self.ready(game)
        tournament = self.tournament(game)
        gone = tournament.entrants.latest("pk")
        entrant_withdraw(entrant=gone, author=ANN)
        assert "7 have entered. 7 are here." in self.get(client_of("tablet"), game).text
        assert page_for_all(self.tournament(game)).entered == register_of(tournament).playing == 7
        begin(tournament)
        entrant_withdraw(entrant=tournament.entrants.get(name="Ann"), author=ANN)
        page = page_for_all(self.tournament(game))
        assert (page.entered, page.here) == (7, 6)
        assert register_of(self.tournament(game)).playing == 7

    def test_it_says_how_far_the_day_is(self, client_of: ClientOf, game: Game) -> None:
        self.begun = False
        self.ready(game)
        client = client_of("tablet")
        page = self.get(client, game)
        assert "Senior games Monday, March 2, 2026 · Gym 8 have entered. 8 are here." in page.text
        assert "Stage 1 to come Final to come" in page.text
        stage_move(stage=self.tournament(game).stages.get(number=2), author=ANN, earlier=True)
        assert "Final to come Stage 1 to come" in self.get(client, game).text
        stage_move(stage=self.tournament(game).stages.get(number=2), author=ANN, earlier=True)
        self.begun = True
        self.ready(game)
        assert "Stage 1 8 people, seated, and no table has begun" in self.get(client, game).text
        stage_tables_start(tournament=self.tournament(game), author=ANN, tables=[1])
        assert "Stage 1 8 people, being played" in self.get(client, game).text
        page = self.get(client, game)
        first, second = (all_of(names_at(table(self.tournament(game), at))) for at in (1, 2))
        assert f"Table 1 {first} begun Table 2 {second} not started · paper" in page.text
        assert f"/tournaments/{self.tournament(game).pk}/tables/2/" in page.links
        assert "Score at a table" not in self.get(client_of("organizer"), game).text
        start_take_back(
            tournament=self.tournament(game), table=table(self.tournament(game), 1), author=ANN
        )
        play_all(self.tournament(game))
        close(self.tournament(game))
        page = self.get(client, game)
        assert "Stage 1 8 people, closed Final 2 people, seated" in page.text
        play_all(self.tournament(game), 2)
        close(self.tournament(game), 2)
        assert "The tournament is over." in self.get(client, game).text

    def test_the_director_finds_what_to_do(self, client_of: ClientOf, game: Game) -> None:
        self.begun = False
        self.ready(game)
        client = client_of("organizer")
        assert "Seat 8 people at 2 tables" in self.get(client, game).text
        self.begun = True
        self.ready(game)
        page = self.get(client, game)
        assert "Stage 1: 0 of 2 tables are in. The director’s page" in page.text
        tournament_cancel(tournament=self.tournament(game), author=ANN)
        assert "This tournament is cancelled." in self.get(client, game).text

    def test_others_are_not_shown_the_directors_way(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("scorekeeper"), game)
        assert not [link for link in page.links if "/direct/" in link or "/log/" in link]

    @pytest.mark.parametrize("who", sorted(SCORERS))
    @pytest.mark.parametrize("begun", [False, True])
    def test_each_way_that_is_shown_can_be_gone(
        self, client_of: ClientOf, game: Game, who: str, begun: bool
    ) -> None:
        self.begun = begun
        self.ready(game)
        client = client_of(who)
        address = f"/tournaments/{self.tournament(game).pk}/"
        links = {link for link in self.get(client, game).links if link.startswith(address)}
        assert {link: client.get(link).status_code for link in links} == dict.fromkeys(links, 200)
        # Who comes late is marked there too.
        assert (f"{address}door/" in links) is (who == "organizer")

    def test_what_a_director_needs_now_is_in_one_row(self, game: Game) -> None:
        """The bug it would catch: eleven buttons in three rows on a tablet."""
        self.begun = False
        self.ready(game)
        before = tournament_menu(self.tournament(game), directs=True)
        begin(self.tournament(game))
        after = tournament_menu(self.tournament(game), directs=True)
        rows = [[link.words for link in menu.now] for menu in (before, after)]
        assert rows == [
            ["Entrants", "Check people in", "Stages", "Settings", "Rehearse"],
            ["Bracket", "Find your table", "Places and medals", "Entrants"],
        ]
        words = {link.words for link in (*after.now, *after.more)}
        assert {*rows[0], *rows[1]} - words == {"Rehearse"}
        assert tournament_menu(self.tournament(game), directs=False).more == ()

    @pytest.mark.parametrize("who", sorted(EVERYBODY - SCORERS))
    def test_a_public_one_is_shown_to_all(self, client_of: ClientOf, game: Game, who: str) -> None:
        self.ready(game)
        Tournament.objects.update(public=True)
        page = self.get(client_of(who), game)
        assert "Senior games" in page.text
        assert not [link for link in page.links if "entrants" in link or "/direct/" in link]

    @pytest.mark.parametrize("who", ["nobody", "tablet"])
    def test_the_form_is_offered_while_it_is_open(
        self, client_of: ClientOf, game: Game, who: str
    ) -> None:
        self.begun = False
        self.ready(game)
        Tournament.objects.update(public=True, date=timezone.localdate())
        client = client_of(who)
        assert "Ask to enter" not in self.get(client, game).text
        Tournament.objects.update(sign_up=True)
        (link,) = [one for one in self.get(client, game).links if one.startswith("/enter/")]
        assert client.get(link).status_code == 200
        begin(self.tournament(game))
        assert "Ask to enter" not in self.get(client, game).text


class TestTournamentLog(ShowsTournament, Writes):
    name = "tournament-log"
    methods = BOTH
    most_queries = 7

    def data(self, game: Game) -> dict[str, Any]:
        return {"text": "<b>Ann</b> may have a helper.", "about": ""}

    def test_a_ruling_is_written_down_and_stands_with_the_place(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        ann = self.tournament(game).entrants.get(name="Ann")
        page = self.followed(client, game, about=str(ann.pk))
        assert "It is written down." in page.trouble
        assert "<b>Ann</b> may have a helper." in page.text
        why = client_of("tablet").get(f"/tournaments/{ann.tournament_id}/places/{ann.pk}/")
        assert "What the director decided <b>Ann</b> may have a helper." in Page(why).text

    def test_a_ruling_about_nobody_known(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client, before = client_of("organizer"), self.tournament(game).log.count()
        for about in ("0", "x", str(10**30)):
            assert self.send(client, game, about=about).status_code == 404
        assert "Write what you have ruled." in Page(self.send(client, game, text=" ")).trouble
        assert self.tournament(game).log.count() == before

    def test_what_was_done_stands_newest_first(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        play_all(self.tournament(game))
        close(self.tournament(game))
        page = self.get(client_of("organizer"), game)
        closed = page.text.index("Stage 1 is closed. 2 winners go on to Final.")
        assert closed < page.text.index("8 entrants were seated.")

    def test_at_first_there_is_nothing(self, client_of: ClientOf, game: Game) -> None:
        self.begun = False
        self.ready(game)
        assert "Nothing yet." in self.get(client_of("organizer"), game).text


class TestStageReopen(OfTournament, Writes):
    name = "stage-reopen"
    methods = BOTH

    def ready(self, game: Game) -> None:
        super().ready(game)
        play_all(self.tournament(game))
        close(self.tournament(game))

    def args(self, game: Game) -> list[object]:
        return [self.tournament(game).pk, 1]

    def unknown(self, game: Game) -> list[list[object]]:
        return [*super().unknown(game), [self.tournament(game).pk, 9]]

    def data(self, game: Game) -> dict[str, Any]:
        return {"reason": "a table was forgotten"}

    def test_it_is_open_again(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client, two = client_of("organizer"), table(self.tournament(game), 2)
        page = self.get(client, game)
        assert "The seats of Final are taken back." in page.text
        assert (
            f"/tournaments/{self.tournament(game).pk}/tables/2/paper/?stage=1&game=1" in page.links
        )
        people = all_of(f"{name} {10 * at + 2}" for at, name in enumerate(names_at(two), 1))
        assert f"Table 2: {people} Correct table 2" in page.text
        page = self.followed(client, game)
        assert "Stage 1 is open again." in page.trouble
        assert "Close Stage 1" in page.text

    def test_what_cannot_be_opened_again_is_not_offered(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        stage_tables_start(tournament=self.tournament(game), author=ANN, tables=[1])
        page = self.get(client_of("organizer"), game)
        assert "Correct Stage 1 It can’t be opened again: table 1 of Final has begun." in page.text
        assert "reason" not in page.fields

    def test_it_needs_a_reason(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        assert "Say why" in self.followed(client_of("organizer"), game, reason=" ").trouble
        assert self.stage(game).closed_at is not None

    def test_the_last_one_lets_the_tournament_go_on(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        play_all(self.tournament(game), 2)
        close(self.tournament(game), 2)
        page = client_of("organizer").get(
            f"/tournaments/{self.tournament(game).pk}/direct/reopen/2/"
        )
        assert "The tournament then goes on" in page.content.decode()


class TestTournamentUnbegin(OfTournament, Writes):
    name = "tournament-unbegin"
    methods = BOTH

    def data(self, game: Game) -> dict[str, Any]:
        return {"reason": "half of them are in the car park"}

    def test_the_door_is_open_again(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        link = f"/tournaments/{self.tournament(game).pk}/direct/unbegin/"
        assert link in self.directed(client, game).links
        assert "All seats are taken back" in self.get(client, game).text
        page = self.followed(client, game)
        assert "Seat 8 people at 2 tables" in page.text
        begin(self.tournament(game))
        play_all(self.tournament(game))
        assert link not in self.directed(client, game).links

    def test_not_once_a_table_has_played(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        play_all(self.tournament(game))
        page = self.followed(client_of("organizer"), game)
        assert "Play has begun, at tables 1 and 2." in page.trouble
        assert self.tournament(game).began_at is not None

    def directed(self, client: Client, game: Game) -> Page:
        return Page(client.get(f"/tournaments/{self.tournament(game).pk}/direct/"))
