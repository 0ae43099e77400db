"""The bracket page."""

import pytest
from django.urls import reverse
from django.utils import timezone

from league.models import PaperResult, Parting, Stage, StageTable, Tournament
from scoring.models import Club, Game
from tests.factories import make_game, play
from tests.league.factories import StageFactory, TournamentFactory
from tests.league.tournaments.played import enter, paper, seat, table_played, three_stages
from tests.litany import ClientOf
from tests.page import Page

from .of_bracket import ShownPublicly


class TestBracket(ShownPublicly):
    name = "bracket"
    most_queries = 22

    def test_stages_tables_totals_and_who_goes_on_in_words(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        page = self.get(client_of("tablet"), game)
        text = page.text
        assert text.index("First stage") < text.index("Semi-finals") < text.index("Final")
        assert "Closed. Rule: The lowest of each table goes on" in text
        assert "▸ went on" in text
        assert "0 of 1 table finished." in text
        assert "The names are to come." in text
        assert "no points yet" in text

    def test_before_the_start_it_counts_who_is_here(self, client_of: ClientOf, game: Game) -> None:
        tournament = TournamentFactory(club=game.club)
        StageFactory(tournament=tournament)
        people = enter(tournament, 5, checked_in_at=None)
        client = client_of("tablet")
        assert "If all 5 play: 1 table of 5." in self.get(client, game).text
        tournament.entrants.exclude(pk=people[4].pk).update(checked_in_at=people[0].entered_at)
        Tournament.objects.update(revision=1)
        assert "4 of 5 are here: 1 table of 4." in self.get(client, game).text

    def test_it_moves_by_itself(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        html = client_of("tablet").get(self.url(game)).content.decode()
        assert f'hx-get="{self.url(game)}now/?seen=' in html

    def test_before_anything_is_known(self, client_of: ClientOf, game: Game) -> None:
        TournamentFactory(club=game.club)
        page = self.get(client_of("tablet"), game)
        assert "Nobody has decided yet how this tournament is played." in page.text

    def test_a_table_leads_to_its_sheet_for_who_may_see_it(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        Tournament.objects.update(public=True)
        row = Stage.objects.get(number=2).seated.get().tables.get()
        row.game = make_game(game.club, players=3)
        row.save()
        play(row.game, 0, 5, 9)
        sheet = f"/games/{row.game.code}/"
        assert sheet in self.get(client_of("tablet"), game).links
        assert sheet not in self.get(client_of("nobody"), game).links
        Club.objects.update(shown=Club.Shown.GAMES)
        page = self.get(client_of("nobody"), game)
        assert sheet in page.links
        assert "after 1 round" in page.text

    @pytest.mark.parametrize(
        ("told", "shown"),
        [("1.1", 1), ("", 2), ("1.3", 2), ("7.1", 2), ("x", 2), ("1." + "9" * 5000, 2), ("²", 2)],
    )
    def test_an_earlier_game_of_a_stage_is_shown_where_there_is_one(
        self, client_of: ClientOf, game: Game, told: str, shown: int
    ) -> None:
        tournament = TournamentFactory(club=game.club)
        stage = StageFactory(tournament=tournament, rounds=3)
        people = enter(tournament, 4)
        for number in (1, 2):
            table_played(stage, people, (1, 2, 3, 4), number)
        page = Page(client_of("tablet").get(self.url(game), {"game": told}))
        assert f"Game {shown} of 3" in page.text
        assert "Standing 1 Ann" in page.text

    @pytest.mark.parametrize(("view", "screen"), [("bracket", ""), ("television", "?page=2")])
    def test_a_shared_place_of_a_standing_is_marked(
        self, client_of: ClientOf, game: Game, view: str, screen: str
    ) -> None:
        tournament = TournamentFactory(club=game.club)
        stage = StageFactory(tournament=tournament, rounds=2)
        a, b, c = enter(tournament, 3)
        table_played(stage, [a, b, c], (10, 10, 30))
        url = reverse(f"league:{view}", args=[tournament.pk])
        text = Page(client_of("tablet").get(f"{url}{screen}")).text
        assert f"1= 1 shared {a.name}" in text
        assert f"3 {c.name}" in text

    def test_half_a_game_is_no_standing(self, client_of: ClientOf, game: Game) -> None:
        tournament = TournamentFactory(club=game.club)
        stage = StageFactory(tournament=tournament, rounds=3)
        people = enter(tournament, 6)
        rows = seat(stage, [people[:3], people[3:]])
        paper(rows[0], (10, 20, 30))
        text = self.get(client_of("tablet"), game).text
        assert "So far: 1 of 2 tables are in – Ann" in text
        assert "Standing" not in text

    def test_an_elimination_has_rounds_with_names(self, client_of: ClientOf, game: Game) -> None:
        tournament = TournamentFactory(club=game.club)
        stage = StageFactory(tournament=tournament, kind="single", size=2, least=2, most=2)
        a, b, c = enter(tournament, 3)
        table_played(stage, [b, c], (10, 20), byes=[a])
        text = self.get(client_of("tablet"), game).text
        assert "Semi-finals" in text
        assert "Ann goes on without a game" in text
        assert "▸ won" in text

    def test_who_left_a_later_game_had_none_before_all_the_same(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = TournamentFactory(club=game.club)
        stage = StageFactory(tournament=tournament, kind="single", size=2, least=2, most=2)
        a, b, c = enter(tournament, 3)
        table_played(stage, [b, c], (10, 20), byes=[a])
        seat(stage, [[a, b]], 2)
        a.withdrawn_at, a.keeps_place = timezone.now(), True
        a.save()
        text = self.get(client_of("tablet"), game).text
        assert "Ann without a game" in text
        assert text.count("withdrew") == 1

    @pytest.mark.parametrize("view", ["bracket", "television"])
    def test_who_won_by_a_play_off_or_lots_is_told(
        self, client_of: ClientOf, game: Game, view: str
    ) -> None:
        tournament = TournamentFactory(club=game.club, tie_breaks=["play_off"])
        kinds = {"kind": "single", "size": 2, "least": 2, "most": 2}
        stage = StageFactory(tournament=tournament, **kinds)
        a, b, c = enter(tournament, 3)
        table_played(stage, [b, c], (10, 10), byes=[a])
        made = {"stage": stage, "author": "Olive", "recorded_at": timezone.now()}
        url = reverse(f"league:{view}", args=[tournament.pk])
        client = client_of("organizer")
        page = Page(client.get(url))
        assert "level" in page.text
        assert "won" not in page.text
        lots = Parting.objects.create(kind="lot", numbers=[[b.pk, 2], [c.pk, 1]], **made)
        Tournament.objects.update(revision=1)
        assert f"{c.name} ▸ won by lots 10" in Page(client.get(url)).text
        Parting.objects.filter(pk=lots.pk).update(kind="play_off")
        Tournament.objects.update(revision=2)
        assert f"{c.name} ▸ won the play-off 10" in Page(client.get(url)).text
        # At the tables of a stage it stands beside how the person goes on.
        Stage.objects.update(kind="tables", onward="tables")
        StageFactory(tournament=tournament)
        Tournament.objects.update(revision=3)
        text = Page(client.get(url)).text
        assert f"{c.name} ▸ goes on won the play-off 10" in text
        assert text.count("won the play-off") == 1

    def test_a_play_off_between_two_who_are_out_is_not_told_there(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """It was about a medal; beside the table it would read as if it had decided that one."""
        tournament = TournamentFactory(club=game.club, tie_breaks=["play_off"])
        stage = StageFactory(tournament=tournament, size=3, least=3, most=3, onward="tables")
        StageFactory(tournament=tournament)
        a, b, c = enter(tournament, 3)
        table_played(stage, [a, b, c], (5, 10, 10))
        made = {"stage": stage, "author": "Olive", "recorded_at": timezone.now()}
        Parting.objects.create(kind="play_off", numbers=[[b.pk, 7], [c.pk, 3]], **made)
        url = reverse("league:bracket", args=[tournament.pk])
        text = Page(client_of("organizer").get(url)).text
        assert f"{a.name} ▸ goes on 5" in text
        assert "won the play-off" not in text

    def test_what_parted_two_of_one_total_is_told(self, client_of: ClientOf, game: Game) -> None:
        tournament = TournamentFactory(club=game.club, tie_breaks=["outs", "lowest_round"])
        stage = StageFactory(tournament=tournament, onward="tables")
        StageFactory(tournament=tournament)
        a, b, c = enter(tournament, 3)
        table_played(stage, [a, b, c], (25, 25, 40))
        lines = [[a.pk, 25, 1, 0], [b.pk, 25, 3, 4], [c.pk, 40, 0, 2]]
        PaperResult.objects.update(lines=lines)
        client = client_of("organizer")
        for view, more in (("bracket", []), ("television", []), ("place-why", [a.pk])):
            url = reverse(f"league:{view}", args=[tournament.pk, *more])
            text = Page(client.get(url)).text
            assert f"{b.name} ▸ goes on rounds won: 3 to 1 25" in text
            assert text.count("rounds won: 3 to 1") == 1
        # Where those fail, the next one parts them; a final is parted as its stage is.
        PaperResult.objects.update(lines=[[*line[:2], 1, line[3]] for line in lines])
        Stage.objects.filter(pk=stage.pk).update(onward="nobody")
        Tournament.objects.update(revision=1)
        text = self.get(client, game).text
        assert f"{a.name} lowest round: 0 to 4 25" in text

    def test_who_shares_a_place_in_the_final_is_said_to_be_level(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """With a tie-break beside the second alone they read as first and second."""
        tournament = TournamentFactory(club=game.club, tie_breaks=["outs", "play_off"])
        stage = StageFactory(tournament=tournament, name="Final")
        a, b, c = enter(tournament, 3)
        table_played(stage, [a, b, c], (70, 70, 70))
        lines = [[a.pk, 70, 2, 0], [b.pk, 70, 2, 0], [c.pk, 70, 1, 0]]
        PaperResult.objects.update(lines=lines)
        client = client_of("organizer")
        screen, bracket = (
            Page(client.get(reverse(f"league:{view}", args=[tournament.pk]))).text
            for view in ("television", "bracket")
        )
        level = "level: without a play-off they share the place"
        for one in (a, b):
            assert f"{one.name} level rounds won: 2 to 1 70" in screen
            assert f"{one.name} {level} rounds won: 2 to 1 70" in bracket
        assert f"{c.name} 70" in screen
        assert bracket.count(level) == 2

    def test_a_television_marks_who_could_go_on(self, client_of: ClientOf, game: Game) -> None:
        """While a table plays, the second of another one may fill up; not once it is certain."""
        tournament = three_stages(game.club, 12, until=1)
        client = client_of("organizer")
        url = reverse("league:television", args=[tournament.pk])
        text = Page(client.get(url)).text
        # Of two seconds the better one; the sign alone is shown, and explained once below.
        assert text.count("▹ could go on as a best second") == 1
        assert text.count("▹") == 2
        # Beside marks, who still plays would look as if out.
        unmarked = "People without a result have no mark yet."
        assert text.endswith(f"the best thirds, and so on. ▹ could go on · {unmarked} Back")
        for table in StageTable.objects.filter(paper=None):
            paper(table, [1, 2, 3, 4])
        assert "▹" not in Page(client.get(url)).text

    def test_a_cancelled_one_says_so(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        Tournament.objects.update(cancelled_at="2026-03-01T12:00:00Z")
        assert "This tournament is cancelled." in self.get(client_of("tablet"), game).text

    def test_a_name_is_marked_wherever_it_stands(self, client_of: ClientOf, game: Game) -> None:
        tournament = TournamentFactory(club=game.club)
        enter(tournament, 1, name="Émile Baker")
        table_played(StageFactory(tournament=tournament), enter(tournament, 3), (1, 2, 3))
        stage = tournament.stages.get()
        table_played(stage, list(tournament.entrants.all()), (1, 2, 3, 4), 2)
        client = client_of("tablet")
        html = client.get(self.url(game), {"name": "emile"}).content.decode()
        assert html.count(' found">') >= 1
        assert "now/?name=emile&amp;seen=" in html
        assert ' found">' not in client.get(self.url(game)).content.decode()
        assert "Nobody was found." in self.get(client, game, name="zz").text

    def test_the_stage_that_is_on_is_named(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        html = client_of("tablet").get(self.url(game)).content.decode()
        assert html.count(" now wide-") == 1
        assert ' now wide-1" id="stage-2"' in html

    def test_a_stranger_does_not_get_what_was_kept_for_the_club(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = TournamentFactory(club=game.club, public=True)
        (eve,) = enter(tournament, 1, name="Eve Baker")
        table_played(
            StageFactory(tournament=tournament), [eve, *enter(tournament, 3)], (1, 2, 3, 4)
        )
        Club.objects.update(shown=Club.Shown.GAMES, names="initials")
        assert "Eve Baker" in self.get(client_of("organizer"), game).text
        assert "Eve Baker" not in self.get(client_of("nobody"), game).text
