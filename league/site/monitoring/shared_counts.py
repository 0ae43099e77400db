"""The counts of a server with several workers: each writes its own down, whoever is asked adds up.

`prometheus_client` has files for that, which lie in memory and on the disk at once. Where the disk
is full, the page fails that counts something new, or the worker dies. Here a page counts in memory
alone, and a file that cannot be written stays as it was.
"""

import json
import os
import threading
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

# Until others can read what a worker has counted.
WRITTEN_EVERY_SECONDS = 5.0
# A figure's name and labels with its value, by the name of its family.
Figures = dict[str, list[tuple[str, dict[str, str], float]]]


class SharedCounts(Collector):
    """Counts of this process, and once it shares a folder with others, of all that write there."""

    def __init__(self, counts: Sequence[Collector]) -> None:
        """Begin with this process alone."""
        self._counts = counts
        self._folder: Path | None = None
        self._written = ""

    def share(self, folder: Path) -> None:
        """Write this process's counts into a folder, and read there what others wrote."""
        self._folder = folder
        threading.Thread(target=self._keep_writing, name="counts", daemon=True).start()

    def _keep_writing(self) -> None:
        pause = threading.Event()
        while True:
            pause.wait(WRITTEN_EVERY_SECONDS)
            self.write()

    def write(self) -> None:
        """Write the counts down if they have changed; where that cannot be, do nothing."""
        text = json.dumps({family.name: _figures(family) for family in self._own()})
        if self._folder is None or text == self._written:
            return
        file = self._folder / f"{os.getpid()}.json"
        part = file.with_suffix(".part")
        with suppress(OSError):
            self._folder.mkdir(exist_ok=True)
            part.write_text(text, "ascii")
            part.replace(file)
            self._written = text

    def collect(self) -> Iterator[Metric]:
        """Yield each family of counts, those of all processes added up.

        Of a process that has ended, its gauges count no longer.
        """
        others = dict(self._others())
        for family in self._own():
            sums: defaultdict[tuple[str, tuple[tuple[str, str], ...]], float] = defaultdict(float)
            of_all = [_figures(family)]
            for pid, figures in others.items():
                if family.type != "gauge" or _lives(pid):
                    of_all.append(figures.get(family.name, []))
            for name, labels, value in (figure for figures in of_all for figure in figures):
                sums[name, tuple(labels.items())] += value
            together = Metric(family.name, family.documentation, family.type)
            for (name, labels_of), value in sums.items():
                together.add_sample(name, dict(labels_of), value)
            yield together

    def _own(self) -> Iterator[Metric]:
        for count in self._counts:
            yield from count.collect()

    def _others(self) -> Iterator[tuple[int, Figures]]:
        for file in self._folder.glob("*.json") if self._folder else ():
            if file.stem != str(os.getpid()):
                yield int(file.stem), json.loads(file.read_text("ascii"))


def _figures(family: Metric) -> list[tuple[str, dict[str, str], float]]:
    """Return the figures of a family without when each was counted for the first time."""
    return [
        (sample.name, sample.labels, sample.value)
        for sample in family.samples
        if not sample.name.endswith("_created")
    ]


def _lives(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False
