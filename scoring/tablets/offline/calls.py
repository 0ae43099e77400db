"""What a tablet's pages ask while there is no network: plain values in and out, as JSON has them.

Each call takes a mapping and answers one. Nothing that it is given makes it raise: what cannot be
read is answered with {"error": sentence}.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring import parsing as typed
from scoring import referee
from scoring.disputes.desk import AskedQuestion, Scene
from scoring.disputes.fields import with_quick
from scoring.disputes.screen import readings_of, screen_of
from scoring.disputes.table import Control, draw_table
from scoring.disputes.topics import BY_KIND, Topic
from scoring.disputes.words import answer_class, answer_word
from scoring.parsing import Unread
from scoring.values import Checked, Complaint, RoundReport, Ruled, SeatReport

MOST_ROUNDS = 999
LONGEST_NAME = 80
ENDINGS = ("", "out", "blocked", "time")

Answer = dict[str, Any]


@dataclass(frozen=True)
class Played:
    """What a tablet knows of its game: enough for the referee."""

    set: int
    rules: Mapping[str, Any]


def check(value: object) -> Answer:
    """A reported round looked at, as `referee.check_round` does.

    Takes {set, rules, names, report} or {set, rules, names, fields}. `names` are the seats that
    play, in playing order: a list of [id, name]; or a mapping of names by id, for which a list of
    the ids in `order` tells the order. `report` is {starting_double, ending, out_seat_id, boneyard,
    as_it_stands, seats: [{seat_id, total, tiles, count, marked, sure}]}; `fields` are those of a
    round as they are typed, as `typed.round_fields` reads them.

    Answers {missing, complaints, points, questions, unread}: lists of {code, text, seat_ids,
    tiles}; points or null by the seat's id; {code, text, seat_id, points, confirmed} for points
    that are higher than hands are; and, by the name of a field, sentences for what cannot be read.
    """
    return _answered(_check, value)


def desk(value: object) -> Answer:
    """The dispute desk after one tap.

    Takes {set, rules, seats, round, starting_double, begins, began_before, totals, kind, fields};
    `seats` are the words for the seats in playing order, `begins` and `began_before` as in
    `scoring.disputes.desk.Scene`, starting_double and set are pips, `totals` points by seat,
    `fields` lists of values by name, as `scoring.disputes.fields` reads them. Answers {title,
    rule, missing, wrong, sentences, supposed, next, question, buttons, typed, more, ruling,
    clauses, asked}: `next` is the path of the fact that `question` asks for, `wrong` are sentences,
    `supposed` those that hold as long as nobody says otherwise, `typed` what can be typed beside
    the buttons, `more` the facts given that the table does not draw, and `asked` what is handed
    over once there is a ruling. `rule` answers the question for everybody, by `clauses`, while it
    is about nobody.
    """
    return _answered(_desk, value)


def readings(value: object) -> Answer:
    """A question in somebody's own words: takes {text, seats}.

    Answers {readings: [{kind, title, facts, query, is_sure}]}, as `disputes.screen.readings_of`
    does.
    """
    return _answered(_readings, value)


def _answered(call: Callable[[Mapping[str, Any]], Answer], value: object) -> Answer:
    if not isinstance(value, Mapping):
        return {"error": str(_unread("value"))}
    try:
        return call(value)
    except Unread as unread:
        return {"error": str(unread)}


def _unread(key: str) -> Unread:
    return Unread(_("The tablet asked for something that cannot be read: %s.") % key)


def _whole(raw: object, name: str) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int):
        raise _unread(name)
    return raw


# ---- a round


def _check(value: Mapping[str, Any]) -> Answer:
    game, names = _game(value), _names(value.get("names"), value.get("order"))
    if "fields" in value:
        fields = value["fields"]
        if not isinstance(fields, Mapping):
            raise _unread("fields")
        cleaned, unread = typed.round_fields(fields, list(names), game.set)
        report = typed.report_of(
            cleaned, list(names), counts_markers=referee.marker_points(game) > 0
        )
    else:
        report, unread = _report(value.get("report")), {}
    return {**_checked(referee.check_round(game, names, report)), "unread": unread}


def _checked(checked: Checked) -> Answer:
    return {
        "missing": [_complaint(complaint) for complaint in checked.missing],
        "complaints": [_complaint(complaint) for complaint in checked.complaints],
        "points": {str(seat_id): points for seat_id, points in checked.points.items()},
        "questions": [asdict(question) for question in checked.questions],
    }


def _complaint(complaint: Complaint) -> Answer:
    parts = asdict(complaint)
    return {**parts, "seat_ids": list(complaint.seat_ids), "tiles": list(complaint.tiles)}


def _game(value: Mapping[str, Any]) -> Played:
    set_, rules = value.get("set"), value.get("rules")
    if isinstance(set_, bool) or not isinstance(set_, int) or set_ not in referee.SETS:
        raise _unread("set")
    if not isinstance(rules, Mapping):
        raise _unread("rules")
    if problem := referee.spec_problem(rules):
        raise Unread(problem)
    return Played(set_, rules)


def _names(raw: object, order: object) -> dict[int, str]:
    pairs = list(raw.items()) if isinstance(raw, Mapping) else raw
    if not isinstance(pairs, list):
        raise _unread("names")
    names: dict[int, str] = {}
    for pair in pairs:
        if not (isinstance(pair, (list, tuple)) and len(pair) == 2 and _is_name(pair[1])):
            raise _unread("names")
        names[_id(pair[0], "names")] = pair[1]
    if len(set(names.values())) < len(pairs):
        raise _unread("names")
    return names if order is None else _in_order(names, order)


def _in_order(names: Mapping[int, str], order: object) -> dict[int, str]:
    ids = [_id(seat_id, "order") for seat_id in order] if isinstance(order, list) else []
    if sorted(ids) != sorted(names):
        raise _unread("order")
    return {seat_id: names[seat_id] for seat_id in ids}


def _is_name(raw: object) -> bool:
    return isinstance(raw, str) and 0 < len(raw) <= LONGEST_NAME


def _id(raw: object, key: str) -> int:
    """A seat's id, also as the text that a key of an object is."""
    if isinstance(raw, str) and raw.isascii() and raw.isdecimal() and len(raw) < 18:
        return int(raw)
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    raise _unread(key)


