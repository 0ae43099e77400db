from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0042_words_of_planned_seating"),
    ]

    operations = [
        migrations.AddField(
            model_name="entrant",
            name="home_club",
            field=models.CharField(
                blank=True, db_default="", default="", max_length=60, verbose_name="club"
            ),
        ),
    ]
