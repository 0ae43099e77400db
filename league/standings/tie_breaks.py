"""The tie-breaks that seasons and tournaments choose from, and the number that each compares.

To add one: its name and its number here, and its words in `league/tie_break_words.py`. A number
that no score has yet is counted in `scores.py`, and for stages in a tournament's `counting.py`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from operator import attrgetter
from typing import Any, Final

Number = int | Fraction | date


class TieBreak(StrEnum):
    """What breaks a tie, over all games that a player was ranked in.

    OUTS           more rounds won; not known where a game of somebody tied tells none
    WINS           more games won; a shared win counts for each
    BEST_GAME      the lower lowest total of a game
    FEWEST         fewer points in all
    EARLIER_DATE   the lowest total of a game reached on an earlier day
    LOWEST_ROUND   the lower lowest round; not known where somebody tied has a game that is known
                   by its sums alone
    HEAD_TO_HEAD   a table among the tied alone: of each two, whoever was better placed at more of
                   their common tables gets 1, and each gets ½ if that is equal. It decides only if
                   all of the tied have met each other; those whom it leaves tied are compared
                   again among themselves
    PLAY_OFF       fewer points in a round that the tied play for it
    """

    OUTS = "outs"
    WINS = "wins"
    BEST_GAME = "best_game"
    FEWEST = "fewest"
    EARLIER_DATE = "earlier_date"
    LOWEST_ROUND = "lowest_round"
    HEAD_TO_HEAD = "head_to_head"
    PLAY_OFF = "play_off"


@dataclass(frozen=True)
class ByNumber:
    """A tie-break by one number of each score, the lowest or the highest first.

    `number` reads it from a season's `Score`, and from a tournament's `StageScore` where
    tournaments may choose it. It returns None while the number is not known.
    """

    number: Callable[[Any], Number | None]
    lowest_leads: bool = True


NUMBERS: Final[Mapping[TieBreak, ByNumber]] = {
    TieBreak.OUTS: ByNumber(attrgetter("outs"), lowest_leads=False),
    TieBreak.WINS: ByNumber(attrgetter("wins"), lowest_leads=False),
    TieBreak.BEST_GAME: ByNumber(attrgetter("best_game")),
    TieBreak.FEWEST: ByNumber(attrgetter("points")),
    TieBreak.EARLIER_DATE: ByNumber(attrgetter("best_day")),
    TieBreak.LOWEST_ROUND: ByNumber(attrgetter("lowest_round")),
}
OF_SEASONS: Final = (
    TieBreak.OUTS,
    TieBreak.WINS,
    TieBreak.BEST_GAME,
    TieBreak.HEAD_TO_HEAD,
    TieBreak.EARLIER_DATE,
    TieBreak.LOWEST_ROUND,
)
OF_TOURNAMENTS: Final = (
    TieBreak.OUTS,
    TieBreak.FEWEST,
    TieBreak.LOWEST_ROUND,
    TieBreak.HEAD_TO_HEAD,
    TieBreak.PLAY_OFF,
)


def tie_breaks_named(names: Iterable[str], among: tuple[TieBreak, ...]) -> tuple[TieBreak, ...]:
    """Return the tie-breaks of these names, in their order.

    Raises ValueError for a name that is not among those that may be chosen.
    """
    known = {tie_break.value: tie_break for tie_break in among}
    wanted = tuple(names)
    if unknown := [name for name in wanted if name not in known]:
        raise ValueError(f"{unknown[0]!r} is not a valid tie-break: {', '.join(known)}")
    return tuple(known[name] for name in wanted)
