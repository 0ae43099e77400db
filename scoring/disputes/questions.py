"""The dispute desk's questions in the players' words, and the facts that settle them.

A `Topic` is what can be asked; a `FactQuestion` is the question for one fact that the engine needs,
with the answers that can be tapped. Facts have the paths of the engine's contract, such as
`trains.Bob.marked`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

MEXICAN = "mexican"
TRAIN_FACTS = ("marked", "tail", "started", "tiles")
SEAT_FACTS = ("turn.seat", "starting_double_by", "first_player")


@dataclass(frozen=True)
class Topic:
    """One thing that can be asked: `needs` are the parts that the question names.

    `needs` are of: seat, tile, tiles, train, laid. `ask` is the contract's question without them.
    """

    kind: str
    title: str | Promise
    needs: tuple[str, ...]
    ask: Mapping[str, Any] = field(default_factory=dict)

    @property
    def answers_seat(self) -> bool:
        """Whether the question is about what a seat may or must do."""
        return "seat" in self.needs


TOPICS: tuple[Topic, ...] = (
    Topic(
        "lay",
        gettext_lazy("May this tile be laid there?"),
        ("seat", "tile", "train"),
        {"may": "lay"},
    ),
    Topic(
        "chain",
        gettext_lazy("May these tiles be laid in one turn?"),
        ("seat", "tiles", "train"),
        {"may": "lay_chain"},
    ),
    Topic("act", gettext_lazy("What has somebody to do now?"), ("seat",), {"must": "act"}),
    Topic("cover", gettext_lazy("Who has to cover the double?"), ("seat",), {"must": "cover"}),
    Topic("draw", gettext_lazy("May somebody draw now?"), ("seat",), {"may": "draw"}),
    Topic("stop", gettext_lazy("May the turn end like this?"), ("seat",), {"may": "stop"}),
    Topic("mark", gettext_lazy("May somebody just put the marker on?"), ("seat",), {"may": "mark"}),
    Topic("must-mark", gettext_lazy("Has the marker to go on?"), ("seat",), {"must": "mark"}),
    Topic(
        "unmark", gettext_lazy("Does the marker come off?"), ("seat", "laid"), {"must": "unmark"}
    ),
    Topic("public", gettext_lazy("Is a train open to the others?"), ("train",), {"is": "public"}),
    Topic(
        "announce",
        gettext_lazy("Was notice of the last tile due?"),
        ("seat",),
        {"must": "announce"},
    ),
    Topic("next", gettext_lazy("Whose turn is it now?"), ("seat", "laid"), {"who": "next"}),
    Topic("over", gettext_lazy("Is the round over?"), ("seat", "laid"), {"is": "over"}),
    Topic("begins", gettext_lazy("Who begins the round?"), (), {"what": "first_player"}),
)
BY_KIND: Mapping[str, Topic] = {topic.kind: topic for topic in TOPICS}


@dataclass(frozen=True)
class Choice:
    """One answer to tap: `value` goes into the form, `label` is shown, `fact` is what it tells.

    `fact` is written as the engine's contract writes it.
    """

    value: str
    label: str
    fact: Any


@dataclass(frozen=True)
class FactQuestion:
    """The question for one fact.

    `choices` are the answers that a tap gives; `typed` says what else can be typed: "", "tile",
    "tiles", "number", "double" (a double on a train) or "lay" (a tile on a train).
    """

    path: str
    text: str
    choices: Sequence[Choice]
    typed: str = ""


def question_for(path: str, case: Mapping[str, Any], values: Sequence[object] = ()) -> FactQuestion:
    """The question whose answer is the fact at `path` of this case.

    `values` are the values of a rule, for a path such as rules.out_on_two_doubles.
    """
    seats: Sequence[str] = case["seats"]
    parts = path.split(".")
    if parts[0] == "trains" and len(parts) == 3:
        return _about_train(path, parts[1], parts[2], case)
    if parts[0] == "rules":
        return FactQuestion(
            path,
            _("The text of the rules says two things here. How does your table play?"),
            [Choice(_as_text(value), _value_label(value), value) for value in values],
        )
    if parts[0] == "hands" and len(parts) == 2:
        return FactQuestion(
            path, _("Which tiles does %s hold?") % parts[1], [_none(_("None"))], "tiles"
        )
    if parts[0] == "hand_counts" and len(parts) == 2:
        return FactQuestion(
            path,
            _("How many tiles does %s hold?") % parts[1],
            _numbers(range(7)),
            "number",
        )
    if parts[0] == "can_play" and len(parts) == 2:
        text = _("Has %s a tile that can be played?") % parts[1]
        return FactQuestion(path, text, _yes_no())
    make = SINGLE.get(path)
    if make is not None:
        return make(path, case)
    seat_choices = [Choice(seat, seat, seat) for seat in seats]
    text = {
        "turn.seat": _("Whose turn is it?"),
        "starting_double_by": _("Who laid or found the starting double?"),
        "first_player": _("Whom did the table pick to begin?"),
    }.get(path, _("What is known of “%s”?") % path)
    return FactQuestion(path, text, seat_choices)


def seat_word(name: str) -> str:
    """A seat's name as cases hold it, which reads the same.

    Paths of facts part their words with full stops, as in "Ann B.", and a train that is called
    mexican is the Mexican Train.
    """
    return MEXICAN.title() if name == MEXICAN else name.replace(".", "\N{ONE DOT LEADER}")


def train_name(train: str) -> str:
    """A train as people call it."""
    return _("the Mexican Train") if train == MEXICAN else _("%s's train") % train


def _about_train(path: str, train: str, fact: str, case: Mapping[str, Any]) -> FactQuestion:
    name = train_name(train)
    if fact == "tail":
        return FactQuestion(path, _("Which number does %s end in?") % name, _numbers(_pips(case)))
    if fact == "tiles":
        return FactQuestion(path, _("How many tiles lie on %s?") % name, [], "number")
    text = {
        "marked": _("Is the marker on %s?"),
        "started": _("Has %s a tile yet?"),
    }.get(fact, _("What is known of %s?"))
    return FactQuestion(path, text % name, _yes_no())


def _yes_no() -> list[Choice]:
    return [Choice("yes", _("Yes"), True), Choice("no", _("No"), False)]


def _numbers(numbers: Iterable[int]) -> list[Choice]:
    return [Choice(str(number), str(number), number) for number in numbers]


def _none(label: str) -> Choice:
    return Choice("none", label, [])


def _pips(case: Mapping[str, Any]) -> Iterable[int]:
    return range(case.get("set", 12), -1, -1)


def _seat_on_turn(case: Mapping[str, Any]) -> str:
    seat = case.get("turn", {}).get("seat")
    return str(seat) if seat else _("the one on turn")


def _boneyard(path: str, case: Mapping[str, Any]) -> FactQuestion:
    return FactQuestion(
        path,
        _("Are there tiles left to draw?"),
        [Choice("20", _("Yes"), 20), Choice("0", _("No, none"), 0)],
        "number",
    )


def _uncovered(path: str, case: Mapping[str, Any]) -> FactQuestion:
    return FactQuestion(
        path, _("Does a double lie with nothing on it?"), [_none(_("No"))], "double"
    )


def _kind(path: str, case: Mapping[str, Any]) -> FactQuestion:
    seat = _seat_on_turn(case)
    return FactQuestion(
        path,
        _("Which turn of %s is it?") % seat,
        [
            Choice("normal", _("A usual turn"), "normal"),
            Choice("first_turn", _("The first of this round"), "first_turn"),
            Choice("follow_up", _("It goes on after a double"), "follow_up"),
        ],
    )


def _drawn(path: str, case: Mapping[str, Any]) -> FactQuestion:
    text = _("Has %s drawn in this turn?") % _seat_on_turn(case)
    return FactQuestion(path, text, [Choice("none", _("No"), "none")], "tile")


def _laid(path: str, case: Mapping[str, Any]) -> FactQuestion:
    text = _("What has %s laid in this turn?") % _seat_on_turn(case)
    return FactQuestion(path, text, [_none(_("Nothing yet"))], "lay")


def _passes(path: str, case: Mapping[str, Any]) -> FactQuestion:
    count = len(case["seats"])
    return FactQuestion(
        path,
        _("How many have passed in a row?"),
        _numbers(range(count + 1)),
    )


def _anybody(path: str, case: Mapping[str, Any]) -> FactQuestion:
    return FactQuestion(
        path,
        _("Has anybody a tile that can be played?"),
        [Choice("some", _("Yes"), "some"), Choice("no", _("No"), False)],
    )


def _out(path: str, case: Mapping[str, Any]) -> FactQuestion:
    seats = [Choice(seat, seat, seat) for seat in case["seats"]]
    text = _("Has anybody played the last tile?")
    return FactQuestion(path, text, [Choice("none", _("Nobody"), "none"), *seats])


def _starting_double(path: str, case: Mapping[str, Any]) -> FactQuestion:
    return FactQuestion(
        path,
        _("Which double lies in the hub?"),
        [Choice(str(number), f"{number}-{number}", number) for number in _pips(case)],
    )


def _in_order(path: str, case: Mapping[str, Any]) -> FactQuestion:
    return FactQuestion(path, _("Does anybody know which double came first?"), _yes_no())


def _round(path: str, case: Mapping[str, Any]) -> FactQuestion:
    return FactQuestion(
        path,
        _("Is this the first round of the game?"),
        [Choice("1", _("Yes"), 1), Choice("2", _("No"), 2)],
    )


def _on_table(path: str, case: Mapping[str, Any]) -> FactQuestion:
    return FactQuestion(path, _("Which tiles lie on the trains?"), [], "tiles")


SINGLE: Mapping[str, Callable[[str, Mapping[str, Any]], FactQuestion]] = {
    "boneyard": _boneyard,
    "uncovered": _uncovered,
    "turn.kind": _kind,
    "turn.drawn": _drawn,
    "turn.laid": _laid,
    "turn.passes": _passes,
    "can_play": _anybody,
    "out": _out,
    "starting_double": _starting_double,
    "uncovered_in_order": _in_order,
    "round": _round,
    "on_table": _on_table,
}


def _as_text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _value_label(value: object) -> str:
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    return str(value).replace("_", " ")


def set_fact(case: dict[str, Any], path: str, value: object) -> None:
    """Put a fact into a case, at its path; makes the parts that lead to it."""
    parts = path.split(".")
    place = case
    for part in parts[:-1]:
        place = place.setdefault(part, {})
    place[parts[-1]] = value


def is_fact(path: str, seats: Sequence[str]) -> bool:
    """Whether there is a question for the fact at `path`, at a table with these seats."""
    head, *rest = path.split(".")
    if head == "trains" and len(rest) == 2:
        return rest[0] in (*seats, MEXICAN) and rest[1] in TRAIN_FACTS
    if head in ("hands", "hand_counts", "can_play") and len(rest) == 1:
        return rest[0] in seats
    return path in SINGLE or path in SEAT_FACTS or (head == "rules" and len(rest) == 1)
