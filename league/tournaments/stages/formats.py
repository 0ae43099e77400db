"""The ways to run a tournament that can be chosen by name, as data.

A `Format` is a list of stages and what holds for the whole tournament. Those that somebody has
published say in `source` what their text says, and in `ours` what was added so that any number of
people can be seated. Whoever chooses one may change all of it afterwards: nothing here is looked
at again once the tournament is made.

Rules are written as the engine's contract writes them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.standings.tie_breaks import TieBreak
from league.tournaments.brackets.values import (
    Fill,
    Kind,
    Onward,
    Seating,
    Sizes,
    StageMeasure,
    StagePlan,
)

TEXT = str | Promise


@dataclass(frozen=True)
class StageSketch:
    """One stage of a format: its name, its plan, and the game that its tables play.

    `rules` are as the engine's contract writes them, `set` the high pip of the dominoes, `minutes`
    the time limit of a game, None for none.
    """

    name: TEXT
    plan: StagePlan
    rules: Mapping[str, Any]
    set: int = 12
    minutes: int | None = None


@dataclass(frozen=True)
class Format:
    """A way to run a tournament. `settings` are fields of a `Tournament` that differ by it.

    `people` is how many entrants its source speaks of, None where it gives no number.
    """

    key: str
    title: TEXT
    source: TEXT
    ours: TEXT
    stages: tuple[StageSketch, ...]
    settings: Mapping[str, Any] = field(default_factory=dict)
    people: int | None = None


TIES: Final = (TieBreak.OUTS, TieBreak.LOWEST_ROUND, TieBreak.HEAD_TO_HEAD, TieBreak.PLAY_OFF)
"""What parts those who are level, where a format's text does not say."""

BANDS: Final = MappingProxyType({"band_width": 5, "first_age": 50, "last_age": 90})
NO_BANDS: Final = MappingProxyType({"band_width": 0})

FOURS: Final = Sizes(size=4, least=3, most=5)


def rules(base: str, **house: Any) -> dict[str, Any]:
    """A rule set whose gaps are filled, with house rules on top."""
    return {"base": base, "fill": "defaults", **house}


# The text has no table of three; it draws as many as a table of four does.
SENIOR: Final = rules("senior", hand_size={"3": 15, "4": 15, "5": 12})
SIX_ROUNDS: Final = rules("family", rounds=6)
AN_HOUR: Final = rules("family", time_limit_minutes=60)
DOWN_TO_SEVEN: Final = rules("family", last_starting_double=7)
FOUR_ROUNDS: Final = rules("family", rounds=4)
THREE_ROUNDS: Final = rules("family", rounds=3)
# Eleven tiles, the highest double held begins, and everybody looks where to move after one round.
ELEVEN_THREE: Final = rules("hub", hand_size=11, rounds=1)

WINNERS: Final = StagePlan(sizes=FOURS, onward=Onward.TABLES, count=1, fill=Fill.FULL)
LAST: Final = StagePlan(sizes=FOURS)

FIRST_NAME = _("First stage")
SECOND_NAME = _("Second stage")
FINAL_NAME = _("Final")
GAME_NAME = _("The game")
GAMES_NAME = _("The games")
FULL_TABLES = _(
    "Where the winners do not fill their tables, the best of the rest sit down with them."
)


BYES_AT_FIRST: Final = _(
    "Each game has three rounds; where the number is no power of two, the best seeds have no "
    "opponent at first."
)


def _elimination(kind: Kind) -> tuple[StageSketch]:
    """One stage in which two sit at a table and losers go out."""
    plan = StagePlan(kind=kind, sizes=Sizes(2, 2, 2))
    return (StageSketch(_("Bracket"), plan, THREE_ROUNDS),)


