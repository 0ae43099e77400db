"""Making a tournament from a format, and what each format means before one is chosen."""

from typing import Any

import pytest

from league.models import Stage, Tournament
from league.tournaments.stages.formats import FORMATS
from scoring.models import Club, Game
from scoring.rules.services import rule_sheet_create
from tests.factories import ANN
from tests.litany import BOTH, ClientOf, Shows, Writes, rows
from tests.page import Page

RIGHT = {
    "format": "six_rounds",
    "name": "Spring games",
    "date": "2026-06-06",
    "place": "Gym",
    "entrants": "37",
}


class TestTournamentNew(Shows, Writes):
    app = "league"
    name = "tournament-new"
    methods = BOTH
    # The stranger organizes a club too, and makes a tournament there.
    may = frozenset({"organizer", "stranger"})
    most_queries = 7

    def data(self, game: Game) -> dict[str, Any]:
        return dict(RIGHT)

    def test_all_its_stages_can_play_by_the_clubs_own_rules(
        self, client_of: ClientOf, game: Game
    ) -> None:
        rules = {"base": "family", "fill": "defaults", "notice_penalty": 2}
        sheet = rule_sheet_create(club=game.club, author=ANN, name="Tuesday rules", rules=rules)
        client = client_of("organizer")
        page = client.get(self.url(game)).content.decode()
        assert "Tuesday rules (Family rules with one rule of our own)" in page
        self.send(client, game, rules=f"own-{sheet.pk}")
        for stage in Stage.objects.all():
            assert stage.rule_sheet == sheet
            assert stage.rules["notice_penalty"] == 2
        again = self.send(client, game, rules="own-0")
        assert "Choose one from the list" in Page(again).trouble

    def test_the_number_thought_of_goes_along(self, client_of: ClientOf, game: Game) -> None:
        page = self.followed(client_of("organizer"), game, entrants="53")
        assert page.fields["entrants"] == "53"

    def test_name_date_and_place_are_enough(self, client_of: ClientOf, game: Game) -> None:
        self.followed(client_of("organizer"), game, entrants=None)
        made = Tournament.objects.get(club=game.club)
        assert (made.name, str(made.date), made.place) == ("Spring games", "2026-06-06", "Gym")
        assert not made.public
        self.followed(client_of("organizer"), game, public="True")
        assert Tournament.objects.get(club=game.club, public=True)
        assert (made.format, made.band_width) == ("six_rounds", 0)
        assert [stage.name for stage in made.stages.all()] == ["First stage", "Final"]

    @pytest.mark.parametrize(
        ("shown", "chosen"), [("nothing", "False"), ("front", "False"), ("games", "True")]
    )
    def test_who_may_watch_is_first_as_the_club_shows_its_games(
        self, client_of: ClientOf, game: Game, shown: str, chosen: str
    ) -> None:
        Club.objects.filter(pk=game.club_id).update(shown=shown)
        client = client_of("organizer")
        assert self.get(client, game).fields["public"] == chosen
        # What was chosen stays, also where the page shows what formats mean.
        page = self.followed(client, game, show="1", public="False")
        assert page.fields["public"] == "False"

    @pytest.mark.parametrize(
        ("changed", "said"),
        [
            ({"name": ""}, "Something is missing"),
            ({"name": "x" * 81}, "80"),
            ({"date": "soon"}, "That is not a date"),
            ({"date": None}, "Something is missing"),
            ({"place": "x" * 121}, "120"),
            ({"format": "chess"}, "Choose one from the list"),
            ({"format": None}, "Choose one of the formats."),
            ({"entrants": "many"}, "Type a number"),
            ({"entrants": "501"}, "too big"),
        ],
    )
    def test_what_is_wrong_is_said(
        self, client_of: ClientOf, game: Game, changed: dict[str, Any], said: str
    ) -> None:
        client, before = client_of("organizer"), rows()
        page = Page(self.send(client, game, **changed))
        assert said in page.trouble
        assert page.fields["name"] == (RIGHT | changed)["name"]
        assert rows() == before

    def test_each_format_says_what_it_means(self, client_of: ClientOf, game: Game) -> None:
        page = self.get(client_of("organizer"), game, entrants="16")
        for one in FORMATS:
            assert f"{one.source} {one.ours}" in page.text
        assert "16 entrants: 4 tables of 4; 4 winners go on to the final." in page.text

    def test_it_is_shown_without_scripts_and_nothing_is_made(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client, before = client_of("organizer"), rows()
        page = Page(self.send(client, game, show="1", entrants="20", name=""))
        assert "20 entrants: 5 tables of 4." in page.text
        assert (page.fields["format"], page.fields["place"]) == ("six_rounds", "Gym")
        assert page.fields["entrants"] == "20"
        assert "Something is missing" not in page.trouble
        assert rows() == before

    @pytest.mark.parametrize("told", ["", "x", "-3", "99999", "٣"])
    def test_nonsense_is_forecast_as_the_usual_number(
        self, client_of: ClientOf, game: Game, told: str
    ) -> None:
        page = self.get(client_of("organizer"), game, entrants=told)
        assert "36 entrants: 9 tables of 4." in page.text

    def test_only_what_it_means_is_sent_while_the_number_is_typed(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client = client_of("organizer")
        answer = client.get(self.url(game), {"entrants": "3"}, headers={"HX-Request": "true"})
        page = Page(answer)
        assert "h1" not in page.tags
        assert page.tags.count("div") == len(FORMATS)
        assert "3 entrants: 1 table of 3." in page.text
