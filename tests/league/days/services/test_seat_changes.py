"""Seats that are changed by hand: what moves, what stays, what is refused, what comes back."""

import pytest

from league.days.selectors.late_seats import late_seats
from league.days.selectors.planning import inputs_of
from league.days.selectors.seat_changes import (
    SeatChange,
    SeatPreview,
    first_to_change,
    hand_seating,
    last_change,
    preview_of,
)
from league.days.selectors.seating import faults, repeats_in, seating_of, wishes_of
from league.days.services.attendance import attendance_fix, attendance_leave, check_in
from league.days.services.seat_changes import (
    seats_change,
    seats_lock,
    seats_undo,
    table_add,
    table_remove,
)
from league.days.services.seating import plan_make, plan_take, round_go
from league.models import Attendance, GameDay, Plan, Wish
from league.people.services.merging import merge_make
from scoring.models import Club
from scoring.refusals import Refusal, Stale
from scoring.sheets.services.seats import seat_leave
from tests.factories import ANN, new_key
from tests.league.factories import NAMES, GameDayFactory, begin, come, end, person, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(club: Club) -> GameDay:
    """Eleven people at three tables of 4, 4 and 3 in three games, as written here."""
    day = GameDayFactory(club=club)
    come(day, *NAMES[:11])
    tables = [
        ["Ann Bob Cal Dot", "Eve Fay Gus Hal", "Ida Jim Kay"],
        ["Ann Eve Ida Hal", "Bob Fay Jim", "Cal Gus Kay Dot"],
        ["Ann Fay Kay Dot", "Bob Gus Ida", "Cal Eve Jim Hal"],
    ]
    ids = {player.name: player.pk for player in club.players.all()}
    plan = seat(day, 0)
    plan.tables = [[[ids[name] for name in row.split()] for row in rows] for rows in tables]
    plan.save()
    return day


def pk(day: GameDay, name: str) -> int:
    return int(day.club.players.get(name=name).pk)


def names(day: GameDay, number: int) -> list[str]:
    """The names at each table of a game, in the order of their seats."""
    seating = seating_of(GameDay.objects.get(pk=day.pk))
    return [" ".join(seating.names[pk] for pk in ids) for ids in seating.tables(number)]


def shown(day: GameDay, number: int, name: str, other: str = "", table: int = 0) -> SeatPreview:
    change = SeatChange(pk(day, name), pk(day, other) if other else 0, table)
    return preview_of(hand_seating(inputs_of(GameDay.objects.get(pk=day.pk)), number), change)


def do(
    day: GameDay, number: int, name: str, other: str = "", table: int = 0, *, keep: bool = False
) -> Plan:
    preview = shown(day, number, name, other, table)
    return seats_change(
        day=day, author=ANN, number=number, change=preview.change, mark=preview.mark, keep=keep
    )


def undo(day: GameDay, number: int = 1) -> Plan:
    return seats_undo(day=day, author=ANN, number=number, seen=in_force(day))


def lock(day: GameDay, number: int, name: str = "", table: int = 0, *, locked: bool = True) -> Plan:
    return seats_lock(
        day=day,
        author=ANN,
        number=number,
        seen=in_force(day),
        player=pk(day, name) if name else 0,
        table=table,
        locked=locked,
    )


def in_force(day: GameDay) -> int:
    plan = seating_of(GameDay.objects.get(pk=day.pk)).plan
    assert plan
    return int(plan.pk)


def play_first(day: GameDay) -> None:
    """Play game 1 where everybody stays, and go on to game 2."""
    plan = seating_of(day).plan
    assert plan
    plan.tables = [plan.tables[0]] * 3
    plan.save()
    for game in begin(day):
        end(game)
    round_go(day=day, author=ANN, number=2)


def test_two_swap_in_that_game_alone_and_take_each_others_chair(day: GameDay) -> None:
    do(day, 2, "Eve", "Gus")
    assert names(day, 2) == ["Ann Gus Ida Hal", "Bob Fay Jim", "Cal Eve Kay Dot"]
    assert names(day, 1)[0] == "Ann Bob Cal Dot"
    assert names(day, 3)[0] == "Ann Fay Kay Dot"


