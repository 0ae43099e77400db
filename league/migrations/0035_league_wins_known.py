from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0034_brought_wins"),
    ]

    operations = [
        migrations.AddField(
            model_name="leaguestanding",
            name="wins_known",
            field=models.BooleanField(db_default=True, default=True),
        ),
    ]
