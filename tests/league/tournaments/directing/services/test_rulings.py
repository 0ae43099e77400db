"""What the director rules is written down once, and stands with the place it is about."""

import pytest

from league.models import Entrant, Tournament
from league.tournaments.awards.selectors.place_why import place_why
from league.tournaments.directing.services.rulings import ROOM, ruling_record
from league.tournaments.stages.services.tournaments import tournament_cancel
from scoring.models import Club
from scoring.refusals import Refusal
from tests.factories import ANN
from tests.league.factories import EntrantFactory
from tests.league.tournaments.runs import begin, now, tournament_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return tournament_of(club, 4)


def rulings(tournament: Tournament) -> list[str]:
    return list(tournament.log.filter(kind="ruling").values_list("text", flat=True))


def test_it_stands_with_the_place_of_whom_it_is_about(tournament: Tournament) -> None:
    begin(tournament)
    ann, bob = Entrant.objects.filter(name__in=("Ann", "Bob"))
    ruling_record(tournament=tournament, author=ANN, text=" Ann drew\ntwice. ", entrant=ann)
    ruling_record(tournament=tournament, author=ANN, text="The bell was early.")
    found = now(tournament)
    assert [one.entry.text for one in place_why(found, ann).choices] == ["Ann drew twice."]
    assert not place_why(found, bob).choices
    assert rulings(tournament) == ["Ann drew twice.", "The bell was early."]


def test_two_taps_are_one_and_another_day_is_another(tournament: Tournament) -> None:
    for text in ("It counts.", "It counts.", "It does not.", "It counts."):
        ruling_record(tournament=tournament, author=ANN, text=text)
    assert rulings(tournament) == ["It counts.", "It does not.", "It counts."]


def test_it_can_be_written_when_all_is_over(tournament: Tournament) -> None:
    tournament_cancel(tournament=tournament, author=ANN)
    ruling_record(tournament=tournament, author=ANN, text="Fees are paid back.")
    assert rulings(tournament) == ["Fees are paid back."]


@pytest.mark.parametrize(
    ("text", "said"), [(" \n", "what you have ruled"), ("x" * (ROOM + 1), f"{ROOM} letters")]
)
def test_nothing_and_too_much_are_refused(tournament: Tournament, text: str, said: str) -> None:
    with pytest.raises(Refusal, match=said):
        ruling_record(tournament=tournament, author=ANN, text=text)
    assert not rulings(tournament)


def test_nobody_of_another_tournament(tournament: Tournament) -> None:
    with pytest.raises(Refusal, match="this tournament"):
        ruling_record(tournament=tournament, author=ANN, text="x", entrant=EntrantFactory())
