"""The chart of totals by round: where each line, point and label goes, as plain numbers.

The chart is three drawings side by side: the scale, the plot and the names. Along the rounds the
plot counts in percent of its width, so that it fits any screen; upward all count in pixels, and so
letters keep their size. Lower is better, and zero lies at the bottom.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from scoring.names import initials, short_names
from scoring.web.seat_marks import seat_class, shape

TOP: Final = 16
BASE: Final = 336
HEIGHT: Final = 372
LABEL_GAP: Final = 25
SIDE: Final = 3.0
SCALE_WIDTH: Final = 52
LETTER_WIDTH: Final = 10.5
MOST_LETTERS: Final = 12
STEPS: Final = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
MOST_LINES: Final = 6
# The most rounds that are named under the plot on a phone.
MOST_ON_PHONES: Final = 7

# As strokes of the line where it is printed in black; the shapes at the points tell the seats too.
DASHES: Final = ("", "12 5", "3 5", "14 5 3 5", "7 4", "18 6", "2 8", "10 3 3 3 3 3")


class ChartSeat(Protocol):
    """A seat's line: its name, its place at the table from 0, and its total after each round.

    A total is None for rounds before the seat came, or after it left.
    """

    @property
    def name(self) -> str: ...
    @property
    def position(self) -> int: ...
    @property
    def totals(self) -> Sequence[int | None]: ...


@dataclass(frozen=True)
class Point:
    """A total after a round, or another number, at `x` percent and `y` pixels."""

    x: str
    y: str
    total: float


@dataclass(frozen=True)
class Segment:
    """A stroke from one point to the next."""

    x1: str
    y1: str
    x2: str
    y2: str


@dataclass(frozen=True)
class Line:
    """One seat's line, and its label at the right: at `label_y`, led there from `end_y`.

    The label has the short name, or on a phone the initials, such as "AB".
    """

    name: str
    short_name: str
    initials: str
    css: str
    path: str
    dash: str
    points: tuple[Point, ...]
    segments: tuple[Segment, ...]
    total: int | str
    end_y: str
    label_y: str


@dataclass(frozen=True)
class Chart:
    """All that the template draws; of `rounds` phones leave out the labels with True."""

    lines: tuple[Line, ...]
    scale: tuple[tuple[str, int | str], ...]
    rounds: tuple[tuple[str, str, bool], ...]
    names_width: int
    height: int = HEIGHT
    base: int = BASE
    scale_width: int = SCALE_WIDTH


def number(value: float) -> str:
    """A length for a drawing, with two decimals at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def spread(wanted: Sequence[float], *, gap: float, low: float, high: float) -> list[float]:
    """Places at least `gap` apart, within `low` to `high`, as near to the wanted ones as may be.

    In the order of `wanted`; equal ones keep their order. Where there is no room for all, the gap
    is made smaller. Neighbours that push each other share the way: a group stands around the mean
    of what it wanted.
    """
    if not wanted:
        return []
    gap = min(gap, (high - low) / max(1, len(wanted) - 1))
    order = sorted(range(len(wanted)), key=lambda at: (wanted[at], at))
    groups: list[tuple[float, int]] = []  # where the first one stands, how many
    for at in order:
        first, count = wanted[at], 1
        while groups and groups[-1][0] + groups[-1][1] * gap > first:
            before, members = groups.pop()
            middles = before + gap * (members - 1) / 2, first + gap * (count - 1) / 2
            mean = (members * middles[0] + count * middles[1]) / (members + count)
            count += members
            first = mean - gap * (count - 1) / 2
            first = max(low, min(first, high - gap * (count - 1)))
        groups.append((max(low, min(first, high - gap * (count - 1))), count))
    places = [first + gap * step for first, count in groups for step in range(count)]
    spread_out = [0.0] * len(wanted)
    for at, place in zip(order, places, strict=True):
        spread_out[at] = place
    return spread_out


