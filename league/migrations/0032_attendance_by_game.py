from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0031_entrants_of_other_clubs"),
    ]

    operations = [
        migrations.AddField(
            model_name="attendance",
            name="by_game",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
    ]
