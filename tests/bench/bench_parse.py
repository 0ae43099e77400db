"""How long a question in one's own words takes to read: `python3 -m tests.bench.bench_parse`.

Reads every kept sentence of `tests/engine/parsing` once; `bench_parse es` reads those in Spanish,
of its folder. Prints the time of the very first, which
also loads the words, then the median, the slowest hundredth and the worst of the others, in
milliseconds of wall clock, and the sentence that took longest. The aim is 20 ms at most.
"""

import json
import statistics
import sys
import time
from pathlib import Path

from engine.parsing import grammar_for, parse

SENTENCES = Path(__file__).parents[1] / "engine" / "parsing"


def main(language: str = "") -> None:
    """Time every sentence and print the figures."""
    lines = [
        json.loads(line)
        for path in sorted((SENTENCES / language).glob("*.jsonl"))
        for line in path.read_text("utf-8").splitlines()
    ]
    times = []
    for line in lines:
        begun = time.perf_counter()
        parse(line["text"], line["seats"], grammar_for(language))
        times.append(((time.perf_counter() - begun) * 1000, line["text"]))
    first, _ = times.pop(0)
    times.sort()
    milliseconds = [elapsed for elapsed, _ in times]
    print(f"{len(lines):,} sentences")
    print(f"first  {first:6.2f} ms")
    print(f"median {statistics.median(milliseconds):6.2f} ms")
    print(f"99 %   {milliseconds[len(times) * 99 // 100]:6.2f} ms")
    print(f"worst  {milliseconds[-1]:6.2f} ms: {times[-1][1]}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
