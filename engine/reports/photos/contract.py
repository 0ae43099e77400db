"""The audit of photos as JSON: a round with its photos in, the proposal out."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from engine.json_values import (
    CaseError,
    any_tile,
    any_whole,
    by_name,
    list_of,
    mapping,
    only_keys,
    optional,
    required,
    whole,
)
from engine.reports.photos.audit import Audit, SightAudit, audit
from engine.reports.photos.hands import Choice, Other, PhotoHand, Sight
from engine.rules.rule_set import rule_set
from engine.tiles import HIGHEST_SET, SETS, Tile, tile_count

MOST_TILES: Final = tile_count(HIGHEST_SET)
KEYS: Final = frozenset({"id", "set", "rules", "starting_double", "hands", "known"})
HAND_KEYS: Final = frozenset({"sights", "total", "count"})
SIGHT_KEYS: Final = frozenset({"tiles", "none"})


def audit_round(raw: object) -> dict[str, Any]:
    """Return the audit of a round's photos, with the id that the round came with.

    Takes {id, set, rules, starting_double, hands, known}. `hands` has for each seat {sights, total,
    count}, of which a sight is {tiles: [["8-9", 0.7], ["8-8", 0.3]], none: 0.01}: the tiles that it
    may be, and how probable it is no tile. `known` has the tiles, as texts, that nobody doubts.
    Answers {id, hands, notes, proved}: by seat, for each sight {tile, reason, text, values,
    doubtful, others}, where a tile is null for no tile and "" for one that could not be read; and
    {code, text, seats} for what does not fit about whole hands. Raises `CaseError` with a sentence
    that names the key that is wrong.
    """
    case = mapping(raw, "case")
    only_keys(case, KEYS, "")
    answer = audit(
        [
            replace(hand, seat=seat)
            for seat, hand in required(case, "hands", "", by_name(_hand)).items()
        ],
        _rules(case.get("rules")),
        required(case, "set", "", whole(SETS[0], HIGHEST_SET)),
        optional(case, "starting_double", "", whole(0, HIGHEST_SET)),
        optional(case, "known", "", by_name(list_of(any_tile))) or {},
    )
    return {"id": case.get("id"), **_as_json(answer)}


def audit_or_error(raw: object) -> dict[str, Any]:
    """Return the same; {"id": ..., "error": sentence} where the round cannot be read."""
    try:
        return audit_round(raw)
    except CaseError as error:
        return {"id": raw.get("id") if isinstance(raw, Mapping) else None, "error": str(error)}


def _rules(raw: object) -> Any:
    try:
        return rule_set(raw)
    except ValueError as error:
        raise CaseError(f"rules: {error}") from None


def _hand(raw: Any, place: str) -> PhotoHand:
    hand = mapping(raw, place)
    only_keys(hand, HAND_KEYS, f"{place}.")
    return PhotoHand(
        "",
        required(hand, "sights", f"{place}.", list_of(_sight)),
        optional(hand, "total", f"{place}.", any_whole),
        optional(hand, "count", f"{place}.", whole(0, MOST_TILES)),
    )


def _sight(raw: Any, place: str) -> Sight:
    sight = mapping(raw, place)
    only_keys(sight, SIGHT_KEYS, f"{place}.")
    alternatives = required(sight, "tiles", f"{place}.", list_of(_alternative))
    none = optional(sight, "none", f"{place}.", _probability)
    return Sight(tuple(dict(alternatives).items()), none or 0.0)


def _alternative(raw: Any, place: str) -> tuple[Tile, float]:
    if not isinstance(raw, list) or len(raw) != 2:
        raise CaseError(f"{place}: it must be a tile and its probability.")
    return any_tile(raw[0], f"{place}.1"), _probability(raw[1], f"{place}.2")


def _probability(raw: Any, place: str) -> float:
    if isinstance(raw, int | float) and not isinstance(raw, bool) and 0 <= raw <= 1:
        return float(raw)
    raise CaseError(f"{place}: a probability is a number from 0 to 1.")


def _as_json(answer: Audit) -> dict[str, Any]:
    return {
        "hands": {seat: [_sight_json(s) for s in sights] for seat, sights in answer.hands.items()},
        "notes": [
            {"code": note.code, "text": note.text, "seats": list(note.seats)}
            for note in answer.notes
        ],
        "proved": answer.proved,
    }


def _sight_json(sight: SightAudit) -> Mapping[str, Any]:
    return {
        "tile": _choice(sight.choice),
        "reason": "" if sight.reason is None else sight.reason.value,
        "text": sight.text,
        "values": dict(sight.values),
        "doubtful": sight.doubtful,
        "others": [_choice(other) for other in sight.others],
    }


def _choice(choice: Choice) -> str | None:
    if choice is Other.NO_TILE:
        return None
    return "" if choice is Other.UNREAD else str(choice)
