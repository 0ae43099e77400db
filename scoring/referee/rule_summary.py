"""What a rule set is like in two lines: how it is played, and how much of it is a club's own."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.game.schedule import schedule_of
from engine.rules.parameters import PlayerLimits
from engine.rules.rule_set import RuleSet

from .rule_questions import hand_size_table, own_rules, span
from .rule_words import LIKE
from .table_rules import TITLES, rules_of, usual_set

MOST_SHOWN: Final = 14
"""Hands are named for so many players at most: more do not sit at a table."""


def two_lines(spec: Mapping[str, Any], set_: int | None = None) -> tuple[str, str]:
    """Two lines that say what a rule set is like, with these dominoes or the usual ones."""
    base, count = str(spec["base"]), len(own_rules(spec))
    if not count:
        first, second = LIKE[base]
        return str(first), str(second)
    sentence = ngettext(
        "%(title)s with one rule of our own.", "%(title)s with %(count)d rules of our own.", count
    )
    facts = ", ".join(_facts(rules_of(spec), set_))
    return sentence % {"title": TITLES[base], "count": count}, f"{facts[:1].upper()}{facts[1:]}."


def _facts(rules: RuleSet, set_: int | None) -> Iterator[str]:
    """What people ask first: dominoes, players, tiles, rounds, the double blank."""
    set_ = usual_set(rules) if set_ is None else set_
    yield _("double %d") % set_
    limits = rules.player_limits.value
    players = span(limits, set_) if isinstance(limits, PlayerLimits) else None
    low, high = players or (2, MOST_SHOWN)
    if players:
        yield _players(low, high)
    hands = hand_size_table(rules.hand_size.value, [set_], range(low, min(high, MOST_SHOWN) + 1))
    if hands:
        yield _tiles(min(hands.values()), max(hands.values()))
    yield from _rounds(rules, set_)
    if isinstance(rules.double_blank_value.value, int):
        yield _("double blank %d") % rules.double_blank_value.value


def _players(low: int, high: int) -> str:
    if low == high:
        return ngettext("%d player", "%d players", low) % low
    if high > MOST_SHOWN:
        return _("%d or more players") % low
    return _("%(low)d to %(high)d players") % {"low": low, "high": high}


def _tiles(low: int, high: int) -> str:
    if low == high:
        return ngettext("%d tile each", "%d tiles each", low) % low
    return _("%(low)d to %(high)d tiles each") % {"low": low, "high": high}


def _rounds(rules: RuleSet, set_: int) -> Iterator[str]:
    """How many rounds, and from which double to which, as far as the rules say it."""
    schedule = schedule_of(rules, set_)
    count = schedule.round_count
    if count is None or count < 1:
        return
    rounds = ngettext("%d round", "%d rounds", count) % count
    first, last = schedule.double_of(1), schedule.double_of(count)
    if first is None or last is None or count == 1:
        yield rounds
    else:
        ends = {"rounds": rounds, "first": first, "last": last}
        yield _("%(rounds)s from %(first)d to %(last)d") % ends
