"""What the site is allowed to take: time for one request, memory for all of them."""

import sys
from dataclasses import dataclass, field

# From issue 12. Time is the processor's. Memory is that of the process that answers; here it asks
# as well, and keeps the world and what it has seen, so that the site by itself takes less.
MOST_SECONDS = 5.0
MOST_MEGABYTES = 400
# What raised the peak by less is not worth a line.
WORTH_A_LINE = 5
LINES = 5


def peak_megabytes() -> int:
    """The most memory that this process ever held; 0 where the system does not count it."""
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (2**20 if sys.platform == "darwin" else 2**10))


@dataclass
class Memory:
    """The process's memory before the first request, and what each request added to its peak."""

    before: int = field(default_factory=peak_megabytes)
    raised: list[tuple[int, str]] = field(default_factory=list)
    peak: int = 0

    def __post_init__(self) -> None:
        self.peak = self.before

    def look(self, request: object) -> None:
        """Note what was asked, if it raised the peak."""
        peak = peak_megabytes()
        if peak - self.peak >= WORTH_A_LINE:
            self.raised = sorted([*self.raised, (peak - self.peak, str(request)[:200])])[-LINES:]
        self.peak = max(self.peak, peak)

    def told(self) -> list[str]:
        """The figures, a line each."""
        lines = [f"memory: {self.before} MB before the first request, at most {self.peak} MB"]
        lines += [f"  +{megabytes} MB: {request}" for megabytes, request in self.raised[::-1]]
        return lines


def exceeded(slowest: float, megabytes: int) -> list[str]:
    """What was taken of time and memory beyond what is allowed, a sentence each."""
    faults = []
    if slowest > MOST_SECONDS:
        faults.append(f"a request took {slowest:.1f} s, and {MOST_SECONDS:.0f} s are allowed")
    if megabytes > MOST_MEGABYTES:
        faults.append(f"the process took {megabytes} MB, and {MOST_MEGABYTES} MB are allowed")
    return faults
