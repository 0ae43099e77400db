"""The bad days that the kill test makes: each is what it says."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.kill.power import cut_power
from tests.kill.shim import NO_GROWTH, NO_WRITE, ROOM, Shim, ShimError, compile_shim
from tests.kill.site import ROOT

# Does what it reads, a line at a time, and answers each.
PROGRAM = """
import os, sqlite3, sys, time
for line in sys.stdin:
    try:
        exec(line)
        print("done", flush=True)
    except Exception as error:
        print('error:', error, flush=True)
"""

COUNT = (
    "base = sqlite3.connect('base'); rows = base.execute('SELECT * FROM t').fetchall(); "
    "assert len(rows) == {}"
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    try:
        return compile_shim(tmp_path_factory.mktemp("library"))
    except ShimError as error:
        pytest.skip(str(error))


class Program:
    """A program that writes below `data`, with the shim around it."""

    def __init__(self, library: Path, folder: Path) -> None:
        self.data = folder / "data"
        self.data.mkdir()
        self.shim = Shim(library, folder / "shim", self.data)
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            cwd=self.data,
            env=self.shim.variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def do(self, line: str) -> str:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()


@pytest.fixture
def program(library: Path, tmp_path: Path) -> Iterator[Program]:
    running = Program(library, tmp_path)
    yield running
    running.kill()


def test_a_full_disk_lets_files_be_read_and_changed_in_place_or_not_at_all(
    program: Program,
) -> None:
    assert program.do("file = open('a', 'w+b', buffering=0); file.write(b'12345678')") == "done"
    program.shim.fill_disk(NO_GROWTH)
    assert "No space left" in program.do("file.write(b'9')")
    assert program.do("os.pwrite(file.fileno(), b'0', 0)") == "done"
    assert "No space left" in program.do("open('b', 'w')")
    program.shim.fill_disk(NO_WRITE)
    assert "No space left" in program.do("os.pwrite(file.fileno(), b'1', 0)")
    assert program.do("assert open('a').read() == '02345678'") == "done"
    program.shim.fill_disk(ROOM)
    assert program.do("file.write(b'9')") == "done"


def test_the_clock_is_where_it_was_moved_to(program: Program) -> None:
    program.do("before, steady = time.time(), time.monotonic()")
    program.shim.move_clock(-1000)
    assert program.do("assert -1000 <= time.time() - before < -900") == "done"
    assert program.do("assert 0 <= time.monotonic() - steady < 100") == "done"


@pytest.mark.parametrize("seed", range(6))
def test_a_power_cut_takes_what_was_not_synced_and_nothing_else(
    program: Program, seed: int
) -> None:
    program.shim.keep_journal()
    steps = [
        "file = open('a', 'w+b', buffering=0); file.write(b'a' * 4096); os.fsync(file.fileno())",
        # Of this, each sector may be there or not.
        "os.pwrite(file.fileno(), b'b' * 2048, 1024); os.pwrite(file.fileno(), b'c' * 4096, 4096)",
        "open('b', 'w').write('never synced'); os.rename('b', 'c')",
    ]
    assert [program.do(step) for step in steps] == ["done"] * 3
    program.kill()
    cut_power(program.shim, Random(seed))
    found = (program.data / "a").read_bytes()
    assert found[:1024] == b"a" * 1024
    assert found[3072:4096] == b"a" * 1024
    assert {bytes({*found[at : at + 512]}) for at in range(1024, 3072, 512)} <= {b"a", b"b"}
    assert {*found[4096:]} <= {0, ord("c")}
    assert not ((program.data / "b").exists() and (program.data / "c").exists())


def test_a_power_cut_at_the_worst_takes_all_of_it(program: Program) -> None:
    program.shim.keep_journal()
    for step in (
        "file = open('a', 'w+b', buffering=0); file.write(b'old'); os.fsync(file.fileno())",
        "file.truncate(0); file.seek(0); file.write(b'newer and longer')",
        "open('b', 'w').write('synced'); other = open('b'); os.fsync(other.fileno())",
        "os.unlink('b'); open('c', 'w').write('c')",
    ):
        assert program.do(step) == "done"
    program.kill()
    cut_power(program.shim, Worst())
    assert {path.name for path in program.data.iterdir()} == {"a", "b"}
    assert (program.data / "a").read_bytes() == b"old"
    assert (program.data / "b").read_text() == "synced"


class Worst(Random):
    """Chance as it would have it: nothing was carried to the disk by itself."""

    def random(self) -> float:
        return 0.5

    def randint(self, a: int, b: int) -> int:
        return a

    def choice(self, seq: Any) -> Any:
        return seq[0]


@pytest.mark.parametrize(("mode", "rows"), [("FULL", 2), ("OFF", 1)])
def test_a_database_keeps_what_it_synced(program: Program, mode: str, rows: int) -> None:
    """What the kill test has to notice: a commit that was only handed to the system."""
    program.do("base = sqlite3.connect('base', isolation_level=None)")
    program.do("base.execute('PRAGMA journal_mode=WAL'); base.execute('CREATE TABLE t (n)')")
    program.do("base.execute('INSERT INTO t VALUES (1)'); base.close()")
    program.shim.keep_journal()
    program.do("base = sqlite3.connect('base', isolation_level=None)")
    program.do(f"base.execute('PRAGMA synchronous={mode}')")
    assert program.do("base.execute('INSERT INTO t VALUES (2)')") == "done"
    program.kill()
    cut_power(program.shim, Worst())
    program.start()
    assert program.do(COUNT.format(rows)) == "done"


@pytest.mark.parametrize("held", [True, False])
def test_what_a_killed_server_wrote_is_synced_before_it_is_shown(
    program: Program, held: bool
) -> None:
    """The power fails soon after a kill, and the answer to the second try has gone out."""
    program.do("base = sqlite3.connect('base', isolation_level=None)")
    program.do("base.execute('PRAGMA journal_mode=WAL'); base.execute('CREATE TABLE t (n)')")
    program.do("base.close()")
    program.shim.keep_journal()
    program.do("base = sqlite3.connect('base', isolation_level=None)")
    program.do("base.execute('PRAGMA synchronous=OFF')")
    assert program.do("base.execute('INSERT INTO t VALUES (1)')") == "done"
    program.kill()
    program.start()
    if held:
        program.do(f"sys.path.insert(0, {str(ROOT)!r})")
        program.do("from league.site.backups.holding import hold_open; hold_open('base')")
    assert program.do(COUNT.format(1)) == "done"
    program.kill()
    cut_power(program.shim, Worst())
    program.start()
    assert program.do(COUNT.format(int(held))) == "done"


def test_a_site_where_nobody_does_anything_can_be_read_on_a_full_disk(program: Program) -> None:
    program.do("base = sqlite3.connect('base', isolation_level=None)")
    program.do("base.execute('PRAGMA journal_mode=WAL'); base.execute('CREATE TABLE t (n)')")
    program.do(f"base.close(); sys.path.insert(0, {str(ROOT)!r})")
    program.shim.fill_disk(NO_GROWTH)
    assert "error" in program.do(COUNT.format(0))
    program.shim.fill_disk(ROOM)
    program.do("base.close()")
    program.do("from league.site.backups.holding import hold_open; hold_open('base')")
    program.shim.fill_disk(NO_GROWTH)
    assert program.do(COUNT.format(0)) == "done"
