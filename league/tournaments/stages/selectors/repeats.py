"""How often people meet again, in words: before a stage, and of the games that are seated."""

from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.tournaments.brackets.forecast import StageForecast
from league.tournaments.brackets.repeats import (
    Repeats,
    forced_by_moves,
    moves_people,
    stage_repeats,
    unavoidable,
)
from league.tournaments.brackets.values import Kind, Round, Seating, StageCourse, StagePlan
from scoring.lists import all_of


def expected_repeats(name: str, plan: StagePlan, stage: StageForecast) -> str:
    """What is proven before anybody sits; "" where everybody plays once, or some sit out.

    Where a rule moves people, nothing is said but what it makes sure of: results decide the rest.
    """
    if plan.kind is not Kind.TABLES or plan.rounds < 2 or stage.byes:
        return ""
    details = {"stage": name, "games": plan.rounds}
    if plan.seating is Seating.SNAKE:
        sentence = _("%(stage)s: all stay at their tables and meet the same people in each game.")
        return sentence % details
    groups = tuple(part.sizes for part in stage.by_group.values()) or (stage.sizes,)
    if moves_people(plan):
        least = sum(forced_by_moves(plan, sizes) for sizes in groups)
        sentence = ngettext(
            "%(stage)s: people who go to a table together, or stay there, meet again. In "
            "%(games)d games that is at least %(least)d repeat meeting.",
            "%(stage)s: people who go to a table together, or stay there, meet again. In "
            "%(games)d games that is at least %(least)d repeat meetings.",
            least,
        )
        return sentence % {**details, "least": least} if least else ""
    least = sum(unavoidable((sizes,) * plan.rounds) for sizes in groups)
    if not least:
        return _("%(stage)s: it may be that nobody meets twice in %(games)d games.") % details
    sentence = ngettext(
        "%(stage)s: in %(games)d games at least %(least)d repeat meeting cannot be avoided.",
        "%(stage)s: in %(games)d games at least %(least)d repeat meetings cannot be avoided.",
        least,
    )
    return sentence % {**details, "least": least}


def repeats_words(course: StageCourse, *, over: bool = False) -> str:
    """How often people of a stage meet again in the games seated; "" before the second game.

    In a stage where all stay at their tables there is nothing to say. One that is `over` has no
    games to come.
    """
    plan = course.plan
    if plan.kind is not Kind.TABLES or plan.seating is Seating.SNAKE or len(course.rounds) < 2:
        return ""
    repeats = stage_repeats(course)
    if not repeats.pairs:
        if over:
            return _("Nobody met twice in this stage.")
        return _("So far nobody meets twice in this stage.")
    return f"{_pairs(repeats)} {_least(repeats)}".strip()


def repeats_of_next(course: StageCourse, seated: Round) -> str:
    """How often people meet again in a game that is to be seated, and then in all of the stage."""
    then = replace(course, rounds=(*course.rounds, seated))
    repeats = stage_repeats(then).number
    if not (words := repeats_words(then)) or not repeats:
        return words
    new = repeats - stage_repeats(course).number
    here = (
        ngettext(
            "In this game %(pairs)d pair meets again.",
            "In this game %(pairs)d pairs meet again.",
            new,
        )
        % {"pairs": new}
        if new
        else _("In this game nobody meets again.")
    )
    return _("%(here)s All games so far, with this one: %(all)s") % {"here": here, "all": words}


def _pairs(repeats: Repeats) -> str:
    parts = []
    for times, pairs in repeats.pairs.items():
        if times == 2:
            part = ngettext("%(pairs)d pair meets twice", "%(pairs)d pairs meet twice", pairs)
        else:
            part = ngettext(
                "%(pairs)d pair meets %(times)d times",
                "%(pairs)d pairs meet %(times)d times",
                pairs,
            )
        parts.append(part % {"pairs": pairs, "times": times})
    sentence = ngettext(
        "%(pairs)s: %(number)d repeat meeting.",
        "%(pairs)s: %(number)d repeat meetings.",
        repeats.number,
    )
    return sentence % {"pairs": all_of(parts), "number": repeats.number}


def _least(repeats: Repeats) -> str:
    """What is proven: that there could be no fewer, or how many there must be."""
    if repeats.is_least:
        return _("Fewer are not possible.")
    if not repeats.least:
        return ""
    return (
        ngettext("At least %d cannot be avoided.", "At least %d cannot be avoided.", repeats.least)
        % repeats.least
    )
