"""Keeping a club's rule sheets: making, changing, copying and deleting one."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import referee
from scoring.accounts.authors import Author, one_line
from scoring.accounts.models import Club
from scoring.quotas import RULE_SHEETS, quota_hold
from scoring.refusals import Refusal

from .models import RuleSheet
from .selectors import sheet_for_decision

NAME_LENGTH = 60


@transaction.atomic
def rule_sheet_create(
    *, club: Club, author: Author, name: str, rules: Mapping[str, Any], other_rules: str = ""
) -> RuleSheet:
    """Keep rules under a name. Raises `Refusal` for a taken name, and for contradictions."""
    Club.objects.select_for_update().get(pk=club.pk)
    sheet = RuleSheet.objects.create(
        club=club,
        name=_free_name(club, name),
        rules=_sound(rules),
        other_rules=other_rules,
        author=author.name,
        changed_at=timezone.now(),
    )
    quota_hold(RULE_SHEETS, club.rule_sheets.filter(ended_at__isnull=True))
    return sheet


@transaction.atomic
def rule_sheet_save(
    *,
    sheet: RuleSheet,
    author: Author,
    name: str,
    rules: Mapping[str, Any],
    other_rules: str | None = None,
) -> RuleSheet:
    """Change a rule sheet; games that run and days that are planned keep what they took from it.

    Without `other_rules` the table's own words stay.
    """
    Club.objects.select_for_update().get(pk=sheet.club_id)
    sheet = RuleSheet.objects.select_for_update().get(pk=sheet.pk)
    if sheet.ended_at is not None:
        raise Refusal("gone", _("These rules were deleted meanwhile."))
    sheet.name = _free_name(sheet.club, name, sheet)
    sheet.rules = _sound(rules)
    if other_rules is not None:
        sheet.other_rules = other_rules
    sheet.author = author.name
    sheet.changed_at = timezone.now()
    sheet.save(update_fields=["name", "rules", "other_rules", "author", "changed_at"])
    return sheet


def rule_sheet_copy(*, sheet: RuleSheet, author: Author) -> RuleSheet:
    """Make another rule sheet of the same rules, under a name of its own."""
    taken = set(sheet.club.rule_sheets.filter(ended_at__isnull=True).values_list("name", flat=True))
    stem = sheet.name[: NAME_LENGTH - 12]
    name = _("%s (copy)") % stem
    number = 2
    while name in taken:
        name = _("%(name)s (copy %(number)d)") % {"name": stem, "number": number}
        number += 1
    return rule_sheet_create(
        club=sheet.club,
        author=author,
        name=name,
        rules=sheet.rules,
        other_rules=sheet.other_rules,
    )


def rule_sheet_delete(*, sheet: RuleSheet) -> None:
    """Offer a rule sheet no more; what was started or planned by it keeps its rules."""
    RuleSheet.objects.filter(pk=sheet.pk, ended_at__isnull=True).update(ended_at=timezone.now())


@transaction.atomic
def rule_keep(
    *,
    club: Club,
    author: Author,
    parameter: str,
    value: object,
    rules: Mapping[str, Any],
    sheet: RuleSheet | None,
) -> RuleSheet:
    """Make a decision at a game a rule of the club, for the games that start from now on.

    `rules` are those of the game, `sheet` the rule sheet that it was started with. Without one the
    rule goes into a sheet of the club's house rules, which is made from the game's rules if needed.
    """
    if problem := referee.house_rule_problem(parameter, value):
        raise Refusal("value", problem)
    Club.objects.select_for_update().get(pk=club.pk)
    name = sheet_for_decision(club, rules, sheet)
    kept = club.rule_sheets.filter(name=name, ended_at__isnull=True).first()
    if kept is None:
        changed = {**rules, parameter: value}
        return rule_sheet_create(club=club, author=author, name=name, rules=changed)
    changed = {**kept.rules, parameter: value}
    return rule_sheet_save(sheet=kept, author=author, name=name, rules=changed)


def _free_name(club: Club, name: str, own: RuleSheet | None = None) -> str:
    name = one_line(name)[:NAME_LENGTH]
    if not name:
        raise Refusal("name", _("Give these rules a name, such as Tuesday rules."))
    others = club.rule_sheets.filter(name__iexact=name, ended_at__isnull=True)
    if own is not None:
        others = others.exclude(pk=own.pk)
    if others.exists():
        raise Refusal("name", _("Your club has rules called %s already.") % name)
    return name


def _sound(rules: Mapping[str, Any]) -> dict[str, Any]:
    """The rules as they are kept. Raises `Refusal` where two of them contradict each other."""
    if conflicts := referee.sheet_contradictions(rules):
        raise Refusal(conflicts[0].code, conflicts[0].text)
    return referee.rule_spec(str(rules["base"]), referee.own_rules(rules))
