"""How a stage counts totals of tables that played unlike numbers of rounds."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0016_rehearsals")]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="uneven",
            field=models.CharField(
                choices=[
                    ("stands", "totals count as they are"),
                    ("average", "the average of a round counts"),
                    (
                        "common",
                        "only the first rounds count, up to the number that all tables played",
                    ),
                ],
                default="stands",
                max_length=8,
                verbose_name="if some tables stop early",
            ),
        ),
    ]
