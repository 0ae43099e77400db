"""A file that was looked at is applied exactly as seen, once, or not at all."""

import datetime
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.utils import timezone

from league.days.selectors.mails import people_unasked, people_who_refused
from league.imports import drafts
from league.imports.columns import people_file
from league.imports.drafts import draft_drop, draft_file
from league.models import PeopleImport, Profile
from league.people.selectors.imports import import_plan
from league.people.services.directory import player_update
from league.people.services.imports import import_agreement, import_apply, import_keep
from league.spreadsheets.reading import read_lines
from scoring.accounts.services.people import player_for_name
from scoring.models import Club, Player
from scoring.quotas import QuotaReached
from scoring.refusals import Refusal
from tests.league.factories import person
from tests.scoring.sheets.services.test_at_once import at_once

pytestmark = pytest.mark.django_db

FILE = "name,nickname,year,table\nAnn,Annie,1944,\nBob,,,3\nCal,,,\n,,,\nDot,,2999,\n"


def keep(club: Club, user: User, text: str = FILE, *, erases: bool = False) -> PeopleImport:
    file = people_file(read_lines(text.encode()))
    return import_keep(club=club, user=user, file_name="x" * 300, file=file, erases=erases)


def seen(draft: PeopleImport) -> str:
    return import_plan(draft.club, draft_file(draft), erases=draft.erases).fingerprint


def test_what_was_seen_is_done(club: Club, organizer: User) -> None:
    ann = person(club, "Ann", nickname="A", notes="door")
    draft = keep(club, organizer)
    plan = import_apply(draft=draft, seen=seen(draft))
    assert plan.counts == {"bad": 1, "changed": 1, "new": 2, "same": 0, "skipped": 0}
    told = Profile.objects.values_list("nickname", "birth_year", "fixed_table", "notes")
    assert told.get(player=ann) == ("Annie", 1944, None, "door")
    assert told.get(player__name="Bob") == ("", None, 3, "")
    assert sorted(Player.objects.values_list("name", "name_key")) == [
        ("Ann", "ann"),
        ("Bob", "bob"),
        ("Cal", "cal"),
    ]
    assert not Profile.objects.filter(player__name="Cal").exists()
    draft.refresh_from_db()
    assert (draft.applied_at is not None, bytes(draft.packed)) == (True, b"")


def test_what_is_empty_is_erased_where_that_was_asked(club: Club, organizer: User) -> None:
    person(club, "Ann", nickname="A", birth_year=1944, notes="door")
    draft = keep(club, organizer, "name,nickname,year\nAnn,,\n", erases=True)
    import_apply(draft=draft, seen=seen(draft))
    told = Profile.objects.values_list("nickname", "birth_year", "notes")
    assert told.get() == ("", None, "door")


def test_it_is_done_once(club: Club, organizer: User) -> None:
    draft = keep(club, organizer)
    mark = seen(draft)
    import_apply(draft=draft, seen=mark)
    with pytest.raises(Refusal) as caught:
        import_apply(draft=draft, seen=mark)
    assert caught.value.code == "applied"


@pytest.mark.parametrize("change", ["name", "new", "field", "forged"])
def test_nothing_is_done_where_the_directory_has_changed(
    club: Club, organizer: User, change: str
) -> None:
    ann = person(club, "Ann", nickname="A")
    draft = keep(club, organizer)
    mark = seen(draft)
    if change == "name":
        player_update(player=ann, name="Anna", details={})
    elif change == "new":
        player_for_name(club=club, name="CAL")
    elif change == "field":
        player_update(player=ann, name="Ann", details={"nickname": "B"})
    else:
        mark = "0" * 64
    people, profiles = Player.objects.count(), list(Profile.objects.values())
    with pytest.raises(Refusal) as caught:
        import_apply(draft=draft, seen=mark)
    assert caught.value.code == "moved"
    assert (Player.objects.count(), list(Profile.objects.values())) == (people, profiles)
    # What is shown now can be done.
    import_apply(draft=draft, seen=seen(draft))


def test_what_bears_on_no_line_of_the_file_is_no_change(club: Club, organizer: User) -> None:
    draft = keep(club, organizer)
    mark = seen(draft)
    person(club, "Zoë", notes="late")
    assert import_apply(draft=draft, seen=mark).counts["new"] == 3


def test_a_file_comes_back_as_it_was_kept(club: Club, organizer: User) -> None:
    text = "Title\n\nname,born,odd\nZoë 🐢,1944,x\n=1+1,x,y,z\n"
    file = people_file(read_lines(text.encode()))
    assert draft_file(keep(club, organizer, text)) == file


def test_files_are_not_kept_for_long_nor_in_great_number(
    club: Club, organizer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "MOST_KEPT", 3)
    old = keep(club, organizer)
    others = keep(Club.objects.create(name="Other"), organizer)
    with time_machine.travel(timezone.now() + datetime.timedelta(days=2), tick=False):
        newest = [keep(club, organizer) for _file in range(5)]
    left = set(PeopleImport.objects.values_list("pk", flat=True))
    assert old.pk not in left
    assert left == {others.pk, *(draft.pk for draft in newest[-3:])}


