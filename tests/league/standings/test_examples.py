"""A season worked out by hand, the tie-breaks one by one, and what is refused."""

import json
from dataclasses import asdict
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from league.standings.methods import Count, Measure, Method
from league.standings.results import Key, Result, ResultLine, game_days, game_results
from league.standings.scores import Unranked, beaten, place_points, score, scores, written
from league.standings.table import PartedBy, StandingLine, standings, why
from league.standings.tie_breaks import Number, TieBreak
from league.standings.ties import Step, TieOutcome, Why, part

SEASON = json.loads((Path(__file__).parent / "season.json").read_text())
DAYS = [date(2026, 1, 5), date(2026, 1, 12), date(2026, 1, 19)]

NONE: dict[str, int] = {}


def game(key: str, day: int = 0, *, lows: dict[str, int] = NONE, **totals: int):
    """The results of a game of one round; nobody went out in it."""
    ranked = sorted(totals.values())
    lines = [
        ResultLine(name, total, ranked.index(total) + 1, 1, lowest_round=lows.get(name))
        for name, total in totals.items()
    ]
    return game_results(key, DAYS[day], lines)


def told(standing: StandingLine) -> str:
    """One line of the standings in short."""
    place = standing.unranked if standing.place is None else standing.place
    value = "" if standing.value is None else f" {written(standing.value)}"
    return f"{place} {standing.player}{value}"


def by_hand() -> list[Result]:
    results: list[Result] = []
    for one in SEASON["games"]:
        totals = sorted(line[0] for line in one["lines"].values() if line)
        lines = [
            ResultLine(name, line[0], totals.index(line[0]) + 1, one["rounds"], line[1])
            if line
            else ResultLine(name, None, None, 1)
            for name, line in one["lines"].items()
        ]
        day = date.fromisoformat(one["day"])
        results += game_results(one["game"], day, lines, order=one["order"])
    return results


@pytest.mark.parametrize("case", SEASON["cases"], ids=lambda case: case["by_hand"])
def test_a_season_by_hand(case):
    found = standings(Method(**case["method"]), by_hand())
    assert [told(one) for one in found] == case["expect"]


def test_a_score_says_what_it_rests_on():
    ann = scores(Method(Measure.POINTS, Count.BEST_DAYS, 1), by_hand())[0]
    assert (ann.games, ann.rounds, ann.days, ann.total, ann.outs, ann.wins) == (3, 10, 2, 120, 4, 1)
    assert (ann.best_game, ann.best_day, ann.lowest_round) == (30, DAYS[0], None)
    assert ann.counted == (DAYS[1],)


def test_a_game_that_goes_on_is_nobodys_best():
    ended = game("a", Ann=30)
    going = [line._replace(ended=False) for line in game("b", 1, Ann=21)]
    ann = score(Method(Measure.POINTS), "Ann", [*ended, *going])
    assert (ann.total, ann.best_game, ann.best_day) == (51, 30, DAYS[0])
    assert score(Method(Measure.POINTS), "Ann", going).best_game is None


def test_rounds_gone_out_in_that_a_game_does_not_tell_part_nobody():
    lines = [ResultLine("Ann", 5, 1, 3, None), ResultLine("Bob", 5, 1, 3, None)]
    told_lines = [ResultLine("Cal", 5, 1, 3, 2), ResultLine("Dee", 5, 1, 3, 0)]
    paper, scored = game_results("a", DAYS[0], lines), game_results("b", DAYS[0], told_lines)
    method = Method(Measure.POINTS, ties=(TieBreak.OUTS,))
    found = standings(method, [*paper, *scored])
    assert [(one.player, one.place, one.score.outs) for one in found] == [
        ("Ann", 1, None),
        ("Bob", 1, None),
        ("Cal", 1, 2),
        ("Dee", 1, 0),
    ]
    assert found[0].why == (Why(TieBreak.OUTS, TieOutcome.NOT_KNOWN),)
    assert [one.place for one in standings(method, scored)] == [1, 2]
    outs = standings(Method(Measure.OUTS), [*paper, *scored])
    assert [one.value for one in outs] == [2, 0, 0, 0]


