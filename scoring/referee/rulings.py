"""The engine's rulings, the clauses they rest on, and the rules in force as a card."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine import parsing, questions
from engine.rules.clauses import CLAUSES
from engine.rules.parameters import SILENT, Rule, Unclear
from engine.rules.rule_set import PARAMETERS, PRESETS
from engine.sentences import ENGLISH
from scoring.values import ClauseText, Ruled, RuleLine

from .moot import is_moot
from .rule_questions import HOUSE, answer_words, clause_text, parameter_sentence
from .rule_words import WORDS
from .table_rules import TITLES, rules_of


def rule(case: Mapping[str, Any]) -> Ruled:
    """The engine's answer to a case as its contract writes it; `error` where it cannot be read."""
    return _ruled(json.dumps({**case, "id": ""}, sort_keys=True), get_language())


def parse(text: str, seats: Sequence[str]) -> list[dict[str, Any]]:
    """What a sentence may ask: at most three readings (kind, slots, score), the best first.

    It is read in the language of whoever asks, where that one is understood, else in English. Who
    is asked for English and writes something else has no reading: it could only be a wrong one.
    """
    language = get_language() or ENGLISH
    grammar = parsing.grammar_for(language)
    if not parsing.has_grammar(language) and not parsing.is_written_in(grammar, text, seats):
        return []
    return parsing.parse(text, list(seats), grammar)


# One tap at the desk asks for the same ruling more than once, and the hardest take a second. Its
# sentences are in a language.
@lru_cache(maxsize=128)
def _ruled(case: str, _language: str | None) -> Ruled:
    return Ruled.from_json(questions.answer_or_error(json.loads(case)))


def clause_texts(ids: Iterable[str], spec: Mapping[str, Any] | None = None) -> list[ClauseText]:
    """The texts of the clauses that a ruling names, house rules said as such.

    With the rules in force a house rule says what holds, and whether the table has set that.
    """
    texts = []
    for name in ids:
        is_known = name.removeprefix(HOUSE) in PARAMETERS
        if name.startswith(HOUSE) and spec is not None and is_known:
            texts.append(_house_rule(name.removeprefix(HOUSE), spec))
        elif name.startswith(HOUSE):
            sentence = parameter_sentence(name.removeprefix(HOUSE))
            texts.append(ClauseText(name, sentence, _("house rule of this table"), house=True))
        elif name in CLAUSES:
            texts.append(clause_text(name))
    return texts


ASKS_OF_A_TILE = ("misplay_policy",)
"""Rules whose question names one mistake, though they hold for others: only the answer is shown."""


def _house_rule(name: str, spec: Mapping[str, Any]) -> ClauseText:
    """What holds where the text is silent: our rule, or what is usual."""
    answer = answer_words(name, rules_of(spec).rule(name).value)
    question = "" if name in ASKS_OF_A_TILE else f"{parameter_sentence(name)} "
    if name in spec:
        return ClauseText(_("Our rule"), f"{question}{answer}.", "")
    # German keeps its capitals: an answer may be a sentence, or begin with a noun.
    if get_language() != "de":
        answer = answer[:1].lower() + answer[1:]
    words = {"rules": TITLES[spec["base"]], "answer": answer}
    silent = _("%(rules)s say nothing here. Usual: %(answer)s.") % words
    return ClauseText(_("Usual"), f"{question}{silent}", "")


def covering_rule(spec: Mapping[str, Any]) -> tuple[str, list[ClauseText]]:
    """Who must cover a double that was left uncovered, in a sentence, and the clauses behind it.

    Where the text is silent or says two things there is no sentence, and no clause.
    """
    rule_set = rules_of(spec)
    freezes, binds = rule_set.uncovered_double_freezes, rule_set.double_player_bound_later
    if freezes.value is False:
        sentence = _("Nobody must. Play goes on, and the double may stay open.")
    elif freezes.value is not True or not isinstance(binds.value, bool):
        return "", []
    elif binds.value:
        sentence = _(
            "Everybody in turn must try until somebody covers it, also the player who played it."
        )
    else:
        sentence = _(
            "Everybody in turn must try until somebody covers it, except the player who played it."
        )
    return sentence, clause_texts(dict.fromkeys((*binds.clauses, *freezes.clauses)), spec)


