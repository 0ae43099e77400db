"""The command: let so much happen, and say what was acknowledged and what is there."""

import argparse
import signal
import sys
import tempfile
from pathlib import Path
from random import Random

from tqdm import tqdm

from tests.kill.browser import Fault
from tests.kill.mishaps import MISHAPS, NEED_SHIM, Tally, plan
from tests.kill.shim import ShimError, compile_shim
from tests.kill.trial import trial
from tests.postgres import PostgresError


def main() -> int:
    """Run the command; 0 where all that was acknowledged is there, and nothing twice."""
    parser = argparse.ArgumentParser(prog="python -m tests.kill", description=__doc__)
    parser.add_argument("--times", type=int, default=200, help="how many mishaps (200)")
    parser.add_argument("--seed", type=int, default=1, help="of what the tablets do (1)")
    parser.add_argument("--postgresql", action="store_true", help="not SQLite but PostgreSQL")
    parser.add_argument(
        "--mishap",
        action="append",
        choices=MISHAPS,
        help="only this one; may be given again (all of them, at random)",
    )
    asked = parser.parse_args()
    names = asked.mishap or possible()
    # So that what was started is ended, whatever stops us.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        return run(asked.seed, plan(names, asked.times, Random(asked.seed)), asked.postgresql)
    except (PostgresError, ShimError) as error:
        sys.exit(str(error))


def possible() -> list[str]:
    """Answer the mishaps that can be had on this machine, and say which are left out."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            compile_shim(Path(folder))
        except ShimError as error:
            print(f"Left out: {', '.join(sorted(NEED_SHIM))}. {error}", file=sys.stderr)
            return [name for name in MISHAPS if name not in NEED_SHIM]
    return list(MISHAPS)


def run(seed: int, planned: list[str], on_postgresql: bool) -> int:
    """Let what is planned happen, and print the figures."""
    tally = Tally()
    with_shim = not NEED_SHIM.isdisjoint(planned)
    workers = 2 if on_postgresql or "worker" in planned else 1
    with trial(seed, on_postgresql=on_postgresql, with_shim=with_shim, workers=workers) as one:
        try:
            with tqdm(planned, desc="mishaps") as bar:
                for name in bar:
                    bar.set_postfix(saved=one.acknowledged(), now=name)
                    tally.happen(one, name)
            figures = one.end()
            tally.note(one, "the end")
        except Fault as fault:
            one.ledger.faults.append(str(fault))
            figures = one.ledger.figures
    for told in one.ledger.faults[:20]:
        print(told, file=sys.stderr)
    print(tally)
    if one.caught_up:
        print(f"pages that listen caught up within {max(one.caught_up):.1f} s at most")
    print(figures)
    return 0 if figures.good and not one.ledger.faults else 1


if __name__ == "__main__":
    sys.exit(main())
