"""Each seat's train: a color and a shape, the same on every page, chart and print.

The colors are in `sheet.css` (`.seat-0` to `.seat-13` set `--seat`), the shapes here. Position 0
is the first seat of the game; from the fifteenth on they begin again.
"""

from typing import Final

from django.utils.translation import gettext_lazy

# (name for reading aloud, path inside a square of 24 units)
SHAPES: Final = (
    (gettext_lazy("red circle"), "M12 2a10 10 0 1 1 0 20a10 10 0 1 1 0-20z"),
    (gettext_lazy("blue square"), "M3 3h18v18H3z"),
    (gettext_lazy("green triangle"), "M12 2L23 21.5H1z"),
    (gettext_lazy("orange diamond"), "M12 .5L23.5 12L12 23.5L.5 12z"),
    (
        gettext_lazy("purple star"),
        "M12 .8l3.1 7.8 8.4.5-6.5 5.3 2.1 8.1L12 18l-7.1 4.5 2.1-8.1L.5 9.1l8.4-.5z",
    ),
    (gettext_lazy("teal hexagon"), "M6.3 2h11.4L23.5 12L17.7 22H6.3L.5 12z"),
    (gettext_lazy("pink cross"), "M8 2h8v6h6v8h-6v6H8v-6H2V8h6z"),
    (gettext_lazy("brown half circle"), "M1 18a11 11 0 0 1 22 0z"),
    (gettext_lazy("gold triangle, point down"), "M12 22L1 2.5h22z"),
    (
        gettext_lazy("gray ring"),
        "M12 1a11 11 0 1 1 0 22a11 11 0 1 1 0-22zM12 7a5 5 0 1 0 0 10a5 5 0 1 0 0-10z",
    ),
    (
        gettext_lazy("light blue heart"),
        (
            "M12 22.5C5 17 1 13 1 8.2C1 4.5 3.8 2 6.8 2C9 2 11 3.3 12 5.3"
            "C13 3.3 15 2 17.2 2C20.2 2 23 4.5 23 8.2C23 13 19 17 12 22.5z"
        ),
    ),
    (
        gettext_lazy("olive X"),
        (
            "M5.5 1.5L12 8L18.5 1.5L22.5 5.5L16 12L22.5 18.5L18.5 22.5L12 16"
            "L5.5 22.5L1.5 18.5L8 12L1.5 5.5z"
        ),
    ),
    (gettext_lazy("coral arrow"), "M12 1L23 13h-6.5v10h-9V13H1z"),
    (gettext_lazy("violet hourglass"), "M2.5 1.5h19L14.5 12L21.5 22.5h-19L9.5 12z"),
)


# The same colors as in sheet.css, for pictures that no style sheet reaches.
COLORS: Final = (
    "#cf1f35",
    "#1f6fd6",
    "#2b8a3e",
    "#d4650c",
    "#8f55cf",
    "#0d8787",
    "#d63a8e",
    "#9a6534",
    "#9c7c00",
    "#757a82",
    "#2a8cc0",
    "#6b8a1c",
    "#cb5c4c",
    "#626ad8",
)


def shape(position: int) -> tuple[str, str]:
    """The name and the path (in a 24-unit square) of the seat at `position`, from 0."""
    name, path = SHAPES[position % len(SHAPES)]
    return str(name), path


def color(position: int) -> str:
    """The color of the seat at `position`, from 0, for a picture."""
    return COLORS[position % len(COLORS)]


def seat_class(position: int) -> str:
    """The class that gives an element its seat's color: `seat-3`."""
    return f"seat-{int(position) % len(SHAPES)}"
