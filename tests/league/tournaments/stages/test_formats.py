"""The formats as data: their games can be played, their stages fit, and anybody can be seated."""

import pytest

from league.models import Tournament
from league.tournaments.brackets.forecast import forecast
from league.tournaments.brackets.values import Kind, Onward, Seating
from league.tournaments.stages.formats import BY_KEY, FORMATS, Format, StageSketch
from league.tournaments.stages.selectors.plan_faults import game_complaints, order_complaints
from league.tournaments.stages.services.tournaments import sketch_fields
from scoring import referee
from scoring.models import Game

STAGES = [
    pytest.param(sketch, id=f"{one.key}-{number}")
    for one in FORMATS
    for number, sketch in enumerate(one.stages, start=1)
]


def doubles(sketch: StageSketch) -> list[int | None]:
    """The starting doubles of a whole game, as the referee tells them round by round."""
    game = Game(set=sketch.set, rules=dict(sketch.rules))
    played: list[int | None] = []
    while not referee.is_over(game, played):
        played.append(referee.next_double(game, played))
        assert len(played) < 50
    assert referee.round_count(game) == len(played)
    return played


def test_each_is_named_once() -> None:
    assert len(BY_KEY) == len(FORMATS)
    longest = Tournament._meta.get_field("format").max_length or 0
    assert all(len(key) <= longest for key in BY_KEY)
    assert {"district", "two_hours", "six_rounds", "championship", "one_field"} <= set(BY_KEY)
    assert {"eleven_three", "single", "double", "own"} <= set(BY_KEY)
    # Without dates of birth nobody would be in a division, nor win a medal.
    assert BY_KEY["own"].settings["band_width"] == 0


@pytest.mark.parametrize("sketch", STAGES)
def test_every_table_can_play_by_the_rules(sketch: StageSketch) -> None:
    sizes = sketch.plan.sizes
    for people in range(sizes.least, sizes.most + 1):
        names = [str(number) for number in range(people)]
        assert referee.check_setup(sketch.set, sketch.rules, names) is None
        deal = referee.deal(sketch.set, sketch.rules, names)
        assert deal is not None
        assert deal.tiles
    assert game_complaints(sketch.plan, sketch.rules, sketch.set) == []
    # The clock of the stage and the time limit of its rules are one.
    assert sketch.rules.get("time_limit_minutes") == sketch.minutes


@pytest.mark.parametrize("chosen", FORMATS, ids=lambda one: one.key)
def test_its_stages_go_together(chosen: Format) -> None:
    plans = [sketch.plan for sketch in chosen.stages]
    assert order_complaints(plans) == []
    assert plans[-1].onward is Onward.NOBODY
    assert all(plan.onward is not Onward.NOBODY for plan in plans[:-1])
    Tournament(name="Games", **chosen.settings).clean_fields(exclude=["club", "date"])


@pytest.mark.parametrize("chosen", FORMATS, ids=lambda one: one.key)
def test_any_number_of_people_can_be_seated(chosen: Format) -> None:
    plans = [sketch.plan for sketch in chosen.stages]
    for people in (*range(5, 121), 300, 500):
        found = forecast(plans, people)
        assert [one.error for one in found] == [None] * len(plans), people
        for plan, one in zip(plans, found, strict=True):
            if plan.kind is Kind.TABLES:
                assert sum(one.sizes) == one.players, people
        if chosen.people is not None:
            assert chosen.settings["most_entrants"] == chosen.people


def test_the_district_counts_down_from_the_double_five() -> None:
    game = BY_KEY["district"].stages[0]
    assert doubles(game) == [5, 4, 3, 2, 1, 0]
    tiles = {
        people: referee.deal(game.set, game.rules, ["x"] * people).tiles for people in (3, 4, 5)
    }
    assert tiles == {3: 15, 4: 15, 5: 12}
    assert BY_KEY["district"].settings["band_width"] == 5


def test_two_hours_are_two_games_of_sixty_minutes() -> None:
    chosen = BY_KEY["two_hours"]
    assert [sketch.minutes for sketch in chosen.stages] == [60, 60]
    assert chosen.settings["band_width"] == 0
    first, second = forecast([sketch.plan for sketch in chosen.stages], 16)
    assert (first.winners, first.fill, second.sizes) == (4, 0, (4,))


def test_six_rounds_are_six_rounds() -> None:
    for sketch in BY_KEY["six_rounds"].stages:
        assert doubles(sketch) == [12, 11, 10, 9, 8, 7]


def test_the_championship_is_as_it_was_played() -> None:
    chosen = BY_KEY["championship"]
    games, final = chosen.stages
    assert doubles(games) == doubles(final) == [12, 11, 10, 9, 8, 7]
    assert (games.plan.seating, games.plan.rounds) == (Seating.SWISS, 5)
    assert games.plan.place_points == (7, 6, 5, 4, 3, 2, 1, 0)
    assert chosen.settings["tie_breaks"][0] == "fewest"
    first, last = forecast([games.plan, final.plan], 96)
    assert (first.sizes, first.on, last.sizes) == ((8,) * 12, 8, (8,))


def test_one_field_has_medals_for_each_five_years() -> None:
    chosen = BY_KEY["one_field"]
    assert (chosen.settings["band_width"], chosen.settings["first_age"]) == (5, 50)
    assert not any(sketch.plan.by_division for sketch in chosen.stages)


def test_eleven_three_draws_eleven_and_moves_three() -> None:
    (rounds,) = BY_KEY["eleven_three"].stages
    assert rounds.set == 15
    assert doubles(rounds) == [None]  # the highest double held: only the table can say
    assert referee.deal(15, rounds.rules, ["x"] * 8).tiles == 11
    assert (rounds.plan.seating, rounds.plan.moves) == (Seating.MOVES, (1, 1, 1))


@pytest.mark.parametrize("people", range(2, 121))
def test_three_can_move_between_all_tables_of_any_number(people: int) -> None:
    """The tables between two others need six people, those at the ends three."""
    (rounds,) = BY_KEY["eleven_three"].stages
    (found,) = forecast([rounds.plan], people)
    if found.error is None and len(found.sizes) > 1:
        assert min(found.sizes) >= 3
        assert all(size >= 6 for size in found.sizes[1:-1])


def test_the_sizes_of_a_sketch_reach_the_row() -> None:
    fields = sketch_fields(BY_KEY["championship"].stages[0])
    assert (fields["size"], fields["least"], fields["most"]) == (8, 4, 8)
