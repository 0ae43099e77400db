"""The process that reads one file: ``python -m league.spreadsheets``, the file on its input.

Writes what it read, or what is wrong with the file, as JSON. It gives itself little memory and
time, so that no file can take more, and it has no Django, no database and no secret.
"""

import importlib
import json
import sys

from .faults import FileFault

# Above what the longest list needs, see tests/league/spreadsheets; where the system can limit it.
MOST_MEMORY = 400 * 1024 * 1024
# Of the processor; what waits for a busy machine is not counted.
MOST_SECONDS = 20


def limit() -> None:
    """Take less memory and time from now on; Windows has no such limits, only the asker's clock."""
    try:
        resource = importlib.import_module("resource")
    except ImportError:
        return
    for what, most in (
        (resource.RLIMIT_AS, MOST_MEMORY),
        (resource.RLIMIT_CPU, MOST_SECONDS),
        (resource.RLIMIT_CORE, 0),
    ):
        _soft, hard = resource.getrlimit(what)
        if hard == resource.RLIM_INFINITY or hard > most:
            resource.setrlimit(what, (most, most))


def answer(data: bytes) -> dict[str, object]:
    """Return the answer for the file: its lines, or the code of a fault and its line."""
    from .reading import read_lines  # noqa: PLC0415 - not before the limits

    try:
        lines = read_lines(data)
    except FileFault as fault:
        return {"fault": fault.code, "line": fault.line}
    except MemoryError:
        return {"fault": "unpacked", "line": 0}
    return {"lines": [(line.number, line.cells, sorted(line.unread)) for line in lines]}


def main() -> None:
    """Read the file and say what is in it."""
    limit()
    # openpyxl would load it for the names of its numbers; it takes longer than all the rest.
    sys.modules["numpy"] = None  # type: ignore[assignment]
    reply = answer(sys.stdin.buffer.read())
    sys.stdout.buffer.write(json.dumps(reply, ensure_ascii=False).encode("utf-8", "replace"))


if __name__ == "__main__":
    main()
