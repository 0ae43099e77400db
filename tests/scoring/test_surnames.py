"""Names by family name."""

import pytest

from scoring.names import family_and_first, surname_order


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


def test_last_names_sort_last_names() -> None:
    names = ["Bob Baker", "Ann Émond", "Al Zed", "Ann Baker", "Eve Dyk", "Ann van Dyk", "Cole, Ann"]
    assert sorted(names, key=surname_order) == [
        "Ann Baker",
        "Bob Baker",
        "Cole, Ann",
        "Eve Dyk",
        "Ann Émond",
        "Ann van Dyk",
        "Al Zed",
    ]
