"""A dispute as a case for the engine, its next question, and its ruling as pages show it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring import referee
from scoring.models import Club, Dispute, Game
from scoring.values import ClauseText, Ruled

from .questions import BY_KIND, FactQuestion, question_for, seat_word, set_fact, train_name
from .sheet import sheet_of

MOST_CHANGES = 3


def precedents_of(club: Club) -> dict[str, Any]:
    """The club's own house rules that hold now, by parameter."""
    return {one.parameter: one.value for one in club.precedents.filter(ended_at__isnull=True)}


def rules_in_force(game: Game) -> dict[str, Any]:
    """The game's rules with the club's precedents, which yield to what the game itself says."""
    return {**game.rules, **precedents_of(game.club), **_own_rules(game)}


def _own_rules(game: Game) -> dict[str, Any]:
    return {name: value for name, value in game.rules.items() if name not in ("base", "fill")}


def case_of(dispute: Dispute) -> dict[str, Any]:
    """The dispute as the engine's contract writes it: what the game knows, then the facts told."""
    game = dispute.game
    sheet = sheet_of(game)
    number = dispute.round_number
    line = sheet.line(number)
    played = [one.entry.starting_double for one in sheet.rounds if one.number < number]
    double = line.entry.starting_double if line else referee.next_double(game, played)
    case: dict[str, Any] = {
        "id": str(dispute.number),
        "rules": rules_in_force(game),
        "set": game.set,
        "seats": [seat_word(seat.name) for seat in sheet.playing(number)],
        "round": number,
        "ask": dispute.ask,
    }
    if double is not None:
        case["starting_double"] = double
    for path, value in dispute.facts.items():
        set_fact(case, path, value)
    return case


@dataclass(frozen=True)
class Desk:
    """Where a dispute stands: the next question, or the ruling; `error` where facts clash."""

    dispute: Dispute
    title: str
    told: tuple[str, ...]
    question: FactQuestion | None
    ruling: Ruled | None
    clauses: tuple[ClauseText, ...]
    changes: tuple[str, ...]
    error: str


def desk_of(dispute: Dispute) -> Desk:
    """The dispute as its page shows it."""
    case = case_of(dispute)
    answer = Ruled.from_json(dispute.ruling) if dispute.ruling else referee.rule(case)
    question = None
    if dispute.ruling is None:
        path = next((one for one in answer.needs if one not in dispute.unknown), None)
        if path is not None:
            question = question_for(path, case, referee.values_at(path))
    return Desk(
        dispute=dispute,
        title=title_of(dispute),
        told=tuple(_told(dispute)),
        question=question,
        ruling=answer if dispute.ruling else None,
        clauses=tuple(referee.clause_texts(answer.clauses)) if dispute.ruling else (),
        changes=tuple(_changes(dispute, case, answer)) if dispute.ruling else (),
        error=answer.error,
    )


def title_of(dispute: Dispute) -> str:
    """The question in a sentence, with the names, tiles and trains in it."""
    ask, seat = dispute.ask, dispute.facts.get("turn.seat", "")
    train = train_name(ask["train"]) if "train" in ask else ""
    words = {
        "seat": seat,
        "train": train,
        "tile": ask.get("tile", ""),
        "tiles": ", ".join(ask.get("tiles", [])),
    }
    sentences = {
        "lay": _("May %(seat)s lay %(tile)s on %(train)s?"),
        "chain": _("May %(seat)s lay %(tiles)s on %(train)s in one turn?"),
        "act": _("What has %(seat)s to do now?"),
        "cover": _("Has %(seat)s to cover the double?"),
        "draw": _("May %(seat)s draw now?"),
        "stop": _("May %(seat)s end the turn like this?"),
        "mark": _("May %(seat)s just put the marker on and end the turn?"),
        "must-mark": _("Has %(seat)s to put the marker on?"),
        "unmark": _("Does the marker on %(seat)s's train come off?"),
        "public": _("Is %(train)s open to the others?"),
        "announce": _("Has %(seat)s to give notice of the last tile?"),
        "next": _("Whose turn is it after %(seat)s?"),
        "over": _("Is the round over?"),
        "begins": _("Who begins the round?"),
    }
    return sentences[dispute.kind] % words


