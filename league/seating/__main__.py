"""Starts the command line, with the project's own Python where another one lacks numpy."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / ".venv" / "bin" / "python"


def begin() -> int:
    """Run the command; its exit status. Sets the project up where that has not been done."""
    if find_spec("numpy") is None:
        if not PYTHON.exists():
            # Whatever this says is no plan, and the case is still to be read.
            setup = [sys.executable, str(ROOT / "manage.py"), "version"]
            subprocess.run(setup, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False)  # noqa: S603
        arguments = [str(PYTHON), "-m", "league.seating", *sys.argv[1:]]
        try:
            os.execv(PYTHON, arguments)  # noqa: S606
        except OSError:
            sys.stderr.write("The planner needs numpy: run python3 manage.py serve once.\n")
            return 2
    from league.seating.command_line import main  # noqa: PLC0415  it imports numpy

    return main()


if __name__ == "__main__":
    sys.exit(begin())