def test_scores_as_of_a_day_leave_out_the_later_ones():
    found = scores(Method(Measure.POINTS), by_hand(), DAYS[0])
    assert [(one.player, one.value) for one in found] == [
        ("Ann", 80),
        ("Bob", 60),
        ("Cal", 75),
        ("Dee", 60),
        ("Eve", None),
    ]


def test_of_equal_days_the_earlier_counts_and_the_later_is_left_out():
    results = [*game("a", 0, Ann=5), *game("b", 1, Ann=5), *game("c", 2, Ann=9)]
    for count, days in ((Count.BEST_DAYS, 1), (Count.ALL_BUT, 2)):
        assert score(Method(Measure.POINTS, count, days), "Ann", results).counted == (DAYS[0],)


def test_points_a_round_need_rounds():
    results = game_results("a", DAYS[0], [ResultLine("Ann", 5, 1, 0)])
    [ann] = standings(Method(Measure.POINTS, Count.PER_ROUND), results)
    assert (ann.place, ann.value, ann.unranked) == (None, None, Unranked.NO_ROUNDS)


def test_places_at_a_table_and_the_percent_of_opponents_beaten():
    table = (7, 5, 4, 3, 2, 1)
    assert place_points(table, 0, 1, 3) == Fraction(16, 3)
    assert place_points(table, 0, 6, 2) == Fraction(1, 2)
    assert place_points(table, 1, 8, 1) == 1
    assert [beaten(place, 1, 5) for place in (1, 2, 3, 4, 5)] == [100, 75, 50, 25, 0]
    assert [beaten(place, 1, 3) for place in (1, 2, 3)] == [100, 50, 0]
    assert beaten(1, 2, 4) == Fraction(250, 3)
    assert beaten(1, 1, 1) == 0


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (Fraction(29, 4), 2, "7.25"),
        (Fraction(7), 2, "7.00"),
        (Fraction(7), 0, "7"),
        (Fraction(1, 200), 2, "0.01"),
        (Fraction(1, 201), 2, "0.00"),
        (Fraction(5, 2), 0, "3"),
        (Fraction(-5, 4), 1, "-1.3"),
        (Fraction(-1, 1000), 2, "0.00"),
        (Fraction(2, 3), 4, "0.6667"),
    ],
)
def test_a_value_is_written_with_its_decimals(value, decimals, text):
    assert written(value, decimals) == text


# --- tie-breaks: nobody wins on average more than another in these -----------------------------


def parted(results: list[Result], *ties: TieBreak) -> list[str]:
    """Places and names; all have won one game of two."""
    found = standings(Method(Measure.WINS, ties=ties), results)
    assert len({one.value for one in found}) == 1
    return [f"{one.place} {one.player}" for one in found]


def test_without_tie_breaks_the_place_is_shared():
    results = [*game("a", Ann=1, Bob=2), *game("b", Ann=4, Bob=3)]
    assert parted(results) == ["1 Ann", "1 Bob"]


def test_the_best_game_parts_and_then_the_earlier_date():
    results = [*game("a", 0, Ann=3, Bob=8), *game("b", 1, Ann=9, Bob=3), *game("c", 2, Cal=2)]
    assert parted(results, TieBreak.BEST_GAME) == ["1 Cal", "2 Ann", "2 Bob"]
    assert parted(results, TieBreak.BEST_GAME, TieBreak.EARLIER_DATE) == ["1 Cal", "2 Ann", "3 Bob"]