def test_a_file_can_be_thrown_away(club: Club, organizer: User) -> None:
    draft = keep(club, organizer)
    mark = seen(draft)
    draft_drop(draft)
    assert not PeopleImport.objects.exists()
    with pytest.raises(Refusal):
        import_apply(draft=draft, seen=mark)


@pytest.mark.parametrize("time", range(2))
@pytest.mark.django_db(transaction=True)
def test_two_organizers_import_at_once(club: Club, organizer: User, time: int) -> None:
    drafts = [keep(club, organizer), keep(club, organizer, FILE + "Eve,,,\n")]
    marks = [seen(draft) for draft in drafts]
    done = at_once(
        *(
            lambda draft=draft, mark=mark: import_apply(draft=draft, seen=mark)
            for draft, mark in zip(drafts, marks, strict=True)
        )
    )
    assert sorted(type(one).__name__ for one in done) == ["ImportPlan", "Refusal"]
    names = Player.objects.values_list("name", flat=True)
    assert set(names) in ({"Ann", "Bob", "Cal"}, {"Ann", "Bob", "Cal", "Eve"})


def test_somebody_archived_comes_back_with_a_line_that_is_taken(
    club: Club, organizer: User
) -> None:
    ann = person(club, "Ann")
    draft = keep(club, organizer, "name\nAnn\n")
    before = seen(draft)
    Player.objects.update(archived_at=timezone.now())
    with pytest.raises(Refusal):
        import_apply(draft=draft, seen=before)
    import_apply(draft=draft, seen=seen(draft))
    ann.refresh_from_db()
    assert ann.archived_at is None
    assert not Profile.objects.filter(player=ann).exists()


def test_only_a_yes_is_taken_for_an_agreement_to_mails(club: Club, organizer: User) -> None:
    """Nobody who was not asked gets an e-mail; a no takes back what was agreed."""
    person(club, "Ann", mails=True)
    person(club, "Bob", mails=True)
    file = "name,mail consent\nAnn,\nBob,No\nCal,YES\nDee,\nEve,maybe\n"
    draft = keep(club, organizer, file)
    plan = import_apply(draft=draft, seen=seen(draft))
    assert [row.kind for row in plan.rows] == ["same", "changed", "new", "new", "bad"]
    agreed = Profile.objects.filter(mails=True).order_by("player__name")
    assert [profile.player.name for profile in agreed] == ["Ann", "Cal"]
    draft = keep(club, organizer, file.split("Dee", maxsplit=1)[0])
    for erases in (False, True):
        again = import_plan(draft.club, draft_file(draft), erases=erases)
        assert {row.kind for row in again.rows if row.name != "Ann"} == {"same"}
    assert [row.kind for row in again.rows] == ["changed", "same", "same"]


def test_a_no_in_a_list_is_kept_until_there_is_a_yes(club: Club, organizer: User) -> None:
    """Whether somebody was new, agreed, or had never been asked."""
    person(club, "Bob", mails=True)
    person(club, "Cal", email="cal@example.org")
    draft = keep(
        club, organizer, "name,email,mail consent\nAnn,a@b.org,no\nBob,b@b.org,no\nCal,,no\n"
    )
    import_apply(draft=draft, seen=seen(draft))
    people = {"Ann", "Bob", "Cal"}
    assert {player.name for player in people_who_refused(club)} == people
    assert not people_unasked(club)
    # A list without the column asks nobody anew, and its tick is not for them.
    draft = keep(club, organizer, "name,e-mail\nAnn,x@example.org\nBob,y@example.org\n")
    import_agreement(draft=draft, agreed=True)
    import_apply(draft=draft, seen=seen(draft))
    assert {player.name for player in people_who_refused(club)} == people
    draft = keep(club, organizer, "name,mail consent\nAnn,yes\n", erases=True)
    plan = import_plan(club, draft_file(draft), erases=False)
    assert [(change.old, change.new) for change in plan.rows[0].changes] == [("no", "yes")]
    import_apply(draft=draft, seen=seen(draft))
    assert {player.name for player in people_who_refused(club)} == people - {"Ann"}
    assert Profile.objects.get(mails=True).mails_refused is False


def test_more_people_than_the_club_may_have_are_not_imported(
    club: Club, organizer: User, settings: Any
) -> None:
    person(club, "Ann")
    settings.CLUB_PEOPLE = 2
    draft = keep(club, organizer)
    with pytest.raises(QuotaReached, match="room for 2 people"):
        import_apply(draft=draft, seen=seen(draft))
    assert Player.objects.count() == 1
    settings.CLUB_PEOPLE = 3
    import_apply(draft=draft, seen=seen(draft))
