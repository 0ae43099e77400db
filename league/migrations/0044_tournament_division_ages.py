from django.db import migrations, models

import league.tournaments.models.tournaments


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0043_entrant_home_club"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="division_ages",
            field=models.JSONField(
                blank=True,
                db_default=[],
                default=list,
                validators=[league.tournaments.models.tournaments.check_division_ages],
                verbose_name="ages at which a division begins",
            ),
        ),
    ]
