"""Files for spreadsheet programs: no text in them is a formula, and all of it comes back."""

import io
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from league.spreadsheets.reading import read_lines
from league.spreadsheets.writing import csv_bytes, plain, xlsx_bytes
from scoring.names import name_clean

FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\r=1", '=HYPERLINK("x")', "'=1", "''-x"]


@pytest.mark.parametrize("text", FORMULAS)
def test_no_text_is_a_formula(text: str) -> None:
    assert csv_bytes(["name"], [["Ann"]]).startswith(b"\xef\xbb\xbfname\r\nAnn\r\n")
    assert csv_bytes(["name"], [[text]]).decode("utf-8-sig").splitlines()[1].lstrip('"')[0] == "'"
    sheet = load_workbook(io.BytesIO(xlsx_bytes("People", [text], [[text]]))).active
    for cell in (sheet["A1"], sheet["A2"]):
        assert cell.data_type == "s"
        assert cell.value.startswith("'")


def test_other_text_and_numbers_stay_as_they_are() -> None:
    assert [plain(value) for value in ("Ann", "O'Hara", "'tis", "a=b", -3, None, "")] == [
        *("Ann", "O'Hara", "'tis", "a=b", -3, None, "")
    ]


def test_a_workbook_holds_a_number_as_short_as_it_was() -> None:
    book = zipfile.ZipFile(io.BytesIO(xlsx_bytes("Board", ["points"], [[8.62]])))
    assert b"<v>8.62</v>" in book.read("xl/worksheets/sheet1.xml")


def test_letters_that_a_workbook_cannot_hold_spoil_nothing() -> None:
    sheet = load_workbook(io.BytesIO(xlsx_bytes("A/B:*?", ["name"], [["a\uffff\x01b"]]))).active
    assert (sheet.title, sheet["A2"].value) == ("A B", "a��b")


letters = st.characters(exclude_categories=["C", "Z"])
names = st.text(letters, min_size=1, max_size=20).map(name_clean)


@settings(max_examples=25)
@given(st.lists(st.tuples(names, st.integers(1900, 2026)), max_size=5))
def test_what_is_written_is_read_again(rows: list[tuple[str, int]]) -> None:
    expected = [("name", "born"), *((name, str(year)) for name, year in rows)]
    for data in (csv_bytes(["name", "born"], rows), xlsx_bytes("x", ["name", "born"], rows)):
        assert [line.cells for line in read_lines(data)] == expected
