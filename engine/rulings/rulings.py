"""A question about one table in the middle of a round, and its ruling with the clauses behind it.

`rule` is the way in: a `Position` and an `Ask` give a `Ruling`. A ruling never says more than the
facts bear: where an unknown fact decides, the verdict is `depends` and `needs` names the fact;
where the rules are silent it is `not_covered`.

A question about a turn assumes that the round goes on and that the seat has the tile that it asks
about, unless the facts say otherwise; a double counts as coverable unless the facts prove that it
is not.

Not guaranteed: that the position can have come about in play. Unknown tiles are dealt to hands in
every way that their numbers allow, but trains are not looked into.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Final

from engine.json_values import CaseError
from engine.rules.attribution import house_rules_behind
from engine.rules.rule_set import RuleSet
from engine.rulings.case_analysis import Conclusion, Question, analyze, is_hidden
from engine.rulings.plays import may_play, may_play_chain
from engine.rulings.reasons import SUMMED_UP, About, Outcome, Reason, sentence
from engine.rulings.rounds import is_over, is_public, who_next
from engine.rulings.shapes import MAY, Shape, open_point, options
from engine.rulings.turns import (
    may_draw,
    may_mark,
    may_stop,
    must_act,
    must_announce,
    must_cover,
    must_mark,
    must_unmark,
)
from engine.sentences import say
from engine.table.case import Ask
from engine.table.position import Position


@dataclass(frozen=True, slots=True)
class Ruling:
    """An answer. `verdict` is one of the contract's, `value` for the verdict "value" alone.

    `clauses` decide, the most decisive first; a house rule's is `house:PARAMETER`. `reason` and
    `about` make the sentence `because`. `needs` are the paths of the facts that would decide, the
    most useful first, and `organizer_only` those of them that are another seat's hand.
    """

    verdict: str
    value: str | None
    clauses: tuple[str, ...]
    reason: Reason
    about: About
    needs: tuple[str, ...] = ()
    organizer_only: tuple[str, ...] = ()

    @property
    def because(self) -> str:
        """One sentence for the table."""
        return sentence(self.reason, self.about)


PLAIN_QUESTIONS: dict[tuple[str, str], Question] = {
    ("may", "draw"): may_draw,
    ("may", "stop"): may_stop,
    ("may", "mark"): may_mark,
    ("must", "cover"): must_cover,
    ("must", "act"): must_act,
    ("must", "mark"): must_mark,
    ("must", "unmark"): must_unmark,
    ("must", "announce"): must_announce,
    ("who", "next"): who_next,
    ("is", "over"): is_over,
}
"""The questions that need no tile and no train."""

NEAR: dict[tuple[str, str], tuple[str, ...]] = {
    ("may", "lay"): ("own_train_open", "tiles_a_turn"),
    ("may", "lay_chain"): ("tiles_a_turn", "double_gives"),
    ("may", "draw"): ("draw_when_stuck", "must_play_if_able"),
    ("may", "stop"): ("must_play_if_able", "tiles_a_turn"),
    ("may", "mark"): ("mark_when_stuck", "must_play_if_able"),
    ("must", "cover"): ("double_player_bound_later", "uncovered_double_freezes"),
    ("must", "act"): ("must_play_if_able", "draw_when_stuck"),
    ("must", "mark"): ("mark_when_stuck",),
    ("must", "unmark"): ("marker_off",),
    ("must", "announce"): ("last_tile_notice",),
    ("who", "next"): ("play_direction", "tiles_a_turn"),
    ("is", "over"): ("out_ends_round", "blocked_rule"),
    ("is", "public"): ("private_trains", "marker_opens_train"),
}
"""The points of the rules that each question is about, when nothing more is known."""


_LEADING: Final[Mapping[Reason, str]] = MappingProxyType(
    {Reason.NO_DRAW_FIRST: "first_turn_stuck", Reason.BLOCKED: "blocked_rule"}
)
"""The point whose clauses are named first, where a reason was found to decide by itself."""


def rule(position: Position, ask: Ask) -> Ruling:
    """Return the ruling on this question in this position.

    Never raises for what is unknown. KeyError for a question that is not about a turn.
    """
    asked, near = question(ask), NEAR[ask.kind, ask.what]
    conclusion = analyze(position, asked, near)
    outcome, clauses = conclusion.outcome, conclusion.clauses
    if conclusion.verdict not in ("depends", "not_covered"):
        if position.rules.house:
            clauses += _house_clauses(position, asked, near, conclusion)
        outcome = _summed_up(outcome, ask, position)
        if outcome.reason in _LEADING:
            leading = position.rules.rule(_LEADING[outcome.reason]).clauses
            clauses = (*leading, *(clause for clause in clauses if clause not in leading))
    needs = conclusion.needs
    return Ruling(
        conclusion.verdict,
        conclusion.value,
        clauses,
        outcome.reason,
        outcome.about,
        needs,
        tuple([path for path in needs if is_hidden(path, position.seat)]) if needs else (),
    )


def _house_clauses(
    position: Position, asked: Question, near: tuple[str, ...], conclusion: Conclusion
) -> tuple[str, ...]:
    """Return the house rules that a conclusion depends on and that its clauses do not name."""

    def answer(rules: RuleSet) -> tuple[str, str | None]:
        try:
            other = analyze(replace(position, rules=rules), asked, near)
        except CaseError:
            # Under other rules what is said of who can play may be impossible: nothing follows.
            other = conclusion
        return other.verdict, other.value

    return tuple(house_rules_behind(position.rules, conclusion.clauses, answer))


def _summed_up(outcome: Outcome, ask: Ask, position: Position) -> Outcome:
    """Return an outcome of several reasons with the one that is true by each, if there is one."""
    if outcome.reason not in (Reason.WHATEVER, Reason.EITHER_WAY):
        return outcome
    if (ask.what, outcome.verdict) == ("over", "yes") and _is_stuck(position):
        # Whoever asks this does not wonder whether somebody has gone out.
        return outcome._replace(reason=Reason.BLOCKED, about={})
    reason = SUMMED_UP.get((ask.kind, ask.what, outcome.verdict))
    marks_first = position.first_turn and position.rules.first_turn_stuck.value == "mark"
    if reason is Reason.NO_DRAW_NOW and marks_first:
        # Whether the boneyard is empty, or something can be played, does not matter then.
        return outcome._replace(reason=Reason.NO_DRAW_FIRST, about={})
    # Of two reasons both are given, unless one says "may" where the verdict is no.
    two = outcome.reason is Reason.EITHER_WAY and ask.what != "cover"
    if reason is None or two:
        return outcome
    return outcome._replace(reason=reason, about={"seat": position.seat or say("The player")})


def _is_stuck(position: Position) -> bool:
    """Return whether it is known that nobody can play and that there is nothing to draw.

    That each seat cannot is told seat by seat, or shown by its pass.
    """
    seats = position.seats or ()
    nobody = position.anybody_can_play is False or (
        bool(seats) and all(position.can_play.get(seat) is False for seat in seats)
    )
    all_passed = bool(seats) and (position.passes or 0) >= len(seats)
    return (nobody or all_passed) and not position.boneyard.high


def shape(position: Position, ask: Ask, ruling: Ruling) -> Shape:
    """Return the shape of the ruling on this question, with its options where it is open."""
    parameter = open_point(ruling.verdict, ruling.needs, ruling.about)
    if parameter is not None:
        silent = ruling.verdict == "not_covered"
        near = NEAR[ask.kind, ask.what]
        name = "silent" if silent else "readings"
        return Shape(name, None, options(position, question(ask), near, parameter))
    if ruling.verdict == "depends":
        return Shape("unknown")
    if ruling.reason in MAY:
        # Nobody decides before the play that lets a marker come off.
        waits = ruling.reason is Reason.MARKER_MAY_COME_OFF
        return Shape("may", None if waits else ruling.about.get("seat"))
    words = {"allowed": "yes", "not_allowed": "no"}
    return Shape(words.get(ruling.verdict, ruling.verdict))


def question(ask: Ask) -> Question:
    """Return the function that answers this question."""
    plain = PLAIN_QUESTIONS.get((ask.kind, ask.what))
    if plain is not None:
        return plain
    if (ask.kind, ask.what) == ("may", "lay"):
        tile = ask.tiles[0] if ask.tiles else None
        return partial(may_play, tile=tile, train=ask.train)
    if (ask.kind, ask.what) == ("may", "lay_chain"):
        trains = ask.trains or (ask.train,) * len(ask.tiles)
        return partial(may_play_chain, tiles=ask.tiles, trains=trains)
    if (ask.kind, ask.what) == ("is", "public"):
        return partial(is_public, train=ask.train)
    raise KeyError((ask.kind, ask.what))
