"""Age groups as lists write them, and whose group leaves the division open."""

import pytest

from league.models import DivisionMerge
from league.tournaments.brackets.divisions import AgeGroup
from league.tournaments.entrants.selectors.age_groups import age_group_read, age_group_text
from league.tournaments.entrants.selectors.register import register_of, wide_ages_of
from scoring.refusals import Refusal
from tests.league.factories import EntrantFactory, TournamentFactory
from tests.league.tournaments.entrants.selectors.test_register import NOW


@pytest.mark.parametrize(
    ("text", "lowest", "highest", "gender"),
    [
        ("65-69", 65, 69, ""),
        (" 65 – 69 ", 65, 69, ""),
        ("60 to 64", 60, 64, ""),
        ("60 bis 64 Jahre", 60, 64, ""),
        ("70+", 70, None, ""),
        ("70 +", 70, None, ""),
        ("90 and older", 90, None, ""),
        ("80 und älter", 80, None, ""),
        ("Over 80", 80, None, ""),
        ("über 80", 80, None, ""),
        (">=75", 75, None, ""),
        ("Under 60", 0, 59, ""),
        ("60 and under", 0, 60, ""),
        ("70s", 70, 79, ""),
        ("67", 67, 68, ""),
        ("Age 67 yrs.", 67, 68, ""),
        ("Women 70-74", 70, 74, "woman"),
        ("M65-69", 65, 69, "man"),
        ("65-69 f", 65, 69, "woman"),
        ("Männer 90+", 90, None, "man"),
    ],
)
def test_an_age_group_is_read_as_lists_write_it(
    text: str, lowest: int, highest: int | None, gender: str
) -> None:
    ages = AgeGroup(lowest, highest)
    assert age_group_read(text) == (ages, gender)
    if lowest != 67:
        assert age_group_read(age_group_text(ages)) == (ages, "")


@pytest.mark.parametrize("text", ["old", "69-65", "1950", "65-690", "65-69-70", "m", "-"])
def test_what_is_no_age_group_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match=r"is not an age group. Write it like 65-69 or 70\+\."):
        age_group_read(text)


@pytest.mark.django_db
def test_a_group_wider_than_a_division_is_asked_about() -> None:
    """Combined divisions are one, and a bare age at the edge of two is two ages."""
    tournament = TournamentFactory(by_gender=True, band_width=5, first_age=50, last_age=90)
    DivisionMerge.objects.create(
        tournament=tournament,
        divisions=["women 85-89", "women 90+"],
        reason="few",
        author="Ann",
        merged_at=NOW,
    )
    for name, age_from, age_to, gender in (
        ("Ann", 65, 69, "woman"),
        ("Bob", 64, 65, "man"),
        ("Cal", 80, None, "man"),
        ("Dot", 85, None, "woman"),
        ("Eve", 0, 54, "woman"),
        ("Fay", 40, 44, "woman"),
        ("Gus", 70, 79, ""),
    ):
        EntrantFactory(
            tournament=tournament,
            name=name,
            born=None,
            age_from=age_from,
            age_to=age_to,
            gender=gender,
        )
    register = register_of(tournament)
    assert {line.entrant.name: line.group or line.why for line in register.lines} == {
        "Ann": "Women 65–69",
        "Bob": "the age group is wider than one division",
        "Cal": "the age group is wider than one division",
        "Dot": "Women 85 and older",
        "Eve": "the age group is wider than one division",
        "Fay": "too young: the youngest division begins at 50",
        "Gus": "neither woman nor man is given",
    }
    assert {row.entrant.name: row.narrower for row in wide_ages_of(register)} == {
        "Bob": (("64-64", "64"), ("65-65", "65")),
        "Cal": (("80-84", "80–84"), ("85-89", "85–89"), ("90+", "90 and older")),
        "Eve": (("0-49", "under 50"), ("50-54", "50–54")),
    }
