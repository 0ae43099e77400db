"""How long tests wait for another process or a browser before they give up.

A test that passes waits no longer than it must, so nothing is won by less; and none may fail only
because the machine is busy.
"""

import time
from collections.abc import Callable

PATIENCE = 300  # seconds
BROWSER_PATIENCE = 120_000  # milliseconds, as browsers count
PAUSE = 0.05


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait for what another process does a little later; fail when it never does."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(PAUSE)
