"""Why somebody has a place."""

import pytest
from django.urls import reverse
from django.utils import timezone

from league.models import (
    DivisionMerge,
    Entrant,
    Parting,
    Stage,
    StageTable,
    Tournament,
    TournamentEntry,
)
from scoring.accounts.shown_names import Names
from scoring.models import Club, Game
from tests.factories import make_game, play
from tests.league.factories import StageFactory, TournamentFactory
from tests.league.tournaments.display.of_bracket import ShownPublicly
from tests.league.tournaments.played import close, enter, paper, seat, table_played, three_stages
from tests.litany import ClientOf
from tests.page import Page, asks_again


class OfAPerson(ShownPublicly):
    """A page of one person of a tournament."""

    def args(self, game: Game) -> list[object]:
        tournament = self.tournament(game)
        return [tournament.pk, tournament.entrants.get(number=1).pk]

    def unknown(self, game: Game) -> list[list[object]]:
        """Also somebody of another tournament, and somebody who was not accepted."""
        mine = self.args(game)
        other = three_stages(game.club, 1, until=0)
        stranger = other.entrants.get()
        other.delete()
        waiting = Entrant.objects.create(
            tournament_id=mine[0], name="Zoe", name_key="zoe", entered_at=timezone.now()
        )
        return [
            [0, mine[1]],
            [10**30, mine[1]],
            [mine[0], 0],
            [mine[0], 10**30],
            [mine[0], stranger.pk or 10**6],
            [mine[0], waiting.pk],
        ]