def test_the_lowest_round_parts_only_where_all_rounds_are_known():
    known = [*game("a", lows={"Ann": 4}, Ann=7), *game("b", lows={"Bob": 2}, Bob=7)]
    assert parted(known, TieBreak.LOWEST_ROUND) == ["1 Bob", "2 Ann"]
    unknown = [*known, *game("c", Cal=7)]
    assert parted(unknown, TieBreak.LOWEST_ROUND) == ["1 Ann", "1 Bob", "1 Cal"]
    found = standings(Method(Measure.WINS, ties=(TieBreak.LOWEST_ROUND,)), unknown)
    assert found[0].why == (Why("lowest_round", TieOutcome.NOT_KNOWN),)


def test_head_to_head_in_a_circle_parts_nobody():
    results = [
        *game("a", Ann=1, Bob=2),
        *game("b", Bob=1, Cal=2),
        *game("c", Cal=1, Ann=2),
    ]
    assert parted(results, TieBreak.HEAD_TO_HEAD) == ["1 Ann", "1 Bob", "1 Cal"]
    [ann, *_rest] = standings(Method(Measure.WINS, ties=(TieBreak.HEAD_TO_HEAD,)), results)
    level = (("Ann", Fraction(1)), ("Bob", Fraction(1)), ("Cal", Fraction(1)))
    assert ann.why == (Why("head_to_head", TieOutcome.LEVEL, level),)


def test_head_to_head_decides_only_where_all_have_met():
    results = [*game("a", Ann=2, Bob=1), *game("b", Ann=1, Eve=2), *game("c", Cal=5)]
    found = standings(
        Method(Measure.WINS, ties=(TieBreak.HEAD_TO_HEAD, TieBreak.BEST_GAME)), results
    )
    assert [told(one) for one in found] == ["1 Ann 1.00", "1 Bob 1.00", "3 Cal 1.00", "4 Eve 0.00"]
    assert [step.outcome for step in found[0].why] == [TieOutcome.NOT_KNOWN, TieOutcome.PARTED]


def test_head_to_head_goes_by_pairs_and_starts_anew_among_those_it_leaves_level():
    """Among all four, Ann and Bob have beaten two, Cal and Dee one; then Ann beat Bob, and so on.

    That Bob met Dee three times and beat her each time is one pair all the same.
    """
    results = [
        *game("a", Ann=1, Bob=2),
        *game("b", Ann=1, Cal=2),
        *game("c", Dee=1, Ann=2),
        *game("d", Bob=1, Cal=2),
        *game("e", Bob=1, Dee=2),
        *game("f", Bob=1, Dee=2),
        *game("g", Bob=1, Dee=2),
        *game("h", Cal=1, Dee=2),
    ]
    results += [*game("i", 1, Ann=10), *game("j", 1, Bob=8), *game("k", 1, Cal=9)]
    results += game("l", 1, Dee=5)
    found: list[Any] = [*standings(Method(Measure.POINTS, ties=(TieBreak.HEAD_TO_HEAD,)), results)]
    assert [told(one) for one in found] == [
        "1 Ann 14.00",
        "2 Bob 14.00",
        "3 Cal 14.00",
        "4 Dee 14.00",
    ]
    assert [step.numbers for step in found[1].why] == [
        (("Ann", 2), ("Bob", 2), ("Cal", 1), ("Dee", 1)),
        (("Ann", 1), ("Bob", 0)),
    ]
    assert why(found[0], found[1]) == PartedBy("head_to_head", Fraction(1), Fraction(0))
    assert why(found[2], found[1]) == PartedBy("head_to_head", Fraction(1), Fraction(2))


def test_head_to_head_goes_by_the_places_that_the_sheet_gives():
    """Equal totals, of which the house put Bob first since he was out in more rounds."""
    lines = [ResultLine("Ann", 5, 2, 3, 1), ResultLine("Bob", 5, 1, 3, 2)]
    results = game_results("a", DAYS[0], lines)
    found = standings(Method(Measure.POINTS, ties=(TieBreak.HEAD_TO_HEAD,)), results)
    assert [one.player for one in found] == ["Bob", "Ann"]


def test_nothing_parts_who_has_no_place():
    found = standings(Method(Measure.POINTS, least_games=2), game("a", Ann=1, Bob=2))
    assert why(found[0], found[1]) is None


