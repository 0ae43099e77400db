"""A written round is played again, and everything in it that the rules forbid is named."""

import dataclasses
import io
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.command_line import check_main
from engine.notation.known_table import KnownTable
from engine.notation.record import Dealt, Ending, Record, Step, Verb
from engine.notation.replay import Finding, check, replay
from engine.notation.text import MOST_CHARACTERS, parse, write
from engine.rules.rule_set import PRESETS
from engine.simulation.dealing import Dealer
from engine.simulation.moves import Act
from engine.simulation.play import complete_rules
from engine.simulation.players import random_tile
from engine.simulation.watching import Watch
from engine.tiles import Tile, double_of

TABLE = "rules: family\nset: 12\nseats: Ann, Bob\nstart: 12-12\n"
BEFORE = TABLE.count("\n")


def played(preset, highest, seats, tiles, seed):
    """A legal round as it would be written down, with all that was dealt."""
    rules = complete_rules(preset)
    start = min(5, highest) if preset == "senior" else None
    random = Random(seed)
    state = Dealer(rules, highest, seats, tiles=tiles, start=start).deal(random)
    watch = Watch(state, rules)
    while (act := state.next_act()) is not Act.OVER:
        move = random_tile(state, state.moves, random.getrandbits(30)) if act is Act.PLAY else 0
        watch.does(act, move)
        if act is Act.PLAY:
            state.play(move)
        elif act is Act.DRAW:
            state.draw()
        else:
            state.end_turn(mark=act is Act.MARK)
        watch.did()
    kept = {} if preset == "hub" else {"hand_size": tiles}
    return watch.record(preset, kept), state


def without(record, *, hands, drawn):
    """The same round with less known of it."""
    steps = record.steps
    if drawn:
        steps = tuple(
            Step(step.seat, step.verb) if step.verb is Verb.DRAWS else step for step in steps
        )
    dealt = {seat: Dealt((), len(hand.tiles)) for seat, hand in record.hands.items()}
    facts = {"none": {}, "counts": dealt, "all": record.hands}[hands]
    return Record(
        rules=record.rules, house=record.house, fill=record.fill, set=record.set,
        seats=record.seats, start=record.start, first=record.first, hands=facts,
        boneyard=record.boneyard if hands == "all" else None, steps=steps, ending=record.ending,
    )  # fmt: skip


@pytest.mark.parametrize("preset", tuple(PRESETS))
@pytest.mark.parametrize("seed", range(6))
def test_a_legal_round_is_regular_whatever_is_left_untold(preset, seed):
    for highest, seats, tiles in ((3, 2, 3), (5, 3, 4)):
        record, state = played(preset, highest, seats, tiles, seed)
        forbidden = [str(item) for item in replay(record).findings if "drew" not in item.sentence]
        assert forbidden == []
        for hands in ("none", "counts", "all"):
            for drawn in (True, False):
                facts = without(record, hands=hands, drawn=drawn)
                result = replay(facts).findings
                assert [str(item) for item in result if "drew" not in item.sentence] == []
        ended = replay(parse(write(record)))
        assert ended.over
        assert {seat: len(hand.tiles) for seat, hand in ended.hands.items()} == dict(
            zip(record.seats, state.counts, strict=True)
        )


def result(text, preset="family"):
    """What is found in these lines, each with its number among them."""
    table = TABLE.replace("family", preset)
    return [
        (finding.line - BEFORE if finding.line else 0, finding.sentence, finding.clauses)
        for finding in check(table + text).findings
    ]


def only(text, preset="family"):
    findings = result(text, preset)
    assert len(findings) == 1, findings
    return findings[0]


