"""The command with which whoever runs a site makes a further club on it."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from scoring.models import Club, Invitation
from tests.factories import ClubFactory, MembershipFactory
from tests.page import Page

pytestmark = pytest.mark.django_db
DOT = {"name": "Dot", "username": "dot", "password": "train-station-42"}


def link_of(capsys: pytest.CaptureFixture[str]) -> str:
    printed = capsys.readouterr().out
    return next(line.strip() for line in printed.splitlines() if "/account/join/" in line)


def test_its_link_makes_the_first_organizer_of_that_club_and_of_no_other(
    capsys: pytest.CaptureFixture[str],
) -> None:
    other = MembershipFactory(club__name="Hillside Dominoes").club
    call_command("club_found", "  Sun  Valley ")
    link = link_of(capsys)
    assert link.startswith("http://localhost:8000/account/join/")
    client = Client()
    page = Page(client.post(link.removeprefix("http://localhost:8000"), DOT, follow=True))
    assert "You are in Sun Valley now." in page.trouble
    assert client.get("/club/").status_code == 200
    assert list(Club.objects.exclude(pk=other.pk).values_list("name", flat=True)) == ["Sun Valley"]
    assert other.memberships.count() == 1


def test_a_lost_link_is_made_again_and_the_old_one_is_worth_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("club_found", "Sun Valley")
    old = link_of(capsys).removeprefix("http://localhost:8000")
    call_command("club_found", "Sun Valley", again=True)
    new = link_of(capsys).removeprefix("http://localhost:8000")
    assert Client().post(old, DOT).status_code == 404
    assert Client().post(new, DOT).status_code == 302
    with pytest.raises(CommandError, match="has an organizer already"):
        call_command("club_found", "Sun Valley", again=True)
    assert not Invitation.objects.exists()


def test_of_two_clubs_of_one_name_the_short_name_says_which_gets_a_new_link(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("club_found", "Sun Valley", short_name="sun-valley")
    MembershipFactory(club__name="Sun Valley")
    capsys.readouterr()
    with pytest.raises(CommandError, match="has an organizer already"):
        call_command("club_found", "Sun Valley", again=True)
    call_command("club_found", "Sun Valley", again=True, short_name="sun-valley")
    assert "/c/sun-valley/" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "again", "said"),
    [
        ("Sun Valley", False, "There is a club called Sun Valley already"),
        ("Elsewhere", True, "No club is called Elsewhere"),
        (" ", False, "1 to 80 letters"),
        ("x" * 81, False, "1 to 80 letters"),
    ],
)
def test_what_makes_no_sense_is_refused(name: str, again: bool, said: str) -> None:
    ClubFactory(name="Sun Valley")
    with pytest.raises(CommandError, match=said):
        call_command("club_found", name, again=again)
    assert Club.objects.count() == 1


def test_a_club_of_a_mistyped_name_goes_again_and_a_used_one_stays(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("club_found", "Sun Vallley", short_name="sun-valley")
    link = link_of(capsys).removeprefix("http://localhost:8000")
    call_command("club_erase_unused", "Sun Vallley")
    assert Client().post(link, DOT).status_code == 404
    call_command("club_found", "Sun Valley", short_name="sun-valley")
    link = link_of(capsys).removeprefix("http://localhost:8000")
    assert Client().post(link, DOT).status_code == 302
    with pytest.raises(CommandError, match="only its organizers erase it"):
        call_command("club_erase_unused", "Sun Valley")
    with pytest.raises(CommandError, match="No club is called Sun Vallley"):
        call_command("club_erase_unused", "Sun Vallley")
    assert Club.objects.get().memberships.count() == 1


@pytest.mark.parametrize(
    "words",
    [
        *(["club_found", "Sun Valley"], ["operator_make", "op"], ["founding_link", "Dot"]),
        *(["club_erase_unused", "Sun Valley"], ["account_rescue", "dot"], ["archive", "x.club"]),
        ["season_make"],
    ],
)
def test_where_no_site_was_started_it_says_so_and_leaves_no_file(
    words: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Such as in a shell in which DATABASE_URL is not set."""
    monkeypatch.setitem(connection.settings_dict, "NAME", str(tmp_path / "roundhouse.sqlite3"))
    monkeypatch.setattr(connection, "vendor", "sqlite")
    with pytest.raises(CommandError, match="There is no database of a site here"):
        call_command(*words)
    assert not list(tmp_path.iterdir())
