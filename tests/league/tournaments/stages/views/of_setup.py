"""What views that set up a tournament have in common: heats, whose winners go on, and a final."""

from league.models import Stage, Tournament
from scoring.models import Game
from tests.league.factories import EntrantFactory, StageFactory, TournamentFactory
from tests.litany import OfRow


class OfSetup(OfRow):
    """A view of one tournament of the club that the tests speak of, for its directors."""

    app = "league"
    may = frozenset({"organizer"})

    def ready(self, game: Game) -> None:
        tournament = TournamentFactory(club=game.club)
        StageFactory(tournament=tournament, name="Heats", onward="tables", fill="full")
        StageFactory(tournament=tournament, name="Final")

    def tournament(self, game: Game) -> Tournament:
        return Tournament.objects.get(club=game.club)

    def args(self, game: Game) -> list[object]:
        return [self.tournament(game).pk]

    def unknown(self, game: Game) -> list[list[object]]:
        return [[0, *self.args(game)[1:]], [10**30, *self.args(game)[1:]]]

    def grow(self, game: Game) -> None:
        for _person in range(9):
            EntrantFactory(tournament=self.tournament(game))
        tournament = self.tournament(game)
        Stage.objects.filter(tournament=tournament, number=2).update(onward="tables", fill="full")
        StageFactory(tournament=tournament, name="Grand final")


class OfStage(OfSetup):
    """A view of one of its stages: the heats."""

    def stage(self, game: Game) -> Stage:
        return Stage.objects.get(tournament__club=game.club, number=1)

    def args(self, game: Game) -> list[object]:
        return [self.tournament(game).pk, Stage.objects.earliest("pk").pk]

    def unknown(self, game: Game) -> list[list[object]]:
        other = StageFactory()
        first, second = self.args(game)
        return [[first, 0], [first, 10**30], [first, other.pk], [other.tournament.pk, second]]
