"""The places of a tournament."""

import re

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from league.models import DivisionMerge, Entrant, PaperResult, StageTable, Tournament
from league.tournaments.awards.selectors.places import PlaceLine
from league.tournaments.brackets.values import Place
from scoring.accounts.shown_names import Names
from scoring.models import Club, Game
from tests.league.factories import StageFactory, TournamentFactory
from tests.league.tournaments import runs
from tests.league.tournaments.directing.services.test_results import correct
from tests.league.tournaments.display.of_bracket import ShownPublicly
from tests.league.tournaments.played import close, enter, paper, seat, three_stages
from tests.litany import ClientOf
from tests.page import Page, asks_again


class TestPlaces(ShownPublicly):
    name = "places"
    most_queries = 23

    def test_divisions_with_medals_as_they_stand(self, client_of: ClientOf, game: Game) -> None:
        three_stages(game.club, 37, until=4)
        page = self.get(client_of("tablet"), game)
        text = page.text
        assert text.index("75–79") < text.index("80–84") < text.index("85–89")
        for word in ("Gold", "Silver", "Bronze", "Ribbon", "qualified", "Final"):
            assert word in text
        assert "Provisional" not in text
        tournament = self.tournament(game)
        ann = tournament.entrants.get(name="Ann")
        assert reverse("league:place-why", args=[tournament.pk, ann.pk]) in page.links

    def test_until_the_last_stage_is_closed_it_is_provisional(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """Nobody is called qualified either: a disqualification can still change it."""
        self.ready(game)
        assert "Provisional:" in self.get(client_of("tablet"), game).text
        tournament = three_stages(game.club, 37, until=4)
        Tournament.objects.filter(pk=tournament.pk).update(ended_at=None)
        text = self.get(client_of("tablet"), game).text
        assert "qualifies, by the results so far" in text
        assert "qualified" not in text

    def test_while_medals_are_held_only_who_was_out_before_the_final_has_a_place(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = three_stages(game.club, 37, until=3, band_width=0, ribbons=0)
        Tournament.objects.filter(pk=tournament.pk).update(medals_held=True)
        finalist = tournament.stages.get(number=3).field.get(seed=1).entrant
        page = self.get(client_of("tablet"), game)
        text = page.text
        assert "The medals are kept secret until the director shows who won." in text
        assert "Until then this page shows only places of those who were out before Final." in text
        shown = {
            entrant.pk
            for entrant in tournament.entrants.all()
            if reverse("league:place-why", args=[tournament.pk, entrant.pk]) in page.links
        }
        assert (len(shown), finalist.pk in shown) == (34, False)
        assert text.count("First stage") == 27
        assert "Gold" not in text

    def test_while_medals_are_held_no_list_gives_a_division_away(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """The bug it would catch: "All together" lists a division whose best were out early."""
        tournament = three_stages(game.club, 37, until=3, ribbons=0)
        Tournament.objects.filter(pk=tournament.pk).update(medals_held=True)
        text = self.get(client_of("tablet"), game).text
        assert "The medals are kept secret until the director shows who won." in text
        for shown in ("First stage", "All together", "shows only places"):
            assert shown not in text

    def test_nobody_has_gold_before_a_tile_is_played(self, client_of: ClientOf, game: Game) -> None:
        tournament = three_stages(game.club, 32, until=2, band_width=0, qualifiers=0)
        PaperResult.objects.filter(table__round__stage__number=2).delete()
        assert tournament.stages.get(number=2).field.count() == 8
        text = self.get(client_of("tablet"), game).text
        for word in ("Gold", "Silver", "Bronze", "shared"):
            assert word not in text
        assert text.count("not begun yet") == 8
        assert "still playing" not in text
        assert text.count("no place so far") == 1

    def test_few_rounds_are_not_held_against_many(self, client_of: ClientOf, game: Game) -> None:
        tournament = three_stages(game.club, 32, until=2, band_width=0, qualifiers=0)
        stage = tournament.stages.get(number=2)
        # The first table has finished.
        first, second = StageTable.objects.filter(round__stage=stage).order_by("number")
        assert PaperResult.objects.filter(table=first).exists()
        text = self.get(client_of("tablet"), game).text
        assert text.count("not begun yet") == second.seats.count() < 8
        assert text.count("no place so far") == 1
        assert f"Not all tables of “{stage.name}” have finished." in text
        StageTable.objects.filter(pk=second.pk).update(on_paper_at=timezone.now())
        Tournament.objects.filter(pk=tournament.pk).update(revision=99)
        assert self.get(client_of("tablet"), game).text.count("still playing") == (
            second.seats.count()
        )

    def test_a_corrected_stage_before_is_said_until_the_director_decides(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = three_stages(game.club, 32, until=2, band_width=0, qualifiers=0)
        stage = tournament.stages.get(number=1)
        assert "The director decides" not in self.get(client_of("tablet"), game).text
        sheet = PaperResult.objects.get(table__round__stage=stage, table__number=1)
        totals = sorted(line[1] for line in sheet.lines)
        turned = dict(zip(totals, reversed(totals), strict=True))
        sheet.lines = [[who, turned[total], *more] for who, total, *more in sheet.lines]
        sheet.save()
        text = self.get(client_of("tablet"), game).text
        assert f"{stage.name} · " in text
        assert "The director decides." in text

    def test_a_sure_place_says_only_that_nobody_overtakes_it(self, game: Game) -> None:
        # A disqualification or a correction can still take it.
        tournament = three_stages(game.club, 0, until=0)
        (entrant,) = enter(tournament, 1)
        line = PlaceLine(entrant, Place(entrant.pk, 1), None, waits=True, plays=True, sure=1)
        page = render_to_string(
            "league/_places_list.html",
            {"lines": [line], "tournament": tournament, "one_stage": False},
        )
        assert "no result still to come changes this place" in page
        assert "certain" not in page

    def test_a_winner_who_went_home_is_not_ranked_below_everybody(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = three_stages(game.club, 10, until=2, band_width=0)
        winner = tournament.stages.get(number=2).field.get(seed=1).entrant
        Entrant.objects.filter(pk=winner.pk).update(withdrawn_at=timezone.now())
        text = self.get(client_of("tablet"), game).text
        ranked, _, home = text.partition("Without a place")
        assert winner.name not in ranked.split()
        assert winner.name in home.split()

    def test_combined_divisions_say_why(self, client_of: ClientOf, game: Game) -> None:
        three_stages(game.club, 37, until=4)
        DivisionMerge.objects.create(
            tournament=self.tournament(game),
            divisions=["85-89", "90+"],
            reason="Too few <b>to</b> compete.",
            author="Olive",
            merged_at=timezone.now(),
        )
        page = self.get(client_of("tablet"), game)
        assert "85 and older Combined: Too few <b>to</b> compete." in page.text
        assert "b" not in page.tags

    def test_without_divisions_there_is_one_list(self, client_of: ClientOf, game: Game) -> None:
        three_stages(game.club, 10, until=4, band_width=0)
        page = self.get(client_of("tablet"), game)
        assert "All together" not in page.text
        assert page.text.count("Gold") == 1

    def test_who_falls_in_none_is_told(self, client_of: ClientOf, game: Game) -> None:
        three_stages(game.club, 10, until=4)
        Entrant.objects.filter(name="Cal").update(born=None)
        assert "In no division Cal" in self.get(client_of("tablet"), game).text

    def test_before_the_beginning(self, client_of: ClientOf, game: Game) -> None:
        enter(three_stages(game.club, 0, until=0), 3)
        page = self.get(client_of("tablet"), game)
        assert "Nobody has a place yet: the first stage has not begun." in page.text

    @pytest.mark.parametrize(
        ("who", "offered"), [("organizer", True), ("tablet", False), ("stranger", False)]
    )
    def test_only_the_director_is_offered_what_is_the_directors(
        self, client_of: ClientOf, game: Game, who: str, offered: bool
    ) -> None:
        self.ready(game)
        Tournament.objects.update(public=True)
        links = self.get(client_of(who), game).links
        assert (reverse("league:awards", args=self.args(game)) in links) is offered

    def test_with_shortened_names_a_stranger_reads_no_residence(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        Tournament.objects.update(public=True)
        Entrant.objects.update(community="Riverside")
        Club.objects.filter(pk=game.club_id).update(names=Names.INITIALS)
        ann = self.tournament(game).entrants.get(name="Ann")
        why = reverse("league:place-why", args=[ann.tournament_id, ann.pk])
        for who, seen in (("stranger", False), ("tablet", True)):
            client = client_of(who)
            assert ("Riverside" in self.get(client, game).text) is seen
            assert ("Riverside" in client.get(why).content.decode()) is seen


class TestPlacesNow(ShownPublicly):
    name = "places-now"
    most_queries = 23

    def test_gold_that_a_correction_takes_away_is_taken_from_the_page(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = three_stages(game.club, 37, until=4, band_width=0)
        client = client_of("tablet")
        page = client.get(reverse("league:places", args=[tournament.pk]))
        winner = re.search(r">([^<>]+)</a>\s*<span class=\"medal gold", page.content.decode())
        assert winner
        news = asks_again(page)
        assert client.get(news).status_code == 204
        row = tournament.entrants.get(name=winner[1])
        table = StageTable.objects.get(seats__entrant=row, round__stage__number=3)
        lines = table.paper.latest("pk").lines
        paper(table, {pk: 400 if pk == row.pk else total for pk, total, *_more in lines})
        html = client.get(news).content.decode()
        assert "<form" not in html
        assert re.search(r"medal gold", html)
        assert not re.search(rf">{winner[1]}</a>\s*<span class=\"medal gold", html)


@pytest.mark.django_db
@pytest.mark.parametrize(("games", "counted"), [(1, "23 a round"), (2, "33.75 averages added")])
def test_averages_of_several_games_are_no_average_of_a_round(
    client_of: ClientOf, club: Club, games: int, counted: str
) -> None:
    """A sum of two averages, 23 and 10.75, was listed as points a round; the state's as points."""
    tournament = TournamentFactory(club=club, public=True)
    stage = StageFactory(tournament=tournament, rounds=games, uneven="average")
    people = enter(tournament, 4)
    for number, totals in enumerate([(92, 99, 120, 140), (43, 60, 80, 99)][:games], 1):
        (table,) = seat(stage, [people], number)
        paper(table, totals, rounds_played=4)
    close(stage)
    client = client_of("organizer")
    text = Page(client.get(reverse("league:places", args=[tournament.pk]))).text
    assert counted in text
    assert text.count(" a round") == (4 if games == 1 else 0)
    listed = reverse("league:state-list", args=[tournament.pk])
    text = Page(client.get(listed, {"columns": ["points"]})).text
    assert "Points or averages of a round, last stage played" in text


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["places", "bracket", "television", "direct"])
def test_pages_say_which_rounds_count(client_of: ClientOf, club: Club, page: str) -> None:
    """The places said nothing of it, and the bracket only "counts 32"."""
    tournament = TournamentFactory(club=club, public=True)
    stage = StageFactory(tournament=tournament, uneven="common")
    people = enter(tournament, 8)
    first, second = seat(stage, [people[:4], people[4:]])
    by_round = [[0, 0, 11, 12, 13], [0, 0, 21, 22, 23], [1, 30, 0, 31, 32]]
    for table, rounds in ((first, by_round), (second, by_round[:2])):
        paper(table, [sum(row[at] for row in rounds) for at in range(1, 5)], rounds=rounds)
    text = Page(client_of("organizer").get(reverse(f"league:{page}", args=[tournament.pk]))).text
    assert text.count("To compare with other tables, only the first 2 rounds count.") == 1
    if page in ("bracket", "television"):
        assert "counts 34" in text


@pytest.mark.django_db
def test_after_a_correction_all_but_a_few_lines_is_folded(client_of: ClientOf, club: Club) -> None:
    tournament = runs.tournament_of(club, 8, {"rounds": 1, "size": 4}, public=True, band_width=0)
    runs.begin(tournament)
    runs.play_all(tournament)
    runs.close(tournament)
    address = reverse("league:places", args=[tournament.pk])
    assert "All changes" not in Page(client_of("nobody").get(address)).text
    correct(tournament, 1, 99, 21, 31, 41)
    html = client_of("nobody").get(address).content.decode()
    above, folded = html.split('id="all-changes"')
    assert above.count(".</li>") == 2
    assert folded.split("</details>")[0].count(".</li>") > 2
