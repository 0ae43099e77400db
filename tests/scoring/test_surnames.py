"""Names by family name."""

import pytest

from scoring.names import family_and_first


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
