"""The table as the desk draws it: each train, this turn, the boneyard, with what was tapped.

Pure. The page's form is drawn from it; `fields` reads what comes back.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .desk import AskedQuestion, Scene, case_of
from .fields import (
    FIRST_DOUBLE,
    OPEN_DOUBLE,
    PLAYED_TILE,
    PLAYED_TRAIN,
    UNKNOWN,
    Fields,
    train_choices,
)
from .questions import (
    MEXICAN,
    SOME_TRAIN,
    SOMEBODY,
    FactQuestion,
    is_fact,
    question_for,
)

ALWAYS_SHOWN = ("turn.kind", "turn.laid", "turn.drawn", "boneyard", "turn.passes")
"""The facts that stand below the trains, whatever is asked."""


@dataclass(frozen=True)
class Control:
    """One fact's question with the answer given: a choice's value, or what is typed."""

    question: FactQuestion
    value: str
    typed: str = ""

    @property
    def path(self) -> str:
        """The path of the fact."""
        return self.question.path

    @property
    def can_be_typed(self) -> bool:
        """Whether something else than its choices can be the answer."""
        return self.question.typed in ("number", "tile", "tiles")

    @property
    def takes_many(self) -> bool:
        """Whether several tiles can be typed."""
        return self.question.typed == "tiles"


@dataclass(frozen=True)
class TrainRow:
    """One train: its end, its marker, and whether an uncovered double is on it.

    `color` is the seat's, None for the Mexican Train.
    """

    name: str
    words: str
    color: int | None
    end: Control
    marker: Control | None
    is_uncovered: bool


@dataclass(frozen=True)
class Table:
    """All that can be tapped below the question.

    `plays` are the tiles played this turn with their trains, and an empty pair for one more.
    `more` are facts that are not drawn but were given, `typed` the one that is asked next where it
    can be typed beside its buttons and has no other place.
    """

    trains: tuple[TrainRow, ...]
    uncovered: str
    first_double: str
    plays: tuple[tuple[str, str], ...]
    controls: tuple[Control, ...]
    more: tuple[Control, ...]
    typed: Control | None


def draw_table(scene: Scene, fields: Fields, colors: Sequence[int], next_path: str = "") -> Table:
    """Draw the table with the answers in `fields`.

    `colors` are the seats', in playing order. `next_path` is the fact that is asked next.
    """
    case = case_of(scene, AskedQuestion("", {}))
    if seat := _first(fields, "seat"):
        case["turn"] = {"seat": seat}

    def control(path: str) -> Control:
        question = question_for(path, case)
        value = _first(fields, path)
        return Control(question, value, _first(fields, f"{path}:{question.typed}"))

    doubles = fields.get("uncovered", [])
    rows = tuple(
        TrainRow(
            name=name,
            words=words,
            color=color,
            end=control(f"trains.{name}.tail"),
            marker=None if name == MEXICAN else control(f"trains.{name}.marked"),
            is_uncovered=name in doubles,
        )
        for (name, words), color in zip(train_choices(scene.seats), [*colors, None], strict=True)
    )
    always = (
        ALWAYS_SHOWN if scene.starting_double is not None else (*ALWAYS_SHOWN, "starting_double")
    )
    drawn = {"uncovered", FIRST_DOUBLE, *always, *(row.end.path for row in rows)}
    drawn |= {row.marker.path for row in rows if row.marker}
    more = [path for path in _more_paths(scene, fields) if path not in drawn]
    is_typed = next_path and next_path not in (*drawn, *more) and control(next_path).can_be_typed
    return Table(
        trains=rows,
        uncovered=next(
            (value for value in doubles if value in ("none", UNKNOWN)),
            OPEN_DOUBLE if any(doubles) else "",
        ),
        first_double=_first(fields, FIRST_DOUBLE),
        plays=_plays(fields),
        controls=tuple(map(control, always)),
        more=tuple(map(control, more)),
        typed=control(next_path) if is_typed else None,
    )


def _first(fields: Fields, name: str) -> str:
    values: Sequence[Any] = fields.get(name, [])
    return str(values[0]) if values else ""


def _plays(fields: Fields) -> tuple[tuple[str, str], ...]:
    tiles, trains = fields.get(PLAYED_TILE, []), fields.get(PLAYED_TRAIN, [])
    plays = [(tile, train) for tile, train in zip(tiles, trains, strict=False) if tile or train]
    return (*plays, ("", ""))


def _more_paths(scene: Scene, fields: Fields) -> list[str]:
    given = [name.partition(":")[0] for name, values in fields.items() if any(values)]
    seats = (*scene.seats, SOMEBODY, SOME_TRAIN)
    return [path for path in dict.fromkeys(given) if is_fact(path, seats)]
