"""Reading a list that somebody sent: the lines of a CSV or XLSX file as text.

The file may be anything. What cannot be read is refused in a sentence that says what to do; a file
that is made to cost much costs no more than these limits let it.
"""

import codecs
import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.services.errors import Refusal
from scoring.services.people import name_clean

MOST_BYTES = 20 * 1024 * 1024
# Far more than any club has people. A line of XLSX takes a tenth of a millisecond to read, so that
# the longest list is read in two seconds.
MOST_LINES = 20_000
MOST_COLUMNS = 60
# No field has room for as many letters: what is longer is wrong, however much longer.
MOST_LETTERS = 400
ESCAPED = re.compile(r"'+[=+\-@\t\r]")
SEPARATORS = ",;\t|"

OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ZIPPED = b"PK\x03\x04"
# Longer marks first: that of UTF-32 begins with that of UTF-16.
MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True)
class Line:
    """One line of a file that is not empty: its number as spreadsheet programs count, its cells.

    A cell has no unseen letters, single spaces, and at most `MOST_LETTERS`. `unread` are the
    columns, from 0, whose formula has no result or an error for one.
    """

    number: int
    cells: tuple[str, ...]
    unread: frozenset[int] = frozenset()


def read_lines(data: bytes) -> list[Line]:
    """The lines of a CSV or XLSX file, told apart by what it holds and not by its name.

    Raises `Refusal` for everything that is no list, or too long a one.
    """
    if len(data) > MOST_BYTES:
        raise Refusal(
            "big",
            _("The file is larger than %d MB. Choose a list of people alone.")
            % (MOST_BYTES // 2**20),
        )
    if not data.strip():
        raise Refusal("empty", _("The file is empty. Choose another one."))
    if data.startswith(OLD_OFFICE):
        raise Refusal(
            "old",
            _(
                "The file is an old XLS file, or has a password. Save it as XLSX or CSV without "
                "a password and choose that one."
            ),
        )
    if data.startswith(ZIPPED):
        # Its library takes long to load, and most pages need none of it.
        from .xlsx import xlsx_lines  # noqa: PLC0415

        lines = list(xlsx_lines(data))
    else:
        lines = list(csv_lines(text_of(data)))
    if not lines:
        raise Refusal("empty", _("The file has no line with anything in it."))
    return lines


def too_many() -> Refusal:
    """The sentence for a list that is too long."""
    return Refusal(
        "lines",
        _("The file has more than %(most)d lines. Divide it, or choose the right one.")
        % {"most": MOST_LINES},
    )


def told(text: str) -> str:
    """A cell's text as it is kept; the apostrophe that hid a formula is taken away."""
    text = text[: MOST_LETTERS * 10]
    if ESCAPED.match(text):
        text = text[1:]
    # Most names need no more than this, and a list can be long.
    clean = " ".join(text.split()) if text.isascii() and text.isprintable() else name_clean(text)
    return clean[:MOST_LETTERS]


def text_of(data: bytes) -> str:
    """The file's text: by its mark, as UTF-8, as UTF-16 without a mark, else as Windows writes it.

    Raises `Refusal` where it is no text at all.
    """
    text = _decoded(data)
    head = text[:1000].lstrip().casefold()
    unseen = re.search("[\x00-\x08\x0e-\x1a\x1c-\x1f]", text)
    if unseen or head.startswith(("<!doctype", "<html", "<?xml", "%pdf", "{\\rtf")):
        raise Refusal(
            "kind",
            _(
                "This is no list that can be read. Choose a CSV or XLSX file, as spreadsheet "
                "programs save them."
            ),
        )
    return text


def _decoded(data: bytes) -> str:
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, errors="replace")
    sample = data[:2000]
    if sample.count(0) > len(sample) // 4:
        # Letters of most scripts have a zero in one of their two bytes.
        encoding = "utf-16-le" if sample[1::2].count(0) > sample[::2].count(0) else "utf-16-be"
        return data.decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        # Five bytes mean nothing to Windows.
        return data.decode("cp1252", errors="replace")


def csv_lines(text: str) -> Iterator[Line]:
    """The lines of CSV text, whichever of comma, semicolon, tab and bar parts the cells.

    Raises `Refusal` for more than `MOST_LINES` below the heads, and for a quotation mark that is
    never closed, since all that follows it would be one cell.
    """
    written = list(io.StringIO(text, newline="")) or [""]
    # So Excel tells itself what parts the cells.
    named = re.fullmatch(r"sep=([,;\t|])\s*", written[0], re.IGNORECASE)
    start = 1 if named else 0
    separator = named[1] if named else _separator(written)
    reader = csv.reader(written[start:], delimiter=separator)
    first, found = start, 0
    try:
        for cells in reader:
            line = Line(first + 1, tuple(told(cell) for cell in cells))
            if any(line.cells):
                found += 1
                if found > MOST_LINES + 1:
                    raise too_many()
                yield line
            last, first = first, start + reader.line_num
    except csv.Error as error:
        # Past csv's own limit of a cell; no list of people comes near.
        raise Refusal(
            "cell", _("Line %d holds more text than a list of people has.") % (first + 1)
        ) from error
    if found and _is_open(written[last:], separator):
        raise Refusal(
            "quote",
            _(
                "Line %d opens a quotation mark that is never closed, so that all after it is one "
                "cell. Close it or take it away, and choose the file again."
            )
            % (last + 1),
        )


def _is_open(written: list[str], separator: str) -> bool:
    """Whether this one record ends inside quotation marks."""
    try:
        list(csv.reader(written, delimiter=separator, strict=True))
    except csv.Error as error:
        return "unexpected end" in str(error)
    return False


def _separator(written: list[str]) -> str:
    """What parts the cells: the sign that stands most often in the first line with any of them."""
    for line in written[:20]:
        bare = re.sub(r'"[^"]*"', "", line)
        counts = {sign: bare.count(sign) for sign in SEPARATORS}
        if any(counts.values()):
            return max(SEPARATORS, key=lambda sign: counts[sign])
    return ","
