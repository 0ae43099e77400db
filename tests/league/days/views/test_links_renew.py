"""Links that need no account are made anew: the old one is gone, the new one works."""

from django.test import Client
from django.urls import reverse

from league.days.selectors.links import calendar_key, wall_key
from league.models import GameDay, Tournament
from scoring.models import Club, Game
from tests.league.tournaments.entrants.views.of_tournament import OfTournament
from tests.litany import ClientOf, Litany, Writes

from .of_day import OfDay


class Renews(Litany):
    """A view that makes a link anew."""

    app = "league"
    may = frozenset({"organizer"})

    def link(self, game: Game) -> str:
        """The link as it is now."""
        raise NotImplementedError

    def page(self, game: Game) -> str:
        """The page that has the button."""
        raise NotImplementedError

    def test_the_old_link_is_gone_and_the_new_one_works(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        links = [self.link(game)]
        phone = Client()
        for _time in range(2):
            assert self.url(game) in client_of("organizer").get(self.page(game)).content.decode()
            assert phone.get(links[-1]).status_code == 200
            page = self.followed(client_of("organizer"), game)
            assert "The link is new. The old one no longer works." in page.trouble
            links.append(self.link(game))
            assert [phone.get(link).status_code for link in links[-2:]] == [404, 200]
        assert len(set(links)) == 3


class TestCalendarRenew(Renews, Writes):
    name = "calendar-renew"
    # An organizer of another club renews that one's.
    may = frozenset({"organizer", "stranger"})

    def link(self, game: Game) -> str:
        club = Club.objects.get(pk=game.club_id)
        return f"{reverse('league:calendar-ics', args=[club.pk])}?key={calendar_key(club)}"

    def page(self, game: Game) -> str:
        return reverse("league:calendar")


class TestWallRenew(Renews, OfDay, Writes):
    name = "wall-renew"

    def link(self, game: Game) -> str:
        day = GameDay.objects.get(pk=self.day(game).pk)
        return f"{reverse('league:wall', args=[day.pk])}?key={wall_key(day)}"

    def page(self, game: Game) -> str:
        return reverse("league:day-edit", args=self.args(game))


class TestSignUpRenew(Renews, OfTournament, Writes):
    name = "sign-up-renew"

    def link(self, game: Game) -> str:
        tournament = Tournament.objects.get(club=game.club)
        return reverse("league:sign-up", args=[tournament.sign_up_key])

    def page(self, game: Game) -> str:
        return reverse("league:entrants", args=self.args(game))


def test_a_link_that_was_never_renewed_is_as_it_was(game: Game) -> None:
    """Links that are on posters already go on after the site is brought up to date."""
    before = GameDay(pk=7, club=game.club)
    assert wall_key(before) != wall_key(GameDay(pk=7, club=game.club, links_renewed=1))
    assert wall_key(GameDay(pk=71)) != wall_key(GameDay(pk=7, links_renewed=1))
