import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0030_limits_and_erasing"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="most_megabytes",
            field=models.PositiveIntegerField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="club",
            name="time_zone",
            field=models.CharField(blank=True, db_default="", default="", max_length=40),
        ),
        migrations.CreateModel(
            name="ClubSize",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("bytes", models.BigIntegerField()),
                ("counted_at", models.DateTimeField()),
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="size",
                        to="scoring.club",
                    ),
                ),
            ],
        ),
    ]
