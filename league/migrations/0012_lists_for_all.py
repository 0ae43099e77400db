import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0011_words_of_seating"),
        ("scoring", "0019_totals_from_paper"),
    ]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="starts",
            field=models.TimeField(blank=True, null=True, verbose_name="starts at"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="be_there",
            field=models.PositiveSmallIntegerField(
                default=15,
                validators=[django.core.validators.MaxValueValidator(120)],
                verbose_name="minutes before the start that people should be there",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="notes",
            field=models.TextField(
                blank=True,
                max_length=500,
                validators=[django.core.validators.MaxLengthValidator(500)],
                verbose_name="changes announced today",
            ),
        ),
        migrations.CreateModel(
            name="StateList",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("columns", models.JSONField(default=list)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="state_lists",
                        to="scoring.club",
                    ),
                ),
            ],
            options={
                "ordering": ["name", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "name"), name="one_state_list_a_name")
                ],
            },
        ),
    ]
