"""Compile the catalogs of `locale/`, of which Django reads the compiled file (`.mo`) alone.

A compiled file can be made again at any time, and is half a megabyte that changes with every
sentence: so git does not keep it. Whoever runs the site from a clone compiles what was changed;
a wheel, the Windows program and a container hold the compiled files.

    python3 -m league.site.catalogs    compile what is missing or was changed since
"""

import os
from pathlib import Path
from typing import Final

LOCALE: Final = Path(__file__).resolve().parents[2] / "locale"


def stale_catalogs() -> list[Path]:
    """Return the `.po` files without a `.mo` of the same time; an installed copy has none.

    The times are alike, not one after the other: unpacking a newer version can put an older time
    on a `.po`, and a clock that goes wrong can put one of the next year on it.
    """
    return [
        catalog
        for catalog in sorted(LOCALE.glob("*/LC_MESSAGES/django.po"))
        if not (compiled := catalog.with_suffix(".mo")).exists()
        or compiled.stat().st_mtime_ns != catalog.stat().st_mtime_ns
    ]


def compile_catalog(catalog: Path) -> None:
    """Write the `.mo` beside a `.po`; it appears whole, for a server may be reading the old one.

    What is not translated, or marked as fuzzy, is left out, and stays what the code says.
    """
    # Known only once the packages are there; setup asks before that whether anything is stale.
    import polib  # noqa: PLC0415

    draft, changed = catalog.with_suffix(f".{os.getpid()}"), catalog.stat().st_mtime_ns
    polib.pofile(str(catalog)).save_as_mofile(str(draft))
    os.utime(draft, ns=(changed, changed))
    draft.replace(catalog.with_suffix(".mo"))


def compile_stale() -> None:
    for catalog in stale_catalogs():
        compile_catalog(catalog)


if __name__ == "__main__":
    compile_stale()
