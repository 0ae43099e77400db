from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0002_tournaments")]

    operations = [
        migrations.AddField(
            model_name="gameday",
            name="links_renewed",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
    ]
