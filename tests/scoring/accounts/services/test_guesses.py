"""Limits on guesses: held against a slow reading of the same limits, at any rhythm of guessing."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from axes.models import AccessFailureLog
from django.contrib.auth.models import User
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.accounts.services.guesses import (
    BY_ADDRESS,
    BY_CODE,
    BY_KNOWN_BROWSER,
    BY_NAME,
    BY_NAME_AND_ADDRESS,
    Guesser,
    code_missed,
    code_wait,
    guesses_forget,
    password_hit,
    password_missed,
    password_wait,
    wait_in_words,
)
from tests.factories import UserFactory

NOON = datetime(2026, 3, 7, 12, tzinfo=UTC)
NEVER = timedelta(0)
HALL = "192.168.1.20"


def miss(guesser: Guesser, times: int = 1) -> None:
    for _time in range(times):
        password_missed(guesser)


def slow_wait(past: list[tuple[datetime, Guesser]], guesser: Guesser, now: datetime) -> timedelta:
    """How long to wait, by trying each moment at which a guess grows old."""

    def shut(moment: datetime) -> bool:
        def within(limit, holds) -> bool:
            recent = [one for at, one in past if moment - limit.span < at and holds(one)]
            return len(recent) >= limit.most

        if guesser.browser:
            return within(
                BY_KNOWN_BROWSER,
                lambda one: one.key == guesser.key and one.browser == guesser.browser,
            )
        strange = [
            (BY_NAME_AND_ADDRESS, lambda one: (one.key, one.address) == (guesser.key, HERE)),
            (BY_NAME, lambda one: (one.key, one.place) == (guesser.key, guesser.place)),
            (BY_ADDRESS, lambda one: one.address == HERE),
        ]
        return any(
            within(limit, lambda one, holds=holds: not one.browser and holds(one))
            for limit, holds in strange
        )

    HERE = guesser.address  # noqa: N806
    limits = (BY_NAME_AND_ADDRESS, BY_NAME, BY_ADDRESS, BY_KNOWN_BROWSER)
    moments = {at + limit.span for at, _one in past for limit in limits}
    for moment in sorted({now} | {moment for moment in moments if moment > now}):
        if not shut(moment):
            return moment - now
    raise AssertionError("shut for ever")


GUESSERS = st.builds(
    Guesser,
    st.sampled_from(["olive", "Olive", "sam"]),
    st.sampled_from([HALL, "203.0.113.5", None]),
    st.sampled_from(["", "", "", "ipad"]),
    st.booleans(),
)


class TestAnyRhythm(TestCase):
    @hypothesis_settings(max_examples=40)
    @given(
        st.lists(
            st.tuples(st.integers(0, 1500), GUESSERS, st.integers(1, 30)), min_size=1, max_size=8
        ),
        GUESSERS,
    )
    def test_the_wait_is_what_the_limits_say(
        self, bursts: list[tuple[int, Guesser, int]], guesser: Guesser
    ) -> None:
        past, now = [], NOON
        AccessFailureLog.objects.all().delete()
        for pause, one, times in bursts:
            now += timedelta(seconds=pause)
            with time_machine.travel(now, tick=False):
                miss(one, times)
            past += [(now, one)] * times
        with time_machine.travel(now, tick=False):
            assert password_wait(guesser) == slow_wait(past, guesser, now)


@pytest.mark.django_db
class TestPasswords:
    @pytest.fixture(autouse=True)
    def _clock(self, time_machine) -> None:
        time_machine.move_to(NOON, tick=False)
        self.clock = time_machine

    def test_a_machine_at_one_address_gets_a_few_guesses_a_quarter_of_an_hour(self) -> None:
        """Whatever it does, and though it knocks on while the door is shut."""
        guesser, tried = Guesser("olive", "203.0.113.5"), 0
        for _second in range(0, 3600, 10):
            if password_wait(guesser) == NEVER:
                password_missed(guesser)
                tried += 1
            self.clock.shift(10)
        assert tried == 5 * 4

    def test_many_addresses_do_not_help_against_one_name(self) -> None:
        tried = 0
        for number in range(400):
            guesser = Guesser("olive", f"203.0.113.{number % 250}")
            if password_wait(guesser) == NEVER:
                password_missed(guesser)
                tried += 1
        assert tried == BY_NAME.most

    def test_many_names_do_not_help_at_one_address(self) -> None:
        tried = 0
        for number in range(200):
            guesser = Guesser(f"name{number}", "203.0.113.5")
            if password_wait(guesser) == NEVER:
                password_missed(guesser)
                tried += 1
        assert tried == BY_ADDRESS.most

    def test_a_stranger_keeps_nobody_out_of_a_browser_that_is_known(self) -> None:
        for number in range(60):
            miss(Guesser("olive", f"203.0.113.{number}"))
        miss(Guesser("olive", HALL), 5)
        assert password_wait(Guesser("olive", HALL)) > NEVER
        assert password_wait(Guesser("olive", HALL, "ipad")) == NEVER

    def test_strangers_far_away_keep_nobody_waiting_in_the_hall(self) -> None:
        """Nor do those in the hall at the machine itself, however many addresses they take."""
        for number in range(60):
            miss(Guesser("olive", f"203.0.113.{number}"))
        assert password_wait(Guesser("olive", "198.51.100.7")) > NEVER
        assert password_wait(Guesser("olive", HALL)) == NEVER
        for number in range(60):
            miss(Guesser("olive", f"10.0.0.{number}"))
        assert password_wait(Guesser("olive", HALL)) > NEVER
        assert password_wait(Guesser("olive", "127.0.0.1", on_machine=True)) == NEVER

    def test_a_clock_that_was_ahead_keeps_nobody_waiting(self) -> None:
        self.clock.move_to(NOON + timedelta(days=400))
        miss(Guesser("olive", HALL), 5)
        miss(Guesser("olive", HALL, "ipad"), 5)
        self.clock.move_to(NOON)
        assert password_wait(Guesser("olive", HALL)) == NEVER
        assert password_wait(Guesser("olive", HALL, "ipad")) == NEVER
        miss(Guesser("sam", HALL))
        assert AccessFailureLog.objects.count() == 1

    def test_a_known_browser_has_its_own_limit_and_harms_nobody_else(self) -> None:
        miss(Guesser("olive", HALL, "ipad"), 5)
        assert password_wait(Guesser("olive", HALL, "ipad")) == timedelta(minutes=15)
        assert password_wait(Guesser("olive", HALL)) == NEVER

    def test_a_club_behind_one_address_is_not_locked_out_by_one_of_it(self) -> None:
        miss(Guesser("olive", HALL), 5)
        assert password_wait(Guesser("olive", HALL)) == timedelta(minutes=15)
        assert password_wait(Guesser("sam", HALL)) == NEVER
        assert password_wait(Guesser("olive", "203.0.113.5")) == NEVER

    def test_the_right_password_forgets_what_went_wrong_from_there_alone(self) -> None:
        miss(Guesser("olive", HALL), 4)
        miss(Guesser("olive", "203.0.113.5"), 5)
        miss(Guesser("sam", HALL), 5)
        password_hit(Guesser("Olive", HALL))
        assert AccessFailureLog.objects.count() == 10
        assert password_wait(Guesser("olive", "203.0.113.5")) > NEVER
        assert password_wait(Guesser("sam", HALL)) > NEVER

    def test_guesses_are_not_kept_for_ever(self) -> None:
        miss(Guesser("olive", HALL), 3)
        self.clock.shift(timedelta(days=1))
        miss(Guesser("sam", HALL))
        assert [row.username for row in AccessFailureLog.objects.all()] == ["sam"]

    def test_a_name_that_no_database_keeps_is_counted(self) -> None:
        for name in ("\0", "x" * 5000, "\ud7ff", ""):
            miss(Guesser(name, None), 5)
            assert password_wait(Guesser(name, None)) > NEVER


@pytest.mark.django_db
class TestCodes:
    @pytest.fixture
    def olive(self) -> User:
        return UserFactory(username="olive")

    def test_a_machine_gets_twenty_a_day(self, olive: User, time_machine) -> None:
        time_machine.move_to(NOON, tick=False)
        tried = 0
        for number in range(24 * 12):
            if code_wait(olive) == NEVER:
                code_missed(olive, f"203.0.113.{number % 250}")
                tried += 1
            time_machine.shift(5 * 60)
        assert tried == BY_CODE[1].most

    def test_codes_and_passwords_and_people_are_counted_apart(self, olive: User) -> None:
        other = UserFactory(username=str(olive.pk))
        for _time in range(5):
            code_missed(olive, HALL)
        assert code_wait(olive) > NEVER
        assert code_wait(other) == NEVER
        assert password_wait(Guesser(other.username, HALL)) == NEVER

    def test_an_organizer_can_have_all_forgotten(self, olive: User) -> None:
        miss(Guesser("OLIVE", HALL), 5)
        miss(Guesser("sam", HALL), 2)
        for _time in range(5):
            code_missed(olive, HALL)
        assert guesses_forget(olive) == 10
        assert code_wait(olive) == NEVER
        assert AccessFailureLog.objects.count() == 2


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0.5, "1 minute"),
        (60, "1 minute"),
        (60.5, "2 minutes"),
        (900, "15 minutes"),
        (5400, "90 minutes"),
        (5401, "2 hours"),
        (86400, "24 hours"),
    ],
)
def test_a_wait_is_said_in_full(seconds: float, said: str) -> None:
    assert wait_in_words(timedelta(seconds=seconds)) == said
