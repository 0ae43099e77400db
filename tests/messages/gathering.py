"""Every message of the site: what Python code and templates mark for translation."""

import re
from collections import defaultdict
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from babel.messages.extract import extract_python
from django.utils.translation.template import templatize

ROOT: Final = Path(__file__).resolve().parents[2]
# A message's context (none for most), and its sentence; in two forms where it counts something.
Key = tuple[str | None, str | tuple[str, str]]

# Calls whose first words are a message. `CaseError` is how the pure packages of the league say what
# cannot be done: `str()` of it is English, and pages look its sentence up.
KEYWORDS: Final = (
    "_",
    "gettext",
    "gettext_lazy",
    "ngettext",
    "ngettext_lazy",
    "npgettext",
    "npgettext_lazy",
    "pgettext",
    "pgettext_lazy",
    "CaseError",
)
CODE: Final = ("league", "scoring")
# Only programmers read what the planner's command line says, and a shim has no sentences.
NO_MESSAGES: Final = ("league/seating/command_line.py", "scoring/tablets/offline/shim/")


def messages() -> dict[Key, list[str]]:
    """The messages of the site, each with the files that it stands in."""
    gathered: dict[Key, set[str]] = defaultdict(set)
    for path in sorted(_files()):
        name = path.relative_to(ROOT).as_posix()
        for key in _messages_of(path):
            gathered[key].add(name)
    return {key: sorted(names) for key, names in gathered.items()}


def _files() -> Iterator[Path]:
    for folder in CODE:
        for path in (ROOT / folder).rglob("*.py"):
            if not path.relative_to(ROOT).as_posix().startswith(NO_MESSAGES):
                yield path
    yield from (path for path in (ROOT / "templates").rglob("*") if path.is_file())


def _messages_of(path: Path) -> Iterator[Key]:
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        # Reading a file word by word takes a while, and most have no sentence.
        if "gettext" not in text and "CaseError(" not in text:
            return
    else:
        # Django's own reader makes calls of the tags and filler of the rest; the filler's
        # indentation would be no Python.
        text = re.sub(r"^\s+", "", templatize(text), flags=re.MULTILINE)
    # What babel's types say of these is in another order.
    calls: Iterator[Any] = extract_python(
        BytesIO(text.encode()), dict.fromkeys(KEYWORDS), [], {"encoding": "utf-8"}
    )
    for _line, function, arguments, _comments in calls:
        key = _key(function, arguments if isinstance(arguments, tuple) else (arguments,))
        if key is not None:
            yield key


def _key(function: str, words: tuple[str | None, ...]) -> Key | None:
    """The message of a call; none where the sentence is not written there."""
    context = words[0] if "pgettext" in function else None
    words = words[1:] if "pgettext" in function else words
    counted = function.startswith("n")
    sentences = words[: 2 if counted else 1]
    if not all(sentences):
        return None
    return context, (str(sentences[0]), str(sentences[1])) if counted else str(sentences[0])
