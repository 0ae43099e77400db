"""What the views of a tournament's entrants have in common: four entrants, one of them here."""

from typing import Any

from django.utils import timezone

from league.models import Entrant, Tournament
from scoring.models import Game
from tests.league.factories import EntrantFactory, TournamentFactory
from tests.litany import OfRow

# By women and men in bands of ten years, so that some divisions have one alone, or nobody.
RULES: dict[str, Any] = {"by_gender": True, "band_width": 10, "last_age": 80, "sign_up": True}


class OfTournament(OfRow):
    """A view of one tournament of the club that the tests speak of, for its organizers alone."""

    app = "league"
    may = frozenset({"organizer"})

    def ready(self, game: Game) -> None:
        tournament = TournamentFactory(club=game.club, **RULES)
        EntrantFactory(tournament=tournament, gender="woman", community="Hillside")
        EntrantFactory(tournament=tournament, gender="man", checked_in_at=timezone.now())
        EntrantFactory(tournament=tournament, gender="man", contact="555 0199")
        EntrantFactory(tournament=tournament, born=None, withdrawn_at=timezone.now())

    def tournament(self, game: Game) -> Tournament:
        return Tournament.objects.get(club=game.club)

    def args(self, game: Game) -> list[object]:
        return [self.tournament(game).pk]

    def unknown(self, game: Game) -> list[list[object]]:
        return [[0, *self.args(game)[1:]], [10**30, *self.args(game)[1:]]]

    def change(self, game: Game, **fields: object) -> None:
        Tournament.objects.filter(club=game.club).update(**fields)

    def named(self, game: Game, name: str = "Ann") -> Entrant:
        return Entrant.objects.get(tournament__club=game.club, name=name)

    def asks(self, game: Game, name: str = "Zoe", **more: object) -> Entrant:
        """Somebody who has sent the public form."""
        return EntrantFactory(
            tournament=self.tournament(game), name=name, number=None, player=None, **more
        )

    def grow(self, game: Game) -> None:
        EntrantFactory.create_batch(20, tournament=self.tournament(game), gender="woman")
        for name in ("Yan", "Zoe"):
            self.asks(game, f"{name} Green")


class OfEntrant(OfTournament):
    """A view of one entry."""

    def args(self, game: Game) -> list[object]:
        return [*super().args(game), self.named(game).pk]

    def unknown(self, game: Game) -> list[list[object]]:
        theirs = EntrantFactory()
        pk, number = self.args(game)
        return [[pk, 0], [pk, 10**30], [0, number], [pk, theirs.pk], [theirs.tournament_id, number]]
