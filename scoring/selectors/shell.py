"""What a tablet's browser keeps of the site, so that its pages open without a network."""

import hashlib
from functools import lru_cache

from django.conf import settings
from django.templatetags.static import static

# Every file that a kept page asks for; a test compares this with the pages.
FILES = (
    "django_htmx/htmx-2.min.js",
    "scoring/desk.js",
    "scoring/dominoes.css",
    "scoring/draft.js",
    "scoring/engine.js",
    "scoring/entry.js",
    "scoring/favicon.svg",
    "scoring/fonts/atkinson-hyperlegible-next-latin-ext.woff2",
    "scoring/fonts/atkinson-hyperlegible-next-latin.woff2",
    "scoring/icon-180.png",
    "scoring/keypad.js",
    "scoring/outbox.js",
    "scoring/page.js",
    "scoring/pages.css",
    "scoring/picker.js",
    "scoring/print.css",
    "scoring/roundhouse.css",
    "scoring/sheet.css",
    "scoring/tablet-round.js",
    "scoring/tablet-sheet.js",
    "scoring/tablet-game.js",
    "scoring/tablet.css",
    "scoring/tablet.js",
    "scoring/tiles.js",
    "scoring/vendor/idb/idb.js",
)


def shell_files() -> list[str]:
    """The addresses of the files that kept pages ask for."""
    return [static(name) for name in FILES]


@lru_cache(maxsize=1)
def shell_version() -> str:
    """Another one for each version of the site's pages and files."""
    told = "\n".join([settings.VERSION, *shell_files()])
    return hashlib.sha256(told.encode()).hexdigest()[:16]
