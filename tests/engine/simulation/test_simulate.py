"""Simulated rounds: legal by the rulings, the same for the same seed, and all of them end."""

import csv
import io
from dataclasses import fields
from itertools import repeat
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.command_line import simulate_main
from engine.reports import Report, points
from engine.rules.rule_set import PARAMETERS, PRESETS, rule_set
from engine.simulation import playout, proving
from engine.simulation.dealing import Dealer
from engine.simulation.moves import FITS, Act, Ended, hand_of, tile_number, tiles_in
from engine.simulation.play import Playbook, RoundState, complete_rules, playbook
from engine.simulation.players import PLAYERS, longest_train_first, random_tile, step
from engine.simulation.playout import Playout, play_out
from engine.simulation.proving import DisagreementError, prove_round
from engine.simulation.simulate import Counting, simulate, spread
from engine.simulation.watching import Watch, names
from engine.tiles import Tile

EVERY_PRESET = pytest.mark.parametrize("preset", tuple(PRESETS))


def rolls_of(random):
    return map(random.getrandbits, repeat(30))


def slowly(state, random, player=random_tile):
    while state.ended is None:
        step(state, player, random.getrandbits(30))


def snapshot(state):
    return (
        state.hands,
        state.counts,
        state.open_ends,
        state.marked,
        state.boneyard,
        state.ended,
        state.winner,
    )


# --- the rules --------------------------------------------------------------------------------


@EVERY_PRESET
@pytest.mark.parametrize("player", tuple(PLAYERS))
def test_every_position_of_a_round_agrees_with_the_rulings(preset, player):
    for highest, seats, tiles, rounds in ((6, 3, 6, 2), (4, 2, 4, 4), (3, 3, 2, 4)):
        start = None if preset != "senior" else min(5, highest)
        played = simulate(
            complete_rules(preset), highest, seats, rounds, 7,
            tiles=tiles, start=start, player=player, prove=True,
        )  # fmt: skip
        assert len(list(played)) == rounds


@EVERY_PRESET
def test_a_whole_round_of_four_agrees_with_the_rulings(preset):
    assert len(list(simulate(complete_rules(preset), 12, 4, 1, 3, tiles=12, prove=True))) == 1


VARIED = {
    name: tuple(PARAMETERS[name].values)
    for name in (item.name for item in fields(Playbook))
    if name in PARAMETERS
    and PARAMETERS[name].values
    and not name.startswith("out_")
    and name != "blocked_rule"
} | {"draw_count": (1, 2, 3, "until_playable"), "max_doubles_per_turn": (1, 2, 3, None)}


