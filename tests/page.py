"""A page as its reader meets it: its words, what is typed in its fields, where it leads."""

import html
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

VOID = {"br", "hr", "img", "input", "link", "meta", "path", "circle", "rect", "line", "use"}
TROUBLE = {"fault", "errorlist", "notice"}
SILENT = {"script", "style", "title", "datalist", "option"}


@dataclass
class Page(HTMLParser):
    """What an answer says. `fields` are names with the value that a browser would send.

    `faults` are the sentences in the places for what is wrong or what was done; `buttons` are the
    names of buttons with what pressing one would send. `forms` are those that write, each with
    where it is sent and its own fields: two forms of a page may have fields of one name.
    """

    words: list[str] = field(default_factory=list)
    fields: dict[str, str] = field(default_factory=dict)
    buttons: dict[str, str] = field(default_factory=dict)
    links: list[str] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    forms: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)

    def __init__(self, answer: Any) -> None:
        super().__init__(convert_charrefs=True)
        for name in ("words", "links", "actions", "forms", "faults", "tags"):
            setattr(self, name, [])
        self.fields, self.buttons = {}, {}
        self._open: list[tuple[str, bool]] = []
        self._select = ""
        self.feed(answer.content.decode())
        self.close()

    @property
    def text(self) -> str:
        """All that is read, with single spaces."""
        return squeezed(" ".join(self.words))

    @property
    def trouble(self) -> str:
        """All that is said to be wrong, or done."""
        return squeezed(" ".join(self.faults))

    def updatepos(self, i: int, j: int) -> int:
        """Count no lines: nobody asks in which one something stands, and it took a seventh."""
        return j

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        told = {name: value or "" for name, value in attrs}
        self.tags.append(tag)
        if tag not in VOID:
            classes = set(told.get("class", "").split())
            self._open.append((tag, bool(classes & TROUBLE) and "hidden" not in told))
        if tag == "a":
            self.links.append(told.get("href", ""))
        if tag == "form" and told.get("method", "").lower() == "post":
            self.actions.append(told.get("action", ""))
            self.forms.append((told.get("action", ""), {}))
        if tag == "select":
            self._select = told["name"]
        if tag == "option" and self._select and "selected" in told:
            self._fill(self._select, told["value"])
        if tag == "button" and "name" in told:
            self.buttons[told["name"]] = told.get("value", "")
        if tag == "input" and "name" in told:
            self._typed(told)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def _typed(self, told: dict[str, str]) -> None:
        if told.get("type") in ("radio", "checkbox"):
            if "checked" in told:
                self._fill(told["name"], told.get("value", "on"))
        else:
            self._fill(told["name"], told.get("value", ""))

    def _fill(self, name: str, value: str) -> None:
        self.fields[name] = value
        if self.forms:
            self.forms[-1][1][name] = value

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        while self._open:
            opened, _trouble = self._open.pop()
            if opened == tag:
                break

    def handle_data(self, data: str) -> None:
        if not data.strip() or any(tag in SILENT for tag, _trouble in self._open):
            return
        self.words.append(data)
        if any(trouble for _tag, trouble in self._open):
            self.faults.append(data)


def squeezed(text: str) -> str:
    """The text with single spaces, and none before a full stop or a comma."""
    return re.sub(r" ([.,])", r"\1", " ".join(text.split()))


def asks_again(answer: Any) -> str:
    """Return the address at which the part of the page that renews itself asks for news."""
    addresses = re.findall(r'<div id="[a-z-]+-now"[^>]* hx-get="([^"]+)"', answer.content.decode())
    assert len(addresses) == 1, addresses
    return html.unescape(addresses[0])


def turns_to(text: str) -> str:
    """Return the address of the page that a screen turns to by itself."""
    (address,) = re.findall(r' data-next="([^"]+)"', text)
    return html.unescape(address)
