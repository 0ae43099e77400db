"""Columns that versions since 0.1.0 added get a default of the database, for those before."""

from functools import partial

from django.db import migrations, models

from scoring.database_defaults import set_defaults

DEFAULTS = [
    migrations.AlterField(
        model_name="club",
        name="about",
        field=models.TextField(
            blank=True, db_default="", default="", max_length=600, verbose_name="about us"
        ),
    ),
    migrations.AlterField(
        model_name="club",
        name="framed",
        field=models.BooleanField(
            db_default=False,
            default=False,
            verbose_name="other web sites may show a leaderboard that is public",
        ),
    ),
    migrations.AlterField(
        model_name="club",
        name="language",
        field=models.CharField(
            blank=True, db_default="", default="", max_length=10, verbose_name="the club’s language"
        ),
    ),
    migrations.AlterField(
        model_name="club",
        name="links_renewed",
        field=models.PositiveIntegerField(db_default=0, default=0, editable=False),
    ),
    migrations.AlterField(
        model_name="club",
        name="made_up",
        field=models.BooleanField(db_default=False, default=False, editable=False),
    ),
    migrations.AlterField(
        model_name="club",
        name="names",
        field=models.CharField(
            choices=[
                ("full", "The whole name, such as Ann Baker"),
                ("first", "First name and initial, such as Ann B."),
                ("initials", "Initials, such as A. B."),
            ],
            db_default="full",
            default="full",
            max_length=8,
            verbose_name="how the public reads names",
        ),
    ),
    migrations.AlterField(
        model_name="club",
        name="public_contact",
        field=models.CharField(
            blank=True,
            db_default="",
            default="",
            max_length=120,
            verbose_name="contact for everybody",
        ),
    ),
    migrations.AlterField(
        model_name="club",
        name="second_language",
        field=models.CharField(
            blank=True, db_default="", default="", max_length=10, verbose_name="second language"
        ),
    ),
    migrations.AlterField(
        model_name="club",
        name="suspended_reason",
        field=models.CharField(
            blank=True, db_default="", default="", editable=False, max_length=300
        ),
    ),
    migrations.AlterField(
        model_name="game",
        name="other_rules",
        field=models.TextField(blank=True, db_default="", default="", max_length=2000),
    ),
    migrations.AlterField(
        model_name="game",
        name="totals_only",
        field=models.BooleanField(db_default=False, default=False, editable=False),
    ),
    migrations.AlterField(
        model_name="membership",
        name="language",
        field=models.CharField(
            blank=True, db_default="", default="", editable=False, max_length=10
        ),
    ),
    migrations.AlterField(
        model_name="rulesheet",
        name="other_rules",
        field=models.TextField(
            blank=True, db_default="", default="", max_length=2000, verbose_name="Our other rules"
        ),
    ),
]


class Migration(migrations.Migration):
    # Each table for itself, and for a moment: another site may be at work.
    atomic = False

    dependencies = [
        ("scoring", "0034_names_corrected"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            [
                migrations.RunPython(
                    partial(set_defaults, "scoring", DEFAULTS), migrations.RunPython.noop
                )
            ],
            DEFAULTS,
        )
    ]