@st.composite
def house_rules(draw):
    chosen = draw(st.lists(st.sampled_from(sorted(VARIED)), unique=True, max_size=12))
    return {name: draw(st.sampled_from(VARIED[name])) for name in chosen}


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from(tuple(PRESETS)),
    house_rules(),
    st.integers(2, 5),
    st.integers(2, 3),
    st.integers(0, 2**30),
)
def test_rounds_under_any_house_rules_agree_with_the_rulings(preset, house, highest, seats, seed):
    rules = complete_rules(preset, house)
    tiles = 1 + seed % ((highest + 1) * (highest + 2) // 2 // seats - 1)
    dealer = Dealer(rules, highest, seats, start=seed % (highest + 1), tiles=tiles)
    state = dealer.deal(Random(seed))
    prove_round(state, rules, random_tile, rolls_of(Random(seed)))
    assert state.ended is not None


@pytest.mark.parametrize("blocked", ["none", "empty_and_none_can", "empty_and_all_pass"])
def test_a_round_in_which_nobody_can_go_on_ends(blocked):
    rules = complete_rules("family", {"blocked_rule": blocked})
    hands = [hand_of([(0, 1)], 3), hand_of([(1, 2)], 3)]
    boneyard = [(0, 0), (1, 1), (2, 2), (0, 2)]
    state = RoundState(playbook(rules), 3, hands, boneyard)
    slowly(state, Random(1))
    assert state.ended is (Ended.STUCK if blocked == "none" else Ended.BLOCKED)
    assert state.winner is None
    assert state.passes == (0 if blocked == "empty_and_none_can" else 2)
    assert state.next_act() is Act.OVER


def test_a_seat_that_is_out_on_a_double_goes_on_where_the_house_says_so():
    rules = complete_rules("family", {"out_on_double": False})
    state = RoundState(playbook(rules), 3, [hand_of([(2, 2)], 3), hand_of([(0, 0)], 3)], [(0, 2)])
    state.open_ends[0] = 2
    state.next_act()
    state.play(state.moves[0])
    assert (state.ended, state.seat, state.next_act()) == (None, 0, Act.DRAW)
    state.draw()
    assert state.next_act() is Act.PLAY
    state.play(state.moves[0])
    assert (state.ended, state.winner) == (Ended.OUT, 0)


@pytest.mark.parametrize("again", [True, False])
def test_who_draws_and_lays_a_double_draws_again_or_not(again):
    # FAM-40
    rules = complete_rules("family", {"drawn_double_draw_again": again})
    state = RoundState(
        playbook(rules), 3, [hand_of([(0, 1)], 3), hand_of([(0, 0)], 3)], [(1, 3), (2, 2)]
    )
    state.open_ends[0] = 2
    assert state.next_act() is Act.DRAW
    state.draw()
    assert state.next_act() is Act.PLAY
    state.play(state.moves[0])
    assert state.next_act() is (Act.DRAW if again else Act.MARK)


def test_who_holds_nothing_is_out_once_somebody_covers_the_double():
    rules = complete_rules("family", {"out_on_double": False, "out_ends_round": True})
    state = RoundState(playbook(rules), 3, [hand_of([(2, 2)], 3), hand_of([(0, 2), (0, 0)], 3)], [])
    state.open_ends[0] = 2
    state.next_act()
    state.play(state.moves[0])
    assert state.next_act() is Act.MARK
    state.end_turn(mark=True)
    assert state.next_act() is Act.PLAY
    state.play(state.moves[0])
    assert (state.ended, state.winner) == (Ended.OUT, 0)


@pytest.mark.parametrize("cover", [True, False])
def test_a_double_on_a_private_train_can_be_covered_or_not(cover):
    rules = complete_rules("family", {"cover_on_unmarked_train": cover})
    hands = [hand_of([(2, 2), (0, 0)], 3), hand_of([(1, 2)], 3)]
    state = RoundState(playbook(rules), 3, hands, [])
    state.open_ends[0] = 2
    state.next_act()
    state.play(state.moves[0])
    assert state.next_act() is Act.MARK
    state.end_turn(mark=not cover)
    assert state.next_act() is Act.PLAY
    state.marked = 0
    assert state.next_act() is (Act.PLAY if cover else Act.OVER)


def test_all_draw_as_often_until_the_double_comes():
    house = {"starting_double_from": "named_held", "first_starting_double": 5}
    rules = complete_rules("family", house | {"starting_double_missing": "all_draw"})
    drew = set()
    for seed in range(40):
        state = Dealer(rules, 5, 3, tiles=3).deal(Random(seed))
        first, *others = sorted(state.counts)
        assert others == [first + 1] * 2
        drew.add(others[0] - 3)
    assert {0, 1, 2} <= drew


def test_the_starter_opens_with_a_double_of_ones_own_or_the_role_passes_left():
    rules = complete_rules("family", {"starting_double_from": "starters_double"})
    passed = set()
    for seed in range(60):
        state = Dealer(rules, 5, 4, tiles=2).deal(Random(seed))
        more = [count - 2 for count in state.counts]
        drew = more.count(1)
        assert more[state.seat] in (-1, 0)
        assert [more[(state.seat - back) % 4] for back in range(1, drew + 1)] == [1] * drew
        assert not state.hands[state.seat][state.start] >> state.start & 1
        passed.add((drew, more[state.seat]))
    assert {(0, -1), (0, 0), (1, -1), (1, 0)} <= passed


def test_rules_that_leave_something_open_cannot_be_played():
    with pytest.raises(ValueError, match='while "out_on_two_doubles" is left open'):
        playbook(rule_set({"base": "family", "fill": "defaults"}))
    with pytest.raises(ValueError, match="is left open"):
        playbook(rule_set("token"))
    with pytest.raises(ValueError, match="points are left open"):
        Counting(rule_set("capri"))
    assert complete_rules("hub").first_turn_double_deferred.clauses == ("HUB-14",)


# --- the proof can fail -----------------------------------------------------------------------


def proven(monkeypatch, name, changed, preset="family", seed=3, **house):
    monkeypatch.setattr(RoundState, name, changed)
    rules = complete_rules(preset, house)
    state = Dealer(rules, 5, 3, tiles=5).deal(Random(seed))
    prove_round(state, rules, random_tile, rolls_of(Random(seed)))


def test_a_move_that_the_rules_do_not_allow_is_found(monkeypatch):
    legal_moves = RoundState.legal_moves

    def more(state):
        ends = state.hands[state.seat][state.open_ends[(state.seat + 1) % 3]]
        return legal_moves(state) or FITS[(state.seat + 1) % 3][ends]

    with pytest.raises(DisagreementError, match=r"on \w+: True; the rulings say not_allowed"):
        proven(monkeypatch, "legal_moves", more)


def test_a_move_that_is_left_out_is_found(monkeypatch):
    legal_moves = RoundState.legal_moves
    with pytest.raises(DisagreementError, match=r"on \w+: False; the rulings say allowed"):
        proven(monkeypatch, "legal_moves", lambda state: legal_moves(state)[1:])


def test_a_marker_that_is_forgotten_is_found(monkeypatch):
    in_vain = RoundState._after_drawing_in_vain

    def forgets(state):
        in_vain(state)
        return Act.PASS

    with pytest.raises(DisagreementError, match="Next: pass; the rulings say mark"):
        proven(monkeypatch, "_after_drawing_in_vain", forgets, seed=4)


def test_a_draw_that_is_left_out_is_found(monkeypatch):
    def no_draw(state):
        return True

    with pytest.raises(DisagreementError, match="Draw: mark; the rulings say allowed"):
        proven(monkeypatch, "_marks_without_drawing", no_draw)


def test_a_lost_tile_is_found(monkeypatch):
    draw = RoundState.draw

    def loses(state):
        draw(state)
        state.boneyard[-1:] = []

    with pytest.raises(DisagreementError, match="A tile is lost"):
        proven(monkeypatch, "draw", loses)


def test_a_wrong_next_seat_is_found(monkeypatch):
    play = RoundState.play

    def plays_and_skips(state, move):
        play(state, move)
        state.seat = (state.seat + 1) % 3

    with pytest.raises(DisagreementError, match="Next is"):
        proven(monkeypatch, "play", plays_and_skips)


def test_a_round_that_does_not_end_when_it_should_is_found(monkeypatch):
    def many():
        for seed in range(60, 100):
            proven(monkeypatch, "_is_blocked", lambda state: False, seed=seed)

    with pytest.raises(DisagreementError, match="The round goes on; the rulings say yes"):
        many()


def test_a_round_without_end_is_found(monkeypatch):
    monkeypatch.setattr(proving, "MOST_ACTS", 5)
    with pytest.raises(DisagreementError, match="does not end"):
        proven(monkeypatch, "copy", RoundState.copy)


# --- speed changes nothing --------------------------------------------------------------------


@EVERY_PRESET
@pytest.mark.parametrize(
    ("highest", "seats", "tiles", "rounds"),
    [(12, 4, None, 60), (6, 3, 6, 200), (3, 2, 2, 200), (13, 9, 6, 10)],
)
def test_the_fast_way_plays_the_same_rounds(preset, highest, seats, tiles, rounds):
    if highest == 12 and preset == "senior":
        tiles = 15
    start = min(5, highest) if preset == "senior" else None
    dealer = Dealer(complete_rules(preset), highest, seats, tiles=tiles, start=start)
    tables = Playout(dealer.book, seats, highest)
    for seed in range(rounds):
        fast, slow = Random(seed), Random(seed)
        first, other = dealer.deal(fast), dealer.deal(slow)
        play_out(first, tables, rolls_of(fast))
        slowly(other, slow)
        assert snapshot(first) == snapshot(other), seed
        assert fast.random() == slow.random(), seed


@EVERY_PRESET
@pytest.mark.parametrize("blocked", ["none", "empty_and_none_can", "empty_and_all_pass"])
def test_the_fast_way_ends_where_nobody_can_go_on(preset, blocked):
    dealer = Dealer(complete_rules(preset, {"blocked_rule": blocked}), 4, 2, tiles=7, start=3)
    tables = Playout(dealer.book, 2, 4)
    for seed in range(40):
        first, other = dealer.deal(Random(seed)), dealer.deal(Random(seed))
        fast, slow = Random(seed), Random(seed)
        play_out(first, tables, rolls_of(fast))
        slowly(other, slow)
        assert snapshot(first) == snapshot(other), seed
        assert fast.random() == slow.random(), seed


def test_a_first_turn_in_a_rush_finds_that_nobody_can_go_on():
    rules = complete_rules("token", {"blocked_rule": "empty_and_none_can"})
    state = RoundState(playbook(rules), 3, [hand_of([(0, 1)], 3), hand_of([(1, 2)], 3)], [])
    play_out(state, Playout(state.book, 2, 3), iter([0]))
    assert (state.ended, state.marked) == (Ended.BLOCKED, 0)


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(tuple(PRESETS)), house_rules(), st.booleans(), st.integers(0, 2**30))
def test_the_fast_way_knows_where_it_must_go_slowly(preset, house, out, seed):
    house |= {"out_on_two_doubles": out}
    dealer = Dealer(complete_rules(preset, house), 6, 3, tiles=5, start=seed % 7)
    tables = Playout(dealer.book, 3, 6)
    for number in range(seed, seed + 4):
        fast, slow = Random(number), Random(number)
        first, other = dealer.deal(fast), dealer.deal(slow)
        play_out(first, tables, rolls_of(fast))
        slowly(other, slow)
        assert snapshot(first) == snapshot(other), number