def covering_note(spec: Mapping[str, Any]) -> str:
    """What an open train does not change: an uncovered double comes first; "" where it does not."""
    if rules_of(spec).uncovered_double_freezes.value is not True:
        return ""
    return _("As long as a double is uncovered, it must be covered first.")


def mexican_start_rule(
    spec: Mapping[str, Any], starting_double: int | None
) -> tuple[str, list[ClauseText]]:
    """With which number the Mexican Train begins, in a sentence, and the clauses behind it.

    Where the rules know no such train there is no sentence, and no clause.
    """
    rule_set = rules_of(spec)
    if rule_set.mexican_train.value == "off":
        return "", []
    sentence = (
        _("The first tile on the Mexican Train must have the number of the starting double.")
        if starting_double is None
        else _(
            "The first tile on the Mexican Train must have the number %d, "
            "as the starting double has."
        )
        % starting_double
    )
    names = (*rule_set.mexican_train.clauses, *rule_set.ends_must_match.clauses)
    return sentence, clause_texts(dict.fromkeys(names), spec)


def rules_answer(
    names: Sequence[str],
    spec: Mapping[str, Any],
    answer: str | Promise | Mapping[Any, str | Promise] | None = None,
) -> tuple[list[str], list[ClauseText]]:
    """What these rules say, a sentence or two each, and the clauses behind them.

    The first is the answer to a question that its page asks already; with `answer` that comes
    first, and then each rule with its question. There can be an answer for each value of the first
    rule. Rules that make no difference are left out.
    """
    rule_set = rules_of(spec)
    if isinstance(answer, Mapping):
        answer = answer.get(rule_set.rule(names[0]).value, "")
    names = [name for name in names if not is_moot(rule_set, name)]
    answers = [f"{answer_words(name, rule_set.rule(name).value)}." for name in names]
    sentences = [
        f"{parameter_sentence(name)} {says}" for name, says in zip(names, answers, strict=True)
    ]
    if answer is None:
        sentences[0] = answers[0]
    elif answer:
        sentences.insert(0, str(answer))
    clauses = [clause for name in names for clause in _cited(rule_set.rule(name))]
    return sentences, clause_texts(dict.fromkeys(clauses), spec)


def _cited(rule: Rule[Any]) -> tuple[str, ...]:
    """The clauses that say what holds; where a text is silent it names only what is nearby."""
    return () if rule.value is SILENT else rule.clauses


def values_at(path: str) -> Sequence[object]:
    """The values that a rule can have, for a path such as rules.closing_order; else none."""
    parameter = PARAMETERS.get(path.removeprefix("rules."))
    return parameter.values if parameter and path.startswith("rules.") else ()


def readings_at(path: str, spec: Mapping[str, Any]) -> Sequence[object]:
    """The values of a rule by each reading of its text; none where the text has just one.

    `path` is such as rules.out_on_two_doubles.
    """
    value = rules_of(spec).rule(path.removeprefix("rules.")).value
    return [reading.value for reading in value.readings] if isinstance(value, Unclear) else ()


def house_rule_problem(parameter: str, value: object) -> str:
    """Why this cannot be a house rule; "" where it can."""
    try:
        rules_of({"base": "family", parameter: value})
    except ValueError as error:
        return str(error)
    return ""


def rule_card(spec: Mapping[str, Any]) -> list[RuleLine]:
    """Every parameter of the rules in force: a sentence, what holds, and by which clauses.

    Without those that make no difference: where no double must be covered, "The one played first"
    would say that one must.
    """
    rule_set = rules_of(spec)
    lines = []
    for name in WORDS:
        if is_moot(rule_set, name):
            continue
        rule = rule_set.rule(name)
        line = RuleLine(name, parameter_sentence(name), answer_words(name, rule.value))
        if name in rule_set.house:
            line = replace(line, source=_("Our rule") if name in spec else _("Usual"))
        else:
            line = replace(line, clauses=tuple(clause_texts(_cited(rule))))
        lines.append(line)
    return lines


def presets_side_by_side() -> list[tuple[str, list[str]]]:
    """Each parameter with what the published texts say, in the order of `preset_titles`."""
    return [
        (
            parameter_sentence(name),
            [answer_words(name, PRESETS[preset].rule(name).value) for preset in TITLES],
        )
        for name in WORDS
    ]


def preset_titles() -> list[str]:
    """The titles of the published rule sets, the usual one first."""
    return [str(title) for title in TITLES.values()]
