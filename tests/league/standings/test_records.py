"""The club's records: by hand, and against a way that looks at everything again each time."""

from datetime import date, timedelta
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from league.standings.records import Course, Holder, Record, Records, Track, records
from league.standings.results import Key, ResultLine, game_results

DAYS = [date(2026, 1, 5) + timedelta(days=7 * number) for number in range(5)]
NONE = Records(None, None, None, None, None, None)


def course(game, day, outs, *, order=1, won=(), entry=0, unranked=(), **points):
    """A game by who went out in each round and what each player scored."""
    tracks = tuple(
        Track(
            name, tuple(line), entry if line[:1] == [None] else 0, name not in unranked, name in won
        )
        for name, line in points.items()
    )
    return Course(game, DAYS[day], order, tuple(outs), tracks)


def at(day, game, number, *players, order=1, since=None):
    """A holder, in short."""
    return Holder(DAYS[day], order, game, number, players, None if since is None else DAYS[since])


def test_without_games_there_are_no_records():
    assert records([], []) == NONE
    left = game_results("a", DAYS[0], [ResultLine("Ann", None, None, 2, blocked=1)])
    assert records(left, [course("a", 0, [None, None], Ann=[3, 4], unranked=["Ann"])]) == NONE


def test_the_lowest_game_of_enough_rounds_and_all_who_hold_it():
    results = [
        *game_results("c", DAYS[2], [ResultLine("Cal", 12, 1, 6), ResultLine("Dee", 80, 2, 6)]),
        *game_results("b", DAYS[1], [ResultLine("Bob", 12, 1, 6), ResultLine("Ann", 12, 1, 6)]),
        *game_results("a", DAYS[0], [ResultLine("Eve", 3, 1, 1)]),
    ]
    assert records(results, []).lowest_game == Record(3, (at(0, "a", None, "Eve"),))
    found = records(results, [], least_rounds=6).lowest_game
    holders = (at(1, "b", None, "Ann"), at(1, "b", None, "Bob"), at(2, "c", None, "Cal"))
    assert found == Record(12, holders)


def test_the_highest_round():
    games = [
        course("b", 1, "BA", A=[50, 0], B=[0, 70]),
        course("a", 0, "BA", A=[70, 0], B=[0, 4]),
    ]
    assert records([], games).highest_round == Record(70, (at(0, "a", 1, "A"), at(1, "b", 2, "B")))


def test_a_run_goes_from_game_to_game_until_another_is_out():
    games = [
        course("a", 0, "BAA", A=[9, 0, 0], B=[0, 9, 9]),
        course("b", 1, "AAC", A=[0, 0, 9], C=[9, 9, 0]),
        course("c", 2, "BBB", B=[0, 0, 0], C=[9, 9, 9]),
    ]
    found = records([], games)
    assert found.run == Record(4, (at(1, "b", 2, "A", since=0),))
    assert found.run_in_game == Record(3, (at(2, "c", 3, "B", since=2),))


def test_a_run_ends_with_a_blocked_round_and_with_a_game_of_sums():
    blocked = [course("a", 0, ["A", None, "A"], A=[0, 5, 0], B=[9, 5, 9])]
    assert records([], blocked).run.value == 1
    around = [course("a", 0, "A", A=[0]), course("c", 2, "A", A=[0])]
    assert records([], around).run.value == 2
    sums = course("b", 1, "", A=[])
    assert records([], [around[0], sums, around[1]]).run.value == 1


def test_a_run_passes_over_rounds_not_played_and_games_not_ranked():
    games = [
        course("a", 0, "A", A=[0], B=[9]),
        course("b", 1, "BBA", A=[None, None, 0], B=[0, 0, 9]),
        course("c", 2, "BB", A=[5, 5], B=[0, 0], unranked=["A"]),
        course("d", 3, "A", A=[0], B=[5]),
    ]
    assert records([], games).run == Record(3, (at(3, "d", 1, "A", since=0),))


