"""How totals count where tables stopped early: what each answer moves, and what waits for it."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Tournament
from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.directing.services.uneven import uneven_choices
from league.tournaments.stages.services.stages import stage_change
from scoring.models import Game
from scoring.refusals import Refusal
from tests.factories import ANN
from tests.league.tournaments.played import paper
from tests.league.tournaments.runs import begin, close, now, table, tournament_of
from tests.litany import BOTH, ClientOf, Writes
from tests.page import Page

from .of_directing import ShowsTournament


class TestStageUneven(ShowsTournament, Writes):
    """Table 1 stopped after 2 of 13 rounds; its people have the lowest totals, not averages."""

    name = "stage-uneven"
    methods = BOTH
    most_queries = 60

    def ready(self, game: Game) -> None:
        about = {"public": True, "medals": True, "band_width": 0, "ribbons": 0}
        tournament = tournament_of(game.club, self.people, {"seating": "snake"}, **about)
        begin(tournament)
        tables = tournament.stages.get().seated.get().tables.all()
        for row in tables:
            short = row.number == 1
            totals = [(20 if short else 26) + at for at in range(row.seats.count())]
            paper(row, totals, rounds_played=2 if short else 13)

    def args(self, game: Game) -> list[object]:
        return [self.tournament(game).pk, 1]

    def data(self, game: Game) -> dict[str, Any]:
        choices = {choice.value: choice for choice in uneven_choices(self.stage(game))}
        return {"uneven": "average", "agreed": choices["average"].mark}

    def certain(self, tournament: Tournament) -> list[str]:
        (group,) = [group for group in medals_of(now(tournament)).groups if group.places]
        names = {pk: entrant.name for pk, entrant in now(tournament).entrants.items()}
        return [names[int(award.key)] for award in group.certain_awards]

    def test_nobody_reads_of_medals_before_it_is_chosen_how_that_counts(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        tournament = self.tournament(game)
        assert self.certain(tournament) == []
        for name in ("television", "places"):
            address = reverse(f"league:{name}", args=[tournament.pk])
            text = Page(Client().get(address)).text
            assert "Gold" not in text
        page = self.get(client_of("organizer"), game)
        assert "13 rounds at table 2; 2 rounds at table 1. Points count as they are." in page.text
        assert "No page shows medals of these tables before you close the stage." in page.text
        close(tournament)
        assert self.certain(tournament) == ["Ann", "Dot", "Eve"]

    def test_what_an_answer_moves_is_said_before_and_so_it_is(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client, tournament = client_of("organizer"), self.tournament(game)
        page = self.get(client, game)
        assert "Bob now has place 1 and wins gold." in page.text
        assert "Bob: 26 points in 13 rounds count as 2." in page.text
        self.send(client, game)
        assert self.certain(tournament) == ["Bob", "Cal", "Fay"]
        words = "The average of a round counts This is how it counts now."
        assert words in self.get(client, game).text

    def test_what_was_seen_is_agreed_to_and_nothing_else(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        data = self.data(game)
        row = table(self.tournament(game), 2)
        paper(row, [50, 27, 28, 29], rounds_played=13)
        answer = client_of("organizer").post(self.url(game), data, follow=True)
        assert "Something has changed meanwhile." in Page(answer).text
        assert self.stage(game).uneven == "stands"

    def test_the_whole_form_leads_here_once_results_are_in(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        stage = self.stage(game)
        address = reverse("league:stage-edit", args=[self.tournament(game).pk, stage.pk])
        assert self.url(game) in Page(client_of("organizer").get(address)).links
        with pytest.raises(Refusal, match="Results of Stage 1 are in"):
            stage_change(stage=stage, author=ANN, changes={"uneven": "average"})
