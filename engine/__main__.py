"""The command line: `python -m engine COMMAND`.

rule CASE.json    answer cases (`-`: standard input)
audit ROUND.json  hold photos of hands against each other (`-`: standard input)
train             the best train from each hand, a JSON object a line on standard input
check FILE        replay a round written as text and name what is irregular in it
parse FILE        what questions in people's own words ask, JSON Lines (`-`: standard input)
simulate          play rounds with simple players; `simulate --help` tells more
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final, TextIO

from engine.command_line import check_main, parse_main, simulate_main
from engine.json_text import LONGEST_DIGITS, JsonError, read_json
from engine.json_values import CaseError
from engine.questions import answer
from engine.reports.photos import audit_round
from engine.trains.best_train import answer_line

MOST_BYTES: Final = 64 * 1024 * 1024
"""A JSON text that is not one object a line is read up to this size."""

MOST_LINE: Final = 4 * 1024 * 1024
"""A line with one object is read up to this size."""

Ask = Callable[[object], dict[str, Any]]
"""What answers a case; a `CaseError` says why it cannot."""


class UnreadableError(ValueError):
    """Text that is not JSON, or too much of it; the message says where and what is wrong."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status."""
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    rule = commands.add_parser("rule", help="answer cases: one JSON object, a list, or JSON Lines")
    rule.add_argument("case", help="a file of cases, or - for standard input")
    photos = commands.add_parser("audit", help="hold photos of a round's hands against each other")
    photos.add_argument("case", help="a file of rounds, or - for standard input")
    commands.add_parser("train", help="the best train from each hand, JSON Lines on standard input")
    check = commands.add_parser("check", help="replay a round written as text")
    check.add_argument("file", help="a round in the notation of engine/__init__.py")
    parse = commands.add_parser("parse", help="read questions in people's own words, JSON Lines")
    parse.add_argument("file", help='a file with {"id", "text", "seats"} a line, or -')
    commands.add_parser("simulate", add_help=False, help="play rounds with simple players")
    options, rest = parser.parse_known_args(arguments)
    if rest and options.command != "simulate":
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    try:
        if options.command == "train":
            return train_lines(sys.stdin.buffer, sys.stdout, sys.stderr)
        if options.command == "check":
            return check_main([options.file])
        if options.command == "parse":
            return parse_main([options.file])
        if options.command == "simulate":
            return simulate_main(rest)
        ask = audit_round if options.command == "audit" else answer
        return rule_cases(options.case, sys.stdout, sys.stderr, ask)
    except BrokenPipeError:
        sys.stderr.close()
        return 2


def rule_cases(source: str, out: TextIO, err: TextIO, ask: Ask = answer) -> int:
    """Answer every case of a file, one answer a line: 0, or 2 when one could not be read."""
    try:
        if source == "-":
            return _answer_all(sys.stdin.buffer, out, err, ask)
        with Path(source).open("rb") as stream:
            return _answer_all(stream, out, err, ask)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        err.write(f"{source}: {error.strerror or error}\n")
        return 2


def train_lines(stream: BinaryIO, out: TextIO, err: TextIO) -> int:
    """Answer every line with a hand with its best train: 0, or 2 when one could not be read."""
    status = 0
    number = 0
    while line := stream.readline(MOST_LINE):
        number += 1
        if not line.strip():
            continue
        given = answer_line(line.decode("utf-8", "replace"))
        if "error" in given:
            status = 2
            err.write(_plain(f"line {number}: {given['error']}") + "\n")
        out.write(json.dumps(given) + "\n")
        out.flush()
    return status


def _answer_all(stream: BinaryIO, out: TextIO, err: TextIO, ask: Ask) -> int:
    status = 0
    for place, case in enumerate(cases(stream), 1):
        given: dict[str, Any]
        try:
            if isinstance(case, UnreadableError):
                raise CaseError(str(case))
            given = ask(case)
        except CaseError as error:
            status = 2
            err.write(_plain(f"case {place}: {error}") + "\n")
            known = case.get("id") if isinstance(case, dict) else None
            given = {"id": known, "error": str(error)}
        out.write(json.dumps(given) + "\n")
        out.flush()
    return status


def _plain(text: str) -> str:
    """Text that any terminal can show."""
    return text.encode("ascii", "backslashreplace").decode("ascii")


def cases(stream: BinaryIO) -> Iterator[object]:
    """Each case of a text, or an `UnreadableError` in its place.

    The text is one JSON object, a list of them, or one object a line. Lines are read one by
    one, so a long text of lines needs no more room than its longest line.
    """
    first = _line(stream)
    while first is not None and not first.strip():
        first = _line(stream)
    if first is None:
        yield UnreadableError("there is no case to read.")
        return
    alone = _parsed(first)
    if isinstance(alone, UnreadableError):
        yield from _of_whole_text(first, alone, stream)
        return
    yield from alone if isinstance(alone, list) else (alone,)
    yield from _of_lines(stream)


def _of_whole_text(first: bytes, error: "UnreadableError", stream: BinaryIO) -> Iterator[object]:
    """Cases of a text whose first line is not JSON by itself."""
    rest = stream.read(MOST_BYTES - min(len(first), MOST_BYTES))
    whole = _parsed(first + rest) if len(first) < MOST_LINE else error
    if not isinstance(whole, UnreadableError):
        yield from whole if isinstance(whole, list) else (whole,)
        yield from _of_lines(stream)
        return
    lines = [line for line in rest.splitlines() if line.strip()]
    if any(isinstance(_parsed(line), dict) for line in lines):
        yield error
        yield from (_parsed(line) for line in lines)
        yield from _of_lines(stream)
    else:
        yield whole


def _of_lines(stream: BinaryIO) -> Iterator[object]:
    while (line := _line(stream)) is not None:
        if line.strip():
            yield _parsed(line)


def _line(stream: BinaryIO) -> bytes | None:
    """The next line, None at the end. Of a line past all measure only the beginning is kept."""
    line = stream.readline(MOST_LINE)
    more = line
    while len(more) == MOST_LINE and not more.endswith(b"\n"):
        more = stream.readline(MOST_LINE)
    return line or None


def _parsed(text: bytes) -> object:
    """The JSON value of a text, or an `UnreadableError` that says what is wrong with it."""
    if len(text) >= MOST_BYTES:
        return UnreadableError(f"this is more than {MOST_BYTES // 1024**2} megabytes.")
    try:
        return read_json(text, digits=LONGEST_DIGITS)
    except JsonError as error:
        sentence = str(error)
        return UnreadableError(sentence[0].lower() + sentence[1:])


if __name__ == "__main__":
    sys.exit(main())
