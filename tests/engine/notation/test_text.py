"""A round as text: written so that it reads back, and read with a sentence for every slip."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.notation.record import Dealt, Ending, Record, Step, Verb, is_name
from engine.notation.text import MOST_CHARACTERS, MOST_STEPS, NotationError, parse, write
from engine.rules.rule_set import PRESETS
from engine.tiles import Tile

TABLE = "rules: family\nset: 12\nseats: Ann, Bob, Mary Ann\n"

BY_HAND = """
# The Tuesday club, second table
rules: Family
HOUSE: closing_order = newest   # our own
house: hand_size = {"3": 4}
house: notice_penalty = none
house: drawn_double_draw_again = yes
fill: defaults
set: 12
seats: Ann, Bob ,  Mary Ann
start: 12-12 by Bob
first: Mary Ann
hand Ann: 12-3, 3-3 , 2 unknown
hand Mary Ann: 3 unknown, 12-1
boneyard: 46

Mary Ann lays 12-1
   Ann lays 3-12, 3-3 on ann
Ann LAYS 3-4 on Mexican
Bob draws
Bob draws 5-6
Bob marks
Bob unmarks
Bob passes
Ann tells
end: Ann is out
""".replace("on ann", "on Ann")

CANONICAL = """\
rules: family
house: closing_order = newest
house: drawn_double_draw_again = yes
house: hand_size = {"3": 4}
house: notice_penalty = none
fill: defaults
set: 12
seats: Ann, Bob, Mary Ann
start: 12-12 by Bob
first: Mary Ann
hand Ann: 3-3, 3-12, 2 unknown
hand Mary Ann: 1-12, 3 unknown
boneyard: 46

Mary Ann lays 1-12
Ann lays 3-12
Ann lays 3-3
Ann lays 3-4 on mexican
Bob draws
Bob draws 5-6
Bob marks
Bob unmarks
Bob passes
Ann tells

