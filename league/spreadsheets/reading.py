"""Reading a list that somebody sent: the lines of a CSV or XLSX file as text.

The file may be anything, and what is made to cost much costs no more than the limits of `faults`
let it. Knows no Django: it runs in a process of its own (`__main__`), which
`league/imports/reading.py` starts.
"""

import codecs
import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scoring.names import name_clean

from .faults import MOST_COLUMNS, MOST_LETTERS_IN_ALL, MOST_LINES, MOST_ROWS, FileFault

# No field has room for as many letters: what is longer is wrong, however much longer.
MOST_LETTERS = 400
# One line as it is written, however many cells it has. The longest cell is csv's own limit.
LONGEST_LINE = 2**20
ESCAPED = re.compile(r"'+[=+\-@\t\r]")
SEPARATORS = ",;\t|"
SEPARATOR_NAMED = re.compile(r"sep=([,;\t|])\s*", re.IGNORECASE)

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
class FileLine:
    """One line of a file that is not empty: its number as spreadsheet programs count, its cells.

    A cell has no unseen letters, single spaces, and at most `MOST_LETTERS`. `unread` are the
    columns, from 0, whose formula has no result or an error for one.
    """

    number: int
    cells: tuple[str, ...]
    unread: frozenset[int] = frozenset()


def read_lines(data: bytes) -> list[FileLine]:
    """Return the lines of a CSV or XLSX file; its content and not its name says which it is.

    Raises `FileFault` for everything that is no list, or too long a one.
    """
    if not data.strip():
        raise FileFault("empty")
    if data.startswith(OLD_OFFICE):
        raise FileFault("old")
    if data.startswith(ZIPPED):
        # Its library takes long to load, and a CSV file needs none of it.
        from .xlsx import xlsx_lines  # noqa: PLC0415

        lines = counted(xlsx_lines(data))
    else:
        lines = counted(csv_lines(text_of(data)))
    if not lines:
        raise FileFault("blank")
    return lines


def counted(lines: Iterable[FileLine]) -> list[FileLine]:
    """The lines that hold anything; stops at the first one that is too many."""
    kept, letters = [], 0
    for line in lines:
        if line.number > MOST_ROWS:
            raise FileFault("lines")
        if not any(line.cells) and not line.unread:
            continue
        kept.append(line)
        letters += sum(map(len, line.cells))
        # One more, for the heads.
        if len(kept) > MOST_LINES + 1:
            raise FileFault("lines")
        if letters > MOST_LETTERS_IN_ALL:
            raise FileFault("unpacked")
    return kept


def clean_cell(text: str) -> str:
    """A cell's text as it is kept; the apostrophe that hid a formula is taken away."""
    text = text[: MOST_LETTERS * 10]
    if ESCAPED.match(text):
        text = text[1:]
    # Most names need no more than this, and a list can be long.
    clean = " ".join(text.split()) if text.isascii() and text.isprintable() else name_clean(text)
    return clean[:MOST_LETTERS]


def text_of(data: bytes) -> str:
    """The file's text: by its mark, as UTF-8, as UTF-16 without a mark, else as Windows writes it.

    Raises `FileFault` where it is no text at all.
    """
    text = _decoded(data)
    head = text[:1000].lstrip().casefold()
    unseen = re.search("[\x00-\x08\x0e-\x1a\x1c-\x1f]", text)
    if unseen or head.startswith(("<!doctype", "<html", "<?xml", "%pdf", "{\\rtf")):
        raise FileFault("kind")
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


class Written:
    """The lines of a text as they are written; keeps those of the record that is read now."""

    def __init__(self, text: str, start: int) -> None:
        """Begin after a number of lines."""
        self.lines = io.StringIO(text, newline="")
        for _line in range(start):
            next(self.lines)
        self.number = start
        self.record: list[str] = []

    def __iter__(self) -> Iterator[str]:
        """Each line; refuses one that no list of people has."""
        while line := self.lines.readline(LONGEST_LINE + 1):
            self.number += 1
            if len(line) > LONGEST_LINE:
                raise FileFault("cell", self.number)
            self.record.append(line)
            yield line


def csv_lines(text: str) -> Iterator[FileLine]:
    """The lines of CSV text, whichever of comma, semicolon, tab and bar parts the cells.

    Raises `FileFault` for a cell that is too long, and for a quotation mark that is never closed,
    since all that follows it would be one cell.
    """
    lines = io.StringIO(text, newline="")
    first_lines = [lines.readline(LONGEST_LINE) for _line in range(20)]
    # So Excel tells itself what parts the cells.
    named = SEPARATOR_NAMED.fullmatch(first_lines[0])
    separator = named[1] if named else _separator(first_lines)
    written = Written(text, start=1 if named else 0)
    first = last = written.number + 1
    last_record: list[str] = []
    try:
        for cells in csv.reader(written, delimiter=separator):
            # There may be a million without anything, so these are not looked at further.
            if any(cells):
                yield FileLine(first, tuple(clean_cell(cell) for cell in cells[:MOST_COLUMNS]))
            elif first > MOST_ROWS:
                raise FileFault("lines")
            last_record, written.record = written.record, []
            last, first = first, written.number + 1
    except csv.Error as error:
        # Past csv's own limit of a cell; no list of people comes near.
        raise FileFault("cell", first) from error
    if _is_open(last_record, separator):
        raise FileFault("quote", last)


def _is_open(written: list[str], separator: str) -> bool:
    """Whether this one record ends inside quotation marks."""
    try:
        list(csv.reader(written, delimiter=separator, strict=True))
    except csv.Error as error:
        return "unexpected end" in str(error)
    return False


def _separator(written: list[str]) -> str:
    """What parts the cells: the sign that stands most often in the first line with any of them."""
    for line in written:
        bare = re.sub(r'"[^"]*"', "", line)
        counts = {sign: bare.count(sign) for sign in SEPARATORS}
        if any(counts.values()):
            return max(SEPARATORS, key=lambda sign: counts[sign])
    return ","
