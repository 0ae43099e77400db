"""Plans for a day: who is in them, what stays, what waits, and the movements without a plan."""

from itertools import combinations
from typing import Any

import pytest

from league.days.selectors.day_page import page_of
from league.days.selectors.seating import faults, quality_of, seating_of, wishes_of
from league.days.selectors.wall import wall_lines
from league.days.services import seating as services
from league.days.services.attendance import attendance_leave, check_in, check_in_undo
from league.days.services.calendar import day_cancel
from league.days.services.planner import setting_of, whole_day
from league.days.services.seating import plan_make, plan_take, round_go
from league.days.services.tables import tables_start
from league.models import Attendance, GameDay, Plan, Profile, Wish
from scoring.models import Club
from scoring.refusals import Refusal, Stale
from scoring.sheets.services.games import game_finish
from scoring.sheets.services.seats import seat_leave
from tests.factories import ANN, new_key, play
from tests.league.factories import NAMES, GameDayFactory, begin, come, day_game, end, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(club: Club) -> GameDay:
    return GameDayFactory(club=club)


def make(day: GameDay) -> Plan:
    return plan_make(day=day, author=ANN, seconds=0.05)


def named(day: GameDay, number: int) -> list[set[str]]:
    """The names at each table of a round."""
    seating = seating_of(GameDay.objects.get(pk=day.pk))
    return [{seating.names[pk] for pk in table} for table in seating.tables(number)]


def amiss(day: GameDay) -> list[str]:
    day = GameDay.objects.get(pk=day.pk)
    return faults(seating_of(day), wishes_of(day))


def go(day: GameDay, number: int) -> GameDay:
    return round_go(day=day, author=ANN, number=number)


def play_round(day: GameDay) -> None:
    for game in begin(day):
        end(game)


def test_everybody_has_one_seat_in_each_round(day: GameDay) -> None:
    seat(day, 23)
    for number in (1, 2, 3):
        tables = named(day, number)
        assert sorted(map(len, tables)) == [3, 4, 4, 4, 4, 4]
        assert sorted(name for table in tables for name in table) == sorted(NAMES[:23])
    assert amiss(day) == []


def test_the_plan_says_the_truth_about_itself(day: GameDay) -> None:
    plan = seat(day, 23)
    met: dict[tuple[int, int], int] = {}
    for tables in plan.tables:
        for table in tables:
            for pair in combinations(sorted(table), 2):
                met[pair] = met.get(pair, 0) + 1
    assert plan.report == {
        "repeats": sum(times - 1 for times in met.values()),
        "least_repeats": 0,
        "most_meetings": max(met.values()),
        "never_met": 23 * 22 // 2 - len(met),
        "setting": setting_of(day),
    }


def test_nobody_meets_three_times_where_two_would_do(day: GameDay) -> None:
    """Six in three games: couples that always sit together would save meetings in all."""
    assert seat(day, 6).report["most_meetings"] == 2
    come(day, NAMES[6])
    play_round(day)
    make(day)
    assert quality_of(seating_of(GameDay.objects.get(pk=day.pk))).most == 2


def test_what_was_played_stays_when_somebody_comes_late(day: GameDay) -> None:
    seat(day, 8)
    begin(day, 1)
    before = named(day, 1)
    check_in(day=day, name="Zoe")
    assert amiss(day) == ["Zoe has no seat in game 2 yet."]
    plan = make(day)
    assert (plan.from_round, plan.taken_at is not None) == (2, True)
    assert named(day, 1) == before
    for number in (2, 3):
        assert {name for table in named(day, number) for name in table} == {*NAMES[:8], "Zoe"}
    assert amiss(day) == []


def test_who_left_a_table_is_asked_about_before_the_next_game(day: GameDay) -> None:
    """The table says that somebody left, and the plan sat them down again in the next game."""
    seat(day, 8)
    one, _other = begin(day)
    bob = one.seats.first()
    assert bob is not None
    name = bob.player.name
    seat_leave(game=one, author=ANN, key=new_key(), seat_id=bob.pk, ranked=False)
    asked = (
        f"{name} left table 1, and has a seat in game 2. Gone home? Tap "
        "“Somebody comes late, or goes home”, then the name."
    )
    page = page_of(day, door=False)
    assert asked in page.faults
    assert page.next == "watch"
    attendance_leave(attendance=Attendance.objects.get(player=bob.player_id), when="after")
    assert asked not in page_of(day, door=False).faults


