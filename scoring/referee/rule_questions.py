"""A rule set as a rule sheet: questions in sections, answers in words, and what is in force.

In forms and addresses an answer is known by its key: the value itself where it is a word, else the
value as JSON writes it ("12", "true", "null"); "" leaves the question open.
"""

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.rules import rule_set as rules
from engine.rules.clauses import CLAUSES
from engine.rules.deal import left_after
from engine.rules.parameters import (
    MOST_SEATS,
    SILENT,
    HandSizes,
    Parameter,
    PlayerLimits,
    Unclear,
)
from engine.sentences import say
from scoring.values import ClauseText, RuleAnswer, RuleQuestion, RuleSection

from .moot import is_moot
from .rule_words import DOUBLE, SECTIONS, WORDS
from .table_rules import SETS, TITLES, rule_spec, rules_of, usual_set

HOUSE: Final = "house:"
OPEN: Final = ""
NUMBER: Final = "number"
LIST: Final = "list"
PROBED: Final = range(-1000, 1001)
"""Numbers among which the limits of a number are looked for."""


MOST_BUTTONS = 10
"""A rule of more numbers than this is typed."""


def key_of(value: object) -> str:
    """The key by which a form knows a value."""
    return value if isinstance(value, str) else json.dumps(value)


def kind_of(name: str) -> str:
    """How the question is answered: choice, number, doubles, sizes, limits or fixed."""
    parameter = rules.PARAMETERS[name]
    if parameter.values:
        return "choice" if len(parameter.values) > 1 else "fixed"
    if isinstance(parameter.default, HandSizes):
        return "sizes"
    if isinstance(parameter.default, PlayerLimits):
        return "limits"
    return "doubles" if _takes(parameter, [9, 7, 5]) else "number"


def _takes(parameter: Parameter, value: object) -> bool:
    try:
        parameter.read(value)
    except ValueError:
        return False
    return True


@cache
def limits_of(name: str) -> tuple[int, int]:
    """The lowest and the highest number that the engine takes for a number's parameter."""
    parameter = rules.PARAMETERS[name]
    numbers = [number for number in PROBED if _takes(parameter, number)]
    return numbers[0], numbers[-1]


def values_of(name: str) -> tuple[object, ...]:
    """Every value that can be listed: all of a choice, the words beside a number."""
    parameter = rules.PARAMETERS[name]
    if parameter.values:
        return parameter.values
    return tuple(value for value in WORDS[name].answers if _takes(parameter, value))


def tapped_values(name: str) -> tuple[object, ...]:
    """Every value, where all of them can be buttons; else none."""
    kind = kind_of(name)
    if kind == "choice":
        return values_of(name)
    if kind != "number":
        return ()
    low, high = limits_of(name)
    return (*values_of(name), *range(low, high + 1)) if high - low < MOST_BUTTONS else ()


SAME_AS: Final = re.compile(r"(\(\w\) )Same as ([A-Z]{3}-\d{2})\b")
"""How a clause says that it is the same as one of another rule set."""


def answer_words(name: str, value: object) -> str:
    """What a rule says, as an answer to its question."""
    if value is SILENT:
        return _("These rules don’t say")
    if isinstance(value, Unclear):
        readings = [answer_words(name, reading.value) for reading in value.readings]
        return _("Two readings: %s") % _(" – or – ").join(readings)
    if isinstance(value, HandSizes):
        return _hand_sizes(value)
    if isinstance(value, PlayerLimits):
        return _player_limits(value)
    if isinstance(value, tuple):
        return ", ".join(f"{pips}-{pips}" for pips in value)
    words = WORDS[name]
    if value in words.answers:
        return str(words.answers[value])
    if words.number is DOUBLE and value == 0:
        return _("The double blank")
    return str(words.number % value) if words.number else str(value)


def parameter_sentence(name: str) -> str:
    """The question that a rule answers; the name itself where there is no such rule."""
    return str(WORDS[name].question) if name in WORDS else name


def sections() -> list[tuple[str, str]]:
    """The sections of a rule sheet: name and title."""
    return [(name, str(title)) for name, title in SECTIONS.items()]


def changeable_rules() -> frozenset[str]:
    """The questions that have more than one answer."""
    return frozenset(name for name in WORDS if kind_of(name) != "fixed")


def rules_cited(spec: Mapping[str, Any], clauses: Iterable[str]) -> list[str]:
    """The questions that can be answered otherwise and that rest on these clauses in a rule set."""
    cited, rule_set = set(clauses), rules_of(spec)
    return [
        name
        for name in WORDS
        if cited.intersection((f"{HOUSE}{name}", *rule_set.rule(name).clauses))
        and tapped_values(name)
    ]


def rule_sheet(spec: Mapping[str, Any], set_: int = min(SETS)) -> list[RuleSection]:
    """The rules as a sheet of questions, in sections; for these dominoes, else for any."""
    questions = [rule_question(spec, name, set_) for name in WORDS if name in rules.PARAMETERS]
    return [
        RuleSection(name, title, tuple(q for q in questions if q.section == name))
        for name, title in sections()
    ]


