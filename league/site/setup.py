"""From a fresh copy to a running command: the environment, its packages, the secret key.

Standard library only, for it runs before anything else is there. ``SetupError`` carries the
sentence for whoever typed the command.
"""

import hashlib
import importlib.util
import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn

from league.site import catalogs, machine

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = ROOT / ".venv"
TOOLS = ENVIRONMENT / ("Scripts" if sys.platform == "win32" else "bin")
PYTHON = TOOLS / ("python.exe" if sys.platform == "win32" else "python")
# What was installed from which lock, and by which Python: so that a second start installs nothing.
NOTE = ENVIRONMENT / "roundhouse.json"
TOOL_LOCK = "requirements-setup.lock"
SITE_LOCK = "requirements.lock"
TEST_LOCK = "requirements-dev.lock"


# What an installer for Windows puts beside all else, for who types commands.
BATCH = ROOT.parent / "roundhouse.cmd"


class SetupError(Exception):
    """Something that keeps the command from running, with what to do about it."""


def program() -> str:
    """Return what people type before a command: here, or where Roundhouse was installed."""
    if (ROOT / "manage.py").exists():
        return "python3 manage.py"
    return f'"{BATCH}"' if BATCH.exists() else "roundhouse"


def main(arguments: list[str]) -> None:
    """Run one command in the project's own environment; set that up first where needed."""
    machine.speak_utf8()
    testing = arguments[:1] == ["test"]
    try:
        # The tools that build a package are among those of the tests.
        building = testing or arguments[:1] == ["package"]
        prepare(TEST_LOCK if building else SITE_LOCK)
        compile_catalogs(goes_on=not building)
        if not testing:
            # What is written from here on is data: for their owner alone, whatever the folder is.
            os.umask(0o077)
        make_data_folder()
    except SetupError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("Stopped. Run the command again to go on.")
    if testing:
        _become(["-m", "tests", *arguments[1:]])
    if Path(sys.prefix).resolve() != ENVIRONMENT.resolve():
        _become([str(ROOT / "manage.py"), *arguments])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.site.settings")
    run_django(arguments)


def _become(arguments: list[str]) -> NoReturn:
    os.chdir(ROOT)
    machine.become([str(PYTHON), *arguments])


def run_django(arguments: list[str]) -> None:
    """Run a command of Django; a setting that is refused ends it with its sentence alone."""
    # Only now is there a Django.
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415
    from django.core.management import execute_from_command_line  # noqa: PLC0415

    try:
        execute_from_command_line(["manage.py", *arguments])
    except ImproperlyConfigured as error:
        sys.exit(str(error))


def prepare(lock: str) -> None:
    """Make the environment hold what the lock names, each file as its hash says.

    Does nothing but look when it does already. Two commands at once wait for each other.
    """
    wanted = hashlib.sha256((ROOT / lock).read_bytes()).hexdigest()
    if _noted(lock) == wanted:
        return
    with _one_at_a_time():
        if _noted(lock) == wanted:
            return
        if not _usable():
            _make_environment()
        _install(lock)
        _note(lock, wanted)


def _noted(lock: str) -> str | None:
    """The hash that was noted for the lock, unless the Python of the environment was changed."""
    note = _read_note()
    if not PYTHON.exists() or note.get("python") != os.path.realpath(PYTHON):
        return None
    return note.get(lock)


