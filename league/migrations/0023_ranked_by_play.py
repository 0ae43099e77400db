"""Derive anew the games at whose end somebody had played no round: who has no place there now."""

from typing import Any

from django.db import migrations


def forget_tallies(apps: Any, _editor: Any) -> None:
    """Drop what was derived from games with somebody who came late or left; it is made anew."""
    # Not by a join: a database deletes no rows through one.
    moved = apps.get_model("scoring", "SheetEntry").objects.filter(kind__in=("join", "leave"))
    apps.get_model("league", "Tally").objects.filter(game__in=moved.values("game")).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0022_mails_refused"),
    ]

    operations = [migrations.RunPython(forget_tallies, migrations.RunPython.noop)]
