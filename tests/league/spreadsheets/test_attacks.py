"""Files made to cost much out of little: each is refused, by what is counted and not by a clock.

The figures are those of the issue: a file of 12 KB once took 2.1 GB and 14 seconds.
"""

import io
import tracemalloc
import zipfile

import openpyxl
import pytest

from league.spreadsheets import unpacking
from league.spreadsheets.faults import FileFault
from league.spreadsheets.reading import read_lines

from .attacks import ATTACKS, PLAIN
from .files import repacked


@pytest.mark.parametrize("name", ATTACKS)
def test_what_is_made_to_cost_much_is_refused(name: str) -> None:
    make, code = ATTACKS[name]
    data = make()
    with pytest.raises(FileFault) as caught:
        read_lines(data)
    assert caught.value.code == code


@pytest.mark.parametrize("name", ["a part that says it is short", "packing without a limit"])
def test_no_more_is_unpacked_than_is_counted(name: str) -> None:
    """Were it, these would take their 50 MB at once; packed further, they would take gigabytes."""
    data = ATTACKS[name][0]()
    tracemalloc.start()
    try:
        with pytest.raises(FileFault):
            read_lines(data)
        assert tracemalloc.get_traced_memory()[1] < 8 * 2**20
    finally:
        tracemalloc.stop()


def test_what_is_read_came_through_the_parser_that_refuses() -> None:
    """What the library is given holds no part that was not looked through."""
    file = io.BytesIO(PLAIN)
    with zipfile.ZipFile(file, "a") as packed:
        packed.writestr("xl/media/image1.png", b"\x89PNG")
        packed.writestr("xl/vbaProject.bin", b"\0" * 100)
    plain, unread = unpacking.unpack(file.getvalue())
    with zipfile.ZipFile(io.BytesIO(plain)) as packed:
        assert all(name.endswith((".xml", ".rels")) for name in packed.namelist())
        assert {one.compress_type for one in packed.infolist()} == {zipfile.ZIP_STORED}
    assert not unread
    assert openpyxl.DEFUSEDXML


def test_a_far_away_cell_and_thousands_of_columns_are_no_attack() -> None:
    far = repacked(
        PLAIN,
        sheet1=lambda xml: xml.replace(
            b"</sheetData>",
            b'<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row>'
            b"</sheetData>",
        ),
    )
    assert [line.cells for line in read_lines(far)] == [("name",), ("Ann",)]
    wide = ",".join(f"h{number}" for number in range(5_000)) + "\n"
    assert len(read_lines(wide.encode() * 2)[1].cells) == 60
