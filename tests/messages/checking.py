"""What is wrong with a translation: gaps that are missing or foreign, tags, edges, fuzzy marks."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from babel.messages import Message

from .catalogs import forms_of, is_translated

# "%(name)s", "%s", "{name}", "{name:>3}"; "%%" is a percent sign.
GAP: Final = re.compile(
    r"%%|%(?:\(\w+\))?[#0 +-]?\d*(?:\.\d+)?[a-zA-Z]|\{\w*(?:![rsa])?(?::[^}]*)?\}"
)
TAG: Final = re.compile(r"</?[a-z][^>]*>")


def faults(message: Message) -> Iterator[str]:
    """What a reader, or the site, would stumble over in a translation, where there is one."""
    if message.fuzzy:
        yield "it is marked as fuzzy: look at it, and take the mark away"
    if not is_translated(message):
        if any(forms_of(message)):
            yield "a form is empty"
        return
    if isinstance(message.id, str):
        yield from form_faults(message.id, forms_of(message)[0])
        return
    one, *more = forms_of(message)
    yield from form_faults(message.id[0], one, is_of_one=True)
    for form in more:
        yield from form_faults(message.id[1], form)


def form_faults(sentence: str, form: str, *, is_of_one: bool = False) -> Iterator[str]:
    """The faults of one form beside the sentence that it says.

    What is said of one thing alone may leave a number with a name out: "in the last game".
    """
    left_out = set(_gaps(sentence)) - set(_gaps(form)) if is_of_one else set()
    numbers = {gap for gap in left_out if gap.startswith("%(")}
    wanted = [gap for gap in _gaps(sentence) if gap not in numbers or len(numbers) > 1]
    if wanted != _gaps(form) and not (_is_plain(sentence) and _is_plain(form)):
        yield f"{form!r} has the gaps {_gaps(form)}, not {_gaps(sentence)}"
    if Counter(TAG.findall(sentence)) != Counter(TAG.findall(form)):
        yield f"{form!r} has not the tags of {sentence!r}"
    if _edges(sentence) != _edges(form):
        yield f"{form!r} does not begin and end with the spaces of {sentence!r}"


def _is_plain(text: str) -> bool:
    """Whether a text has no gap; "50 % so" has none, where nothing is put into it."""
    return not [gap for gap in GAP.findall(text) if gap != "%%" and not gap.startswith("% ")]


def _gaps(text: str) -> list[str]:
    """The gaps of a sentence: those with a name in any order and number, the others in theirs."""
    gaps = GAP.findall(text)
    by_place = [gap for gap in gaps if gap == "{}" or (gap[0] == "%" and "(" not in gap)]
    return sorted({gap for gap in gaps if gap not in by_place}) + [g for g in by_place if g != "%%"]


def _edges(text: str) -> tuple[str, str]:
    # A space that may not break, as French has before a semicolon, is part of the text.
    return text[: len(text) - len(text.lstrip(" \n"))], text[len(text.rstrip(" \n")) :]
