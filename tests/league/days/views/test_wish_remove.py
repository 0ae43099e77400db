"""Taking a wish back."""

from league.days.services.attendance import wish_add
from league.models import Wish
from scoring.models import Game
from tests.league.factories import GameDayFactory
from tests.litany import ClientOf, Writes

from .of_day import OfDay


class TestWishRemove(OfDay, Writes):
    name = "wish-remove"
    may = frozenset({"organizer"})

    def ready(self, game: Game) -> None:
        super().ready(game)
        one, other = game.club.players.all()[:2]
        wish_add(day=self.day(game), kind=Wish.Kind.APART, player=one, other=other, always=False)

    def args(self, game: Game) -> list[object]:
        known = Wish.objects.first()
        return [*super().args(game), known.pk if known else 1]

    def test_it_is_gone_after_any_number_of_taps(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client, url = client_of("organizer"), self.url(game)
        for _tap in range(2):
            assert client.post(url).status_code == 302
        assert not Wish.objects.exists()

    def test_other_clubs_wishes_stay(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        theirs = GameDayFactory()
        Wish.objects.update(club=theirs.club, game_day=theirs)
        self.send(client_of("organizer"), game)
        assert Wish.objects.exists()
