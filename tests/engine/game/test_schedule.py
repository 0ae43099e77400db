"""The schedule and the engine's questions tell of one and the same game."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.game.schedule import schedule_of
from engine.questions import answer
from engine.rules.rule_set import rule_set
from engine.tiles import SETS


@st.composite
def house_rules(draw: st.DrawFn) -> tuple[dict[str, Any], int]:
    """House rules of a game's length, and the set it is played with."""
    set_ = draw(st.sampled_from(SETS))
    spec: dict[str, Any] = {"base": "family", "fill": "defaults"}
    if draw(st.booleans()):
        doubles = st.lists(st.integers(0, set_), min_size=1, max_size=6, unique=True)
        spec["next_starting_double"] = draw(doubles)
    else:
        first = draw(st.integers(0, set_))
        up = draw(st.booleans())
        rest = st.integers(first, set_) if up else st.integers(0, first)
        spec["next_starting_double"] = "plus_one" if up else "minus_one"
        spec["first_starting_double"] = first
        spec["last_starting_double"] = draw(st.none() | rest)
    spec["rounds"] = draw(st.none() | st.integers(1, 20))
    return spec, set_


def ask(spec: dict[str, Any], set_: int, what: str, **facts: Any) -> Any:
    case = {"id": "a", "rules": spec, "set": set_, "ask": {"what": what}, **facts}
    return answer(case).get("value")


@given(house_rules())
def test_a_game_played_by_the_answers_is_over_when_the_schedule_says(
    rules: tuple[dict[str, Any], int],
) -> None:
    spec, set_ = rules
    schedule = schedule_of(rule_set(spec), set_)
    double = schedule.double_of(1)
    played: list[int | None] = []
    while double is not None:
        played.append(double)
        coming = ask(spec, set_, "next_starting_double", starting_double=double, round=len(played))
        assert schedule.is_over(played) is (coming == "game_over")
        if coming == "game_over":
            break
        assert schedule.next_double(played) == coming
        double = coming
    over = schedule.is_over(played)
    assert schedule.full_after([*played, None]) == (len(played) if over else None)
    if over:
        assert len(played) == schedule.round_count == ask(spec, set_, "rounds")
    else:
        assert schedule.last is None


def test_rounds_after_the_last_one_leave_a_game_over() -> None:
    schedule = schedule_of(rule_set({"base": "family", "fill": "defaults"}), 3)
    full: list[int | None] = [3, 2, 1, 0]
    assert schedule.is_over(full)
    assert schedule.is_over([*full, None])
    assert schedule.is_over([*full, 3])
    # The last double, put down too early by mistake, ends no game: the table has gone on.
    assert not schedule.is_over([3, 0, 1])