def test_somebody_moves_to_a_table_and_to_a_new_one(day: GameDay) -> None:
    do(day, 1, "Bob", table=3)
    do(day, 1, "Cal", table=4)
    assert names(day, 1) == ["Ann Dot", "Eve Fay Gus Hal", "Ida Jim Kay Bob", "Cal"]


def test_each_cost_is_a_sentence_and_so_is_what_gets_better(day: GameDay) -> None:
    preview = shown(day, 2, "Bob", "Eve")
    assert set(preview.costs) == {
        "Ann and Bob meet again: they sat together in game 1.",
        "Bob and Ida meet again: they also sit together in game 3.",
        "Bob sits at table 1 more than once: in game 1 too.",
        "Eve and Fay meet again: they sat together in game 1.",
        "Eve and Jim meet again: they also sit together in game 3.",
        "Eve sits at table 2 more than once: in game 1 too.",
    }
    assert set(preview.gains) == {
        "Bob sits at table 2 less often.",
        "Eve and Hal meet less often.",
    }
    # The sum is that of the plan's page, before the change and after it.
    now = repeats_in(seating_of(day).rounds)
    do(day, 2, "Bob", "Eve")
    assert preview.repeats == (now, repeats_in(seating_of(GameDay.objects.get()).rounds))
    assert preview.repeats[1] > now
    undo(day, 2)
    sizes = shown(day, 1, "Ida", table=1)
    assert "Table 1 has 5 people." in sizes.costs
    assert "Table 3 has 2 people, fewer than you wish." in sizes.costs
    assert "Table 1 has the size that you wish." not in sizes.gains
    assert "Table 3 has the size that you wish." in shown(day, 1, "Dot", table=3).gains


def test_wishes_and_needed_tables_are_costs(day: GameDay) -> None:
    for kind, one, other in (("together", "Ann", "Bob"), ("apart", "Cal", "Ida")):
        people = {"one": day.club.players.get(name=one), "other": day.club.players.get(name=other)}
        Wish.objects.create(club=day.club, game_day=day, kind=kind, **people)
    attendance_fix(attendance=Attendance.objects.get(player__name="Bob"), table=1)
    costs = shown(day, 1, "Bob", "Ida").costs
    assert costs[:3] == (
        "Cal and Ida sit together and wish to be apart.",
        "Ann and Bob do not sit together and wish to.",
        "Bob needs table 1.",
    )
    do(day, 1, "Bob", "Ida")
    assert "Bob sits at table 1, as needed." in shown(day, 1, "Bob", "Ida").gains


def test_meetings_of_earlier_days_cost_where_they_count(day: GameDay) -> None:
    earlier = GameDayFactory(club=day.club, date=day.date.replace(day=1))
    come(earlier, "Dot", "Ida", "Ola")
    plan_make(day=earlier, author=ANN, seconds=0.05)
    begin(earlier)
    sentence = "Dot and Ida met on an earlier game day."
    assert sentence not in shown(day, 1, "Dot", table=3).costs
    GameDay.objects.filter(pk=day.pk).update(meetings_count=True)
    assert sentence in shown(day, 1, "Dot", table=3).costs


def test_a_table_that_has_begun_keeps_its_people_and_says_so(day: GameDay) -> None:
    begin(day, 2)
    with pytest.raises(Refusal, match="Gus plays at table 2, which has begun"):
        shown(day, 1, "Ann", "Gus")
    with pytest.raises(Refusal, match="Table 2 has begun"):
        shown(day, 1, "Ann", table=2)
    do(day, 1, "Ann", "Kay")
    assert names(day, 1) == ["Kay Bob Cal Dot", "Eve Fay Gus Hal", "Ida Jim Ann"]
    assert [game.seats.count() for game in begin(day)] == [4, 4, 3]


def test_who_left_a_table_that_has_begun_can_be_seated_elsewhere(day: GameDay) -> None:
    (game,) = begin(day, 2)
    row = game.seats.get(player__name="Gus")
    seat_leave(game=game, author=ANN, key=new_key(), seat_id=row.pk, ranked=False)
    do(day, 1, "Gus", table=3)
    assert names(day, 1)[2] == "Ida Jim Kay Gus"
    assert sorted(seat.player.name for seat in begin(day, 3)[0].seats.all()) == [
        "Gus", "Ida", "Jim", "Kay",
    ]  # fmt: skip


