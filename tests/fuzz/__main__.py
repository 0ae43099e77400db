"""The command: ask for so many seconds, and say what was answered."""

import argparse
import os
import signal
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

from tqdm import tqdm

from tests.postgres import HOW_TO_GET_IT, find_binaries, throwaway_server


def main() -> int:
    """Run the command; 0 where nothing was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=600, help="how long (600)")
    parser.add_argument("--seed", type=int, default=1, help="of what is asked (1)")
    parser.add_argument("--only", type=int, help="the number of one chain, as a finding has it")
    parser.add_argument("--page", default="", help="pages whose names hold this word")
    parser.add_argument("--postgresql", action="store_true", help="not SQLite but PostgreSQL")
    asked = parser.parse_args()
    # So that what was started is ended, whatever stops us.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    os.environ["TEST_DATABASE_URL"] = ""
    with ExitStack() as stack:
        if asked.postgresql:
            binaries = find_binaries()
            if binaries is None:
                sys.exit(HOW_TO_GET_IT)
            os.environ["TEST_DATABASE_URL"] = stack.enter_context(throwaway_server(binaries))
        return run(asked)


def run(asked: argparse.Namespace) -> int:
    """Ask, on a database of its own."""
    import django

    django.setup()
    from django.test.utils import override_settings, setup_databases, teardown_databases

    databases = setup_databases(verbosity=0, interactive=False)
    try:
        with tempfile.TemporaryDirectory() as folder, override_settings(BACKUP_DIR=Path(folder)):
            return ask(asked)
    finally:
        teardown_databases(databases, verbosity=0)


def ask(asked: argparse.Namespace) -> int:
    """Ask until the time is over, and print what came of it."""
    from tests.fuzz.looking import Look, listening
    from tests.fuzz.measuring import exceeded
    from tests.fuzz.site import open_site

    with open_site() as site:
        look = Look(site, tell=tqdm.write)
        names = [name for name in site.names if asked.page in name]
        with listening(look.told), tqdm(total=round(asked.seconds), unit="s") as bar:
            begun = time.monotonic()
            if asked.only is None and asked.page == "":
                sweep(look, bar, Random(asked.seed), until=begun + asked.seconds / 2)
            number = 0 if asked.only is None else asked.only
            while (passed := time.monotonic() - begun) < asked.seconds:
                rng = Random(f"{asked.seed} {number}")
                look.chain(names[number % len(names)], rng, f"--seed {asked.seed} --only {number}")
                number += 1
                bar.set_postfix(requests=look.asked, findings=len(look.found), refresh=False)
                bar.update(round(passed) - bar.n)
                if asked.only is not None:
                    break
        for seen in look.found.values():
            print(f"seen {len(seen)} times: {min(seen, key=len)}", end="\n\n")
        print(f"{look.asked} requests to {len(look.pages)} pages of {len(site.names)}")
        print(", ".join(f"{status}: {count}" for status, count in sorted(look.statuses.items())))
        print(f"never asked for: {', '.join(set(site.names) - set(look.pages)) or 'none'}")
        for seconds, told in look.slowest:
            print(f"{seconds:.2f} s: {told}")
        print(*look.memory.told(), sep="\n")
        print(f"{len(look.found)} findings")
        beyond = exceeded(look.slowest[0][0] if look.slowest else 0, look.memory.peak)
        print(*(f"too much: {one}" for one in beyond), sep="\n", end="")
    return 1 if look.found or beyond else 0


def sweep(look: Any, bar: Any, rng: Random, *, until: float) -> None:
    """Send every field of every form each of the worst values, as many as there is time for."""
    from tests.fuzz.asking import each_field

    makers = list(each_field(look.site))
    rng.shuffle(makers)
    for number, (name, maker) in enumerate(makers):
        if time.monotonic() > until:
            tqdm.write(f"in the sweep of all fields: {number} requests of {len(makers)}")
            return
        look.one(name, maker, "in the sweep of all fields")
        bar.set_postfix(requests=look.asked, findings=len(look.found), at=name, refresh=False)
        bar.update(0)


if __name__ == "__main__":
    sys.exit(main())
