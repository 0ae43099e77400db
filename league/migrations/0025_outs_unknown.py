from typing import Any

from django.db import migrations, models


def forget_paper(apps: Any, _schema_editor: Any) -> None:
    """Delete the tallies of games of which only totals are known: they are derived anew."""
    tally, seat_tally = (apps.get_model("league", name) for name in ("Tally", "SeatTally"))
    on_paper = seat_tally.objects.filter(best_round=None, rounds__gt=0).values("game")
    tally.objects.filter(game__in=on_paper).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0024_tables_on_paper"),
    ]

    operations = [
        migrations.AlterField(
            model_name="seattally",
            name="rounds_out",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name="standing",
            name="rounds_out",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.RunPython(forget_paper, migrations.RunPython.noop),
    ]
