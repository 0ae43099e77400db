"""Reading XLSX files: packed XML that somebody else wrote, and may have meant ill."""

import datetime
import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import ParseError

from django.utils.translation import gettext as _
from openpyxl import load_workbook

from scoring.services.errors import Refusal

from .reading import MOST_COLUMNS, MOST_LINES, Line, told, too_many

MOST_UNPACKED = 40 * 1024 * 1024
MOST_CELLS = 20 * MOST_LINES
MOST_PARTS = 2000
# As many rows as a spreadsheet program has.
MOST_ROWS = 1_048_576
ERRORS = frozenset(
    ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#SPILL!", "#CALC!")
)
CELL = re.compile(rb"<(?:\w+:)?c[\s/>]")
FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")
# What Python's own modules and openpyxl raise for files that are not as they should be.
UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    ParseError,
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


def xlsx_lines(data: bytes) -> Iterator[Line]:
    """The lines of the first sheet that can be seen; formulas by the results kept in the file.

    Hidden rows and columns are read like all others. Raises `Refusal` for a file that is damaged,
    is another kind of packed file, unpacks to too much, or has too many lines.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            formulas = _looked_through(packed)
        yield from _lines(data, formulas=formulas)
    except UNREADABLE as error:
        raise Refusal(
            "damaged",
            _(
                "The file is damaged, or no XLSX file. Open it in your spreadsheet program, save "
                "it anew as XLSX or CSV, and choose that one."
            ),
        ) from error


def _looked_through(packed: zipfile.ZipFile) -> bool:
    """Whether any sheet has formulas; refuses what is not a workbook of a usual size."""
    parts = packed.infolist()
    # What a part says of its own size is the most that is ever unpacked of it.
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise Refusal(
            "unpacked",
            _(
                "The file unpacks to more than a list of people needs. Copy the list into a new "
                "file and choose that one."
            ),
        )
    names = {part.filename for part in parts}
    if "[Content_Types].xml" not in names:
        raise Refusal(
            "packed",
            _("This is a packed file, but no XLSX file. Save the list as XLSX or CSV."),
        )
    formulas = False
    for part in parts:
        if not part.filename.endswith((".xml", ".rels")):
            continue
        with packed.open(part) as file:
            head = file.read(4096)
            # No spreadsheet program writes these; they are for making much out of little.
            if b"<!" in head.replace(b"<!--", b"") or b"\0" in head:
                raise ValueError(part.filename)
            if not part.filename.startswith("xl/worksheets/"):
                continue
            sheet = head + file.read()
            formulas = formulas or FORMULA.search(sheet) is not None
            # Counted before they are read one by one, which takes a hundred times as long.
            if sum(1 for _cell in CELL.finditer(sheet)) > MOST_CELLS:
                raise too_many()
    return formulas


def _lines(data: bytes, *, formulas: bool) -> Iterator[Line]:
    kept = iter(_rows(data, results=True))
    # Where there is no result, only the other way of reading tells that there is a formula.
    written = iter(_rows(data, results=False)) if formulas else None
    found = 0
    for number, row in enumerate(kept, start=1):
        other = next(written, ()) if written else ()
        if number > MOST_ROWS:
            raise too_many()
        # Looked at as a whole: one cell at the end of a sheet makes a million rows without any.
        if row.count(None) == len(row) and other.count(None) == len(other):
            continue
        line = _line(number, row, other)
        if any(line.cells) or line.unread:
            found += 1
            if found > MOST_LINES + 1:
                raise too_many()
            yield line


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


def _line(number: int, row: tuple[Any, ...], written: tuple[Any, ...]) -> Line:
    cells, unread = [], set()
    for at, value in enumerate(row):
        formula = at < len(written) and value is None and written[at] is not None
        if formula or (isinstance(value, str) and value in ERRORS):
            unread.add(at)
            value = None  # noqa: PLW2901
        cells.append("" if value is None else told(_text(value)))
    while cells and not cells[-1] and len(cells) - 1 not in unread:
        cells.pop()
    return Line(number, tuple(cells), frozenset(unread))


def _text(value: object) -> str:
    """A value as one reads it: whole numbers without a fraction, days without a time."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.datetime):
        return value.date().isoformat()
    return str(value)
