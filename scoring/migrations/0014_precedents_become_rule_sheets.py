"""What a club kept as house rules of its own becomes a rule sheet, by the name of Our house rules.

It stands on the rules of the game in which the newest of them was decided.
"""

from typing import Any

from django.db import migrations
from django.db.models import F


def make_sheets(apps: Any, _schema_editor: Any) -> None:
    """Give each club with house rules in force a rule sheet that has them."""
    precedents = apps.get_model("scoring", "Precedent").objects
    sheets = apps.get_model("scoring", "RuleSheet").objects
    in_force = precedents.filter(ended_at__isnull=True).order_by("club_id", "pk")
    rows: dict[int, list[Any]] = {}
    for row in in_force.annotate(game_rules=F("dispute__game__rules")):
        rows.setdefault(row.club_id, []).append(row)
    for club_id, kept in rows.items():
        newest = kept[-1]
        base = (newest.game_rules or {}).get("base", "family")
        sheet = sheets.create(
            club_id=club_id,
            name="Our house rules",
            rules={"base": base, "fill": "defaults"} | {row.parameter: row.value for row in kept},
            author=newest.author,
            changed_at=newest.made_at,
        )
        precedents.filter(pk__in=[row.pk for row in kept]).update(rule_sheet=sheet)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0013_rule_sheets"),
    ]

    operations = [migrations.RunPython(make_sheets, migrations.RunPython.noop)]
