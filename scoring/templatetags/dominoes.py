"""Dominoes drawn as dominoes, in the colors of boxed sets, and read out by name.

A tile is drawn lying, 100 by 50 units, each half 50 by 50; a standing one is the same turned, its
numerals upright. Its ends are in the order of the text: `7-3` shows the seven
first. It stays ivory in dark mode, as the tiles on the table do.
"""

from functools import cache, lru_cache
from typing import Final

from django import template
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.web.tile_names import MOST_PIPS, tile_ends, tile_name

register = template.Library()
register.filter(tile_name)

SIZES: Final = ("tile", "small", "medium", "large", "hero")

# Of pips 0 to 18. Sets differ beyond 12 and a little below; each stands at least 3:1 off the
# ivory, by its fill or, for yellow, by its edge.
PIP_COLORS: Final = (
    "#16181b",
    "#1a94d4",
    "#1e8a3a",
    "#d2202f",
    "#7d4a21",
    "#1c3fa0",
    "#f2b705",
    "#e0559f",
    "#0b8a8f",
    "#7a35b5",
    "#e06400",
    "#16181b",
    "#7b8088",
    "#7d1438",
    "#6f7d10",
    "#3f6e9e",
    "#cc5a3e",
    "#14532f",
    "#4a30b0",
)
PIP_EDGES: Final = {6: "#6b4e00"}
IVORY: Final = "#fffdf4"

# How many pips the three lines of a half hold, from 10 on: the outer two are full, the middle one
# tells the number.
_LINES: Final = {
    10: (4, 2),
    11: (4, 3),
    12: (4, 4),
    13: (5, 3),
    14: (5, 4),
    15: (5, 5),
    16: (6, 4),
    17: (6, 5),
    18: (6, 6),
}
_RADIUS: Final = {0: 5.1, 4: 4.2, 5: 3.5, 6: 2.9}
_STEP: Final = {4: 9.8, 5: 8.1, 6: 6.7}


