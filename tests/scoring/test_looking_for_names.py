"""Which names may be another one mistyped, and which are found by what is typed."""

import json
from pathlib import Path

import pytest

from scoring.names import is_near, name_found


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Jon", "John"),
        ("Jno", "Jon"),
        ("John", "Joan"),
        ("Zoe Lamb", "Zoë Lamb"),
        ("Tim Baker", "Baker, Tom"),
        ("Eve Ann Lamb", "Eve-Ann Lambe"),
        ("Chrstopher Bakr", "Christopher Baker"),
        ("Crhistopehr", "Christopher"),
    ],
)
def test_near(typed: str, name: str) -> None:
    assert is_near(typed, name)
    assert is_near(name, typed)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Tim", "Tom"),
        ("Wei Li", "Wei Lu"),
        ("Tom Baker", "Pam Baker"),
        ("Jon Bakr", "Joan Bker"),
        ("Ann B.", "Ann D."),
        ("Ann Baker B", "Ann Baker"),
        ("Cal 12", "Cal 112"),
        ("Ann Baker", "Ann"),
    ],
)
def test_not_near(typed: str, name: str) -> None:
    assert not is_near(typed, name)
    assert not is_near(name, typed)


def test_names_are_found_by_the_beginnings_of_their_words() -> None:
    """The cases are those of the browser's rule, too."""
    cases = json.loads(Path("tests/scoring/found_names.json").read_text("utf8"))
    assert len(cases) > 10
    for case in cases:
        assert name_found(case["name"], case["typed"]) is case["found"], case
