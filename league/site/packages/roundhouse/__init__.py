"""The command `roundhouse`, as a wheel brings it.

The folder `app` beside this file holds Roundhouse as a clone does.
"""

import sys
from pathlib import Path


def main() -> None:
    """Run the command that was typed."""
    sys.path.insert(0, str(Path(__file__).resolve().parent / "app"))
    from league.site.launching import main as launch  # noqa: PLC0415 - it was not found before

    launch(sys.argv[1:])
