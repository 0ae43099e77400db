"""What everybody may read while the director keeps the medals secret: no result of the last stage.

Pages for everybody show the tournament as `for_everybody` leaves it; directors' pages all of it.
"""

from collections.abc import Mapping
from dataclasses import replace

from league.standings.results import Key
from league.tournaments.brackets.values import Kind
from league.tournaments.courses import Loaded, TableKey, kept_with_snapshot
from league.tournaments.models import Stage


def keeps_secret(loaded: Loaded, stage: Stage) -> bool:
    """Whether results of a stage that has begun are the directors' alone: of the last one."""
    return loaded.tournament.medals_held and loaded.following(stage) is None


@kept_with_snapshot
def for_everybody(loaded: Loaded) -> Loaded:
    """Return the tournament as if nothing had been written yet where that is a secret.

    In an elimination who plays in a game says who won the one before: only the newest is hidden.
    """
    stage = loaded.begun[-1] if loaded.begun else None
    if stage is None or not keeps_secret(loaded, stage):
        return loaded
    course = loaded.courses[stage.pk]
    at_tables = course.plan.kind is Kind.TABLES
    first = 0 if at_tables else max((played.number for played in course.rounds), default=0)

    def is_hidden(key: TableKey) -> bool:
        return key[0] == stage.pk and key[1] >= first

    hidden = {key: state for key, state in loaded.tables.items() if is_hidden(key)}
    seated = [set(state.seats) for state in hidden.values()]

    def is_open(numbers: Mapping[Key, int]) -> bool:
        return not at_tables and not any(numbers.keys() <= seats for seats in seated)

    course = replace(
        course,
        lines={key: line for key, line in course.lines.items() if key[0] < first},
        playing=course.playing | {key[1:] for key in hidden},
        play_offs=tuple(row for row in course.play_offs if is_open(row.points)),
        drawn=tuple(numbers for numbers in course.drawn if is_open(numbers)),
    )
    return replace(
        loaded,
        tables={
            **loaded.tables,
            **{
                key: replace(state, lines=(), rounds=0, finished=False)
                for key, state in hidden.items()
            },
        },
        partings={
            **loaded.partings,
            stage.pk: tuple(
                row for row in loaded.partings.get(stage.pk, ()) if is_open(dict(row.numbers))
            ),
        },
        courses={**loaded.courses, stage.pk: course},
    )
