"""Who comes and who leaves, mis-taps, double taps, and what people wish for."""

import pytest

from league.days.selectors.game_days import people_of
from league.days.selectors.seating import faults, seating_of, wishes_of
from league.days.services.attendance import (
    attendance_fix,
    attendance_leave,
    attendance_stay,
    check_in,
    check_in_undo,
    wish_add,
    wish_remove,
)
from league.days.services.calendar import day_cancel
from league.models import Attendance, GameDay, Profile, Wish
from scoring.accounts.services.people import player_for_name
from scoring.models import Club, Player
from scoring.refusals import Refusal
from tests.league.factories import NAMES, GameDayFactory, begin, come, end, person, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(club: Club) -> GameDay:
    return GameDayFactory(club=club)


def here(day: GameDay) -> list[str]:
    day.refresh_from_db()
    return [one.name for one in seating_of(day).here]


def test_a_second_tap_and_another_spelling_change_nothing(day: GameDay) -> None:
    first = check_in(day=day, name="Ann")
    revision = GameDay.objects.get().revision
    assert check_in(day=day, name=" ann ") == first
    assert check_in(day=day, player=first.player) == first
    assert GameDay.objects.get().revision == revision
    assert here(day) == ["Ann"]


def test_a_walk_in_is_a_new_person_of_the_club(day: GameDay) -> None:
    came = check_in(day=day, name="  Zoe\u200b ")
    assert came.player.club == day.club
    assert came.player.name == "Zoe"


@pytest.mark.parametrize(
    ("name", "said"), [("", "Type the name"), (" \0 ", "Type the name"), ("x" * 41, "40 letters")]
)
def test_no_name_is_nobody(day: GameDay, name: str, said: str) -> None:
    with pytest.raises(Refusal, match=said):
        check_in(day=day, name=name)
    assert not Player.objects.exists()


def test_nobody_comes_to_a_cancelled_day(day: GameDay) -> None:
    day_cancel(day=day)
    with pytest.raises(Refusal, match="cancelled"):
        check_in(day=day, name="Ann")


def test_a_mis_tap_is_taken_back_without_a_trace(day: GameDay) -> None:
    came = check_in(day=day, name="Ann")
    for _tap in range(2):
        check_in_undo(attendance=came)
    assert here(day) == []
    assert not Attendance.objects.exists()


def test_who_has_played_was_there(day: GameDay) -> None:
    seat(day, 4)
    begin(day)
    with pytest.raises(Refusal, match="Ann has played today"):
        check_in_undo(attendance=Attendance.objects.get(player__name="Ann"))
    assert "Ann" in here(day)


def test_who_leaves_after_a_round_is_here_until_then(day: GameDay) -> None:
    ann, bob = come(day, "Ann", "Bob")
    attendance_leave(attendance=ann, when="after")
    attendance_leave(attendance=bob, when="now")
    assert here(day) == ["Ann"]
    persons = {one.name: one for one in people_of(day)}
    assert [persons["Ann"].plays(n) for n in (1, 2)] == [True, False]
    assert [persons["Bob"].plays(n) for n in (1, 2)] == [False, False]
    GameDay.objects.update(current_round=2)
    assert here(day) == []
    for one in (ann, bob):
        attendance_stay(attendance=one)
    assert here(day) == ["Ann", "Bob"]


def test_who_comes_late_plays_from_the_next_round_on(day: GameDay) -> None:
    seat(day, 8)
    begin(day, 1)
    late = check_in(day=day, name="Zoe")
    assert late.joins_at == 2
    assert "Zoe has no seat in game 2 yet." in " ".join(_faults(day))


def _faults(day: GameDay) -> list[str]:
    day.refresh_from_db()
    return faults(seating_of(day), wishes_of(day))


def test_who_comes_back_plays_from_the_next_round_on(day: GameDay) -> None:
    seat(day, 8)
    ann = Attendance.objects.get(player__name="Ann")
    attendance_leave(attendance=ann, when="now")
    for game in begin(day):
        end(game)
    GameDay.objects.update(current_round=2)
    begin(day)
    ann = check_in(day=day, name="Ann")
    assert (ann.left_at, ann.leaves_after, ann.joins_at) == (None, None, 3)


def test_a_person_merged_meanwhile_is_there_once(day: GameDay) -> None:
    seat(day, 8)
    ann, bob = (day.club.players.get(name=name) for name in ("Ann", "Bob"))
    ann.same_as = bob
    ann.save()
    assert here(day) == sorted(NAMES[1:8])
    seating = seating_of(day)
    assert ann.pk not in {pk for tables in seating.rounds for table in tables for pk in table}
    assert check_in(day=day, name="Ann").player_id in (ann.pk, bob.pk)
    assert here(day) == sorted(NAMES[1:8])


def test_a_table_for_the_day_is_over_the_directorys(day: GameDay) -> None:
    (ann,) = come(day, "Ann")
    Profile.objects.create(player=ann.player, fixed_table=3)
    assert people_of(day)[0].fixed == 3
    for table, fixed in ((1, 1), (0, None), (None, 3)):
        attendance_fix(attendance=ann, table=table)
        assert people_of(day)[0].fixed == fixed
    with pytest.raises(Refusal, match="from 1 to 99"):
        attendance_fix(attendance=ann, table=100)


def wish(day: GameDay, kind: str, one: str, other: str, *, always: bool = False) -> Wish:
    names = (player_for_name(club=day.club, name=name) for name in (one, other))
    return wish_add(
        day=day, kind=Wish.Kind(kind), player=next(names), other=next(names), always=always
    )


def test_a_wish_said_twice_is_one(day: GameDay) -> None:
    first = wish(day, "apart", "Ann", "Bob")
    assert wish(day, "apart", "Bob", "Ann") == first
    other = GameDayFactory(club=day.club)
    assert wish(other, "together", "Ann", "Bob") != first


@pytest.mark.parametrize(
    ("kind", "opposite", "said"),
    [("apart", "together", "are kept apart"), ("together", "apart", "are kept together")],
)
def test_apart_and_together_is_refused_by_name(
    day: GameDay, kind: str, opposite: str, said: str
) -> None:
    first = wish(day, kind, "Ann", "Bob", always=True)
    with pytest.raises(Refusal, match=f"(Ann and Bob|Bob and Ann) {said}"):
        wish(day, opposite, "Bob", "Ann")
    wish_remove(day=day, wish=first)
    wish(day, opposite, "Bob", "Ann")


def test_nobody_is_apart_from_himself(day: GameDay) -> None:
    with pytest.raises(Refusal, match="two different people"):
        wish(day, "apart", "Ann", "ANN")


def test_who_was_made_by_a_mistaken_check_in_goes_with_it(day: GameDay) -> None:
    new = check_in(day=day, name="Zoee")
    assert check_in_undo(attendance=new)
    assert not Player.objects.filter(name="Zoee").exists()


def test_who_is_known_by_more_than_a_check_in_stays(day: GameDay) -> None:
    known = person(day.club, "Zoe")
    assert not check_in_undo(attendance=check_in(day=day, player=known))
    typed = check_in(day=day, name="Zora")
    Profile.objects.create(player=typed.player, nickname="Zo")
    assert not check_in_undo(attendance=typed)
    planned = check_in(day=day, name="Zelda")
    seat(day, 8)
    assert not check_in_undo(attendance=planned)
    assert Player.objects.filter(name__in=("Zoe", "Zora", "Zelda")).count() == 3
