"""Byes at tables in words: before a stage, and for those who sit out a game."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .brackets.byes import value_of_bye
from .brackets.values import StagePlan


def bye_rule(plan: StagePlan) -> str:
    """Say what a bye counts in a stage."""
    points = value_of_bye(plan)
    if points is None:
        return _("A bye counts as the average of that person's other games in this stage.")
    return ngettext(
        "A bye counts as a first place at a table: %d point.",
        "A bye counts as a first place at a table: %d points.",
        points,
    ) % (points,)


def byes_expected(name: str, plan: StagePlan, byes: int) -> str:
    """Say before a stage at tables how many sit out each of its games; "" where nobody does."""
    if not byes:
        return ""
    sentence = ngettext(
        "%(stage)s: in each game %(byes)d person sits out, with a bye.",
        "%(stage)s: in each game %(byes)d people sit out, with a bye.",
        byes,
    )
    who = _("It goes to the lowest so far. Nobody has a second one before all have had one.")
    return " ".join([sentence % {"stage": name, "byes": byes}, who, bye_rule(plan)])
