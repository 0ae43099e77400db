"""The catalogs of `locale/`: they have the code's sentences, whole and right, and are compiled."""

import itertools
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest
from babel.messages import Message
from django.conf import settings
from django.utils.dates import MONTHS, MONTHS_3, WEEKDAYS, WEEKDAYS_ABBR
from django.utils.translation import override

from tests.messages import catalogs, engine_tables, gathering
from tests.messages.checking import faults

NAMES = {name.lower().replace("_", "-"): name for name in catalogs.LANGUAGES}
RUN = "run .venv/bin/python -m tests.messages"


@pytest.fixture(scope="module")
def messages() -> Mapping[gathering.Key, list[str]]:
    return gathering.messages()


@pytest.mark.parametrize("language", catalogs.LANGUAGES)
def test_a_catalog_has_the_sentences_of_the_code(
    language: str, messages: Mapping[gathering.Key, list[str]]
) -> None:
    catalog = catalogs.brought_up_to(messages, language)
    file = catalogs.path_of(language)
    # Not a comparison that pytest would explain: half a megabyte of it.
    same = file.read_bytes() == catalogs.written(catalog)
    assert same, f"{file}: {RUN}"


@pytest.mark.parametrize("language", catalogs.LANGUAGES)
def test_a_translation_is_whole(language: str) -> None:
    catalog = catalogs.read(language)
    wrong = [
        f"{message.id}: {fault}"
        for message in catalogs.entries(catalog).values()
        for fault in faults(message)
    ]
    assert wrong == []


def test_a_language_that_is_offered_has_every_sentence() -> None:
    offered = {NAMES[code] for code, _name in settings.LANGUAGES if code != "en"}
    missing = [
        (language, key)
        for language in sorted(offered.difference(catalogs.VARIANTS))
        for key, message in catalogs.entries(catalogs.read(language)).items()
        if not catalogs.is_translated(message)
    ]
    assert missing == []


# Gaps that people's, clubs' or things' names go into, and words that lose a vowel before "Ann".
NAMED = (
    "names?|seats?|who|whose|next|opener|other|train|was|had|lost|gone|kept|extra|missing|by|club"
)
ELIDED = re.compile(
    rf"\b(?:[dDlLnNsS]e|[lL]a|[qQ]ue|[jJ]usque|[lL]orsque|[pP]uisque) (?:<\w+>)?"
    rf"(?:%\((?:{NAMED})\)s|\{{(?:{NAMED})\}})|\b(?:[dD]e|[qQ]ue) %s"
)


def test_no_french_word_has_to_lose_its_vowel_before_a_name() -> None:
    catalog = catalogs.entries(catalogs.read("fr")).values()
    french = [*itertools.chain.from_iterable(map(catalogs.forms_of, catalog))]
    french += engine_tables.read("fr").values()
    # A number of seats is no name; in "train de" and a mere "de" the engine leaves the vowel out.
    apart = re.compile(r"\{seats\} joueurs|rain de (?:%s|\{\w+\})|^de %s$")
    french = [apart.sub("", text) for text in french]
    assert [text for text in french if ELIDED.search(text)] == []


# A translated piece or a value, and behind it a sign that some languages put otherwise: French
# writes " : ", and a list of names ends in "and".
GLUED = re.compile(
    r"(?:%\}|\}\})(?:</?\w[^>]*>)*:[ <\n]"
    r"|\|join:[\"'], |last %\}, |not forloop\.first %\}, "
)
# What stands within a sentence is there for translators; what goes into its gaps is not.
WITHIN = re.compile(r"(\{% blocktranslate[^%]*%\}).*?\{% endblocktranslate %\}", re.DOTALL)


def test_no_template_puts_a_sentence_together_by_colons_and_commas() -> None:
    """`{% translate ": " %}`, `all_of` and `{% list %}` say these signs as each language does."""
    glued = [
        f"{path.name}: {text[max(found.start() - 40, 0) : found.end() + 10]}"
        for path in sorted((gathering.ROOT / "templates").rglob("*.html"))
        for text in [WITHIN.sub(r"\1", path.read_text("utf-8"))]
        for found in GLUED.finditer(text)
    ]
    assert glued == []


AMERICAN = re.compile(
    r"\b\w*(?:rganiz|ecogniz|ummariz|inimiz|colors?\b|neighbor|favorite|gray|center\b|catalogs?\b|"
    r"dialog\b|canceled|\b5/31)\w*",
    re.IGNORECASE,
)


def test_what_the_british_write_otherwise_is_in_their_catalog(
    messages: Mapping[gathering.Key, list[str]],
) -> None:
    british = catalogs.entries(catalogs.read("en_GB"))
    american = {
        key
        for key in messages
        if any(map(AMERICAN.search, [key[1]] if isinstance(key[1], str) else key[1]))
    }
    assert american.difference(british) == set()
    spelled = [form for message in british.values() for form in catalogs.forms_of(message)]
    assert [form for form in spelled if AMERICAN.search(form)] == []


# Quotation marks of another language, and in French a space before a sign where a line could break:
# in a catalog the command puts the right one there.
FOREIGN_SIGNS = {
    "de": r"[”«»]",
    "es": r"[“”„]",
    "fr": r" [:;?!](?=\s|$|<)|« | »|[“”„]",
    "nb": r"[“”„]",
    "nl": r"[„«»]",
}


