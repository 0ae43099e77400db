"""Files as people and attackers send them."""

import io
import zipfile
from collections.abc import Callable, Sequence
from typing import Any

from openpyxl import Workbook


def workbook(
    rows: Sequence[Sequence[Any]], change: Callable[[Workbook], None] | None = None
) -> bytes:
    """An XLSX file of one sheet; `change` may do to it what people do."""
    book = Workbook()
    for row in rows:
        book.active.append(row)
    if change:
        change(book)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def repacked(data: bytes, **parts: Callable[[bytes], bytes]) -> bytes:
    """The packed file with the parts changed whose name ends so: `sheet1=...` is sheet1.xml."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w", 8) as new:
        for part in old.infolist():
            change = parts.get(part.filename.rpartition("/")[2].partition(".")[0], bytes)
            new.writestr(part.filename, change(old.read(part)))
    return file.getvalue()
