"""What `python -m engine simulate`, `check` and `parse` do, from arguments to exit status.

Each takes its arguments and where to write: what is asked for goes to `out`, all else to `error`.
The exit status is 0 when all is well, 1 when the rounds do not keep to the rules, 2 when what was
asked cannot be read.
"""

import argparse
import csv
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final, TextIO

from engine.json_text import JsonError, read_json
from engine.notation.record import hand_text
from engine.notation.replay import Checked, check
from engine.notation.text import MOST_CHARACTERS, read_house_rule
from engine.parsing import grammar_for, parse
from engine.rules.rule_set import PRESETS
from engine.simulation.moves import Ended
from engine.simulation.play import complete_rules
from engine.simulation.players import PLAYERS
from engine.simulation.proving import DisagreementError
from engine.simulation.simulate import PlayedRound, simulate, spread
from engine.simulation.watching import names
from engine.tiles import HIGHEST_SET

MOST_PLAYERS: Final = 30
LONGEST_LINE: Final = 1024 * 1024
_BAR: Final = 30


def simulate_main(
    arguments: Sequence[str], out: TextIO | None = None, error: TextIO | None = None
) -> int:
    """Play rounds, and say how many a second and how their points are spread."""
    out, error = out or sys.stdout, error or sys.stderr
    asked = _simulate_arguments().parse_args(arguments)
    began = time.perf_counter()
    try:
        house = dict(read_house_rule(asked.rules, item) for item in asked.house)
        played = list(
            _with_bar(
                simulate(
                    complete_rules(asked.rules, house),
                    asked.set,
                    asked.players,
                    asked.rounds,
                    asked.seed,
                    player=asked.player,
                    tiles=asked.hand,
                    start=asked.start,
                    prove=asked.prove,
                ),
                asked.rounds,
                error,
            )
        )
    except ValueError as problem:
        error.write(f"{problem}\n")
        return 2
    except DisagreementError as problem:
        error.write(f"The rounds and the rulings do not agree. {problem}\n")
        return 1
    seconds = time.perf_counter() - began
    try:
        _write_csv(played, asked.csv)
    except OSError as problem:
        error.write(f"{asked.csv} cannot be written: {problem.strerror}.\n")
        return 2
    out.write("".join(f"{line}\n" for line in _summary(played, seconds)))
    if asked.prove:
        out.write("Every position was put to the rulings, and they agree.\n")
    return 0


def _simulate_arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine simulate", description="Play rounds with simple players."
    )
    add = parser.add_argument
    add("--rules", choices=tuple(PRESETS), default="family", help="a preset; its gaps are filled")
    add("--house", action="append", default=[], metavar="RULE=VALUE", help="a house rule on top")
    add("--set", type=_whole(1, HIGHEST_SET), default=12, help="the highest pips of the set")
    add("--players", type=_whole(2, MOST_PLAYERS), default=4)
    add("--rounds", type=_whole(1, 10_000_000), default=1000)
    add("--seed", type=_whole(0, 2**63), default=1, help="the same seed gives the same rounds")
    add("--player", choices=tuple(PLAYERS), default="random", help="how all of them play")
    add("--hand", type=_whole(1, 189), help="tiles for each, where the rules do not say")
    add("--start", type=_whole(0, HIGHEST_SET), help="the pips of the starting double")
    add("--csv", type=Path, metavar="FILE", help="write each round's points there")
    add("--prove", action="store_true", help="put every position to the rulings")
    return parser


class _whole:  # noqa: N801 - named as a type of argument is
    """A whole number within bounds, as an argument."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def __call__(self, text: str) -> int:
        number = int(text) if len(text) < 20 and text.isascii() and text.isdigit() else -1
        if not self.low <= number <= self.high:
            raise argparse.ArgumentTypeError(
                f"it must be a whole number from {self.low} to {self.high}"
            )
        return number


def _with_bar(rounds: Iterator[PlayedRound], of: int, error: TextIO) -> Iterator[PlayedRound]:
    """The same rounds, with a bar that grows where somebody looks at it."""
    shown = -1
    looked_at = error.isatty()
    for number, played in enumerate(rounds, 1):
        yield played
        if looked_at and (full := number * _BAR // of) != shown:
            shown = full
            error.write(f"\r[{'#' * full}{'.' * (_BAR - full)}] {number} of {of} rounds")
            error.flush()
    if looked_at:
        error.write("\n")


def _summary(played: Sequence[PlayedRound], seconds: float) -> Iterable[str]:
    """What was found, line by line."""
    ends = Counter(item.ended for item in played)
    yield f"{len(played)} rounds in {seconds:.2f} s: {len(played) / seconds:.0f} a second"
    yield (
        f"somebody went out in {ends[Ended.OUT]}, blocked {ends[Ended.BLOCKED]}, "
        f"ended with nothing to do {ends[Ended.STUCK]}"
    )
    points = spread([item for round_ in played for item in round_.points])
    lowest, quarter, half, three, highest = points.quarters
    yield (
        f"points of a seat: mean {points.mean:.1f}, lowest {lowest}, a quarter up to {quarter}, "
        f"half up to {half}, three quarters up to {three}, highest {highest}"
    )
    most = max(points.tens)
    for tens, number in enumerate(points.tens):
        bar = "#" * (number * 50 // most)
        yield f"{tens * 10:4d} to {tens * 10 + 9:3d} {number:8d} {bar}".rstrip()


def _write_csv(played: Sequence[PlayedRound], path: Path | None) -> None:
    """One line a round: its number, how it ended, who went out, and each seat's points."""
    if path is None:
        return
    seats = names(len(played[0].points))
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["round", "ended", "out", *seats])
        for number, item in enumerate(played, 1):
            out = "" if item.out is None else seats[item.out]
            rows.writerow([number, item.ended.value, out, *item.points])


