"""The page on which a director says in which way somebody goes away, and what counts."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from league.models import Entrant
from league.tournaments.awards.selectors.places import overall_lines
from league.tournaments.directing.selectors.leaving import leaving_plan
from scoring.models import Game
from tests.league.tournaments.entrants.views.of_tournament import OfEntrant
from tests.league.tournaments.runs import begin, close, now, play_all, tournament_of
from tests.litany import BOTH, ClientOf, Shows, Writes, rows
from tests.page import Page

INJURED = Entrant.Leaving.INJURED


class TestEntrantWithdraw(OfEntrant, Shows, Writes):
    name = "entrant-withdraw"
    methods = BOTH
    most_queries = 30

    def data(self, game: Game) -> dict[str, Any]:
        plan = leaving_plan(now(self.tournament(game)), self.named(game), INJURED)
        return {
            "deed": "withdraw",
            "how": str(INJURED),
            "counts": f"none:{plan.mark_of(keeps=False)}",
            "reason": "not <b>well</b>",
        }

    def test_who_goes_away_can_come_back(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        page = self.followed(client, game)
        assert "Ann went home injured or ill." in page.trouble
        assert "went home injured or ill (not <b>well</b>)" in page.text
        assert "b" not in page.tags
        assert "Ann is back." in self.followed(client, game, deed="return").trouble
        assert self.named(game).withdrawn_at is None

    def test_it_is_seen_first(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client, before = client_of("organizer"), rows()
        text = self.get(client, game).text
        assert "In which way? You see first what it does." in text
        assert "Withdrew Injured or ill Did not come Disqualified" in text
        text = self.get(client, game, how="injured").text
        assert "Ann has not played, so there is no place to keep." in text
        assert rows() == before

    def test_a_mistake_is_removed(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("organizer"), game, deed="remove")
        assert "The entry of Ann was removed." in page.trouble
        assert "2 have entered" in page.text

    @pytest.mark.parametrize(
        ("sent", "said"),
        [
            ({"reason": "x" * 201}, "Say it shorter: a reason has room for 200 letters."),
            ({"how": "abducted"}, "Say in which way Ann leaves."),
            ({"how": None}, "Say in which way Ann leaves."),
            ({"counts": "none:old"}, "Something has changed since you looked."),
            ({"counts": None}, "Something has changed since you looked."),
            ({"deed": "x"}, ""),
            ({"deed": None}, ""),
        ],
    )
    def test_nonsense_changes_nothing(
        self, client_of: ClientOf, game: Game, sent: dict[str, Any], said: str
    ) -> None:
        self.ready(game)
        client, before = client_of("organizer"), rows()
        assert said in self.followed(client, game, **sent).trouble
        assert rows() == before

    @pytest.mark.parametrize("deed", ["withdraw", "return", "remove"])
    def test_a_no_is_said(self, client_of: ClientOf, game: Game, deed: str) -> None:
        self.ready(game)
        self.change(game, ended_at=timezone.now())
        client, before = client_of("organizer"), rows()
        assert "This tournament has ended." in self.followed(client, game, deed=deed).trouble
        assert rows() == before


def test_after_the_end_one_is_disqualified_from_the_entry_s_page(
    client_of: ClientOf, game: Game
) -> None:
    tournament = tournament_of(game.club, 4, {"size": 4}, public=True)
    begin(tournament)
    play_all(tournament)
    close(tournament)
    first = next(line.entrant for line in overall_lines(now(tournament)) if line.place.place == 1)
    client, args = client_of("organizer"), [tournament.pk, first.pk]
    address = f"{reverse('league:entrant-withdraw', args=args)}?how=disqualified"
    assert address in Page(client.get(reverse("league:entrant", args=args))).links
    page = Page(client.get(address))
    assert "loses the place there too: those behind move up." in page.text
    assert "Injured" not in page.text
    assert "For everything else: The tournament is over. Open Stage 1 again first" in page.text
    mark = leaving_plan(now(tournament), first, "disqualified").mark_of(keeps=False)
    told = {"deed": "withdraw", "how": "disqualified", "counts": f"none:{mark}"}
    done = Page(client.post(address, told, follow=True))
    assert f"{first.name} disqualified after Stage 1: no place." in done.trouble
    public = Page(client_of("nobody").get(reverse("league:places", args=[tournament.pk]))).text
    assert f"{first.name} (disqualified) is out, and Stage 1 was closed again" in public
