"""The order of names, as each language has it."""

import pytest
from django.utils.translation import override

from scoring.collation import family_first, name_order, surname_letter, surname_order

NAMES = ["Zoë", "Åse", "Aase", "Ærø", "Øst", "Öl", "Ola", "Al", "Ñu", "Nz", "Oa", "émile", "Emil"]


@pytest.mark.parametrize(
    ("language", "order"),
    [
        ("en", "Aase Ærø Al Åse Emil émile Ñu Nz Oa Öl Ola Øst Zoë"),
        ("de", "Aase Ærø Al Åse Emil émile Ñu Nz Oa Öl Ola Øst Zoë"),
        ("es", "Aase Ærø Al Åse Emil émile Nz Ñu Oa Öl Ola Øst Zoë"),
        ("nb", "Al Emil émile Ñu Nz Oa Ola Zoë Ærø Öl Øst Aase Åse"),
    ],
)
def test_letters_stand_where_the_language_has_them(language: str, order: str) -> None:
    with override(language):
        assert sorted(NAMES, key=name_order) == order.split()


def test_a_letter_and_its_accent_apart_are_one_letter() -> None:
    with override("nb"):
        assert name_order("A\u030ase") == name_order("Åse")
        assert sorted(["Øl Å", "øl a", "Øl"], key=name_order) == ["Øl", "øl a", "Øl Å"]


def test_names_of_other_scripts_come_after_ours() -> None:
    assert sorted(["Ζωή", "Zoë", "Яна", "漢"], key=name_order) == ["Zoë", "Ζωή", "Яна", "漢"]
    assert (surname_letter("漢"), surname_letter(""), surname_letter("(2)")) == ("漢", "?", "(")


@pytest.mark.parametrize(
    ("language", "name", "listed", "letter"),
    [
        ("en", "Ann van Dyk", ("van Dyk", "Ann"), "V"),
        ("nl", "Ann van Dyk", ("Dyk", "Ann van"), "D"),
        ("nl", "Ann van der Berg Jr.", ("Berg", "Ann Jr. van der"), "B"),
        ("de", "Ann von Amt", ("Amt", "Ann von"), "A"),
        ("de", "Ann zur Mühle", ("zur Mühle", "Ann"), "Z"),
        ("es", "Ann de la Cruz", ("Cruz", "Ann de la"), "C"),
        ("es", "Ann La Torre", ("La Torre", "Ann"), "L"),
        ("fr", "Ann de Lac", ("Lac", "Ann de"), "L"),
        ("fr", "Ann du Lac", ("du Lac", "Ann"), "D"),
        ("nb", "Ann von Ås", ("Ås", "Ann von"), "Å"),
        ("nb", "Ann Aas", ("Aas", "Ann"), "Å"),
        ("nb", "Ann de Lac", ("de Lac", "Ann"), "D"),
        ("en", "Ann Ås", ("Ås", "Ann"), "A"),
    ],
)
def test_small_words_follow_the_custom_of_the_language(
    language: str, name: str, listed: tuple[str, str], letter: str
) -> None:
    with override(language):
        assert (family_first(name), surname_letter(name)) == (listed, letter)


@pytest.mark.parametrize(
    ("language", "order"),
    [
        ("en", "Ann Baker; Bob Baker; Cole, Ann; Eve Dyk; Ann Émond; Ann van Dyk; Al Zed"),
        ("nl", "Ann Baker; Bob Baker; Cole, Ann; Ann van Dyk; Eve Dyk; Ann Émond; Al Zed"),
    ],
)
def test_family_names_sort_before_first_names(language: str, order: str) -> None:
    names = order.split("; ")
    with override(language):
        assert sorted(sorted(names), key=surname_order) == names
