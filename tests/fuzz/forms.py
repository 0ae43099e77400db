"""The forms of a page as they stand: where each sends to, and what a browser would send."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

SENDS = ("hx-post", "formaction")


@dataclass
class Field:
    """One name of a form: its value as it stands, and what else could be chosen."""

    name: str
    kind: str
    value: str = ""
    choices: list[str] = field(default_factory=list)


@dataclass
class Form:
    """A form: the address that it sends to, or "" for that of its page."""

    action: str = ""
    posts: bool = False
    fields: dict[str, Field] = field(default_factory=dict)


class Forms(HTMLParser):
    """All forms of an answer; a part that sends somewhere else is a form of the same fields."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[Form] = []
        self._select: Field | None = None
        self._area: Field | None = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            form = Form(told.get("action", ""), told.get("method", "").lower() == "post")
            self.found.append(form)
        last = self.found[-1] if self.found else None
        for name in SENDS:
            if name in told:
                fields = last.fields if last else {}
                self.found.insert(0, Form(told[name], posts=True, fields=fields))
        if last is not None and "name" in told:
            self._named(last, tag, told)
        if tag == "option" and self._select is not None:
            value = told.get("value", "")
            self._select.choices.append(value)
            if "selected" in told:
                self._select.value = value

    def _named(self, form: Form, tag: str, told: dict[str, str]) -> None:
        if tag not in ("input", "button", "select", "textarea"):
            return
        kind = told.get("type", "text") if tag == "input" else tag
        one = form.fields.setdefault(told["name"], Field(told["name"], kind))
        if tag == "select":
            self._select = one
        elif tag == "textarea":
            self._area = one
        elif kind in ("radio", "checkbox", "button"):
            one.choices.append(told.get("value", "on"))
            if "checked" in told:
                one.value = one.choices[-1]
        else:
            one.value = told.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = None
        elif tag == "textarea":
            self._area = None

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self._area.value += data
