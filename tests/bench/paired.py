"""The same benches on two commits, in turns: `python3 -m tests.bench.paired <commit> [options]`.

    python3 -m tests.bench.paired 9eb1250                    the commit here against that one
    python3 -m tests.bench.paired 9eb1250 597098b --runs 9   two others, nine runs each

Both are checked out into folders that go away afterwards. They take turns, and each goes first as
often, so that a machine that is busy for a while slows both. Prints each line's median over the
runs, before and after, and their ratio; ends with 1 where one is more than 5 % slower.

Pages are measured in processor time, and each run begins at another depth of calls: CPython up to
3.12 is slow where a loop lies on certain depths (see `league/site/call_memory.py`), so that a page
may be fast in one run by luck alone.
"""

import argparse
import re
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from league.site.setup import PYTHON

ROOT = Path(__file__).resolve().parents[2]
OF_PAGES = ("bench_sheet",)
BENCHES = ("bench_simulate", "bench_rulings", *OF_PAGES)
PRINT_QUESTIONS = """
import json
from tests.engine.deciding import kept_cases
for kept in kept_cases():
    print(json.dumps(kept.case))
"""
# Runs a bench by its name, at that depth of calls; what the bench takes for a clock on the wall is
# the processor's.
RUN_PAGES = """
import runpy, sys, time
time.perf_counter = time.process_time
def at(depth, bench):
    if depth:
        at(depth - 1, bench)
    else:
        runpy.run_module(bench, run_name="__main__")
at(int(sys.argv[2]), sys.argv[1])
"""
STEP_OF_DEPTH = 13
# A bench prints its times so: "poll it, nothing new    median    3.10 ms   worst ...".
LINE = re.compile(
    r"^(?P<name>.+?)\s+(?:\d+ questions.*?)?median +(?P<value>[\d.,]+) (?P<unit>\w+)(?:$|,| )"
)
MOST_SLOWER = 1.05

Times = dict[str, list[float]]


@contextmanager
def checkout(folder: Path, commit: str) -> Iterator[Path]:
    """Yield a folder with that commit checked out; it goes away again."""
    git = ["git", "-C", str(ROOT), "worktree"]
    subprocess.run([*git, "add", "--quiet", "--detach", str(folder), commit], check=True)
    try:
        yield folder
    finally:
        subprocess.run([*git, "remove", "--force", str(folder)], check=True)


def run_python(folder: Path, *arguments: str) -> str:
    """Return what the project's own Python prints when it runs in a checkout."""
    python = PYTHON if PYTHON.exists() else sys.executable
    done = subprocess.run(
        [python, *arguments], cwd=folder, check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout


def run_bench(folder: Path, bench: str, run: int, *arguments: str) -> dict[str, float]:
    """Return the median that a bench prints for each of its lines, by name and unit."""
    module = f"tests.bench.{bench}"
    if bench in OF_PAGES:
        output = run_python(folder, "-c", RUN_PAGES, module, str(run * STEP_OF_DEPTH))
    else:
        output = run_python(folder, "-m", module, *arguments)
    medians = {}
    for line in output.splitlines():
        if match := LINE.match(line):
            name = f"{bench}: {match['name'].strip()} ({match['unit']})"
            medians[name] = float(match["value"].replace(",", ""))
    return medians


def compare(before: Path, after: Path, questions: Path, runs: int) -> tuple[Times, Times]:
    """Run every bench in both checkouts, in turns; return the times of both."""
    old_times: Times = defaultdict(list)
    new_times: Times = defaultdict(list)
    for bench in BENCHES:
        of_the_same = [str(questions)] if bench == "bench_rulings" else []
        turns = [(before, [], old_times), (after, of_the_same, new_times)]
        for run in range(runs):
            turns.reverse()
            for folder, arguments, times in turns:
                for name, value in run_bench(folder, bench, run, *arguments).items():
                    times[name].append(value)
    return old_times, new_times


def main(older: str, newer: str, runs: int) -> int:
    """Print the comparison; return 1 where something became more than 5 % slower."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        before = stack.enter_context(checkout(Path(folder) / "before", older))
        after = stack.enter_context(checkout(Path(folder) / "after", newer))
        # Both are asked the same questions, those that the older commit has.
        questions = Path(folder) / "questions.jsonl"
        questions.write_text(run_python(before, "-c", PRINT_QUESTIONS), "utf-8")
        old_times, new_times = compare(before, after, questions, runs)
    slower = 0
    for name in sorted(old_times.keys() & new_times.keys()):
        old, new = statistics.median(old_times[name]), statistics.median(new_times[name])
        slower += new > old * MOST_SLOWER
        print(f"{name:<64} {old:10.4g} {new:10.4g}   x {new / old:.2f}")
    for name in sorted(old_times.keys() ^ new_times.keys()):
        print(f"only in one of them: {name}")
    return 1 if slower else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python3 -m tests.bench.paired")
    parser.add_argument("older", help="the commit to compare with")
    parser.add_argument("newer", nargs="?", default="HEAD")
    parser.add_argument("--runs", type=int, default=5)
    sys.exit(main(**vars(parser.parse_args())))
