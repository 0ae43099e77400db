"""Entering a tournament: by a director, at the door, from the form; each no a sentence."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from league.models import Entrant, StageEntrant, Tournament, TournamentEntry
from league.people.services.directory import NameTaken
from league.people.services.merging import merge_make
from league.tournaments.entrants.selectors.imports import ROOM
from league.tournaments.entrants.services.entrants import (
    entrant_accept,
    entrant_add,
    entrant_change,
    entrant_refuse,
    entrant_remove,
    entrant_walk_up,
)
from scoring.models import Club, Player
from scoring.refusals import Refusal
from tests.factories import ANN, make_game
from tests.league.factories import EntrantFactory, StageFactory, TournamentFactory, person
from tests.scoring.sheets.services.test_at_once import at_once

pytestmark = pytest.mark.django_db

MAY = date(1944, 5, 31)
GONE = {
    "began": {"began_at": timezone.now()},
    "ended": {"ended_at": timezone.now()},
    "cancelled": {"cancelled_at": timezone.now()},
}


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return TournamentFactory(club=club)


def add(tournament: Tournament, name: str, **details: Any) -> Entrant:
    return entrant_add(tournament=tournament, author=ANN, name=name, details=details)


def change(entrant: Entrant, name: str = "", **details: Any) -> Entrant:
    return entrant_change(entrant=entrant, author=ANN, name=name or entrant.name, details=details)


def form_entry(tournament: Tournament, name: str, **more: Any) -> Entrant:
    return EntrantFactory(tournament=tournament, name=name, number=None, player=None, **more)


def test_each_gets_the_next_number_and_is_a_player_of_the_club(tournament: Tournament) -> None:
    entrants = [add(tournament, name) for name in ("Zoe", "  Ann   Lee ", "Bob")]
    assert [(one.number, one.name) for one in entrants] == [(1, "Zoe"), (2, "Ann Lee"), (3, "Bob")]
    assert {one.player.club for one in entrants} == {tournament.club}
    entrants[1].delete()
    Entrant.objects.filter(pk=entrants[2].pk).update(withdrawn_at=timezone.now())
    assert add(tournament, "Cal").number == 4
    tournament.refresh_from_db()
    assert tournament.revision == 4


def test_what_was_told_is_kept_and_the_directory_fills_the_rest(tournament: Tournament) -> None:
    person(tournament.club, "Ann", community="Hillside", birth_year=1944)
    person(tournament.club, "Bob", community="Hillside", birth_year=1944)
    ann = add(tournament, "ann", gender="woman", contact=" 555  0100 ", visitor=True)
    assert (ann.community, ann.born) == ("Hillside", date(1944, 1, 1))
    assert (ann.gender, ann.contact, ann.visitor) == ("woman", "555 0100", True)
    assert (ann.source, ann.entered_by) == ("typed", ANN.name)
    bob = add(tournament, "Bob", community="Lakeside", born=MAY)
    assert (bob.community, bob.born) == ("Lakeside", MAY)


@pytest.mark.parametrize(
    ("name", "details", "said"),
    [
        ("", {}, "Type the name of the person who enters."),
        (" \u200b ", {}, "Type the name of the person who enters."),
        ("x" * 41, {}, "A name has room for 40 letters."),
        ("Ann", {"community": "x" * 61}, "“Residence” has room for 60 letters."),
        ("Ann", {"contact": "x" * 121}, "“Telephone or mail” has room for 120 letters."),
        ("Ann", {"gender": "x"}, "Choose woman or man, or leave it open."),
        ("Ann", {"born": date(2999, 1, 1)}, "The day Jan. 1, 2999 is still to come."),
        ("Ann", {"born": date(1899, 1, 1)}, "years of birth begin with 1900"),
        ("Ann", {"born": date(1905, 1, 1)}, "Somebody born in 1905 would be 121."),
    ],
)
def test_what_cannot_be_is_refused(
    tournament: Tournament, name: str, details: dict[str, Any], said: str
) -> None:
    with pytest.raises(Refusal, match=said):
        add(tournament, name, **details)
    assert not Entrant.objects.exists()
    assert not Player.objects.exists()


def test_fields_have_the_room_that_is_said() -> None:
    for name, room in ROOM.items():
        assert Entrant._meta.get_field(name).max_length == room


def test_a_name_enters_once(tournament: Tournament) -> None:
    ann = add(tournament, "Ann")
    with pytest.raises(Refusal, match=r"“ANN” has entered already, with number 1. If this is anot"):
        add(tournament, "ANN")
    Entrant.objects.filter(pk=ann.pk).update(withdrawn_at=timezone.now())
    with pytest.raises(Refusal, match=r"“Ann” \(number 1\) has withdrawn and can return."):
        add(tournament, "Ann")
    form_entry(tournament, "Bob")
    with pytest.raises(Refusal, match=r"“Bob” asks to enter by the public form. Accept or refuse"):
        add(tournament, "Bob")
    assert add(tournament, "Ann B.").number == 2


def test_a_person_enters_once_by_whatever_name(tournament: Tournament) -> None:
    ann, annie = (person(tournament.club, name) for name in ("Ann", "Annie"))
    merge_make(kept=ann, gone=annie, author=ANN)
    add(tournament, "Ann")
    with pytest.raises(Refusal, match=r"“Annie” is Ann, who has entered already with number 1"):
        add(tournament, "Annie")
    entry = form_entry(tournament, "Annie")
    with pytest.raises(Refusal, match=r"“Annie” is Ann"):
        entrant_accept(entrant=entry, author=ANN)


@pytest.mark.parametrize("why", sorted(GONE))
def test_a_list_that_is_closed_takes_nobody(tournament: Tournament, why: str) -> None:
    entry = form_entry(tournament, "Zoe")
    Tournament.objects.filter(pk=tournament.pk).update(**GONE[why])
    for act in (
        lambda: add(tournament, "Ann"),
        lambda: entrant_walk_up(tournament=tournament, author=ANN, name="Ann", details={}),
        lambda: entrant_accept(entrant=entry, author=ANN),
    ):
        with pytest.raises(Refusal) as caught:
            act()
        assert caught.value.code == why
    assert Entrant.objects.get().number is None


def test_the_most_who_enter_are_not_passed(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(most_entrants=2)
    ann = add(tournament, "Ann")
    add(tournament, "Bob")
    entry = form_entry(tournament, "Zoe")
    for act in (lambda: add(tournament, "Cal"), lambda: entrant_accept(entrant=entry, author=ANN)):
        with pytest.raises(Refusal, match=r"All 2 places are taken."):
            act()
    Entrant.objects.filter(pk=ann.pk).update(withdrawn_at=timezone.now())
    assert entrant_accept(entrant=entry, author=ANN).number == 3


def test_a_list_has_room_for_500(tournament: Tournament) -> None:
    Entrant.objects.bulk_create(
        EntrantFactory.build(tournament=tournament, name=f"P{at}", number=at, player=None)
        for at in range(1, 500)
    )
    entry = form_entry(tournament, "Zoe")
    assert tournament.entrants.count() == 500
    with pytest.raises(Refusal, match=r"All 500 places are taken."):
        add(tournament, "Ann")
    assert entrant_accept(entrant=entry, author=ANN).number == 500


def test_a_walk_up_is_here_at_once_and_in_the_log(tournament: Tournament) -> None:
    zoe = entrant_walk_up(tournament=tournament, author=ANN, name="Zoe", details={"born": MAY})
    assert (zoe.number, zoe.source, zoe.born) == (1, "walk_up", MAY)
    assert zoe.checked_in_at is not None
    assert TournamentEntry.objects.get().text == "Zoe entered at the door."


def test_walk_ups_can_be_forbidden(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(walk_ups=False)
    with pytest.raises(Refusal, match=r"takes nobody who has not entered before"):
        entrant_walk_up(tournament=tournament, author=ANN, name="Zoe", details={})


def test_after_the_beginning_a_director_takes_a_walk_up_all_the_same(
    tournament: Tournament,
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(began_at=timezone.now())
    zoe = entrant_walk_up(tournament=tournament, author=ANN, name="Zoe", details={}, late=True)
    assert zoe.checked_in_at is not None


def test_a_slip_in_a_new_name_is_mended_in_the_directory_too(tournament: Tournament) -> None:
    entrant = add(tournament, "Bbo")
    before = entrant.player
    assert change(entrant, "Bob").player == before
    assert Player.objects.get().name == "Bob"


def test_another_name_is_another_person(tournament: Tournament) -> None:
    bob = person(tournament.club, "Bob")
    entrant = change(add(tournament, "Bbo"), "Bob")
    assert (entrant.player, entrant.number, entrant.name_key) == (bob, 1, "bob")
    # Whom the club knows by more than this entry stays.
    make_game(tournament.club)
    entrant = add(tournament, "Cal")
    assert change(entrant, "Cora").player.name == "Cora"
    assert Player.objects.filter(name="Cal").exists()
    with pytest.raises(Refusal, match=r"“bob” has entered already, with number 1"):
        change(entrant, "bob")
    assert change(entrant, "CORA").name == "CORA"


def test_who_was_seated_is_renamed_in_the_directory(tournament: Tournament) -> None:
    person(tournament.club, "Bob")
    entrant = add(tournament, "Bbo")
    before = entrant.player
    StageEntrant.objects.create(stage=StageFactory(tournament=tournament), entrant=entrant, seed=1)
    with pytest.raises(NameTaken):
        change(entrant, "Bob")
    entrant = change(entrant, "Bobby")
    assert entrant.player == before
    assert Player.objects.get(pk=before.pk).name == "Bobby"


def test_what_is_changed_after_the_beginning_stands_in_the_log(tournament: Tournament) -> None:
    entrant = add(tournament, "Ann", born=MAY)
    change(entrant, born=MAY - timedelta(days=1))
    assert not TournamentEntry.objects.exists()
    Tournament.objects.filter(pk=tournament.pk).update(began_at=timezone.now())
    change(entrant, born=MAY - timedelta(days=1))
    change(entrant, "Anna", born=MAY, visitor=False)
    line = TournamentEntry.objects.get()
    assert line.text == "What is known of Anna was changed."
    assert line.details == {"entrant": entrant.pk, "fields": ["born", "name"]}


def test_a_form_s_entry_is_accepted_with_a_number(tournament: Tournament) -> None:
    person(tournament.club, "Zoe", community="Hillside", birth_year=1940)
    add(tournament, "Ann")
    entry = form_entry(tournament, "Zoe", born=MAY)
    for _tap in range(2):
        accepted = entrant_accept(entrant=entry, author=ANN)
        assert (accepted.number, accepted.player.name) == (2, "Zoe")
    assert (accepted.born, accepted.community) == (MAY, "Hillside")


def test_a_form_s_entry_that_is_refused_is_forgotten(tournament: Tournament) -> None:
    entry = form_entry(tournament, "Zoe", contact="555 0100")
    entrant_refuse(entrant=entry, author=ANN)
    assert not Entrant.objects.exists()
    line = TournamentEntry.objects.get()
    assert (line.text, line.details) == ("An entry by the public form was refused: Zoe.", {})
    for act in (entrant_refuse, entrant_accept):
        with pytest.raises(Refusal, match=r"That entry was refused or removed already."):
            act(entrant=entry, author=ANN)


def test_who_was_accepted_is_not_refused(tournament: Tournament) -> None:
    with pytest.raises(Refusal, match=r"Ann was accepted already, and can withdraw."):
        entrant_refuse(entrant=add(tournament, "Ann"), author=ANN)


def test_a_mistake_is_removed_and_the_log_keeps_that(tournament: Tournament) -> None:
    entrant_remove(entrant=add(tournament, "Ann"), author=ANN)
    assert not Entrant.objects.exists()
    assert TournamentEntry.objects.get().text == "The entry of Ann was removed."
    assert add(tournament, "Ann").player == Player.objects.get()


def test_who_was_seated_is_not_removed(tournament: Tournament) -> None:
    entrant = add(tournament, "Ann")
    StageEntrant.objects.create(stage=StageFactory(tournament=tournament), entrant=entrant, seed=1)
    with pytest.raises(Refusal, match=r"Ann has been seated, and can only withdraw."):
        entrant_remove(entrant=entrant, author=ANN)


@pytest.mark.django_db(transaction=True)
def test_two_directors_enter_at_once(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(most_entrants=2)
    done = at_once(*(lambda name=name: add(tournament, name) for name in ("Ann", "Bob", "Cal")))
    assert sorted(type(one).__name__ for one in done) == ["Entrant", "Entrant", "Refusal"]
    assert set(Entrant.objects.values_list("number", flat=True)) == {1, 2}