def test_the_biggest_comeback_is_of_a_winner():
    """After round 2 A is 50 behind B; C lies further behind and does not win."""
    told = {"A": [30, 30, 0], "B": [0, 10, 90], "C": [99, 99, 99]}
    found = records([], [course("a", 0, "BBA", won=["A"], **told)]).comeback
    assert found == Record(50, (at(0, "a", 2, "A"),))
    one_round = course("a", 0, "A", won=["A"], A=[0], B=[4])
    assert records([], [one_round]).comeback is None


def test_a_comeback_begins_with_the_first_round_that_was_so_far_behind():
    told = {"A": [20, 0, 0, 0], "B": [0, 0, 0, 30]}
    found = records([], [course("a", 0, "BBBA", won=["A"], **told)]).comeback
    assert found == Record(20, (at(0, "a", 1, "A"),))


def test_a_late_arrival_comes_back_from_what_it_was_given():
    told = {"A": [None, 0, 0], "B": [10, 20, 60], "C": [5, 60, 60, 9]}
    game = course("a", 0, "CAAC", won=["A"], entry=40, **told)
    assert records([], [game]).comeback == Record(10, (at(0, "a", 2, "A"),))


def test_who_shares_the_win_shares_the_record_of_a_comeback():
    told = {"A": [20, 0, 10], "B": [20, 0, 10], "C": [0, 90, 0]}
    found = records([], [course("a", 0, "CAC", won="AB", **told)]).comeback
    assert found == Record(20, (at(0, "a", 1, "A"), at(0, "a", 1, "B")))


def test_the_most_blocked_rounds_are_held_by_the_table():
    results = [
        *game_results("a", DAYS[0], [ResultLine("Ann", 5, 1, 3, blocked=1)]),
        *game_results(
            "b",
            DAYS[1],
            [ResultLine("Bob", 5, 1, 3, blocked=2), ResultLine("Ann", 9, 2, 1)],
            order=2,
        ),
    ]
    assert records(results, []).blocked == Record(2, (at(1, "b", None, "Ann", "Bob", order=2),))
    assert records(game_results("a", DAYS[0], [ResultLine("Ann", 5, 1, 3)]), []).blocked is None


def some_courses(games: int, seed: int) -> list[Course]:
    """Games of three rounds among four players."""
    random, found = Random(seed), []
    for key in range(games):
        table = random.sample("ABCD", random.randint(2, 3))
        outs = [random.choice([*table, table[0], None]) for _round in range(3)]
        points = {
            player: [0 if out == player else random.randint(1, 9) for out in outs]
            for player in table
        }
        least = min(sum(line) for line in points.values())
        won = [player for player in table if sum(points[player]) == least]
        found.append(course(key, key // 2, outs, order=key % 2, won=won, **points))
    return found


@given(st.integers(0, 8), st.integers(0, 2**32))
def test_runs_and_comebacks_against_the_slow_way(games, seed):
    courses = some_courses(games, seed)
    found = records([], Random(seed).sample(courses, games))
    assert found == records([], courses)
    longest, within, back = 0, 0, 0
    for player in "ABCD":
        lines = ["".join("x" if out == player else "-" for out in one.outs)
                 for one in courses if player in track_of(one)]  # fmt: skip
        longest = max(longest, most("".join(lines)))
        within = max([within, *map(most, lines)])
    for one in courses:
        tracks = track_of(one)
        for number in (1, 2):
            sums = {
                name: sum(p or 0 for p in track.points[:number]) for name, track in tracks.items()
            }
            behind = [sums[name] - min(sums.values()) for name, t in tracks.items() if t.won]
            back = max([back, *behind])
    values = [one.value if one else 0 for one in (found.run, found.run_in_game, found.comeback)]
    assert values == [longest, within, back]


def track_of(one: Course) -> dict[Key, Track]:
    return {track.player: track for track in one.tracks}


def most(line: str) -> int:
    """The longest row of crosses."""
    return max(map(len, line.split("-")))