@pytest.mark.parametrize(
    ("text", "line", "part", "clause"),
    [
        ("Ann lays 12-3\nBob lays 12-4\nAnn lays 3-7 on Bob", 3, "has no marker", "FAM-17"),
        ("Ann lays 12-3\nBob lays 4-5", 2, "4-5 does not fit Bob's train", "FAM-11"),
        ("Ann lays 12-3, 3-4\nBob lays 12-5", 1, "has played the one tile", "FAM-16"),
        (
            "Ann lays 12-3\nBob lays 12-4\nAnn lays 3-3\nBob lays 3-5 on Ann",
            3,
            "must play or draw",
            "FAM",
        ),
        ("Ann lays 12-3\nBob lays 12-4\nAnn lays 3-3, 3-5\nAnn lays 5-6", 4, "has played", "FAM"),
        ("Ann draws\nAnn draws", 2, "has drawn this turn", "FAM-19"),
        ("Ann draws\nAnn marks\nBob draws 1-2\nAnn lays 12-1", 3, "a marker goes on", "FAM-19"),
        ("Ann draws 12-5\nBob lays 12-4", 1, "can be played, and must be", "FAM-18"),
        ("Ann unmarks", 1, "has no marker", "FAM-21"),
        ("Ann lays 12-3\nBob lays 3-12 on mexican", 2, "3-12: it lies on a train already", ""),
        ("Ann lays 12-12", 1, "12-12: it lies in the hub", ""),
        ("hand Bob: 12-4, 14 unknown\nAnn lays 12-4", 2, "it is in Bob's hand", ""),
        ("hand Bob: 12-4, 14 unknown\nAnn draws 12-4", 2, "it is in Bob's hand", ""),
        ("hand Ann: 12-4, 12-5\nAnn lays 12-6", 2, "Ann does not have 6-12", "FAM-05"),
        ("first: Bob\nAnn lays 12-4", 2, "It is Bob's turn, not Ann's", "FAM-10"),
        (
            "hand Ann: 3 unknown\nhand Bob: 3 unknown\nAnn lays 12-3\nend: blocked",
            4,
            "The round is not over",
            "FAM-25",
        ),
        ("hand Ann: 12-3, 12-4\nAnn lays 12-3\nend: Ann is out", 3, "Ann still has tiles: 1", ""),
        ("hand Ann: 12-3\nAnn lays 12-3\nBob lays 12-4", 3, "The round was over", ""),
        ("hand Ann: 12-3, 12-4\nAnn lays 12-3\nBob lays 12-5", 2, "With one tile left", "FAM-23"),
    ],
)
def test_an_irregularity_has_its_line_and_its_clause(text, line, part, clause):
    table = "house: hand_size = {n}\n".replace("{n}", "1" if "hand Ann: 12-3\n" in text else "2")
    sized = "hand Ann" in text
    findings = result((table if sized else "") + text)
    findings = [item for item in findings if "each." not in item[1]]
    assert [(item[0] - sized, item[1]) for item in findings if part in item[1]], findings
    assert {item[0] - sized for item in findings} == {line}
    assert len(findings) == 1
    assert any(item.startswith(clause) for item in findings[0][2]) or not clause


def test_the_same_irregularity_is_named_once_a_line():
    assert only("Ann lays 12-3, 3-4, 4-5\n")[0] == 1


def test_nothing_can_be_done_when_the_round_is_over():
    text = "house: hand_size = 1\nhand Ann: 12-3\nAnn lays 12-3\n"
    findings = result(text + "Bob draws 1-2\nBob marks\nAnn passes\nend: Ann is out\n")
    assert [(line, "over" in sentence) for line, sentence, _ in findings] == [
        (4, True),
        (5, True),
        (6, True),
    ]


def test_a_step_that_no_text_can_tell_is_refused():
    record = parse(TABLE)
    with pytest.raises(AssertionError, match="Nobody is known"):
        KnownTable(record, record.rule_set()).following()
    with pytest.raises(AssertionError, match="has a tile"):
        replay(dataclasses.replace(record, steps=(Step("Ann", Verb.PLAYS),)))


