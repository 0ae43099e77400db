"""Columns that versions since 0.1.0 added get a default of the database, for those before."""

from functools import partial

import django.core.validators
from django.db import migrations, models

from scoring.database_defaults import set_defaults

DEFAULTS = [
    migrations.AlterField(
        model_name="broughtimport",
        name="answers",
        field=models.JSONField(db_default={}, default=dict),
    ),
    migrations.AlterField(
        model_name="entrant",
        name="keeps_place",
        field=models.BooleanField(db_default=False, default=False),
    ),
    migrations.AlterField(
        model_name="entrant",
        name="withdrawn_games",
        field=models.PositiveSmallIntegerField(db_default=0, default=0),
    ),
    migrations.AlterField(
        model_name="entrant",
        name="withdrawn_how",
        field=models.CharField(
            blank=True,
            choices=[
                ("withdrew", "withdrew"),
                ("injured", "injured or ill"),
                ("no_show", "did not come"),
                ("disqualified", "disqualified"),
            ],
            db_default="",
            default="",
            max_length=12,
        ),
    ),
    migrations.AlterField(
        model_name="entrantimport",
        name="answers",
        field=models.JSONField(db_default={}, default=dict),
    ),
    migrations.AlterField(
        model_name="gameday",
        name="links_renewed",
        field=models.PositiveIntegerField(db_default=0, default=0, editable=False),
    ),
    migrations.AlterField(
        model_name="leaguestanding",
        name="exact",
        field=models.TextField(blank=True, db_default="", default=""),
    ),
    migrations.AlterField(
        model_name="leaguestanding",
        name="total",
        field=models.IntegerField(db_default=0, default=0),
    ),
    migrations.AlterField(
        model_name="paperresult",
        name="rounds",
        field=models.JSONField(db_default=[], default=list),
    ),
    migrations.AlterField(
        model_name="paperresult",
        name="verified_by",
        field=models.CharField(blank=True, db_default="", default="", max_length=40),
    ),
    migrations.AlterField(
        model_name="peopleimport",
        name="agreed",
        field=models.BooleanField(db_default=False, default=False),
    ),
    migrations.AlterField(
        model_name="peopleimport",
        name="answers",
        field=models.JSONField(db_default={}, default=dict),
    ),
    migrations.AlterField(
        model_name="plan",
        name="locks",
        field=models.JSONField(db_default={}, default=dict),
    ),
    migrations.AlterField(
        model_name="profile",
        name="email",
        field=models.EmailField(
            blank=True, db_default="", default="", max_length=120, verbose_name="e-mail"
        ),
    ),
    migrations.AlterField(
        model_name="profile",
        name="mails",
        field=models.BooleanField(
            db_default=False, default=False, verbose_name="agreed to e-mails about game days"
        ),
    ),
    migrations.AlterField(
        model_name="profile",
        name="mails_refused",
        field=models.BooleanField(
            db_default=False, default=False, verbose_name="said no to e-mails about game days"
        ),
    ),
    migrations.AlterField(
        model_name="profile",
        name="phone",
        field=models.CharField(
            blank=True, db_default="", default="", max_length=40, verbose_name="phone"
        ),
    ),
    migrations.AlterField(
        model_name="season",
        name="brings_forward",
        field=models.BooleanField(db_default=False, default=False, editable=False),
    ),
    migrations.AlterField(
        model_name="season",
        name="guests",
        field=models.CharField(
            choices=[
                ("ranked", "They have places like everybody else"),
                ("apart", "They are listed below the others, without a place"),
                ("left_out", "They are not on the leaderboard"),
            ],
            db_default="ranked",
            default="ranked",
            max_length=8,
            verbose_name="guests",
        ),
    ),
    migrations.AlterField(
        model_name="stage",
        name="cut",
        field=models.CharField(
            choices=[
                ("number", "a certain number of people"),
                ("percent", "a percentage"),
                ("points", "everybody with a certain number of points"),
            ],
            db_default="number",
            default="number",
            max_length=8,
            verbose_name="how many of what",
        ),
    ),
    migrations.AlterField(
        model_name="stage",
        name="moves",
        field=models.JSONField(
            blank=True,
            db_default=[],
            default=list,
            verbose_name="how many tables up each one moves",
        ),
    ),
    migrations.AlterField(
        model_name="stage",
        name="moves_by",
        field=models.CharField(
            choices=[
                ("places", "by the place in the last game"),
                ("seats", "by the seat, whoever wins"),
            ],
            db_default="places",
            default="places",
            max_length=8,
            verbose_name="who moves",
        ),
    ),
    migrations.AlterField(
        model_name="stage",
        name="top_moves",
        field=models.JSONField(blank=True, db_default=[], default=list, verbose_name="at table 1"),
    ),
    migrations.AlterField(
        model_name="stage",
        name="uneven",
        field=models.CharField(
            choices=[
                ("stands", "totals count as they are"),
                ("average", "the average of a round counts"),
                ("common", "only the first rounds count, up to the number that all tables played"),
            ],
            db_default="stands",
            default="stands",
            max_length=8,
            verbose_name="if some tables stop early",
        ),
    ),
    migrations.AlterField(
        model_name="stagetable",
        name="plays_on",
        field=models.CharField(
            blank=True,
            choices=[("tablet", "on a tablet"), ("paper", "on paper")],
            db_default="",
            default="",
            max_length=6,
        ),
    ),
    migrations.AlterField(
        model_name="standing",
        name="exact",
        field=models.TextField(blank=True, db_default="", default=""),
    ),
    migrations.AlterField(
        model_name="standing",
        name="total",
        field=models.IntegerField(db_default=0, default=0),
    ),
    migrations.AlterField(
        model_name="tally",
        name="earlier",
        field=models.JSONField(db_default=[], default=list),
    ),
    migrations.AlterField(
        model_name="tally",
        name="former",
        field=models.JSONField(db_default=[], default=list),
    ),
    migrations.AlterField(
        model_name="tournament",
        name="be_there",
        field=models.PositiveSmallIntegerField(
            db_default=15,
            default=15,
            validators=[django.core.validators.MaxValueValidator(120)],
            verbose_name="minutes before the start that people should be there",
        ),
    ),
    migrations.AlterField(
        model_name="tournament",
        name="medals_held",
        field=models.BooleanField(db_default=False, default=False, editable=False),
    ),
    migrations.AlterField(
        model_name="tournament",
        name="notes",
        field=models.TextField(
            blank=True,
            db_default="",
            default="",
            max_length=500,
            validators=[django.core.validators.MaxLengthValidator(500)],
            verbose_name="changes announced today",
        ),
    ),
]


class Migration(migrations.Migration):
    # Each table for itself, and for a moment: another site may be at work.
    atomic = False

    dependencies = [
        ("league", "0040_day_moved_from"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            [
                migrations.RunPython(
                    partial(set_defaults, "league", DEFAULTS), migrations.RunPython.noop
                )
            ],
            DEFAULTS,
        )
    ]