def test_who_comes_late_plays_at_a_table_that_has_not_begun(day: GameDay) -> None:
    begin(day, 2)
    check_in(day=day, name="Zoe")
    assert shown(day, 1, "Zoe", table=3).notes == (
        "Zoe came later, and plays in game 1 by this change.",
    )
    do(day, 1, "Zoe", table=3)
    assert Attendance.objects.get(player__name="Zoe").joins_at == 1
    undo(day)
    assert Attendance.objects.get(player__name="Zoe").joins_at == 2
    do(day, 1, "Zoe", "Kay")
    assert names(day, 1)[2] == "Ida Jim Zoe"
    assert "Kay has no seat any more." not in shown(day, 1, "Kay", table=3).costs
    assert "Kay gets a seat." in shown(day, 1, "Kay", table=3).gains
    assert {seat.player.name for seat in begin(day, 3)[0].seats.all()} == {"Ida", "Jim", "Zoe"}


def test_who_has_gone_home_is_at_no_table_to_come(day: GameDay) -> None:
    """So signs, cards, sheets and the number of people are those with which the game begins."""
    before = [len(ids) for ids in seating_of(day).tables(2)]
    table, _seat = seating_of(day).seats(2)[pk(day, "Kay")]
    attendance_leave(attendance=Attendance.objects.get(player__name="Kay"), when="now")
    day = GameDay.objects.get(pk=day.pk)
    for number in (1, 2, 3):
        assert pk(day, "Kay") not in seating_of(day).seats(number)
    after = [len(ids) for ids in seating_of(day).tables(2)]
    assert after[table - 1] == before[table - 1] - 1
    assert any("Kay is not there in game 1" in words for words in faults(seating_of(day), []))
    with pytest.raises(Refusal, match="Choose somebody who is in the room"):
        shown(day, 1, "Kay", "Ann")
    assert hand_seating(inputs_of(day), 1).unseated == ()


def test_who_comes_late_meets_as_few_again_as_can_be_and_it_is_said(day: GameDay) -> None:
    """At the smallest tables Zoe would meet both Ida and Kay twice; Gus stays at table 2."""
    plan = day.plans.get()
    gus = pk(day, "Gus")
    rounds = [[[i for i in ids if i != gus] for ids in tables] for tables in plan.tables]
    for tables in rounds:
        tables[1].append(gus)
    Plan.objects.update(tables=rounds)
    GameDay.objects.update(most=6)
    check_in(day=day, name="Zoe")
    (late,) = late_seats(inputs_of(GameDay.objects.get(pk=day.pk)))
    assert (late.seats, late.meetings) == ({1: 2, 2: 3, 3: 2}, "Zoe and Gus meet again.")
    worse = [len(offer.again) for offer in late.others]
    assert worse == sorted(worse)


@pytest.mark.parametrize("meanwhile", ["plan", "hand", "begun", "wish"])
def test_a_page_that_is_too_old_changes_nothing(day: GameDay, meanwhile: str) -> None:
    preview = shown(day, 1, "Ann", "Ida")
    if meanwhile == "plan":
        plan_take(day=day, plan=plan_make(day=day, author=ANN, seconds=0.05))
    elif meanwhile == "hand":
        do(day, 1, "Ann", "Eve")
    elif meanwhile == "begun":
        begin(day, 2)
    else:
        one, other = (day.club.players.get(name=name) for name in ("Ann", "Jim"))
        Wish.objects.create(club=day.club, kind=Wish.Kind.APART, one=one, other=other)
    before = names(day, 1)
    with pytest.raises(Stale, match="have changed since this page was shown"):
        seats_change(
            day=day, author=ANN, number=1, change=preview.change, mark=preview.mark, keep=False
        )
    assert names(day, 1) == before


def test_a_second_tap_does_not_swap_them_back(day: GameDay) -> None:
    preview = shown(day, 1, "Ann", "Ida")
    plans = {
        seats_change(day=day, author=ANN, number=1, change=preview.change, mark=preview.mark)
        for _tap in range(2)
    }
    assert len(plans) == 1
    assert names(day, 1)[0] == "Ida Bob Cal Dot"


