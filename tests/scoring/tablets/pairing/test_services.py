"""Pairing a tablet by a code, and ending that."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection

from scoring.accounts.models.people import secret_hash
from scoring.models import Club, PairingCode, PairingGuess, Tablet
from scoring.refusals import Refusal
from scoring.tablets.pairing.services import (
    CODE_LIFE,
    GUESS_SPAN,
    GUESSES_AN_ADDRESS,
    code_make,
    tablet_pair,
    tablet_unpair,
)
from tests.factories import ClubFactory

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
HERE, THERE = "192.168.1.20", "192.168.1.77"


def make(club: Club, name: str = "Table 4") -> str:
    return code_make(club=club, tablet_name=name, made_by=None).code


def guess(code: str = "wrong", address: str | None = HERE) -> str:
    """What a guess is answered with: a refusal's code, or "paired"."""
    try:
        tablet_pair(code=code, address=address)
    except Refusal as refusal:
        return refusal.code
    return "paired"


def test_a_code_makes_a_tablet_of_its_club(club: Club) -> None:
    code = make(club)
    assert code.isdecimal()
    assert len(code) == 8
    tablet, secret = tablet_pair(code=f" {code[:4]}-{code[4:6]} {code[6:]}\n", address=HERE)
    assert (tablet.club, tablet.name, tablet.unpaired_at) == (club, "Table 4", None)
    # The database has the hash alone.
    assert tablet.secret_hash == secret_hash(secret)
    assert secret not in str(Tablet.objects.values_list())
    assert len(secret) >= 32
    assert not PairingCode.objects.exists()


def test_a_code_is_good_once_and_for_ten_minutes(club: Club) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        used, late = make(club), make(club, "Table 5")
        assert guess(used) == "paired"
        assert guess(used) == "code"
        clock.move_to(NOON + CODE_LIFE - timedelta(seconds=1))
        assert guess(late) == "paired"
        late = make(club)
        clock.shift(CODE_LIFE)
        assert guess(late) == "code"


def test_old_codes_are_cleared_away(club: Club) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        make(club)
        clock.shift(CODE_LIFE)
        make(club)
        assert PairingCode.objects.count() == 1


def test_one_address_has_twenty_guesses(club: Club) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        code = make(club)
        assert [guess() for _guess in range(GUESSES_AN_ADDRESS)] == ["code"] * GUESSES_AN_ADDRESS
        assert guess(code) == "guesses"
        assert guess("wrong", THERE) == "code"
        # After the span the address may try again, and what is old is cleared away.
        clock.shift(GUESS_SPAN + timedelta(seconds=1))
        assert guess() == "code"
        assert PairingGuess.objects.count() == 1


def test_strangers_shut_the_door_for_nobody_else(club: Club) -> None:
    code = make(club)
    for number in range(200):
        assert guess("wrong", f"10.0.{number}.1") == "code"
    assert guess(code, THERE) == "paired"


def test_a_clock_that_was_ahead_shuts_nobody_out(club: Club) -> None:
    with time_machine.travel(NOON + timedelta(days=400), tick=False) as clock:
        for _guess in range(GUESSES_AN_ADDRESS):
            guess()
        clock.move_to(NOON)
        assert guess(make(club)) == "paired"


@pytest.mark.django_db(transaction=True)
def test_a_machine_that_guesses_all_at_once_has_no_more_guesses() -> None:
    code_make(club=ClubFactory(), tablet_name="Table 4", made_by=None)

    def try_some(_thread: int) -> list[str]:
        try:
            return [guess() for _guess in range(8)]
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        told = [one for some in threads.map(try_some, range(4)) for one in some]
    assert told.count("code") == GUESSES_AN_ADDRESS == PairingGuess.objects.count()


def test_guesses_without_an_address_count_as_one(club: Club) -> None:
    for _guess in range(GUESSES_AN_ADDRESS):
        guess("wrong", None)
    assert guess(make(club), None) == "guesses"


def test_unpairing_twice_changes_nothing(club: Club) -> None:
    tablet, _secret = tablet_pair(code=make(club), address=HERE)
    with time_machine.travel(NOON, tick=False) as clock:
        first = tablet_unpair(tablet=tablet).unpaired_at
        clock.shift(60)
        assert tablet_unpair(tablet=Tablet.objects.get()).unpaired_at == first == NOON
    assert Tablet.objects.count() == 1
