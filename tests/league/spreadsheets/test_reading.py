"""Files of every kind: what is a list is read, all else is refused in a sentence."""

import codecs
import datetime
import io
import re
import zipfile
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from league.spreadsheets import reading, xlsx
from league.spreadsheets.faults import MOST_LINES, FileFault
from league.spreadsheets.reading import FileLine, read_lines

from .files import repacked, workbook

TEXT = "name;notes\nZoë;café\n\n;;\nRené;\n"
READ = [(1, ("name", "notes")), (2, ("Zoë", "café")), (5, ("René", ""))]


def lines(data: bytes) -> list[tuple[int, tuple[str, ...]]]:
    return [(line.number, line.cells) for line in read_lines(data)]


def refused(data: bytes) -> FileFault:
    with pytest.raises(FileFault) as caught:
        read_lines(data)
    return caught.value


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        TEXT.encode("utf-8-sig"),
        TEXT.encode("latin-1"),
        TEXT.encode("cp1252"),
        codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
        codecs.BOM_UTF32_LE + TEXT.encode("utf-32-le"),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
        TEXT.replace(";", ",").encode(),
        TEXT.replace(";", "\t").encode(),
        TEXT.replace(";", "|").encode(),
        TEXT.rstrip().encode(),
    ],
)
def test_the_same_list_however_it_was_saved(data: bytes) -> None:
    assert lines(data) == READ


def test_windows_letters_outside_latin_1_are_read() -> None:
    assert lines("name\nAnn “Annie” – €".encode("cp1252"))[1] == (2, ("Ann “Annie” – €",))


def test_a_line_that_names_the_separator_is_no_line_of_the_list() -> None:
    assert lines(b"sep=;\r\nname;notes\r\nAnn;a,b,c,d\r\n") == [
        (2, ("name", "notes")),
        (3, ("Ann", "a,b,c,d")),
    ]


def test_quotation_marks_hold_commas_and_lines_together() -> None:
    data = b'name,notes\n"Lee, Ann","first\nsecond"\nBob,"said ""hi"""\nAnn "A" Lee,x\n"C" D,y\n'
    assert lines(data)[1:] == [
        (2, ("Lee, Ann", "first second")),
        (4, ("Bob", 'said "hi"')),
        (5, ('Ann "A" Lee', "x")),
        (6, ("C D", "y")),
    ]


def test_a_quotation_mark_that_is_never_closed_is_named_by_its_line() -> None:
    fault = refused(b'name,notes\nAnn,x\n"Bob,y\nCal,z\n')
    assert (fault.code, fault.line) == ("quote", 3)


def test_unseen_letters_go_and_long_cells_are_cut() -> None:
    data = "name\n\u202eAnn\u200b\xa0 Lee\x07\n".replace("\x07", "") + "x" * 100_000
    (_head, ann, long) = read_lines(data.encode())
    assert ann.cells == ("Ann Lee",)
    assert len(long.cells[0]) == 400


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b" \n\n ", "empty"),
        (b";;\n;;\n", "blank"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "old"),
        (b"%PDF-1.7 ...", "kind"),
        (b"<!DOCTYPE html><table>", "kind"),
        (b"<?xml version='1.0'?><Workbook/>", "kind"),
        (b"{\\rtf1 Ann}", "kind"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "kind"),
        (bytes(range(256)) * 8, "kind"),
        (b"\0" * 4000, "kind"),
        (b"name\nA\0nn", "kind"),
        (b"name\n" + b"x\n" * (MOST_LINES + 1), "lines"),
        (b'name\n"' + b"x" * 200_000 + b'"', "cell"),
        (b"PK\x03\x04 and nothing more", "damaged"),
    ],
)
def test_what_is_no_list_is_refused(data: bytes, code: str) -> None:
    assert refused(data).code == code


@given(st.binary(max_size=300))
def test_no_bytes_are_too_odd(data: bytes) -> None:
    for start in (b"", b"name;x\n", b"PK\x03\x04", codecs.BOM_UTF16_LE):
        try:
            found = read_lines(start + data)
        except FileFault:
            continue
        assert all(any(line.cells) for line in found)


def test_as_many_lines_as_are_allowed_are_read() -> None:
    assert len(read_lines(b"name\n" + b"x\n" * MOST_LINES)) == MOST_LINES + 1


def test_cells_of_a_workbook_are_text_as_one_reads_it() -> None:
    rows: list[list[Any]] = [
        ["Name", "born", None],
        [None],
        [" Ann ", 1944, True],
        ["Bob", 1944.0, 1.5],
        ["Cal", datetime.date(1944, 5, 3), datetime.datetime(1944, 5, 3, 10)],  # noqa: DTZ001
    ]
    assert lines(workbook(rows)) == [
        (1, ("Name", "born")),
        (3, ("Ann", "1944", "True")),
        (4, ("Bob", "1944", "1.5")),
        (5, ("Cal", "1944-05-03", "1944-05-03")),
    ]


