"""Files that people send, read in a process of their own, which no file can make large or slow."""

import json
import logging
import os
import subprocess
import sys
import threading
from typing import Any

from django.conf import settings
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from league.spreadsheets.faults import MOST_BYTES, MOST_LINES
from league.spreadsheets.reading import FileLine
from scoring.refusals import Refusal

logger = logging.getLogger(__name__)

# By the clock; the process itself stops sooner on a machine that is not busy.
SECONDS = 30
# Each takes a part of the machine's memory, and a thread of the server waits for it.
AT_ONCE = threading.BoundedSemaphore(2)
# What a process needs to start at all. It has no use for the site's secrets.
ENVIRONMENT = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "VIRTUAL_ENV")


def file_lines(data: bytes) -> list[FileLine]:
    """The lines of a CSV or XLSX file that somebody sent.

    Raises `Refusal` for everything that is no list, or too long or costly a one, and while too
    many others are read.
    """
    if len(data) > MOST_BYTES:
        raise refusal("big")
    if not AT_ONCE.acquire(blocking=False):
        raise refusal("busy")
    try:
        answer = _ask(data)
    finally:
        AT_ONCE.release()
    if "fault" in answer:
        raise refusal(answer["fault"], answer["line"])
    return [
        FileLine(number, tuple(cells), frozenset(unread))
        for number, cells, unread in answer["lines"]
    ]


def _ask(data: bytes) -> dict[str, Any]:
    """What the process says of the file."""
    environment = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "league.spreadsheets"],
            cwd=settings.BASE_DIR,
            env=environment | {"OPENPYXL_LXML": "False", "OPENPYXL_DEFUSEDXML": "True"},
            input=data,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise refusal("slow") from error
    if done.returncode < 0:
        # Ended by the system, for it took too much of the processor.
        raise refusal("slow")
    if done.returncode:
        why = done.stderr.decode(errors="replace").strip().splitlines()
        logger.error("A file could not be read: %s", why[-1] if why else done.returncode)
        raise refusal("damaged")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def refusal(code: str, line: int = 0) -> Refusal:
    """The sentence for a file that cannot be read, which says what to do."""
    sentences = {
        "big": _(
            "The file is larger than %(megabytes)d MB. Choose a file with only a list of people."
        ),
        "empty": _("The file is empty. Choose another one."),
        "blank": _("The file has no line with anything in it."),
        "old": _(
            "The file is an old XLS file, or has a password. Save it as XLSX or CSV without a "
            "password and choose that one."
        ),
        "kind": _(
            "This list cannot be read. Choose a CSV or XLSX file, as spreadsheet programs save "
            "them."
        ),
        "lines": _(
            "The file has more than %(most)s lines or too many cells. Split it, or choose the "
            "right one."
        ),
        "cell": _("Line %(line)d holds more text than a list of people has."),
        "quote": _(
            "Line %(line)d opens a quotation mark and never closes it, so everything after it is "
            "one cell. Close it or remove it, and choose the file again."
        ),
        "damaged": _(
            "The file is damaged, or is not an XLSX file. Open it in your spreadsheet program, "
            "save it again as XLSX or CSV, and choose that one."
        ),
        "packed": _("This is a packed file, but not an XLSX file. Save the list as XLSX or CSV."),
        "unpacked": _(
            "The file unpacks to more than a list of people needs. Copy the list into a new file "
            "and choose that one."
        ),
        "slow": _(
            "Reading the file takes too long. Copy the list alone into a new file and choose that "
            "one."
        ),
        "busy": _("Other files are being read just now. Wait a moment and choose the file again."),
    }
    values = {
        "megabytes": MOST_BYTES // 2**20,
        "most": number_format(MOST_LINES, force_grouping=True),
        "line": line,
    }
    return Refusal(code, sentences[code] % values)
