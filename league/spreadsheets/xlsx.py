"""Reading the cells of an XLSX file, once `unpacking` has looked through it."""

import datetime
import io
import struct
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import ParseError
from xml.sax import SAXException

from defusedxml import DefusedXmlException
from openpyxl import load_workbook

from .faults import MOST_COLUMNS, MOST_ROWS, FileFault
from .reading import FileLine, clean_cell
from .unpacking import unpack

ERRORS = frozenset(
    ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#SPILL!", "#CALC!")
)
# What Python's own modules, defusedxml and openpyxl raise for files that are not as they should be.
UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    DefusedXmlException,
    ParseError,
    SAXException,
    ArithmeticError,
    AssertionError,
    AttributeError,
    EOFError,
    LookupError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
)


def xlsx_lines(data: bytes) -> Iterator[FileLine]:
    """The lines of the first sheet that can be seen; formulas by the results kept in the file.

    Hidden rows and columns are read like all others. Raises `FileFault` for a file that is damaged,
    is another kind of packed file, unpacks to too much, or has too many lines.
    """
    try:
        plain, unread = unpack(data)
        yield from _lines(plain, formulas=unread)
    except UNREADABLE as error:
        raise FileFault("damaged") from error


def _lines(data: bytes, *, formulas: bool) -> Iterator[FileLine]:
    kept = iter(_rows(data, results=True))
    # Where there is no result, only the other way of reading tells that there is a formula.
    written = iter(_rows(data, results=False)) if formulas else None
    for number, row in enumerate(kept, start=1):
        other = next(written, ()) if written else ()
        if number > MOST_ROWS:
            raise FileFault("lines")
        # Looked at as a whole: one cell at the end of a sheet makes a million rows without any.
        if row.count(None) == len(row) and other.count(None) == len(other):
            continue
        yield _line(number, row, other)


def _rows(data: bytes, *, results: bool) -> Iterator[tuple[Any, ...]]:
    """The values of the first sheet that can be seen, as openpyxl has them."""
    with warnings.catch_warnings(action="ignore", category=UserWarning):
        # Of what it leaves out, such as a drop-down list, nothing is wanted here.
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=results, keep_links=False)
    seen = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
    sheet = (seen or book.worksheets)[0]
    # What the file says of its own size may be wrong, and rows are filled up to it.
    sheet.reset_dimensions()
    yield from sheet.iter_rows(max_col=MOST_COLUMNS, values_only=True)
    book.close()


def _line(number: int, row: tuple[Any, ...], written: tuple[Any, ...]) -> FileLine:
    cells, unread = [], set()
    for at, value in enumerate(row):
        formula = at < len(written) and value is None and written[at] is not None
        if formula or (isinstance(value, str) and value in ERRORS):
            unread.add(at)
            value = None  # noqa: PLW2901
        cells.append("" if value is None else clean_cell(_text(value)))
    while cells and not cells[-1] and len(cells) - 1 not in unread:
        cells.pop()
    return FileLine(number, tuple(cells), frozenset(unread))


def _text(value: object) -> str:
    """A value as one reads it: whole numbers without a fraction, days without a time."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.datetime):
        return value.date().isoformat()
    return str(value)
