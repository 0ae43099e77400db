"""The television in the gym."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import DivisionMerge, PaperResult, Parting, StageTable, Tournament
from scoring.models import Game
from tests.league.factories import StageFactory, TournamentFactory
from tests.league.tournaments.directing.services.test_results import correct
from tests.league.tournaments.display.of_bracket import ShownPublicly
from tests.league.tournaments.played import (
    close,
    enter,
    paper,
    table_played,
    three_stages,
    total_of,
)
from tests.league.tournaments.runs import begin, play_all, seat, tournament_of, type_in
from tests.league.tournaments.runs import close as finish
from tests.league.tournaments.runs import enter as enter_here
from tests.league.tournaments.runs import table as table_at
from tests.litany import ClientOf
from tests.page import Page, asks_again


class TestTelevision(ShownPublicly):
    name = "television"
    most_queries = 22
    stage = 1

    def test_it_shows_the_stage_that_is_played(self, client_of: ClientOf, game: Game) -> None:
        three_stages(game.club, 10, until=2)
        page = self.get(client_of("tablet"), game)
        assert "Semi-finals 0 of 1 finished Table 1" in page.text
        # These tables were made by hand; where their people differ, that alone is said.
        assert "First stage" not in page.text.replace("First stage · Corrected after", "")

    def test_no_second_goes_on_who_may_have_to_stay(self, client_of: ClientOf, game: Game) -> None:
        """Eight winners will fill two tables, so that the seats of two open tables are not free."""
        tournament = three_stages(game.club, 32, until=1)
        last = StageTable.objects.order_by("-number")[1]
        PaperResult.objects.filter(table=last).delete()
        html = client_of("tablet").get(self.url(game)).content.decode()
        assert html.count('<li class="goes">') == 6
        for table in tournament.stages.get(number=1).seated.get().tables.all():
            if not table.paper.exists():
                paper(table, (1, 2, 3, 4))
        html = client_of("tablet").get(self.url(game)).content.decode()
        assert html.count('<li class="goes">') == 8

    def test_what_a_total_counts_stands_before_it_in_the_same_line(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = three_stages(game.club, 8, until=2)
        tournament.stages.update(uneven="average")
        first, second = StageTable.objects.filter(round__stage__number=1)
        tournament.stages.filter(number=2).delete()
        PaperResult.objects.all().delete()
        paper(first, (30, 40, 50, 60), rounds_played=2)
        paper(second, (20, 40, 60, 80), rounds_played=4)
        assert "15 a round 30" in self.get(client_of("tablet"), game).text

    def test_when_it_starts_is_said_until_the_first_table_has_finished(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = three_stages(game.club, 12, until=2)
        tournament.stages.update(starts="09:00")
        page = self.get(client_of("tablet"), game)
        assert "Starts at 9 a.m." in page.text
        table = StageTable.objects.get(round__stage__tournament=tournament, round__stage__number=2)
        paper(table, (1, 2, 3, 4)[: table.seats.count()])
        assert "Starts at" not in self.get(client_of("tablet"), game).text

    def test_it_says_who_is_level_and_who_won(self, client_of: ClientOf, game: Game) -> None:
        tournament = three_stages(game.club, 16, until=1)
        last = StageTable.objects.get(round__stage__tournament=tournament, number=4)
        paper(last, (7, 7, 9, 9))
        text = self.get(client_of("tablet"), game).text
        assert "Level for 1 place: " in text
        assert text.count(" level 7") == 2

    def test_a_tree_says_what_tables_say_of_games_that_were_taken_back(
        self, client_of: ClientOf, game: Game
    ) -> None:
        pairs = {"kind": "single", "size": 2, "least": 2, "most": 2}
        cup = tournament_of(game.club, 4, pairs, public=True)
        begin(cup)
        play_all(cup)
        seat(cup, 2)
        type_in(cup, table_at(cup, 1, game=2), 5, 50)
        correct(cup, 1, 30, 20)
        shown = [self.get(client_of("tablet"), game, page=page).text for page in "12"]
        gone = "What was played in game 2 no longer counts: "
        assert [text.count(gone) for text in shown] == [1, 1]

    def test_medals_before_the_last_stage_is_closed_are_provisional(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = tournament_of(game.club, 4, {"name": "Final"}, medals=True, band_width=0)
        begin(tournament)
        play_all(tournament)
        said = "Provisional: the last stage is not closed yet."
        medals = [self.get(client_of("tablet"), game, page=page).text for page in "12"]
        assert [(said in text, "Gold" in text) for text in medals] == [(False, False), (True, True)]
        finish(tournament)
        assert said not in self.get(client_of("tablet"), game).text

    def test_who_is_struck_out_has_left_and_how(self, client_of: ClientOf, game: Game) -> None:
        tournament = three_stages(game.club, 16, until=1)
        table = StageTable.objects.get(round__stage__tournament=tournament, number=1)
        gone = table.seats.get(place=0).entrant
        gone.withdrawn_at = timezone.now()
        gone.save()
        text = self.get(client_of("tablet"), game).text
        assert f"{gone.name} withdrew" in text

    def test_at_the_end_it_says_who_won_and_the_medals_of_each_division(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = three_stages(game.club, 37, until=4)
        client = client_of("tablet")
        medals, page, places = (self.get(client, game, page=number) for number in "123")
        # Nobody looks for a table any more.
        assert f"testserver/t/{tournament.pk}" in page.text
        assert "Your table, on your phone" not in page.text
        winner = min(
            tournament.stages.get(number=3).field.all(), key=lambda row: total_of(row.entrant)
        )
        assert f"The winner {winner.entrant.name} " in page.text
        assert medals.text.count("Gold") == 4
        # They were won in different stages, and gold may have more points than silver.
        assert 'class="total"' not in client.get(self.url(game), {"page": "1"}).content.decode()
        assert "Places · " in places.text
        assert "Gold" not in places.text
        assert " 1 " in places.text
        assert "Combined" not in medals.text
        DivisionMerge.objects.create(
            tournament=tournament,
            divisions=["90+", "85-89"],
            reason="Few came",
            author="Olive",
            merged_at=timezone.now(),
        )
        assert "Combined: Few came" in self.get(client, game, page="1").text
        # Nobody has won what is still played.
        Tournament.objects.update(ended_at=None)
        text = self.get(client, game).text
        assert "The winner" not in text
        assert "Your table, on your phone" in text

    def test_medals_come_first_once_they_are_no_longer_secret(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """The bug it would catch: a television stays at its page and begins with "Places"."""
        tournament = three_stages(game.club, 37, until=4)
        Tournament.objects.filter(pk=tournament.pk).update(medals_held=True)
        client = client_of("tablet")
        held = client.get(self.url(game), {"page": "3"}).content.decode()
        (following,) = re.findall(r'data-next="[^"]*[?;]page=(\d+)', held)
        Tournament.objects.filter(pk=tournament.pk).update(medals_held=False, revision=99)
        assert "Gold" in self.get(client, game, page=following).text

    def test_nobody_sees_who_won_while_the_medals_are_held(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = three_stages(game.club, 37, until=4, band_width=0)
        client, pk = client_of("organizer"), tournament.pk
        hold, direct = (reverse(f"league:{name}", args=[pk]) for name in ("medals-hold", "direct"))
        person = tournament.entrants.get(name=self.winner(client, game))
        pages = [
            reverse("league:television", args=[pk]),
            reverse("league:places", args=[pk]),
            reverse("league:place-why", args=[pk, person.pk]),
        ]

        def seen(address: str) -> list[bool]:
            page = client.get(address)
            text, words = Page(page).text, ("Gold", "won")
            over = text.replace("The medals are given out soon.", "")
            rest = over.replace("The medals are kept secret until the director shows who won.", "")
            return [rest != text, any(word in rest for word in words)]

        assert [seen(address) for address in pages] == [[False, True]] * 3
        for _twice in range(2):
            client.post(hold, {"hold": "1"})
        # Before the last stage is closed there is nothing on the television to hide.
        Tournament.objects.filter(pk=pk).update(ended_at=None)
        assert [seen(address) for address in pages[1:]] == [[True, False]] * 2
        Tournament.objects.filter(pk=pk).update(ended_at=timezone.now())
        assert [seen(address) for address in pages] == [[True, False]] * 3
        assert "Show who won" in Page(client.get(direct)).text
        assert tournament.log.filter(kind="medals").count() == 1
        client.post(hold)
        assert [seen(address) for address in pages] == [[False, True]] * 3
        assert "Show who won" not in Page(client.get(direct)).text

    def winner(self, client: Client, game: Game) -> str:
        """The name on the page of places that has gold."""
        page = client.get(reverse("league:places", args=[self.tournament(game).pk]))
        gold = re.search(r">([^<>]+)</a>\s*<span class=\"medal gold", page.content.decode())
        assert gold is not None
        return gold[1]

    def test_who_won_the_final_by_a_play_off_is_told_with_the_winner(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = TournamentFactory(club=game.club, public=True, tie_breaks=["play_off"])
        stage = StageFactory(tournament=tournament)
        ann, bob, cal = enter(tournament, 3)
        table_played(stage, [ann, bob, cal], (40, 40, 50))
        Parting.objects.create(
            stage=stage,
            kind="play_off",
            numbers=[[ann.pk, 9], [bob.pk, 2]],
            author="Olive",
            recorded_at=timezone.now(),
        )
        close(stage)
        text = self.get(client_of("nobody"), game).text
        # A correction may have it decide about another place than it was played for.
        assert f"{bob.name} won the play-off 40" in text
        assert f"{ann.name} 40" in text

    def test_two_who_share_the_first_place_share_the_win(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = TournamentFactory(club=game.club, public=True, medals=False, ribbons=0)
        stage = StageFactory(tournament=tournament)
        table_played(stage, enter(tournament, 3), (40, 40, 50))
        close(stage)
        text = self.get(client_of("nobody"), game).text
        assert text.count("Shared win") == 2
        assert "The winner" not in text

    def test_screens_come_one_after_the_other(self, client_of: ClientOf, game: Game) -> None:
        three_stages(game.club, 90, until=1)
        answer = client_of("tablet").get(self.url(game))
        html = answer.content.decode()
        assert "1 of 2 Hold" in Page(answer).text
        assert f'data-turns="12" data-next="{self.url(game)}now/?page=2&amp;of=2"' in html
        # Without scripts too.
        assert '<meta http-equiv="refresh" content="15; url=?page=2&amp;of=2">' in html

    def test_with_fewer_or_more_screens_it_turns_back_to_the_first(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """The bug it would catch: tables 4 and 5 of nine stand on no page of that turn."""
        three_stages(game.club, 100, until=1)
        client = client_of("tablet")
        first = client.get(self.url(game), {"show": "tables"}).content.decode()
        (link,) = re.findall(r'data-next="([^"]*)"', first)
        of = int(re.findall(r"[?;]of=(\d+)", link)[0])
        assert of > 1

        def seen(of: int) -> str:
            asked = {"show": "tables", "page": "2", "of": str(of)}
            return Page(client.get(self.url(game), asked)).text

        assert f" 1 of {of} " in Page(client.get(self.url(game), {"show": "tables"})).text
        assert f" 2 of {of} " in seen(of)
        assert f" 1 of {of} " in seen(of + 1)

    @pytest.mark.parametrize(("people", "fills"), [(16, False), (10, True)])
    def test_the_best_seconds_are_named_where_one_can_go_on(
        self, client_of: ClientOf, game: Game, people: int, fills: bool
    ) -> None:
        """Four winners fill a table of four, three do not."""
        three_stages(game.club, people, until=1)
        text = self.get(client_of("tablet"), game).text
        assert "The lowest of each table goes on." in text
        assert ("best seconds" in text) is fills

    @pytest.mark.parametrize(
        ("ties", "decides"),
        [
            (["play_off"], "Without a play-off both win it."),
            ([], "Both win it once Stage 1 is closed."),
        ],
    )
    def test_who_is_level_for_a_medal_before_the_end(
        self, client_of: ClientOf, game: Game, ties: list[str], decides: str
    ) -> None:
        tournament = TournamentFactory(club=game.club, tie_breaks=ties)
        people = enter(tournament, 4, born="1950-05-05")
        stage = StageFactory(tournament=tournament)
        table_played(stage, people, (10, 10, 30, 40))
        text = self.get(client_of("tablet"), game).text
        assert f"Gold, 75–79: Ann and Bob are level. {decides}" in text
        assert "director decides" not in text
        assert "Ann level" in text
        assert "Cal level" not in text
        close(stage)
        assert "are level" not in self.get(client_of("tablet"), game).text

    def test_a_screen_can_be_held(self, client_of: ClientOf, game: Game) -> None:
        three_stages(game.club, 90, until=1)
        client = client_of("tablet")
        assert "?page=2&hold=1" in self.get(client, game, page="2").links
        html = client.get(self.url(game), {"page": "2", "hold": "1"}).content.decode()
        assert "now/?page=2&amp;hold=1&amp;seen=" in html
        assert "Go on" in html

    def test_one_screen_alone_waits_for_news(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        html = client_of("tablet").get(self.url(game)).content.decode()
        assert "now/?seen=" in html
        assert "Hold" not in html

    @pytest.mark.parametrize("page", ["", "x", "0", "-1", "9" * 5000, "²"])
    def test_nonsense_is_some_screen(self, client_of: ClientOf, game: Game, page: str) -> None:
        self.ready(game)
        assert "Table 1" in self.get(client_of("tablet"), game, page=page).text

    def test_before_the_first_stage_it_says_what_comes(
        self, client_of: ClientOf, game: Game
    ) -> None:
        TournamentFactory(club=game.club)
        assert "as soon as everybody is seated" in self.get(client_of("tablet"), game).text
        Tournament.objects.update(cancelled_at="2026-03-01T12:00:00Z")
        assert "This tournament is cancelled." in self.get(client_of("tablet"), game).text

    def test_people_find_their_table_by_name_until_half_of_the_tables_have_begun(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = three_stages(game.club, 90, until=1)
        client = client_of("tablet")
        assert "Find your table" not in self.get(client, game).text
        results = PaperResult.objects.filter(table__round__stage__tournament=tournament)
        results.filter(table__number__gt=11).delete()
        first, second, tables = (self.get(client, game, page=page).text for page in "123")
        assert "Find your table · First stage" in first
        assert "The number is the table." in first
        assert "The number is the table." not in tables
        assert "1 of 4" in first
        assert "Find your table" in second
        assert "Table 1" in tables

    def test_a_television_for_names_alone(self, client_of: ClientOf, game: Game) -> None:
        three_stages(game.club, 90, until=1)
        page = self.get(client_of("tablet"), game, show="names")
        assert "1 of 2" in page.text
        html = client_of("tablet").get(self.url(game), {"show": "names"}).content.decode()
        assert "page=2&amp;show=names" in html

    def test_a_television_for_tables_alone_or_for_those_of_one_division(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = tournament_of(game.club, 6, {"by_division": True, "size": 3, "least": 2})
        enter_here(tournament, 3, born="1930-01-01")
        begin(tournament)
        tournament.public = True
        tournament.save()
        url = reverse("league:television", args=[tournament.pk])
        page = Page(client_of("tablet").get(url, {"show": "tables"}))
        assert "Find your table" not in page.text
        assert "Table 1" in page.text
        asked = {"show": "tables", "division": "90 and older", "hold": "1"}
        answer = client_of("tablet").get(url, asked)
        assert "Table 3" in Page(answer).text
        assert "Table 1" not in Page(answer).text
        assert "division=90+and+older" in asks_again(answer)
        # Of a division that does not play by itself now there is nothing to leave out.
        page = Page(client_of("tablet").get(url, asked | {"division": "85-89"}))
        assert "Table 1" in page.text

    def test_what_is_announced_has_a_screen(self, client_of: ClientOf, game: Game) -> None:
        tournament = TournamentFactory(club=game.club, public=True, notes="Lunch\n<i>late</i>")
        html = client_of("nobody").get(self.url(game)).content.decode()
        assert "Lunch<br>&lt;i&gt;late&lt;/i&gt;" in html
        assert f"testserver/t/{tournament.pk}" in html