def test_a_caller_has_steps_of_its_own():
    play_off: dict[Key, Number] = {"Ann": 7, "Bob": 3, "Cal": 7}
    step = Step("play_off", lambda _tied: play_off, lowest_leads=True)
    groups = list(part(play_off, [step]))
    assert [group for group, _why in groups] == [("Bob",), ("Ann", "Cal")]
    assert groups[0][1] == (
        Why("play_off", TieOutcome.PARTED, (("Bob", 3), ("Ann", 7), ("Cal", 7))),
    )


# --- what is refused ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"measure": Measure.WINS, "count": Count.PER_ROUND}, "only points and rounds"),
        ({"count": Count.BEST_DAYS}, "a number of days"),
        ({"count": Count.SUM, "days": 3}, "a number of days"),
        ({"count": Count.ALL_BUT, "days": -1}, "a number of days"),
        ({"measure": Measure.PLACES}, "what the places give"),
        ({"measure": Measure.BEATEN, "table": (3, 1)}, "what the places give"),
        ({"measure": Measure.PLACES, "table": (3, 5)}, "a better place"),
        ({"measure": Measure.PLACES, "table": (3, 1), "beyond": 2}, "a place past the end"),
        ({"least_games": 0}, "somebody who is ranked"),
        ({"ties": (TieBreak.OUTS, TieBreak.WINS, TieBreak.OUTS)}, "a tie-break is asked once"),
    ],
)
def test_parts_of_a_method_that_do_not_go_together(parts, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}"):
        Method(**{"measure": Measure.POINTS} | parts)


def test_a_method_is_kept_as_json():
    method = Method(
        Measure.PLACES, Count.ALL_BUT, 2, (7, 5), 1, 3, (TieBreak.OUTS, TieBreak.HEAD_TO_HEAD)
    )
    assert Method(**json.loads(json.dumps(asdict(method)))) == method


@pytest.mark.parametrize("parts", [{"measure": "pips"}, {"count": "mean"}, {"ties": ["age"]}])
def test_an_unknown_name_is_no_method(parts):
    with pytest.raises(ValueError, match="is not a valid"):
        Method(**{"measure": "points"} | parts)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([("Ann", 1, 1, 1), ("Ann", 2, 2, 1)], "a player has two lines"),
        ([("Ann", 1, None, 1)], "a place and a total go together"),
        ([("Ann", None, 1, 1)], "a place and a total go together"),
        ([("Ann", 1, 1, 1), ("Bob", 2, 3, 1)], "place 3 where 2 is due"),
        ([("Ann", 1, 1, 1), ("Bob", 1, 1, 1), ("Cal", 2, 2, 1)], "place 2 where 3 is due"),
        ([("Ann", 1, 2, 1)], "place 2 where 1 is due"),
    ],
)
def test_lines_that_are_no_games(lines, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}"):
        game_results("a", DAYS[0], [ResultLine(*line) for line in lines])


def test_two_results_of_one_game_are_refused():
    twice = [*game("a", Ann=1), *game("a", Ann=2)]
    with pytest.raises(ValueError, match="player Ann has two results of one game"):
        standings(Method(Measure.POINTS), twice)


def test_a_result_knows_whether_it_is_ranked_and_won():
    first, gone = game_results(
        "a", DAYS[0], [ResultLine("Ann", 4, 1, 2), ResultLine("Bob", None, None, 1)]
    )
    assert (first.ranked, first.won, first.players, first.sharing) == (True, True, 1, 1)
    assert (gone.ranked, gone.won, gone.players, gone.sharing) == (False, False, 1, 0)


def test_the_days_on_which_somebody_played():
    results = [*game("b", 1, Ann=1), *game("a", 0, Ann=1), *game("c", 1, Bob=1)]
    assert game_days(results) == (DAYS[0], DAYS[1])
    assert game_days(results, DAYS[0]) == (DAYS[0],)
