"""Who has come to a tournament, who goes away, and who comes back."""

import pytest
from django.utils import timezone

from league.models import Entrant, StageEntrant, Tournament, TournamentEntry
from league.tournaments.entrants.services.presence import (
    entrant_check_in,
    entrant_check_in_undo,
    entrant_return,
    entrant_withdraw,
)
from scoring.refusals import Refusal
from tests.factories import ANN
from tests.league.factories import EntrantFactory, StageFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def entrant() -> Entrant:
    return EntrantFactory(name="Ann")


def begin(entrant: Entrant, **more: object) -> None:
    rows = Tournament.objects.filter(pk=entrant.tournament_id)
    rows.update(**{"began_at": timezone.now(), **more})


def revision(entrant: Entrant) -> int:
    return Tournament.objects.get(pk=entrant.tournament_id).revision


def test_a_second_tap_changes_nothing(entrant: Entrant) -> None:
    came = entrant_check_in(entrant=entrant).checked_in_at
    assert came is not None
    assert revision(entrant) == 1
    assert entrant_check_in(entrant=entrant).checked_in_at == came
    assert revision(entrant) == 1
    for _tap in range(2):
        assert entrant_check_in_undo(entrant=entrant).checked_in_at is None


def test_who_withdraws_can_return_and_the_log_keeps_both(entrant: Entrant) -> None:
    for why in (" not   well ", "again"):
        gone = entrant_withdraw(entrant=entrant, author=ANN, reason=why)
        assert (gone.withdrawn_why, gone.withdrawn_at is None) == ("not well", False)
    with pytest.raises(Refusal, match=r"Ann has left. Let that be taken back first."):
        entrant_check_in(entrant=entrant)
    for _tap in range(2):
        back = entrant_return(entrant=entrant, author=ANN)
        assert (back.withdrawn_at, back.withdrawn_why) == (None, "")
    told = list(TournamentEntry.objects.values_list("kind", "text", "reason"))
    assert told == [
        ("withdrawn", "Ann withdrew.", "not well"),
        ("returned", "Ann is back.", ""),
    ]
    assert entrant_check_in(entrant=entrant).checked_in_at is not None


def test_a_long_reason_is_cut(entrant: Entrant) -> None:
    gone = entrant_withdraw(entrant=entrant, author=ANN, reason="x" * 900)
    assert gone.withdrawn_why == "x" * 200


def test_a_place_that_was_given_away_is_gone(entrant: Entrant) -> None:
    Tournament.objects.update(most_entrants=2)
    entrant_withdraw(entrant=entrant, author=ANN)
    EntrantFactory.create_batch(2, tournament=entrant.tournament)
    with pytest.raises(Refusal, match=r"All 2 places are taken."):
        entrant_return(entrant=entrant, author=ANN)


def test_an_entry_that_waits_is_neither_here_nor_gone() -> None:
    entry = EntrantFactory(name="Zoe", number=None, player=None)
    for act in (
        lambda: entrant_check_in(entrant=entry),
        lambda: entrant_withdraw(entrant=entry, author=ANN),
    ):
        with pytest.raises(Refusal, match=r"Zoe asks to enter by the public form."):
            act()
    entry.delete()
    with pytest.raises(Refusal, match=r"That entry was refused or removed already."):
        entrant_check_in(entrant=Entrant(pk=1, tournament=entry.tournament))


def test_who_comes_after_the_beginning_is_here_and_can_have_been_a_mistake(
    entrant: Entrant,
) -> None:
    begin(entrant)
    assert entrant_check_in(entrant=entrant).checked_in_at is not None
    assert entrant_check_in_undo(entrant=entrant).checked_in_at is None


def test_who_was_seated_was_there(entrant: Entrant) -> None:
    entrant_check_in(entrant=entrant)
    StageEntrant.objects.create(
        stage=StageFactory(tournament=entrant.tournament), entrant=entrant, seed=1
    )
    with pytest.raises(Refusal, match=r"Ann has been seated. Anyone who leaves now withdraws."):
        entrant_check_in_undo(entrant=entrant)
    begin(entrant)
    assert entrant_withdraw(entrant=entrant, author=ANN).checked_in_at is not None
    assert entrant_return(entrant=entrant, author=ANN).withdrawn_at is None


@pytest.mark.parametrize("over", ["ended_at", "cancelled_at"])
def test_when_all_is_over_nothing_changes(entrant: Entrant, over: str) -> None:
    begin(entrant, **{over: timezone.now()})
    for act in (
        lambda: entrant_check_in(entrant=entrant),
        lambda: entrant_check_in_undo(entrant=entrant),
        lambda: entrant_withdraw(entrant=entrant, author=ANN),
        lambda: entrant_return(entrant=entrant, author=ANN),
    ):
        with pytest.raises(Refusal) as caught:
            act()
        assert caught.value.code == over.removesuffix("_at")
