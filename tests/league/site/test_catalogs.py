"""What is compiled of a catalog, and when."""

import gettext
import os
from pathlib import Path

import pytest

from league.site import catalogs

HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
PLURAL = '"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n'
SENTENCES = """
msgid "Save"
msgstr "Enregistrer"

#, fuzzy
msgid "Undo"
msgstr "Refaire"

msgid "Watch"
msgstr ""

msgctxt "of a table"
msgid "%(n)s seat"
msgid_plural "%(n)s seats"
msgstr[0] "%(n)s siège"
msgstr[1] "%(n)s sièges"
"""


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "fr" / "LC_MESSAGES" / "django.po"
    file.parent.mkdir(parents=True)
    file.write_text(HEAD + PLURAL + SENTENCES, "utf-8")
    monkeypatch.setattr(catalogs, "LOCALE", tmp_path)
    return file


def test_what_is_translated_is_compiled(catalog: Path) -> None:
    catalogs.compile_stale()
    with catalog.with_suffix(".mo").open("rb") as compiled:
        french = gettext.GNUTranslations(compiled)
    assert [french.gettext(said) for said in ("Save", "Undo", "Watch")] == [
        "Enregistrer",
        "Undo",
        "Watch",
    ]
    # In French one form is for 0 and 1.
    seats = [french.npgettext("of a table", "%(n)s seat", "%(n)s seats", n) for n in (0, 1, 2)]
    assert seats == ["%(n)s siège", "%(n)s siège", "%(n)s sièges"]
    assert sorted(file.name for file in catalog.parent.iterdir()) == ["django.mo", "django.po"]


@pytest.mark.parametrize("years", [-1, 1])
def test_only_what_was_changed_is_compiled_again(catalog: Path, years: int) -> None:
    """A clock may be wrong, and unpacking a newer version brings the times of its files."""
    assert catalogs.stale_catalogs() == [catalog]
    other = catalog.stat().st_mtime_ns + years * 365 * 86_400 * 1_000_000_000
    os.utime(catalog, ns=(other, other))
    catalogs.compile_stale()
    assert catalogs.stale_catalogs() == []
    catalog.touch()
    assert catalogs.stale_catalogs() == [catalog]


def test_a_damaged_catalog_leaves_the_compiled_file_as_it_was(catalog: Path) -> None:
    catalogs.compile_stale()
    before = catalog.with_suffix(".mo").read_bytes()
    catalog.write_text(HEAD + 'msgid "Save"\nhalf a line', "utf-8")
    with pytest.raises(OSError, match=r"django\.po"):
        catalogs.compile_catalog(catalog)
    assert catalog.with_suffix(".mo").read_bytes() == before