@pytest.mark.parametrize("language", FOREIGN_SIGNS)
def test_signs_are_those_of_the_language(language: str) -> None:
    catalog = catalogs.entries(catalogs.read(language)).values()
    texts = [*itertools.chain.from_iterable(map(catalogs.forms_of, catalog))]
    texts += engine_tables.read(language).values()
    assert [text for text in texts if re.search(FOREIGN_SIGNS[language], text)] == []


def gathered(tmp_path: Path, name: str, text: str) -> list[gathering.Key]:
    path = tmp_path / name
    path.write_text(text)
    return list(gathering._messages_of(path))


def test_no_message_takes_the_place_of_a_month_or_a_day(
    messages: Mapping[gathering.Key, list[str]],
) -> None:
    """Else a date of spring is "1 Can 1976": the site's catalog comes before Django's."""
    names = {*MONTHS.values(), *MONTHS_3.values(), *WEEKDAYS.values(), *WEEKDAYS_ABBR.values()}
    with override("en"):
        assert not [name for name in map(str, names) if (None, name) in messages]


def test_one_sentence_has_one_plural(messages: Mapping[gathering.Key, list[str]]) -> None:
    # A catalog keeps one plural a singular: another one of it would be said in its place.
    counted = [key for key in messages if not isinstance(key[1], str)]
    singulars = Counter((context, forms[0]) for context, forms in counted)
    assert [singular for singular, times in singulars.items() if times > 1] == []


def test_sentences_are_found_as_django_looks_them_up(tmp_path: Path) -> None:
    text = """
      {% translate "100 % of “all”" as share %}
    {% include "x.html" with label=_("A label") %}
      {% blocktranslate count n=n trimmed %}
        One round
        of {{ game }}.
      {% plural %}
        {{ n }} rounds of {{ game }}.
      {% endblocktranslate %}
      {% translate "May" context "a month" %}
    """
    assert gathered(tmp_path, "page.html", text) == [
        (None, "100 %% of “all”"),
        (None, "A label"),
        (None, ("One round of %(game)s.", "%(n)s rounds of %(game)s.")),
        ("a month", "May"),
    ]
    text = """
from django.utils.translation import gettext_lazy
LABEL = gettext_lazy(
    "Two "
    "halves"
)
def words(n): return ngettext("%d tile", "%d tiles", n) % n + pgettext("a date", "%(day)s")
def refuse(error): raise CaseError("{name} sits twice.", name=1)
def say(error): return _(error.sentence)
"""
    assert gathered(tmp_path, "code.py", text) == [
        (None, "Two halves"),
        (None, ("%d tile", "%d tiles")),
        ("a date", "%(day)s"),
        (None, "{name} sits twice."),
    ]


@pytest.mark.parametrize(
    ("sentence", "translation", "wrong"),
    [
        ("%(name)s has %(n)s", "%(n)s hat %(name)s", False),
        ("%(name)s has", "%(nam)s hat", True),
        ("%s and %d", "%d und %s", True),
        ("{tile} fits {seat}", "{tile} passt", True),
        ("<a href='%(url)s'>here</a>", "<a href='%(url)s'>hier", True),
        ("100 %% of it", "alles", False),
        (" and ", "und", True),
        (("one round", "%(n)s rounds"), ("eine Runde", "%(n)s Runden"), False),
        (("%(n)s round", "%(n)s rounds"), ("eine Runde", "%(n)s Runden"), False),
        (("%(n)s round", "%(n)s rounds"), ("%(n)s Runde", "Runden"), True),
        (("%d round", "%d rounds"), ("eine Runde", "%d Runden"), True),
        ("Percent beaten", "% superado", False),
        ("%(n)s percent", "%(n)s % so", True),
        ("; ", "\xa0; ", False),
        (("%d round", "%d rounds"), ("%d Runde", ""), True),
    ],
)
def test_a_wrong_translation_is_found(
    sentence: str | tuple[str, ...], translation: str | tuple[str, ...], wrong: bool
) -> None:
    assert bool(list(faults(Message(sentence, translation)))) == wrong


def test_a_fuzzy_translation_is_found() -> None:
    assert list(faults(Message("Round", "Runde", flags=["fuzzy"])))


def test_a_translation_is_kept_and_one_that_nobody_needs_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogs, "LOCALE", tmp_path)
    path = catalogs.path_of("de")
    path.parent.mkdir(parents=True)
    path.write_text(
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
        '# Ann asked a club.\nmsgid "Round"\nmsgstr "Runde"\n\nmsgid "Old"\nmsgstr "Alt"\n'
    )
    catalog = catalogs.brought_up_to({(None, "Round"): ["a.py"], (None, "New"): ["b.py"]}, "de")
    assert {key[1]: message.string for key, message in catalogs.entries(catalog).items()} == {
        "Round": "Runde",
        "New": "",
    }
    assert b"# Ann asked a club.\n#: a.py\nmsgid" in catalogs.written(catalog)
    # A variant holds what differs, and nothing else.
    assert catalogs.entries(catalogs.brought_up_to({(None, "Round"): ["a.py"]}, "en_GB")) == {}
