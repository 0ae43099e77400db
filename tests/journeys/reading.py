"""The visible text of a page, a line for each sentence or label, as somebody reads it."""

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from typing import Any, Final

from django.http import HttpResponse

from tests.page import VOID

NOT_READ: Final = {"script", "style", "datalist"}
# Tags within a sentence; all others begin a new line.
WITHIN: Final = {"a", "abbr", "b", "cite", "code", "em", "i", "mark", "q", "s", "small", "span"}
WITHIN |= {"strong", "sub", "sup", "time", "tspan", "u", "wbr", "kbd", "var", "bdi"}
READ_OUT: Final = ("aria-label", "title", "placeholder", "alt", "content-label")
SAID_BY_SCRIPTS: Final = "data-says"
# Two letters before the stop: "1. März" and "z. B." do not end a sentence.
END: Final = re.compile(r"(?<=[^\W\d_]{2}[.!?…])\s+(?=[^\W\d_a-zà-ÿ]|[¿¡“„«‘\"])")
# What a name or a number stands in for does not make a line a new one.
NUMBER: Final = re.compile(r"\d+")
CALENDAR_TEXT: Final = re.compile(r"(?m)^(?:SUMMARY|DESCRIPTION|LOCATION|X-WR-CALNAME)[^:]*:(.*)")
WORD: Final = re.compile(r"[^\W\d_]{2,}")


class Text(HTMLParser):
    """Gathers the lines of a page; what is read out stands before what is in its element."""

    def __init__(self, page: str) -> None:
        """Read a page."""
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self._words: list[str] = []
        self._silent = 0
        self.feed(page)
        self.close()
        self._end_line()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line, and add what is read out."""
        if tag not in WITHIN:
            self._end_line()
        if tag in NOT_READ:
            self._silent += 1
        for name, value in attrs:
            if value and (name in READ_OUT or name.startswith(SAID_BY_SCRIPTS)):
                self.lines.append(value)
        values = dict(attrs)
        if tag == "input" and values.get("type") in ("submit", "button"):
            self.lines.append(values.get("value") or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read a tag that closes itself, as SVG has them."""
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """End a line."""
        if tag in NOT_READ:
            self._silent = max(self._silent - 1, 0)
        if tag not in WITHIN:
            self._end_line()

    def handle_data(self, data: str) -> None:
        """Go on with a line."""
        if not self._silent:
            self._words.append(data)

    def _end_line(self) -> None:
        self.lines.append("".join(self._words))
        self._words = []


def sentences_of(texts: Iterable[str]) -> Iterator[str]:
    """Yield sentence by sentence what has a word in it."""
    for text in texts:
        for sentence in END.split(" ".join(text.split())):
            if WORD.search(sentence):
                yield sentence


def lines_of(answer: Any) -> list[str]:
    """Return what is read of an answer: a page's text, or a file's own lines."""
    content = b"".join(answer) if answer.streaming else answer.content
    kind = answer.get("Content-Type", "")
    if "html" in kind or "svg" in kind:
        return list(sentences_of(Text(content.decode()).lines))
    if kind.startswith("text/csv"):
        # Below its heads a table is data.
        return list(sentences_of(content.decode("utf-8-sig").partition("\n")[0].split(",")))
    if kind.startswith("text/calendar"):
        unfolded = content.decode().replace("\r\n ", "")
        fields = re.findall(
            r"(?m)^(?:SUMMARY|DESCRIPTION|LOCATION|X-WR-CALNAME)[^:]*:(.*)", unfolded
        )
        return list(sentences_of(re.sub(r"\\n", "\n", field) for field in fields))
    return []


def lines_of_page(page: str) -> list[str]:
    """Return the lines of a page's HTML."""
    return lines_of(HttpResponse(page))


def pattern_of(line: str, names: frozenset[str]) -> str:
    """Return what two lines share that differ in names and numbers alone; "" if nothing else is.

    One and more are told apart, since a language has a form of its own for each.
    """
    numbered = NUMBER.sub(lambda number: "1" if number[0] == "1" else "2", line)
    pattern = WORD.sub(lambda word: "@" if word[0] in names else word[0], numbered)
    return pattern if WORD.search(pattern) else ""