end: Ann is out
"""


def test_a_text_by_hand_comes_back_in_its_written_form():
    assert write(parse(BY_HAND)) == CANONICAL
    assert write(parse(CANONICAL)) == CANONICAL


def test_what_a_text_tells():
    record = parse(BY_HAND)
    assert record.rules == "family"
    assert record.house["closing_order"] == "newest"
    assert record.rule_set().closing_order.clauses == ("house:closing_order",)
    assert record.seats == ("Ann", "Bob", "Mary Ann")
    assert (record.start, record.start_by, record.first) == (12, "Bob", "Mary Ann")
    assert record.hands["Ann"] == Dealt((Tile(3, 3), Tile(3, 12)), 2)
    assert record.steps[1] == Step("Ann", Verb.PLAYS, Tile(3, 12), "Ann")
    assert record.steps[1].line == record.steps[2].line == 18
    assert record.ending == Ending("out", "Ann")


def test_the_lines_of_the_definition_can_be_read():
    defined = engine.__doc__
    assert defined is not None
    example = [line[4:37].split("   ")[0] for line in defined.splitlines() if line[:4] == "    "]
    assert parse("\n".join(line for line in example if line not in ("end: blocked", "end: time")))


def test_line_ends_of_any_system_and_a_mark_at_the_start_do_no_harm():
    assert parse("\ufeff" + TABLE.replace("\n", "\r\n")) == parse(TABLE.replace("\n", "\r"))


@pytest.mark.parametrize(
    ("text", "line", "column", "part"),
    [
        ("", 1, 1, '"rules:" is missing'),
        ("rules: family", 1, 1, '"set:" is missing'),
        ("rules: family\nset: 12\n", 3, 1, '"seats:" is missing'),
        ("rules: familly", 1, 8, f"One of {', '.join(PRESETS)} is expected"),
        ("rules:", 1, 7, "and nothing is there"),
        ("colour: red", 1, 1, "a line such as"),
        ("Ann lays 3-4", 1, 1, '"rules:" is expected before'),
        ("house: draw_count = 1", 1, 1, '"rules:" is expected before'),
        ("rules: family\nhouse: colour = red", 2, 8, "A house rule such as"),
        ("rules: family\nhouse: draw_count", 2, 8, "draw_count = and a whole number"),
        ("rules: family\nhouse: draw_count =", 2, 8, "draw_count = and a whole number"),
        ("rules: family\nhouse: draw_count = 99", 2, 21, '"draw_count" must be'),
        ("rules: family\nhouse: draw_count = {", 2, 21, "yes, no, none, a word"),
        ("rules: family\nhouse: draw_count = " + "[" * 1900, 2, 21, "yes, no, none, a word"),
        ("rules: family\nhouse: draw_count = 1\nhouse: draw_count = 1", 3, 8, "must stand once"),
        ("rules: family\nfill: all", 2, 7, 'The word "defaults"'),
        ("rules: family\nrules: hub", 2, 1, "a second time"),
        ("set: 19", 1, 6, "a number from 1 to 18"),
        ("set: twelve", 1, 6, 'not "twelve"'),
        ("seats: Ann,,Bob", 1, 12, "A name of at most"),
        ("seats: Ann, Ann", 1, 13, "Ann sits here twice"),
        ("seats: mexican", 1, 8, "A name of at most"),
        ("seats: " + ",".join(f"N{number}" for number in range(100)), 1, 8, "at most 99 seats"),
        ("seats: " + "A" * 3000, 1, 1, "at most 2000 characters"),
        ("start: 12-12", 1, 1, '"set:" is expected before'),
        (TABLE + "start: 12-11", 4, 8, "A double such as 12-12"),
        (TABLE + "start: 13-13", 4, 8, "A tile of the double-12 set"),
        (TABLE + "start: 12-12 by Eve", 4, 17, "One of the seats (Ann, Bob, Mary Ann)"),
        (TABLE + "first: Eve", 4, 8, "One of the seats"),
        (TABLE + "hand Eve: 3-4", 4, 6, "One of the seats"),
        (TABLE + "hand Ann: 3-4, 4-3", 4, 16, "3-4 is in this hand twice"),
        (TABLE + "hand Ann: 3-4\nhand Ann: 3-4", 5, 6, "a second time"),
        (TABLE + "hand Ann: 0 unknown", 4, 11, "How many tiles, a number from 1 to 91,"),
        (TABLE + "hand Ann: 3 unknowns", 4, 11, "A tile such as 7-3"),
        (TABLE + "Ann passes\nhand Ann: 3-4", 5, 6, "before what the seats do"),
        (TABLE + "Ann passes\nboneyard: 3", 5, 1, "before what the seats do"),
        (TABLE + "boneyard: -1", 4, 11, "a number from 0 to 91"),
        (TABLE + "Eve lays 3-4", 4, 1, "a line such as"),
        (TABLE + "Ann eats 3-4", 4, 5, "One of lays, draws"),
        (TABLE + "Ann lays", 4, 9, "A tile such as 7-3"),
        (TABLE + "Ann lays 3-4 on Eve", 4, 17, "One of the seats"),
        (TABLE + "Ann lays 3:4", 4, 1, "a line such as"),
        (TABLE + "Ann lays 3-4, x", 4, 15, 'not "x"'),
        (TABLE + "Ann passes twice and again and again", 4, 12, 'not "twice and again and ..."'),
        (TABLE + "end: Eve is out", 4, 6, '"blocked", "time"'),
        (TABLE + "end: Ann is outside", 4, 6, '"blocked", "time"'),
        (TABLE + "end: soon", 4, 6, '"blocked", "time"'),
        (TABLE + "end: time\nAnn passes", 5, 1, "Nothing more after the end"),
        ("end: time", 1, 1, '"rules:" is expected before'),
    ],
)
def test_bad_text_names_its_place_and_what_is_expected(text, line, column, part):
    with pytest.raises(NotationError) as result:
        parse(text)
    assert (result.value.line, result.value.column) == (line, column), str(result.value)
    assert part in str(result.value)
    assert str(result.value).endswith(".")


def test_a_text_without_end_is_refused_at_once():
    with pytest.raises(NotationError, match="at most"):
        parse("a" * (MOST_CHARACTERS + 1))
    with pytest.raises(NotationError, match="at most 3000 steps"):
        parse(TABLE + "Ann passes\n" * (MOST_STEPS + 1))
    assert parse(TABLE + "\n" * (MOST_CHARACTERS - len(TABLE))) == parse(TABLE)


def test_a_name_can_look_like_what_follows_it():
    text = "rules: hub\nset: 6\nseats: A, A lays, A is out\n\nA lays 1-2\nA lays lays 2-3\n"
    record = parse(text + "A lays tells\n\nend: A is out is out\n")
    assert [step.seat for step in record.steps] == ["A", "A lays", "A lays"]
    assert record.ending == Ending("out", "A is out")
    assert record.rule_set() is PRESETS["hub"]


@pytest.mark.parametrize("name", ["", "mexican", " Ann", "A,b", "A:b", "A#b", "A\nb", "x" * 51])
def test_what_no_seat_can_be_called(name):
    assert not is_name(name)


# --- any round at all -------------------------------------------------------------------------

NAMES = st.one_of(
    st.sampled_from(["Ann", "Bob", "Ann lays", "Ann marks", "Ann is", "hand Ann", "Zoë", "7-3"]),
    st.text(min_size=1, max_size=12).filter(is_name),
)
HOUSE = st.fixed_dictionaries(
    {},
    optional={
        "closing_order": st.sampled_from(["oldest", "newest", "any"]),
        "draw_count": st.one_of(st.integers(1, 9), st.just("until_playable")),
        "hand_size": st.sampled_from([7, {"4": 15}, {"12": {"4": 15, "5": 12}}]),
        "next_starting_double": st.sampled_from(["rule_again", [9, 7, 5]]),
        "notice_penalty": st.one_of(st.none(), st.integers(1, 9)),
        "out_on_double": st.booleans(),
    },
)


@st.composite
def records(draw):
    set_ = draw(st.integers(1, 18))
    seats = tuple(draw(st.lists(NAMES, min_size=1, max_size=5, unique=True)))
    seat = st.sampled_from(seats)
    tile = st.builds(Tile, st.integers(0, set_), st.integers(0, set_))
    hand = st.builds(
        lambda tiles, unknown: Dealt(tuple(sorted(tiles)), unknown if tiles else unknown or 1),
        st.lists(tile, max_size=4, unique=True),
        st.integers(0, set_),
    )
    step = st.one_of(
        st.builds(Step, seat, st.just(Verb.PLAYS), tile, st.one_of(seat, st.just("mexican"))),
        st.builds(Step, seat, st.just(Verb.DRAWS), st.none() | tile),
        st.builds(Step, seat, st.sampled_from([Verb.MARKS, Verb.UNMARKS, Verb.PASSES, Verb.TELLS])),
    )
    start = draw(st.none() | st.integers(0, set_))
    return Record(
        rules=draw(st.sampled_from(tuple(PRESETS))),
        house=draw(HOUSE),
        fill=draw(st.booleans()),
        set=set_,
        seats=seats,
        start=start,
        start_by=None if start is None else draw(st.none() | seat),
        first=draw(st.none() | seat),
        hands=draw(st.dictionaries(seat, hand, max_size=5)),
        boneyard=draw(st.none() | st.integers(0, set_)),
        steps=tuple(draw(st.lists(step, max_size=12))),
        ending=draw(
            st.none()
            | st.sampled_from([Ending("blocked"), Ending("time")])
            | st.builds(Ending, st.just("out"), seat)
        ),
    )


@settings(deadline=None)
@given(records())
def test_every_round_reads_back_as_it_was_written(record):
    text = write(record)
    assert parse(text) == record
    assert write(parse(text)) == text


@given(
    st.text(max_size=200)
    | st.lists(
        st.sampled_from(
            [*CANONICAL.splitlines(), "Ann lays 1-99", "x:", ": y", "hand :", "start: a by "]
        ),
        max_size=12,
    ).map("\n".join)
)
def test_nonsense_is_a_sentence_and_no_traceback(text):
    try:
        record = parse(text)
    except NotationError as error:
        text = str(error)
    else:
        text = "Line 1, column 1: "
        assert parse(write(record)) == record
    assert re.match(r"Line \d+, column \d+: ", text)
