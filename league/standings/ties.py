"""Breaking ties between players, and what each tie-break did.

Tie-breaks are tried in their order. One that separates some of the tied leaves smaller groups, and
each of these goes on with the next one. Players still tied after the last share the place. What
each compares is in `league.standings.tie_breaks`. `part` takes any other steps as well, such as a
play-off round.

An example: Ann, Bob and Cal have 120 points each, and the season asks for rounds won, then
for games won. Ann went out in 5 rounds, Bob and Cal in 3. So Ann is first, and Bob and Cal alone go
on to games won: Cal has 2, Bob 1, so Cal is second and Bob third. Had both won 2, they would
share the second place.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from league.standings.results import Key, Result
from league.standings.scores import Score
from league.standings.tie_breaks import NUMBERS, Number, TieBreak

Numbers = Mapping[Key, Number]


@dataclass(frozen=True)
class Step:
    """One tie-break: a number for each of the tied, or None where it cannot decide among them.

    A `relative` one compares the tied with each other, so that it is asked again of those whom it
    leaves level.
    """

    name: str
    numbers: Callable[[Sequence[Key]], Numbers | None]
    lowest_leads: bool = False
    relative: bool = False


class TieOutcome(StrEnum):
    """What a tie-break did to those who were tied."""

    PARTED = "parted"
    LEVEL = "level"
    NOT_KNOWN = "not_known"


@dataclass(frozen=True)
class Why:
    """What one tie-break did: each of the tied with its number, best first, then by player.

    Without numbers where it could not decide: a round is not known, or some have not met.
    """

    step: str
    outcome: TieOutcome
    numbers: tuple[tuple[Key, Number], ...] = ()

    @property
    def written(self) -> list[object]:
        """As JSON keeps it: the step, its outcome, and each key with its number as text."""
        return [self.step, str(self.outcome), [[key, str(number)] for key, number in self.numbers]]


Parted = tuple[tuple[Key, ...], tuple[Why, ...]]


def part(
    tied: Iterable[Key], steps: Sequence[Step], so_far: tuple[Why, ...] = ()
) -> Iterator[Parted]:
    """The groups that stay level after all steps, best first, each with what was done to it.

    A group is in the order of its players' keys. The steps are asked only of two or more.
    """
    group = sorted(tied)
    if len(group) < 2 or not steps:
        yield tuple(group), so_far
        return
    step, rest = steps[0], steps[1:]
    numbers = step.numbers(group)
    if numbers is None:
        yield from part(group, rest, (*so_far, Why(step.name, TieOutcome.NOT_KNOWN)))
        return
    levels: dict[Number, list[Key]] = defaultdict(list)
    for player in group:
        levels[numbers[player]].append(player)
    best_first = sorted(levels, reverse=not step.lowest_leads)
    listed = tuple((player, number) for number in best_first for player in levels[number])
    outcome = TieOutcome.PARTED if len(levels) > 1 else TieOutcome.LEVEL
    done = (*so_far, Why(step.name, outcome, listed))
    again = steps if step.relative and len(levels) > 1 else rest
    for number in best_first:
        yield from part(levels[number], again, done)


def steps_of(
    ties: Iterable[TieBreak], scores: Mapping[Key, Score], results: Iterable[Result]
) -> tuple[Step, ...]:
    """A season's tie-breaks as steps; `results` are looked at for head-to-head alone."""
    meetings = Meetings(results)
    return tuple(
        Step(tie, meetings.numbers, relative=True)
        if tie is TieBreak.HEAD_TO_HEAD
        else step_by_number(tie, scores)
        for tie in ties
    )


def step_by_number(tie: TieBreak, scores: Mapping[Key, object]) -> Step:
    """The step that compares a number of each score; it cannot decide where one is not known."""
    by = NUMBERS[tie]

    def numbers(tied: Sequence[Key]) -> Numbers | None:
        known: dict[Key, Number | None] = {key: by.number(scores[key]) for key in tied}
        numbers_known = {key: number for key, number in known.items() if number is not None}
        return numbers_known if len(numbers_known) == len(known) else None

    return Step(tie, numbers, lowest_leads=by.lowest_leads)


class Meetings:
    """The meetings in these results, and who had the better place; read only when first needed."""

    def __init__(self, results: Iterable[Result]) -> None:
        self._results = results
        self._games: dict[Key, dict[Key, int]] | None = None
        self._played: dict[Key, list[Key]] = defaultdict(list)

    def _places(self) -> dict[Key, dict[Key, int]]:
        """The place of each ranked player of each game."""
        if self._games is None:
            self._games = defaultdict(dict)
            for result in self._results:
                if result.place is not None:
                    self._games[result.game][result.player] = result.place
                    self._played[result.player].append(result.game)
        return self._games

    def balance(self, player: Key, others: Iterable[Key]) -> dict[Key, int]:
        """Of each of the others whom the player met: common tables ahead of it, less behind."""
        games, among = self._places(), frozenset(others) - {player}
        balance_with: dict[Key, int] = {}
        for game in self._played.get(player, ()):
            places = games[game]
            for other in among & places.keys():
                better = (places[player] < places[other]) - (places[player] > places[other])
                balance_with[other] = balance_with.get(other, 0) + better
        return balance_with

    def numbers(self, tied: Sequence[Key]) -> Numbers | None:
        """The table among the tied: pairs won, a level one half; None where some have not met."""
        numbers: dict[Key, Number] = {}
        for player in tied:
            balance = self.balance(player, tied)
            if len(balance) < len(tied) - 1:
                return None
            halves = sum(1 + (ahead > 0) - (ahead < 0) for ahead in balance.values())
            numbers[player] = Fraction(halves, 2)
        return numbers