def test_who_left_is_asked_about_until_the_own_table_begins_again(day: GameDay) -> None:
    """Game 2 may be on before anybody has answered."""
    seat(day, 8)
    one, other = begin(day)
    bob = one.seats.first()
    assert bob is not None
    seat_leave(game=one, author=ANN, key=new_key(), seat_id=bob.pk, ranked=False)
    play(one, 0, 10, 20)
    game_finish(game=one, author=ANN, key=new_key())
    end(other)
    day = go(day, 2)
    asked = (
        f"{bob.player.name} left table 1 in game 1, and has a seat in game 2. Gone home? Tap "
        "“Somebody comes late, or goes home”, then the name."
    )
    assert asked in page_of(day, door=False).faults
    attendance_leave(attendance=Attendance.objects.get(player=bob.player_id), when="now")
    assert asked not in page_of(day, door=False).faults


def test_a_free_seat_for_who_came_late_comes_before_a_new_plan(day: GameDay) -> None:
    seat(day, 8)
    begin(day)
    come(day, "Zoe")
    assert page_of(day, door=False).next == "seat"
    # Where no table has room, everybody has to be seated anew.
    GameDay.objects.update(most=4)
    day.refresh_from_db()
    assert page_of(day, door=False).next == "again"


def test_who_leaves_has_no_seat_any_more(day: GameDay) -> None:
    seat(day, 9)
    begin(day)
    attendance_leave(attendance=Attendance.objects.get(player__name="Bob"), when="after")
    (words,) = amiss(day)
    assert words.startswith("Bob is not there in game 2. Table ")
    # The others of that table are enough: nobody has to move, and the wall does not name Bob.
    assert page_of(day, door=False).next == "watch"
    assert "Bob" not in [line.name for line in wall_lines(seating_of(day), 2)]
    for name in NAMES[2:7]:
        attendance_leave(attendance=Attendance.objects.get(player__name=name), when="after")
    assert page_of(day, door=False).next == "again"
    make(day)
    assert all("Bob" not in table for number in (2, 3) for table in named(day, number))
    assert any("Bob" in table for table in named(day, 1))


def test_a_table_that_played_on_paper_stands_in_nobodys_way(day: GameDay) -> None:
    seat(day, 8)
    tables_start(day=day, author=ANN, number=1, tables=[1])
    end(day.table_games.get().game)
    assert page_of(day, door=False).next == "go"
    for number in (2, 3):
        day = go(day, number)
        play_round(day)
    page = page_of(day, door=False)
    assert (page.next, page.without_result) == ("enter", (1, 2, None))


def test_a_plan_that_moves_seated_people_waits_to_be_taken(day: GameDay) -> None:
    first = seat(day, 8)
    check_in(day=day, name="Zoe")
    second = make(day)
    assert second.taken_at is None
    assert seating_of(day).plan == first
    for _tap in range(2):
        plan_take(day=day, plan=second)
    assert seating_of(day).plan == second
    assert amiss(day) == []


@pytest.mark.parametrize("meanwhile", ["come", "undo", "wish", "start", "edit"])
def test_a_plan_whose_ground_has_moved_is_not_taken(day: GameDay, meanwhile: str) -> None:
    seat(day, 8)
    zoe = check_in(day=day, name="Zoe")
    waits = make(day)
    if meanwhile == "come":
        check_in(day=day, name="Yan")
    elif meanwhile == "undo":
        check_in_undo(attendance=zoe)
    elif meanwhile == "wish":
        one, other = day.club.players.all()[:2]
        Wish.objects.create(club=day.club, kind=Wish.Kind.APART, one=one, other=other)
    elif meanwhile == "start":
        begin(day, 1)
    else:
        GameDay.objects.update(rounds=5)
    with pytest.raises(Stale, match="Make a new one"):
        plan_take(day=day, plan=waits)
    assert seating_of(day).plan != waits


def test_two_taps_make_one_plan(day: GameDay) -> None:
    come(day, *NAMES[:8])
    first, second = (plan_make(day=day, author=ANN, seconds=0.05, seen=0) for _tap in range(2))
    assert first == second
    assert Plan.objects.count() == 1
    assert plan_make(day=day, author=ANN, seconds=0.05, seen=first.pk) != first


def test_who_comes_while_the_plan_is_thought_out_is_in_it(
    day: GameDay, monkeypatch: pytest.MonkeyPatch
) -> None:
    come(day, *NAMES[:8])
    late = iter(["Zoe"])

    def interrupted(*args: Any, **given: Any) -> Any:
        found = whole_day(*args, **given)
        for name in late:
            check_in(day=day, name=name)
        return found

    monkeypatch.setattr(services, "whole_day", interrupted)
    make(day)
    assert Plan.objects.count() == 1
    assert "Zoe" in {name for table in named(day, 1) for name in table}