@pytest.mark.parametrize("preset", ["hub", "roundhouse", "token"])
@pytest.mark.parametrize("mode", ["single", "chain_any"])
def test_a_first_turn_with_a_double_on_the_mexican_train_goes_on(preset, mode):
    """Nothing can grow there: the double must be followed, and not end the turn."""
    house = {"mexican_train": "any_turn", "first_turn_mode": mode}
    dealer = Dealer(complete_rules(preset, house), 6, 3, tiles=5, start=5)
    for seed in range(20):
        fast, slow = Random(seed), Random(seed)
        first, other = dealer.deal(fast), dealer.deal(slow)
        play_out(first, Playout(dealer.book, 3, 6), rolls_of(fast))
        slowly(other, slow)
        assert snapshot(first) == snapshot(other)


def test_a_rush_leaves_to_the_slow_way_a_double_that_only_its_train_may_follow():
    dealer = Dealer(complete_rules("family", {"follow_up_targets": "double_only"}), 6, 3, tiles=5)
    tables = Playout(dealer.book, 3, 6)
    assert tables.is_fast
    for seed in range(40):
        fast, slow = Random(seed), Random(seed)
        first, other = dealer.deal(fast), dealer.deal(slow)
        play_out(first, tables, rolls_of(fast))
        slowly(other, slow)
        assert snapshot(first) == snapshot(other), seed