def sheet_on_paper(spec: Mapping[str, Any], set_: int | None = None) -> list[RuleSection]:
    """The rules as few lines as possible: the club's own first, in a section of their own.

    They are those with dominoes up to the double `set_`, without it with the usual ones. Left out
    is what makes no difference, what no table plays otherwise, and what is left open.
    """
    set_ = usual_set(rules_of(spec)) if set_ is None else set_
    whole = [(section, _on_paper(section)) for section in rule_sheet(spec, set_)]
    own = tuple(q for _section, questions in whole for q in questions if q.source == "own")
    rest = [
        RuleSection(section.name, section.title, kept)
        for section, questions in whole
        if (kept := tuple(q for q in questions if q.source != "own"))
    ]
    return [RuleSection("own", _("Our own rules"), own), *rest] if own else rest


def _on_paper(section: RuleSection) -> list[RuleQuestion]:
    return [q for q in section.questions if not q.moot and q.kind != "fixed" and q.source != "open"]


def rule_question(spec: Mapping[str, Any], name: str, set_: int = min(SETS)) -> RuleQuestion:
    """One question, and what these rules say to it; moot is it with the dominoes of `set_`."""
    rule_set = rules_of(spec)
    rule = rule_set.rule(name)
    kind = kind_of(name)
    low, high = limits_of(name) if kind == "number" else (0, 0)
    source, by = _source(spec, name)
    return RuleQuestion(
        name=name,
        section=WORDS[name].section,
        text=parameter_sentence(name),
        kind=kind,
        answers=tuple(_answers(spec, name, kind)),
        value=rule.value,
        key=_key_in_force(kind, rule.value),
        label=answer_words(name, rule.value),
        source=source,
        by=by,
        clauses=tuple(
            clause_text(clause) for clause in rule.clauses if not clause.startswith(HOUSE)
        ),
        others=tuple(_others(str(spec["base"]), name)),
        published=answer_words(name, rules.PRESETS[str(spec["base"])].rule(name).value),
        also=str(WORDS[name].also),
        low=low,
        high=high,
        moot=is_moot(rule_set, name, set_),
    )


def _answers(spec: Mapping[str, Any], name: str, kind: str) -> Iterable[RuleAnswer]:
    """The answers that can be chosen, the number or list to type among them."""
    for value in values_of(name):
        yield RuleAnswer(key_of(value), answer_words(name, value))
    if kind == "number":
        yield RuleAnswer(NUMBER, str(WORDS[name].asks) or _("A number:"))
    if kind == "doubles":
        yield RuleAnswer(LIST, _("These doubles, in this order:"))
    if kind in ("choice", "number", "doubles") and may_stay_open(str(spec["base"]), name):
        yield RuleAnswer(OPEN, _("Leave it open"))


def may_stay_open(base: str, name: str) -> bool:
    """Whether these published rules leave the question open even with the usual rules."""
    return _is_open(published(base, name))


def _is_open(value: object) -> bool:
    return value is SILENT or isinstance(value, Unclear)


def published(base: str, name: str) -> object:
    """What a published rule set says, the usual rule where it is silent."""
    return rules_of(rule_spec(base, {})).rule(name).value


def _key_in_force(kind: str, value: object) -> str:
    if _is_open(value):
        return OPEN
    if kind == "number" and isinstance(value, int):
        return NUMBER
    if kind == "doubles" and isinstance(value, tuple):
        return LIST
    return "" if kind in ("sizes", "limits") else key_of(value)


def _source(spec: Mapping[str, Any], name: str) -> tuple[str, str]:
    """Where the answer comes from: own, clause, usual or open, and that in words."""
    rule_set = rules_of(spec)
    rule = rule_set.rule(name)
    if name in rule_set.filled:
        return "usual", _("Not in these rules. Most tables play this way.")
    if name in rule_set.house:
        return "own", _("Our rule")
    if rule.value is SILENT:
        return "open", _("Not in these rules. Choose an answer, or leave it open.")
    if isinstance(rule.value, Unclear):
        return "open", _("These rules say two things. Choose an answer, or leave it open.")
    return "clause", ", ".join(rule.clauses)


def clause_text(clause_id: str) -> ClauseText:
    """A clause, or what is said of one that we do not know."""
    clause = CLAUSES.get(clause_id)
    if clause is None:
        return ClauseText(clause_id, clause_id, "")
    source = clause.source
    title = str(TITLES[source.preset])
    return ClauseText(clause_id, _in_full(clause.text), title, clause.quote, source.language)


def _in_full(text: str) -> str:
    """A clause's text; of one that is the same as another, the other's."""
    match = SAME_AS.match(text)
    return match.group(1) + say(CLAUSES[match.group(2)].text) if match else say(text)


def _others(base: str, name: str) -> Iterable[tuple[str, str]]:
    """What other published rule sets say that is not the same, equal answers together."""
    by_words: dict[str, list[str]] = {}
    for preset, title in TITLES.items():
        value = rules.PRESETS[preset].rule(name).value
        if value is not SILENT and not same_rule(name, value, published(base, name)):
            by_words.setdefault(answer_words(name, value), []).append(str(title))
    return [(", ".join(titles), words) for words, titles in by_words.items()]


