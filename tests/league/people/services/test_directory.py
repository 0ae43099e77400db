"""The directory's entries: names are told apart, details are kept clean."""

from importlib import import_module

import pytest
from django.apps import apps
from django.utils import timezone

from league.days.selectors.mails import people_unasked, people_who_refused
from league.models import DayMail, Profile
from league.people.selectors.directory import directory, file_rows
from league.people.services.directory import NameTaken, player_add, player_update
from league.people.services.merging import merge_make
from scoring.models import Club, Player
from tests.factories import ANN
from tests.league.factories import GameDayFactory, person
from tests.scoring.sheets.services.test_at_once import at_once

pytestmark = pytest.mark.django_db


def test_a_name_is_one_persons(club: Club) -> None:
    ann = person(club, " Ann \u200b Lee ")
    assert (ann.name, ann.name_key) == ("Ann Lee", "ann lee")
    with pytest.raises(NameTaken) as caught:
        player_add(club=club, name="ANN LEE", details={"notes": "x"})
    assert caught.value.player == ann
    assert not Profile.objects.exists()
    assert person(Club.objects.create(name="Other"), "Ann Lee") != ann


def test_a_merged_name_means_the_person_it_was_merged_with(club: Club) -> None:
    ann, anna = person(club, "Ann"), person(club, "Anna")
    merge_make(kept=ann, gone=anna, author=ANN)
    for taken in (
        lambda: player_add(club=club, name="anna", details={}),
        lambda: player_update(player=person(club, "Gus"), name="anna", details={}),
        lambda: player_update(player=ann, name="anna", details={}),
    ):
        with pytest.raises(NameTaken) as caught:
            taken()
        assert caught.value.player == ann
    assert [one.name for one in directory(club).order_by("name_key")] == ["Ann", "Gus"]
    assert [row[0] for row in file_rows(club)] == ["Ann", "Gus"]


def test_fields_that_are_not_told_stay(club: Club) -> None:
    ann = person(club, "Ann", nickname="Annie", birth_year=1944)
    player_update(player=ann, name="Ann", details={"nickname": ""})
    told = Profile.objects.get()
    assert (told.nickname, told.birth_year) == ("", 1944)


def test_who_takes_the_tick_for_mails_away_says_no(club: Club) -> None:
    """Only a tick that was there: an empty form asks nobody."""
    ann = person(club, "Ann", email="ann@example.org")
    for mails, unasked in ((False, True), (True, False), (False, False)):
        player_update(player=ann, name="Ann", details={"mails": mails})
        assert people_unasked(club).exists() == unasked
    player_update(player=ann, name="Ann", details={"notes": "door", "mails": False})
    assert people_who_refused(club).exists()
    player_update(player=ann, name="Ann", details={"mails": True})
    assert not Profile.objects.get().mails_refused


def test_who_got_mails_and_agrees_to_none_has_said_no_by_the_migration(club: Club) -> None:
    agreed, ended, never = (
        person(club, name, email="x@example.org", mails=name == "Ann")
        for name in ("Ann", "Bob", "Cal")
    )
    day = GameDayFactory(club=club)
    for player in (agreed, ended):
        DayMail.objects.create(game_day=day, player=player, sent_at=timezone.now())
    import_module("league.migrations.0022_mails_refused").note_who_ended(apps, None)
    assert set(people_who_refused(club)) == {ended}
    assert set(people_unasked(club)) == {never}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("time", range(2))
def test_two_add_one_name_at_once(club: Club, time: int) -> None:
    done = at_once(*(lambda: player_add(club=club, name="Una", details={}) for _ in range(2)))
    assert sorted(type(one).__name__ for one in done) == ["NameTaken", "Player"]
    assert Player.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_rename_to_one_name_at_once(club: Club) -> None:
    both = person(club, "Ann"), person(club, "Bob")
    done = at_once(
        *(lambda one=one: player_update(player=one, name="Una", details={}) for one in both)
    )
    assert sorted(type(one).__name__ for one in done) == ["NameTaken", "Player"]
    assert Player.objects.filter(name="Una").count() == 1