def test_the_first_sheet_that_can_be_seen_is_read_with_hidden_rows() -> None:
    def change(book: Workbook) -> None:
        book.active.sheet_state = "hidden"
        sheet = book.create_sheet("People")
        sheet.append(["Hillside members"])
        sheet.merge_cells("A1:F1")
        sheet.append(["Name"])
        sheet.append(["Ann"])
        sheet.row_dimensions[3].hidden = True
        sheet["H900"] = "far away"

    assert lines(workbook([["junk"]], change)) == [
        (1, ("Hillside members",)),
        (2, ("Name",)),
        (3, ("Ann",)),
        (900, ("", "", "", "", "", "", "", "far away")),
    ]


def test_a_formula_without_a_result_is_told_and_one_with_a_result_is_read() -> None:
    plain = workbook([["name", "notes"], ["Ann", "=1+1"], ["=A2", "x"], ["#N/A", None]])
    found = read_lines(plain)
    assert [(line.cells, sorted(line.unread)) for line in found[1:]] == [
        (("Ann", ""), [1]),
        (("", "x"), [0]),
        (("",), [0]),
    ]
    kept = repacked(plain, sheet1=lambda xml: xml.replace(b"<v></v>", b"<v>2</v>"))
    kept = repacked(kept, sheet1=lambda xml: xml.replace(b"<v />", b"<v>2</v>"))
    assert read_lines(kept)[1].cells == ("Ann", "2")


def test_text_that_only_looks_like_a_formula_is_text() -> None:
    def change(book: Workbook) -> None:
        book.active["A2"] = "=1+1"
        book.active["A2"].data_type = "s"

    assert lines(workbook([["name"]], change))[1] == (2, ("=1+1",))


def zipped(**parts: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in parts.items():
            packed.writestr(name.replace("__", "/").replace("_xml", ".xml"), data)
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (zipped(mimetype=b"application/vnd.oasis.opendocument.spreadsheet"), "packed"),
        (zipped(**{"[Content_Types]_xml": b"<Types/>"}), "damaged"),
        (workbook([["name"], ["Ann"]])[:-200], "damaged"),
        (repacked(workbook([["name"]]), workbook=lambda xml: xml[:-30]), "damaged"),
        (repacked(workbook([["name"]]), sheet1=lambda _xml: b""), "damaged"),
        (
            repacked(workbook([["name"]]), sheet1=lambda xml: xml.replace(b'"A1"', b'"?"')),
            "damaged",
        ),
        (
            repacked(
                workbook([["name"]]),
                sheet1=lambda xml: xml.replace(b'<row r="1"', b'<row r="99999999999"'),
            ),
            "lines",
        ),
        (workbook([]), "blank"),
    ],
)
def test_packed_files_that_are_no_list_are_refused(data: bytes, code: str) -> None:
    assert refused(data).code == code


def test_a_cell_at_the_end_of_the_sheet_costs_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows between are a million; no cell of theirs is looked at."""

    def change(book: Workbook) -> None:
        book.active["BH1048576"] = "far away"

    looked_at = []
    one_line = xlsx._line

    def looking(number: int, row: tuple[Any, ...], written: tuple[Any, ...]) -> FileLine:
        looked_at.append(number)
        return one_line(number, row, written)

    monkeypatch.setattr(xlsx, "_line", looking)
    found = read_lines(workbook([["name"], ["Ann"]], change))
    assert [(line.number, line.cells[-1]) for line in found] == [
        (1, "name"),
        (2, "Ann"),
        (1_048_576, "far away"),
    ]
    assert looked_at == [1, 2, 1_048_576]


def test_what_its_library_warns_of_is_no_trouble() -> None:
    odd = repacked(
        workbook([["name"]]), styles=lambda xml: re.sub(rb"<cellStyles.*</cellStyles>", b"", xml)
    )
    with pytest.warns(UserWarning, match="no default style"):
        load_workbook(io.BytesIO(odd))
    assert lines(odd) == [(1, ("name",))]


def test_a_workbook_that_claims_to_be_wide_is_read_as_it_is() -> None:
    wide = repacked(
        workbook([["name"], ["Ann"]]),
        sheet1=lambda xml: xml.replace(b'ref="A1:A2"', b'ref="A1:XFD1048576"'),
    )
    assert lines(wide) == [(1, ("name",)), (2, ("Ann",))]


def test_too_long_a_workbook_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_LINES", 5)
    assert len(read_lines(workbook([["x"]] * 6))) == 6
    assert refused(workbook([["x"]] * 7)).code == "lines"
