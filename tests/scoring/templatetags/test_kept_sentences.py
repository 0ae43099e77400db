"""A sentence of a template is looked up once in a language, and never said in another."""

from unittest import mock

from django.template import engines
from django.utils.translation import gettext, override


def test_each_language_says_its_own_and_looks_it_up_once() -> None:
    template = engines["django"].from_string(
        '{% load i18n %}{% translate "Undo" %} & {% translate word %} {% translate "Undo"|upper %}'
    )

    def said(language: str) -> str:
        with override(language):
            return str(template.render({"word": "<Undo>"}))

    german = gettext_in("de")
    for _time in range(2):
        assert said("en") == "Undo & &lt;Undo&gt; UNDO"
        assert said("de") == f"{german} & &lt;Undo&gt; {german.upper()}"
    with mock.patch("django.templatetags.i18n.TranslateNode.render", return_value="!") as asked:
        said("de")
        # What has a variable or a filter is Django's affair.
        assert asked.call_count == 2


def gettext_in(language: str) -> str:
    with override(language):
        german = gettext("Undo")
    assert german != "Undo"
    return german


def test_a_sentence_with_gaps_counts_anew_each_time() -> None:
    template = engines["django"].from_string(
        "{% load i18n %}{% blocktranslate count n=n %}{{ n }} tile{% plural %}{{ n }} tiles"
        "{% endblocktranslate %}"
    )
    with override("en"):
        assert [template.render({"n": n}) for n in (1, 2, 1)] == ["1 tile", "2 tiles", "1 tile"]