def test_where_people_never_stop_coming_it_says_so(
    day: GameDay, monkeypatch: pytest.MonkeyPatch
) -> None:
    come(day, *NAMES[:8])
    late = iter(NAMES[8:])

    def interrupted(*args: Any, **given: Any) -> Any:
        check_in(day=day, name=next(late))
        return whole_day(*args, **given)

    monkeypatch.setattr(services, "whole_day", interrupted)
    with pytest.raises(Refusal, match="Make it again"):
        make(day)
    assert not Plan.objects.exists()


def wish(day: GameDay, kind: str, *names: str) -> None:
    one, other = (day.club.players.get(name=name) for name in names)
    Wish.objects.create(club=day.club, game_day=day, kind=kind, one=one, other=other)


def test_wishes_and_fixed_tables_are_kept(day: GameDay) -> None:
    come(day, *NAMES[:12])
    wish(day, "apart", "Ann", "Bob")
    wish(day, "together", "Cal", "Dot")
    Profile.objects.create(player=day.club.players.get(name="Eve"), fixed_table=2)
    make(day)
    for number in (1, 2, 3):
        tables = named(day, number)
        assert not any({"Ann", "Bob"} <= table for table in tables)
        assert any({"Cal", "Dot"} <= table for table in tables)
        assert "Eve" in tables[1]
    assert amiss(day) == []


def test_a_wish_that_the_plan_does_not_keep_is_said(day: GameDay) -> None:
    seat(day, 4)
    wish(day, "apart", "Ann", "Bob")
    assert "Ann and Bob sit at one table in game 1." in amiss(day)
    Profile.objects.create(player=day.club.players.get(name="Cal"), fixed_table=2)
    assert "Cal needs table 2 and sits at 1 in round 1." not in amiss(day)
    assert any("Cal needs table 2 and sits at 1" in sentence for sentence in amiss(day))


@pytest.mark.parametrize(
    ("people", "fields", "said"),
    [
        (0, {}, "Nobody"),
        (1, {}, "Ann is the only one"),
        (2, {}, "2 people cannot sit at tables of 3 to 5"),
        (7, {"size": 5, "least": 5}, "7 people cannot sit"),
    ],
)
def test_what_cannot_be_seated_is_said(
    day: GameDay, people: int, fields: dict[str, int], said: str
) -> None:
    GameDay.objects.update(**({"rounds": 3} | fields))
    come(day, *NAMES[:people])
    with pytest.raises(Refusal, match=said):
        make(day)
    assert not Plan.objects.exists()


def test_no_more_tables_are_laid_than_the_club_has(day: GameDay) -> None:
    GameDay.objects.update(tables=5)
    day.refresh_from_db()
    seat(day, 23)
    assert [len(named(day, number)) for number in (1, 2, 3)] == [5, 5, 5]
    assert amiss(day) == []
    GameDay.objects.update(tables=4)
    assert "Game 1 has 5 tables, and you have 4." in amiss(day)


def test_contradictions_are_said_by_name(day: GameDay) -> None:
    come(day, *NAMES[:8])
    wish(day, "apart", "Ann", "Bob")
    wish(day, "together", "Ann", "Cal")
    wish(day, "together", "Cal", "Bob")
    with pytest.raises(Refusal) as refused:
        make(day)
    for name in ("Ann", "Bob", "Cal"):
        assert name in refused.value.message


def test_more_fixed_than_seats_is_said_by_name(day: GameDay) -> None:
    come(day, *NAMES[:12])
    for name in NAMES[:6]:
        Profile.objects.create(player=day.club.players.get(name=name), fixed_table=1)
    with pytest.raises(Refusal, match="Ann"):
        make(day)


def test_two_hundred_people_are_seated(day: GameDay) -> None:
    come(day, *(f"P{number}" for number in range(200)))
    make(day)
    assert sum(map(len, named(day, 1))) == 200


def test_earlier_meetings_count_if_wanted(club: Club, day: GameDay) -> None:
    earlier = GameDayFactory(club=club, date=day.date.replace(day=1))
    day_game(earlier, {"Ann": (0,), "Bob": (1,), "Cal": (2,), "Dot": (3,)})
    GameDay.objects.filter(pk=day.pk).update(rounds=1)
    assert seat(day, 8).report["repeats"] == 0
    GameDay.objects.filter(pk=day.pk).update(meetings_count=True)
    plan_take(day=day, plan=make(day))
    # Two of the four who met sit at each table: more evenly they cannot be parted.
    assert [len(table & {"Ann", "Bob", "Cal", "Dot"}) for table in named(day, 1)] == [2, 2]
    assert seating_of(day).plan.report["repeats"] == 2


