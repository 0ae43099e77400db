"""What the photos of a round's hands show together: the proposal, its changes, what is doubtful."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from math import log
from types import MappingProxyType
from typing import Final

from engine.reports.counting import points_of
from engine.reports.faults import FaultCode, fault, join
from engine.reports.photos.hands import Choice, Other, PhotoHand, Sight
from engine.reports.photos.search import Reading, Search
from engine.rules.rule_set import RuleSet
from engine.sentences import mark, say
from engine.tiles import Tile, double_of

DOUBTFUL: Final = 0.05
"""A tile is doubtful where another reading is at least this probable beside the proposal."""

MOST_ALIKE: Final = 0.6
LEAST_ALIKE: Final = 3
"""Two hands that share this part of their tiles, and this many, are one photo taken for two."""


class Reason(Enum):
    """Why a sight is not what it looks like most. The value is the stable code."""

    NOT_IN_SET = "not_in_set"
    IN_HUB = "in_hub"
    IN_OTHER_HAND = "in_other_hand"
    TWICE_IN_HAND = "twice_in_hand"
    TOTAL = "total"
    COUNT = "count"
    NO_TILE = "no_tile"

    @property
    def sentence(self) -> str:
        """The English sentence, with gaps."""
        return SENTENCES[self]


SENTENCES: Final = MappingProxyType(
    {
        Reason.NOT_IN_SET: mark("The double-{set} set has no {tile}."),
        Reason.IN_HUB: mark("{tile} is the starting double and is in the hub."),
        Reason.IN_OTHER_HAND: mark("{tile} is in {other}’s hand."),
        Reason.TWICE_IN_HAND: mark("{seat} has {tile} already."),
        Reason.TOTAL: mark("{seat} has {total} points."),
        Reason.COUNT: mark("{seat} has fewer tiles than the photos show."),
        Reason.NO_TILE: mark("This is probably not a tile."),
    }
)


@dataclass(frozen=True, slots=True)
class SightAudit:
    """What a sight is proposed to be.

    `reason` is why it is not what it looks like most, None where it is; `text` says so. `others`
    are the next choices where it is `doubtful`.
    """

    choice: Choice
    reason: Reason | None = None
    text: str = ""
    values: tuple[tuple[str, int | str], ...] = ()
    doubtful: bool = False
    others: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """Something about whole hands: a stable code, a sentence, the seats."""

    code: str
    text: str
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Audit:
    """The most probable reading of all hands; `proved` says that no other is more probable."""

    hands: Mapping[str, tuple[SightAudit, ...]]
    notes: tuple[Note, ...]
    proved: bool


@dataclass(frozen=True, slots=True)
class _Round:
    """What is known beside the photos."""

    rules: RuleSet
    set: int
    starting_double: int | None
    known: Mapping[str, Sequence[Tile]]

    @property
    def hub(self) -> Tile | None:
        return None if self.starting_double is None else double_of(self.starting_double)

    def holder_of(self, tile: Tile) -> str | None:
        """Return the seat whose hand is known to have the tile."""
        return next((seat for seat, tiles in self.known.items() if tile in tiles), None)


def audit(
    hands: Sequence[PhotoHand],
    rules: RuleSet,
    set_: int,
    starting_double: int | None = None,
    known: Mapping[str, Sequence[Tile]] = MappingProxyType({}),
) -> Audit:
    """Return the most probable reading of the hands together, what it changed and why.

    `known` are tiles of hands, or parts of hands, that nobody doubts. A hand that shows nearly the
    same tiles as one before it is left as it looks, and noted: it is the same photo.
    """
    round_ = _Round(rules, set_, starting_double, known)
    notes = list(_alike(hands, round_))
    again = {note.seats[1] for note in notes}
    read = [hand for hand in hands if hand.seat not in again]
    search = Search(
        [_in_set(hand, set_) for hand in read],
        lambda tile: points_of([tile], rules),
        _taken(round_, [hand.seat for hand in hands]),
    )
    best = search.best()
    if best is None:  # a sight can always be left unread
        raise AssertionError("no reading of the hands")
    audits = {hand.seat: tuple(_as_it_looks(hand)) for hand in hands if hand.seat in again}
    for number, hand in enumerate(read):
        reasons = _Reasons(round_, read, best, number)
        audits[hand.seat] = tuple(
            _sight_audit(search, reasons, (number, at)) for at in range(len(hand.sights))
        )
    notes += [note for hand in hands for note in _misfits(hand, audits[hand.seat], rules)]
    return Audit({hand.seat: audits[hand.seat] for hand in hands}, tuple(notes), best.proved)


def _in_set(hand: PhotoHand, set_: int) -> PhotoHand:
    """Return the hand without tiles that the set lacks."""
    sights = tuple(
        Sight(tuple(pair for pair in sight.tiles if pair[0].in_set(set_)), sight.none)
        for sight in hand.sights
    )
    return PhotoHand(hand.seat, sights, hand.total, hand.count)


def _taken(round_: _Round, seats: Sequence[str]) -> frozenset[Tile]:
    tiles = {tile for hand in round_.known.values() for tile in hand}
    return frozenset(tiles | ({round_.hub} if round_.hub is not None else set()))


def _alike(hands: Sequence[PhotoHand], round_: _Round) -> Iterator[Note]:
    """Yield a note for each hand that shows the tiles of an earlier one."""
    shown = {seat: set(tiles) for seat, tiles in round_.known.items()}
    for hand in hands:
        tiles = {sight.likeliest for sight in hand.sights} - {None}
        for seat, others in shown.items():
            both = len(tiles & others)
            if seat != hand.seat and both >= max(LEAST_ALIKE, MOST_ALIKE * len(tiles)):
                text = say(
                    "The photos of {seats} show the same tiles. One of them is of another hand.",
                    seats=join([seat, hand.seat]),
                )
                yield Note("hands_alike", text, (seat, hand.seat))
                break
        else:
            shown.setdefault(hand.seat, set()).update(tile for tile in tiles if tile is not None)


def _as_it_looks(hand: PhotoHand) -> Iterator[SightAudit]:
    for sight in hand.sights:
        yield SightAudit(sight.likeliest or Other.UNREAD, doubtful=True)


def _sight_audit(search: Search, reasons: "_Reasons", spot: tuple[int, int]) -> SightAudit:
    """Return what a sight is, why, and whether that is doubtful."""
    best = reasons.best
    choice = best.choices[spot[0]][spot[1]]
    reason, values = reasons.of(spot[1], choice)
    others: list[Choice] = []
    most = best.cost - log(DOUBTFUL)
    if search.least_without(spot, choice) <= most:
        other = search.best([(spot, choice)], most)
        if other is not None:
            others.append(other.choices[spot[0]][spot[1]])
    return SightAudit(
        choice,
        reason,
        "" if reason is None else say(reason.sentence, **values),
        tuple(values.items()),
        doubtful=bool(others) or choice is Other.UNREAD or not best.proved,
        others=tuple(others),
    )


@dataclass(frozen=True, slots=True)
class _Reasons:
    """Why the sights of one hand are not what they look like."""

    round_: _Round
    hands: Sequence[PhotoHand]
    best: Reading
    number: int

    def of(self, at: int, choice: Choice) -> tuple[Reason | None, dict[str, int | str]]:
        """Return the reason for a sight's choice, with the values of its sentence."""
        hand = self.hands[self.number]
        looks = hand.sights[at].likeliest
        if looks is None or choice == looks:
            return None, {}
        values: dict[str, int | str] = {"seat": hand.seat, "tile": str(looks)}
        if not looks.in_set(self.round_.set):
            return Reason.NOT_IN_SET, values | {"set": self.round_.set}
        if looks == self.round_.hub:
            return Reason.IN_HUB, values
        holder = self.round_.holder_of(looks) or self._holder(looks)
        if holder == hand.seat:
            return Reason.TWICE_IN_HAND, values
        if holder is not None:
            return Reason.IN_OTHER_HAND, values | {"other": holder}
        if choice is Other.NO_TILE and hand.count is not None:
            return Reason.COUNT, values | {"count": hand.count}
        if hand.total is not None:
            return Reason.TOTAL, values | {"total": hand.total}
        return Reason.NO_TILE, values

    def _holder(self, tile: Tile) -> str | None:
        """Return the seat to which the proposal gives a tile."""
        return next(
            (
                hand.seat
                for hand, choices in zip(self.hands, self.best.choices, strict=True)
                if tile in choices
            ),
            None,
        )


def _misfits(hand: PhotoHand, sights: Sequence[SightAudit], rules: RuleSet) -> Iterator[Note]:
    """Yield a note where the proposal does not come to the total or the number put down."""
    tiles = [sight.choice for sight in sights if isinstance(sight.choice, Tile)]
    unread = sum(sight.choice is Other.UNREAD for sight in sights)
    if hand.count is not None and hand.count != len(tiles) + unread:
        yield _note(
            FaultCode.HAND_AND_COUNT_DIFFER, hand, listed=len(tiles) + unread, count=hand.count
        )
    points = points_of(tiles, rules)
    if hand.total is not None and points is not None and not unread and points != hand.total:
        yield _note(FaultCode.HAND_AND_TOTAL_DIFFER, hand, points=points, total=hand.total)


def _note(code: FaultCode, hand: PhotoHand, **values: int) -> Note:
    return Note(code.value, fault(code, [hand.seat], (), (), **values).text, (hand.seat,))
