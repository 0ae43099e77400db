"""Mending an entry while the tournament is played: what it changes is said, and in the log."""

from contextlib import nullcontext
from datetime import date
from typing import Any

import pytest

from league.models import Entrant, Tournament
from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.awards.selectors.moved import moved_of
from league.tournaments.brackets.divisions import AgeGroup
from league.tournaments.directing.services.entry import EntryNotAgreed, entry_mend
from scoring.models import Club
from scoring.refusals import Refusal
from tests.factories import ANN
from tests.league.tournaments.runs import begin, close, now, table, tournament_of, type_in

pytestmark = pytest.mark.django_db

OLD, OLDER = date(1950, 5, 5), date(1930, 5, 5)


def mended(entrant: Entrant, born: date | None) -> tuple[str, ...]:
    _entrant, sentences = entry_mend(
        entrant=entrant, author=ANN, name=entrant.name, details={"born": born}
    )
    return sentences


@pytest.fixture
def final(club: Club) -> Tournament:
    """A final of four of whom the first has no date of birth."""
    tournament = tournament_of(club, 4, {"seating": "snake"}, medals=True)
    tournament.entrants.update(born=OLD)
    tournament.entrants.filter(name="Ann").update(born=None)
    return tournament


def test_a_date_of_birth_moves_medals(final: Tournament) -> None:
    begin(final)
    ann = final.entrants.get(name="Ann")
    row = table(final, 1)
    others = [seat.entrant.name for seat in row.seats.all() if seat.entrant_id != ann.pk]
    totals = {ann.pk: 5}
    type_in(final, row, *(totals.get(seat.entrant_id, 10 + seat.place) for seat in row.seats.all()))
    gold, silver, bronze = others
    # While Ann's division was unknown, no medal behind Ann was certain.
    said = (
        "Ann is now in 75–79.",
        "75–79: Ann wins gold instead of nothing, with place 1 instead of no place.",
        f"75–79: {gold} wins silver instead of nothing, with place 2 instead of place 1.",
        f"75–79: {silver} wins bronze instead of nothing, with place 3 instead of place 2.",
        f"75–79: {bronze} has place 4 instead of place 3.",
    )
    assert mended(ann, OLD) == said
    assert final.log.filter(text=" ".join(said), details={"entrant": ann.pk}).count() == 1
    assert mended(ann, OLD) == ()
    assert mended(ann, None)[0] == "Ann is in no division."
    assert final.log.filter(kind="entrant").count() == 4


def test_who_is_alone_in_the_new_division_has_won_nothing_before_a_result(
    final: Tournament,
) -> None:
    """Ann may still leave without one."""
    ann = final.entrants.get(name="Ann")
    assert mended(ann, OLD) == ()
    begin(final)
    assert mended(ann, OLDER) == ("Ann is now in 90 and older.",)


@pytest.fixture
def ended(final: Tournament) -> Tournament:
    """It once it is over; Ann has the fewest points."""
    begin(final)
    row = table(final, 1)
    ann = final.entrants.get(name="Ann")
    keys = [seat.entrant_id for seat in row.seats.all()]
    type_in(final, row, *(5 if pk == ann.pk else 10 + at for at, pk in enumerate(keys)))
    close(final)
    return final


def test_a_missing_birth_can_be_filled_in_after_the_end(ended: Tournament) -> None:
    """And every page says then whose place it moved."""
    ann = ended.entrants.get(name="Ann")
    with pytest.raises(EntryNotAgreed) as asked:
        entry_mend(entrant=ann, author=ANN, name="Ann", details={"born": OLD}, agreed="")
    first, *others = asked.value.sentences
    assert first == "Ann is now in 75–79."
    assert "75–79: Ann wins gold instead of nothing, with place 1 instead of no place." in others
    ann.refresh_from_db()
    assert ann.born is None
    assert mended(ann, OLD) == asked.value.sentences
    snapshot = now(ended)
    (moved,) = moved_of(snapshot, medals_of(snapshot))
    assert next(iter(moved.people)) == ann.pk
    assert moved.people[ann.pk] == others[0]
    assert len(moved.people) == 4


@pytest.mark.parametrize(
    ("known", "typed", "may"),
    [
        ({}, {"gender": "woman"}, True),
        ({"gender": "woman"}, {"gender": "man"}, False),
        ({"born": OLD}, {"born": OLDER}, False),
        ({"born": OLD}, {"born": None}, False),
        ({"age_from": 70}, {"born": OLD}, True),
        ({"age_from": 80}, {"born": OLD, "age_group": None}, False),
        ({"age_from": 70}, {"age_group": AgeGroup(75, 79)}, True),
        ({"age_from": 75}, {"age_group": AgeGroup(70, 79)}, False),
        ({}, {"born": OLD, "visitor": True}, False),
    ],
)
def test_after_the_end_what_was_known_stays(
    ended: Tournament, known: dict[str, Any], typed: dict[str, Any], may: bool
) -> None:
    ended.entrants.filter(name="Ann").update(**known)
    ann = ended.entrants.get(name="Ann")
    details = {"born": ann.born, "age_group": ann.age_group, "gender": ann.gender, **typed}
    with nullcontext() if may else pytest.raises(Refusal, match="has ended"):
        entry_mend(entrant=ann, author=ANN, name="Ann", details=details)


def test_a_stage_that_was_played_by_division_keeps_what_was_known(ended: Tournament) -> None:
    ended.stages.update(by_division=True)
    with pytest.raises(Refusal, match="has ended"):
        mended(ended.entrants.get(name="Ann"), OLD)


def test_a_residence_can_be_mended_after_the_end_and_a_name_cannot(final: Tournament) -> None:
    """The bug it would catch: the final has to be opened again for what the list lacks."""
    begin(final)
    type_in(final, table(final, 1))
    close(final)
    ann = final.entrants.get(name="Ann")
    known = {"born": ann.born, "age_group": ann.age_group, "gender": ann.gender}
    entry_mend(entrant=ann, author=ANN, name="Ann", details={**known, "community": "Milltown"})
    ann.refresh_from_db()
    assert ann.community == "Milltown"
    with pytest.raises(Refusal, match="has ended"):
        entry_mend(entrant=ann, author=ANN, name="Anna", details={"community": "Dunmore"})