def _told(dispute: Dispute) -> list[str]:
    """The facts told so far, a sentence each."""
    told = []
    for path, value in dispute.facts.items():
        if path != "turn.seat":
            told.append(f"{_path_words(path)}: {_value_words(value)}")
    told += [f"{_path_words(path)}: {_('nobody knows')}" for path in dispute.unknown]
    return told


def _path_words(path: str) -> str:
    parts = path.split(".")
    if parts[0] == "trains" and len(parts) == 3:
        fact = {
            "marked": _("marker on %s"),
            "tail": _("end of %s"),
            "started": _("%s has a tile"),
            "tiles": _("tiles on %s"),
        }.get(parts[2], parts[2] + " %s")
        return fact % train_name(parts[1])
    if parts[0] in ("hands", "hand_counts") and len(parts) == 2:
        words = _("hand of %s") if parts[0] == "hands" else _("number of tiles of %s")
        return words % parts[1]
    if parts[0] == "rules":
        return referee.parameter_sentence(parts[1])
    return {
        "boneyard": _("tiles left to draw"),
        "uncovered": _("doubles with nothing on them"),
        "uncovered_in_order": _("which double came first is known"),
        "turn.kind": _("turn"),
        "turn.drawn": _("drawn in this turn"),
        "turn.laid": _("laid in this turn"),
        "turn.passes": _("passes in a row"),
        "starting_double": _("starting double"),
        "starting_double_by": _("laid the starting double"),
        "first_player": _("picked to begin"),
        "on_table": _("seen on the trains"),
        "round": _("round"),
    }.get(path, path)


def _value_words(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value in ([], "none", None):
        return _("none")
    if isinstance(value, list):
        return ", ".join(_item_words(item) for item in value)
    words = {
        "normal": _("a usual turn"),
        "first_turn": _("the first of this round"),
        "follow_up": _("it goes on after a double"),
    }
    return words.get(str(value), str(value).replace("_", " "))


def _item_words(item: object) -> str:
    if isinstance(item, Mapping):
        tile = item.get("tile") or f"{item.get('double')}-{item.get('double')}"
        return _("%(tile)s on %(train)s") % {"tile": tile, "train": train_name(item["train"])}
    return str(item)


def _changes(dispute: Dispute, case: dict[str, Any], answer: Ruled) -> list[str]:
    """What would have changed a certain ruling: facts told that the other way round turn it."""
    if answer.verdict in ("depends", "not_covered"):
        return []
    changes = []
    for path, value in dispute.facts.items():
        for other in _others(path, value):
            changed = {**dispute.facts, path: other}
            turned = referee.rule(_with_facts(case, dispute, changed))
            if turned.error or (turned.verdict, turned.value) == (answer.verdict, answer.value):
                continue
            change = f"{_path_words(path)}: {_value_words(other)}"
            if turned.needs:
                change += _(" (then it depends on: %s)") % _path_words(turned.needs[0])
            changes.append(change)
            break
        if len(changes) == MOST_CHANGES:
            break
    return changes


def _with_facts(
    case: Mapping[str, Any], dispute: Dispute, facts: Mapping[str, Any]
) -> dict[str, Any]:
    changed = {
        key: value
        for key, value in case.items()
        if key in ("id", "rules", "set", "seats", "round", "ask", "starting_double")
    }
    for path, value in facts.items():
        set_fact(changed, path, value)
    return changed


def _others(path: str, value: object) -> list[object]:
    if isinstance(value, bool):
        return [not value]
    if path == "boneyard":
        return [0 if value else 20]
    if path == "turn.kind":
        return [kind for kind in ("normal", "first_turn", "follow_up") if kind != value]
    if path == "uncovered" and value:
        return [[]]
    return []


def disputes_of(game: Game) -> list[Desk]:
    """The game's settled disputes, oldest first, for its sheet."""
    settled = game.disputes.filter(settled_at__isnull=False).prefetch_related("decisions")
    return [
        Desk(
            dispute=dispute,
            title=title_of(dispute),
            told=(),
            question=None,
            ruling=Ruled.from_json(dispute.ruling or {}),
            clauses=(),
            changes=(),
            error="",
        )
        for dispute in settled
    ]


def topic_title(kind: str) -> str:
    """The title of a topic of the desk."""
    return str(BY_KIND[kind].title)
