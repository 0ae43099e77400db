from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0035_league_wins_known"),
    ]

    operations = [
        migrations.AddField(
            model_name="standing",
            name="wins_known",
            field=models.BooleanField(db_default=True, default=True),
        ),
    ]
