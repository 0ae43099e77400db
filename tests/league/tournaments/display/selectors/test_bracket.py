"""The bracket as values: columns, boxes, who goes on, who is level, draws."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league.models import Entrant, Parting, Stage, StageEntrant, StageTable, Tournament
from league.templatetags.brackets import goes_on
from league.tournaments.courses import loaded
from league.tournaments.display.selectors.bracket import bracket_of
from league.tournaments.display.selectors.bracket_nodes import Box, BracketColumns, Pair
from league.tournaments.display.selectors.screens import name_screens, screens_of
from league.tournaments.display.selectors.shapes import Shape
from league.tournaments.display.selectors.table_list import table_list_in
from league.tournaments.stages.selectors.progress import mark_of
from scoring.models import Club
from scoring.sheets.services.games import game_finish, game_start
from tests.factories import ANN, new_key, play
from tests.league.factories import StageFactory, TournamentFactory
from tests.league.tournaments import runs
from tests.league.tournaments.played import (
    close,
    dealt,
    enter,
    paper,
    seat,
    table_played,
    three_stages,
)
from tests.page import Page

pytestmark = pytest.mark.django_db


def shown(tournament: Tournament, **game: int) -> BracketColumns:
    told = {Stage.objects.get(name=name).pk: number for name, number in game.items()}
    return bracket_of(loaded(tournament), told)


def going(boxes: tuple[Box, ...]) -> dict[str, str]:
    return {one.name: one.how for box in boxes for one in box.seats if one.how}


def test_stages_are_columns_and_tables_boxes(club: Club) -> None:
    first, second, final = shown(three_stages(club, 37, until=2)).columns
    assert sorted(len(box.seats) for box in first.boxes) == [3, 3, 3, 4, 4, 4, 4, 4, 4, 4]
    assert all(box.finished for box in first.boxes)
    assert [len(box.seats) for box in second.boxes] == [4, 3, 3]
    assert (second.finished_tables, second.going_on, first.going_on) == (2, True, False)
    # 3 winners and a best second are expected in the final.
    assert (final.begun, final.expected and final.expected.sizes) == (False, (4,))


def test_the_best_of_a_table_stands_first_once_there_are_totals(club: Club) -> None:
    first, second, _final = shown(three_stages(club, 37, until=2)).columns
    for box in first.boxes:
        totals = [one.total for one in box.seats]
        assert totals == sorted(totals, key=lambda total: total or 0)
        assert [one.place for one in box.seats] == list(range(1, len(totals) + 1))
    waiting = second.boxes[-1]
    assert (waiting.begun, waiting.on_paper) == (False, False)
    assert all(box.on_paper for box in second.boxes[:-1])
    assert [one.seat for one in waiting.seats] == [0, 1, 2]


def test_of_a_closed_stage_those_went_on_who_did(club: Club) -> None:
    """A correction or a choice afterwards does not rewrite who really went on."""
    tournament = three_stages(club, 8, until=2)
    first = Stage.objects.get(number=1)
    loser = first.field.exclude(entrant__stages__stage__number=2).first()
    assert loser is not None
    StageEntrant.objects.create(
        stage=Stage.objects.get(number=2), entrant=loser.entrant, seed=9, how="choice"
    )
    column = shown(tournament).columns[0]
    winners = {one.seats[0].name for one in column.boxes}
    assert going(column.boxes) == {
        **dict.fromkeys(winners, "table"),
        loser.entrant.name: "choice",
    }
    assert all(one.sure is bool(one.how) for box in column.boxes for one in box.seats)


def test_of_a_stage_that_goes_on_only_finished_tables_send_people_on(club: Club) -> None:
    column = shown(three_stages(club, 37, until=1)).columns[0]
    unfinished = column.boxes[-1]
    assert not going((unfinished,))
    done = going(column.boxes)
    assert {one.seats[0].name for one in column.boxes[:-1]} <= set(done)
    assert {one.name for box in column.boxes for one in box.seats if one.sure} == {
        one.seats[0].name for one in column.boxes[:-1]
    }


def test_who_is_level_for_a_place_is_named(club: Club) -> None:
    tournament = three_stages(club, 4, until=0)
    stage = tournament.stages.get(number=1)
    people = enter(tournament, 4)
    table_played(stage, people, (10, 10, 20, 30))
    (level,) = shown(tournament).columns[0].level
    assert (set(level.names), level.places) == ({people[0].name, people[1].name}, 1)


def test_those_could_go_on_who_still_can_and_no_others(club: Club) -> None:
    """Thirteen winners fill four tables, so three others go on; two tables still play."""
    tournament = three_stages(club, 52, until=0)
    people = enter(tournament, 52)
    tables = [people[at : at + 4] for at in range(0, 52, 4)]
    rows = seat(tournament.stages.get(number=1), tables)
    for row, second in zip(rows[2:], (50, 52, 55, 55, 60, *range(70, 76)), strict=True):
        paper(row, (10, second, 90, 95))
    could = going(shown(tournament).columns[0].boxes)
    seconds = {people[4 * at + 1].name: "fill" for at in (2, 3, 4, 5)}
    winners = {people[4 * at].name: "table" for at in range(2, 13)}
    assert could == winners | seconds
    for row in rows[:2]:
        paper(row, (10, 80, 90, 95))
    level = {people[17].name: "level", people[21].name: "level"}
    assert level.items() <= going(shown(tournament).columns[0].boxes).items()


def test_while_everybody_can_still_go_on_the_page_says_why_nobody_is_marked(club: Club) -> None:
    stage = StageFactory(tournament=TournamentFactory(club=club), onward=Stage.Onward.BEST, count=5)
    StageFactory(tournament=stage.tournament, number=2)
    people = enter(stage.tournament, 12)
    rows = seat(stage, [people[:4], people[4:8], people[8:]])
    assert not shown(stage.tournament).columns[0].all_open
    paper(rows[0], (10, 20, 30, 40))
    column = shown(stage.tournament).columns[0]
    assert column.all_open
    assert not going(column.boxes)
    paper(rows[1], (50, 60, 70, 80))
    column = shown(stage.tournament).columns[0]
    assert not column.all_open
    assert going(column.boxes)


def test_the_winner_is_marked_once_all_is_over(club: Club) -> None:
    assert not going(shown(three_stages(club, 4, until=3)).columns[2].boxes)
    final = shown(three_stages(club, 12, until=4)).columns[2]
    assert going(final.boxes) == {final.boxes[0].seats[0].name: "won"}


def test_a_paper_of_fewer_rounds_than_a_whole_game_says_how_many(club: Club) -> None:
    stage = StageFactory(tournament=TournamentFactory(club=club))
    people = enter(stage.tournament, 9)
    rows = seat(stage, [people[:3], people[3:6], people[6:]])
    for row, rounds in zip(rows, (2, 13, None), strict=True):
        paper(row, (10, 20, 30), rounds_played=rounds)
    boxes = shown(stage.tournament).columns[0].boxes
    assert [(box.rounds, box.short) for box in boxes] == [(2, 13), (13, 0), (0, 0)]


def test_who_has_withdrawn_is_marked(club: Club) -> None:
    tournament = three_stages(club, 8, until=1)
    (table, *_rest) = shown(tournament).columns[0].boxes
    Entrant.objects.filter(pk=table.seats[0].entrant).update(withdrawn_at=timezone.now())
    (table, *_rest) = shown(tournament).columns[0].boxes
    assert [one.out for one in table.seats].count(True) == 1


def several(club: Club) -> tuple[Tournament, Stage]:
    """Two games of a stage that counts places, for eight people at two tables."""
    tournament = TournamentFactory(club=club)
    stage = StageFactory(
        tournament=tournament, name="Swiss", rounds=3, measure="places", place_points=[3, 2, 1, 0]
    )
    people = enter(tournament, 8)
    for number in (1, 2):
        for row in seat(stage, [people[:4], people[4:]], number):
            paper(row, (10, 20, 30, 40))
    return tournament, stage


def test_a_stage_of_several_games_shows_its_standing_and_any_game(club: Club) -> None:
    tournament, _stage = several(club)
    (column,) = shown(tournament).columns
    assert (column.game, column.games) == (2, (1, 2))
    assert [one.place for one in column.standing[:3]] == [1, 1, 3]
    assert [one.value for one in column.standing[:3]] == [6, 6, 4]
    # Who goes on follows from the standing, not from a table.
    assert not going(column.boxes)
    (earlier,) = shown(tournament, Swiss=1).columns
    assert earlier.game == 1
    (nonsense,) = shown(tournament, Swiss=7).columns
    assert nonsense.game == 2


def test_a_standing_waits_for_all_tables_of_its_game(club: Club) -> None:
    tournament, stage = several(club)
    assert not shown(tournament).columns[0].waits
    people = list(tournament.entrants.order_by("pk"))
    rows = seat(stage, [people[:4], people[4:]], 3)
    paper(rows[0], (10, 20, 30, 40))
    assert shown(tournament).columns[0].waits
    paper(rows[1], (10, 20, 30, 40))
    assert not shown(tournament).columns[0].waits


def test_before_the_beginning_it_is_all_forecast(club: Club) -> None:
    tournament = three_stages(club, 37, until=0)
    enter(tournament, 1, withdrawn_at=timezone.now())
    found = shown(tournament)
    assert found.current is None
    sizes = [one.expected.sizes for one in found.columns if one.expected]
    assert sizes == [(4, 4, 4, 4, 4, 4, 4, 3, 3, 3), (4, 4, 4), (4,)]
    assert screens_of(found) == ()


def pair_words(pair: Pair) -> str:
    if pair.box:
        return " ".join(f"{one.name}{'!' if one.how else ''}" for one in pair.box.seats)
    return "bye " + pair.names[0] if pair.free else "gone" if pair.gone else " ".join(pair.names)


def test_an_elimination_is_a_draw_with_byes_and_what_is_to_come(club: Club) -> None:
    tournament = TournamentFactory(club=club)
    stage = StageFactory(tournament=tournament, kind="single", size=2, least=2, most=2)
    a, b, c, d, e, f = enter(tournament, 6)
    for row in seat(stage, [[d, e], [c, f]], byes=[a, b], by_seed=[a, b, c, d, e, f]):
        paper(row, (10, 20))
    (column,) = shown(tournament).columns
    (draw,) = column.draws
    told = [[pair_words(pair) for pair in one.pairs] for one in draw.rounds]
    assert told == [
        ["bye Ann", "Dot! Eve", "bye Bob", "Cal! Fay"],
        ["Ann Dot", "Bob Cal"],
        [""],
    ]
    tree, screen = screens_of(shown(tournament))
    assert [len(drawn.pairs) for drawn in tree.tree] == [4, 2, 1]
    assert screen.drawn
    assert (len(screen.drawn.pairs), screen.in_all, screen.free) == (4, (3, 3), ("Ann", "Bob"))
    seat(stage, [[a, d], [b, c]], 2)
    (column,) = shown(tournament).columns
    boxes = [pair.box for pair in column.draws[0].rounds[1].pairs]
    assert [box and len(box.seats) for box in boxes] == [2, 2]
    _tree, screen = screens_of(shown(tournament))
    assert [box.number for box in screen.boxes] == [1, 2]
    assert screen.drawn
    assert (len(screen.drawn.pairs), screen.free) == (2, ())


def test_who_is_in_the_next_game_is_named_before_the_last_table_of_this_one(club: Club) -> None:
    tournament, stage = draw_of(club, 8)
    rows = {row.number: row for row in stage.seated.get().tables.all()}
    for number in (1, 2, 3):
        paper(rows[number], (10, 20))

    def told() -> list[list[tuple[str, ...]]]:
        (draw,) = shown(tournament).columns[0].draws
        return [[pair.names for pair in later.pairs] for later in draw.rounds[1:]]

    assert told() == [[("Ann", ""), ("Bob", "Cal")], [()]]
    # A sheet that still comes in could change who wins by walkover.
    StageTable.objects.filter(pk=rows[4].pk).update(on_paper_at=timezone.now())
    Entrant.objects.filter(name="Dot").update(withdrawn_at=timezone.now())
    assert told()[0] == [("Ann", ""), ("Bob", "Cal")]
    paper(rows[4], {Entrant.objects.get(name="Eve").pk: 20})
    assert told()[0] == [("Ann", "Eve"), ("Bob", "Cal")]
    # Whoever won leaves before the next game.
    Entrant.objects.filter(name="Bob").update(withdrawn_at=timezone.now())
    assert told()[0][0] == ("Ann", "Eve")


def test_who_lost_once_plays_below_in_double_elimination(club: Club) -> None:
    tournament = TournamentFactory(club=club)
    stage = StageFactory(tournament=tournament, kind="double", size=2, least=2, most=2)
    a, b, c, d = enter(tournament, 4)
    for row in seat(stage, [[a, d], [b, c]], by_seed=[a, b, c, d]):
        paper(row, (10, 20))
    (column,) = shown(tournament).columns
    (draw,) = column.draws
    assert column.double
    assert sorted(pair_words(draw.losers[0].pairs[0]).split()) == ["Cal", "Dot"]
    assert [one.final for one in draw.rounds] == [False, False, True]
    seat(stage, [[a, b], [c, d]], 2)
    for row in stage.seated.get(number=2).tables.all():
        paper(row, (10, 20))
    seat(stage, [[b, c]], 3)
    above, below, tables = screens_of(shown(tournament))
    assert (len(above.tree), above.losers, len(below.tree), below.losers) == (3, False, 2, True)
    assert (tables.waiting, tables.in_all) == (("Ann",), (4, 5))


def draw_of(club: Club, people: int) -> tuple[Tournament, Stage]:
    """A single elimination, its first round seated."""
    tournament = TournamentFactory(club=club)
    stage = StageFactory(tournament=tournament, kind="single", size=2, least=2, most=2)
    field = enter(tournament, people)
    seat(stage, met(field), by_seed=field)
    return tournament, stage


def met(field: list[Entrant]) -> list[list[Entrant]]:
    """The first against the last, and so on, as a draw has them."""
    return [[field[at], field[-1 - at]] for at in range(len(field) // 2)]


def test_a_long_name_has_smaller_letters_in_a_tree_and_two_lines_at_last(club: Club) -> None:
    """Rounds that nobody is in yet leave their room to names."""
    tournament, stage = draw_of(club, 16)
    (tree, *_tables) = screens_of(shown(tournament))
    assert [drawn.known for drawn in tree.tree] == [True, False, False, False]
    names = ["x" * letters for letters in (30, 37, 43, 46)]
    assert [tree.fit(name) for name in names] == ["", "fit-1", "fit-2", "fit-3"]
    for row in stage.seated.get().tables.all():
        paper(row, (10, 20))
    (fuller, *_tables) = screens_of(shown(tournament))
    assert [drawn.known for drawn in fuller.tree] == [True, True, False, False]
    assert [fuller.fit("x" * letters) for letters in (24, 29, 34)] == ["", "fit-1", "fit-2"]


def test_a_tree_is_shown_where_its_games_can_be_read(club: Club) -> None:
    """Eight games below each other at the most, and four rounds beside each other."""
    tournament, _stage = draw_of(club, 16)
    tree, _tables = screens_of(shown(tournament))
    assert (tree.layout, [len(drawn.pairs) for drawn in tree.tree]) == ("games-8", [8, 4, 2, 1])
    tournament, stage = draw_of(club, 32)
    assert not any(screen.tree for screen in screens_of(shown(tournament)))
    winners = []
    for row in stage.seated.get().tables.all():
        paper(row, (10, 20))
        winners.append(row.seats.get(place=0).entrant)
    seat(stage, met(winners), 2)
    assert [len(drawn.pairs) for drawn in screens_of(shown(tournament))[0].tree] == [8, 4, 2, 1]


def test_a_tie_in_an_elimination_is_called_level_until_it_is_closed(club: Club) -> None:
    tournament, stage = draw_of(club, 2)
    paper(stage.seated.get().tables.get(), (10, 10))
    hows = [[seat.how for seat in box.seats] for box in screens_of(shown(tournament))[1].boxes]
    assert hows == [["level", "level"]]
    ((seat, _other),) = [box.seats for box in screens_of(shown(tournament))[1].boxes]
    assert goes_on(seat) == "level: they share the place"
    close(stage)
    (tree,) = screens_of(shown(tournament))
    assert tree.tree[0].pairs[0].box is not None
    assert [seat.how for seat in tree.tree[0].pairs[0].box.seats] == ["", ""]


def test_a_walkover_is_not_certain_while_its_sheet_may_come_in(club: Club) -> None:
    tournament, stage = draw_of(club, 4)
    row = stage.seated.get().tables.get(number=1)
    gone, stays = (seat.entrant for seat in row.seats.all())
    StageTable.objects.filter(pk=row.pk).update(on_paper_at=timezone.now())
    Entrant.objects.filter(pk=gone.pk).update(withdrawn_at=timezone.now())

    def mark() -> tuple[str, bool]:
        pair = shown(tournament).columns[0].draws[0].rounds[0].pairs[0]
        assert pair.box is not None
        return next((seat.how, seat.sure) for seat in pair.box.seats if seat.entrant == stays.pk)

    assert mark() == ("walkover", False)
    other = stage.seated.get().tables.get(number=2)
    paper(other, (10, 20))
    seat(stage, [[stays, other.seats.get(place=0).entrant]], 2)
    assert mark() == ("walkover", True)


@pytest.mark.parametrize(
    ("people", "layout", "columns"),
    [
        (6, "names across-2 line-100", [3, 3]),
        (16, "names across-3 line-100", [6, 5, 5]),
        (31, "names across-4 line-90", [8, 8, 8, 7]),
    ],
)
def test_columns_of_names_are_about_as_long(
    club: Club, people: int, layout: str, columns: list[int]
) -> None:
    names = table_list_in(loaded(three_stages(club, people, until=1)))
    (screen,) = name_screens(names)
    assert screen.layout == layout
    assert [len(column) for column in screen.names] == columns


def test_a_screen_of_names_is_full(club: Club) -> None:
    """Short names stand in four columns; long ones in three, or in as many where they are few."""
    tournament = three_stages(club, 52, until=1)
    people = Entrant.objects.filter(tournament=tournament)

    def full(letters: str) -> None:
        (screen,) = name_screens(table_list_in(loaded(tournament)))
        columns = [len(column) for column in screen.names]
        assert (screen.layout, columns) == (f"names across-4 line-{letters}", [13] * 4)

    full("60")
    people.filter(number=1).update(name="Ann Featherstonehaugh")
    full("60")
    people.update(name="Kenneth Featherstone")
    (screen,) = name_screens(table_list_in(loaded(tournament)))
    columns = [len(column) for column in screen.names]
    assert (screen.layout, columns) == ("names across-3 line-43", [18, 17, 17])


@pytest.mark.parametrize(
    ("people", "name", "layout"),
    [
        (40, "Linda Underwood", "names across-3 line-55"),
        (52, "Lin Underwood", "names across-4 line-49"),
        (6, "Ann Featherstonehaugh", "names across-2 line-75"),
    ],
)
def test_no_name_is_cut_on_a_screen_of_names(
    club: Club, people: int, name: str, layout: str
) -> None:
    tournament = three_stages(club, people, until=1)
    Entrant.objects.filter(tournament=tournament).update(name=name)
    screens = name_screens(table_list_in(loaded(tournament)))
    assert {screen.layout for screen in screens} == {layout}
    assert {screen.fit(name) for screen in screens} == {""}


@pytest.mark.parametrize(
    ("wide", "names", "tables"),
    [
        (177, [("names across-3 line-43", 53)], ["across-4 line-55"] * 2),
        (144, [("names across-3 line-43", 53)], ["across-3 line-55"] * 3),
        (
            70,
            [("names across-2 line-49", 27), ("names across-2 line-49", 26)],
            ["across-2 line-49"] * 2,
        ),
        (57, [("names across-2 line-49", 53)], ["across-2 line-49"] * 2),
    ],
)
def test_what_a_screen_takes_follows_its_shape(
    club: Club, wide: int, names: list[tuple[str, int]], tables: list[str]
) -> None:
    """An upright one has fewer columns, of more lines."""
    tournament = three_stages(club, 53, until=1)
    Entrant.objects.filter(tournament=tournament).update(name="Edward Vandenberg")
    shape = Shape(wide)
    found = name_screens(table_list_in(loaded(tournament)), shape)
    assert [(one.layout, sum(map(len, one.names))) for one in found] == names
    assert [one.layout for one in screens_of(shown(tournament), shape)] == tables


def test_an_upright_screen_has_two_columns_of_tables(club: Club) -> None:
    """Three saved a screen where names are short, in the smallest letters."""
    columns = shown(three_stages(club, 52, until=1))
    layouts = [one.layout for one in screens_of(columns, Shape(57))]
    assert layouts == ["across-2 line-65"] * 2


@pytest.mark.parametrize(
    ("people", "until", "screens"),
    [
        (4, 1, [("across-1 line-100", 1)]),
        (8, 1, [("across-2 line-100", 2)]),
        (37, 2, [("across-3 line-100", 3)]),
        (24, 1, [("across-3 line-75", 6)]),
        (37, 1, [("across-4 line-49", 10)]),
    ],
)
def test_a_screen_has_the_largest_letters_that_show_all(
    club: Club, people: int, until: int, screens: list[tuple[str, int]]
) -> None:
    found = screens_of(shown(three_stages(club, people, until=until)))
    assert [(one.layout, len(one.boxes)) for one in found] == screens


@pytest.mark.parametrize(
    ("tables", "letters", "screens"),
    [
        (10, 11, [("across-4 line-49", 10)]),
        (13, 20, [("across-4 line-49", 7), ("across-4 line-49", 6)]),
        (13, 40, [("across-3 line-49", 5), ("across-3 line-49", 4), ("across-3 line-49", 4)]),
        (20, 20, [("across-4 line-49", 7), ("across-4 line-49", 7), ("across-4 line-49", 6)]),
        (5, 15, [("across-3 line-70", 5)]),
        (4, 20, [("across-2 line-75", 4)]),
    ],
)
def test_long_names_have_fewer_tables_beside_each_other(
    club: Club, tables: int, letters: int, screens: list[tuple[str, int]]
) -> None:
    tournament = TournamentFactory(club=club)
    people = enter(tournament, 4 * tables)
    Entrant.objects.filter(pk=people[0].pk).update(name="Ann Lee ".ljust(letters, "x"))
    seat(StageFactory(tournament=tournament), dealt(people))
    found = screens_of(shown(tournament))
    assert [(one.layout, len(one.boxes)) for one in found] == screens


def test_words_and_numbers_beside_names_take_their_room(club: Club) -> None:
    columns = shown(three_stages(club, 52, until=1))
    column = columns.columns[0]
    boxes = tuple(
        replace(
            box,
            seats=tuple(
                replace(
                    seat, name="Ann Underwood", how="decides", sure=False, counts="13.75 a round"
                )
                for seat in box.seats
            ),
        )
        for box in column.boxes
    )
    full = replace(columns, columns=(replace(column, boxes=boxes), *columns.columns[1:]))
    assert [len(screen.boxes) for screen in screens_of(columns)] == [7, 6]
    assert [len(screen.boxes) for screen in screens_of(full)] == [5, 4, 4]


def test_long_names_of_two_short_words_stand_in_two_lines(club: Club) -> None:
    """So that the tables of a first stage take two screens, not four of which much is empty."""
    tournament = TournamentFactory(club=club)
    people = enter(tournament, 52)
    for entrant in people:
        Entrant.objects.filter(pk=entrant.pk).update(name=f"Margaret Anderson {entrant.number}")
    seat(StageFactory(tournament=tournament), dealt(people))
    found = screens_of(shown(tournament))
    assert [(one.layout, len(one.boxes)) for one in found] == [
        ("across-4 line-55", 7),
        ("across-4 line-55", 6),
    ]


def test_what_does_not_fit_a_screen_is_on_the_next(club: Club) -> None:
    found = screens_of(shown(three_stages(club, 90, until=1)))
    assert [box.number for one in found for box in one.boxes] == list(range(1, 24))
    assert len({one.layout for one in found}) == 1
    assert len(found) == 2
    tournament, _stage = several(club)
    tables, standing = screens_of(shown(tournament))
    assert (len(tables.boxes), [len(half) for half in standing.standing]) == (2, [4, 4])


def test_a_large_table_is_not_cut(club: Club) -> None:
    tournament = three_stages(club, 12, until=0)
    seat(tournament.stages.get(number=1), [enter(tournament, 12)])
    (screen,) = screens_of(shown(tournament))
    assert screen.layout == "across-1 line-60"


def test_its_mark_changes_with_whatever_it_shows(club: Club) -> None:
    tournament = three_stages(club, 4, until=1)
    seen = [mark_of(tournament)]
    game = game_start(
        club=club,
        author=ANN,
        names=["Ann", "Bob", "Cal", "Dot"],
        set_=12,
        rules={"base": "family", "fill": "defaults"},
    )
    row = tournament.stages.get(number=1).seated.get().tables.get()
    row.game = game
    row.save()
    seen.append(mark_of(tournament))
    play(game, 0, 1, 2, 3)
    seen.append(mark_of(tournament))
    game_finish(game=game, author=ANN, key=new_key())
    seen.append(mark_of(tournament))
    Tournament.objects.update(revision=7)
    tournament.refresh_from_db()
    seen.append(mark_of(tournament))
    assert len(set(seen)) == 5


def test_it_asks_only_for_what_was_chosen_after_corrections(
    club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    found = loaded(three_stages(club, 37, until=2))
    with django_assert_num_queries(1):
        bracket_of(found)


def test_each_division_by_itself_is_called_by_its_name(club: Club) -> None:
    tournament = TournamentFactory(club=club)
    stage = StageFactory(tournament=tournament, by_division=True)
    people = enter(tournament, 3, born="1950-05-05")
    (row,) = seat(stage, [people])
    type(row).objects.update(group="75-79")
    StageEntrant.objects.update(group="75-79")
    paper(row, (1, 2, 3))
    close(stage)
    (column,) = shown(tournament).columns
    assert column.boxes[0].group == "75–79"


def test_who_won_the_play_off_of_the_final_stands_first(club: Club) -> None:
    tournament = TournamentFactory(club=club, tie_breaks=["play_off"])
    stage = StageFactory(tournament=tournament)
    ann, bob, *others = enter(tournament, 4)
    table_played(stage, [ann, bob, *others], (10, 10, 30, 40))
    Parting.objects.create(
        stage=stage,
        kind="play_off",
        numbers=[[ann.pk, 9], [bob.pk, 2]],
        author="Olive",
        recorded_at=timezone.now(),
    )
    for ended in (False, True):
        if ended:
            close(stage)
        (box,) = shown(Tournament.objects.get(pk=tournament.pk)).columns[0].boxes
        assert [seat.name for seat in box.seats][:2] == [bob.name, ann.name]
        assert [bool(seat.won_by) for seat in box.seats] == [True, False, False, False]


def test_a_visitor_who_cannot_go_on_is_called_so_wherever_others_go_on(
    client: Client, club: Club
) -> None:
    """The bug it would catch: the lowest of a table without a mark, and no word why."""
    tournament = runs.tournament_of(club, 8, {"onward": "tables"}, {"name": "Final"}, public=True)
    runs.begin(tournament)
    runs.play_all(tournament)
    winner = runs.table(tournament, 1).seats.order_by("pk")[0].entrant
    Entrant.objects.filter(pk=winner.pk).update(visitor=True)
    seats = shown(tournament).columns[0].boxes[0].seats
    assert [(seat.name, seat.visitor, seat.how) for seat in seats[:2]] == [
        (winner.name, True, ""),
        (seats[1].name, False, "table"),
    ]
    pages = [reverse(f"league:{name}", args=[tournament.pk]) for name in ("bracket", "television")]
    for page in pages:
        assert "visitor" in Page(client.get(page)).text
        assert "Visitors do not go on." in Page(client.get(page)).text
    Tournament.objects.update(visitors_go_on=True)
    assert "isitor" not in Page(client.get(pages[0])).text


def test_on_paper_divisions_and_notes_take_lines_too(client: Client, club: Club) -> None:
    """The bug it would catch: letters so large that tables go to a second page without names."""
    tournament = runs.tournament_of(club, 3, {"by_division": True, "size": 3}, public=True)
    runs.enter(tournament, 3, born="1930-01-01")
    runs.begin(tournament)
    bracket = shown(tournament)
    (column,) = bracket.columns
    plain = replace(column, boxes=tuple(replace(box, group="") for box in column.boxes))
    assert bracket.lines == replace(bracket, columns=(plain,)).lines + 24
    first, *others = column.boxes[0].seats
    noted = replace(first, parted=("outs", "2", "1"))
    boxes = (replace(column.boxes[0], seats=(noted, *others)), *column.boxes[1:])
    with_note = replace(bracket, columns=(replace(column, boxes=boxes),))
    assert with_note.lines == bracket.lines + 1
    page = client.get(reverse("league:bracket", args=[tournament.pk])).content.decode()
    assert page.count('<div class="boxes">') == 2


def test_a_screen_of_several_divisions_names_them_at_the_tables(client: Client, club: Club) -> None:
    """A standing is of one division, since places in each begin at one."""
    stage = {"by_division": True, "size": 3, "least": 3, "rounds": 2}
    tournament = runs.tournament_of(club, 3, stage, public=True)
    runs.enter(tournament, 3, born="1930-01-01")
    runs.begin(tournament)
    address = reverse("league:television", args=[tournament.pk])
    text = Page(client.get(f"{address}?page=2")).text
    assert ("Table 1 · 75–79" in text, "Table 2 · 90 and older" in text) == (True, True)
    runs.play_all(tournament)
    columns = shown(tournament)
    assert [screen.division for screen in screens_of(columns)] == ["", "75–79", "90 and older"]
    assert "Stage 1 · 90 and older" in Page(client.get(f"{address}?page=3")).text


def test_a_division_that_is_through_has_its_level_people_before_the_others(club: Club) -> None:
    tournament = runs.tournament_of(club, 3, {"by_division": True, "size": 3, "least": 3})
    runs.enter(tournament, 3, born="1930-01-01")
    runs.begin(tournament)
    runs.type_in(tournament, runs.table(tournament, 1), 20, 20, 30)
    first, other = shown(tournament).columns[0].boxes
    assert [seat.level is not None for seat in first.seats] == [True, True, False]
    assert not any(seat.level for seat in other.seats)
