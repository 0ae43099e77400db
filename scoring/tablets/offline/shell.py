"""What a tablet's browser keeps of the site, so that its pages open without a network."""

import hashlib
from functools import lru_cache

from django.conf import settings
from django.templatetags.static import static

# Every file that a kept page asks for; a test compares this with the pages.
FILES = (
    "django_htmx/htmx-2.min.js",
    "scoring/desk.css",
    "scoring/dominoes.css",
    "scoring/engine-runner.js",
    "scoring/engine.js",
    "scoring/favicon.svg",
    "scoring/fonts/atkinson-hyperlegible-next-latin-ext.woff2",
    "scoring/fonts/atkinson-hyperlegible-next-latin.woff2",
    "scoring/forms/bring-keys.js",
    "scoring/forms/desk-form.js",
    "scoring/forms/draft-fields.js",
    "scoring/forms/draft-keeper.js",
    "scoring/forms/draft.js",
    "scoring/forms/entry.js",
    "scoring/forms/gap-marks.js",
    "scoring/forms/hands.js",
    "scoring/forms/holding.js",
    "scoring/forms/keypad-typing.js",
    "scoring/forms/keypad.js",
    "scoring/forms/mended.js",
    "scoring/forms/own-words.js",
    "scoring/forms/photo-mode.js",
    "scoring/forms/picker.js",
    "scoring/forms/required.js",
    "scoring/forms/swap-hands.js",
    "scoring/forms/tile-field.js",
    "scoring/forms/tile-grid.js",
    "scoring/icon-180.png",
    "scoring/notices.js",
    "scoring/page.js",
    "scoring/pages.css",
    "scoring/print.css",
    "scoring/read-aloud.js",
    "scoring/renewing.js",
    "scoring/roundhouse.css",
    "scoring/shared/browser-store.js",
    "scoring/shared/contact.js",
    "scoring/shared/dom.js",
    "scoring/shared/new-key.js",
    "scoring/shared/news.js",
    "scoring/shared/next-ask.js",
    "scoring/shared/one-window.js",
    "scoring/shared/sentences.js",
    "scoring/sheet.css",
    "scoring/tablet.css",
    "scoring/tablet/awake.js",
    "scoring/tablet/check.js",
    "scoring/tablet/coming.js",
    "scoring/tablet/database.js",
    "scoring/tablet/desk-parts.js",
    "scoring/tablet/desk.js",
    "scoring/tablet/engine-wait.js",
    "scoring/tablet/entries.js",
    "scoring/tablet/game-list.js",
    "scoring/tablet/game-state.js",
    "scoring/tablet/game.js",
    "scoring/tablet/held-links.js",
    "scoring/tablet/kept-pages.js",
    "scoring/tablet/outbox.js",
    "scoring/tablet/page-outbox.js",
    "scoring/tablet/round-dressing.js",
    "scoring/tablet/round-form.js",
    "scoring/tablet/round-kept.js",
    "scoring/tablet/round-report.js",
    "scoring/tablet/round.js",
    "scoring/tablet/sheet-drawing.js",
    "scoring/tablet/sheet.js",
    "scoring/tablet/standings.js",
    "scoring/tablet/state-line.js",
    "scoring/tablet/state.js",
    "scoring/tablet/time-left.js",
    "scoring/tablet/time-words.js",
    "scoring/tablet/with-waiting.js",
    "scoring/tablet/worker.js",
    "scoring/text-size.js",
    "scoring/typed-early.js",
    "scoring/vendor/idb/index.js",
)


def shell_files() -> list[str]:
    """The addresses of the files that kept pages ask for."""
    return [static(name) for name in FILES]


@lru_cache(maxsize=1)
def shell_version() -> str:
    """Another one for each version of the site's pages and files."""
    text = "\n".join([settings.VERSION, *shell_files()])
    return hashlib.sha256(text.encode()).hexdigest()[:16]
