"""Totals that are no fault, and that a table is asked about: they are higher than hands are.

A total may be right although no hand could have been so high: somebody drew from the wrong pile, or
the table deals by a rule of its own. So this is a question, and never in the way of a true number.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from heapq import nlargest

from engine.reports.counting import blank_side, blanks, markers, seat_points, tile_points
from engine.reports.report import Report
from engine.reports.usual_hands import USUAL
from engine.rules.deal import fewest_in_hub, hand_size_row, left_after
from engine.rules.rule_set import RuleSet, rule_set
from engine.sentences import say
from engine.tiles import Tile, full_set

_COUNTING = ("double_blank_value", "blank_side_points", "marked_train_points")


class SurpriseCode(Enum):
    """One kind of surprise; the value is the stable code, `sentence` its text with gaps."""

    PAST_EVERY_HAND = "past_every_hand"
    RARELY_SO_HIGH = "rarely_so_high"
    PAST_EVERY_GAME = "past_every_game"
    RARELY_SUCH_A_GAME = "rarely_such_a_game"

    @property
    def sentence(self) -> str:
        """The English sentence, with gaps for the points and for the bound."""
        return SENTENCES[self]


SENTENCES = {
    SurpriseCode.PAST_EVERY_HAND: (
        "{points}? No hand can be that high: the highest is {bound}. Type it again."
    ),
    SurpriseCode.RARELY_SO_HIGH: (
        "{points}? That is unusually high: hardly any hand is above {bound}."
    ),
    SurpriseCode.PAST_EVERY_GAME: (
        "{points}? That is more than all hands that were possible in this game (at most {bound})."
    ),
    SurpriseCode.RARELY_SUCH_A_GAME: (
        "{points}? That is unusually high for a whole game: hardly any is above {bound}."
    ),
}


@dataclass(frozen=True, slots=True)
class Surprise:
    """A seat's points, of the round or of the whole game, that are above `bound`."""

    code: SurpriseCode
    seat: str
    points: int
    bound: int

    @property
    def text(self) -> str:
        """The sentence, in the language that is spoken."""
        return say(self.code.sentence, points=self.points, bound=self.bound)


def surprises(report: Report, rules: RuleSet) -> tuple[Surprise, ...]:
    """Return the points that are higher than hands are, at most one surprise a seat."""
    if rules.counting.value != "pips":
        return ()
    usual, totals = usual_points(report, rules), report.totals.values()
    # A hand of which nothing but the total is known can be higher than is usual.
    if usual is not None and _has_totals_alone(report) and max(totals, default=0) <= usual:
        return ()
    candidates = (_surprise(report, rules, seat, usual) for seat in report.seats)
    return tuple(surprise for surprise in candidates if surprise is not None)


def high_points(report: Report, rules: RuleSet) -> tuple[int | None, int] | None:
    """Return above which points a table is asked: what is usual, and the highest of all hands.

    They hold for each seat while nothing but totals is known; None where no total is asked about.
    """
    if rules.counting.value != "pips" or not report.seats:
        return None
    return usual_points(report, rules), most_points(report, rules, report.seats[0])


def game_surprises(
    set_: int, totals: Mapping[str, int], starting_doubles: Sequence[int | None], rules: RuleSet
) -> tuple[Surprise, ...]:
    """Return the totals of a whole game that are higher than its hands are together.

    There is a starting double for each round, None where it is not known. A game whose every round
    is above what one hand in a thousand is above was never played: its bound is the sum of those.
    """
    if rules.counting.value != "pips":
        return ()
    rounds = [
        Report(set=set_, seats=tuple(totals), starting_double=double) for double in starting_doubles
    ]
    usual = [usual_points(report, rules) for report in rounds]
    usually = None if None in usual else sum(points or 0 for points in usual)
    surprised = []
    for seat, points in totals.items():
        most = sum(most_points(report, rules, seat) for report in rounds)
        if points > most:
            surprised.append(Surprise(SurpriseCode.PAST_EVERY_GAME, seat, points, most))
        elif usually is not None and points > usually:
            surprised.append(Surprise(SurpriseCode.RARELY_SUCH_A_GAME, seat, points, usually))
    return tuple(surprised)


