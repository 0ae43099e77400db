"""Whether pages can show a row: what stands in its JSON has to make sense to whoever reads it."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Model
from django.utils.translation import gettext as _

from league.days.models import GameDay, Plan
from league.tournaments.models import Stage
from scoring import referee
from scoring.disputes.models import Dispute, Precedent
from scoring.disputes.selectors import asked_by
from scoring.disputes.words import answer_word, fact_sentences, title_of
from scoring.refusals import Refusal
from scoring.rules.models import RuleSheet
from scoring.shapes import Flag, ListOf, MapOf, Parts, Row, Text, Whole
from scoring.sheets.models import Game, SheetEntry
from scoring.tablets.sync.disputes import DISPUTE
from scoring.values import Ruled

from .checking import NewerRulesError, UnfitError

# What a file that contradicts itself can make of code that trusts its rows.
CONTRADICTIONS = (
    ArithmeticError,
    AttributeError,
    LookupError,
    ObjectDoesNotExist,
    RecursionError,
    Refusal,
    TypeError,
    ValueError,
)
NUMBER = Whole(-(10**9), 10**9)
SEAT = Whole(1, 2**62)
SAID = Text(10_000)
ANY_DETAILS = Parts(
    more={"made_at": SAID, "name": SAID, "faults": ListOf(Parts({"text": SAID}), 10_000)}
)
LOCKS = MapOf(
    Text(4, 1),
    Parts({"people": ListOf(SEAT, 10_000), "tables": ListOf(Whole(1, 999), 1_000)}),
    1_000,
)
# What an entry of that kind tells in words.
DETAILS = {
    SheetEntry.Kind.JOIN: Parts({"from_round": NUMBER, "total": NUMBER}, ANY_DETAILS.more),
    SheetEntry.Kind.LEAVE: Parts({"after_round": NUMBER, "ranked": Flag()}, ANY_DETAILS.more),
    SheetEntry.Kind.TOTALS: Parts(
        {}, {**ANY_DETAILS.more, "rounds": NUMBER, "spans": ListOf(Row((NUMBER, NUMBER)), 10_000)}
    ),
    SheetEntry.Kind.SWAP: Parts({"seats": Row((SEAT, SEAT))}, ANY_DETAILS.more),
    SheetEntry.Kind.NAME: Parts({"seat": SEAT}, ANY_DETAILS.more),
}


def pages_check(model: type[Model], values: Mapping[str, Any]) -> None:
    """Raise `UnfitError` where a page that shows a row with these values would fail."""
    check = CHECKS.get(model)
    if check is None:
        return
    try:
        check(model.from_db(None, list(values), list(values.values())))
    except NewerRulesError:
        raise
    except CONTRADICTIONS as error:
        raise UnfitError(str(error)[:200] or type(error).__name__) from error


def _known_rules(rules: Mapping[str, Any]) -> None:
    """Raise `NewerRulesError` for a rule that only a later version knows."""
    if unknown := referee.unknown_rules(rules):
        raise NewerRulesError(unknown[0])


def _game(game: Game) -> None:
    _known_rules(game.rules)
    if game.set not in referee.SETS:
        raise UnfitError(_("No dominoes go up to %d.") % game.set)
    if problems := referee.rule_problems(game.rules, game.set):
        raise UnfitError(problems[0].text)


def _to_come(row: GameDay | Stage | RuleSheet) -> None:
    """The rules of games to come; none are the usual ones."""
    _known_rules(row.rules)
    if row.rules and (problem := referee.spec_problem(row.rules)):
        raise UnfitError(problem)


def _rule_sheet(sheet: RuleSheet) -> None:
    _to_come(sheet)
    referee.rule_sheet(sheet.rules)


def _plan(plan: Plan) -> None:
    for number in LOCKS.read(plan.locks):
        int(number)


def _precedent(precedent: Precedent) -> None:
    _known_rules({precedent.parameter: precedent.value})
    if problem := referee.house_rule_problem(precedent.parameter, precedent.value):
        raise UnfitError(problem)


def _dispute(dispute: Dispute) -> None:
    fields = ("kind", "ask", "told", "unknown", "asked")
    DISPUTE.read({name: getattr(dispute, name) for name in fields})
    asked = asked_by(dispute)
    title_of(asked.kind, asked.ask, asked.seat)
    fact_sentences(asked.facts)
    if dispute.ruling is not None:
        ruled = Ruled.from_json(dispute.ruling)
        answer_word(ruled)
        referee.clause_texts(ruled.clauses)


def _entry(entry: SheetEntry) -> None:
    if entry.kind == SheetEntry.Kind.RULES:
        rule, value = entry.details["rule"], entry.details["value"]
        _known_rules({rule: value})
        referee.answer_in_words(rule, value)
    details = DETAILS.get(SheetEntry.Kind(entry.kind), ANY_DETAILS).read(entry.details)
    if details.get("made_at"):
        datetime.fromisoformat(details["made_at"])


CHECKS: Mapping[type, Callable[[Any], None]] = {
    Dispute: _dispute,
    Game: _game,
    GameDay: _to_come,
    Plan: _plan,
    Precedent: _precedent,
    RuleSheet: _rule_sheet,
    SheetEntry: _entry,
    Stage: _to_come,
}
