"""The command `roundhouse` of an installed Roundhouse: where its data are, and what it is asked."""

import os
import runpy
import sys
from pathlib import Path
from typing import Final

import platformdirs

from league.site import console, machine, setup

USAGE: Final = """\
roundhouse [--data FOLDER] COMMAND

    serve      serve the site to this computer and to the tablets in its network
    demo       make a club up, to look around in
    backup     make a copy of everything, or say which copies there are
    restore    put a copy back
    archive    write a club into one file; unarchive reads one
    check      look whether this installation is sound
    engine     the rules engine by itself: rule, check, train or simulate
    version    say which version this is

roundhouse COMMAND --help says more of a command. Data are kept in
{data}
unless --data or the environment's DATA_DIR names another folder."""


def main(words: list[str]) -> None:
    """Run one command; ends the process with a sentence where it cannot."""
    machine.speak_utf8()
    if words[:1] == ["--data"]:
        if len(words) == 1:
            sys.exit("--data needs the name of a folder.")
        os.environ["DATA_DIR"] = str(Path(words[1]).expanduser().absolute())
        words = words[2:]
    os.environ.setdefault("DATA_DIR", str(platformdirs.user_data_path("Roundhouse", False)))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.site.settings")
    if not words or words[0] in ("help", "--help", "-h"):
        print(USAGE.format(data=os.environ["DATA_DIR"]))
    elif words[0] == "engine":
        sys.argv = ["roundhouse engine", *words[1:]]
        runpy.run_module("engine", run_name="__main__")
    elif words[0] == "window":
        with console.left_open():
            _run_on_data("window", words[1:])
    else:
        _run_on_data("version" if words[0] == "--version" else words[0], words[1:])


def _run_on_data(command: str, words: list[str]) -> None:
    # What is written from here on is data: for their owner alone, whatever the folder is.
    os.umask(0o077)
    try:
        setup.make_data_folder()
    except setup.SetupError as error:
        sys.exit(str(error))
    if command == "window":
        from league.site import window  # noqa: PLC0415 - it needs the data folder

        window.main(setup.ROOT.parent, opens="--no-browser" not in words)
    elif command == "version":
        from django.conf import settings  # noqa: PLC0415 - it reads the environment

        print(settings.VERSION)
    else:
        setup.run_django([command, *words])


if __name__ == "__main__":
    main(sys.argv[1:])
