"""Write what three journeys read in each language: python -m tests.journeys [LANGUAGE ...]."""

import argparse
import os
import sys
import time
from pathlib import Path

import django

from tests.messages.engine_tables import LANGUAGES


def main() -> None:
    """Go the journeys in each language, on a database that is thrown away."""
    parser = argparse.ArgumentParser(prog="python -m tests.journeys", description=__doc__)
    parser.add_argument("languages", nargs="*", default=[*LANGUAGES, "en"], metavar="LANGUAGE")
    parser.add_argument("--to", required=True, type=Path, help="the folder for the texts")
    options = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from league.site.catalogs import compile_stale

    compile_stale()
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        options.to.mkdir(parents=True, exist_ok=True)
        for language in options.languages:
            from .going import go

            began = time.monotonic()
            lines = go(language)
            (options.to / f"{language}.txt").write_text("\n".join(lines) + "\n", "utf-8")
            read = sum(bool(line) and not line.startswith("#") for line in lines)
            print(f"{language}: {read} lines in {time.monotonic() - began:.0f} s", file=sys.stderr)
    finally:
        teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    main()
