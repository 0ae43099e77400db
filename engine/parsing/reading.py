"""What a sentence asks: all that speaks for each kind, weighed, and the best three."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine.parsing.facts import (
    ANNOUNCED,
    DREW_FITTING,
    DREW_IN_VAIN,
    LEFT_MARKER,
    MARKED,
    MAY_MARK,
    SOMEBODY,
    WRONG_STARTER,
    Statements,
)
from engine.parsing.grammar import ALWAYS
from engine.parsing.sentence import Sentence, read_sentence
from engine.parsing.slots import slots_of, strangers
from engine.parsing.templates import Template

OTHER: Final = "other"
DREW: Final = "drew_in_error"
MUST_MARK: Final = "must_mark"
FORGOT_MARKER: Final = "forgot_marker"
STARTING_DOUBLE: Final = "starting_double"
KINDS: Final = (
    "may_play", "may_draw", "may_stop", "must_cover", "must_mark", "marker_off", "must_act",
    "is_public", "is_over", "who_begins", "who_next", "notice", "go_out_on_double",
    "play_several", "second_double", "hand_size", "starting_double", "next_double", "points",
    "late_arrival", "leaves", "tie", "misplay", "out_of_turn", "misdeal", "drew_in_error",
    "forgot_marker", "forgot_notice", "exposed_tile", "start_missing", "second_mexican_train",
    "wrong_total",
    OTHER,
)  # fmt: skip
"""What can be asked, and `other` for all that is not about the rules of this game."""

MOST_CANDIDATES: Final = 3
LEAST: Final = 5.0
"""Where less than this speaks for the best kind, nothing about these rules was asked."""

_SURE_OF_OTHER: Final = 0.5
_ELSEWHERE: Final = ("offtopic", "othergame")
"""Where a word of these classes stands, a phrase that names a rule is of something else."""
# The templates that match best count whole, those behind them less and less: they often say the
# same thing twice.
_SHARES: Final = (1.0, 0.35, 0.2, 0.1, 0.05)
_MOST_AGAINST: Final = 2
# What speaks against a kind is less sure than what speaks for one: people mention much in passing.
_AGAINST: Final = 0.4
_BEFORE_THE_QUESTION: Final = 0.7
# So much more must speak for one kind than for another to make it 2.7 times as likely.
_TEMPERATURE: Final = 2.5


@dataclass(slots=True)
class Evidence:
    """The templates that speak for one kind, and against it, and what its single words tell."""

    weights: list[tuple[float, Template]] = field(default_factory=list)
    against: list[tuple[float, Template]] = field(default_factory=list)
    cues: float = 0

    def total(self) -> float:
        """All of it as one number."""
        ranked = sorted((weight for weight, _ in self.weights), reverse=True)
        best = sum(weight * share for weight, share in zip(ranked, _SHARES, strict=False))
        worst = sum(sorted(weight for weight, _ in self.against)[:_MOST_AGAINST])
        return best + _AGAINST * worst + self.cues


def parse(text: str, seats: Sequence[str], language: str = "english") -> list[dict[str, Any]]:
    """Return the readings of a sentence, at most three, the best first."""
    sentence = read_sentence(text, seats, language)
    evidence_for = weigh(sentence)
    totals = {kind: evidence.total() for kind, evidence in evidence_for.items()}
    ranked = sorted(totals, key=lambda kind: (-totals[kind], kind))
    best = ranked[0] if ranked else OTHER
    scores = _scores(totals)
    statements = Statements(sentence, seats, language)
    if best == OTHER or totals[best] < LEAST:
        score = max(scores.get(OTHER, 0), _SURE_OF_OTHER)
        other = {"kind": OTHER, "slots": {}, "facts": {}, "score": round(score, 3)}
        rule = statements.rule() if _is_of_this_game(sentence) else ""
        return [other | {"rule": rule} if rule else other]
    candidates = []
    for kind in [kind for kind in ranked if kind != OTHER][:MOST_CANDIDATES]:
        slots = slots_of(kind, sentence, evidence_for[kind].weights)
        candidate = _candidate(kind, slots, statements, round(scores[kind], 3))
        if remedy := _remedy(kind, sentence, statements):
            candidate["remedy"] = remedy
        if kind == MUST_MARK and statements.has(MAY_MARK):
            candidate["may"] = "mark"
        if statements.has(ANNOUNCED):
            candidate["announced"] = True
        if rule := statements.rule():
            candidate["rule"] = rule
        if noticed := statements.noticed():
            candidate["noticed"] = noticed
        candidates.append(candidate)
    if away := strangers(sentence):
        for candidate in candidates:
            candidate["strangers"] = away
    return candidates


def _is_of_this_game(sentence: Sentence) -> bool:
    """Whether no word is of another game, or of the world around the table."""
    return not any(map(sentence.places, _ELSEWHERE))


def _remedy(kind: str, sentence: Sentence, statements: Statements) -> str:
    """Which of the mistakes of one kind the words name; "" for the one that has its name."""
    if kind == FORGOT_MARKER and statements.has(LEFT_MARKER):
        return "marker_left_on"
    if kind == STARTING_DOUBLE and statements.has(WRONG_STARTER):
        return "wrong_starting_double"
    if kind != DREW or sentence.places("drew"):
        return ""
    if sentence.places("pass"):
        return "passed_in_error"
    return "marked_in_error" if statements.has(MARKED) else ""


def _candidate(
    kind: str, slots: dict[str, Any], statements: Statements, score: float
) -> dict[str, Any]:
    """A reading with its facts; of the next player where that is whom it asks about."""
    following = statements.next_player(kind, slots)
    if following is None:
        facts = statements.facts(kind, slots)
    else:
        open_double = following.open_double(kind, slots)
        slots = following.slots(slots)
        facts = statements.facts(kind, slots)
        if following.seat is None:
            facts = {path: fact for path, fact in facts.items() if not _is_of_turn(path)}
        if open_double:
            facts.setdefault("uncovered", open_double)
    candidate = {"kind": kind, "slots": slots, "facts": facts, "score": score}
    if "seat" not in slots and facts.get("turn.drawn") == "some":
        if statements.has(DREW_FITTING):
            candidate["fits"] = True
        elif statements.has(DREW_IN_VAIN):
            candidate["fits"] = False
    return candidate


def _is_of_turn(path: str) -> bool:
    """Whether a fact is of a turn, or of somebody without a name: who plays next is another."""
    return path.startswith("turn.") or SOMEBODY in path


def _scores(totals: dict[str, float]) -> dict[str, float]:
    """How likely each kind is, if one of them was meant."""
    best = max(totals.values(), default=0)
    likely = {kind: math.exp((total - best) / _TEMPERATURE) for kind, total in totals.items()}
    whole = sum(likely.values())
    return {kind: value / whole for kind, value in likely.items()}


def weigh(sentence: Sentence) -> dict[str, Evidence]:
    """Return what speaks for and against each kind."""
    evidence_for: dict[str, Evidence] = {}
    masks = sentence.masks
    for template in sentence.grammar.templates.templates_for(masks):
        ends = template.ends(masks)
        if not ends:
            continue
        # A match that ends before the question tells what happened, not what is asked.
        asked = template.is_story or ends >> sentence.question + 1
        weight = template.weight * (1 if asked else _BEFORE_THE_QUESTION)
        evidence = evidence_for.setdefault(template.kind, Evidence())
        (evidence.weights if weight > 0 else evidence.against).append((weight, template))
    cues = sentence.grammar.cues
    for name in (ALWAYS, *masks):
        for kind, weight in cues.get(name, ()):
            evidence_for.setdefault(kind, Evidence()).cues += weight
    return evidence_for
