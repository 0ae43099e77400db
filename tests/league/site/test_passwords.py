"""Passwords that anybody in the hall would try are refused, and no others."""

import pytest
from django.core.exceptions import ValidationError

from league.site.accounts.passwords import PlaceWordsValidator
from scoring.models import Club


@pytest.fixture
def named(club: Club) -> None:
    club.name = "Hillside Domino Friends"
    club.save()


@pytest.mark.parametrize(
    "password",
    [
        "Roundhouse1",
        "mexican-train-2026",
        "DOUBLE12double",
        "hillside2026",
        "HillsideDominoFriends!",
        "hillside train",
        "abc-dominoes",
        "24121951",
        "1951",
    ],
)
@pytest.mark.usefixtures("named")
def test_words_of_the_place_and_dates_are_refused(password: str) -> None:
    with pytest.raises(ValidationError):
        PlaceWordsValidator().validate(password)


@pytest.mark.parametrize(
    "password",
    [
        "train-orchid-velvet",
        "gamekeeper-of-old",
        "7!9#2$48&1a",
        "x7!q2#Lp4",
        "490182746152",
        "Größe-übrig-ärmel",
        "пароль-и-слово",
    ],
)
@pytest.mark.usefixtures("named")
def test_other_passwords_are_taken(password: str) -> None:
    PlaceWordsValidator().validate(password)