def test_the_fast_way_names_parameters_of_play_alone():
    """A name that has moved on would leave its parameter at the default alone, only slower."""
    assert set(playout.FAST) <= {field.name for field in fields(Playbook)}


@pytest.mark.parametrize(("closing_order", "fast"), [("oldest", True), ("newest", False)])
def test_a_parameter_that_the_fast_way_does_not_know_must_have_its_default(
    closing_order, fast, monkeypatch
):
    book = playbook(complete_rules("family", {"closing_order": closing_order}))
    assert Playout(book, 3, 6).is_fast
    known = {name: values for name, values in playout.FAST.items() if name != "closing_order"}
    monkeypatch.setattr(playout, "FAST", known)
    assert Playout(book, 3, 6).is_fast is fast


def test_a_rush_can_stop_at_any_roll():
    dealer = Dealer(complete_rules("family"), 6, 3, tiles=5)
    state = dealer.deal(Random(1))
    play_out(state, Playout(dealer.book, 3, 6), iter([5, 6, 7]))
    assert state.ended is None


def test_after_a_double_that_nothing_can_cover_the_own_train_stays_shut_in_a_rush():
    # TOK-13: the double itself or a public train; without the double, a public train alone.
    def table():
        hands = [hand_of([(2, 2), (0, 1)], 3), hand_of([(0, 0), (1, 1)], 3)]
        state = RoundState(playbook(complete_rules("token")), 3, hands, [(1, 3)])
        state.open_ends[:] = [1, 3, 2]
        state.first_turns, state.started = 0, 0b111
        return state

    first, other = table(), table()
    play_out(first, Playout(first.book, 2, 3), iter([2, 0]))
    for roll in (2, 0):
        step(other, random_tile, roll)
    assert first.hands == other.hands
    assert (first.open_ends, first.boneyard) == ([1, 3, 2], [])


