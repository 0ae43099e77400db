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
from scoring.disputes import answers
from scoring.disputes import desk as desks
from scoring.disputes.desk import AskedQuestion, Desk, Scene
from scoring.disputes.questions import BY_KIND, TOPICS, FactQuestion, Topic
from scoring.parsing import Unread
from scoring.sheets.ranks import rank_keys
from scoring.tablets.sync.disputes import asked_from
from scoring.values import Checked, Complaint, RoundReport, SeatReport

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
    as_it_stands, seats: [{seat_id, total, tiles, count, marked}]}; `fields` are those of a round as
    they are typed, as `typed.round_fields` reads them.

    Answers {missing, complaints, points, unread}: lists of {code, text, seat_ids, tiles}; points or
    null by the seat's id; and, by the name of a field, sentences for what cannot be read.
    """
    return _answered(_check, value)


def desk(value: object) -> Answer:
    """The dispute desk after one tap.

    Takes {set, rules, seats, round, starting_double, kind}; `seats` are the words for the seats in
    playing order, starting_double and set are pips. With `fields`, as `answers.ask_fields` reads
    them, a question is put; {unread: {field: [sentence]}} says what of them cannot be read. Else
    the last answer's ask, asked, facts and unknown are taken, with an `answer`: {path, choice} or
    {path, tile, tiles, number, double, train} as `answers.fact_of` reads them, or {back: true}.
    Answers {ask, asked, facts, unknown, title, told, question, ruling, clauses, changes, back,
    error}; `facts` is a list of [path, value], `error` a sentence for an answer that is not taken.
    """
    return _answered(_desk, value)


def leaders(value: object) -> Answer:
    """Who leads: takes {set, rules, seats: [{id, total, rounds_out}]}, the seats that are ranked.

    Answers {leaders: [id]}, more than one where the lead is shared, none without seats.
    """
    return _answered(_leaders, value)


def topics(value: object = None) -> Answer:
    """What can be asked: {topics: [{kind, title, needs}]}; the value does not matter."""
    return {
        "topics": [
            {"kind": one.kind, "title": str(one.title), "needs": list(one.needs)} for one in TOPICS
        ]
    }


def _answered(call: Callable[[Mapping[str, Any]], Answer], value: object) -> Answer:
    if not isinstance(value, Mapping):
        return {"error": str(_unread("value"))}
    try:
        return call(value)
    except Unread as unread:
        return {"error": str(unread)}


def _unread(key: str) -> Unread:
    return Unread(_("The tablet asked for something that cannot be read: %s.") % key)


def _leaders(value: Mapping[str, Any]) -> Answer:
    game, seats = _game(value), value.get("seats")
    if not isinstance(seats, list) or not all(isinstance(one, Mapping) for one in seats):
        raise _unread("seats")
    totals, rounds_out = (
        {_id(one.get("id"), "seats"): _whole(one.get(part), part) for one in seats}
        for part in ("total", "rounds_out")
    )
    by_rounds_out = referee.parts_ties_by_rounds_out(game)
    keys = rank_keys(totals, rounds_out, by_rounds_out=by_rounds_out)
    return {"leaders": [seat for seat, key in keys.items() if key == min(keys.values())]}


def _whole(told: object, name: str) -> int:
    if isinstance(told, bool) or not isinstance(told, int):
        raise _unread(name)
    return told


# ---- a round


def _check(value: Mapping[str, Any]) -> Answer:
    game, names = _game(value), _names(value.get("names"), value.get("order"))
    if "fields" in value:
        fields = value["fields"]
        if not isinstance(fields, Mapping):
            raise _unread("fields")
        told, unread = typed.round_fields(fields, list(names), game.set)
        report = typed.report_of(told, list(names), counts_markers=referee.marker_points(game) > 0)
    else:
        report, unread = _report(value.get("report")), {}
    return {**_checked(referee.check_round(game, names, report)), "unread": unread}


def _checked(checked: Checked) -> Answer:
    return {
        "missing": [_complaint(one) for one in checked.missing],
        "complaints": [_complaint(one) for one in checked.complaints],
        "points": {str(seat_id): points for seat_id, points in checked.points.items()},
    }


def _complaint(one: Complaint) -> Answer:
    told = asdict(one)
    return {**told, "seat_ids": list(one.seat_ids), "tiles": list(one.tiles)}


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
    ids = [_id(each, "order") for each in order] if isinstance(order, list) else []
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
        seats=tuple(_seat(each) for each in raw.get("seats", [])),
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
    )


def _number(raw: Mapping[str, Any], key: str, *, least: int = -typed.MAX_NUMBER) -> int | None:
    told = raw.get(key)
    if told is None:
        return None
    if isinstance(told, bool) or not isinstance(told, int) or not least <= told <= typed.MAX_NUMBER:
        raise _unread(key)
    return told


def _flag(raw: Mapping[str, Any], key: str) -> bool | None:
    told = raw.get(key)
    if told is not None and not isinstance(told, bool):
        raise _unread(key)
    return told


# ---- a dispute


def _desk(value: Mapping[str, Any]) -> Answer:
    scene = _scene(value)
    if "fields" in value:
        topic, fields = _topic(value.get("kind")), value["fields"]
        if not isinstance(fields, Mapping):
            raise _unread("fields")
        told, unread = answers.ask_fields(topic, fields, scene.seats)
        if unread:
            return {"unread": unread}
        facts = tuple(answers.facts_of(told).items())
        asked = AskedQuestion(topic.kind, answers.ask_of(topic, told), facts, len(facts))
    else:
        asked = asked_from({**value, "told": value.get("facts", [])}, scene.seats)
    shown, error = desks.desk_of(scene, asked), ""
    answer = value.get("answer")
    if answer is not None:
        if not isinstance(answer, Mapping):
            raise _unread("answer")
        try:
            asked = _told(scene, asked, shown, answer)
            shown = desks.desk_of(scene, asked)
        except (Unread, desks.Clash) as no:
            error = str(no)
    return _shown(scene, asked, shown, error or shown.error)


def _topic(kind: object) -> Topic:
    if not isinstance(kind, str) or kind not in BY_KIND:
        raise _unread("kind")
    return BY_KIND[kind]


def _scene(value: Mapping[str, Any]) -> Scene:
    game, seats = _game(value), value.get("seats")
    if not isinstance(seats, list) or not all(_is_name(seat) for seat in seats):
        raise _unread("seats")
    number = _number(value, "round", least=1)
    if number is None or number > MOST_ROUNDS:
        raise _unread("round")
    double = _number(value, "starting_double", least=0)
    return Scene(game.rules, game.set, tuple(seats), number, double)


def _told(
    scene: Scene, asked: AskedQuestion, shown: Desk, answer: Mapping[str, Any]
) -> AskedQuestion:
    """What is told with this answer, or without the last one."""
    if shown.ruling:
        raise Unread(_("This dispute is settled already."))
    if answer.get("back"):
        return desks.take_back(asked)
    if shown.question is None or answer.get("path") != shown.question.path:
        raise Unread(_("This question is answered already. Look at the next one."))
    fact = answers.fact_of(shown.question, answer, scene.seats, scene.set)
    return desks.tell(scene, asked, shown.question.path, fact)


def _shown(scene: Scene, asked: AskedQuestion, shown: Desk, error: str) -> Answer:
    ruling = shown.ruling
    return {
        "ask": dict(asked.ask),
        "asked": asked.asked,
        "facts": [[path, fact] for path, fact in asked.told],
        "unknown": list(asked.unknown),
        "title": shown.title,
        "told": list(shown.told),
        "question": _question(shown.question, scene) if shown.question else None,
        "ruling": {
            **ruling.as_json(),
            "word": desks.answer_word(ruling),
            "class": desks.answer_class(ruling),
        }
        if ruling
        else None,
        "clauses": [asdict(one) for one in shown.clauses],
        "changes": list(shown.changes),
        "back": asked.can_take_back and ruling is None,
        "error": error,
    }


def _question(question: FactQuestion, scene: Scene) -> Answer:
    return {
        "path": question.path,
        "text": question.text,
        "choices": [{"value": one.value, "label": one.label} for one in question.choices],
        "typed": question.typed,
    }
