"""What the tests of a rule sheet's pages share: a sheet of the game's club."""

from scoring.models import Game, RuleSheet
from scoring.rules.services import rule_sheet_create
from tests.factories import ANN

RULES = {"base": "family", "fill": "defaults", "hand_size": 11, "marker_off": "automatic"}
CLUB = frozenset({"organizer", "scorekeeper", "tablet"})


class OfSheet:
    """A view of one rule sheet."""

    def ready(self, game: Game) -> None:
        rule_sheet_create(club=game.club, author=ANN, name="Tuesday rules", rules=RULES)

    def sheet(self, game: Game) -> RuleSheet:
        return game.club.rule_sheets.get(name="Tuesday rules")

    def args(self, game: Game) -> list[object]:
        return [self.sheet(game).pk]

    def grow(self, game: Game) -> None:
        for number in range(4):
            rule_sheet_create(
                club=game.club, author=ANN, name=f"Rules {number}", rules={**RULES, "rounds": 5}
            )
