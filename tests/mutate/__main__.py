"""The command: make mutants, try each in a process of its own, list who lived."""

import argparse
import sys
from pathlib import Path

from tests.mutate.trying import Trials

ROOT = Path(__file__).resolve().parents[2]
EXPLAINED = ROOT / "tests" / "engine" / "survivors.txt"


def explained() -> dict[str, str]:
    """The mutants that no test can notice, each with the reason."""
    found = {}
    for line in EXPLAINED.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            key, _, reason = line.rpartition(" | ")
            found[key] = reason
    return found


def files_of(names: list[str]) -> list[Path]:
    """The modules named, with all of a package that is."""
    found = []
    for name in names:
        path = (ROOT / name).resolve()
        found += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return found


def tell(trials: Trials, *, whole: bool) -> int:
    """Print the unexplained survivors, the number in each module, and explanations without one."""
    known = explained()
    unexplained = [mutant for mutant in trials.lived if mutant.key not in known]
    print()
    for mutant in unexplained:
        print(f"line {mutant.lines[0]}: {mutant.key}")
    for name, (made, lived) in trials.by_file().items():
        of_them = sum(mutant.file == name and mutant.key in known for mutant in trials.lived)
        print(f"{name}: {made} mutants, {made - lived} killed, {of_them} explained")
    keys = {mutant.key for mutant in trials.lived}
    for key in sorted(known.keys() - keys):
        if whole and key.split(" | ")[0] in trials.by_file():
            print(f"explained, but killed or not made: {key}")
    print(f"{len(unexplained)} survivors without an explanation")
    return 1 if unexplained else 0


def main() -> int:
    """Run the command; 0 where every survivor is explained."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument(
        "modules", nargs="+", help="files or packages, such as engine/rulings/plays.py"
    )
    parser.add_argument("--tests", nargs="+", default=["tests/engine"], help="tests to try them on")
    parser.add_argument("--jobs", type=int, default=2, help="how many to try at a time")
    parser.add_argument(
        "--only", nargs="+", default=[], help="try only mutants with one of these in their name"
    )
    parser.add_argument(
        "--longest", type=float, default=5.0, help="leave out tests that take more seconds"
    )
    asked = parser.parse_args()
    trials = Trials(ROOT, files_of(asked.modules), asked.jobs, asked.longest, asked.only)
    return trials.run(asked.tests) or tell(trials, whole=not asked.only)


if __name__ == "__main__":
    sys.exit(main())
