"""The command: `python -m tests.installs [WAY ...]` installs Roundhouse as a newcomer would.

`python` takes the wheel with pip, pipx and uvx; `debian12` and `debian13` follow the README on a
Debian that has nothing else; `container` builds and runs the image, without Docker; `compose` takes
Docker's compose file. Each prints what it saw and how long it took. Ends with 1 where one was
stopped, and says by what. It takes the last commit. All but `python` and `compose` need root on
Debian: sudo apt install debootstrap pipx buildah skopeo.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.installs import compose, containers, debian, pythons
from tests.installs.trying import InstallError

Way = Callable[[Path, Path], Iterator[str]]


def main() -> int:
    """Run the command; 0 where nothing stopped a newcomer."""
    ways: dict[str, Way] = {
        "python": pythons.tried,
        "container": containers.tried,
        "compose": compose.tried,
    }
    ways |= {name: partial(debian.tried, suite) for name, suite in debian.SUITES.items()}
    parser = argparse.ArgumentParser(prog="python -m tests.installs", description=__doc__)
    parser.add_argument("ways", nargs="*", choices=[*ways, []], metavar="WAY", help=", ".join(ways))
    parser.add_argument("--keep", type=Path, help="a folder for bare systems, for another time")
    options = parser.parse_args()
    stopped = 0
    for name in options.ways or ways:
        print(f"--- {name}", flush=True)
        with TemporaryDirectory(prefix="roundhouse-installs-") as folder:
            try:
                for seen in ways[name](Path(folder), options.keep or Path(folder) / "kept"):
                    print(seen, flush=True)
            except InstallError as error:
                stopped += 1
                print(f"STOPPED: {error}", flush=True)
    return 1 if stopped else 0


if __name__ == "__main__":
    sys.exit(main())
