"""Results that nobody played, as a table's paper sheet would have them."""

from collections.abc import Sequence
from random import Random

from league.tournaments.models import Stage
from scoring import referee
from scoring.referee.made_up import MadeUpRound, made_up_round
from scoring.sheets.paper import PaperLine

# Where the rules leave it open how long a game is, as with a time limit alone.
USUAL_ROUNDS = 6


def made_up_lines(
    stage: Stage, seats: Sequence[int], random: Random, *, one_winner: bool
) -> dict[int, PaperLine]:
    """Return what the paper of a table says at the end: by entrant's id, in the order of `seats`.

    Each round is dealt and played out by the simulator. With `one_winner` the fewest points are
    one player's alone, as where two play each other out.
    """
    while True:
        played = _rounds(stage, len(seats), random)
        lines = {pk: _line(played, place) for place, pk in enumerate(seats)}
        totals = sorted(line.total or 0 for line in lines.values())
        if not one_winner or len(totals) < 2 or totals[0] < totals[1]:
            return lines


def _rounds(stage: Stage, seats: int, random: Random) -> list[MadeUpRound]:
    doubles: list[int] = []
    played = []
    for _number in range(referee.round_count(stage) or USUAL_ROUNDS):
        made_up = made_up_round(
            set_=stage.set,
            rules=stage.rules,
            seats=seats,
            starting_double=referee.next_double(stage, doubles) or 0,
            random=random,
        )
        doubles.append(made_up.starting_double)
        played.append(made_up)
    return played


def _line(played: Sequence[MadeUpRound], place: int) -> PaperLine:
    points = [made_up.points[place] for made_up in played]
    return PaperLine(
        total=sum(points),
        outs=sum(made_up.out == place for made_up in played),
        lowest=min(points),
    )
