"""Byes at tables: who sits out a game whose tables cannot seat everybody, and what that counts.

A stage of several games at tables of exactly two cannot seat eleven people, nor can one at tables
of exactly four seat nine. Then as few as can be sit out each game. It is the lowest of the standing
among those who have had the fewest byes, so that nobody has a second one while somebody has none.
Before the first game it goes by what was carried in, then by seeds. A stage of one game has no
byes: who sat it out would have no result.

What a bye counts is the same in every stage. Where places count, it is a first place at a table, as
chess organizers give a win. Where totals count, it is the average of the other games that this one
has in the stage, so that sitting out makes nobody better or worse. That average is taken anew after
each game, and before the first there is none. Points as a tie-break are averaged in the same way.

An example: 30 and 20 points and one bye count 75. After one more game of 40 they count 120.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from league.seating.sizes import most_seated
from league.standings.results import Key

from .values import Kind, Round, StageMeasure, StagePlan


def byes_a_game(plan: StagePlan, people: int) -> int:
    """Return how many of so many people sit out each game of a stage.

    0 where all can sit, and where a bye would not help: too few people, or a single game.
    """
    if plan.kind is not Kind.TABLES or plan.rounds < 2:
        return 0
    seated = most_seated(people, plan.sizes.least, plan.sizes.most)
    return people - seated if seated else 0


def byes_in(plan: StagePlan, rounds: Iterable[Round]) -> Counter[Key]:
    """Return how many byes that count everybody has had; in an elimination they count nothing."""
    if plan.kind is not Kind.TABLES:
        return Counter()
    return Counter(key for at in rounds for key in at.byes)


def value_of_bye(plan: StagePlan) -> int | None:
    """Return the points of a bye where places count; None where it is an average."""
    if plan.measure is not StageMeasure.PLACES:
        return None
    return plan.place_points[0] if plan.place_points else 0


def averaged(sum_of_games: Fraction | int, games: int, byes: int) -> Fraction | int:
    """Return the sum of so many games with their average for each bye."""
    if not (games and byes):
        return sum_of_games
    return Fraction(sum_of_games) * (games + byes) / games


def games_alone(with_byes: Fraction, games: int, byes: int) -> Fraction:
    """Return the sum of the games in what `averaged` made of it."""
    return with_byes * games / (games + byes) if games and byes else with_byes


def who_sits_out(lowest_first: Iterable[Key], had: Counter[Key], number: int) -> tuple[Key, ...]:
    """Return so many of these people: those with the fewest byes, and the lowest of these."""
    return tuple(sorted(lowest_first, key=had.__getitem__)[:number])
