"""Ending what an account may do in the club."""

from django.contrib.auth.models import User
from django.urls import reverse

from scoring.models import Game, Membership
from tests.confirming import Sensitive
from tests.factories import MembershipFactory
from tests.litany import ORGANIZERS, ClientOf, OfRow, Writes


class TestMemberRemove(Sensitive, OfRow, Writes):
    name = "member-remove"
    may = ORGANIZERS

    def ready(self, game: Game) -> None:
        MembershipFactory(club=game.club, user__username="pat", role="scorekeeper")

    def args(self, game: Game) -> list[object]:
        found = Membership.objects.filter(user__username="pat").first()
        return [found.pk if found else 0]

    def test_a_removed_one_can_no_longer_score(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        pat = client_of("nobody")
        pat.force_login(User.objects.get(username="pat"))
        sheet = reverse("scoring:sheet", args=[game.code])
        assert pat.get(sheet).status_code == 200
        page = self.followed(client_of("organizer"), game)
        assert "pat can no longer sign in to this club." in page.trouble
        assert pat.get(sheet).status_code == 404
        assert "_auth_user_id" not in pat.session, "the session has ended"
        # The account stays: sheets name it.
        assert User.objects.filter(username="pat").exists()

    def test_the_last_organizer_stays(
        self, client_of: ClientOf, game: Game, organizer: User
    ) -> None:
        own = organizer.memberships.get()
        client, url = client_of("organizer"), reverse("scoring:member-remove", args=[own.pk])
        answer = client.post(url, follow=True)
        assert "A club needs an organizer. Add another one first." in answer.content.decode()
        MembershipFactory(club=game.club)
        answer = client.post(url)
        assert answer["Location"] == reverse("scoring:home")
        assert client.get(reverse("scoring:members")).status_code == 404

    def test_another_clubs_people_are_not_there(
        self, client_of: ClientOf, game: Game, stranger: User
    ) -> None:
        url = reverse("scoring:member-remove", args=[stranger.memberships.get().pk])
        assert client_of("organizer").post(url).status_code == 404
        assert stranger.memberships.exists()
