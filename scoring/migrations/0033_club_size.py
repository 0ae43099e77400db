import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0032_time_zone"),
    ]

    operations = [
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