def test_a_marker_that_stays_on_is_found_where_it_comes_off_by_itself():
    # RND-20; under the family rules it may stay (FAM-21)
    text = "Ann draws 1-2\nAnn marks\nBob lays 12-4\nAnn lays 12-5\nBob lays 4-6\n"
    line, sentence, clauses = only(text, "roundhouse")
    assert (line, clauses) == (4, ("RND-20",))
    assert "the marker comes off" in sentence
    assert [item[0] for item in result(text + "Ann unmarks\n", "roundhouse")] == [4, 6]
    assert result(text) == []
    right = text.replace("Ann lays 12-5\n", "Ann lays 12-5\nAnn unmarks\n")
    assert result(right, "roundhouse") == result(right) == []
    assert only("Ann draws 1-2\nAnn marks\nBob lays 12-4\nAnn lays 12-5\n", "roundhouse")[0] == 4
    assert [item[0] for item in result("Ann lays 12-5\nBob unmarks\n")] == [2]


def test_who_is_marked_already_needs_no_second_marker():
    text = "Ann draws 1-2\nAnn marks\nBob lays 12-4\nAnn draws 1-3\nBob lays 4-6\n"
    assert result(text) == []
    assert [item[0] for item in result(text.replace("Ann marks\n", "Ann passes\n"))] == [2, 4]


def test_a_house_rule_is_named_as_what_it_rests_on():
    text = "house: mexican_train = off\nAnn lays 12-3 on mexican\n"
    assert only(text)[2] == ("house:mexican_train",)


def test_what_the_rules_do_not_say_is_open_and_no_fault():
    checked = check(TABLE.replace("family", "token") + "Ann lays 12-3 on mexican\nBob lays 12-5\n")
    opened = [finding for finding in checked.findings if finding.open]
    assert opened
    assert all("do not say" in finding.sentence for finding in opened)
    assert checked.is_regular


HUB = "rules: hub\nset: 12\nseats: Ann, Bob, Cal\n"


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        # HUB-11: to the left of the player who laid the double;
        (HUB + "start: 9-9 by Ann\nAnn lays 9-1\n", 5, "Bob takes the first turn, not Ann."),
        (
            HUB + "start: 9-9 by Bob\nfirst: Bob\nhand Bob: 9-9, 14 unknown\n",
            0,
            "Cal takes the first",
        ),
        # RND-02: who found it
        (HUB.replace("hub", "roundhouse") + "start: 9-9 by Ann\nfirst: Cal\n", 0, "Ann takes the"),
        # HUB-10: the highest double of all
        (HUB + "start: 9-9 by Ann\nhand Bob: 10-10, 14 unknown\n", 0, "10-10"),
    ],
)
def test_a_round_that_the_wrong_seat_begins_is_found(text, line, part):
    findings = check(text).findings
    assert [finding.line for finding in findings] == [line]
    assert part in findings[0].sentence
    assert findings[0].clauses


@pytest.mark.parametrize(
    "text",
    [
        HUB + "start: 9-9 by Ann\nBob lays 9-1\n",
        HUB.replace("hub", "family") + "start: 12-12 by Ann\nCal lays 12-1\n",
        HUB.replace("hub", "senior") + "start: 4-4 by Ann\nCal lays 4-1\n",
        "rules: senior\nset: 4\nseats: Ann, Bob\nstart: 4-4 by Ann\nBob lays 4-1\n",
    ],
)
def test_who_begins_is_open_where_the_rules_leave_it_so(text):
    assert check(text).findings == ()


def test_more_players_than_the_rules_allow_are_found():
    seats = ", ".join("ABCDEFGHI")
    findings = check(f"rules: family\nset: 12\nseats: {seats}\n").findings
    assert [(finding.line, finding.clauses) for finding in findings] == [(0, ("FAM-01",))]
    assert check(f"rules: roundhouse\nset: 12\nseats: {seats}\n").findings == ()


def test_as_many_tiles_are_drawn_as_the_house_says():
    house = "house: draw_count = 2\nboneyard: 50\n"
    line, sentence, clauses = only(house + "Ann draws 1-2\nAnn marks\n")
    assert (line, sentence, clauses[0]) == (4, "Ann cannot play and must draw.", "house:draw_count")
    assert result(house + "Ann draws 1-2\nAnn draws 1-3\nAnn marks\n") == []
    assert only(house + "Ann draws 1-2\nAnn draws 1-3\nAnn draws 1-4\n")[0] == 5
    assert only(house + "Ann draws\nAnn draws\nAnn draws\n")[0] == 5


