from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0031_most_megabytes"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="time_zone",
            field=models.CharField(blank=True, db_default="", default="", max_length=40),
        ),
    ]
