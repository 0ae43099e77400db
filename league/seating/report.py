"""What a plan is worth, counted from its rounds alone."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from league.seating.case import Case, Names, pairs


@dataclass(frozen=True, slots=True)
class DayPlan:
    """The rounds of a day, played ones first, and what they are worth.

    `repeats` counts the meetings of each two beyond their first, over the whole day and with those
    in `met`: two who meet three times count two. No plan for the case has fewer than
    `least_repeats`. `most_meetings` is the highest number of meetings of any two, `never_met` the
    number of pairs of the case's players who meet neither on this day nor in `met`. Two who left
    after a round that was played count in `repeats` and `most_meetings`, not in `never_met`.
    """

    rounds: tuple[tuple[Names, ...], ...]
    repeats: int
    least_repeats: int
    most_meetings: int
    never_met: int


def meetings(case: Case, rounds: Iterable[Sequence[Names]]) -> Counter[tuple[str, str]]:
    """How often each two met, on earlier days and in these rounds; names in order of the text."""
    tables = [table for tables in rounds for table in tables]
    return Counter((min(pair), max(pair)) for pair in pairs([*case.met, *tables]))


def repeats_of(met: Counter[tuple[str, str]]) -> int:
    return sum(times - 1 for times in met.values())


def report(case: Case, rounds: Sequence[Sequence[Names]], least: int) -> DayPlan:
    """The plan with its worth."""
    met = meetings(case, rounds)
    here = set(case.players)
    seen = sum(a in here and b in here for a, b in met)
    return DayPlan(
        rounds=tuple(tuple(tables) for tables in rounds),
        repeats=repeats_of(met),
        least_repeats=least,
        most_meetings=max(met.values(), default=0),
        never_met=len(here) * (len(here) - 1) // 2 - seen,
    )
