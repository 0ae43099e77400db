"""A language's catalog: read, brought up to the code, written, and compiled for Django."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from .gathering import ROOT, Key

LOCALE: Final = ROOT / "locale"
LANGUAGES: Final = tuple(sorted(folder.name for folder in LOCALE.iterdir()))
# Holds only what differs from the sentences in the code.
VARIANTS: Final = ("en_GB",)
# Of a catalog's head, what no program reads: a date that changed with every run would meet itself
# in every merge.
_NEEDLESS: Final = re.compile(
    rb'^"(Project-Id|Report|POT-C|PO-R|Last-T|Language-Team|Generated).*\n', re.MULTILINE
)
# What compiled catalogs have in its place, so that the same sentences make the same file.
_NO_DATE: Final = datetime(2026, 1, 1, tzinfo=UTC)


# French has a space before these signs and within its quotation marks, where no line may break.
_FRENCH_SPACE: Final = re.compile(r" (?=[:;?!](?:\s|$|<)|»)|(?<=«) ")


def path_of(language: str, suffix: str = "po") -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"django.{suffix}"


def read(language: str) -> Catalog:
    """The catalog of a language as its file is; an empty one where there is no file."""
    path = path_of(language)
    if not path.exists():
        return Catalog(locale=language)
    return read_po(BytesIO(path.read_bytes()), locale=language, abort_invalid=True)


def key_of(message: Message) -> Key:
    """Of a message of a catalog, what code asks for it by."""
    forms = message.id
    return message.context, forms if isinstance(forms, str) else (forms[0], forms[1])


def entries(catalog: Catalog) -> dict[Key, Message]:
    """The messages of a catalog, without its head."""
    return {key_of(message): message for message in catalog if message.id}


def forms_of(message: Message) -> tuple[str, ...]:
    """What a message is in its language: one sentence, or one for each number that differs."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def kept_together(form: str, language: str) -> str:
    """A translation in which no French sign stands alone on a line."""
    return _FRENCH_SPACE.sub("\u00a0", form) if language == "fr" else form


def is_translated(message: Message) -> bool:
    return all(forms_of(message))


def brought_up_to(messages: Mapping[Key, list[str]], language: str) -> Catalog:
    """The catalog of a language with exactly these messages, and the translations it had."""
    known = entries(read(language))
    catalog = Catalog(
        locale=language,
        fuzzy=False,
        charset="utf-8",
        header_comment=f"# The site's sentences in {language}; see docs/translating.md.",
    )
    for (context, sentence), files in messages.items():
        old = known.get((context, sentence))
        if language in VARIANTS and not (old and is_translated(old)):
            continue
        forms = tuple(kept_together(form, language) for form in forms_of(old)) if old else ()
        catalog.add(
            sentence,
            string=forms or ("", "") if isinstance(sentence, tuple) else "".join(forms),
            locations=[(name, 1) for name in files],
            context=context,
            flags=old.flags if old else (),
            user_comments=old.user_comments if old else (),
        )
    return catalog


def written(catalog: Catalog) -> bytes:
    """The .po file of a catalog: sorted, and without line numbers, so that merges are quiet."""
    file = BytesIO()
    write_po(file, catalog, width=0, sort_output=True, include_lineno=False)
    return _NEEDLESS.sub(b"", file.getvalue())


def compiled(catalog: Catalog) -> bytes:
    """The .mo file of a catalog, in which what is not translated stays what the code says."""
    whole = Catalog(
        locale=catalog.locale,
        fuzzy=False,
        charset="utf-8",
        creation_date=_NO_DATE,
        revision_date=_NO_DATE,
    )
    for message in entries(catalog).values():
        if is_translated(message) and not message.fuzzy:
            whole.add(message.id, string=message.string, context=message.context)
    file = BytesIO()
    write_mo(file, whole)
    return file.getvalue()
