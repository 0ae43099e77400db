from decimal import Decimal

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0009_seats_by_hand"),
        ("scoring", "0019_totals_from_paper"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="standing",
            name="brought",
            field=models.DecimalField(decimal_places=2, max_digits=9, null=True),
        ),
        migrations.AddField(
            model_name="season",
            name="brings_forward",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.CreateModel(
            name="BroughtImport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("file_name", models.CharField(max_length=100)),
                ("packed", models.BinaryField()),
                ("made_at", models.DateTimeField()),
                ("applied_at", models.DateTimeField(null=True)),
                ("answers", models.JSONField(default=dict)),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="brought_imports",
                        to="league.season",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="BroughtForward",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "amount",
                    models.DecimalField(
                        decimal_places=2,
                        max_digits=9,
                        validators=[
                            django.core.validators.MinValueValidator(Decimal(0)),
                            django.core.validators.MaxValueValidator(Decimal(999999)),
                        ],
                        verbose_name="amount",
                    ),
                ),
                ("games", models.PositiveSmallIntegerField(null=True, verbose_name="games")),
                ("rounds", models.PositiveIntegerField(null=True, verbose_name="rounds")),
                ("source", models.CharField(blank=True, max_length=100)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="brought_forward",
                        to="scoring.player",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="brought_forward",
                        to="league.season",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "player"), name="one_amount_a_season")
                ],
            },
        ),
    ]
