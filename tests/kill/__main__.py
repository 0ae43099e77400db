"""The command: kill so many times, and say what was acknowledged and what is there."""

import argparse
import signal
import sys

from tqdm import tqdm

from tests.kill.browser import Fault
from tests.kill.trial import trial
from tests.postgres import PostgresError


def main() -> int:
    """Run the command; 0 where all that was acknowledged is there, and nothing twice."""
    parser = argparse.ArgumentParser(prog="python -m tests.kill", description=__doc__)
    parser.add_argument("--times", type=int, default=200, help="how many kills (200)")
    parser.add_argument("--seed", type=int, default=1, help="of what the tablets do (1)")
    parser.add_argument("--postgresql", action="store_true", help="not SQLite but PostgreSQL")
    asked = parser.parse_args()
    # So that what was started is ended, whatever stops us.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        with trial(asked.seed, on_postgresql=asked.postgresql) as one:
            try:
                with tqdm(desc="kills", total=asked.times) as bar:
                    for _time in range(asked.times):
                        one.kill()
                        bar.set_postfix(saved=one.acknowledged())
                        bar.update()
                figures = one.end()
            except Fault as fault:
                one.ledger.faults.append(str(fault))
                figures = one.ledger.figures
    except PostgresError as error:
        sys.exit(str(error))
    for told in one.ledger.faults[:20]:
        print(told, file=sys.stderr)
    print(figures)
    return 0 if figures.good and not one.ledger.faults else 1


if __name__ == "__main__":
    sys.exit(main())