@pytest.mark.parametrize(
    ("lines", "part"),
    [
        ("hand Ann: 3-4\nhand Bob: 3-4\n", "3-4 cannot be in Ann's hand and in Bob's"),
        ("hand Ann: 12-12\n", "12-12 lies in the hub"),
        ("hand Ann: 3-4, 4-5\n", "Ann drew 2 tiles; it is 16 each. (FAM-07)"),
        ("hand Ann: 60 unknown\nhand Bob: 60 unknown\n", "make 120 tiles; there are 90 to deal"),
        ("hand Ann: 16 unknown\nhand Bob: 16 unknown\nboneyard: 50\n", "make 82 tiles"),
    ],
)
def test_a_deal_that_cannot_be_is_found(lines, part):
    checked = check(TABLE + lines)
    assert any(part in str(finding) for finding in checked.findings)
    assert all(finding.line == 0 for finding in checked.findings)
    assert not checked.is_regular


def test_the_starting_double_leaves_the_hand_that_it_came_from():
    # HUB-10; RND-01: found before the deal, it is in no hand
    text = "rules: hub\nset: 12\nseats: Ann, Bob\nstart: 9-9 by Bob\nhand Bob: {}14 unknown\n"
    assert check(text.format("9-9, ")).hands["Bob"] == Dealt((), 14)
    assert check(text.format("")).hands["Bob"] == Dealt((), 13)
    assert check(text.format("").replace("hub", "roundhouse")).hands["Bob"] == Dealt((), 14)
    assert check(text.format("9-9, ")).findings == ()


def test_hands_and_points_at_the_end():
    text = TABLE.replace("family", "family\nhouse: hand_size = 2") + (
        "hand Ann: 12-3, 3-4\nhand Bob: 0-0, 1 unknown\n"
        "Ann lays 12-3\nAnn tells\nBob draws 12-1\nBob lays 12-1\nAnn lays 3-4\nend: Ann is out\n"
    )
    checked = check(text)
    assert checked.findings == ()
    assert checked.hands == {"Ann": Dealt(()), "Bob": Dealt((double_of(0),), 1)}
    assert checked.points == {"Ann": 0, "Bob": None}
    assert check(text.replace("1 unknown", "1-1")).points == {"Ann": 0, "Bob": 52}
    assert checked.over
    unfinished = check(text.replace("Bob lays 12-1\nAnn lays 3-4\nend: Ann is out\n", ""))
    assert unfinished.hands["Bob"] == Dealt((double_of(0), Tile(1, 12)), 1)
    assert not unfinished.over


def test_a_round_called_for_time_is_over_as_it_stands():
    checked = check(TABLE + "Ann lays 12-3\nend: time\n")
    assert (checked.over, checked.findings) == (True, ())


def test_a_seat_out_of_tiles_on_a_double_is_not_out_where_the_house_says_so():
    text = (
        TABLE.replace("family", "family\nhouse: hand_size = 2\nhouse: out_on_double = no")
        + "hand Ann: 12-3, 3-3\nAnn lays 12-3\nAnn tells\nBob lays 12-4\nAnn lays 3-3\n"
        + "end: Ann is out\n"
    )
    (finding,) = check(text).findings
    assert "The round is not over" in finding.sentence
    assert finding.clauses[0] == "house:out_on_double"


LAST_DOUBLE = (
    "rules: family\nhouse: out_on_double = no\nset: 3\nseats: Ann, Bob, Cal\nstart: 3-3\n"
    "hand Ann: 1-3, 1-1\nhand Bob: 0-3, 1-2, 2-2\nboneyard: 0\nAnn lays 1-3\nAnn tells\n"
    "Bob lays 0-3\nCal lays 2-3\nAnn lays 1-1\nAnn marks\n"
)


def test_a_last_double_ends_the_round_once_somebody_covers_it():
    assert not check(LAST_DOUBLE).over
    assert check(LAST_DOUBLE + "Bob lays 1-2 on Ann\n").over


def test_a_last_double_that_lies_uncovered_goes_round_again():
    checked = check(LAST_DOUBLE + "Bob marks\nCal marks\nAnn passes\n")
    assert not checked.over
    assert not any("was over" in finding.sentence for finding in checked.findings)