def test_a_day_that_is_cancelled_or_over_is_not_planned(day: GameDay) -> None:
    come(day, *NAMES[:8])
    day_cancel(day=day)
    with pytest.raises(Refusal, match="cancelled"):
        make(day)
    GameDay.objects.update(cancelled_at=None, rounds=1)
    make(day)
    begin(day)
    with pytest.raises(Refusal, match="last game has begun"):
        make(day)


class TestRounds:
    """Going on, and back."""

    def test_one_round_at_a_time_and_once_a_tap(self, day: GameDay) -> None:
        with pytest.raises(Refusal, match="Seat the people first"):
            go(day, 2)
        seat(day)
        for _tap in range(2):
            assert go(day, 2).current_round == 2
        for number in (0, 4, 9):
            with pytest.raises(Refusal, match="one game"):
                go(day, number)
        assert go(day, 1).current_round == 1

    def test_not_back_behind_games_that_have_begun(self, day: GameDay) -> None:
        seat(day)
        play_round(day)
        go(day, 2)
        begin(day, 1)
        with pytest.raises(Refusal, match="game 2 have begun"):
            go(day, 1)

    def test_not_past_the_last(self, day: GameDay) -> None:
        GameDay.objects.update(rounds=1)
        seat(day)
        with pytest.raises(Refusal, match="one game"):
            go(day, 2)

    def test_a_round_on_paper_counts_as_played(self, day: GameDay) -> None:
        seat(day, 8)
        first = named(day, 1)
        go(day, 2)
        check_in(day=day, name="Zoe")
        plan_take(day=day, plan=make(day))
        assert named(day, 1) == first
        assert any("Zoe" in table for table in named(day, 2))


class TestMovements:
    """The two ways without a plan."""

    def test_who_stays_has_the_same_table_all_day(self, day: GameDay) -> None:
        GameDay.objects.update(movement=GameDay.Movement.STAY)
        seat(day, 12)
        assert named(day, 1) == named(day, 2) == named(day, 3)
        assert amiss(day) == []

    def test_who_comes_late_moves_nobody_who_stays(self, day: GameDay) -> None:
        GameDay.objects.update(movement=GameDay.Movement.STAY)
        seat(day, 12)
        before = named(day, 1)
        play_round(day)
        check_in(day=day, name="Zoe")
        assert make(day).taken_at is not None
        after = named(day, 2)
        assert [table - {"Zoe"} for table in after] == before
        assert named(day, 3) == after

    def test_the_lowest_move_up_and_the_highest_down(self, day: GameDay) -> None:
        GameDay.objects.update(movement=GameDay.Movement.LOWEST)
        seat(day, 12)
        games = begin(day)
        names = [[seat.player.name for seat in game.seats.all()] for game in games]
        for game in games:
            end(game)
        go(day, 2)
        # The first seat of each table had 0 points and the last 30.
        assert named(day, 2) == [
            {*names[0][:3], names[1][0]},
            {names[0][3], *names[1][1:3], names[2][0]},
            {names[1][3], *names[2][1:]},
        ]
        assert amiss(day) == []

    def test_who_came_and_who_left_are_seated_with_the_rest(self, day: GameDay) -> None:
        GameDay.objects.update(movement=GameDay.Movement.LOWEST)
        seat(day, 12)
        play_round(day)
        attendance_leave(attendance=Attendance.objects.get(player__name="Ann"), when="now")
        come(day, "Zoe", "Yan")
        go(day, 2)
        tables = named(day, 2)
        assert sorted(n for table in tables for n in table) == sorted([*NAMES[1:12], "Yan", "Zoe"])
        assert all(3 <= len(table) <= 5 for table in tables)

    def test_a_table_without_totals_holds_the_movement_up(self, day: GameDay) -> None:
        GameDay.objects.update(movement=GameDay.Movement.LOWEST)
        seat(day, 8)
        (one,) = begin(day, 1)
        play(one, 0, 1, 2, 3)
        with pytest.raises(Refusal, match="Table 2 has no totals"):
            go(day, 2)
        day.refresh_from_db()
        assert day.current_round == 1
        assert Plan.objects.count() == 1

    def test_going_back_seats_nobody_anew(self, day: GameDay) -> None:
        GameDay.objects.update(movement=GameDay.Movement.LOWEST)
        seat(day, 8)
        play_round(day)
        go(day, 2)
        before = named(day, 1)
        go(day, 1)
        assert named(day, 1) == before
