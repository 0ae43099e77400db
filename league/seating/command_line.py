"""The command line: `python -m league.seating plan CASE.json` (`-`: standard input)."""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import BinaryIO, Final, TextIO

from league.seating.case import read_case
from league.seating.errors import CaseError
from league.seating.planner import plan

MOST_BYTES: Final = 16 * 1024 * 1024


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status."""
    parser = argparse.ArgumentParser(prog="python -m league.seating", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    planned = commands.add_parser("plan", help="plan a day of seating: a case in, a plan out")
    planned.add_argument("case", help="a file with a case, or - for standard input")
    options = parser.parse_args(arguments)
    try:
        return plan_case(options.case, sys.stdout, sys.stderr)
    except BrokenPipeError:
        sys.stderr.close()
        return 2


def plan_case(source: str, out: TextIO, err: TextIO) -> int:
    """Write the plan of a file's case; return 0, or 2 after writing why there is none."""
    try:
        answer = asdict(plan(read_case(_read(source))))
    except CaseError as error:
        sentence = str(error)
        out.write(json.dumps({"error": sentence}) + "\n")
        err.write(sentence.encode("ascii", "backslashreplace").decode("ascii") + "\n")
        return 2
    out.write(json.dumps(answer) + "\n")
    return 0


def _read(source: str) -> object:
    try:
        if source == "-":
            return _parsed(sys.stdin.buffer)
        with Path(source).open("rb") as stream:
            return _parsed(stream)
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        if isinstance(error, CaseError):
            raise
        why = error.strerror if isinstance(error, OSError) else None
        raise CaseError(
            "{file} cannot be read: {why}.", file=source, why=why or "no file has such a name"
        ) from None


def _parsed(stream: BinaryIO) -> object:
    text = stream.read(MOST_BYTES + 1)
    if len(text) > MOST_BYTES:
        raise CaseError("This is more than {most} megabytes.", most=MOST_BYTES // 1024**2)
    if not text.strip():
        raise CaseError("There is no case to read.")
    try:
        return json.loads(text.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise CaseError("Byte {byte} is not UTF-8 text.", byte=error.start + 1) from None
    except json.JSONDecodeError as error:
        raise CaseError(
            "This is not JSON: {what} at line {line}, column {column}.",
            what=error.msg,
            line=error.lineno,
            column=error.colno,
        ) from None
    except RecursionError:
        raise CaseError("This is nested too deeply.") from None
    except ValueError:
        raise CaseError("A number in it is too long.") from None
