"""The questions for the facts that settle what is asked at the dispute desk, in the players' words.

A `FactQuestion` is the question for one fact that the engine needs, with the answers that can be
tapped. Facts have the paths of the engine's contract, such as `trains.Bob.marked`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring import referee

MEXICAN = "mexican"
SOMEBODY = "{seat}"
"""In the path of a fact: the player whom the question is about, until it is tapped who that is."""
SOME_TRAIN = "{train}"
"""In the path of a fact: the train that the question is about, until it is tapped."""
TRAIN_FACTS = ("marked", "tail", "started", "tiles")
SEAT_FACTS = ("turn.seat", "starting_double_by", "first_player", "last_first_player")
LAID_ON = "turn.laid_on"
"""The train of a tile of this turn that nobody names: part of the fact `turn.laid`."""
DREW_FITTING = "fits"
"""The answer that the tile drawn this turn can be played."""
DREW_IN_VAIN = "in_vain"
"""The answer that the tile drawn this turn cannot be played, nor any other."""
DREW_AND_PLAYED = "played"
"""The answer that the tile drawn this turn lies on a train already."""
DREW_SOME = "some"
"""The answer that a tile was drawn, and no more; says too little once something was played."""
NOT_BEGUN = "none"
"""The answer to what a train ends in while it has no tile."""


@dataclass(frozen=True)
class Choice:
    """One answer to tap: `value` goes into the form, `label` is shown, `fact` is what it says.

    `fact` is written as the engine's contract writes it.
    """

    value: str
    label: str
    fact: Any


@dataclass(frozen=True)
class FactQuestion:
    """The question for one fact.

    `choices` are the answers that a tap gives; `typed` says what else can be typed: "", "tile",
    "tiles", "number", "trains" (the doubles that are open, by their trains) or "plays" (tiles on
    trains, in order).
    """

    path: str
    text: str
    choices: Sequence[Choice]
    typed: str = ""


def question_for(path: str, case: Mapping[str, Any]) -> FactQuestion:
    """The question whose answer is the fact at `path` of this case."""
    seats: Sequence[str] = case["seats"]
    parts = path.split(".")
    if parts[0] == "trains" and len(parts) == 3:
        return _about_train(path, parts[1], parts[2], case)
    if parts[0] == "rules":
        return _about_rule(path, parts[1], case)
    if parts[0] == "hands" and len(parts) == 2:
        text = _("Which tiles does %s have?") % parts[1]
        if parts[1] != case.get("turn", {}).get("seat"):
            text += " " + _("Show them to the organizer only.")
        return FactQuestion(path, text, [_none(_("None"))], "tiles")
    if parts[0] == "hand_counts" and len(parts) == 2:
        return FactQuestion(
            path,
            _("How many tiles does %s have?") % person(parts[1]),
            _numbers(range(7)),
            "number",
        )
    if parts[0] == "can_play" and len(parts) == 2:
        text = _("Can %s play?") % person(parts[1])
        return FactQuestion(path, text, _yes_no())
    make = SINGLE.get(path)
    if make is not None:
        return make(path, case)
    seat_choices = [Choice(seat, seat, seat) for seat in seats]
    text = {
        "turn.seat": _("Whose turn is it?"),
        "starting_double_by": _("Who played the starting double?"),
        "last_first_player": _("Who began the round before this one?"),
        "first_player": _("Who did the table pick to begin?"),
    }.get(path, _("What do you know of “%s”?") % path)
    return FactQuestion(path, text, seat_choices)


def _about_rule(path: str, name: str, case: Mapping[str, Any]) -> FactQuestion:
    """Ask which of the text's readings the table plays by; else which of all answers."""
    text = referee.parameter_sentence(name)
    values = referee.readings_at(path, case["rules"])
    if values:
        text = _("The rules say two things here. %s") % text
    choices = [
        Choice(_as_text(value), referee.answer_words(name, value), value)
        for value in values or referee.values_at(path)
    ]
    return FactQuestion(path, text, choices)


def seat_word(name: str) -> str:
    """A seat's name as cases hold it, which reads the same.

    Paths of facts part their words with full stops, as in "Ann B.", and a train that is called
    mexican is the Mexican Train.
    """
    return MEXICAN.title() if name == MEXICAN else name.replace(".", "\N{ONE DOT LEADER}")


def train_name(train: str) -> str:
    """A train as people call it."""
    if train == MEXICAN:
        return _("the Mexican Train")
    if train == SOME_TRAIN:
        return _("this train")
    return referee.elided(_("%s's train") % person(train))


def person(seat: str) -> str:
    """A player's name, or who is meant while nobody is named."""
    return _("the player") if seat == SOMEBODY else seat


def whose(train: str) -> str:
    """Whose train it is, in short: the one on it is meant; or whose tiles or total."""
    if train == MEXICAN:
        return _("the Mexican Train's")
    return referee.elided(_("%s's") % train)


def _about_train(path: str, train: str, fact: str, case: Mapping[str, Any]) -> FactQuestion:
    name = train_name(train)
    if fact == "tail":
        not_begun = Choice(NOT_BEGUN, _("no tile yet"), None)
        return FactQuestion(
            path,
            _("Which number is at the end of %s?") % name,
            [*_numbers(_pips(case)), not_begun],
        )
    if fact == "tiles":
        return FactQuestion(path, _("How many tiles are on %s?") % name, [], "number")
    text = {
        "marked": _("Is a marker on %s?"),
        "started": _("Is there a tile on %s?"),
    }.get(fact, _("What do you know of %s?"))
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
    return str(seat) if seat else _("the player")


