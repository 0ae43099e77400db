"""Numbers of tiles against every round that a deal can have led to."""

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from engine.reports import FaultCode, Report, check_report
from engine.rules.rule_set import rule_set
from engine.tiles import tile_count

SEATS = ("Ann", "Bob")
HIGHEST = 3  # 10 tiles


def ends(hand_size: int, from_hand: bool) -> Iterator[tuple[int, int, int]]:
    """Yield every boneyard and pair of hands that can be left after a deal of so many tiles.

    All tiles are drawn or not, and played or not, whoever did it.
    """
    left = tile_count(HIGHEST) - (not from_hand) - 2 * hand_size
    for boneyard in range(left + 1):
        for drawn in range(left - boneyard + 1):
            ann, bob = hand_size + drawn, hand_size + left - boneyard - drawn
            for held in range(ann + 1):
                for other in range(bob + 1):
                    yield boneyard, held, other


@given(
    st.integers(1, 4),
    st.booleans(),
    st.one_of(st.none(), st.integers(0, 9)),
    st.integers(1, 9),
)
def test_just_what_a_deal_can_lead_to_is_possible(hand_size, from_hand, boneyard, bob):
    origin = "highest_held" if from_hand else "highest_of_set_preset"
    rules = rule_set({"base": "token", "hand_size": hand_size, "starting_double_from": origin})
    facts = Report(set=HIGHEST, seats=SEATS, out="Ann", counts={"Bob": bob}, boneyard=boneyard)
    possible = any(
        held == 0 and other == bob and boneyard in (None, rest)
        for rest, held, other in ends(hand_size, from_hand)
    )
    codes = {fault.code for fault in check_report(facts, rules)}
    assert possible == (not codes & {FaultCode.MORE_THAN_DEALT, FaultCode.TOO_MANY_TILES})
