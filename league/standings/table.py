"""The standings: everybody's place by a method, and why."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from league.standings.methods import Method
from league.standings.results import Key, Result
from league.standings.scores import Score, Unranked, scores
from league.standings.tie_breaks import Number, TieBreak
from league.standings.ties import Why, part, steps_of


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One player's line: the place, whether others share it, and the score that gives it.

    `place` is None for an unranked player, and `score.unranked` says why. `why` says what each
    tie-break did to the group that the player was in, and is empty where no other has that value.
    """

    place: int | None
    shared: bool
    score: Score
    why: tuple[Why, ...] = ()

    @property
    def player(self) -> Key:
        """The player of this line."""
        return self.score.player

    @property
    def value(self) -> Fraction | None:
        """What the method ranks by."""
        return self.score.value

    @property
    def unranked(self) -> Unranked | None:
        """Why there is no place, None where there is one."""
        return self.score.unranked


@dataclass(frozen=True)
class PartedBy:
    """What separates two players: "value" or the tie-break that did, and the numbers of both."""

    step: str
    ahead: Number
    behind: Number


def standings(
    method: Method, results: Iterable[Result], as_of: date | None = None
) -> tuple[StandingLine, ...]:
    """Return everybody's standing after the games up to and including `as_of`, None for all.

    The ranked come by place, those who share one in the order of their keys; then those who are
    not ranked, by what they have. Raises ValueError for two results of one player in one game.
    """
    counted = [result for result in results if as_of is None or result.day <= as_of]
    return rank(method, scores(method, counted), counted)


def rank(
    method: Method, scores: Iterable[Score], results: Iterable[Result] = ()
) -> tuple[StandingLine, ...]:
    """Return the standings that these scores give.

    Head-to-head looks at `results`, and at those alone of the players that `tied` names; a method
    without it needs none.
    """
    by_player = {score.player: score for score in scores}
    level = tied(method, by_player.values())
    steps = steps_of(
        method.ties, by_player, (result for result in results if result.player in level)
    )
    lines: list[StandingLine] = []
    for _value, group in _levels(
        method, [score for score in by_player.values() if not score.unranked]
    ):
        for equal, why in part(group, steps):
            place = len(lines) + 1
            shared = len(equal) > 1
            lines += [StandingLine(place, shared, by_player[player], why) for player in equal]
    rest = [score for score in by_player.values() if score.unranked]
    for _value, group in _levels(method, rest):
        lines += [StandingLine(None, False, by_player[player]) for player in sorted(group)]
    without = sorted(score.player for score in rest if score.value is None)
    lines += [StandingLine(None, False, by_player[player]) for player in without]
    return tuple(lines)


def _levels(method: Method, scores: Iterable[Score]) -> list[tuple[Fraction, list[Key]]]:
    """Return the players by their values, best first; players without a value are left out."""
    levels: dict[Fraction, list[Key]] = defaultdict(list)
    for score in scores:
        if score.value is not None:
            levels[score.value].append(score.player)
    return sorted(levels.items(), reverse=not method.lowest_leads, key=lambda level: level[0])


def tied(method: Method, scores: Iterable[Score]) -> frozenset[Key]:
    """Return the players whose results `rank` may need: those tied, if head-to-head is asked."""
    if TieBreak.HEAD_TO_HEAD not in method.ties:
        return frozenset()
    ranked = [score for score in scores if not score.unranked]
    times = Counter(score.value for score in ranked)
    return frozenset(score.player for score in ranked if times[score.value] > 1)


def why(ahead: StandingLine, other: StandingLine) -> PartedBy | None:
    """What puts one of two ahead of the other, in the same standings.

    None where nothing does: they share a place, or one of them has none.
    """
    if ahead.place is None or other.place is None or ahead.value is None or other.value is None:
        return None
    if ahead.value != other.value:
        return PartedBy("value", ahead.value, other.value)
    for step in ahead.why:
        numbers = dict(step.numbers)
        mine, theirs = numbers.get(ahead.player), numbers.get(other.player)
        if mine is not None and theirs is not None and mine != theirs:
            return PartedBy(step.step, mine, theirs)
    return None