def _surprise(report: Report, rules: RuleSet, seat: str, usual: int | None) -> Surprise | None:
    points = seat_points(report, rules, seat)
    if points is None or seat == report.winner:
        return None
    most = most_points(report, rules, seat)
    if points > most:
        return Surprise(SurpriseCode.PAST_EVERY_HAND, seat, points, most)
    if usual is not None and points > usual:
        return Surprise(SurpriseCode.RARELY_SO_HIGH, seat, points, usual)
    return None


def _has_totals_alone(report: Report) -> bool:
    """Whether nothing is reported that limits how high a hand can be: no tile and no number."""
    return not report.hands and not report.counts and report.boneyard is None


def most_points(report: Report, rules: RuleSet, seat: str) -> int:
    """Return what the seat's hand counts at most, in points, whatever was drawn and played.

    Whoever plays nothing and draws all that there is holds the hand that was dealt and the whole
    boneyard. An example: four players draw 15 tiles each of a double-12 set, which leaves 30. So
    nobody can hold more than 45, and of these the highest 45 count at most, without the starting
    double and what others are reported to hold.
    """
    elsewhere = {
        tile for other in report.seats if other != seat for tile in report.hands.get(other, ())
    }
    away = frozenset({*elsewhere, report.starting_tile})
    blank, side = max(blanks(rules)), blank_side(rules)
    highest = _highest(report.set, blank, side, _most_held(report, rules, seat), away)
    return highest + max(markers(report, rules, seat))


@lru_cache(maxsize=256)
def _highest(
    set_: int, blank: int, side: int, tile_count: int | None, away: frozenset[Tile | None]
) -> int:
    """Return the points of that many tiles of a set that count most, of those not `away`.

    None is all of them. Kept, as most seats of a round have the same: the starting double is away.
    """
    worth = (tile_points(tile, blank, side) for tile in full_set(set_) if tile not in away)
    most = len(full_set(set_)) if tile_count is None else max(0, tile_count)
    return sum(nlargest(most, worth))


def _most_held(report: Report, rules: RuleSet, seat: str) -> int | None:
    """Return how many tiles the seat can hold; None where no rule says how many are dealt."""
    count = report.count(seat)
    if count is not None and (seat in report.counts or seat in report.hands):
        return count
    players = len(report.seats)
    row = hand_size_row(rules, report.set, players)
    if row is None or not report.all_seats:
        return None
    left = left_after(report.set, players, row.tiles, fewest_in_hub(rules))
    if left < 0:
        return None
    return row.tiles + left - min(left, report.boneyard or 0)


def usual_points(report: Report, rules: RuleSet) -> int | None:
    """Return the points that one hand in a thousand is above, as simulated rounds are spread.

    In 20,000 further rounds of the family rules with 4, 5 and 8 players, 1.1 to 1.5 hands in a
    thousand were above; of the one round in a hundred that ended earliest, 8 to 23.
    None where none were simulated: the table is larger than the rules foresee, or deals or counts
    otherwise.
    """
    if _counts_otherwise(rules):
        return None
    players = len(report.seats)
    tiles, points = USUAL.get((rules.base, report.set, players), (0, 0))
    row = hand_size_row(rules, report.set, players)
    return points if row is not None and row.tiles == tiles else None


def _counts_otherwise(rules: RuleSet) -> bool:
    """Whether a house rule lets tiles or markers count other points than in simulated rounds."""
    changed = [name for name in _COUNTING if name in rules.house]
    if not changed:
        return False
    usual = rule_set({"base": rules.base, "fill": "defaults"})
    return any(rules.rule(name).value != usual.rule(name).value for name in changed)
