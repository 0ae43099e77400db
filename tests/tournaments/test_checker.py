"""The checker can fail: every fault put into a right transcript is found, and nothing else is."""

import ast
import pickle
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.tournaments.checker import Checker, check
from tests.tournaments.checking import certain, knockout, repeats, seats
from tests.tournaments.checking.state import Stage
from tests.tournaments.generator import tournament
from tests.tournaments.made import Told
from tests.tournaments.spoiling import Spoiler
from tests.tournaments.spoiling_byes import SPOILERS

HERE = Path(__file__).parent
OWN = [HERE / "checker.py", *sorted((HERE / "checking").glob("*.py"))]
ALLOWED = {
    "collections", "dataclasses", "datetime", "fractions", "itertools", "json", "re",
    "typing",
}  # fmt: skip
SEEDS = (
    4,
    33,
    79,
    91,
    159,
    1691,
    4521,
    20061,
    20078,
    20092,
    20122,
    20302,
    20304,
    20308,
    20348,
    20431,
    20462,
    20541,
    20547,
    20640,
    20655,
    20689,
    20720,
    30245,
    30560,
    40041,
    40084,
    40109,
    40114,
    40166,
    40188,
    40273,
    40387,
    40399,
    40504,
    41237,
    50061,
    50082,
    50802,
    60192,
    701101,
)
"""Small tournaments of all sorts, among which there is something for each spoiler."""


def right() -> Iterator[Told]:
    """Transcripts in which the checker finds nothing, each one's own to spoil."""
    for seed in SEEDS:
        if packed := made(seed):
            yield pickle.loads(packed)


@cache
def made(seed: int) -> bytes:
    """A tournament, packed, if it is right; unpacking takes a tenth of a deep copy's time."""
    transcript = tournament(seed)
    return b"" if check(transcript) else pickle.dumps(transcript)