def _boneyard(path: str, case: Mapping[str, Any]) -> FactQuestion:
    return FactQuestion(
        path,
        _("Are there tiles left in the boneyard?"),
        [Choice("some", _("Yes"), "some"), Choice("0", _("No, it is empty"), 0)],
        "number",
    )


def _uncovered(path: str, case: Mapping[str, Any]) -> FactQuestion:
    return FactQuestion(
        path, _("Is there a double that nobody has covered yet?"), [_none(_("No"))], "trains"
    )


def _kind(path: str, case: Mapping[str, Any]) -> FactQuestion:
    return FactQuestion(
        path,
        _("Is it the first turn of %s in this round?") % _seat_on_turn(case),
        [
            Choice("first_turn", _("Yes"), "first_turn"),
            Choice("normal", _("No"), "normal"),
        ],
    )


def _drawn(path: str, case: Mapping[str, Any]) -> FactQuestion:
    text = _("Has %s drawn a tile this turn?") % _seat_on_turn(case)
    plays = case.get("turn", {}).get("laid", [])
    choices = [
        Choice("none", _("No"), "none"),
        *([Choice(DREW_SOME, _("Yes"), "some")] if plays == [] else []),
        Choice(DREW_AND_PLAYED, _("Yes, and played it"), "played"),
        Choice(DREW_FITTING, _("Yes, and it fits"), "some"),
        Choice(DREW_IN_VAIN, _("Yes, and it does not fit"), "some"),
    ]
    return FactQuestion(path, text, choices, "tile")


def _laid(path: str, case: Mapping[str, Any]) -> FactQuestion:
    text = _("What has %s played this turn?") % _seat_on_turn(case)
    choices = [
        _none(_("Nothing yet")),
        Choice("tile", _("A tile"), [{"double": False}]),
        Choice("double", _("A double"), [{"double": True}]),
    ]
    return FactQuestion(path, text, choices, "plays")


def _laid_on(path: str, case: Mapping[str, Any]) -> FactQuestion:
    trains = [*case["seats"], MEXICAN]
    choices = [Choice(train, train_name(train), train) for train in trains]
    return FactQuestion(path, _("On which train?"), choices)


def _passes(path: str, case: Mapping[str, Any]) -> FactQuestion:
    count = len(case["seats"])
    return FactQuestion(
        path,
        _("How many players in a row have passed?"),
        [
            *_numbers(range(count)),
            Choice(str(count), _("all %d") % count, count),
        ],
    )


def _anybody(path: str, case: Mapping[str, Any]) -> FactQuestion:
    return FactQuestion(
        path,
        _("Can anybody play?"),
        [Choice("some", _("Yes"), "some"), Choice("no", _("No"), False)],
    )


def _out(path: str, case: Mapping[str, Any]) -> FactQuestion:
    seats = [Choice(seat, seat, seat) for seat in case["seats"]]
    text = _("Has anybody played the last tile?")
    return FactQuestion(path, text, [Choice("none", _("Nobody"), "none"), *seats])


def _starting_double(path: str, case: Mapping[str, Any]) -> FactQuestion:
    return FactQuestion(
        path,
        _("Which double is in the hub?"),
        [Choice(str(number), f"{number}-{number}", number) for number in _pips(case)],
    )


def _in_order(path: str, case: Mapping[str, Any]) -> FactQuestion:
    trains = [double["train"] for double in case.get("uncovered") or ()]
    text = (
        _("Two doubles are open. Which was played first?")
        if len(trains) < 3
        else _("Several doubles are open. Which was played first?")
    )
    return FactQuestion(path, text, [Choice(name, whose(name), name) for name in trains])


def _round(path: str, case: Mapping[str, Any]) -> FactQuestion:
    return FactQuestion(
        path,
        _("Is this the first round of the game?"),
        [Choice("1", _("Yes"), 1), Choice("2", _("No"), 2)],
    )


def _third_tile(path: str, case: Mapping[str, Any]) -> FactQuestion:
    text = _("Has %s a third tile that fits one of the two doubles?") % _seat_on_turn(case)
    return FactQuestion(path, text, [*_yes_no(), Choice("last", _("No tile is left"), "last")])


def _on_table(path: str, case: Mapping[str, Any]) -> FactQuestion:
    return FactQuestion(path, _("Which tiles are on the trains?"), [], "tiles")


SINGLE: Mapping[str, Callable[[str, Mapping[str, Any]], FactQuestion]] = {
    "boneyard": _boneyard,
    "uncovered": _uncovered,
    "turn.kind": _kind,
    "turn.drawn": _drawn,
    "turn.laid": _laid,
    LAID_ON: _laid_on,
    "turn.passes": _passes,
    "turn.third_tile": _third_tile,
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
    return "none" if value is None else str(value)


def set_fact(case: dict[str, Any], path: str, value: object) -> None:
    """Put a fact into a case, at its path; makes the parts that lead to it.

    Who can play is said of the table or by seat: the seats say more, so they stay.
    """
    *parts, last = path.split(".")
    place = case
    for part in parts:
        if not isinstance(place.get(part), dict):
            place[part] = {}
        place = place[part]
    if not isinstance(place.get(last), dict):
        place[last] = value


def is_fact(path: str, seats: Sequence[str]) -> bool:
    """Whether there is a question for the fact at `path`, at a table with these seats.

    With gaps among the seats, also for what is told of somebody, or of a train, without a name.
    """
    head, *rest = path.split(".")
    if head == "trains" and len(rest) == 2:
        return rest[0] in (*seats, MEXICAN) and rest[1] in TRAIN_FACTS
    if head in ("hands", "hand_counts", "can_play") and len(rest) == 1:
        return rest[0] in seats
    return path in SINGLE or path in SEAT_FACTS or (head == "rules" and len(rest) == 1)
