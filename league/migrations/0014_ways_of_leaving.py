from django.db import migrations, models


def say_how(apps, schema_editor):
    """Who was withdrawn so far withdrew, and had no place."""
    entrants = apps.get_model("league", "Entrant").objects
    entrants.filter(withdrawn_at__isnull=False).update(withdrawn_how="withdrew")


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0013_moved_up"),
    ]

    operations = [
        migrations.AddField(
            model_name="entrant",
            name="keeps_place",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="entrant",
            name="withdrawn_games",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="entrant",
            name="withdrawn_how",
            field=models.CharField(
                blank=True,
                choices=[
                    ("withdrew", "withdrew"),
                    ("injured", "injured or ill"),
                    ("no_show", "did not come"),
                    ("disqualified", "disqualified"),
                ],
                max_length=12,
            ),
        ),
        migrations.AddField(
            model_name="entrant",
            name="withdrawn_stage",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.RunPython(say_how, migrations.RunPython.noop),
    ]
