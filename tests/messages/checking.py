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
    sentences = (message.id,) if isinstance(message.id, str) else message.id
    for number, form in enumerate(forms_of(message)):
        yield from form_faults(sentences[min(number, len(sentences) - 1)], form)


def form_faults(sentence: str, form: str) -> Iterator[str]:
    """The faults of one form beside the sentence that it says."""
    if _gaps(sentence) != _gaps(form):
        yield f"{form!r} has the gaps {_gaps(form)}, not {_gaps(sentence)}"
    if Counter(TAG.findall(sentence)) != Counter(TAG.findall(form)):
        yield f"{form!r} has not the tags of {sentence!r}"
    if _edges(sentence) != _edges(form):
        yield f"{form!r} does not begin and end with the spaces of {sentence!r}"


def _gaps(text: str) -> list[str]:
    """The gaps of a sentence: those with a name in any order and number, the others in theirs."""
    gaps = GAP.findall(text)
    by_place = [gap for gap in gaps if gap == "{}" or (gap[0] == "%" and "(" not in gap)]
    return sorted({gap for gap in gaps if gap not in by_place}) + [g for g in by_place if g != "%%"]


def _edges(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
