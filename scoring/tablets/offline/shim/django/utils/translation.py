"""Sentences in the language of the tablet: as its bundle has them, else as they are written."""

import json
from pathlib import Path
from typing import Any


def _read_words() -> dict[str, Any]:
    """What the bundle says of its language; nothing of English."""
    path = Path(__file__).with_name("sentences.json")
    if not path.is_file():
        return {"language": "en", "sentences": {}, "counted": {}}
    words: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return words


_WORDS = _read_words()


def get_language() -> str:
    """The language of the tablet, such as "de"."""
    return str(_WORDS["language"])


def gettext(message: str) -> str:
    """The sentence in the language of the tablet."""
    return str(_WORDS["sentences"].get(message, message))


def gettext_lazy(message: str) -> str:
    """The sentence, at once: a tablet speaks one language."""
    return gettext(message)


class Counted:
    """A sentence with a number in it, in the singular or the plural."""

    def __init__(self, singular: str, plural: str, context: str = "") -> None:
        """Keep both."""
        self.singular, self.plural, self.context = singular, plural, context

    def __mod__(self, number: int) -> str:
        """The sentence with this number."""
        return npgettext(self.context, self.singular, self.plural, number) % number


def ngettext(singular: str, plural: str, number: int) -> str:
    """Return the message for this number."""
    return npgettext("", singular, plural, number)


def npgettext(context: str, singular: str, plural: str, number: int) -> str:
    """Return the message for this number, as it is said of the context; "" is any."""
    forms = _WORDS["counted"].get(f"{context}\x04{singular}" if context else singular)
    if forms is None:
        return singular if number == 1 else plural
    # For 0, for 1, and for 2 and more.
    return str(forms[min(number, 2)])


def ngettext_lazy(singular: str, plural: str) -> Counted:
    """The sentence, once its number is known."""
    return Counted(singular, plural)


def npgettext_lazy(context: str, singular: str, plural: str) -> Counted:
    """The sentence of a context, once its number is known."""
    return Counted(singular, plural, context)
