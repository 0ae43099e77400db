"""Simulated rounds: legal by the rulings, the same for the same seed, and all of them end."""

import csv
import io
from dataclasses import fields
from itertools import repeat
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import proving
from engine.commands import simulate_main
from engine.dealing import Dealer
from engine.moves import FITS, Act, How, hand_of, tile_number, tiles_in
from engine.plan import Plan
from engine.play import Play
from engine.playbook import Playbook, playbook, settled
from engine.players import PLAYERS, go, longest_train_first, random_lay
from engine.proving import DisagreementError, prove_round
from engine.reports import Report, points
from engine.rules import PARAMETERS, PRESETS, rule_set
from engine.rush import rush
from engine.simulate import Counting, simulate, spread
from engine.tiles import Tile
from engine.watching import Watch, names

EVERY_PRESET = pytest.mark.parametrize("preset", tuple(PRESETS))


def rolls_of(random):
    return map(random.getrandbits, repeat(30))


def slowly(play, random, player=random_lay):
    while play.how is None:
        go(play, player, random.getrandbits(30))


def state(play):
    return (play.hands, play.counts, play.tails, play.marks, play.boneyard, play.how, play.winner)


# --- the rules --------------------------------------------------------------------------------


@EVERY_PRESET
@pytest.mark.parametrize("player", tuple(PLAYERS))
def test_every_position_of_a_round_agrees_with_the_rulings(preset, player):
    for highest, seats, tiles, rounds in ((6, 3, 6, 2), (4, 2, 4, 4), (3, 3, 2, 4)):
        start = None if preset != "senior" else min(5, highest)
        played = simulate(
            settled(preset), highest, seats, rounds, 7,
            tiles=tiles, start=start, player=player, prove=True,
        )  # fmt: skip
        assert len(list(played)) == rounds


@EVERY_PRESET
def test_a_whole_round_of_four_agrees_with_the_rulings(preset):
    assert len(list(simulate(settled(preset), 12, 4, 1, 3, tiles=12, prove=True))) == 1


