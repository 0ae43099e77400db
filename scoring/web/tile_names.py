"""How a tile is read out at the table, and its two ends from its text."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

MOST_PIPS: Final = 18

_NAMES: Final = (
    gettext_lazy("blank"),
    gettext_lazy("one"),
    gettext_lazy("two"),
    gettext_lazy("three"),
    gettext_lazy("four"),
    gettext_lazy("five"),
    gettext_lazy("six"),
    gettext_lazy("seven"),
    gettext_lazy("eight"),
    gettext_lazy("nine"),
    gettext_lazy("ten"),
    gettext_lazy("eleven"),
    gettext_lazy("twelve"),
    gettext_lazy("thirteen"),
    gettext_lazy("fourteen"),
    gettext_lazy("fifteen"),
    gettext_lazy("sixteen"),
    gettext_lazy("seventeen"),
    gettext_lazy("eighteen"),
)


def tile_ends(text: str) -> tuple[int, int]:
    """The two pips that `text` writes, as `7-3`, in its own order.

    Raises ValueError for anything else, and for pips that no boxed set has (more than 18).
    """
    left, hyphen, right = str(text).partition("-")
    if not (hyphen and left.strip().isdecimal() and right.strip().isdecimal()):
        raise ValueError(f"{text!r} is not a tile: write its two numbers like 7-3.")
    ends = int(left), int(right)
    if max(ends) > MOST_PIPS:
        raise ValueError(f"{text!r} is in no set: the most pips are {MOST_PIPS}.")
    return ends


def tile_name(text: str) -> str:
    """How a tile is said at the table: "twelve-seven", "double nine", "three-blank".

    Raises ValueError as `tile_ends` does.
    """
    left, right = tile_ends(text)
    if left == right:
        return _("double %(pips)s") % {"pips": _NAMES[left]}
    return _("%(one)s-%(other)s") % {"one": _NAMES[left], "other": _NAMES[right]}
