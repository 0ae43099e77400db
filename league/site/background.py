"""Work that the serving process has done by a process of its own, which gives way to the pages."""

import subprocess
import sys

from django.conf import settings


def failure_of(command: str) -> str | None:
    """Run ``manage.py COMMAND --by-itself`` to its end; return what went wrong, None for nothing.

    That is the last line that it said, "" where it was cut off. Raises OSError where no process
    can be started.
    """
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-m", "django", command, "--by-itself"],
        cwd=settings.BASE_DIR,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        check=False,
    )
    if not done.returncode:
        return None
    lines = done.stderr.strip().splitlines()
    return lines[-1] if lines else ""