class TestPlaceWhy(OfAPerson):
    name = "place-why"
    most_queries = 27

    def test_where_places_count_each_game_says_what_its_place_gives(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """Only the pips of each game stood there, beside a sum of other points."""
        tournament = TournamentFactory(club=game.club)
        stage = StageFactory(
            tournament=tournament, rounds=2, measure="places", place_points=[3, 2, 1, 0]
        )
        people = enter(tournament, 4)
        table_played(stage, people, (10, 20, 20, 40), 1)
        table_played(stage, people, (50, 20, 30, 40), 2)
        address = reverse(f"league:{self.name}", args=[tournament.pk, people[1].pk])
        text = Page(client_of("organizer").get(address)).text
        assert "Points for the place at this table: 1.5." in text
        assert "Points for the place at this table: 3." in text

    def test_totals_table_by_table(self, client_of: ClientOf, game: Game) -> None:
        three_stages(game.club, 37, until=4)
        text = self.get(client_of("tablet"), game).text
        assert "Ann Senior games" in text
        assert "All together place 14 of 37" in text
        assert "Place 14 of 37 in this stage, with 78." in text
        assert "Did not go on. Rule: The lowest of each table goes on" in text
        assert "Table 1 finished" in text

    def test_a_play_off_in_a_division_leaves_the_place_of_all_shared(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = TournamentFactory(club=game.club, tie_breaks=["play_off"])
        stage = StageFactory(tournament=tournament)
        ann, bob = enter(tournament, 2, born="1950-05-05")
        (dot,) = enter(tournament, 1, born="1945-05-05")
        table_played(stage, [ann, bob, dot], (40, 40, 40))
        Parting.objects.create(
            stage=stage,
            kind="play_off",
            numbers=[[ann.pk, 9], [bob.pk, 2]],
            author="Olive",
            recorded_at=timezone.now(),
        )
        close(stage)
        address = reverse("league:place-why", args=[tournament.pk, bob.pk])
        text = Page(client_of("tablet").get(address)).text
        assert "75–79 place 1 of 2" in text
        assert "This decides the place in 75–79. All together the place stays shared." in text

    def test_nothing_has_happened_before_its_stage_is_closed(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """A winner may still leave, and who plays is not out."""
        tournament = three_stages(game.club, 12, until=1)
        Stage.objects.filter(number=1).update(fill="none")
        tables = StageTable.objects.order_by("number")
        client = client_of("tablet")

        def page_of(pk: int) -> str:
            return Page(client.get(reverse("league:place-why", args=[tournament.pk, pk]))).text

        first = sorted(tables[0].paper.get().lines, key=lambda line: line[1])
        best, worst = first[0][0], first[-1][0]
        text = page_of(best)
        assert "Goes on. " in text
        assert "Went on" not in text
        assert "no place yet: the stage is not over" in text
        assert "Did not go on." not in page_of(worst)
        plays = page_of(tables[2].seats.get(place=0).entrant_id)
        assert "90 and older no place yet: the table has not begun" in plays
        assert "No place in this stage yet: the table has not begun." in plays
        paper(tables[2], [500, 501, 502, 503][: tables[2].seats.count()])
        text = page_of(worst)
        assert "no place yet: the director has not closed the stage" in text
        assert "So far: Place " in text
        Stage.objects.filter(number=1).update(closed_at=timezone.now())
        assert "So far" not in page_of(worst)
        assert "Went on to Semi-finals with the lowest total of the table." in page_of(best)
        # Whoever comes up in the place of somebody who left was not the lowest.
        Entrant.objects.filter(pk=best).update(withdrawn_at=timezone.now())
        Stage.objects.filter(number=1).update(closed_at=timezone.now())
        left = Entrant.objects.get(pk=best).name
        behind = f"Went on to Semi-finals instead of {left}, ahead at the table."
        assert behind in page_of(first[1][0])

    @pytest.mark.parametrize(("who", "told"), [("tablet", True), ("nobody", False)])
    def test_a_correction_with_its_reason_and_for_the_club_by_whom(
        self, client_of: ClientOf, game: Game, who: str, told: bool
    ) -> None:
        self.ready(game)
        Tournament.objects.update(public=True)
        ann = Entrant.objects.get(number=1)
        table = ann.seats.get(table__round__stage__number=1).table
        before = table.paper.get().lines
        paper(
            table,
            {pk: 3 if pk == ann.pk else total for pk, total, *_more in before},
            reason="The 7 was a 1.",
            author="Quincy",
        )
        text = self.get(client_of(who), game).text
        assert "Corrected on the paper of table" in text
        assert "3 instead of 78 The 7 was a 1." in text
        assert ("Quincy" in text) is told
        Club.objects.update(names=Names.FIRST)
        text = self.get(client_of(who), game).text
        assert ("3 instead of 78 The 7 was a 1." in text) is told

    def test_what_is_written_on_the_sheet(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        ann = Entrant.objects.get(number=1)
        table = StageTable.objects.get(seats__entrant=ann, round__stage__number=1)
        table.game = make_game(game.club)
        table.save()
        play(table.game, 0, 5, 7, 9)
        play(table.game, 5, 0, 7, 9, round_number=1)
        text = self.get(client_of("tablet"), game).text
        assert f"Written on the sheet of table {table.number}" in text
        assert "Another tablet recorded round 1 as: Ann 5" in text

    @pytest.mark.parametrize(("who", "told"), [("scorekeeper", True), ("nobody", False)])
    def test_a_choice_for_all_and_its_reason_for_the_club(
        self, client_of: ClientOf, game: Game, who: str, told: bool
    ) -> None:
        self.ready(game)
        Tournament.objects.update(public=True)
        tournament, entrant = self.args(game)
        TournamentEntry.objects.create(
            tournament_id=tournament,
            kind="returned",
            text="Ann plays again.",
            reason="It was a typing error.",
            details={"entrant": entrant},
            author="Quincy",
            made_at=timezone.now(),
        )
        text = self.get(client_of(who), game).text
        assert "What the director decided Ann plays again." in text
        assert ("It was a typing error." in text) is ("Quincy" in text) is told

    def test_a_tie_and_what_parted_it(self, client_of: ClientOf, game: Game) -> None:
        tournament = three_stages(game.club, 0, until=0, tie_breaks=["outs"])
        people = enter(tournament, 3)
        (table,) = seat(tournament.stages.get(number=1), [people])
        lines = [[people[0].pk, 9, 1, 0], [people[1].pk, 9, 2, 0], [people[2].pk, 20, 0, 4]]
        table.paper.create(lines=lines, author="Olive", recorded_at=timezone.now())
        text = self.get(client_of("tablet"), game).text
        assert "more rounds won : decided between them Bob: 2 Ann: 1" in text
        people[0].withdrawn_at = timezone.now()
        people[0].save()
        text = self.get(client_of("tablet"), game).text
        assert "Withdrew: no place." in text
        assert "No place in this stage." in text

    @pytest.mark.parametrize(("ribbons", "said"), [(0, False), (5, True)])
    def test_medals_are_named_only_where_some_are_given(
        self, client_of: ClientOf, game: Game, *, ribbons: int, said: bool
    ) -> None:
        tournament = TournamentFactory(club=game.club, medals=False, ribbons=ribbons)
        people = enter(tournament, 2, born="1950-05-05")
        stage = StageFactory(tournament=tournament)
        table_played(stage, people, (7, 20))
        Entrant.objects.filter(pk=people[0].pk).update(
            withdrawn_at=timezone.now(),
            withdrawn_how=Entrant.Leaving.DISQUALIFIED,
            withdrawn_stage=stage.number,
            withdrawn_games=1,
            keeps_place=True,
        )
        text = self.get(client_of("tablet"), game).text
        assert "keeps the place earned" in text
        assert ("and wins no medal" in text, "disqualified person wins no medal" in text) == (
            said,
            said,
        )

    def test_a_visitor_who_wins_no_medal_and_who_moves_up(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = TournamentFactory(club=game.club, visitors_win=False)
        people = enter(tournament, 2, born="1950-05-05")
        table_played(StageFactory(tournament=tournament), people, (7, 20))
        people[0].visitor = True
        people[0].save()
        client = client_of("tablet")
        assert "Visitors from out of the area win no medals here." in self.get(client, game).text
        page = client.get(reverse("league:place-why", args=[tournament.pk, people[1].pk]))
        text = Page(page).text
        assert "place 2 of 2 Gold" in text
        assert "Without them this is place 1." in text
        Tournament.objects.update(visitors_win=True)
        assert "isitors" not in self.get(client, game).text

    @pytest.mark.parametrize(("may", "told"), [(False, True), (True, False)])
    def test_a_visitor_who_may_not_go_on(
        self, client_of: ClientOf, game: Game, may: bool, told: bool
    ) -> None:
        three_stages(game.club, 10, until=1, visitors_go_on=may)
        Entrant.objects.update(visitor=True)
        Stage.objects.update(closed_at=timezone.now())
        text = self.get(client_of("tablet"), game).text
        assert ("Visitors from out of the area take no place in the next stage." in text) is told

    def test_combined_divisions_one_alone_and_none(self, client_of: ClientOf, game: Game) -> None:
        tournament = TournamentFactory(club=game.club)
        people = enter(tournament, 1, born="1950-05-05") + enter(tournament, 1, born="1961-05-05")
        table_played(StageFactory(tournament=tournament), people, (7, 20))
        client = client_of("tablet")
        assert "One entrant alone in this division." in self.get(client, game).text
        DivisionMerge.objects.create(
            tournament=tournament,
            divisions=["65-69", "75-79"],
            reason="Each was alone.",
            author="Olive",
            merged_at=timezone.now(),
        )
        text = self.get(client, game).text
        assert "These divisions were combined: Each was alone." in text
        assert "One entrant alone" not in text
        Entrant.objects.update(born=None)
        assert "In no division, so no medal can be won." in self.get(client, game).text

    def test_where_all_are_one_division_the_place_is_said_once(
        self, client_of: ClientOf, game: Game
    ) -> None:
        three_stages(game.club, 10, until=4, band_width=0)
        text = self.get(client_of("tablet"), game).text
        assert "Open place" in text
        assert "All together" not in text

    def test_who_was_never_seated(self, client_of: ClientOf, game: Game) -> None:
        enter(three_stages(game.club, 0, until=0), 1)
        assert "Has not been seated at any table." in self.get(client_of("tablet"), game).text


class TestPlaceWhyNow(OfAPerson):
    name = "place-why-now"
    most_queries = 27

    def test_a_correction_is_shown_without_loading_the_page_again(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = three_stages(game.club, 37, until=4, band_width=0)
        row = tournament.entrants.get(number=1)
        client = client_of("tablet")
        page = client.get(reverse("league:place-why", args=[tournament.pk, row.pk]))
        assert "Place 14 of 37 in this stage, with 78." in Page(page).text
        news = asks_again(page)
        assert client.get(news).status_code == 204
        table = StageTable.objects.get(seats__entrant=row, round__stage__number=1)
        lines = table.paper.latest("pk").lines
        paper(table, {pk: 400 if pk == row.pk else total for pk, total, *_more in lines})
        html = client.get(news).content.decode()
        assert "<form" not in html
        assert "with 400." in html

    def test_what_the_club_was_answered_is_not_answered_to_others(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = three_stages(game.club, 10, until=4, public=True)
        row = tournament.entrants.get(number=1)
        table = StageTable.objects.get(seats__entrant=row, round__stage__number=1)
        lines = table.paper.latest("pk").lines
        paper(table, {pk: total for pk, total, *_more in lines}, author="Quincy")
        paper(table, {pk: total + 1 for pk, total, *_more in lines}, author="Quincy")
        address = reverse("league:place-why-now", args=[tournament.pk, row.pk])
        asked = [client_of(who).get(address).content.decode() for who in ("tablet", "nobody")]
        assert ["Quincy" in html for html in asked] == [True, False]