@pytest.mark.parametrize(
    ("name", "other", "table", "sentence"),
    [
        ("Ann", "Ann", 0, "two different people"),
        ("Ann", "", 1, "Ann sits at table 1 already"),
        ("Ann", "", 9, "no such table"),
        ("Una", "Ann", 0, "somebody who is in the room"),
    ],
)
def test_what_is_no_change_is_refused(
    day: GameDay, name: str, other: str, table: int, sentence: str
) -> None:
    person(day.club, "Una")
    with pytest.raises(Refusal, match=sentence):
        shown(day, 1, name, other, table)


def test_only_games_that_are_on_or_to_come_can_be_changed(day: GameDay) -> None:
    for game in begin(day):
        end(game)
    assert first_to_change(seating_of(day)) == 2
    round_go(day=day, author=ANN, number=2)
    for number in (0, 1, 4):
        with pytest.raises(Refusal, match=f"The seats of game {number} cannot be changed"):
            shown(day, number, "Ann", "Bob")
    with pytest.raises(Refusal, match="Seat the people first"):
        hand_seating(inputs_of(GameDayFactory(club=day.club)), 1)


class TestUndo:
    """Taking back the last change by hand."""

    def test_change_after_change_comes_back(self, day: GameDay) -> None:
        before = names(day, 1)
        do(day, 1, "Ann", "Ida")
        between = names(day, 1)
        do(day, 1, "Bob", table=3, keep=True)
        hand = hand_seating(inputs_of(GameDay.objects.get(pk=day.pk)), 1)
        assert last_change(hand) == ["Game 1: Bob goes from table 3 back to table 1."]
        undo(day)
        assert names(day, 1) == between
        assert not seating_of(day).locks.people
        undo(day)
        assert names(day, 1) == before
        with pytest.raises(Refusal, match="Nothing was changed by hand"):
            undo(day)

    def test_not_once_a_changed_table_has_begun(self, day: GameDay) -> None:
        do(day, 1, "Ann", "Ida")
        begin(day, 2)
        do(day, 1, "Bob", "Kay")
        undo(day)
        begin(day, 3)
        with pytest.raises(Refusal, match="Table 3 of game 1 has begun since"):
            undo(day)
        assert names(day, 1)[2] == "Ann Jim Kay"

    def test_not_from_a_page_that_is_too_old(self, day: GameDay) -> None:
        do(day, 1, "Ann", "Ida")
        seen = in_force(day)
        do(day, 1, "Bob", "Kay")
        with pytest.raises(Stale):
            seats_undo(day=day, author=ANN, number=1, seen=seen)

    def test_a_new_plan_is_not_taken_back(self, day: GameDay) -> None:
        do(day, 1, "Ann", "Ida")
        plan_take(day=day, plan=plan_make(day=day, author=ANN, seconds=0.05))
        with pytest.raises(Refusal, match="Nothing was changed by hand"):
            undo(day)