def check_main(
    arguments: Sequence[str], out: TextIO | None = None, error: TextIO | None = None
) -> int:
    """Play a written round again, and say what in it the rules do not allow."""
    out, error = out or sys.stdout, error or sys.stderr
    parser = argparse.ArgumentParser(
        prog="python -m engine check", description="Check a round that was written down."
    )
    parser.add_argument("file", type=Path, help="the round as text; - for standard input")
    path: Path = parser.parse_args(arguments).file
    try:
        checked = check(_read(path))
    except OSError as problem:
        error.write(f"{path} cannot be read: {problem.strerror}.\n")
        return 2
    except UnicodeDecodeError:
        error.write(f"{path} is not a text in UTF-8.\n")
        return 2
    except ValueError as problem:
        error.write(f"{problem}\n")
        return 2
    out.write("".join(f"{line}\n" for line in _findings(checked)))
    return 0 if checked.is_regular else 1


def _read(path: Path) -> str:
    """The text of a file, or as much of it as shows that it is too long for a round."""
    most = 4 * MOST_CHARACTERS + 4
    if str(path) == "-":
        return sys.stdin.read(most)
    with path.open("rb") as file:
        content = file.read(most)
    return content.decode("utf-8") if len(content) < most else "x" * most


def _findings(checked: Checked) -> Iterator[str]:
    """What was found, line by line; then the hands and the points."""
    for finding in checked.findings:
        yield f"{finding} [the rules do not say]" if finding.open else str(finding)
    if checked.is_regular:
        yield "Nothing in this round is against the rules."
    yield "The round is over." if checked.over else "The round is not over."
    for seat in checked.record.seats:
        hand, points = checked.hands.get(seat), checked.points[seat]
        tiles = "not known" if hand is None else hand_text(hand) or "no tiles"
        yield f"{seat}: {tiles}; {'points not known' if points is None else f'{points} points'}"


def parse_main(
    arguments: Sequence[str],
    stream: BinaryIO | None = None,
    out: TextIO | None = None,
    error: TextIO | None = None,
) -> int:
    """Write the readings of questions in people's own words, one JSON object a line."""
    out, error = out or sys.stdout, error or sys.stderr
    parser = argparse.ArgumentParser(
        prog="python -m engine parse", description="Read questions in people's own words."
    )
    parser.add_argument("file", type=Path, help='lines of {"id", "text", "seats"}; - for stdin')
    parser.add_argument("--language", default="en", help="such as es; English where not known")
    asked = parser.parse_args(arguments)
    path, grammar = asked.file, grammar_for(asked.language)
    try:
        if str(path) == "-":
            return _parse_lines(stream or sys.stdin.buffer, out, error, grammar)
        with path.open("rb") as file:
            return _parse_lines(file, out, error, grammar)
    except OSError as failure:
        if isinstance(failure, BrokenPipeError):
            raise
        error.write(f"{path} cannot be read: {failure.strerror}.\n")
        return 2


def _parse_lines(stream: BinaryIO, out: TextIO, error: TextIO, grammar: str) -> int:
    status = 0
    number = 0
    while line := stream.readline(LONGEST_LINE):
        number += 1
        ends = line
        while len(ends) == LONGEST_LINE and not ends.endswith(b"\n"):
            ends = stream.readline(LONGEST_LINE)
        if not line.strip():
            continue
        answer = _readings(line, grammar)
        if "error" in answer:
            status = 2
            message = f"line {number}: {answer['error']}\n"
            error.write(message.encode("ascii", "backslashreplace").decode("ascii"))
        out.write(json.dumps(answer) + "\n")
        out.flush()
    return status


def _readings(line: bytes, grammar: str) -> dict[str, Any]:
    """The answer to one line: its candidates, or a sentence that says what is wrong with it."""
    try:
        question = read_json(line)
    except JsonError as failure:
        return {"id": None, "error": str(failure)}
    if not isinstance(question, dict):
        return {"id": None, "error": "A question is an object."}
    text, seats = question.get("text"), question.get("seats") or []
    answer: dict[str, Any] = {"id": question.get("id")}
    if not isinstance(text, str):
        return answer | {"error": '"text" must be a text.'}
    if not (isinstance(seats, list) and all(isinstance(seat, str) for seat in seats)):
        return answer | {"error": '"seats" must be a list of names.'}
    return answer | {"candidates": parse(text, seats, grammar)}