def _read_note() -> dict[str, str]:
    try:
        note = json.loads(NOTE.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return note if isinstance(note, dict) else {}


def _note(lock: str, wanted: str) -> None:
    note = _read_note() | {"python": os.path.realpath(PYTHON), lock: wanted}
    NOTE.write_text(json.dumps(note, indent=1), encoding="utf-8")


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    try:
        descriptor = os.open(ROOT / ".setup.lock", os.O_RDWR | os.O_CREAT)
    except OSError as error:
        raise SetupError(
            f"Nothing can be written to {ROOT}: {error.strerror}. Copy Roundhouse to a folder of "
            "your own, and run the command there."
        ) from error
    try:
        # It ends with the process, whatever ends that.
        machine.lock(descriptor, wait=True)
        yield
    finally:
        os.close(descriptor)


def _usable() -> bool:
    """Whether there is an environment that can be installed into."""
    noted = _read_note().get("python")
    if not PYTHON.exists() or noted not in {None, os.path.realpath(PYTHON)}:
        return False
    question = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    return _run([str(PYTHON), "-c", question]).returncode == 0


def _make_environment() -> None:
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise SetupError(
            "This Python cannot make an environment of its own: python3-venv is missing. "
            "Install it with `sudo apt install python3-venv`, and run the command again."
        )
    _say("Setting up: an environment in .venv ...")
    done = _run([sys.executable, "-m", "venv", "--clear", str(ENVIRONMENT)])
    if done.returncode:
        raise SetupError(
            f"The environment in {ENVIRONMENT} could not be made:\n"
            f"{_last_lines(done.stdout + done.stderr)}\n"
            "Is the disk full, or is there a file named .venv? Mend that, and run the command "
            "again."
        )


def _install(lock: str) -> None:
    _say(f"Setting up: the packages of {lock} ...")
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    hashed = ["--require-hashes", "-r"]
    uv = [str(TOOLS / "uv"), "pip", "install", "--quiet", "--python", str(PYTHON)]
    done = _run([*pip, *hashed, TOOL_LOCK])
    if done.returncode == 0:
        done = _run([*uv, *hashed, lock])
        if done.returncode:
            # A mirror or a certificate that only pip is configured with.
            done = _run([*pip, *hashed, lock])
    if done.returncode:
        raise SetupError(
            f"The packages could not be fetched:\n{_last_lines(done.stderr)}\n"
            "The first start needs the internet, and some free space. See to that, and run the "
            "command again; it goes on from here. If that does not help, delete the folder .venv "
            "first."
        )


def compile_catalogs(*, goes_on: bool) -> None:
    """Compile the sentences of the site's languages, where a catalog was changed since.

    Where that fails, such as in a folder that cannot be written to, who only uses the site goes on
    with a warning: a hall that reads some sentences in English still plays.
    """
    if not catalogs.stale_catalogs():
        return
    _say("Setting up: the sentences of each language ...")
    done = _run([str(PYTHON), "-m", "league.site.catalogs"])
    if done.returncode:
        sentence = (
            f"The sentences in {catalogs.LOCALE} could not be compiled:\n"
            f"{_last_lines(done.stderr)}\n"
            "Is the disk full, or can nothing be written there? Until that is mended, some pages "
            "are in English."
        )
        if not goes_on:
            raise SetupError(sentence)
        _say(sentence)


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - our own words, and the folders of this copy
        command, cwd=ROOT, capture_output=True, text=True, check=False
    )


def _last_lines(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return "\n".join(f"    {line}" for line in lines[-2:])


def _say(sentence: str) -> None:
    print(sentence, flush=True)  # noqa: T201


def make_data_folder() -> None:
    """Create the data folder, and a secret key if there is none.

    So nobody has to think of one, and none is published. It is readable by its owner alone. A key
    in the environment goes before it.
    """
    data = Path(os.environ.get("DATA_DIR") or ROOT / "var")
    key_file = data / "secret-key"
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.environ.get("SECRET_KEY") or key_file.exists():
            return
        draft = data / f"secret-key.{os.getpid()}"
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(64), encoding="ascii")
        # It appears whole, and never in the place of a key that another command just made.
        with suppress(FileExistsError):
            machine.name_if_free(draft, key_file)
        draft.unlink(missing_ok=True)
    except OSError as error:
        raise SetupError(
            f"Nothing can be kept in the folder {data}: {error.strerror}. "
            "Make it writable, or name another folder in DATA_DIR."
        ) from error