@EVERY_PRESET
@pytest.mark.parametrize("mode", ["single", "chain_any"])
def test_a_rush_stops_where_going_slowly_would(preset, mode):
    """In first turns too, where a double may wait for the player's next turn."""
    house = {"first_turn_mode": mode, "first_turn_double_deferred": True}
    house |= {"first_turn_own_train_only": True}
    dealer = Dealer(complete_rules(preset, house), 6, 3, tiles=5, start=5)
    tables = Playout(dealer.book, 3, 6)
    for seed in range(20):
        rolls = [Random(seed + roll).getrandbits(30) for roll in range(24)]
        for many in range(24):
            first, other = dealer.deal(Random(seed)), dealer.deal(Random(seed))
            play_out(first, tables, iter(rolls[:many]))
            for roll in rolls[:many]:
                if other.ended is None:
                    step(other, random_tile, roll)
            if first.ended is not None or other.ended is not None:
                assert snapshot(first) == snapshot(other)
            assert (first.hands, first.open_ends, first.boneyard) == (
                other.hands,
                other.open_ends,
                other.boneyard,
            )


@EVERY_PRESET
@pytest.mark.parametrize("player", tuple(PLAYERS))
def test_the_same_seed_gives_the_same_rounds_proven_or_not(preset, player):
    def rounds(seed, *, prove):
        rules, start = complete_rules(preset), 3 if preset == "senior" else None
        return list(
            simulate(rules, 3, 2, 4, seed, tiles=3, start=start, player=player, prove=prove)
        )

    assert rounds(1, prove=True) == rounds(1, prove=False)
    assert rounds(1, prove=False) != rounds(2, prove=False)


# --- dealing ----------------------------------------------------------------------------------


def test_the_starting_double_lies_in_the_hub_before_the_deal():
    state = Dealer(complete_rules("family"), 12, 4).deal(Random(1))
    assert (state.start, state.counts, len(state.boneyard)) == (12, [15] * 4, 30)
    every = [tile for hand in state.hands for tile in tiles_in(hand)] + state.boneyard
    assert len(set(every)) == 90
    assert (12, 12) not in every