VARIED = {
    name: tuple(PARAMETERS[name].values)
    for name in (each.name for each in fields(Playbook))
    if PARAMETERS[name].values and not name.startswith("out_") and name != "blocked_rule"
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
    rules = settled(preset, house)
    tiles = 1 + seed % ((highest + 1) * (highest + 2) // 2 // seats - 1)
    dealer = Dealer(rules, highest, seats, start=seed % (highest + 1), tiles=tiles)
    play = dealer.deal(Random(seed))
    prove_round(play, rules, random_lay, rolls_of(Random(seed)))
    assert play.how is not None


@pytest.mark.parametrize("blocked", ["none", "empty_and_none_can", "empty_and_all_pass"])
def test_a_round_in_which_nobody_can_go_on_ends(blocked):
    rules = settled("family", {"blocked_rule": blocked})
    hands = [hand_of([(0, 1)], 3), hand_of([(1, 2)], 3)]
    boneyard = [(0, 0), (1, 1), (2, 2), (0, 2)]
    play = Play(playbook(rules), 3, hands, boneyard)
    slowly(play, Random(1))
    assert play.how is (How.STUCK if blocked == "none" else How.BLOCKED)
    assert play.winner is None
    assert play.passes == (0 if blocked == "empty_and_none_can" else 2)
    assert play.act() is Act.OVER


def test_a_seat_that_is_out_on_a_double_goes_on_where_the_house_says_so():
    rules = settled("family", {"out_on_double": False})
    play = Play(playbook(rules), 3, [hand_of([(2, 2)], 3), hand_of([(0, 0)], 3)], [(0, 2)])
    play.tails[0] = 2
    play.act()
    play.lay(play.moves[0])
    assert (play.how, play.seat, play.act()) == (None, 0, Act.DRAW)
    play.draw()
    assert play.act() is Act.LAY
    play.lay(play.moves[0])
    assert (play.how, play.winner) == (How.OUT, 0)


@pytest.mark.parametrize("again", [True, False])
def test_who_draws_and_lays_a_double_draws_again_or_not(again):
    # FAM-40
    rules = settled("family", {"drawn_double_draw_again": again})
    play = Play(playbook(rules), 3, [hand_of([(0, 1)], 3), hand_of([(0, 0)], 3)], [(1, 3), (2, 2)])
    play.tails[0] = 2
    assert play.act() is Act.DRAW
    play.draw()
    assert play.act() is Act.LAY
    play.lay(play.moves[0])
    assert play.act() is (Act.DRAW if again else Act.MARK)


def test_who_holds_nothing_is_out_once_somebody_covers_the_double():
    rules = settled("family", {"out_on_double": False, "out_ends_round": True})
    play = Play(playbook(rules), 3, [hand_of([(2, 2)], 3), hand_of([(0, 2), (0, 0)], 3)], [])
    play.tails[0] = 2
    play.act()
    play.lay(play.moves[0])
    assert play.act() is Act.MARK
    play.end_turn(mark=True)
    assert play.act() is Act.LAY
    play.lay(play.moves[0])
    assert (play.how, play.winner) == (How.OUT, 0)


@pytest.mark.parametrize("cover", [True, False])
def test_a_double_on_a_private_train_can_be_covered_or_not(cover):
    rules = settled("family", {"cover_on_unmarked_train": cover})
    hands = [hand_of([(2, 2), (0, 0)], 3), hand_of([(1, 2)], 3)]
    play = Play(playbook(rules), 3, hands, [])
    play.tails[0] = 2
    play.act()
    play.lay(play.moves[0])
    assert play.act() is Act.MARK
    play.end_turn(mark=not cover)
    assert play.act() is Act.LAY
    play.marks = 0
    assert play.act() is (Act.LAY if cover else Act.OVER)


def test_rules_that_leave_something_open_cannot_be_played():
    with pytest.raises(ValueError, match='while "out_on_two_doubles" is left open'):
        playbook(rule_set({"base": "family", "fill": "defaults"}))
    with pytest.raises(ValueError, match="is left open"):
        playbook(rule_set("token"))
    with pytest.raises(ValueError, match="points are left open"):
        Counting(rule_set("capri"))
    assert settled("hub").first_turn_double_deferred.clauses == ("HUB-14",)


# --- the proof can fail -----------------------------------------------------------------------


def proven(monkeypatch, name, changed, preset="family", seed=3, **house):
    monkeypatch.setattr(Play, name, changed)
    rules = settled(preset, house)
    play = Dealer(rules, 5, 3, tiles=5).deal(Random(seed))
    prove_round(play, rules, random_lay, rolls_of(Random(seed)))


def test_a_move_that_the_rules_do_not_allow_is_found(monkeypatch):
    lays = Play.lays

    def more(play):
        ends = play.hands[play.seat][play.tails[(play.seat + 1) % 3]]
        return lays(play) or FITS[(play.seat + 1) % 3][ends]

    with pytest.raises(DisagreementError, match=r"on \w+: True; the rulings say not_allowed"):
        proven(monkeypatch, "lays", more)


def test_a_move_that_is_left_out_is_found(monkeypatch):
    lays = Play.lays
    with pytest.raises(DisagreementError, match=r"on \w+: False; the rulings say allowed"):
        proven(monkeypatch, "lays", lambda play: lays(play)[1:])


def test_a_marker_that_is_forgotten_is_found(monkeypatch):
    in_vain = Play._in_vain

    def forgets(play):
        in_vain(play)
        return Act.PASS

    with pytest.raises(DisagreementError, match="Next: pass; the rulings say mark"):
        proven(monkeypatch, "_in_vain", forgets, seed=4)


def test_a_draw_that_is_left_out_is_found(monkeypatch):
    def no_draw(play):
        return True

    with pytest.raises(DisagreementError, match="Draw: mark; the rulings say allowed"):
        proven(monkeypatch, "_marks_first", no_draw)


def test_a_lost_tile_is_found(monkeypatch):
    draw = Play.draw

    def loses(play):
        draw(play)
        play.boneyard[-1:] = []

    with pytest.raises(DisagreementError, match="A tile is lost"):
        proven(monkeypatch, "draw", loses)


def test_a_wrong_next_seat_is_found(monkeypatch):
    lay = Play.lay

    def lays_and_skips(play, move):
        lay(play, move)
        play.seat = (play.seat + 1) % 3

    with pytest.raises(DisagreementError, match="Next is"):
        proven(monkeypatch, "lay", lays_and_skips)


def test_a_round_that_does_not_end_when_it_should_is_found(monkeypatch):
    def many():
        for seed in range(60, 100):
            proven(monkeypatch, "_blocked", lambda play: False, seed=seed)

    with pytest.raises(DisagreementError, match="The round goes on; the rulings say yes"):
        many()


def test_a_round_without_end_is_found(monkeypatch):
    monkeypatch.setattr(proving, "MOST_ACTS", 5)
    with pytest.raises(DisagreementError, match="does not end"):
        proven(monkeypatch, "copy", Play.copy)


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
    dealer = Dealer(settled(preset), highest, seats, tiles=tiles, start=start)
    plan = Plan(dealer.book, seats, highest)
    for seed in range(rounds):
        fast, slow = Random(seed), Random(seed)
        one, other = dealer.deal(fast), dealer.deal(slow)
        rush(one, plan, rolls_of(fast))
        slowly(other, slow)
        assert state(one) == state(other), seed
        assert fast.random() == slow.random(), seed


@EVERY_PRESET
@pytest.mark.parametrize("blocked", ["none", "empty_and_none_can", "empty_and_all_pass"])
def test_the_fast_way_ends_where_nobody_can_go_on(preset, blocked):
    dealer = Dealer(settled(preset, {"blocked_rule": blocked}), 4, 2, tiles=7, start=3)
    plan = Plan(dealer.book, 2, 4)
    for seed in range(40):
        one, other = dealer.deal(Random(seed)), dealer.deal(Random(seed))
        fast, slow = Random(seed), Random(seed)
        rush(one, plan, rolls_of(fast))
        slowly(other, slow)
        assert state(one) == state(other), seed
        assert fast.random() == slow.random(), seed


def test_a_first_turn_in_a_rush_finds_that_nobody_can_go_on():
    rules = settled("token", {"blocked_rule": "empty_and_none_can"})
    play = Play(playbook(rules), 3, [hand_of([(0, 1)], 3), hand_of([(1, 2)], 3)], [])
    rush(play, Plan(play.book, 2, 3), iter([0]))
    assert (play.how, play.marks) == (How.BLOCKED, 0)


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(tuple(PRESETS)), house_rules(), st.booleans(), st.integers(0, 2**30))
def test_the_fast_way_knows_where_it_must_go_slowly(preset, house, out, seed):
    house |= {"out_on_two_doubles": out}
    dealer = Dealer(settled(preset, house), 6, 3, tiles=5, start=seed % 7)
    plan = Plan(dealer.book, 3, 6)
    for number in range(seed, seed + 4):
        fast, slow = Random(number), Random(number)
        one, other = dealer.deal(fast), dealer.deal(slow)
        rush(one, plan, rolls_of(fast))
        slowly(other, slow)
        assert state(one) == state(other), number


@pytest.mark.parametrize("preset", ["hub", "roundhouse", "token"])
@pytest.mark.parametrize("mode", ["single", "chain_any"])
def test_a_first_turn_with_a_double_on_the_mexican_train_goes_on(preset, mode):
    """Nothing can grow there: the double must be followed, and not end the turn."""
    house = {"mexican_train": "any_turn", "first_turn_mode": mode}
    dealer = Dealer(settled(preset, house), 6, 3, tiles=5, start=5)
    for seed in range(20):
        fast, slow = Random(seed), Random(seed)
        one, other = dealer.deal(fast), dealer.deal(slow)
        rush(one, Plan(dealer.book, 3, 6), rolls_of(fast))
        slowly(other, slow)
        assert state(one) == state(other)


def test_a_rush_leaves_to_the_slow_way_a_double_that_only_its_train_may_follow():
    dealer = Dealer(settled("family", {"follow_up_targets": "double_only"}), 6, 3, tiles=5)
    plan = Plan(dealer.book, 3, 6)
    assert plan.fits
    for seed in range(40):
        fast, slow = Random(seed), Random(seed)
        one, other = dealer.deal(fast), dealer.deal(slow)
        rush(one, plan, rolls_of(fast))
        slowly(other, slow)
        assert state(one) == state(other), seed


def test_a_rush_can_stop_at_any_roll():
    dealer = Dealer(settled("family"), 6, 3, tiles=5)
    play = dealer.deal(Random(1))
    rush(play, Plan(dealer.book, 3, 6), iter([5, 6, 7]))
    assert play.how is None


def test_after_a_double_that_nothing_can_cover_the_own_train_stays_shut_in_a_rush():
    # TOK-13: the double itself or a public train; without the double, a public train alone.
    def table():
        hands = [hand_of([(2, 2), (0, 1)], 3), hand_of([(0, 0), (1, 1)], 3)]
        play = Play(playbook(settled("token")), 3, hands, [(1, 3)])
        play.tails[:] = [1, 3, 2]
        play.first, play.started = 0, 0b111
        return play

    one, other = table(), table()
    rush(one, Plan(one.book, 2, 3), iter([2, 0]))
    for roll in (2, 0):
        go(other, random_lay, roll)
    assert one.hands == other.hands
    assert (one.tails, one.boneyard) == ([1, 3, 2], [])


@EVERY_PRESET
@pytest.mark.parametrize("mode", ["single", "chain_any"])
def test_a_rush_stops_where_going_slowly_would(preset, mode):
    """In first turns too, where a double may wait for the player's next turn."""
    house = {"first_turn_mode": mode, "first_turn_double_deferred": True}
    house |= {"first_turn_own_train_only": True}
    dealer = Dealer(settled(preset, house), 6, 3, tiles=5, start=5)
    plan = Plan(dealer.book, 3, 6)
    for seed in range(20):
        rolls = [Random(seed + roll).getrandbits(30) for roll in range(24)]
        for many in range(24):
            one, other = dealer.deal(Random(seed)), dealer.deal(Random(seed))
            rush(one, plan, iter(rolls[:many]))
            for roll in rolls[:many]:
                if other.how is None:
                    go(other, random_lay, roll)
            if one.how is not None or other.how is not None:
                assert state(one) == state(other)
            assert (one.hands, one.tails, one.boneyard) == (
                other.hands,
                other.tails,
                other.boneyard,
            )


@EVERY_PRESET
@pytest.mark.parametrize("player", tuple(PLAYERS))
def test_the_same_seed_gives_the_same_rounds_proven_or_not(preset, player):
    def rounds(seed, *, prove):
        rules, start = settled(preset), 3 if preset == "senior" else None
        return list(
            simulate(rules, 3, 2, 4, seed, tiles=3, start=start, player=player, prove=prove)
        )

    assert rounds(1, prove=True) == rounds(1, prove=False)
    assert rounds(1, prove=False) != rounds(2, prove=False)


# --- dealing ----------------------------------------------------------------------------------


def test_the_starting_double_lies_in_the_hub_before_the_deal():
    play = Dealer(settled("family"), 12, 4).deal(Random(1))
    assert (play.start, play.counts, len(play.boneyard)) == (12, [15] * 4, 30)
    every = [tile for hand in play.hands for tile in tiles_in(hand)] + play.boneyard
    assert len(set(every)) == 90
    assert (12, 12) not in every


def test_the_holder_of_the_highest_double_lays_it_and_the_left_neighbour_begins():
    # HUB-10, HUB-11
    for seed in range(20):
        play = Dealer(settled("hub"), 12, 4).deal(Random(seed))
        layer = play.counts.index(14)
        assert sorted(play.counts) == [14, 15, 15, 15]
        assert play.seat == (layer + 1) % 4
        held = {low for hand in play.hands for low, high in tiles_in(hand) if low == high}
        assert max(held) < play.start


def test_nobody_with_a_double_draws_until_there_is_one():
    # HUB-28, SEN-06: whoever draws it lays it, and has as many tiles as before.
    for seed in range(40):
        play = Dealer(settled("senior"), 12, 4, tiles=1).deal(Random(seed))
        assert play.start == 5
        assert play.counts[play.seat] == tile_number(play.hands[play.seat])
        assert sum(play.counts) + len(play.boneyard) == 90
    assert Dealer(settled("hub"), 3, 2, tiles=1).deal(Random(5)).start <= 3


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
        Dealer(settled(preset), highest, seats, tiles=tiles)


def test_a_deal_uses_up_the_set_at_most():
    play = Dealer(settled("family"), 6, 3, tiles=9).deal(Random(1))
    assert play.boneyard == []


# --- players ----------------------------------------------------------------------------------


def test_players_choose_as_they_say():
    hand = hand_of([(6, 5), (6, 1), (1, 2), (2, 3), (4, 4)], 6)
    play = Play(playbook(settled("family")), 6, [hand, hand_of([(0, 0)], 6)], [])
    play.tails[2] = 4
    assert play.act() is Act.LAY
    moves = play.moves
    assert {PLAYERS["random"](play, moves, roll) for roll in range(3000)} == set(moves)
    assert PLAYERS["highest"](play, moves, 1) == 0 << 5 | 5
    assert PLAYERS["longest"](play, moves, 1) == 0 << 5 | 1
    assert tiles_in(play.hands[0]) == sorted([(5, 6), (1, 6), (1, 2), (2, 3), (4, 4)])


def test_the_look_ahead_has_an_end():
    every = [(low, high) for low in range(13) for high in range(low, 13) if high != low]
    play = Play(playbook(settled("family")), 12, [hand_of(every, 12), hand_of([(0, 0)], 12)], [])
    play.act()
    assert longest_train_first(play, play.moves, 0) in play.moves


# --- counting, and what has happened ----------------------------------------------------------


@EVERY_PRESET
def test_points_are_those_of_a_reported_round(preset):
    rules = settled(preset, {"marked_train_points": 5})
    for seed in range(30):
        dealer = Dealer(rules, 6, 3, tiles=4, start=3)
        play, random = dealer.deal(Random(seed)), Random(seed)
        with pytest.raises(ValueError, match="goes on"):
            Counting(rules).played(play)
        slowly(play, random)
        played = Counting(rules).played(play)
        report = Report(
            set=6,
            seats=names(3),
            starting_double=3,
            hands={
                name: tuple(Tile(*tile) for tile in tiles_in(hand))
                for name, hand in zip(names(3), play.hands, strict=True)
            },
            marked={name: bool(play.marks >> seat & 1) for seat, name in enumerate(names(3))},
            out=None if play.winner is None else names(3)[play.winner],
            blocked=play.winner is None,
        )
        assert tuple(points(report, rules).values()) == played.points
        assert played.out == play.winner


def test_a_copy_is_played_on_apart():
    play = Dealer(settled("family"), 6, 3, tiles=5).deal(Random(1))
    before = state(play.copy())
    slowly(play.copy(), Random(1))
    assert state(play) == before


def test_names_for_any_number_of_seats():
    assert names(3) == ("Ann", "Bob", "Cal")
    assert len(set(names(30))) == 30


def test_how_numbers_are_spread():
    found = spread([0, -5, 10, 11, 39])
    assert found.quarters == (-5, 0, 10, 11, 39)
    assert found.mean == 11
    assert found.tens == (2, 2, 0, 1)


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
    monkeypatch.setattr(Play, "lays", lambda play: ())
    status, out, error = run(*arguments)
    assert (status, out) == (1, "")
    assert error.startswith("The rounds and the rulings do not agree.")


@pytest.mark.parametrize(
    ("arguments", "said"),
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
def test_what_cannot_be_simulated_is_a_sentence(arguments, said):
    status, out, error = run(*arguments)
    assert (status, out) == (2, "")
    assert said in error


@pytest.mark.parametrize("arguments", [["--rounds", "0"], ["--set", "x"], ["--rules", "none"]])
def test_wrong_arguments_are_refused(arguments, capsys):
    with pytest.raises(SystemExit) as found:
        run(*arguments)
    assert found.value.code == 2
    assert "error: argument" in capsys.readouterr().err


def test_the_command_writes_to_the_terminal_where_nothing_else_is_said(capsys):
    assert simulate_main(["--rounds", "1"]) == 0
    assert "1 rounds in" in capsys.readouterr().out


# --- as text ----------------------------------------------------------------------------------


def test_a_round_that_was_watched_can_be_written_down():
    from engine.notation import parse, write

    rules = settled("hub")
    ended = set()
    for seed in range(30):
        random = Random(seed)
        play = Dealer(rules, 3, 2, tiles=3).deal(random)
        watch = prove_round(play, rules, random_lay, rolls_of(random))
        record = watch.record("hub", {})
        assert parse(write(record)) == record
        ended.add(record.ending.how)
    assert ended == {"out", "blocked"}
    fresh = Watch(Dealer(rules, 3, 2, tiles=2).deal(Random(1)), rules).record("hub", {})
    assert (fresh.steps, fresh.ending) == ((), None)
