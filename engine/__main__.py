"""The engine's command line: `python -m engine rule CASE.json`.

    rule FILE    answers one case or a list of them; `-` reads standard input, an object a line

Exit status 0 when every case was read and answered, 2 when one could not be read: the message
names its place and the key that is wrong, and the others are still answered.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from engine.answers import answer

MOST_BYTES = 256 * 2**20
USAGE = "usage: python -m engine rule CASE.json   (or - for standard input)"


def main(arguments: list[str]) -> int:
    """Carry out one command; answers the exit status."""
    if len(arguments) != 2 or arguments[0] != "rule":
        print(USAGE, file=sys.stderr)
        return 2
    try:
        cases = _from_input(sys.stdin) if arguments[1] == "-" else _from_file(Path(arguments[1]))
        return _answer_all(cases)
    except (OSError, UnicodeDecodeError, ValueError, RecursionError) as error:
        print(f"{arguments[1]}: {_plainly(error)}", file=sys.stderr)
        return 2


def _answer_all(cases: Iterator[tuple[str, object]]) -> int:
    """Answer each case on a line of its own; 2 where one could not be read."""
    status = 0
    for place, case in cases:
        answered = answer(case) if not isinstance(case, Unreadable) else case.as_answer()
        if "error" in answered:
            print(f"{place}: {answered['error']}", file=sys.stderr)
            status = 2
        print(json.dumps(answered, ensure_ascii=False), flush=True)
    return status


class Unreadable:
    """A line that is no JSON."""

    def __init__(self, because: str) -> None:
        """Keep why."""
        self.because = because

    def as_answer(self) -> dict[str, Any]:
        """The contract's answer to what cannot be read."""
        return {"id": None, "error": self.because}


def _from_file(path: Path) -> Iterator[tuple[str, object]]:
    """The cases of a file with one object or a list of them."""
    if path.stat().st_size > MOST_BYTES:
        raise ValueError(f"the file is larger than {MOST_BYTES // 2**20} MiB; give it in parts.")
    told = json.loads(path.read_text(encoding="utf-8-sig"))
    if not isinstance(told, list):
        yield "case 1", told
        return
    for number, case in enumerate(told, 1):
        yield f"case {number}", case


def _from_input(stream: TextIO) -> Iterator[tuple[str, object]]:
    """The cases of a stream: an object a line, or all of it one object or list."""
    lines = iter(stream)
    first = next((line for line in lines if line.strip()), "")
    try:
        told = json.loads(first)
    except (ValueError, RecursionError):
        # Not an object a line: perhaps one object, or a list, over many lines.
        rest = first + stream.read(MOST_BYTES)
        yield from _whole_or_lines(rest)
        return
    yield from _numbered(told, 1)
    for number, line in enumerate(lines, 2):
        if line.strip():
            yield f"line {number}", _loaded(line)


def _whole_or_lines(text: str) -> Iterator[tuple[str, object]]:
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip():
                yield f"line {number}", _loaded(line)
        return
    yield from _numbered(told, 1)


def _numbered(told: object, line: int) -> Iterator[tuple[str, object]]:
    if not isinstance(told, list):
        yield f"line {line}", told
        return
    for number, case in enumerate(told, 1):
        yield f"case {number}", case


def _loaded(line: str) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        return Unreadable(_plainly(error))


def _plainly(error: Exception) -> str:
    """An error in one sentence without a traceback."""
    if isinstance(error, json.JSONDecodeError):
        return f"this is not JSON: {error.msg} at line {error.lineno}, column {error.colno}."
    if isinstance(error, RecursionError):
        return "this is nested too deeply to be a case."
    if isinstance(error, UnicodeDecodeError):
        return "this is not text in UTF-8."
    if isinstance(error, OSError):
        return f"it cannot be read: {error.strerror or error}."
    return str(error)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