def _places(pips: int) -> list[tuple[float, float]]:
    """Where the pips of a half lie, from its middle, in units of the drawing."""
    wide, far = 13.5, 13.5
    if pips < 10:
        corners = [(-wide, -far), (wide, far), (-wide, far), (wide, -far)]
        sides = [(0.0, -far), (0.0, far), (-wide, 0.0), (wide, 0.0)]
        middle = [(0.0, 0.0)] if pips in (1, 3, 5, 7, 9) else []
        in_ring = {2: 2, 3: 2, 4: 4, 5: 4, 6: 6, 7: 6, 8: 8, 9: 8}.get(pips, 0)
        return middle + (corners + sides)[:in_ring]
    outer, inner = _LINES[pips]
    step = _STEP[outer]
    ends = [(slot - (outer - 1) / 2) * step for slot in range(outer)]
    gaps = [(slot - (outer - 2) / 2) * step for slot in range(outer - 1)]
    between = {
        outer: ends,
        outer - 1: gaps,
        outer - 2: gaps[: (outer - 1) // 2] + gaps[outer // 2 :] if outer % 2 == 0 else ends[::2],
    }[inner]
    return [(x, y) for y in (-far, far) for x in ends] + [(x, 0.0) for x in between]


def _number(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


@cache
def _pips(pips: int) -> SafeString:
    """The pips of one half, drawn around the middle of the left half of a lying tile."""
    radius = _RADIUS[_LINES[pips][0] if pips in _LINES else 0]
    edge = PIP_EDGES.get(pips)
    around = format_html(' stroke="{}" stroke-width="1.3"', edge) if edge else ""
    dots = format_html_join(
        "",
        '<circle cx="{}" cy="{}" r="{}"/>',
        (
            (_number(25 + x), _number(25 + y), _number(radius - (0.5 if edge else 0)))
            for x, y in _places(pips)
        ),
    )
    return format_html('<g fill="{}"{}>{}</g>', PIP_COLORS[pips], around, dots)


@cache
def _numeral(pips: int) -> SafeString:
    """The number of one half over a bar in its color, in the left half of a lying tile."""
    return format_html(
        '<g><text x="25" y="{}">{}</text>{}</g>',
        37 if pips else 39,
        pips,
        format_html('<path d="M11 44.5h28" stroke="{}" stroke-width="5"/>', PIP_COLORS[pips])
        if pips
        else "",
    )


_TILE: Final = mark_safe(  # noqa: S308  # no text from outside
    f'<rect x="1" y="1" width="98" height="48" rx="7" fill="{IVORY}" stroke="#5c564a" '
    'stroke-width="1.5"/><path d="M50 6v38" stroke="#5c564a" stroke-width="1.5"/>'
)


def _half(kind: str, pips: int, *, second: bool, shared: bool) -> SafeString:
    """One half's pips ("p") or numeral ("n"); with `shared`, a reference to the page's symbols."""
    if shared:
        return format_html('<use href="#{}{}"{}/>', kind, pips, mark_safe(' x="50"' * second))  # noqa: S308
    drawn = _pips(pips) if kind == "p" else _numeral(pips)
    return format_html('<g transform="translate(50 0)">{}</g>', drawn) if second else drawn


def _standing_numerals(ends: tuple[int, int]) -> SafeString:
    return format_html(
        '<g class="n">{}<g transform="translate(0 50)">{}</g></g>',
        _numeral(ends[0]),
        _numeral(ends[1]),
    )


@lru_cache(maxsize=512)
def _drawing(
    ends: tuple[int, int], *, numerals: bool, pips: bool, vertical: bool, shared: bool
) -> SafeString:
    """What lies inside the svg: the tile, then pips, then numerals."""

    def halves(kind: str) -> SafeString:
        both = [
            _half(kind, end, second=place == 1, shared=shared) for place, end in enumerate(ends)
        ]
        return format_html('<g class="{}">{}{}</g>', kind, *both)

    tile = mark_safe('<use href="#dt"/>') if shared else _TILE
    lying = format_html("{}{}", tile, halves("p") if pips else "")
    if vertical:
        lying = format_html('<g transform="translate(50 0) rotate(90)">{}</g>', lying)
    if not numerals:
        return lying
    return format_html("{}{}", lying, _standing_numerals(ends) if vertical else halves("n"))


@register.filter
def low_first(text: str) -> str:
    """The tile as it is kept and compared: low pips first, `7-3` as `3-7`."""
    low, high = sorted(tile_ends(text))
    return f"{low}-{high}"


@register.simple_tag
def domino(
    text: str,
    *,
    size: str = "medium",
    numerals: bool = False,
    vertical: bool = False,
    shared: bool = False,
    decorative: bool = False,
) -> SafeString:
    """A tile as inline SVG, read out as "domino twelve-seven".

    `size` is one of SIZES. `numerals` shows a number on each half instead of the pips. `vertical`
    stands it up, the first end on top. `shared` refers to the page's `domino_symbols` and draws
    both pips and numerals, of which the style shows one. `decorative` keeps it silent where the
    words beside it say the same. Raises ValueError for what is no tile, or no size.
    """
    if size not in SIZES:
        raise ValueError(f"{size!r} is no size of domino: {', '.join(SIZES)}.")
    ends = tile_ends(text)
    classes = f"domino domino-{size}" + (" standing" if vertical else "")
    if numerals and not shared:
        classes += " numerals"
    spoken = (
        mark_safe('aria-hidden="true"')
        if decorative
        else format_html(
            'role="img" aria-label="{}"', _("domino %(tile)s") % {"tile": tile_name(text)}
        )
    )
    return format_html(
        '<svg class="{}" viewBox="0 0 {}" {}>{}</svg>',
        classes,
        "50 100" if vertical else "100 50",
        spoken,
        _drawing(
            ends,
            numerals=numerals or shared,
            pips=shared or not numerals,
            vertical=vertical,
            shared=shared,
        ),
    )


@register.simple_tag
def domino_symbols(highest: int = MOST_PIPS) -> SafeString:
    """The parts that tiles drawn with `shared` refer to: once a page, before them.

    `highest` is the set's highest pips. Raises ValueError where no boxed set reaches it.
    """
    top = int(highest)
    if not 0 <= top <= MOST_PIPS:
        raise ValueError(f"No boxed set goes to {highest!r}.")
    parts = format_html_join(
        "",
        '<g id="p{}">{}</g><g id="n{}">{}</g>',
        ((pips, _pips(pips), pips, _numeral(pips)) for pips in range(top + 1)),
    )
    return format_html(
        '<svg class="symbols" width="0" height="0" aria-hidden="true"><defs>'
        '<g id="dt">{}</g>{}</defs></svg>',
        _TILE,
        parts,
    )


@register.simple_tag
def picker_tiles(highest: int, starting_double: str = "") -> SafeString:
    """The tiles of the picker, all of the set's; `starting_double` is in the hub."""
    return _picker_tiles(int(highest), str(starting_double or ""), translation.get_language() or "")


# A page has a hundred tiles, each with its name; drawing them took half the time of the page.
@lru_cache(maxsize=64)
def _picker_tiles(highest: int, starting_double: str, language: str) -> SafeString:
    with translation.override(language or None):
        return render_to_string(
            "scoring/_picker_tiles.html", {"set": highest, "starting_double": starting_double}
        )


@register.simple_tag
def doubles(highest: int) -> list[str]:
    """The doubles of a set, the highest first."""
    return [f"{pips}-{pips}" for pips in range(int(highest), -1, -1)]


@register.simple_tag
def domino_rows(highest: int) -> list[list[tuple[int, list[str]]]]:
    """The set in suits, folded so that two suits fill one line of the picker.

    A suit is its high pips with its tiles, `(7, ["7-0", "7-1", ... "7-7"])`. The highest suit has a
    line to itself; each next one is followed by the low suit that fills the line: 11 and blank,
    10 and 1, and so on, the middle one of an odd set alone.
    """
    top = int(highest)
    suits = [(high, [f"{high}-{low}" for low in range(high + 1)]) for high in range(top + 1)]
    lines = [[suits[top]]]
    for low in range((top + 1) // 2):
        high = top - 1 - low
        lines.append([suits[high], suits[low]] if high != low else [suits[high]])
    return lines