def _report(raw: object) -> RoundReport:
    if not isinstance(raw, Mapping) or not isinstance(raw.get("seats", []), list):
        raise _unread("report")
    ending, out = raw.get("ending", ""), raw.get("out_seat_id")
    if not isinstance(ending, str) or ending not in ENDINGS:
        raise _unread("report.ending")
    return RoundReport(
        starting_double=_number(raw, "starting_double", least=0),
        ending=ending,
        out_seat_id=None if out is None else _id(out, "report.out_seat_id"),
        boneyard=_number(raw, "boneyard", least=0),
        as_it_stands=_flag(raw, "as_it_stands") or False,
        seats=tuple(_seat(seat) for seat in raw.get("seats", [])),
    )


def _seat(raw: object) -> SeatReport:
    if not isinstance(raw, Mapping):
        raise _unread("report.seats")
    tiles = raw.get("tiles")
    # Empty text is an empty hand here, as a report has it, and null is not told.
    return SeatReport(
        seat_id=_id(raw.get("seat_id"), "report.seats"),
        total=_number(raw, "total"),
        tiles="" if tiles == "" else typed.tiles(tiles),
        count=_number(raw, "count", least=0),
        marked=_flag(raw, "marked"),
        sure=_number(raw, "sure"),
    )


def _number(raw: Mapping[str, Any], key: str, *, least: int = -typed.MAX_NUMBER) -> int | None:
    number = raw.get(key)
    if number is None:
        return None
    if isinstance(number, bool) or not isinstance(number, int):
        raise _unread(key)
    if not least <= number <= typed.MAX_NUMBER:
        raise _unread(key)
    return number


def _flag(raw: Mapping[str, Any], key: str) -> bool | None:
    flag = raw.get(key)
    if flag is not None and not isinstance(flag, bool):
        raise _unread(key)
    return flag


# ---- a dispute


