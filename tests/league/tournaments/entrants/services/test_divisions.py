"""Divisions combined with a reason, and parted again; the log keeps both."""

import pytest
from django.utils import timezone

from league.models import DivisionMerge, Tournament, TournamentEntry
from league.tournaments.entrants.selectors.divisions import groups_of, merges_of
from league.tournaments.entrants.services.divisions import divisions_merge, divisions_part
from scoring.refusals import Refusal
from tests.factories import ANN
from tests.league.factories import StageFactory, TournamentFactory
from tests.scoring.sheets.services.test_at_once import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return TournamentFactory(by_gender=True)


def merge(tournament: Tournament, *keys: str, reason: str = "two women alone") -> DivisionMerge:
    return divisions_merge(tournament=tournament, author=ANN, divisions=keys, reason=reason)


def keys(tournament: Tournament) -> list[list[str]]:
    return [one.divisions for one in merges_of(tournament)]


def test_divisions_are_combined_and_parted(tournament: Tournament) -> None:
    made = merge(tournament, "women 90+", "women 85-89", reason=" two   women alone ")
    assert (made.divisions, made.reason) == (["women 85-89", "women 90+"], "two women alone")
    assert "women 85-89 + women 90+" in [group.key for group in groups_of(tournament)]
    for _tap in range(2):
        divisions_part(merge=made, author=ANN)
    assert all(len(group.divisions) == 1 for group in groups_of(tournament))
    told = TournamentEntry.objects.values_list("text", "reason", "author")
    names = "Women 85–89 + Women 90 and older"
    assert list(told) == [
        (f"Divisions are combined: {names}.", "two women alone", ANN.name),
        (f"Divisions are apart again: {names}.", "", ANN.name),
    ]
    tournament.refresh_from_db()
    assert tournament.revision == 2


def test_a_merge_may_grow(tournament: Tournament) -> None:
    """It keeps why the first ones were combined, too."""
    merge(tournament, "men 80-84", "men 85-89", reason="one man alone")
    grown = merge(tournament, "men 80-84", "men 85-89", "men 90+", reason="only two")
    assert keys(tournament) == [["men 80-84", "men 85-89", "men 90+"]]
    assert grown.reason == "one man alone · only two"
    # The log has the second reason with the second line.
    assert list(tournament.log.values_list("reason", flat=True)) == ["one man alone", "only two"]
    with pytest.raises(Refusal, match="Say it shorter"):
        merge(tournament, *grown.divisions, "men 75-79", reason="x" * 180)


@pytest.mark.parametrize(
    ("chosen", "reason", "said"),
    [
        ((), "few", "Choose two divisions at least."),
        (("men 90+",), "few", "Choose two divisions at least."),
        (("men 90+", "men 90+"), "few", "Choose two divisions at least."),
        (("men 90+", "men 95+"), "few", "Choose two divisions at least."),
        (("men 85-89", "men 90+"), "  ", "Say why, in a few words"),
        (("men 85-89", "men 90+"), "x" * 201, "Say it shorter"),
        (("men 75-79", "men 70-74"), "few", "Men 70–74 is combined with another division."),
        (("men 65-69", "men 70-74"), "few", "These divisions are combined already."),
    ],
)
def test_what_cannot_be_combined_is_said(
    tournament: Tournament, chosen: tuple[str, ...], reason: str, said: str
) -> None:
    merge(tournament, "men 65-69", "men 70-74")
    with pytest.raises(Refusal, match=said):
        merge(tournament, *chosen, reason=reason)
    assert keys(tournament) == [["men 65-69", "men 70-74"]]
    assert TournamentEntry.objects.count() == 1


@pytest.mark.parametrize("over", ["ended_at", "cancelled_at"])
def test_when_it_is_over_divisions_stay(tournament: Tournament, over: str) -> None:
    made = merge(tournament, "men 85-89", "men 90+")
    Tournament.objects.update(**{over: timezone.now()})
    for act in (
        lambda: merge(tournament, "men 50-54", "men 55-59"),
        lambda: divisions_part(merge=made, author=ANN),
    ):
        with pytest.raises(Refusal) as caught:
            act()
        assert caught.value.code == over.removesuffix("_at")


def test_divisions_that_play_apart_stay_once_they_play(tournament: Tournament) -> None:
    StageFactory(tournament=tournament, by_division=False, opened_at=timezone.now())
    stage = StageFactory(tournament=tournament, by_division=True, name="Final")
    made = merge(tournament, "men 85-89", "men 90+")
    stage.opened_at = timezone.now()
    stage.save()
    with pytest.raises(Refusal, match="Divisions play separately in “Final”, which has begun"):
        divisions_part(merge=made, author=ANN)


@pytest.mark.django_db(transaction=True)
def test_two_directors_combine_at_once(tournament: Tournament) -> None:
    pairs = [("men 80-84", "men 85-89"), ("men 85-89", "men 90+")]
    done = at_once(*(lambda pair=pair: merge(tournament, *pair) for pair in pairs))
    assert sorted(type(one).__name__ for one in done) == ["DivisionMerge", "Refusal"]
    assert len(keys(tournament)) == 1
