"""The sheet follows from its entries, and from nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.models import Club, Game, SeatResult, SheetEntry
from scoring.refusals import Refusal
from scoring.sheets.selectors.next_round import deal_of, plan_of
from scoring.sheets.selectors.sheet import Sheet, derive, entries_in_force, sheet_of
from scoring.sheets.services.games import game_finish, game_reopen
from scoring.sheets.services.rounds import contest_settle, entry_undo, round_correct, round_record
from scoring.sheets.services.seats import seat_join, seat_leave, seats_swap
from scoring.values import RoundReport, SeatReport
from tests.factories import ANN, correct, make_game, new_key, play, report_of, totals

pytestmark = pytest.mark.django_db

WHY = "the table says so"
LATE = ("Eve", "Fay", "Gus")


@dataclass(frozen=True)
class Seated:
    """What a table knows by heart of somebody."""

    came: int = 1
    brought: int = 0
    went: int | None = None
    place_kept: bool = True
    met: tuple[str, ...] = ()
    """Who had a place when they came; the highest total of these is what the rules give."""

    @property
    def ranked(self) -> bool:
        return self.place_kept and (self.went is None or self.went >= self.came)


@dataclass(frozen=True)
class Paper:
    """A sheet of paper after one thing more was written on it: the slow and obvious way."""

    order: tuple[str, ...]
    people: dict[str, Seated]
    rounds: tuple[dict[str, int], ...] = ()

    @property
    def playing(self) -> list[str]:
        return self.playing_in(len(self.rounds) + 1)

    def playing_in(self, number: int) -> list[str]:
        return [
            name
            for name in self.order
            if self.people[name].came <= number
            and (self.people[name].went is None or number <= (self.people[name].went or 0))
        ]

    def total(self, name: str) -> int:
        return self.people[name].brought + sum(one.get(name, 0) for one in self.rounds)

    def by_the_rules(self, name: str) -> int:
        """What a late arrival gets."""
        late = self.people[name]
        before = self.rounds[: late.came - 1]
        return max(
            self.people[other].brought + sum(one.get(other, 0) for one in before)
            for other in late.met
        )

    def position(self, name: str) -> int | None:
        if not self.people[name].ranked:
            return None
        ranked = [other for other in self.order if self.people[other].ranked]
        return 1 + sum(self.total(other) < self.total(name) for other in ranked)

    def behind(self, name: str) -> int:
        if not self.people[name].ranked:
            return 0
        return self.total(name) - min(
            self.total(other) for other in self.order if self.people[other].ranked
        )


@dataclass
class Table:
    """A game, and beside it the papers of everything written so far, the newest last.

    `undone` are papers that were taken away since something was written, the newest last.
    """

    game: Game
    papers: list[Paper] = field(default_factory=list)
    undone: list[Paper] = field(default_factory=list)

    @property
    def paper(self) -> Paper:
        return self.papers[-1]

    def write(self, **changed: Any) -> None:
        self.papers.append(replace(self.paper, **changed))
        self.undone.clear()

    def seat_ids(self) -> dict[str, int]:
        return {seat.name: seat.id for seat in sheet_of(self.game).seats}

    def report(self, number: int, points: Sequence[int], out: int) -> RoundReport:
        """What the seats of a round have left, in playing order; seat number `out` went out."""
        ids = self.seat_ids()
        names = self.paper.playing_in(number)
        winner = names[out % len(names)] if out else None
        return RoundReport(
            starting_double=self.game.set,
            ending="out" if winner else "blocked",
            out_seat_id=ids[winner] if winner else None,
            as_it_stands=True,
            seats=tuple(
                SeatReport(ids[name], total=None if name == winner else given)
                for name, given in zip(names, points, strict=False)
            ),
        )

    def counted(self, number: int, points: Sequence[int], out: int) -> dict[str, int]:
        names = self.paper.playing_in(number)
        winner = names[out % len(names)] if out else None
        return {
            name: 0 if name == winner else given for name, given in zip(names, points, strict=False)
        }

    def record(self, points: Sequence[int], out: int) -> None:
        number = len(self.paper.rounds) + 1
        round_record(
            game=self.game,
            author=ANN,
            key=new_key(),
            round_number=number,
            report=self.report(number, points, out),
            reason=WHY,
        )
        self.write(rounds=(*self.paper.rounds, self.counted(number, points, out)))

    def correct(self, which: int, points: Sequence[int], out: int) -> None:
        if not self.paper.rounds:
            return
        number = which % len(self.paper.rounds) + 1
        line = sheet_of(self.game).line(number)
        try:
            round_correct(
                game=self.game,
                author=ANN,
                key=new_key(),
                round_number=number,
                report=self.report(number, points, out),
                reason=WHY,
                seen=line.entry.pk,
            )
        except Refusal:
            assert self.counted(number, points, out) == self.paper.rounds[number - 1]
            return
        rounds = list(self.paper.rounds)
        rounds[number - 1] = self.counted(number, points, out)
        was, now = self.paper, replace(self.paper, rounds=tuple(rounds))
        for name in LATE:
            if name in was.people and was.people[name].brought == was.by_the_rules(name):
                come = replace(now.people[name], brought=now.by_the_rules(name))
                now = replace(now, people={**now.people, name: come})
        self.write(rounds=now.rounds, people=now.people)

    def join(self, agreed: int | None) -> None:
        name = next((name for name in LATE if name not in self.paper.people), None)
        if name is None:
            return
        seat_join(game=self.game, author=ANN, key=new_key(), name=name, total=agreed)
        met = tuple(other for other in self.paper.order if self.paper.people[other].ranked)
        total = max(self.paper.total(other) for other in met) if agreed is None else agreed
        come = Seated(came=len(self.paper.rounds) + 1, brought=total, met=met)
        # A seat that was undone once keeps its place for the next time.
        places = {seat.name: seat.place for seat in sheet_of(self.game).seats}
        order = sorted((*self.paper.order, name), key=lambda one: places[one])
        self.write(order=tuple(order), people={**self.paper.people, name: come})

    def leave(self, which: int, ranked: bool) -> None:
        names = self.paper.playing
        if len(names) <= 2:
            return
        name = names[which % len(names)]
        seat_leave(
            game=self.game, author=ANN, key=new_key(), seat_id=self.seat_ids()[name], ranked=ranked
        )
        gone = replace(self.paper.people[name], went=len(self.paper.rounds), place_kept=ranked)
        self.write(people={**self.paper.people, name: gone})

    def swap(self, which: int, points_too: bool) -> None:
        names = self.paper.playing
        one, other = names[which % len(names)], names[(which + 1) % len(names)]
        ids = self.seat_ids()
        pair = (ids[one], ids[other])
        seats_swap(game=self.game, author=ANN, key=new_key(), seat_ids=pair, points_too=points_too)
        changed = {one: other, other: one}
        order = tuple(changed.get(name, name) for name in self.paper.order)
        rounds = tuple(
            {**told, one: told[other], other: told[one]}
            if points_too and one in told and other in told
            else told
            for told in self.paper.rounds
        )
        self.write(order=order, rounds=rounds)

    def undo(self) -> None:
        last = sheet_of(self.game).last_entry
        assert (last is None) == (len(self.papers) == 1)
        if last:
            entry_undo(game=self.game, author=ANN, key=new_key(), seen=last.pk)
            self.undone.append(self.papers.pop())

    def redo(self) -> None:
        undo = sheet_of(self.game).last_undo
        assert (undo is None) == (not self.undone)
        if undo:
            entry_undo(game=self.game, author=ANN, key=new_key(), seen=undo.pk)
            self.papers.append(self.undone.pop())

    def end_and_reopen(self) -> None:
        if self.paper.rounds:
            game_finish(game=self.game, author=ANN, key=new_key())
            assert sheet_of(self.game).finished
            game_reopen(game=self.game, author=ANN, key=new_key(), reason=WHY)
            self.undone.clear()

    def check(self) -> None:
        """The sheet says what the newest paper says."""
        sheet, paper = sheet_of(self.game), self.paper
        assert tuple(seat.name for seat in sheet.seats) == paper.order
        for seat in sheet.seats:
            name = seat.name
            assert seat.total == paper.total(name)
            assert (seat.position, seat.behind) == (paper.position(name), paper.behind(name))
            places = [paper.position(other) for other in paper.order]
            assert seat.shared == (seat.ranked and places.count(seat.position) > 1)
        for line, told in zip(sheet.rounds, paper.rounds, strict=True):
            names = {seat.id: seat.name for seat in sheet.seats}
            assert {names[one]: cell.points for one, cell in line.cells.items()} == told
            assert [seat.name for seat in sheet.playing(line.number)] == paper.playing_in(
                line.number
            )
        assert sheet_of(self.game) == sheet


def table() -> Table:
    game = make_game(players=3)
    names = tuple(seat.player.name for seat in game.seats.all())
    return Table(game, [Paper(names, {name: Seated() for name in names})])


POINTS = st.lists(st.integers(0, 60), min_size=6, max_size=6)
WHICH = st.integers(0, 5)
DEEDS = st.one_of(
    st.tuples(st.just("record"), POINTS, WHICH),
    st.tuples(st.just("correct"), WHICH, POINTS, WHICH),
    st.tuples(st.just("join"), st.none() | st.integers(0, 99)),
    st.tuples(st.just("leave"), WHICH, st.booleans()),
    st.tuples(st.just("swap"), WHICH, st.booleans()),
    st.tuples(st.just("undo")),
    st.tuples(st.just("redo")),
    st.tuples(st.just("end_and_reopen")),
)


@settings(max_examples=40)
@given(st.lists(DEEDS, min_size=1, max_size=10))
def test_the_sheet_is_what_a_stack_of_papers_says(deeds: list[tuple[Any, ...]]) -> None:
    """Undo takes the last paper away, redo brings it back; everything else puts one on top."""
    at = table()
    for name, *told in deeds:
        getattr(at, name)(*told)
        at.check()
    while len(at.papers) > 1:
        at.undo()
        at.check()
    assert sheet_of(at.game).rounds == ()


@settings(max_examples=20)
@given(st.lists(POINTS, min_size=1, max_size=4), WHICH, POINTS)
def test_a_correction_and_its_correction_back_leave_all_as_it_was(
    rounds: list[list[int]], which: int, other: list[int]
) -> None:
    at = table()
    for points in rounds:
        at.record(points, 0)
    before = sheet_of(at.game)
    at.correct(which, other, 0)
    at.correct(which, rounds[which % len(rounds)], 0)
    after = sheet_of(at.game)
    assert after.seats == before.seats
    assert [one.points for line in after.rounds for one in line.cells.values()] == [
        one.points for line in before.rounds for one in line.cells.values()
    ]


def rows_of(game: Game) -> tuple[list[Any], list[SheetEntry], dict[int, dict[int, SeatResult]]]:
    results: dict[int, dict[int, SeatResult]] = {}
    for result in SeatResult.objects.filter(entry__game=game):
        results.setdefault(result.entry_id, {})[result.seat_id] = result
    return list(game.seats.all()), list(game.entries.all()), results


def undo(game: Game) -> None:
    entry_undo(game=game, author=ANN, key=new_key(), seen=sheet_of(game).last_entry.pk)


def test_the_same_rows_give_the_same_sheet_and_no_query(
    game: Game, django_assert_num_queries: Any
) -> None:
    play(game, 12, 0, 45, 9)
    play(game, 1, 0, 2, 3)
    correct(game, 1, [12, 0, 54, 9])
    with django_assert_num_queries(3):
        sheet = sheet_of(game)
    seats, entries, results = rows_of(game)
    for seat in seats:
        _ = seat.player.name
    with django_assert_num_queries(0):
        again = derive(game, seats, entries, results)
        # The order in which results come from the database is nobody's promise.
        turned = {key: dict(reversed(one.items())) for key, one in results.items()}
        once_more = derive(game, seats, entries, dict(reversed(turned.items())))
    assert sheet == again == once_more


def test_versions_of_a_round_are_kept_oldest_first(game: Game) -> None:
    first = play(game, 12, 0, 45, 9).entry
    second = correct(game, 1, [12, 0, 54, 9])
    third = correct(game, 1, [12, 0, 50, 8])
    line = sheet_of(game).rounds[0]
    cal, dot = sheet_of(game).seats[2:]
    assert (line.entry, line.struck) == (third, (first, second))
    assert line.cells[cal.id].struck == (45, 54)
    # What another's correction left as it was is struck once.
    assert line.cells[dot.id].struck == (9,)


def test_what_was_undone_before_is_no_version_of_a_round(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    undo(game)
    again = play(game, 12, 0, 54, 9).entry
    line = sheet_of(game).rounds[0]
    assert (line.entry, line.struck) == (again, ())
    assert {cell.struck for cell in line.cells.values()} == {()}


def test_before_round_one_nobody_leads(game: Game) -> None:
    sheet = sheet_of(game)
    assert (sheet.leaders, sheet.margin, sheet.revision) == ((), None, 0)
    assert (sheet.next_round, sheet.last_entry, sheet.line(1)) == (1, None, None)
    assert sheet.last_undo is None
    assert sheet.seat(0) is None


@pytest.mark.parametrize(
    ("points", "leaders", "margin"),
    [
        ((12, 0, 45, 9), ["Bob"], 9),
        ((9, 0, 9, 0), ["Bob", "Dot"], 9),
        ((5, 5, 5, 5), ["Ann", "Bob", "Cal", "Dot"], None),
    ],
)
def test_who_leads_and_by_how_much(
    game: Game, points: tuple[int, ...], leaders: list[str], margin: int | None
) -> None:
    report = report_of(sheet_of(game), points)
    round_record(game=game, author=ANN, key="k", round_number=1, report=report, reason=WHY)
    sheet = sheet_of(game)
    assert [seat.name for seat in sheet.leaders] == leaders
    assert sheet.margin == margin


def test_who_came_for_a_round_that_was_not_played_has_no_place(game: Game) -> None:
    play(game, 12, 0, 45, 9)
    seat_join(game=game, author=ANN, key=new_key(), name="Eve", total=5)
    eve = sheet_of(game).seats[-1]
    assert (eve.position, eve.unplayed) == (2, False)
    game_finish(game=game, author=ANN, key=new_key())
    sheet = sheet_of(game)
    assert (sheet.seats[-1].position, sheet.seats[-1].unplayed) == (None, True)
    assert [(seat.name, seat.position) for seat in sheet.ranking] == [
        ("Bob", 1),
        ("Dot", 2),
        ("Ann", 3),
        ("Cal", 4),
    ]


def test_equal_totals_are_parted_where_the_house_says_so() -> None:
    rules = {"base": "family", "fill": "defaults", "tie_break": "went_out_more"}
    game = make_game(players=3, rules=rules)
    for points in ((0, 10, 20), (0, 5, 20), (15, 0, 9)):
        play(game, *points)
    sheet = sheet_of(game)
    assert [(one.name, one.total, one.position) for one in sheet.ranking] == [
        ("Ann", 15, 1),
        ("Bob", 15, 2),
        ("Cal", 49, 3),
    ]
    assert sheet.margin == 0
    assert not any(seat.shared for seat in sheet.seats)


def contested(game: Game) -> tuple[SheetEntry, SheetEntry]:
    """Round 1 as two tablets recorded it."""
    first = play(game, 12, 0, 45, 9).entry
    return first, play(game, 12, 0, 54, 9, round_number=1).entry


def test_a_contest_counts_nothing_until_it_is_chosen(game: Game) -> None:
    first, second = contested(game)
    sheet = sheet_of(game)
    assert sheet.in_force == frozenset({first.pk})
    assert sheet.rounds[0].contests == (second,)
    assert sheet.rounds[0].struck == ()
    assert sheet.last_entry == first


def test_a_contest_outlives_a_correction_of_the_round(game: Game) -> None:
    _first, second = contested(game)
    correct(game, 1, [12, 0, 46, 9])
    assert sheet_of(game).contests == (second,)


def test_a_contest_ends_with_the_round_that_it_was_about(game: Game) -> None:
    contested(game)
    undo(game)
    assert sheet_of(game).contests == ()
    # The round is recorded anew: what was sent before that is no longer a question.
    play(game, 12, 0, 54, 9)
    assert sheet_of(game).contests == ()
    # It can be contested again, though.
    third = play(game, 12, 0, 55, 9, round_number=1).entry
    assert sheet_of(game).contests == (third,)


def test_undoing_a_choice_asks_again(game: Game) -> None:
    first, second = contested(game)
    contest_settle(game=game, author=ANN, key=new_key(), chosen=second.pk, round_number=1)
    assert totals(game) == [12, 0, 54, 9]
    undo(game)
    sheet = sheet_of(game)
    assert totals(game) == [12, 0, 45, 9]
    assert (sheet.rounds[0].entry, sheet.contests) == (first, (second,))


def test_entries_of_one_game_are_in_force_in_no_other(game: Game) -> None:
    other = make_game(game.club)
    play(game, 12, 0, 45, 9)
    play(other, 1, 0, 2, 3)
    assert totals(game) == [12, 0, 45, 9]
    assert totals(other) == [1, 0, 2, 3]


def test_no_entries_no_force() -> None:
    assert entries_in_force([]) == frozenset()


def test_a_sheet_knows_its_seats(game: Game) -> None:
    sheet: Sheet = sheet_of(game)
    assert [sheet.seat(seat.id) for seat in sheet.seats] == list(sheet.seats)
    assert sheet.line(0) is None
    play(game, 12, 0, 45, 9)
    assert sheet_of(game).line(1) == sheet_of(game).rounds[0]
    assert sheet_of(game).line(2) is None


# --- a run-off ---------------------------------------------------------------------------------

PLAYOFF = {"base": "family", "fill": "defaults", "rounds": 2, "tie_break": "playoff"}


def standing(game: Game) -> list[tuple[str, int, int | None]]:
    return [(seat.name, seat.total, seat.position) for seat in sheet_of(game).seats]


@pytest.fixture
def tied(club: Club) -> Game:
    """Ann and Cal tie after the last of two rounds."""
    game = make_game(club, rules=PLAYOFF)
    play(game, 0, 12, 8, 4)
    play(game, 8, 12, 0, 40)
    return game


def test_those_who_tie_for_the_game_play_one_more_round(tied: Game) -> None:
    sheet = sheet_of(tied)
    assert [seat.name for seat in sheet.playing(3)] == ["Ann", "Cal"]
    assert [seat.name for seat in sheet.playing(2)] == ["Ann", "Bob", "Cal", "Dot"]
    plan = plan_of(sheet)
    assert (plan.over, plan.rounds, plan.round_number) == (False, None, 3)
    assert plan.how.startswith("Ann and Cal tie for the game. Only they play this round")
    assert deal_of(sheet, 3).tiles == 16


def test_a_run_off_parts_them_and_changes_no_total(tied: Game) -> None:
    before = totals(tied)
    play(tied, 30, 0)
    assert totals(tied) == before
    assert standing(tied) == [("Ann", 8, 2), ("Bob", 24, 3), ("Cal", 8, 1), ("Dot", 44, 4)]
    sheet = sheet_of(tied)
    assert plan_of(sheet).over
    assert [line.run_off for line in sheet.rounds] == [False, False, True]
    assert [seat.name for seat in sheet.playing(3)] == ["Ann", "Cal"]
    assert {seat.name: seat.rounds_out for seat in sheet.seats}["Cal"] == 1
    assert sheet.rounds[2].cells[sheet.seats[0].id].running == 8


def test_one_more_round_of_the_whole_table_counts_like_any_other(club: Club) -> None:
    game = make_game(club, rules=PLAYOFF)
    play(game, 0, 12, 8, 4)
    play(game, 9, 12, 0, 40)
    play(game, 1, 2, 0, 4)
    assert totals(game) == [10, 26, 8, 48]


def test_two_who_are_all_the_table_play_off_without_a_change_of_totals(club: Club) -> None:
    game = make_game(club, 2, rules=PLAYOFF | {"rounds": 1})
    play(game, 7, 7, ending="blocked")
    play(game, 0, 12)
    assert standing(game) == [("Ann", 7, 1), ("Bob", 7, 2)]


def test_a_run_off_that_parts_nobody_is_followed_by_another(tied: Game) -> None:
    play(tied, 5, 5, ending="blocked")
    sheet = sheet_of(tied)
    assert [seat.name for seat in sheet.playing(4)] == ["Ann", "Cal"]
    assert not plan_of(sheet).over
    play(tied, 0, 7)
    assert standing(tied)[0] == ("Ann", 8, 1)
    assert plan_of(sheet_of(tied)).over


def test_who_ties_when_time_runs_out_plays_on_alone_too(club: Club) -> None:
    game = make_game(club, rules=PLAYOFF | {"rounds": 9})
    play(game, 8, 24, 8, 44, ending="time")
    sheet = sheet_of(game)
    assert [seat.name for seat in sheet.playing(2)] == ["Ann", "Cal"]
    assert not plan_of(sheet).over
    play(game, 30, 0)
    assert standing(game) == [("Ann", 8, 2), ("Bob", 24, 3), ("Cal", 8, 1), ("Dot", 44, 4)]
    assert plan_of(sheet_of(game)).over


def test_a_correction_that_parts_them_leaves_the_run_off_without_effect(tied: Game) -> None:
    play(tied, 30, 0)
    sheet = sheet_of(tied)
    report = report_of(sheet, (9, 12, 0, 40), round_number=2)
    round_correct(
        game=tied, author=ANN, key=new_key(), round_number=2, report=report, reason=WHY,
        seen=sheet.rounds[1].entry.pk,
    )  # fmt: skip
    assert standing(tied)[:3] == [("Ann", 9, 2), ("Bob", 24, 3), ("Cal", 8, 1)]
    assert plan_of(sheet_of(tied)).over


@pytest.mark.parametrize("how", ["shared", "went_out_more"])
def test_without_that_rule_nobody_plays_on(club: Club, how: str) -> None:
    game = make_game(club, rules=PLAYOFF | {"tie_break": how})
    play(game, 0, 12, 8, 4)
    play(game, 8, 12, 0, 40)
    sheet = sheet_of(game)
    assert plan_of(sheet).over
    assert len(sheet.playing(3)) == 4


def test_a_game_that_goes_on_and_one_that_parts_by_itself_have_no_run_off(club: Club) -> None:
    game = make_game(club, rules=PLAYOFF)
    play(game, 4, 12, 8, 4, ending="blocked")
    assert len(sheet_of(game).playing(2)) == 4
    play(game, 0, 12, 8, 4)
    assert plan_of(sheet_of(game)).over
