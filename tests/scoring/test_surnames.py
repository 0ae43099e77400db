"""Names by family name."""

import pytest

from scoring.names import family_and_first, one_stop


@pytest.mark.parametrize(
    ("name", "family", "first"),
    [
        ("Ann Baker", "Baker", "Ann"),
        ("Baker, Ann", "Baker", "Ann"),
        ("Ann van Dyk", "van Dyk", "Ann"),
        ("Ann Maria de la Cruz", "de la Cruz", "Ann Maria"),
        ("Garcia Lopez, Ann", "Garcia Lopez", "Ann"),
        ("Bob Baker Jr.", "Baker", "Bob Jr."),
        ("Baker, Jr.", "Baker, Jr.", ""),
        ("Bob Baker (2)", "Baker", "Bob (2)"),
        ("Ann", "Ann", ""),
        ("Ann B.", "B.", "Ann"),
        ("Van Dyk", "Dyk", "Van"),
        (",", ",", ""),
        ("", "", ""),
        ("(2)", "(2)", ""),
    ],
)
def test_family_name_and_first_name(name: str, family: str, first: str) -> None:
    assert family_and_first(name) == (family, first)


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("Dot should go on instead of Ann B..", "Dot should go on instead of Ann B."),
        ("Level: Ann B.. The director decides.", "Level: Ann B. The director decides."),
        ("And so on...", "And so on..."),
    ],
)
def test_a_name_that_ends_with_a_stop_brings_no_second_one(sentence: str, shown: str) -> None:
    assert one_stop(sentence) == shown
