"""Records that are one person, and a game's newest entry in its own row."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def fill_revisions(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Give each game the number of its newest entry."""
    entries = apps.get_model("scoring", "SheetEntry").objects.filter(game=models.OuterRef("pk"))
    newest = entries.order_by("-number").values("number")[:1]
    games = apps.get_model("scoring", "Game").objects
    games.filter(entries__isnull=False).update(revision=models.Subquery(newest))


class Migration(migrations.Migration):
    """Player.same_as and Game.revision."""

    dependencies = [("scoring", "0004_disputes")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="same_as",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="also_known_as",
                to="scoring.player",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="revision",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.RunPython(fill_revisions, migrations.RunPython.noop),
    ]