def imported(file: Path) -> Iterator[str]:
    """The packages that a module names in its imports, but for those of its own folder."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            yield str(node.module)


def test_the_checker_shares_no_code_with_what_it_checks() -> None:
    assert {name.split(".")[0] for file in OWN for name in imported(file)} <= ALLOWED


def test_the_checker_imports_of_its_own_folder_only_what_is_its_own() -> None:
    names = {one.stem for one in OWN} | {""}
    for file in OWN:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level:
                modules = {str(node.module or "").removeprefix("checking").strip(".")}
                if not node.module or node.module == "checking":
                    modules = {one.name for one in node.names}
                assert modules <= names, (file.name, modules)


@pytest.mark.parametrize("spoil", SPOILERS, ids=lambda spoil: spoil.__name__)
def test_a_fault_put_in_is_found(spoil: Spoiler) -> None:
    tried = 0
    for transcript in right():
        if spoil(transcript):
            tried += 1
            assert check(transcript), f"seed {transcript['seed']} is spoiled, and nothing is found"
        if tried == 2:
            break
    assert tried, "no tournament could be spoiled like this"


def test_one_answer_to_one_question() -> None:
    checker = Checker(next(right()))
    checker._remember("who is first", ["Ann"], [])
    assert not checker.faults
    checker._remember("who is first", ["Bob"], [])
    assert len(checker.faults) == 1


def seated(plan: Told, *rounds: list[list[int]]) -> Stage:
    """A stage in which all people of the first round sit as these rounds say."""
    plan = {"by_division": False, "apart": False, "rounds": len(rounds), **plan}
    keys = sorted(key for row in rounds[0] for key in row)
    field = [{"key": key, "seed": key, "out": False} for key in keys]
    stage = Stage(1, plan, field, [])
    stage.seated_by = plan
    for rows in rounds:
        tables = [{"number": at, "seats": row, "group": ""} for at, row in enumerate(rows, 1)]
        stage.rounds.append({"number": len(stage.rounds) + 1, "tables": tables, "byes": []})
    return stage


def test_two_who_meet_in_all_games_are_found() -> None:
    stage = seated(
        {"seating": "swiss"},
        [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]],
        [[1, 2, 5, 9], [3, 6, 10, 7], [4, 8, 11, 12]],
        [[1, 2, 6, 11], [3, 5, 8, 10], [4, 7, 9, 12]],
    )
    assert repeats.in_every_game(stage, "") == ["1 and 2 of '' meet in all 3 games"]


@pytest.mark.parametrize(
    ("least", "faults"),
    [
        (5, []),  # Four are too few, so that somebody has to come to them.
        (4, ["the tables of '' have not stayed"]),
    ],
)
def test_tables_stay_as_changed_by_hand_where_so_many_may_sit_at_one(
    least: int, faults: list[str]
) -> None:
    plan = {"seating": "snake", "size": 7, "least": least, "most": 9}
    stage = seated(plan, [[1, 2, 3, 4, 5, 6, 7], [8, 9, 10, 11]])
    tables = [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11]]
    which = {
        "number": 2,
        "tables": [{"number": at, "seats": row, "group": ""} for at, row in enumerate(tables, 1)],
        "byes": [],
    }
    assert seats.seat_faults(stage, which) == faults


def test_brackets_of_unlike_depth_are_compared_by_rounds_before_the_end() -> None:
    plan = {"kind": "single", "by_division": True, "measure": "total", "uneven": "stands"}
    groups = {1: "A", 2: "A", 3: "B", 4: "B", 5: "B", 6: "B"}
    field = [
        {"key": key, "seed": key, "group": group, "out": False, "carried": "0"}
        for key, group in groups.items()
    ]
    stage = Stage(1, plan, field, [])
    for number, pairs in enumerate([[(1, 2), (3, 6), (4, 5)], [(3, 4)]], 1):
        tables = [
            {"number": at, "seats": list(pair), "group": groups[pair[0]]}
            for at, pair in enumerate(pairs, 1)
        ]
        which = {"number": number, "tables": tables, "byes": []}
        assert knockout.seat_faults(stage, which) == []
        stage.rounds.append(which)
        stage.worked_out.clear()
        for key in (key for pair in pairs for key in pair):
            stage.lines[number, key] = {"total": key, "outs": None, "lowest_round": None}
    levels = [keys for keys, _why in knockout.groups_of(stage, list(groups))]
    assert levels == [[1, 3], [2, 4], [5, 6]]


def test_a_play_off_after_lots_is_of_the_later_table_of_the_same_two() -> None:
    checker = Checker(next(right()))
    stage = seated({"kind": "double"}, [[1, 2], [3, 4]], [[1, 3], [2, 4]], [[1, 2]])
    stage.rounds_left[""] = {1: 4, 2: 3, 3: 2}
    stage.ties.append("play_off")
    checker.stages[1] = stage
    for number in (1, 3):
        stage.lines |= {(number, key): {"key": key, "total": 0} for key in (1, 2)}
    checker.do_lots({"stage": 1, "numbers": [[1, 1], [2, 2]], "at_table": True})
    checker.do_play_off({"stage": 1, "points": [[1, 3], [2, 0]]})
    assert [knockout.won(stage, number, 1, 2) for number in (1, 3)] == [1, 2]


def test_who_loses_a_tie_that_no_newcomer_can_change_is_out() -> None:
    """1 and 3 have 60, one of them is the best second; a third table plays, and will tell rounds.

    So it is where two of the stage go on, and of the rest nobody has less than 60.
    """
    tables = {"kind": "tables", "measure": "total", "uneven": "stands", "count": 1}
    filled = {**tables, "onward": "tables", "fill": "to", "fill_to": 4}
    best = {**tables, "onward": "best", "fill": "none", "cut": "number", "count": 3}
    lines = {1: (60, 0), 2: (20, 1), 3: (60, 1), 4: (30, 1)}
    for plan, telling, out in (
        (filled, {(1, 3)}, {1}),
        (filled, set(), set()),
        (best, {(1, 3)}, {1}),
        (best, set(), set()),
    ):
        stage = seated(plan, [[1, 2], [3, 4], [5, 6]])
        stage.ties, stage.telling = ["outs"], telling
        for member in stage.field.values():
            member |= {"visitor": False, "carried": "0"}
        for key, (total, outs) in lines.items():
            stage.lines[1, key] = {
                "key": key, "total": total, "outs": outs, "lowest_round": 0, "rounds": None
            }  # fmt: skip
        sure = certain.forced(stage, {"kind": "tables", "size": 4}, True)
        assert sure.staying == out, plan["onward"]
