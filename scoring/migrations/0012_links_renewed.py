from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0011_erasing")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="links_renewed",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
    ]
