"""Which tests ask a database something that other tests do not ask as well.

    python -m tests.statements      writes tests/asked_elsewhere.txt; 40 minutes on a busy core

Every test that asks a database is run on PostgreSQL, and the statements that each makes are noted,
without their values. From then on the second database gets a quick set of tests with which each
statement is still asked there twice, by different tests, or as often as there are tests that ask
it. Always run there: what commits, and so is about locks and what other connections see, and what
is marked ``values_differ``. The file lists the tests that are left out; a test that is not in it,
such as a new one, is run on both databases.
"""

import json
import os
import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Set
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
ELSEWHERE: Final = ROOT / "tests" / "asked_elsewhere.txt"
ALL: Final = "STATEMENTS_OF_ALL"
# In the notes: the tests that the second database gets whatever they ask.
ALWAYS: Final = ""
# By how many tests each statement is asked. One could miss the values that databases differ about.
TIMES: Final = 2
# Where the tests of a run tell what they asked.
NOTES: Final = "STATEMENTS_NOTED_IN"
HEADING: Final = """\
# Tests whose statements other tests make too: written by `python -m tests.statements`.
# The second database is not asked them again.
"""

# How many values a statement has, and the names of savepoints, do not make it another one.
_VALUE: Final = r"(?:%s|\d+|NULL|DEFAULT|TRUE|FALSE)(?:::\w+)?"
_MANY: Final = re.compile(
    rf"\(\s*{_VALUE}(?:,\s*{_VALUE})*\s*\)(?:,\s*\(\s*{_VALUE}(?:,\s*{_VALUE})*\s*\))*"
)
_WHENS: Final = re.compile(r"(WHEN .*? THEN \S+ )(?:WHEN .*? THEN \S+ )+")
_SAVEPOINT: Final = re.compile(r'"?s\d+_x\d+"?')


def shape(statement: str) -> str:
    """Return the statement without what changes from one asking to the next.

    ``WHERE id IN (%s, %s) LIMIT 21`` and ``WHERE id IN (%s) LIMIT 50`` are the same.
    """
    text = _SAVEPOINT.sub("savepoint", statement)
    text = _WHENS.sub(r"\1", _MANY.sub("(…)", text))
    return re.sub(r"\b\d+\b", "…", text)


def read_elsewhere() -> frozenset[str]:
    """Return the tests, without parameters, that the second database is not asked again."""
    lines = ELSEWHERE.read_text(encoding="utf-8").splitlines() if ELSEWHERE.exists() else []
    names: set[str] = set()
    file = ""
    for line in lines:
        if line.startswith("    "):
            names.add(f"{file}::{line.strip()}")
        elif not line.startswith("#"):
            file = line.strip()
    return frozenset(names)


def asked_elsewhere(
    asked_always: Set[str], asked: Mapping[str, Mapping[str, int]], times: int = TIMES
) -> set[str]:
    """Return the tests that can be left out and every statement is still asked so many times.

    ``asked`` says how often each test makes each statement; all of them together tell how long it
    takes. Those of which the largest part is missing are kept first; of equals, the first by name.
    """
    costs = {name: sum(statements.values()) for name, statements in asked.items()}
    wanted = {
        statement: times - (statement in asked_always)
        for statement in set[str]().union(*asked.values())
    }
    # What each test would ask that is missing yet; it gets less as others are kept.
    news = {
        name: {statement for statement in statements if wanted[statement] > 0}
        for name, statements in asked.items()
    }
    left_out = set(asked)
    while left_out:
        best = min(left_out, key=lambda name: (-len(news[name]) / costs[name], name))
        if not news[best]:
            break
        left_out.remove(best)
        for statement in asked[best]:
            wanted[statement] -= 1
        enough = {statement for statement in news[best] if wanted[statement] <= 0}
        for missing in news.values():
            missing.difference_update(enough)
    return left_out


def write(names: set[str]) -> None:
    files = defaultdict(list)
    for name in sorted(names):
        file, _, test = name.partition("::")
        files[file].append(f"    {test}\n")
    parts = (f"{file}\n{''.join(tests)}" for file, tests in files.items())
    ELSEWHERE.write_text(HEADING + "".join(parts), encoding="utf-8")


def always_asks(item: pytest.Item) -> bool:
    """Whether a test is run on each database whatever it asks: it commits, or is marked so."""
    if item.get_closest_marker("values_differ"):
        return True
    names = getattr(item, "fixturenames", ())
    mark = item.get_closest_marker("django_db")
    commits = mark is not None and mark.kwargs.get("transaction", False)
    return bool(commits or {"transactional_db", "live_server"}.intersection(names))


# ---- as a plugin of the tests: what each of them asks


class Noting:
    """Notes what each test asks, its fixtures included; together, what those always run ask."""

    def __init__(self) -> None:
        self.asked: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.test = ALWAYS

    def __call__(self, execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        self.asked[self.test][shape(str(sql))] += 1
        return execute(sql, params, many, context)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        from django.db import connections

        self.test = ALWAYS if always_asks(item) else item.nodeid.partition("[")[0]
        for connection in connections.all():
            if self not in connection.execute_wrappers:
                connection.execute_wrappers.append(self)
        return (yield)

    def pytest_sessionfinish(self) -> None:
        Path(os.environ[NOTES]).write_text(json.dumps(self.asked), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Noting())


# ---- the command


def main() -> int:
    from tests.__main__ import DIFFERS, run_on_postgresql, show
    from tests.postgres import HOW_TO_GET_IT, find_binaries

    binaries = find_binaries()
    if binaries is None:
        print(f"PostgreSQL was not found: {HOW_TO_GET_IT}.")
        return 2
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder) / "asked.json"
        os.environ[NOTES], os.environ[ALL] = str(notes), "1"
        words = ["-q", "-p", "tests.statements", "-p", "no:randomly", "-p", "no:cacheprovider"]
        outcome = run_on_postgresql(binaries, [*words, *DIFFERS], show)
        if not outcome.passed:
            print("Nothing is written: what did not pass may have asked less.")
            return 1
        asked: dict[str, dict[str, int]] = json.loads(notes.read_text(encoding="utf-8"))
    asked_always = asked.pop(ALWAYS).keys()
    left_out = asked_elsewhere(asked_always, asked)
    write(left_out)
    print(f"{len(left_out)} of {len(asked)} tests ask nothing that is not asked {TIMES} times.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
