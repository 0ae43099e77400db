"""A few threads for the site's own code, given out in turn among those who wait for one."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")


class FairPool:
    """Threads that run one call at a time each; of the loop's own thread alone.

    Who waits is served by address in rotation, not in the order of asking: an address that asks a
    thousand times at once waits for itself, and the next one's first call comes after one of them.
    """

    def __init__(self, threads: int) -> None:
        """Create a pool with a number of threads, which are started when they are needed."""
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="pages")
        self._idle = threads
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def run(self, address: str, call: Callable[[], Result]) -> Result:
        """Return what `call` returns, run in one of the threads when it is the address's turn."""
        if self._idle:
            self._idle -= 1
        else:
            turn = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(address, deque()).append(turn)
            await turn
        job = asyncio.get_running_loop().run_in_executor(self._executor, call)
        job.add_done_callback(self._pass_on)
        return await asyncio.shield(job)

    def _pass_on(self, _: object) -> None:
        """Give the thread that became free to the next address, or keep it idle."""
        while self._waiting:
            address, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[address] = turns
            if not turn.done():
                turn.set_result(None)
                return
        self._idle += 1
