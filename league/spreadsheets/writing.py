"""Writing a table as CSV or XLSX, in which no text is taken for a formula."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell

Value = str | float | None

CSV = "text/csv; charset=utf-8"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

# What makes spreadsheet programs read a cell as a formula. With apostrophes before it, text that
# had some already comes back as it was.
FORMULA = re.compile(r"'*[=+\-@\t\r]")
# What XML has no way to say; such a letter would spoil the whole file.
NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def plain(value: Value) -> Value:
    """The value as it can be written: text that looks like a formula gets an apostrophe before it.

    The reader takes that apostrophe away again (`reading.clean_cell`). A whole number has no ".0".
    """
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and FORMULA.match(value):
        return f"'{value}"
    return value


def csv_bytes(heads: Sequence[str], rows: Iterable[Sequence[Value]]) -> bytes:
    """The table as CSV in UTF-8, with the mark by which spreadsheet programs know it."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow([plain(head) for head in heads])
    writer.writerows([plain(value) for value in row] for row in rows)
    return text.getvalue().encode("utf-8-sig", errors="replace")


def xlsx_bytes(title: str, heads: Sequence[str], rows: Iterable[Sequence[Value]]) -> bytes:
    """The table as XLSX: one sheet named `title`, its heads kept in sight, all text as text."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet(re.sub(r"[\\*?:/\[\]]", " ", title)[:31].strip() or "1")
    sheet.freeze_panes = "A2"
    for row in (heads, *rows):
        cells = []
        for value in row:
            cell = WriteOnlyCell(sheet)
            safe = plain(value)
            if isinstance(safe, str):
                safe = NO_XML.sub("\ufffd", safe)
            cell.value = safe
            if isinstance(safe, str):
                cell.data_type = "s"
            elif isinstance(safe, float):
                # By itself it would be written with sixteen digits, 8.62 as 8.619999999999999.
                cell.value, cell.data_type = repr(safe), "n"
            cells.append(cell)
        sheet.append(cells)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()