def _desk(value: Mapping[str, Any]) -> Answer:
    scene, topic = _scene(value), _topic(value.get("kind"))
    fields = with_quick(_fields(value.get("fields")))
    screen = screen_of(scene, topic, fields)
    next_path = screen.question.path if screen.question else ""
    table = draw_table(scene, fields, [0] * len(scene.seats), next_path)
    return {
        "title": screen.title,
        "rule": screen.rule,
        "other_rules": list(screen.other_rules),
        "missing": screen.missing,
        "wrong": [sentence for sentences in screen.wrong.values() for sentence in sentences],
        "sentences": list(screen.sentences),
        "supposed": list(screen.desk.supposed) if screen.desk else [],
        "next": next_path,
        "question": screen.question.text if screen.question else "",
        "buttons": [asdict(button) for button in screen.buttons],
        "typed": _control(table.typed) if table.typed else None,
        "more": [_control(control) for control in table.more],
        "ruling": _ruling(screen.desk.ruling) if screen.desk and screen.desk.ruling else None,
        "clauses": [asdict(clause) for clause in screen.clauses],
        "asked": _asked(screen.asked) if screen.asked else None,
    }


def _readings(value: Mapping[str, Any]) -> Answer:
    text, seats = value.get("text"), value.get("seats")
    if not isinstance(text, str):
        raise _unread("text")
    readings = readings_of(text, _seats(seats), _former_names(value.get("former_names", {})))
    return {"readings": [asdict(reading) for reading in readings]}


def _former_names(raw: object) -> dict[str, str]:
    """Names that were corrected at the table, each with the seat that it means."""
    if not isinstance(raw, dict) or not all(map(_is_name, (*raw, *raw.values()))):
        raise _unread("former_names")
    return dict(raw)


def _topic(kind: object) -> Topic:
    if not isinstance(kind, str) or kind not in BY_KIND:
        raise _unread("kind")
    return BY_KIND[kind]


def _seats(raw: object) -> tuple[str, ...]:
    if not isinstance(raw, list) or not all(_is_name(seat) for seat in raw):
        raise _unread("seats")
    return tuple(raw)


def _scene(value: Mapping[str, Any]) -> Scene:
    game, seats = _game(value), _seats(value.get("seats"))
    number = _number(value, "round", least=1)
    if number is None or number > MOST_ROUNDS:
        raise _unread("round")
    double = _number(value, "starting_double", least=0)
    starters = {name: _seat_or_none(value.get(name), seats) for name in ("begins", "began_before")}
    totals = _totals(value.get("totals"), seats)
    return Scene(game.rules, game.set, seats, number, double, totals=totals, **starters)


def _totals(raw: object, seats: tuple[str, ...]) -> dict[str, int]:
    if raw is None:
        return {}
    if not isinstance(raw, Mapping) or not set(raw) <= set(seats):
        raise _unread("totals")
    return {seat: _whole(points, "totals") for seat, points in raw.items()}


def _seat_or_none(raw: object, seats: tuple[str, ...]) -> str:
    """A seat of the table; "" where none is named, as by a page that an older version made."""
    return raw if isinstance(raw, str) and raw in seats else ""


def _fields(raw: object) -> dict[str, list[str]]:
    if not isinstance(raw, Mapping):
        raise _unread("fields")
    for values in raw.values():
        if not isinstance(values, list) or not all(isinstance(text, str) for text in values):
            raise _unread("fields")
    return dict(raw)


def _control(control: Control) -> Answer:
    question = control.question
    return {
        "path": question.path,
        "text": question.text,
        "choices": [{"value": choice.value, "label": choice.label} for choice in question.choices],
        "kind": question.typed,
        "value": control.value,
        "typed": control.typed,
    }


def _ruling(ruling: Ruled) -> Answer:
    return {
        "word": answer_word(ruling),
        "class": answer_class(ruling),
        "because": ruling.because,
        "open": bool(ruling.needs),
        "steps": list(ruling.steps),
        "options": [because for _parameter, _value, because in ruling.options],
        "isContradiction": ruling.shape == "readings",
    }


def _asked(asked: AskedQuestion) -> Answer:
    return {
        "kind": asked.kind,
        "ask": dict(asked.ask),
        "told": [[path, fact] for path, fact in asked.given],
        "asked": asked.asked,
        "unknown": list(asked.unknown),
    }
