"""Unpacking an XLSX file, which is packed XML that somebody else wrote and may have meant ill.

Nothing that the file says of itself is believed. Each part is unpacked by small pieces, which are
counted and read by a parser that refuses what makes much out of little; only what came through is
packed again, plainly, for the library that knows what the cells mean.
"""

import io
import zipfile
from collections.abc import Iterator
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl

from defusedxml.expatreader import DefusedExpatParser

from .faults import MOST_LINES, FileFault

MOST_UNPACKED = 40 * 1024 * 1024
MOST_PARTS = 2000
MOST_CELLS = 12 * MOST_LINES
# A cell has two elements, its shared text two more, and a row is one.
MOST_ELEMENTS = 5 * MOST_CELLS
# Of styles, names of sheets and the like, which the library takes a hundred times as long to read.
MOST_OTHER_ELEMENTS = 20_000
DEEPEST = 60
PIECE = 64 * 1024
# No spreadsheet program writes a single tag or comment that spans this many pieces.
LONGEST_SILENCE = 8
# Read line by line; all other parts are read as a whole.
LONG_PARTS = ("xl/worksheets/", "xl/sharedstrings")
# Each part's entry in the list of parts begins with it.
ENTRY = b"PK\x01\x02"


class PartLook(ContentHandler):
    """Counts what a part of the file holds, and sees whether a formula has no result."""

    def __init__(self, most_elements: int) -> None:
        """Begin a part with a limit on its elements."""
        super().__init__()
        self.most_elements = most_elements
        self.elements = self.cells = self.depth = self.events = 0
        self.unread = False
        self._formula = self._value = False

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802  SAX's name
        """Count an element."""
        self.elements += 1
        self.depth += 1
        if self.elements > self.most_elements or self.depth > DEEPEST:
            raise FileFault("unpacked")
        kind = name.rpartition(":")[2]
        if kind == "c":
            self.cells += 1
            self._formula = self._value = False
        elif kind == "f":
            self._formula = True

    def endElement(self, name: str) -> None:  # noqa: N802  SAX's name
        """Look at a cell that is over."""
        self.depth -= 1
        kind = name.rpartition(":")[2]
        if kind == "f":
            # The formula's own text is no result of it.
            self._value = False
        elif kind == "c" and self._formula and not self._value:
            self.unread = True

    def characters(self, content: str) -> None:
        """Note that there is text."""
        self.events += 1
        self._value = True


def unpack(data: bytes) -> tuple[bytes, bool]:
    """Return the file's XML packed again, uncompressed, and whether a formula has no result.

    Raises `FileFault` for what is not a workbook of a usual size, and for odd XML what its parser
    raises.
    """
    # Counted before the list of parts is read, since each would become an object.
    if data.count(ENTRY) > MOST_PARTS:
        raise FileFault("unpacked")
    plain = io.BytesIO()
    unpacked = cells = elements = others = 0
    unread = False
    with zipfile.ZipFile(io.BytesIO(data)) as packed, zipfile.ZipFile(plain, "w") as kept:
        parts = packed.infolist()
        names = [part.filename for part in parts]
        if "[Content_Types].xml" not in names:
            raise FileFault("packed")
        if len(set(names)) < len(names):
            raise FileFault("damaged")
        for part in parts:
            # Pictures and macros are not even unpacked.
            if not part.filename.endswith((".xml", ".rels")):
                continue
            is_long = part.filename.casefold().startswith(LONG_PARTS)
            look = PartLook(MOST_ELEMENTS - elements if is_long else MOST_OTHER_ELEMENTS - others)
            with kept.open(part.filename, "w") as written:
                for piece in pieces(packed, part, look):
                    unpacked += len(piece)
                    if unpacked > MOST_UNPACKED:
                        raise FileFault("unpacked")
                    written.write(piece)
            elements += look.elements
            others += 0 if is_long else look.elements
            cells += look.cells
            unread |= look.unread
            # Then all is read a second time, to see which.
            if cells * (1 + unread) > MOST_CELLS:
                raise FileFault("lines")
    return plain.getvalue(), unread


def pieces(packed: zipfile.ZipFile, part: zipfile.ZipInfo, look: PartLook) -> Iterator[bytes]:
    """A part's bytes, piece by piece, each after the parser has read it.

    A part's own size may be a lie: what is packed can be longer, and reading in pieces stops there.
    """
    # Python unpacks the other kinds of packing without any limit.
    if part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise FileFault("damaged")
    parser = DefusedExpatParser(forbid_dtd=True)
    parser.setContentHandler(look)
    silence = 0
    with packed.open(part) as file:
        while piece := file.read(PIECE):
            before = look.elements + look.events
            parser.feed(piece)
            silence = silence + 1 if before == look.elements + look.events else 0
            if silence > LONGEST_SILENCE:
                raise FileFault("unpacked")
            yield piece
    parser.close()
