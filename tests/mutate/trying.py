"""Trying mutants: the tests are collected once, and each mutant lives in a forked process.

There a changed function gets its code exchanged, a changed table its value, so that nothing is
imported anew. Which tests reach a line, and how long each takes, is measured first.
"""

import importlib
import inspect
import os
import pickle
import signal
import sys
import time
from collections import defaultdict
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import coverage
import pytest

from tests.mutate.mutants import Mutant, mutants_of

KILLED, LIVED, NOT_MADE = 0, 3, 4
PATIENCE = 10
"""Seconds, and multiples of a test's usual time, after which it counts as failed."""

TOLD_EVERY = 100

Reached = dict[tuple[str, int], set[str]]


class Trials:
    """All mutants of some modules, tried on some tests. A plugin of pytest.

    Tests that take longer than `longest` seconds are left out; `only` leaves out mutants with
    none of these in their key. A test without end counts as failed.
    """

    def __init__(
        self, root: Path, files: list[Path], jobs: int, longest: float, only: list[str]
    ) -> None:
        self.root, self.files, self.jobs, self.longest, self.only = root, files, jobs, longest, only
        self.tried: list[Mutant] = []
        self.lived: list[Mutant] = []
        self.reached: Reached = {}
        self.seconds: dict[str, float] = {}
        self.failed = False

    def run(self, tests: list[str]) -> int:
        """Collect these tests and try every mutant on them; pytest's exit status."""
        args = ["-q", "-s", "-p", "no:randomly", "-p", "no:cacheprovider", "--tb=no"]
        return int(pytest.main([*args, "--assert=plain", *tests], plugins=[self]))

    def by_file(self) -> dict[str, tuple[int, int]]:
        """How many mutants each file had, and how many of them lived."""
        found: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        for number, mutants in enumerate((self.tried, self.lived)):
            for mutant in mutants:
                found[mutant.file][number] += 1
        return {name: (made, lived) for name, (made, lived) in found.items()}

    # --- what pytest asks ---

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        session.config.pluginmanager.unregister(name="terminalreporter")
        self._measure(session.items)
        mutants = [
            mutant
            for file in self.files
            for mutant in mutants_of(file, str(file.relative_to(self.root)))
            if not self.only or any(part in mutant.key for part in self.only)
        ]
        self._try_all(mutants, {item.nodeid: item for item in session.items})
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    # --- measuring ---

    def _measure(self, items: list[pytest.Item]) -> None:
        """Find which tests reach each line, and how long each takes, in a process of its own."""
        end, start = os.pipe()
        child = os.fork()
        if not child:
            os.close(end)
            with os.fdopen(start, "wb") as told:
                pickle.dump(self._measured(items), told)
            os._exit(0)
        os.close(start)
        with os.fdopen(end, "rb") as told:
            self.reached, self.seconds, failed = pickle.load(told)
        os.waitpid(child, 0)
        if failed:
            raise pytest.UsageError(f"These tests fail without any mutant: {', '.join(failed)}")

    def _measured(self, items: list[pytest.Item]) -> tuple[Reached, dict[str, float], list[str]]:
        _silence()
        names = [str(file) for file in self.files]
        cover = coverage.Coverage(data_file=None, config_file=False, include=names)
        cover.start()
        seconds, failed = {}, []
        for item in items:
            cover.switch_context(item.nodeid)
            begun = time.process_time()
            if self._fails(item):
                failed.append(item.nodeid)
            seconds[item.nodeid] = time.process_time() - begun
        cover.stop()
        data, reached = cover.get_data(), {}
        for file in data.measured_files():
            for line, tests in data.contexts_by_lineno(file).items():
                reached[str(Path(file).relative_to(self.root)), line] = set(tests) - {""}
        return reached, seconds, failed

    def _fails(self, item: pytest.Item) -> bool:
        self.failed = False
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        return self.failed

    # --- trying ---

    def _try_all(self, mutants: list[Mutant], items: dict[str, pytest.Item]) -> None:
        running: dict[int, Mutant] = {}
        waiting = iter(mutants)
        while True:
            while len(running) < self.jobs and (mutant := next(waiting, None)) is not None:
                running[self._start(mutant, items)] = mutant
            if not running:
                return
            child, status = os.wait()
            mutant = running.pop(child)
            ended = os.waitstatus_to_exitcode(status)
            if ended == NOT_MADE:
                continue
            self.tried.append(mutant)
            if ended == LIVED:
                self.lived.append(mutant)
                print(f"lived: {mutant.key}", flush=True)
            if len(self.tried) % TOLD_EVERY == 0:
                print(f"{len(self.tried)} of {len(mutants)} tried", flush=True)

    def _start(self, mutant: Mutant, items: dict[str, pytest.Item]) -> int:
        """The number of a new process that tries this mutant."""
        child = os.fork()
        if child:
            return child
        status = KILLED
        try:
            status = self._outcome(mutant, items)
        finally:
            os._exit(status)

    def _outcome(self, mutant: Mutant, items: dict[str, pytest.Item]) -> int:
        _silence()
        try:
            _put_in(mutant)
        except LookupError:
            return NOT_MADE
        signal.signal(signal.SIGALRM, lambda *_: os._exit(KILLED))
        for name in self._tests_for(mutant):
            signal.alarm(PATIENCE + int(PATIENCE * self.seconds[name]))
            if self._fails(items[name]):
                return KILLED
        return LIVED

    def _tests_for(self, mutant: Mutant) -> list[str]:
        """The tests that can notice this mutant, the quickest first.

        A table is read when its module is imported: any test of the module may notice it.
        """
        found: set[str] = set()
        for (file, line), tests in self.reached.items():
            if file == mutant.file and (mutant.is_table or line in mutant.lines):
                found |= tests
        found = found or set(self.seconds)
        quick = [name for name in found if self.seconds[name] <= self.longest]
        return sorted(quick, key=lambda name: (self.seconds[name], name))


def _silence() -> None:
    """What the tests of a mutant print is of no use to anybody."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)


def _put_in(mutant: Mutant) -> None:
    """Exchange the code of a function, or a table; LookupError where that cannot be done."""
    name = mutant.file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    module = importlib.import_module(name)
    if mutant.is_table:
        _exchange_table(module, mutant)
        return
    found: Any = module
    for part in mutant.function.split("."):
        found = inspect.getattr_static(found, part)
    found = getattr(found, "fget", None) or getattr(found, "func", None) or found
    found = getattr(found, "__func__", found)
    if hasattr(found, "cache_clear"):
        found.cache_clear()
    found = inspect.unwrap(found)
    if not isinstance(found, FunctionType) or found.__code__.co_freevars != mutant.code.co_freevars:
        raise LookupError(mutant.function)
    found.__code__ = mutant.code


def _exchange_table(module: ModuleType, mutant: Mutant) -> None:
    """Give a table of the module its changed value, wherever it was imported."""
    fresh: dict[str, Any] = {"__name__": module.__name__, "__file__": module.__file__}
    FunctionType(mutant.code, fresh)()
    name = mutant.function
    old = getattr(module, name)
    for each in list(sys.modules.values()):
        if vars(each).get(name) is old:
            setattr(each, name, fresh[name])
