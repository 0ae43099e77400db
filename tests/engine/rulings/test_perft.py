"""Simulated rounds have as many ways to go on as an independent, plain enumeration counts."""

import pytest

from engine.rules.rule_set import PRESETS
from engine.simulation.moves import Act, hand_of
from engine.simulation.play import RoundState, complete_rules, playbook
from tests.engine.rulings.perft_by_hand import HERE, RULES, count, deals, read

EVERY_PRESET = pytest.mark.parametrize("preset", tuple(PRESETS))
FEW = 150
"""Depths with no more sequences than this are enumerated in each run."""


def steps(state):
    """Each play that can follow this one in one step."""
    act = state.next_act()
    if act is Act.OVER:
        return
    for move in state.moves:
        after = state.copy()
        after.play(move)
        yield after
    may_stop = state.builds_first_train() and state.book.first_turn_mode == "chain_any"
    if act is not Act.PLAY or may_stop:
        after = state.copy()
        if act is Act.DRAW:
            after.draw()
        else:
            after.end_turn(mark=act is Act.MARK)
        yield after


def counted(deal, book, depth):
    hands = [hand_of(tiles, deal.highest) for tiles in deal.hands]
    level = [RoundState(book, deal.start, hands, list(reversed(deal.boneyard)))]
    counts = [1]
    while level and len(counts) < depth:
        level = [after for state in level for after in steps(state)]
        counts.append(len(level))
    return counts


def test_every_preset_has_its_counts():
    assert sorted(path.stem for path in HERE.iterdir()) == sorted(RULES) == sorted(PRESETS)


@EVERY_PRESET
def test_rounds_have_as_many_ways_as_the_data_say(preset):
    book = playbook(complete_rules(preset))
    kept = list(read(HERE / f"{preset}.txt"))
    assert len(kept) == 26
    for deal, counts in kept:
        assert counted(deal, book, len(counts)) == counts, deal


@EVERY_PRESET
def test_the_data_are_what_the_enumeration_counts(preset):
    kept = list(read(HERE / f"{preset}.txt"))
    assert [deal for deal, _ in kept] == list(deals(preset))
    for deal, counts in kept[::3]:
        again = count(deal, RULES[preset], FEW, len(counts) - 1)
        assert again == counts[: len(again)]
        assert len(again) == len(counts) or again[-1] > FEW