def test_the_holder_of_the_highest_double_lays_it_and_the_left_neighbour_begins():
    # HUB-10, HUB-11
    for seed in range(20):
        state = Dealer(complete_rules("hub"), 12, 4).deal(Random(seed))
        opener = state.counts.index(14)
        assert sorted(state.counts) == [14, 15, 15, 15]
        assert state.seat == (opener + 1) % 4
        in_hand = {low for hand in state.hands for low, high in tiles_in(hand) if low == high}
        assert max(in_hand) < state.start


def test_nobody_with_a_double_draws_until_there_is_one():
    # HUB-28, SEN-06: whoever draws it lays it, and has as many tiles as before.
    for seed in range(40):
        state = Dealer(complete_rules("senior"), 12, 4, tiles=1).deal(Random(seed))
        assert state.start == 5
        assert state.counts[state.seat] == tile_number(state.hands[state.seat])
        assert sum(state.counts) + len(state.boneyard) == 90
    assert Dealer(complete_rules("hub"), 3, 2, tiles=1).deal(Random(5)).start <= 3


@pytest.mark.parametrize(
    ("preset", "highest", "seats", "tiles", "sentence"),
    [
        ("family", 12, 9, None, "do not say how many tiles 9 seats draw from a double-12 set"),
        ("family", 6, 4, 7, "need more tiles than the double-6 set has"),
        ("senior", 4, 2, 3, "double-4 set has no 5-5"),
    ],
)
def test_a_deal_that_cannot_be_says_why(preset, highest, seats, tiles, sentence):
    with pytest.raises(ValueError, match=sentence):
        Dealer(complete_rules(preset), highest, seats, tiles=tiles)


def test_a_deal_uses_up_the_set_at_most():
    state = Dealer(complete_rules("family"), 6, 3, tiles=9).deal(Random(1))
    assert state.boneyard == []


# --- players ----------------------------------------------------------------------------------


def test_players_choose_as_they_say():
    hand = hand_of([(6, 5), (6, 1), (1, 2), (2, 3), (4, 4)], 6)
    state = RoundState(playbook(complete_rules("family")), 6, [hand, hand_of([(0, 0)], 6)], [])
    state.open_ends[2] = 4
    assert state.next_act() is Act.PLAY
    moves = state.moves
    assert {PLAYERS["random"](state, moves, roll) for roll in range(3000)} == set(moves)
    assert PLAYERS["highest"](state, moves, 1) == 0 << 5 | 5
    assert PLAYERS["longest"](state, moves, 1) == 0 << 5 | 1
    assert tiles_in(state.hands[0]) == sorted([(5, 6), (1, 6), (1, 2), (2, 3), (4, 4)])


def test_the_look_ahead_has_an_end():
    every = [(low, high) for low in range(13) for high in range(low, 13) if high != low]
    state = RoundState(
        playbook(complete_rules("family")), 12, [hand_of(every, 12), hand_of([(0, 0)], 12)], []
    )
    state.next_act()
    assert longest_train_first(state, state.moves, 0) in state.moves


# --- counting, and what has happened ----------------------------------------------------------


@EVERY_PRESET
def test_points_are_those_of_a_reported_round(preset):
    house: dict[str, object] = {"marked_train_points": 5, "blank_side_points": 3}
    house["winner_marker_counts"] = True
    rules = complete_rules(preset, house)
    for seed in range(30):
        dealer = Dealer(rules, 6, 3, tiles=4, start=3)
        state, random = dealer.deal(Random(seed)), Random(seed)
        with pytest.raises(ValueError, match="goes on"):
            Counting(rules).played(state)
        slowly(state, random)
        played = Counting(rules).played(state)
        report = Report(
            set=6,
            seats=names(3),
            starting_double=3,
            hands={
                name: tuple(Tile(*tile) for tile in tiles_in(hand))
                for name, hand in zip(names(3), state.hands, strict=True)
            },
            marked={name: bool(state.marked >> seat & 1) for seat, name in enumerate(names(3))},
            out=None if state.winner is None else names(3)[state.winner],
            blocked=state.winner is None,
        )
        assert tuple(points(report, rules).values()) == played.points
        assert played.out == state.winner


