"""Files made to cost much out of little, and the code with which each is refused."""

import io
import struct
import zipfile
from collections.abc import Callable

from league.spreadsheets.unpacking import ENTRY

from .files import repacked, workbook

PLAIN = workbook([["name"], ["Ann"]])
BILLION = b"".join(
    b'<!ENTITY a%d "%s">' % (number, b"&a%d;" % (number - 1) * 10) for number in range(1, 10)
)
LAUGHS = b'<!DOCTYPE x [<!ENTITY a0 "ha">%s]><x>&a9;</x>' % BILLION
QUADRATIC = b'<!DOCTYPE x [<!ENTITY a "%s">]><x>%s</x>' % (b"a" * 50_000, b"&a;" * 20_000)
OUTSIDE = b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]><x>&a;</x>'
ELSEWHERE = b'<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd"><x/>'
# No entity: each cell is given a text that stands once in the file.
DEFAULTS = b'<!DOCTYPE x [<!ATTLIST c r CDATA "%s">]><x>%s</x>' % (b"a" * 50_000, b"<c/>" * 20_000)
HEAD = b'<?xml version="1.0" encoding="UTF-8"?>'


def part(name: str, content: bytes) -> bytes:
    """A workbook with this in place of a part of it."""
    return repacked(PLAIN, **{name: lambda _old: content})


def sheet(content: bytes) -> bytes:
    """A workbook whose sheet has this in front of its end."""
    return repacked(
        PLAIN, sheet1=lambda xml: xml.replace(b"</sheetData>", content + b"</sheetData>")
    )


def with_parts(count: int, content: bytes = b"<x/>", kind: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A workbook with so many parts more."""
    file = io.BytesIO(PLAIN)
    with zipfile.ZipFile(file, "a", kind) as packed:
        for number in range(count):
            packed.writestr(f"xl/worksheets/more{number}.xml", content)
    return file.getvalue()


def lying(data: bytes, name: bytes, size: int) -> bytes:
    """The file where the list of parts says another size of the unpacked part."""
    at = data.rindex(name) - 46
    assert data[at : at + 4] == ENTRY
    return data[: at + 24] + struct.pack("<I", size) + data[at + 28 :]


def overlapping(times: int) -> bytes:
    """A file whose list of parts names one packed part again and again, under other names."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("[Content_Types].xml", b"<Types/>")
        packed.writestr("xl/worksheets/a000.xml", b"<x>" + b" " * 2_000_000 + b"</x>")
    data = file.getvalue()
    start = data.index(ENTRY)
    end = data.index(b"PK\x05\x06")
    last = data.rindex(ENTRY, 0, end)
    more = b"".join(
        data[last:end].replace(b"a000", b"a%03d" % number) for number in range(1, times)
    )
    size, count = end - start + len(more), 1 + times
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, count, count, size, start, 0)
    return data[:end] + more + tail


ATTACKS: dict[str, tuple[Callable[[], bytes], str]] = {
    "a doctype": (lambda: part("sheet1", LAUGHS), "damaged"),
    "a doctype behind spaces": (lambda: part("sheet1", HEAD + b" " * 5_000 + LAUGHS), "damaged"),
    "a doctype behind a comment": (
        lambda: part("workbook", b"<!--" + b"x" * 9_000 + b"-->" + LAUGHS),
        "damaged",
    ),
    "a doctype in UTF-16": (
        lambda: part("styles", LAUGHS.decode().encode("utf-16")),
        "damaged",
    ),
    "a doctype in relations": (lambda: part("workbook", QUADRATIC), "damaged"),
    "quadratic blow-up": (lambda: part("theme1", QUADRATIC), "damaged"),
    "an entity from outside": (lambda: part("core", OUTSIDE), "damaged"),
    "a doctype from elsewhere": (lambda: part("[Content_Types]", ELSEWHERE), "damaged"),
    "texts by default": (lambda: part("sheet1", DEFAULTS), "damaged"),
    "a long part": (lambda: sheet(b" " * 50_000_000), "unpacked"),
    "long parts": (lambda: with_parts(25, b"<x>" + b" " * 2_000_000 + b"</x>"), "unpacked"),
    "a part that says it is short": (
        lambda: lying(
            with_parts(1, b"<x>" + b" " * 50_000_000 + b"</x>"), b"xl/worksheets/more0", 9
        ),
        "damaged",
    ),
    "parts that lie on one another": (lambda: overlapping(30), "damaged"),
    "many parts": (lambda: with_parts(2_100), "unpacked"),
    "packing without a limit": (lambda: with_parts(1, b" " * 50_000_000, 14), "damaged"),
    "many cells": (lambda: sheet(b"<row>" + b"<c/>" * 300_000 + b"</row>"), "lines"),
    "many elements": (lambda: with_parts(3, b"<x>" + b"<a/>" * 450_000 + b"</x>"), "unpacked"),
    "many styles": (lambda: part("styles", b"<x>" + b"<xf/>" * 30_000 + b"</x>"), "unpacked"),
    "a deep part": (lambda: part("sheet1", b"<a>" * 100_000), "unpacked"),
    "a long tag": (
        lambda: sheet(b"<c " + b" ".join(b'a%d=""' % at for at in range(100_000)) + b"/>"),
        "unpacked",
    ),
    "one text in every cell": (
        lambda: sheet(
            b"".join(
                b'<row><c t="inlineStr"><is><t>%s</t></is></c></row>' % (b"x" * 390)
                for _row in range(15_000)
            )
        ),
        "unpacked",
    ),
    "a line of commas": (lambda: b"name\n" + b"," * 2_000_000, "cell"),
    "a million empty lines": (lambda: b"name\n" + b"\n" * 1_100_000 + b"x\n", "lines"),
    "a gigantic cell": (lambda: b'name\n"' + b"x\n" * 200_000 + b'"', "cell"),
    "long cells": (lambda: b"name\n" + (b"x" * 390 + b"\n") * 15_000, "unpacked"),
}
