"""What of a new club's first steps is done."""

from dataclasses import dataclass

from scoring.accounts.models import Club, Player, Tablet
from scoring.rules.models import RuleSheet
from scoring.sheets.models import Game


@dataclass(frozen=True)
class FirstSteps:
    """Whether the club has named people, kept rules, paired a tablet, begun a game."""

    people: bool
    rules: bool
    tablet: bool
    game: bool


def first_steps(club: Club) -> FirstSteps:
    """The steps to the club's first result; four queries."""
    return FirstSteps(
        people=Player.objects.filter(club=club).exists(),
        rules=RuleSheet.objects.filter(club=club).exists(),
        tablet=Tablet.objects.filter(club=club).exists(),
        game=Game.objects.filter(club=club).exists(),
    )
