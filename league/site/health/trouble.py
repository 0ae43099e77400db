"""What is wrong with the database, noted where every worker sees it, and said in sentences."""

import json
import os
import shlex
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from league.site import setup

Kind = Literal["damaged", "missing", "newer"]
NOTE = "database-trouble.json"
ENVIRONMENT = ("DATA_DIR", "BACKUP_DIR", "DATABASE_URL")


@dataclass(frozen=True)
class Trouble:
    """Why the database cannot be used.

    `detail` is the step of a newer version. `copy` is the newest good copy, "" if there is none;
    `made_at` is when it was made.
    """

    kind: Kind
    detail: str = ""
    copy: str = ""
    made_at: str = ""

    @property
    def moment(self) -> datetime | None:
        """When the newest good copy was made."""
        return datetime.fromisoformat(self.made_at) if self.made_at else None


def _file() -> Path:
    return Path(settings.DATA_DIR) / NOTE


def read() -> Trouble | None:
    """What is noted; one look at the disk where nothing is."""
    try:
        kept = json.loads(_file().read_text(encoding="utf-8"))
        return Trouble(**kept)
    except OSError:
        return None
    except (ValueError, TypeError):
        return Trouble("damaged")


def note(trouble: Trouble) -> None:
    """Let every page say it. On a full disk it is said by the console alone."""
    draft = _file().with_name(f"{NOTE}.{os.getpid()}")
    with suppress(OSError):
        draft.write_text(json.dumps(asdict(trouble)), encoding="utf-8")
        draft.replace(_file())


def forget() -> None:
    """The database can be used again."""
    with suppress(OSError):
        _file().unlink(missing_ok=True)


def what_is_wrong(trouble: Trouble) -> str:
    """One sentence."""
    if trouble.kind == "newer":
        return _(
            "A newer version of Roundhouse has changed the database (%(step)s), and this version "
            "cannot read it: install the newer version, or restore a copy from before."
        ) % {"step": trouble.detail}
    if trouble.kind == "missing":
        return _("The database is gone or empty, but there are copies of it.")
    return _("The database is damaged.")


def command(trouble: Trouble) -> str:
    """What restores the newest good copy, as it is typed in the folder of Roundhouse; or ""."""
    if not trouble.copy:
        return ""
    path = Path(trouble.copy)
    if path.is_relative_to(settings.BASE_DIR):
        path = path.relative_to(settings.BASE_DIR)
    return f"{_variables()}{setup.program()} restore {_quoted(str(path))}"


def start_command() -> str:
    """What starts the site again, after that."""
    return f"{_variables()}{setup.program()} serve"


def _quoted(word: str) -> str:
    return subprocess.list2cmdline([word]) if sys.platform == "win32" else shlex.quote(word)


def _variables() -> str:
    """The settings without which the command would be about another database.

    A server's address is left out, since it may contain a password. Windows has no such words: who
    set them there has set them for every program.
    """
    if sys.platform == "win32":
        return ""
    names = ENVIRONMENT if connection.vendor == "sqlite" else ENVIRONMENT[:-1]
    variables = [
        f"{name}={shlex.quote(os.environ[name])}" for name in names if os.environ.get(name)
    ]
    return "".join(f"{variable} " for variable in variables)


def lines(trouble: Trouble) -> list[str]:
    """All of it for the console: what is wrong, which copy to restore, and how."""
    sentences = [what_is_wrong(trouble)]
    if trouble.moment:
        sentences += [
            _("The newest good copy was made at %s. Stop the site, and restore it with:")
            % f"{timezone.localtime(trouble.moment):%Y-%m-%d %H:%M:%S}",
            f"  {command(trouble)}",
        ]
    else:
        sentences.append(_("No good copy was found in %s.") % settings.BACKUP_DIR)
    if trouble.kind == "missing":
        sentences.append(
            _("To start fresh instead, move the copies out of %s first.") % settings.BACKUP_DIR
        )
    return sentences
