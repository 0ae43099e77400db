"""How a season counts: what of a game counts, how games add up, and how ties are broken.

A method is a measure and a count. The measure says what one game gives; the count makes one value
of a player's games:

                 POINTS                 PLACES, BEATEN      OUTS            WINS
    PER_ROUND    points a round         -                   outs a round    -
    PER_GAME     average of totals      place points        average         share of games won
    SUM          sum of totals          place points        sum             games won
    BEST_DAYS    the sum of the best `days` days
    ALL_BUT      the sum of all but the worst `days` days

A day is worth the sum of its games; for BEST_DAYS and ALL_BUT it counts whole or not at all, and
of equal days the earlier counts. The days are those that the player came, not those that were
held: who missed days has fewer of them, not empty ones. So that nobody leads by staying away,
POINTS ask for all of the `days` best days; place points and their like do not, since who stays
away gets none. Of ALL_BUT at least one day must be left. A sum of POINTS favors who came less
often; `least_games` is the season's means against it.

Points are best low, everything else high.

Place points: `table` holds what the places give from the first on, for a table of any size, such
as 7 5 4 3 2 1; places past its end give `beyond`. Players who share a place share evenly what the
places give that they cover: two firsts get (7 + 5) / 2 each. So a table gives out the same
points, however many are equal there.

BEATEN makes unequal tables alike: a game gives the percentage of the opponents that were beaten,
100 * (players - place) / (players - 1), and an equal opponent is half beaten. Winning gives
100 and coming last 0, at three as at eight; the mean of a table is 50. A player alone at a
table beat nobody and gets 0.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from league.standings.tie_breaks import OF_SEASONS, TieBreak, tie_breaks_named


class Measure(StrEnum):
    """What of a game counts."""

    POINTS = "points"
    PLACES = "places"
    BEATEN = "beaten"
    OUTS = "outs"
    WINS = "wins"


class Count(StrEnum):
    """How the games of a player make one value."""

    PER_ROUND = "per_round"
    PER_GAME = "per_game"
    SUM = "sum"
    BEST_DAYS = "best_days"
    ALL_BUT = "all_but"


BY_DAY = (Count.BEST_DAYS, Count.ALL_BUT)


class Brought(NamedTuple):
    """What a player brings forward from games that are not there, in what the method measures.

    `amount` is a fraction as text, such as "241/2"; `games` and `rounds` are how many it is of, 0
    where that is not known. `wins` and `outs` are None where they are not known.
    """

    player: int
    amount: str
    games: int = 0
    rounds: int = 0
    wins: int | None = None
    outs: int | None = None

    @property
    def value(self) -> Fraction:
        """The amount."""
        return Fraction(self.amount)


@dataclass(frozen=True)
class Method:
    """How a season counts; the module says what the parts mean.

    Players with fewer than `least_games` games are listed after the others, without a place. `ties`
    are tried in their order, and players who are still equal share the place. The players in
    `apart` are listed without a place too: guests. What is `brought` forward is added to what the
    games give, and its games and rounds to theirs; days that are chosen from have no room for it,
    since it belongs to none. Plain texts and lists
    will do, so that `Method(**json.loads(text))` reads what `json.dumps(asdict(method))` wrote.
    Raises ValueError for an unknown name, and for parts that do not go together, with a sentence
    that says why.
    """

    measure: Measure
    count: Count = Count.SUM
    days: int = 0
    table: tuple[int, ...] = ()
    beyond: int = 0
    least_games: int = 1
    ties: tuple[TieBreak, ...] = ()
    apart: tuple[int, ...] = ()
    brought: tuple[Brought, ...] = ()

    def __post_init__(self) -> None:
        for name, value in (
            ("measure", Measure(self.measure)),
            ("count", Count(self.count)),
            ("table", tuple(self.table)),
            ("apart", tuple(self.apart)),
            ("brought", tuple(Brought(*line) for line in self.brought)),
            ("ties", tie_breaks_named(self.ties, OF_SEASONS)),
        ):
            object.__setattr__(self, name, value)
        for wrong, sentence in (
            (
                self.count is Count.PER_ROUND
                and self.measure not in (Measure.POINTS, Measure.OUTS),
                "only points and rounds won have an average a round",
            ),
            (
                (self.count in BY_DAY) != (self.days > 0),
                "a number of days goes with the best days, or all but the worst, and is above 0",
            ),
            (
                (self.measure is Measure.PLACES) != bool(self.table),
                "what the places give goes with place points",
            ),
            (
                list(self.table) != sorted(self.table, reverse=True),
                "a better place gives no less",
            ),
            (
                self.beyond > min(self.table, default=0),
                "a place past the end of the table gives no more than the last one in it",
            ),
            (
                bool(self.brought) and self.count in BY_DAY,
                "what is brought forward belongs to no day, and this chooses among days",
            ),
            (self.least_games < 1, "somebody who is ranked has played a game"),
            (len(set(self.ties)) < len(self.ties), "a tie-break is asked once"),
        ):
            if wrong:
                raise ValueError(sentence)

    @cached_property
    def brought_by(self) -> Mapping[int | str, Brought]:
        """What each player brings forward."""
        return {line.player: line for line in self.brought}

    @property
    def averages(self) -> bool:
        """Whether a value is an average, which is rarely a whole number."""
        return self.count in (Count.PER_ROUND, Count.PER_GAME)

    @property
    def favors_seldom(self) -> bool:
        """Whether somebody gets ahead by staying away: fewer games are fewer points, and lead."""
        return self.lowest_leads and self.count in (Count.SUM, Count.ALL_BUT)

    @property
    def lowest_leads(self) -> bool:
        """Whether a lower value is better."""
        return self.measure is Measure.POINTS
