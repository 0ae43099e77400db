"""The command: make tournaments, check each, say what was found."""

import argparse
import json
import sys
from collections import Counter

from tqdm import tqdm

from .generator import tournament
from .running import run, run_on_site


def main() -> int:
    """Run the command; 0 where every tournament is clean."""
    parser = argparse.ArgumentParser(prog="python -m tests.tournaments", description=__doc__)
    parser.add_argument("--count", type=int, default=5000, help="how many tournaments (5000)")
    parser.add_argument("--seed", type=int, default=1, help="the first one's seed (1)")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time (1)")
    parser.add_argument("--only", type=int, help="the tournament of this seed alone")
    parser.add_argument(
        "--print", action="store_true", help="print the transcript as JSON, with --only"
    )
    parser.add_argument(
        "--site",
        action="store_true",
        help="play small tournaments through the site, and check what it tells of corrections",
    )
    asked = parser.parse_args()
    if asked.print and asked.only is not None:
        json.dump(tournament(asked.only), sys.stdout, indent=1)
        print()
    count = asked.count if asked.only is None else 1
    first = asked.seed if asked.only is None else asked.only
    faulty: list[int] = []
    total: Counter[str] = Counter()
    seeds = range(first, first + count)
    with tqdm(desc="tournaments", total=count) as bar:
        for seed, faults, of_it in run_on_site(seeds) if asked.site else run(seeds, asked.jobs):
            total += of_it
            bar.update()
            if faults:
                faulty.append(seed)
                bar.write(f"seed {seed}: {len(faults)} faults (alone: --only {seed})")
                for fault in faults[: 3 if count > 1 else None]:
                    bar.write(f"  {fault}")
    for what, number in sorted(total.items()):
        print(f"{number:9,} {what}")
    print(f"{count:9,} tournaments, {len(faulty)} with faults {sorted(faulty)[:20] or ''}")
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
