"""What people type, read into values; what cannot be read gets a sentence that says what to do.

Pure: the forms of the pages and a tablet without network read by the same functions. A raw value
is the text of a field, or None where the field was not sent.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.values import RoundReport, SeatReport

# Past any total that tiles can make, and small enough for every database.
MAX_NUMBER = 9999
# A whole double-18 set in one hand still fits.
LONGEST_TILES = 1400

NOT_A_NUMBER = gettext_lazy("Type a number, such as 27.")
TOO_BIG = gettext_lazy("That number is too big. Look at it again.")
TOO_LOW = gettext_lazy("That number is too low. Look at it again.")
FROM_UP = gettext_lazy("Type a number from %(limit_value)s up.")
ONE_TILE = gettext_lazy("Write one tile, like 7-3.")
# Of at most three digits, as the engine reads them: more are no tile of any set.
TILE = re.compile(r"(?<!\d)(\d{1,3})\s*[-–/:|.]\s*(\d{1,3})(?!\d)")
# What a number may end in, as people write whole ones: 27.0
NO_FRACTION = re.compile(r"\.0*\s*$")


class Unread(ValueError):  # noqa: N818  it is a no, not a fault of the program
    """Something typed that is no answer; its text is a sentence for who typed it."""


def _text(raw: object) -> str:
    """The text without spaces around it; what is no text at all is read as a question mark."""
    if isinstance(raw, str):
        return raw.replace("\0", "\N{REPLACEMENT CHARACTER}").strip()
    return "" if raw is None else "?"


def number(raw: object) -> int | None:
    """The whole number that is typed, however large; None where nothing is."""
    text = raw.strip() if isinstance(raw, str) else raw
    if text in (None, ""):
        return None
    try:
        return int(NO_FRACTION.sub("", str(text)))
    except ValueError:
        raise Unread(str(NOT_A_NUMBER)) from None


def whole(
    raw: object,
    *,
    least: int = -MAX_NUMBER,
    most: int = MAX_NUMBER,
    too_big: str | Promise = TOO_BIG,
) -> int | None:
    """Return the typed whole number from `least` to `most`; None if nothing is typed."""
    value = number(raw)
    if value is None:
        return None
    if value > most:
        raise Unread(str(too_big))
    if value < least:
        raise Unread(str(TOO_LOW) if least < 0 else str(FROM_UP) % {"limit_value": least})
    return value


def tiles(raw: object) -> str | None:
    """Return tiles in our notation with single spaces, "7-3 0-0"; None if nothing is typed.

    The word "none" or "-" is a hand with no tile, "". Which tiles the set has is the engine's
    question, not asked here.
    """
    text = _text(raw)
    if not text:
        return None
    if len(text) > LONGEST_TILES:
        raise Unread(
            _("Tiles have room for %d letters, and no set needs more. Write them shorter.")
            % LONGEST_TILES
        )
    if text.casefold() in ("none", "-", _("none")):
        return ""
    ends = TILE.findall(text)
    rest = TILE.sub(" ", text).replace(",", " ").replace(";", " ").strip()
    if rest or not ends:
        wrong = (rest or text)[:20].split()[0]
        raise Unread(_("“%s” is not a tile. Write tiles like this: 7-3 0-0") % wrong)
    return " ".join(f"{int(first)}-{int(second)}" for first, second in ends)


def one_tile(raw: object) -> str | None:
    """Return one tile as "7-3"; None if nothing is typed."""
    text = tiles(raw)
    if text is not None and len(text.split()) != 1:
        raise Unread(str(ONE_TILE))
    return text


def ticked(raw: object) -> bool:
    """Return whether a box is ticked."""
    return raw.casefold() != "false" and raw != "" if isinstance(raw, str) else bool(raw)


def ending(raw: object, seat_ids: Collection[int]) -> tuple[str, int | None]:
    """Return how a round ended, and the seat that went out; ("", None) while that is not known.

    Typed as blocked, time, or out- with the seat's id.
    """
    text = _text(raw)
    if text in ("", "blocked", "time"):
        return text, None
    seat = text.removeprefix("out-")
    if seat not in {str(seat_id) for seat_id in seat_ids}:
        raise Unread(_("Choose who went out, from the people at this table."))
    return "out", int(seat)


def report_of(
    values: Mapping[str, Any], seat_ids: Sequence[int], *, counts_markers: bool
) -> RoundReport:
    """Return a round's parsed fields as a report; what is missing is unknown.

    `values` are by the names of the fields of a round: ending, starting_double, boneyard,
    as_it_stands, and seat-5-total, -tiles, -count, -marked and -sure for the seat with the id 5.
    """
    how, out_seat_id = values.get("ending") or ("", None)
    return RoundReport(
        starting_double=values.get("starting_double"),
        ending=how,
        out_seat_id=out_seat_id,
        boneyard=values.get("boneyard"),
        as_it_stands=bool(values.get("as_it_stands")),
        seats=tuple(
            SeatReport(
                seat_id=seat_id,
                total=values.get(f"seat-{seat_id}-total"),
                tiles=values.get(f"seat-{seat_id}-tiles"),
                count=values.get(f"seat-{seat_id}-count"),
                marked=values.get(f"seat-{seat_id}-marked") if counts_markers else None,
                sure=values.get(f"seat-{seat_id}-sure"),
            )
            for seat_id in seat_ids
        ),
    )


def no_such_double(set_: int) -> str:
    """Return why this set has no such starting double."""
    return _("The dominoes of this game go up to %d.") % set_


def round_fields(
    fields: Mapping[str, object], seat_ids: Sequence[int], set_: int
) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Parse the fields of a round as typed: return the values, and why others could not be read.

    Both are by the names of the fields, as in `report_of`.
    """
    readers: dict[str, Callable[[object], object]] = {
        "ending": lambda raw: ending(raw, seat_ids),
        "starting_double": lambda raw: whole(raw, least=0, most=set_, too_big=no_such_double(set_)),
        "boneyard": lambda raw: whole(raw, least=0),
        "as_it_stands": ticked,
    }
    for seat_id in seat_ids:
        readers |= {
            f"seat-{seat_id}-total": whole,
            f"seat-{seat_id}-tiles": tiles,
            f"seat-{seat_id}-count": lambda raw: whole(raw, least=0),
            f"seat-{seat_id}-marked": ticked,
            f"seat-{seat_id}-sure": whole,
        }
    values: dict[str, Any] = {}
    unread: dict[str, list[str]] = {}
    for name, read in readers.items():
        try:
            values[name] = read(fields.get(name))
        except Unread as error:
            unread[name] = [str(error)]
    return values, unread