FORMATS: Final = (
    Format(
        key="district",
        title=_("One game, medals by age"),
        source=_(
            "As the northwest Louisiana district plays it: tables of four (15 tiles each) or "
            "five (12). The first round starts with the double 5, the last with the double "
            "blank, and the lowest total wins."
        ),
        ours=_(
            "All play together, and each age band of five years has its medals. Three sit at a "
            "table only where fours and fives cannot seat all."
        ),
        stages=(StageSketch(GAME_NAME, LAST, SENIOR),),
        settings=BANDS,
    ),
    Format(
        key="two_hours",
        title=_("Two games of 60 minutes"),
        source=_(
            "As Northern Virginia plays it: one game of at most 60 minutes, then the winners of "
            "the tables play another. Gold, silver and bronze go to the three lowest, without "
            "age bands."
        ),
        ours=FULL_TABLES,
        stages=(
            StageSketch(_("First hour"), WINNERS, AN_HOUR, minutes=60),
            StageSketch(_("Second hour"), LAST, AN_HOUR, minutes=60),
        ),
        settings=NO_BANDS,
    ),
    Format(
        key="six_rounds",
        title=_("Six rounds, then a final"),
        source=_(
            "As Sun Lakes plays it: each table plays a whole game of six rounds, and the lowest of "
            "each table plays a second one in the final."
        ),
        ours=FULL_TABLES,
        stages=(
            StageSketch(FIRST_NAME, WINNERS, SIX_ROUNDS),
            StageSketch(FINAL_NAME, LAST, SIX_ROUNDS),
        ),
        settings=NO_BANDS,
    ),
    Format(
        key="championship",
        title=_("Five games by standing, then a final of eight"),
        source=_(
            "As a national championship (Norway, 2024) was played: 96 places, 12 tables of eight "
            "and five games in which people with equal results meet. The first of a table gets 7 "
            "points, the last 0; where two are level, the fewest pips decide. The best eight "
            "play a final."
        ),
        ours=_(
            "Each game goes from the double 12 down to the double 7; where eights cannot seat all, "
            "tables are smaller."
        ),
        stages=(
            StageSketch(
                _("Five games"),
                StagePlan(
                    seating=Seating.SWISS,
                    sizes=Sizes(size=8, least=4, most=8),
                    rounds=5,
                    measure=StageMeasure.PLACES,
                    place_points=(7, 6, 5, 4, 3, 2, 1, 0),
                    onward=Onward.BEST,
                    count=8,
                ),
                DOWN_TO_SEVEN,
            ),
            StageSketch(FINAL_NAME, StagePlan(sizes=Sizes(size=8, least=4, most=8)), DOWN_TO_SEVEN),
        ),
        settings=MappingProxyType(
            {
                **NO_BANDS,
                "most_entrants": 96,
                "tie_breaks": [TieBreak.FEWEST.value, *(tie.value for tie in TIES)],
            }
        ),
        people=96,
    ),
    Format(
        key="one_field",
        title=_("Several games, medals by age"),
        source=_(
            "As euchre is played in the Heartland: all play together, and each age band of five "
            "years has its medals."
        ),
        ours=_("Three games of four rounds, each with new tables; the lowest sum leads."),
        stages=(
            StageSketch(
                GAMES_NAME, StagePlan(seating=Seating.RANDOM, sizes=FOURS, rounds=3), FOUR_ROUNDS
            ),
        ),
        settings=BANDS,
    ),
    Format(
        key="eleven_three",
        title=_("The three lowest move on"),
        source=_(
            "As Tanglewood plays it with a double-15 set: eleven tiles each, the highest double "
            "begins, and after each round the three lowest of a table move to another."
        ),
        ours=_("They go one table up, from table 1 to the last one; eight rounds are played."),
        stages=(
            StageSketch(
                _("The rounds"),
                StagePlan(
                    seating=Seating.MOVES,
                    sizes=Sizes(size=6, least=3, most=8),
                    rounds=8,
                    moves=(1, 1, 1),
                ),
                ELEVEN_THREE,
                set=15,
            ),
        ),
        settings=NO_BANDS,
    ),
    Format(
        key="three_stages",
        title=_("Winners go on, twice, to the final"),
        source=_(
            "The winner of each table goes on to the second stage, and the winner of each table "
            "there to the final."
        ),
        ours=FULL_TABLES,
        stages=(
            StageSketch(FIRST_NAME, WINNERS, FOUR_ROUNDS),
            StageSketch(SECOND_NAME, WINNERS, FOUR_ROUNDS),
            StageSketch(FINAL_NAME, LAST, SIX_ROUNDS),
        ),
        settings=BANDS,
    ),
    Format(
        key="single",
        title=_("Two play, the loser is out"),
        source=_("Single elimination: two sit at a table, and the winner plays the next winner."),
        ours=BYES_AT_FIRST,
        stages=_elimination(Kind.SINGLE),
        settings=NO_BANDS,
    ),
    Format(
        key="double",
        title=_("Two play, losing twice puts you out"),
        source=_(
            "Double elimination: after losing once you play on in the losers' bracket. Its "
            "winner meets the winner of the other one."
        ),
        ours=BYES_AT_FIRST,
        stages=_elimination(Kind.DOUBLE),
        settings=NO_BANDS,
    ),
    Format(
        key="own",
        title=_("My own"),
        source=_("One game at tables of four, to begin with."),
        ours=_("Then add stages. For each one say who sits where, what is played and who goes on."),
        stages=(StageSketch(GAME_NAME, LAST, rules("family")),),
        settings=NO_BANDS,
    ),
)
"""The formats in the order in which they are offered."""

BY_KEY: Final = MappingProxyType({known_format.key: known_format for known_format in FORMATS})


def settings_of(chosen: Format) -> dict[str, Any]:
    """The fields of a `Tournament` that the format sets."""
    return {"tie_breaks": [tie.value for tie in TIES], **chosen.settings}
