"""Names and places as each language lists them."""

import pytest
from django.template import Context, Template
from django.utils.translation import override

from scoring.lists import all_of, listed


@pytest.mark.parametrize(
    ("language", "names", "sentence"),
    [
        ("en", [], ""),
        ("en", ["Ann"], "Ann"),
        ("en", ["Ann", "Bob", "Cal"], "Ann, Bob and Cal"),
        ("de", ["Ann", "Bob", "Cal"], "Ann, Bob und Cal"),
        ("es", ["Ann", "Bob"], "Ann y Bob"),
        ("es", ["Ann", "Inés"], "Ann e Inés"),
        ("es", ["Ann", "Hilda"], "Ann e Hilda"),
        ("es", ["Ann", "Hielo"], "Ann y Hielo"),
    ],
)
def test_a_list_ends_in_and(language: str, names: list[str], sentence: str) -> None:
    with override(language):
        assert all_of(names) == sentence


def test_a_long_list_says_how_many_more() -> None:
    assert listed(["Ann", "Bob", "Cal"], most=2) == "Ann, Bob and 1 more"
    assert listed([]) == "nobody"


def test_a_template_lists_names_and_escapes_them() -> None:
    context = Context({"names": ["<b>", "Bob"], "seats": ["Ann", "Bob", "Cal"]})
    page = "{{ names|all_of }}; {% list name in seats %}{{ name }}{% endlist %}"
    assert Template(page).render(context) == "&lt;b&gt; and Bob; Ann, Bob and Cal"


def test_a_template_lists_what_it_says_of_each() -> None:
    context = Context({"totals": [("Ann", 4), ("Inés", 7)]})
    page = Template("{% list name, total in totals %}<b>{{ name }}</b> {{ total }}{% endlist %}")
    with override("es"):
        assert page.render(context) == "<b>Ann</b> 4 e <b>Inés</b> 7"


@pytest.mark.parametrize(("language", "seen"), [("en", "1="), ("de", "1")])
def test_a_shared_place_is_marked_as_the_language_does(language: str, seen: str) -> None:
    with override(language):
        page = Template("{{ place|place:shared }}").render(Context({"place": 1, "shared": True}))
    assert page.startswith(
        f'<span aria-hidden="true">{seen}</span><span class="visually-hidden">1 '
    )
    assert (
        Template("{{ place|place:shared }}").render(Context({"place": 2, "shared": False})) == "2"
    )
