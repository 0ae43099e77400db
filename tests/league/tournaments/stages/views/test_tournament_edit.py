"""Changing what holds for a tournament as a whole."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from league.models import Tournament
from league.standings.tie_breaks import OF_TOURNAMENTS
from scoring.models import Game
from tests.league.factories import SeasonFactory, TournamentFactory
from tests.litany import BOTH, ClientOf, Shows, Writes, rows
from tests.page import Page

from .of_setup import OfSetup


def typed(**changed: Any) -> dict[str, Any]:
    """A right form."""
    return {
        "name": "Games",
        "date": "2026-06-06",
        "place": "Gym",
        "event": "Mexican Train",
        "age_on": "event",
        "band_width": "10",
        "first_age": "50",
        "last_age": "80",
        "by_gender": "on",
        "tie_breaks": ["head_to_head", "outs"],
        "medals": "on",
        "ribbons": "5",
        "qualifiers": "2",
        "visitors_win": "on",
        "walk_ups": "on",
        "most_entrants": "",
        "season": "",
        **changed,
    }


WRONG = [
    ({"name": ""}, "Something is missing"),
    ({"name": "x" * 81}, "80"),
    ({"date": "soon"}, "That is not a date"),
    ({"age_on": "birthday"}, "Choose one from the list"),
    ({"band_width": "7"}, "Choose one from the list"),
    ({"first_age": "121"}, "too big"),
    ({"first_age": ""}, "Something is missing"),
    ({"last_age": "49"}, "The oldest band cannot begin before the youngest (50)."),
    (
        {"last_age": "85"},
        "Counted from 50 in bands of 10 years, a band begins at 80 or 90.",
    ),
    ({"band_width": "own"}, "Type the ages, like 50, 60, 75."),
    ({"band_width": "own", "division_ages": "50-59, 60+"}, "Type only the ages, like 50, 60, 75."),
    ({"band_width": "own", "division_ages": "60, 50"}, "Type each age once, the youngest first."),
    ({"band_width": "own", "division_ages": "60 60"}, "Type each age once, the youngest first."),
    ({"band_width": "own", "division_ages": "50;121"}, "No division can begin above 120."),
    ({"band_width": "own", "division_ages": "0"}, "Type at least one age above 0."),
    ({"tie_breaks": ["dice"]}, "Choose one from the list"),
    ({"ribbons": "51"}, "too big"),
    ({"qualifiers": "-1"}, "from 0 up"),
    ({"most_entrants": "1"}, "from 2 up"),
    ({"most_entrants": "501"}, "too big"),
    ({"season": "999"}, "Choose one from the list"),
]


class TestTournamentEdit(OfSetup, Shows, Writes):
    name = "tournament-edit"
    methods = BOTH
    most_queries = 9

    def data(self, game: Game) -> dict[str, Any]:
        return typed()

    def test_who_came_from_the_divisions_is_led_back_there(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        divisions = reverse("league:divisions", args=self.args(game))
        settings = next(link for link in Page(client.get(divisions)).links if "?back=" in link)
        sent = client.post(settings.partition("#")[0], typed())
        assert sent.headers["Location"] == divisions

    def test_all_that_was_typed_is_kept_and_shown(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        season = SeasonFactory(club=game.club)
        client = client_of("organizer")
        told = {"season": str(season.pk), "seeds_by_rating": "on"}
        self.send(client, game, most_entrants="96", public="True", **told)
        kept = self.tournament(game)
        assert (kept.name, str(kept.date), kept.event) == ("Games", "2026-06-06", "Mexican Train")
        assert (kept.age_on, kept.band_width, kept.last_age) == ("event", 10, 80)
        assert (kept.by_gender, kept.tie_breaks) == (True, ["head_to_head", "outs"])
        assert (kept.medals, kept.ribbons, kept.qualifiers) == (True, 5, 2)
        assert (kept.visitors_go_on, kept.visitors_win) == (False, True)
        assert (kept.sign_up, kept.walk_ups, kept.most_entrants) == (False, True, 96)
        assert (kept.public, kept.season, kept.seeds_by_rating) == (True, season, True)
        fields = self.get(client, game).fields
        assert (fields["band_width"], fields["first_age"], fields["age_on"]) == (
            "10",
            "50",
            "event",
        )
        assert (fields["most_entrants"], fields["season"]) == ("96", str(season.pk))
        assert "sign_up" not in fields

    @pytest.mark.parametrize(("changed", "said"), WRONG)
    def test_what_is_wrong_is_said(
        self, client_of: ClientOf, game: Game, changed: dict[str, Any], said: str
    ) -> None:
        self.ready(game)
        client, before = client_of("organizer"), rows()
        answer = self.send(client, game, **changed)
        page = Page(answer)
        assert said in page.trouble
        assert rows() == before
        # The form is long: its top leads to the field.
        assert "Please look again at:" in page.trouble
        wrong = [link[1:] for link in page.links if link.startswith("#id_")]
        assert wrong or "tie_breaks" in changed
        assert all(f'id="{field}"' in answer.content.decode() for field in wrong)

    def test_another_clubs_season_is_not_offered(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        season = SeasonFactory()
        page = Page(self.send(client_of("organizer"), game, season=str(season.pk)))
        assert "Choose one from the list" in page.trouble

    def test_an_odd_width_that_holds_can_stay(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        Tournament.objects.update(band_width=20)
        client = client_of("organizer")
        assert self.get(client, game).fields["band_width"] == "20"
        self.send(client, game, band_width="20", last_age="70")
        assert self.tournament(game).last_age == 70

    def test_divisions_begin_at_the_ages_that_are_typed(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """What comes of them is said while they are typed, and they go with another choice."""
        self.ready(game)
        client = client_of("organizer")
        text = self.get(client, game, division_ages="50 60,75").text
        assert "The divisions: 50–59, 60–74, 75 and older. Younger people are in" in text
        self.send(client, game, band_width="own", division_ages="0; 65")
        assert self.tournament(game).division_ages == [0, 65]
        page = self.get(client, game)
        assert (page.fields["band_width"], page.fields["division_ages"]) == ("own", "0, 65")
        assert "The divisions: under 65, 65 and older." in page.text
        assert "Younger people" not in page.text
        self.send(client, game, division_ages="60, 50")
        assert (self.tournament(game).division_ages, self.tournament(game).band_width) == ([], 10)

    @pytest.mark.parametrize(
        ("deed", "ties"),
        [
            ("up-outs", ["outs", "head_to_head"]),
            ("down-head_to_head", ["outs", "head_to_head"]),
            ("up-head_to_head", ["head_to_head", "outs"]),
            ("down-outs", ["head_to_head", "outs"]),
            ("off-outs", ["head_to_head"]),
            ("on-play_off", ["head_to_head", "outs", "play_off"]),
            ("on-outs", ["head_to_head", "outs"]),
            ("on-dice", ["head_to_head", "outs"]),
            ("up-dice", ["head_to_head", "outs"]),
            ("around-outs", ["head_to_head", "outs"]),
        ],
    )
    def test_tie_breaks_move_by_buttons_and_wait_to_be_saved(
        self, client_of: ClientOf, game: Game, deed: str, ties: list[str]
    ) -> None:
        self.ready(game)
        client, before = client_of("organizer"), rows()
        answer = self.send(client, game, move=deed)
        form = answer.context["form"]
        assert [name for name, _label in form.tie_rows] == ties
        used = {name for name, _label in form.tie_rows + form.tie_spare}
        assert used == {tie_break.value for tie_break in OF_TOURNAMENTS}
        assert "Save below to keep it." in Page(answer).text
        assert Page(answer).fields["place"] == "Gym"
        assert rows() == before

    def test_what_may_not_change_any_more_is_said(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        tournament = self.tournament(game)
        tournament.stages.filter(number=1).update(
            opened_at=timezone.now(), closed_at=timezone.now()
        )
        page = Page(self.send(client_of("organizer"), game))
        assert "Heats is closed, and these tie-breaks" in page.trouble


class Deeds(OfSetup, Writes):
    """Cancelling, and bringing back."""

    def test_another_clubs_tournament_stays(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        other = TournamentFactory()
        url = reverse(f"league:{self.name}", args=[other.pk])
        assert client_of("organizer").post(url).status_code == 404


class TestTournamentCancel(Deeds):
    name = "tournament-cancel"

    def test_it_is_cancelled_with_a_reason(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        page = self.followed(client, game, reason=" snow ")
        assert "It can be brought back." in page.trouble
        assert self.tournament(game).cancelled_at is not None
        assert self.tournament(game).log.get().reason == "snow"
        assert "is cancelled already" in self.followed(client, game).trouble


class TestTournamentRestore(Deeds):
    name = "tournament-restore"

    def ready(self, game: Game) -> None:
        super().ready(game)
        Tournament.objects.filter(club=game.club).update(cancelled_at=timezone.now())

    def test_it_takes_place_after_all(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        assert "takes place after all." in self.followed(client, game).trouble
        assert "is not cancelled" in self.followed(client, game).trouble