def test_a_finding_reads_as_a_sentence():
    assert str(Finding(3, "Bob passes.", ("FAM-18",))) == "Line 3: Bob passes. (FAM-18)"
    assert str(Finding(0, "Odd.")) == "The table: Odd."


# --- nothing that can be written makes it fail ------------------------------------------------

STEPS = st.one_of(
    st.builds(
        Step,
        st.sampled_from(["Ann", "Bob", "Cal"]),
        st.just(Verb.PLAYS),
        st.builds(Tile, st.integers(0, 3), st.integers(0, 3)),
        st.sampled_from(["Ann", "Bob", "Cal", "mexican"]),
    ),
    st.builds(
        Step,
        st.sampled_from(["Ann", "Bob", "Cal"]),
        st.just(Verb.DRAWS),
        st.none() | st.builds(Tile, st.integers(0, 3), st.integers(0, 3)),
    ),
    st.builds(
        Step,
        st.sampled_from(["Ann", "Bob", "Cal"]),
        st.sampled_from([Verb.MARKS, Verb.UNMARKS, Verb.PASSES, Verb.TELLS]),
    ),
)


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from(tuple(PRESETS)),
    st.booleans(),
    st.none() | st.integers(0, 3),
    st.none() | st.integers(0, 9),
    st.dictionaries(
        st.sampled_from(["Ann", "Bob"]), st.builds(Dealt, st.just(()), st.integers(1, 4))
    ),
    st.lists(STEPS, max_size=12),
    st.sampled_from([None, Ending("blocked"), Ending("time"), Ending("out", "Bob")]),
)
def test_any_steps_at_all_are_judged(preset, fill, start, boneyard, hands, steps, ending):
    numbered = tuple(
        Step(step.seat, step.verb, step.tile, step.train, line)
        for line, step in enumerate(steps, 1)
    )
    record = Record(
        rules=preset, fill=fill, set=3, seats=("Ann", "Bob", "Cal"), start=start, hands=hands,
        boneyard=boneyard, steps=numbered, ending=ending,
    )  # fmt: skip
    checked = replay(record)
    assert all(finding.line <= len(steps) for finding in checked.findings)
    assert set(checked.points) == {"Ann", "Bob", "Cal"}


# --- the command ------------------------------------------------------------------------------


def run(path):
    out, error = io.StringIO(), io.StringIO()
    return check_main([str(path)], out, error), out.getvalue(), error.getvalue()


def test_the_command_names_faults_hands_and_points(tmp_path):
    path = tmp_path / "round.txt"
    path.write_text(TABLE + "hand Ann: 15 unknown, 3-3\nAnn lays 12-3\nBob lays 4-5\n", "utf-8")
    status, out, error = run(path)
    assert (status, error) == (1, "")
    assert out.startswith("Line 7: 4-5 does not fit Bob's train: neither end matches. (")
    assert "The round is not over.\nAnn: 3-3, 14 unknown; points not known\nBob: not known" in out
    path.write_text(TABLE.replace("family", "token") + "Ann lays 12-3 on mexican\nend: time\n")
    status, out, error = run(path)
    assert (status, error) == (0, "")
    assert "[the rules do not say]\nNothing in this round is against the rules." in out
    assert "The round is over." in out


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"rules: nobody", "Line 1, column 8: One of capri"),
        (b"\xff\xfe", "is not a text in UTF-8"),
        (b"a" * (5 * MOST_CHARACTERS), "at most 200000 characters"),
        (None, "cannot be read: No such file"),
    ],
)
def test_what_cannot_be_read_is_a_sentence(tmp_path, content, text):
    path = tmp_path / "round.txt"
    if content is not None:
        path.write_bytes(content)
    status, out, error = run(path)
    assert (status, out) == (2, "")
    assert text in error
    assert error.count("\n") == 1


def test_the_command_reads_standard_input(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO(TABLE))
    assert check_main(["-"]) == 0
    assert "Ann: not known" in capsys.readouterr().out
