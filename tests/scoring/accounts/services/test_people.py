"""The club's people: names, accounts, the first organizer."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import DEFAULT, Mock

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from scoring.accounts.selectors.people import players_of, regulars_of
from scoring.accounts.services import people
from scoring.accounts.services.people import (
    club_found,
    club_update,
    member_add,
    member_remove,
    player_for_name,
    players_for_names,
)
from scoring.models import Club, Membership, Player
from scoring.names import name_clean, name_key
from scoring.refusals import Refusal
from tests.factories import MembershipFactory, UserFactory

pytestmark = pytest.mark.django_db

PASSWORD = "train-station-42"


def add(club: Club, **changed: str) -> Membership:
    told: dict[str, Any] = {"username": "pat", "name": "Pat Pine", "password": PASSWORD} | changed
    return member_add(club=club, role=Membership.Role.SCOREKEEPER, **told)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ann   Lee ", "Ann Lee"),
        ("Ann\u00a0Lee\n", "Ann Lee"),
        ("Jose\u0301", "José"),
        ("A\u200bnn\ufeff", "Ann"),
        ("\u202eAnn\u2069", "Ann"),
        ("An\0n\x07", "Ann"),
        ("An\x1fn", "An n"),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("\u200b", ""),
    ],
)
def test_a_name_is_kept_without_what_nobody_sees(typed: str, kept: str) -> None:
    assert name_clean(typed) == kept


def test_a_name_that_turned_out_to_be_another_persons_means_that_one(club: Club) -> None:
    ann, annie = (player_for_name(club=club, name=name) for name in ("Ann", "Annie"))
    Player.objects.filter(pk=annie.pk).update(same_as=ann)
    assert player_for_name(club=club, name="ANNIE") == ann
    assert list(players_of(club)) == [ann]
    assert regulars_of(club) == ["Ann"]


def test_a_table_of_people_is_read_and_written_at_once(
    club: Club, django_assert_max_num_queries: Callable[[int], AbstractContextManager[Any]]
) -> None:
    ann, annie = players_for_names(club=club, names=["Ann", "Annie"])
    Player.objects.filter(pk=ann.pk).update(archived_at=timezone.now())
    Player.objects.filter(pk=annie.pk).update(same_as=ann)
    with django_assert_max_num_queries(5):
        table = players_for_names(club=club, names=["Zoe", "annie", "Bob", "Cal", "Dot"])
    assert [player.name for player in table] == ["Zoe", "Ann", "Bob", "Cal", "Dot"]
    assert table[1].archived_at is None


def test_whom_another_table_has_just_written_is_not_written_again(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = player_for_name(club=club, name="Ann")
    too_early = Mock(wraps=people._players_by_key, side_effect=[{}, DEFAULT])
    monkeypatch.setattr(people, "_players_by_key", too_early)
    bob, again = players_for_names(club=club, names=["Bob", "Ann"])
    assert (bob.name, again) == ("Bob", ann)


@pytest.mark.parametrize("other", ["ANN LEE", " ann  lee ", "Ann\u200b Lee"])
def test_one_person_has_one_name_however_it_is_typed(club: Club, other: str) -> None:
    ann = player_for_name(club=club, name="Ann Lee")
    assert player_for_name(club=club, name=other) == ann
    assert Player.objects.get().name == "Ann Lee"


def test_unlike_names_are_unlike_people(club: Club) -> None:
    keys = {name_key(name) for name in ("Ann", "Anna", "An n", "Änn", "Ann B")}
    assert len(keys) == 5


def test_the_longest_names_fit(club: Club) -> None:
    for name in ("ﬃ" * 40, "x" * 40, "🐢" * 40):
        assert player_for_name(club=club, name=name).name == name_clean(name)


def test_the_first_club_has_one_organizer() -> None:
    told: dict[str, Any] = {
        "club_name": " Hill ",
        "username": "olive",
        "name": "Olive",
        "password": PASSWORD,
    }
    membership = club_found(**told)
    assert (membership.club.name, membership.role) == ("Hill", "organizer")
    with pytest.raises(Refusal, match="set up already"):
        club_found(**{**told, "username": "other"})
    assert User.objects.count() == Club.objects.count() == 1


def test_a_club_is_not_founded_by_halves() -> None:
    UserFactory(username="olive")
    with pytest.raises(Refusal, match="Somebody signs in as “olive” already"):
        club_found(club_name="Hill", username="olive", name="Olive", password=PASSWORD)
    with pytest.raises(ValidationError, match="too short"):
        club_found(club_name="Hill", username="pat", name="Olive", password="x")
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"password": "short"}, "too short"),
        ({"password": "pat-pine"}, "too similar"),
        ({"username": "pat pine"}, "and no spaces"),
        ({"username": ""}, "blank"),
        ({"username": "x" * 151}, "150"),
    ],
)
def test_an_account_that_cannot_be_is_not_made(
    club: Club, changed: dict[str, str], said: str
) -> None:
    with pytest.raises(ValidationError, match=said):
        add(club, **changed)
    assert not User.objects.exists()


def test_a_sign_in_name_is_taken_once(club: Club) -> None:
    add(club)
    with pytest.raises(Refusal, match="Somebody signs in as “pat” already"):
        add(club, name="Other")
    assert Membership.objects.count() == 1


def test_a_club_keeps_an_organizer(club: Club) -> None:
    scorekeeper = add(club)
    first = Membership.objects.get(pk=MembershipFactory(club=club).pk)
    MembershipFactory()  # of another club
    with pytest.raises(Refusal, match="A club needs an organizer"):
        member_remove(membership=first)
    member_remove(membership=scorekeeper)
    second = MembershipFactory(club=club)
    member_remove(membership=first)
    assert list(Membership.objects.filter(club=club)) == [second]
    assert User.objects.filter(username="pat").exists()


def test_a_clubs_name_is_kept_clean(club: Club) -> None:
    club_update(club=club, fields={"name": " Hill  top\u202e", "shown": "games", "numerals": True})
    kept = Club.objects.get()
    assert (kept.name, kept.shown, kept.numerals) == ("Hill top", "games", True)