def _step(highest: int) -> int:
    """Points between two lines of the scale, for at most MOST_LINES of them."""
    for step in STEPS:
        if highest <= step * MOST_LINES:
            return step
    return -(-highest // MOST_LINES)


def labels_of(names: Sequence[str], most: int = MOST_LETTERS) -> list[str]:
    """Return names that fit beside the plot: whole ones, else first names; at worst cut off."""
    fit = all(len(name) <= most for name in names)
    labels = names if fit else short_names(names)
    return [label if len(label) <= most else f"{label[: most - 1]}…" for label in labels]


def _round_label(label: str) -> str:
    """A double by its number, as the axis says that it counts by doubles; "12-12" as "12"."""
    first, _hyphen, second = label.partition("-")
    return first if first == second else label


def _scale(highest: int) -> tuple[int, int]:
    """The step between two lines of the scale and the scale's top, in points."""
    step = _step(highest)
    return step, max(step, -(-highest // step) * step)


def line_of(
    name: str,
    position: int,
    points: Sequence[Point],
    *,
    total: int | str,
    label_y: float,
    label: str,
) -> Line:
    """A line through these points in the color of a position, with its label at that height."""
    return Line(
        name=name,
        short_name=label,
        initials=initials(name).replace(". ", "").rstrip("."),
        css=seat_class(position),
        path=shape(position)[1],
        dash=DASHES[position % len(DASHES)],
        points=tuple(points),
        segments=tuple(
            Segment(start.x, start.y, end.x, end.y) for start, end in itertools.pairwise(points)
        ),
        total=total,
        end_y=points[-1].y,
        label_y=number(label_y),
    )


def spaced(count: int, most: int) -> set[int]:
    """Which of `count` labels stand where there is room for `most`: first, last, some between.

    They are equally far apart; only before the last the gap can be smaller by a third, or larger.
    """
    step = max(1, -(-(count - 1) // (most - 1)))
    return {at for at in range(0, count, step) if 3 * (count - 1 - at) >= 2 * step} | {count - 1}


def totals_chart(rounds: Sequence[str], seats: Sequence[ChartSeat]) -> Chart:
    """Where everything goes, for `rounds` ("12" or "12-12", ...) and each seat's totals, in points.

    A seat without any total has no line. Totals beyond the rounds are left out. It draws nothing
    and knows no template.
    """
    numbered = [(seat, list(enumerate(seat.totals[: len(rounds)]))) for seat in seats]
    lined = [
        (seat, [(at, sum_) for at, sum_ in all_ if sum_ is not None]) for seat, all_ in numbered
    ]
    shown = [(seat, totals) for seat, totals in lined if totals]
    step, top = _scale(max((total for _seat, totals in shown for _at, total in totals), default=0))

    def across(at: int) -> str:
        share = at / (len(rounds) - 1) if len(rounds) > 1 else 0.5
        return number(SIDE + share * (100 - 2 * SIDE))

    def up(total: float) -> float:
        return BASE - (BASE - TOP) * max(0.0, total) / top

    ends = [up(totals[-1][1]) for _seat, totals in shown]
    places = spread(ends, gap=LABEL_GAP, low=TOP, high=BASE + LABEL_GAP)
    labels = labels_of([seat.name for seat, _totals in shown])
    lines = [
        line_of(
            seat.name,
            seat.position,
            [Point(across(at), number(up(total)), total) for at, total in totals],
            total=totals[-1][1],
            label_y=place,
            label=label,
        )
        for (seat, totals), place, label in zip(shown, places, labels, strict=True)
    ]
    letters = max((len(f"{line.short_name} {line.total}") for line in lines), default=0)
    on_phones = spaced(len(rounds), MOST_ON_PHONES)
    return Chart(
        lines=tuple(lines),
        scale=tuple((number(up(value)), value) for value in range(0, top + 1, step)),
        rounds=tuple(
            (across(at), _round_label(label), at not in on_phones)
            for at, label in enumerate(rounds)
        ),
        names_width=round(52 + letters * LETTER_WIDTH),
    )
