"""Who is a member or a guest in a season."""

from typing import Any

import pytest

from league.models import Season, SeasonStatus
from league.seasons.views import statuses
from scoring.models import Game, Player
from tests.factories import ClubFactory
from tests.league.factories import SeasonFactory, person
from tests.litany import BOTH, ClientOf, OfRow, Shows, Writes


class TestSeasonPeople(OfRow, Shows, Writes):
    app = "league"
    name = "season-people"
    methods = BOTH
    may = frozenset({"organizer"})
    most_queries = 7

    def ready(self, game: Game) -> None:
        SeasonFactory(club=game.club)

    def args(self, game: Game) -> list[object]:
        return [Season.objects.get(club=game.club).pk]

    def data(self, game: Game) -> dict[str, Any]:
        ann, bob = (Player.objects.get(name=name).pk for name in ("Ann", "Bob"))
        return {f"kind-{ann}": "member", f"kind-{bob}": "guest"}

    def kinds(self) -> dict[str, str]:
        return dict(SeasonStatus.objects.values_list("player__name", "kind"))

    def test_what_is_chosen_is_kept_and_can_be_taken_back(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        page = self.followed(client_of("organizer"), game)
        ann, bob = (Player.objects.get(name=name).pk for name in ("Ann", "Bob"))
        assert page.fields[f"kind-{ann}"] == "member"
        assert self.kinds() == {"Ann": "member", "Bob": "guest"}
        self.send(client_of("organizer"), game, **{f"kind-{ann}": "", f"kind-{bob}": "x"})
        assert self.kinds() == {"Bob": "guest"}

    def test_somebody_who_moved_to_another_page_meanwhile_is_kept(
        self, client_of: ClientOf, game: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.ready(game)
        monkeypatch.setattr(statuses, "ON_A_PAGE", 2)
        stranger = person(ClubFactory(), "Eve")
        person(game.club, "Aaron")
        bob = Player.objects.get(name="Bob")
        kinds = {f"kind-{bob.pk}": "guest", f"kind-{stranger.pk}": "guest", "kind-x": "guest"}
        client_of("organizer").post(f"{self.url(game)}?page=1", kinds)
        assert self.kinds() == {"Bob": "guest"}

    def test_people_are_by_name_and_found(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        person(game.club, "Äda")
        page = client_of("organizer").get(self.url(game))
        names = [player.name for player, _kind in page.context["lines"]]
        assert names == ["Äda", "Ann", "Bob", "Cal", "Dot"]
        page = client_of("organizer").get(self.url(game), {"q": "ada"})
        assert [player.name for player, _kind in page.context["lines"]] == ["Äda"]

    def test_a_closed_season_stays(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        Season.objects.update(closed_at="2026-12-31T12:00Z")
        assert "is closed" in self.followed(client_of("organizer"), game).trouble
        assert self.kinds() == {}