def test_a_copy_is_played_on_apart():
    state = Dealer(complete_rules("family"), 6, 3, tiles=5).deal(Random(1))
    before = snapshot(state.copy())
    slowly(state.copy(), Random(1))
    assert snapshot(state) == before


def test_names_for_any_number_of_seats():
    assert names(3) == ("Ann", "Bob", "Cal")
    assert len(set(names(30))) == 30


def test_how_numbers_are_spread():
    result = spread([0, -5, 10, 11, 39])
    assert result.quarters == (-5, 0, 10, 11, 39)
    assert result.mean == 11
    assert result.tens == (2, 2, 0, 1)


# --- the command ------------------------------------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self):
        return True


def run(*arguments, error=None):
    out, error = io.StringIO(), error or io.StringIO()
    return simulate_main(arguments, out, error), out.getvalue(), error.getvalue()


def test_the_command_tells_speed_and_points(tmp_path):
    path = tmp_path / "points.csv"
    status, out, error = run(
        "--rules", "token", "--set", "6", "--players", "3", "--hand", "5", "--rounds", "25",
        "--seed", "4", "--house", "closing_order = newest", "--csv", str(path),
    )  # fmt: skip
    assert (status, error) == (0, "")
    assert out.startswith("25 rounds in ")
    assert "   0 to   9 " in out
    with path.open(encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["round", "ended", "out", "Ann", "Bob", "Cal"]
    assert len(rows) == 26
    for row in rows[1:]:
        assert row[1] == "blocked" if row[2] == "" else row[3 + names(3).index(row[2])] == "0"


def test_the_command_proves_and_shows_a_bar(monkeypatch):
    arguments = ("--set", "3", "--players", "2", "--hand", "3", "--rounds", "4", "--prove")
    status, out, error = run(*arguments, error=Terminal())
    assert status == 0
    assert "they agree" in out
    assert error.endswith(f"\r[{'#' * 30}] 4 of 4 rounds\n")
    monkeypatch.setattr(RoundState, "legal_moves", lambda state: ())
    status, out, error = run(*arguments)
    assert (status, out) == (1, "")
    assert error.startswith("The rounds and the rulings do not agree.")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (
            ["--house", "closing_order=soon"],
            'House rule "closing_order=soon": "closing_order" must',
        ),
        (["--house", "colour=red"], 'House rule "colour=red": A house rule such as'),
        (["--players", "9"], "The rules do not say how many tiles 9 seats draw"),
        (["--rounds", "1", "--csv", "/nowhere/at/all.csv"], "cannot be written"),
    ],
)
def test_what_cannot_be_simulated_is_a_sentence(arguments, text):
    status, out, error = run(*arguments)
    assert (status, out) == (2, "")
    assert text in error


@pytest.mark.parametrize("arguments", [["--rounds", "0"], ["--set", "x"], ["--rules", "none"]])
def test_wrong_arguments_are_refused(arguments, capsys):
    with pytest.raises(SystemExit) as result:
        run(*arguments)
    assert result.value.code == 2
    assert "error: argument" in capsys.readouterr().err


def test_the_command_writes_to_the_terminal_where_nothing_else_is_said(capsys):
    assert simulate_main(["--rounds", "1"]) == 0
    assert "1 rounds in" in capsys.readouterr().out


# --- as text ----------------------------------------------------------------------------------


def test_a_round_that_was_watched_can_be_written_down():
    from engine.notation.text import parse, write

    rules = complete_rules("hub")
    ended = set()
    for seed in range(30):
        random = Random(seed)
        state = Dealer(rules, 3, 2, tiles=3).deal(random)
        watch = prove_round(state, rules, random_tile, rolls_of(random))
        record = watch.record("hub", {})
        assert parse(write(record)) == record
        ended.add(record.ending.how)
    assert ended == {"out", "blocked"}
    fresh = Watch(Dealer(rules, 3, 2, tiles=2).deal(Random(1)), rules).record("hub", {})
    assert (fresh.steps, fresh.ending) == ((), None)