def same_rule(name: str, value: object, other: object) -> bool:
    """Whether two values of a rule mean the same at every table."""
    if isinstance(value, HandSizes) and isinstance(other, HandSizes):
        tables = [(set_, seats) for set_ in SETS for seats in range(2, MOST_SEATS + 1)]
        return all(_tiles(value, *table) == _tiles(other, *table) for table in tables)
    if isinstance(value, PlayerLimits) and isinstance(other, PlayerLimits):
        return all(span(value, set_) == span(other, set_) for set_ in SETS)
    return type(value) is type(other) and value == other


def _tiles(sizes: HandSizes, set_: int, players: int) -> int | None:
    """Tiles that each draws; None where nothing is said, or the set has too few for it."""
    row = sizes.find(set_, players)
    return row.tiles if row and can_deal(set_, players, row.tiles) else None


def can_deal(set_: int, players: int, hand: int) -> bool:
    """Whether the set has that many tiles for each, beside the one in the hub."""
    return left_after(set_, players, hand) >= 0


def span(limits: PlayerLimits, set_: int) -> tuple[int, int] | None:
    """The fewest and the most players with this set, None where nothing is said."""
    row = limits.find(set_)
    return (row.low, row.high or MOST_SEATS) if row else None


def hand_size_table(value: object, sets: Iterable[int], seats: Iterable[int]) -> dict[Any, int]:
    """Tiles by (set, players), as a rule's value has them and as the set can deal them."""
    if not isinstance(value, HandSizes):
        return {}
    pairs = [(set_, players) for set_ in sets for players in seats]
    hands = {pair: _tiles(value, *pair) for pair in pairs}
    return {pair: hand for pair, hand in hands.items() if hand is not None}


def one_hand_size(value: object) -> int | None:
    """The one number of tiles that all draw; None where it is a table."""
    if isinstance(value, HandSizes) and value.rows and value.rows[0].set is None:
        return value.rows[0].tiles if value.rows[0].players is None else None
    return None


def player_limit_table(value: object, sets: Iterable[int]) -> dict[int, tuple[int, int | None]]:
    """The fewest and the most players by set, as a rule's value has them; None: no limit."""
    if not isinstance(value, PlayerLimits):
        return {}
    rows = {set_: value.find(set_) for set_ in sets}
    return {set_: (row.low, row.high) for set_, row in rows.items() if row}


def house_value(name: str, value: object) -> object:
    """A value as rules keep it, from one as JSON has it. Raises ValueError with a sentence."""
    return rules.house_rule(name, value).value


def answer_in_words(name: str, value: object) -> str:
    """An answer in words, from a house rule as JSON has it. Raises ValueError for nonsense."""
    return answer_words(name, house_value(name, value))


def own_rules(spec: Mapping[str, Any]) -> dict[str, Any]:
    """The house rules in a spec that differ from what its published rules say, by parameter."""
    return {
        name: value
        for name, value in spec.items()
        if name in rules.PARAMETERS
        and not same_rule(name, house_value(name, value), published(str(spec["base"]), name))
    }


def differences(spec: Mapping[str, Any], other: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Every question to which two rule sets answer differently: the question, and both answers."""
    here, there = rules_of(spec), rules_of(other)
    return [
        (parameter_sentence(name), answer_words(name, here_value), answer_words(name, there_value))
        for name in WORDS
        if not same_rule(
            name,
            here_value := here.rule(name).value,
            there_value := there.rule(name).value,
        )
    ]


def _hand_sizes(sizes: HandSizes) -> str:
    """A table of hand sizes in a line: "Double 12: 2 to 3 players 16, 4 players 15"."""
    if (same := one_hand_size(sizes)) is not None:
        return _("%d tiles each") % same
    parts = []
    for set_ in dict.fromkeys(row.set for row in sizes.rows):
        runs: list[list[int]] = []
        for row in sorted(
            (row for row in sizes.rows if row.set == set_), key=lambda row: row.players or 0
        ):
            players = row.players or 0
            if runs and runs[-1][2] == row.tiles and runs[-1][1] == players - 1:
                runs[-1][1] = players
            else:
                runs.append([players, players, row.tiles])
        line = ", ".join(_run(*run) for run in runs)
        parts.append(line if set_ is None else _("double %d") % set_ + _(": ") + line)
    return _("; ").join(parts)


def _run(first: int, last: int, tiles: int) -> str:
    who = (
        _("%d players") % first
        if first == last
        else _("%(first)d to %(last)d players") % {"first": first, "last": last}
    )
    return f"{who} {tiles}"


def _player_limits(limits: PlayerLimits) -> str:
    parts = []
    for row in limits.rows:
        if row.high is None or row.high == MOST_SEATS:
            who = _("%d or more") % row.low
        else:
            who = _("%(low)d to %(high)d") % {"low": row.low, "high": row.high}
        parts.append(who if row.set is None else _("double %d") % row.set + _(": ") + who)
    return _("; ").join(parts)
