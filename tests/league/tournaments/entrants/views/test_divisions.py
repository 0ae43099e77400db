"""Divisions: who is in each, who in none and why; combined with a reason, and parted."""

from datetime import date
from typing import Any

import pytest
from django.utils import timezone

from league.models import DivisionMerge, TournamentEntry
from league.tournaments.entrants.services.divisions import divisions_merge
from scoring.models import Game
from tests.factories import ANN
from tests.league.factories import EntrantFactory, TournamentFactory
from tests.litany import BOTH, ClientOf, Shows, Writes, rows
from tests.page import Page

from .of_tournament import OfTournament


class TestDivisions(OfTournament, Shows, Writes):
    name = "divisions"
    methods = BOTH
    most_queries = 8

    def data(self, game: Game) -> dict[str, Any]:
        return {"groups": ["women 70-79", "women 80+"], "reason": "Ann is alone"}

    def test_each_division_is_counted_and_flagged(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("organizer"), game)
        assert "Everybody’s age is their age on 31 December 2026." in page.text
        assert "Men 70–79 2 1 Men 80" in page.text
        assert "Women 70–79 only one 1 0" in page.text
        assert "Women 50–59 Nobody is in it. 0 0" in page.text
        assert page.trouble == (
            "Women 70–79 has only one entrant: combine it with another division, or she wins "
            "without an opponent."
        )
        assert "falls in no division" not in page.text

    def test_who_falls_in_none_is_told_with_the_reason(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        tournament = self.tournament(game)
        EntrantFactory(tournament=tournament, name="Eve", gender="woman", born=date(1999, 1, 1))
        EntrantFactory(tournament=tournament, name="Fay", gender="", born=None)
        page = self.get(client_of("organizer"), game)
        assert "2 entrants fall in no division" in page.text
        assert "Eve too young: the youngest division begins at 50" in page.text
        assert "Fay neither woman nor man is given" in page.text

    def test_a_year_alone_is_asked_about_where_the_day_decides(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        born = date(1946, 1, 1)
        EntrantFactory(tournament=self.tournament(game), name="Eve", gender="woman", born=born)
        client = client_of("organizer")
        assert "For these, maybe only the year is known" not in self.get(client, game).text
        self.change(game, age_on="event")
        page = self.get(client, game)
        assert "Everybody’s age is their age on the day, March 2, 2026." in page.text
        assert (
            "Eve is in Women 80 and older, and in Women 70–79 if the birthday comes after"
            in page.text
        )

    def test_divisions_are_combined_with_a_reason(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        page = self.followed(client, game, reason="<b>alone</b>")
        assert "The divisions are combined." in page.trouble
        assert "Women 70–79 + Women 80 and older: <b>alone</b> Olive" in page.text
        assert "b" not in page.tags
        assert TournamentEntry.objects.get().reason == "<b>alone</b>"
        # A group that was combined can be combined on.
        groups = ["women 70-79 + women 80+", "women 60-69"]
        page = self.followed(client, game, groups=groups)
        both = "<b>alone</b> · Ann is alone"
        assert f"Women 60–69 + Women 70–79 + Women 80 and older: {both}" in page.text
        assert DivisionMerge.objects.filter(undone_at=None).count() == 1

    @pytest.mark.parametrize(
        ("sent", "said"),
        [
            ({"groups": []}, "Choose two divisions at least."),
            ({"groups": ["women 80+"]}, "Choose two divisions at least."),
            ({"groups": ["men 70-79 + men 80+"]}, "Choose two divisions at least."),
            ({"groups": ["women 80+", "x"]}, "Choose one from the list."),
            ({"reason": ""}, "Say why, in a few words."),
            ({"reason": " \u200b "}, "Say why, in a few words"),
            ({"reason": "x" * 201}, "There is room for 200 letters."),
        ],
    )
    def test_what_is_wrong_is_said(
        self, client_of: ClientOf, game: Game, sent: dict[str, Any], said: str
    ) -> None:
        self.ready(game)
        divisions_merge(
            tournament=self.tournament(game),
            author=ANN,
            divisions=["men 70-79", "men 80+"],
            reason="few",
        )
        client, before = client_of("organizer"), rows()
        page = Page(self.send(client, game, **sent))
        assert said in page.trouble
        assert rows() == before

    def test_once_it_has_ended_they_stay(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        self.change(game, ended_at=timezone.now())
        client, before = client_of("organizer"), rows()
        assert "Combine them" not in self.get(client, game).text
        self.send(client, game)
        assert rows() == before

    def test_one_open_division_has_nothing_to_combine(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        self.change(game, band_width=0, by_gender=False)
        page = self.get(client_of("organizer"), game)
        assert "Open 3 1" in page.text
        assert "Combine them" not in page.text
        assert "age is their age on" not in page.text


class TestDivisionsPart(OfTournament, Writes):
    name = "divisions-part"

    def ready(self, game: Game) -> None:
        super().ready(game)
        divisions_merge(
            tournament=self.tournament(game),
            author=ANN,
            divisions=["women 70-79", "women 80+"],
            reason="few",
        )

    def args(self, game: Game) -> list[object]:
        merge = DivisionMerge.objects.filter(tournament__club=game.club).first()
        return [*super().args(game), merge.pk if merge else 0]

    def unknown(self, game: Game) -> list[list[object]]:
        theirs = DivisionMerge.objects.create(
            tournament=TournamentFactory(), divisions=[], reason="x", merged_at=timezone.now()
        )
        pk, number = self.args(game)
        return [[pk, 0], [pk, 10**30], [0, number], [pk, theirs.pk]]

    def test_it_is_undone_and_logged(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("organizer"), game)
        assert "The divisions are apart again." in page.trouble
        assert "Women 70–79 only one 1 0" in page.text
        assert TournamentEntry.objects.latest("pk").text == (
            "Divisions are apart again: Women 70–79 + Women 80 and older."
        )

    def test_a_no_is_said(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        self.change(game, ended_at=timezone.now())
        client, before = client_of("organizer"), rows()
        assert "This tournament has ended." in self.followed(client, game).trouble
        assert rows() == before