class TestLocks:
    """What a new plan leaves as it is."""

    def plan(self, day: GameDay) -> None:
        plan = plan_make(day=day, author=ANN, seconds=0.05)
        if plan.taken_at is None:
            plan_take(day=day, plan=plan)

    def test_people_and_tables_stay_while_the_rest_is_planned(self, day: GameDay) -> None:
        do(day, 2, "Ann", "Dot", keep=True)
        lock(day, 1, table=2)
        come(day, "Zoe")
        self.plan(day)
        one, two, three = (names(day, number) for number in (1, 2, 3))
        assert one[1].split() == ["Eve", "Fay", "Gus", "Hal"]
        assert "Dot" in two[0]
        assert "Ann" in two[2]
        for tables in (one, two, three):
            assert sorted(" ".join(tables).split()) == sorted([*NAMES[:11], "Zoe"])
        # The next plan leaves it too.
        come(day, "Yan")
        self.plan(day)
        assert names(day, 1)[1].split() == ["Eve", "Fay", "Gus", "Hal"]
        day.refresh_from_db()
        assert faults(seating_of(day), wishes_of(day)) == []

    def test_unlocked_they_are_planned_as_all(self, day: GameDay) -> None:
        lock(day, 1, "Ann")
        lock(day, 1, table=2)
        for _tap in range(2):
            lock(day, 1, "Ann", locked=False)
            lock(day, 1, table=2, locked=False)
        plan = seating_of(day).plan
        assert plan
        assert plan.locks == {}
        assert Plan.objects.count() == 5

    def test_who_leaves_is_held_by_no_lock(self, day: GameDay) -> None:
        lock(day, 1, table=2)
        attendance_leave(attendance=Attendance.objects.get(player__name="Gus"), when="now")
        self.plan(day)
        assert set(names(day, 1)[1].split()) == {"Eve", "Fay", "Hal"}

    def test_locks_that_leave_no_way_are_said(self, day: GameDay) -> None:
        for table in (1, 2):
            lock(day, 1, table=table)
        come(day, "Zoe")
        attendance_leave(attendance=Attendance.objects.get(player__name="Ida"), when="now")
        attendance_leave(attendance=Attendance.objects.get(player__name="Jim"), when="now")
        with pytest.raises(Refusal, match="2 people are left who are not at locked tables"):
            plan_make(day=day, author=ANN, seconds=0.05)

    def test_two_records_that_become_one_stay_locked(self, day: GameDay) -> None:
        lock(day, 2, "Ann")
        anna = person(day.club, "Anna")
        merge_make(kept=anna, gone=day.club.players.get(name="Ann"), author=ANN)
        assert seating_of(day).locks.people == {(2, anna.pk)}

    def test_nobody_without_a_seat_and_no_strange_table_is_locked(self, day: GameDay) -> None:
        come(day, "Zoe")
        with pytest.raises(Refusal, match="has a seat"):
            lock(day, 1, "Zoe")
        with pytest.raises(Refusal, match="no such table"):
            lock(day, 1, table=9)

    def test_where_everybody_stays_the_locked_ones_stay_too(self, day: GameDay) -> None:
        GameDay.objects.update(movement=GameDay.Movement.STAY)
        play_first(day)
        lock(day, 2, table=2)
        lock(day, 2, "Ann")
        come(day, "Zoe", "Yan", "Xia")
        self.plan(day)
        one, two, three = names(day, 2)
        assert two == "Eve Fay Gus Hal"
        assert "Ann" in one
        assert sorted([len(one.split()), len(three.split())]) == [5, 5]

    def test_where_everybody_stays_who_cannot_stay_is_named(self, day: GameDay) -> None:
        GameDay.objects.update(movement=GameDay.Movement.STAY)
        play_first(day)
        lock(day, 2, "Ida")
        for name in ("Ann", "Bob", "Cal", "Dot", "Jim", "Kay"):
            row = Attendance.objects.get(player__name=name)
            attendance_leave(attendance=row, when="now")
        with pytest.raises(Refusal, match="Ida cannot stay at table 3"):
            self.plan(day)


class TestTables:
    """A table more, or an empty one less."""

    def test_a_table_comes_and_goes(self, day: GameDay) -> None:
        table_add(day=day, author=ANN, number=1, seen=in_force(day))
        assert names(day, 1)[3] == ""
        with pytest.raises(Refusal, match="You can only take away the last table"):
            table_remove(day=day, author=ANN, number=1, table=2, seen=in_force(day))
        table_remove(day=day, author=ANN, number=1, table=4, seen=in_force(day))
        assert len(names(day, 1)) == 3
        with pytest.raises(Refusal, match="You can only take away the last table"):
            table_remove(day=day, author=ANN, number=1, table=3, seen=in_force(day))

    def test_nobody_is_seated_at_an_empty_one_when_the_games_begin(self, day: GameDay) -> None:
        table_add(day=day, author=ANN, number=1, seen=in_force(day))
        assert len(begin(day)) == 3


def test_where_everybody_stays_a_change_is_for_later_games_too(day: GameDay) -> None:
    GameDay.objects.update(movement=GameDay.Movement.STAY)
    plan = seating_of(day).plan
    assert plan
    plan.tables = [plan.tables[0]] * 3
    plan.save()
    assert not any("meet again" in cost for cost in shown(day, 1, "Ann", "Ida").costs)
    do(day, 1, "Ann", "Ida")
    assert names(day, 1) == names(day, 3)
    for game in begin(day):
        end(game)
    round_go(day=day, author=ANN, number=2)
    assert names(day, 2)[0].startswith("Ida")
