"""What is too old goes by itself: names in the log, addresses, sessions, copies with names."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest import mock

import pytest
import time_machine
from allauth.usersessions.models import UserSession
from axes.models import AccessFailureLog
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from league.models import PeopleImport, SignUpSent
from league.privacy.selectors.traces import traces
from league.privacy.services.erase_person import person_erase
from league.site import tidying
from league.site.backups import files
from scoring.accounts.services import sessions
from scoring.accounts.services.accounts import password_give
from scoring.accounts.services.guesses import Guesser, password_missed
from scoring.models import AccountNotice, Club, FoundingLink, LogEntry, PairingCode, PairingGuess
from scoring.tablets.pairing.services import GUESS_SPAN, code_make
from tests.factories import MembershipFactory
from tests.league.factories import TournamentFactory, person
from tests.league.site.backups.test_copies import copy_of

NOW = datetime(2026, 5, 20, 14, 0, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _copies(tmp_path: Path, settings: Settings) -> None:
    settings.BACKUP_DIR = tmp_path / "backups"


def leave_traces(club: Club, user: User) -> None:
    """One of everything that is kept for a time alone."""
    address = "203.0.113.77"
    password_missed(Guesser("ann", address))
    PairingGuess.objects.create(address=address, guessed_at=NOW)
    SignUpSent.objects.create(tournament=TournamentFactory(club=club), address=address, sent_at=NOW)
    PeopleImport.objects.create(club=club, user=user, file_name="x.csv", packed=b"x", made_at=NOW)
    code_make(club=club, tablet_name="Blue", made_by=user)
    FoundingLink.objects.create(name="Dot", made_at=NOW, expires_at=NOW + DAY)
    client = Client()
    client.force_login(user)
    client.get("/account/sessions/")
    LogEntry.objects.create(moment=NOW, club=club, who="Ann", address=address, role="organizer")


def tidied(later: timedelta) -> Mapping[str, int]:
    """What goes when the site tidies up so much later."""
    with time_machine.travel(NOW + later, tick=False):
        return tidying.tidy()


@pytest.mark.django_db
def test_each_thing_goes_at_its_time_and_not_before(club: Club, organizer: User) -> None:
    with time_machine.travel(NOW, tick=False):
        leave_traces(club, organizer)
    assert set(tidied(timedelta(minutes=5)).values()) == {0}
    assert tidied(2 * DAY) == {
        "lines of the log": 0,
        "guesses and entries counted": 4,
        "files that waited": 1,
        "sessions": 0,
        "notices about accounts": 0,
        "links to found a club": 1,
        "clubs": 0,
        "reports of pages": 0,
        "copies": 0,
    }
    assert tidied(181 * DAY)["sessions"] == 2
    assert not AccessFailureLog.objects.exists()
    assert not UserSession.objects.exists()
    assert tidied(364 * DAY)["lines of the log"] == 0
    assert tidied(366 * DAY)["lines of the log"] == 1
    assert not LogEntry.objects.exclude(who="", address=None).exists()


@pytest.mark.django_db(transaction=True)
def test_copies_with_an_erased_name_go_while_nobody_plays(settings: Settings) -> None:
    """Also where the site makes no copies by itself: what the page promises is kept."""
    settings.BACKUP_MINUTES = 0
    with time_machine.travel(NOW, tick=False):
        first = copy_of(NOW, kind="hand")
    with time_machine.travel(NOW + DAY, tick=False):
        person_erase(player=person(Club.objects.create(name="Hillside"), "Ann"))
        promised = traces(NOW + DAY).copies
    for days in range(2, 15):
        with time_machine.travel(NOW + days * DAY, tick=False):
            assert tidying.copies_age(NOW + days * DAY) == 0
    assert [copy.path for copy in files.copies()] == [first]
    for days in range(15, 20):
        # In a process of its own it gives way; here it would slow all tests after this one.
        with (
            time_machine.travel(NOW + days * DAY, tick=False),
            mock.patch("league.site.management.commands.tidy.give_way"),
        ):
            call_command("tidy", "--by-itself")
    assert not first.exists()
    assert len(files.copies()) == 3
    assert (NOW + 19 * DAY).date() == promised


@pytest.mark.django_db(transaction=True)
def test_nothing_erased_needs_no_copies_while_nobody_plays() -> None:
    with time_machine.travel(NOW, tick=False):
        copy_of(NOW, kind="hand")
    with time_machine.travel(NOW + 40 * DAY, tick=False):
        assert tidying.copies_age(NOW + 40 * DAY) == 0
    assert len(files.copies()) == 1


@pytest.mark.django_db
def test_what_is_old_goes_and_the_rest_stays(
    club: Club, organizer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "AT_ONCE", 2)
    start = timezone.now()
    with time_machine.travel(start - timedelta(days=400), tick=False):
        leave_old_traces(club, organizer, start)
    with time_machine.travel(start, tick=False):
        look_at_what_is_left(club, organizer, start)


def leave_old_traces(club: Club, organizer: User, start: datetime) -> None:
    for number in range(5):
        Client().post(
            reverse("scoring:sign-in"),
            {"login": organizer.username, "password": "train-station-42" if number else "x"},
        )
    password_give(membership=MembershipFactory(club=club), password="dining-car-77")
    code_make(club=club, tablet_name="Old", made_by=None)
    PairingGuess.objects.create(address="203.0.113.1", guessed_at=start - timedelta(hours=1))
    # Left by a clock that was ahead.
    PairingGuess.objects.create(address="203.0.113.2", guessed_at=start + timedelta(days=400))


def look_at_what_is_left(club: Club, organizer: User, start: datetime) -> None:
    client = Client()
    form = {"login": organizer.username, "password": "train-station-42"}
    client.post(reverse("scoring:sign-in"), form)
    Client(REMOTE_ADDR="203.0.113.3").post(reverse("scoring:sign-in"), form | {"password": "x"})
    password_give(membership=MembershipFactory(club=club), password="dining-car-77")
    code_make(club=club, tablet_name="New", made_by=None)
    PairingGuess.objects.create(address="203.0.113.1", guessed_at=start - GUESS_SPAN / 2)
    told = AccountNotice.objects.filter(moment__gte=start).count()
    while any(tidying.tidy().values()):
        pass
    assert Session.objects.count() == UserSession.objects.count() == 1
    assert AccessFailureLog.objects.count() == 1
    assert [code.tablet_name for code in PairingCode.objects.all()] == ["New"]
    assert PairingGuess.objects.count() == 1
    assert AccountNotice.objects.count() == told > 0
    assert client.get(reverse("mfa_index")).status_code == 200


@pytest.mark.django_db
def test_who_only_looks_at_passkeys_leaves_a_session_for_minutes() -> None:
    client = Client()
    headers = {"accept": "application/json", "host": "localhost"}
    assert client.get(reverse("mfa_login_webauthn"), headers=headers).status_code == 200
    assert Session.objects.get().expire_date < timezone.now() + timedelta(minutes=16)
