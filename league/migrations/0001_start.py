import django.core.serializers.json
import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("scoring", "0005_people_and_revisions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="GameDay",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(blank=True, max_length=60, verbose_name="name")),
                ("starts", models.TimeField(verbose_name="from")),
                ("ends", models.TimeField(verbose_name="until")),
                ("place", models.CharField(blank=True, max_length=120, verbose_name="place")),
                ("contact", models.CharField(blank=True, max_length=120, verbose_name="contact")),
                ("date", models.DateField(db_index=True, verbose_name="date")),
                ("note", models.CharField(blank=True, max_length=200, verbose_name="note")),
                ("cancelled_at", models.DateTimeField(editable=False, null=True)),
                ("counts", models.BooleanField(default=True, verbose_name="counts for the season")),
                (
                    "movement",
                    models.CharField(
                        choices=[
                            ("plan", "by a plan for the whole day"),
                            ("lowest", "the lowest of each table move up, the highest down"),
                            ("stay", "everybody stays all day"),
                        ],
                        default="plan",
                        max_length=8,
                        verbose_name="seating",
                    ),
                ),
                (
                    "movers",
                    models.PositiveSmallIntegerField(
                        default=1,
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="how many of each table move",
                    ),
                ),
                (
                    "size",
                    models.PositiveSmallIntegerField(default=4, verbose_name="wished table size"),
                ),
                (
                    "least",
                    models.PositiveSmallIntegerField(default=3, verbose_name="smallest table"),
                ),
                ("most", models.PositiveSmallIntegerField(default=5, verbose_name="largest table")),
                (
                    "rounds",
                    models.PositiveSmallIntegerField(
                        default=3,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(60),
                        ],
                        verbose_name="games in a row",
                    ),
                ),
                (
                    "meetings_count",
                    models.BooleanField(default=False, verbose_name="earlier meetings count"),
                ),
                ("rules", models.JSONField(default=dict)),
                (
                    "set",
                    models.PositiveSmallIntegerField(default=12, verbose_name="set of dominoes"),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="game_days",
                        to="scoring.club",
                    ),
                ),
            ],
            options={
                "ordering": ["date", "starts", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Merge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seats", models.JSONField(default=list)),
                ("profile", models.JSONField(default=dict)),
                (
                    "moved",
                    models.JSONField(
                        default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder
                    ),
                ),
                ("author", models.CharField(max_length=80)),
                ("merged_at", models.DateTimeField()),
                ("undone_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="merges",
                        to="scoring.club",
                    ),
                ),
                (
                    "gone",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.player",
                    ),
                ),
                (
                    "kept",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.player",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="PeopleImport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("file_name", models.CharField(max_length=100)),
                ("packed", models.BinaryField()),
                ("erases", models.BooleanField(default=False)),
                ("made_at", models.DateTimeField()),
                ("applied_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="people_imports",
                        to="scoring.club",
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
        ),
        migrations.CreateModel(
            name="Plan",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("from_round", models.PositiveSmallIntegerField(default=1)),
                ("tables", models.JSONField()),
                ("report", models.JSONField(default=dict)),
                ("seed", models.PositiveIntegerField(default=0)),
                ("author", models.CharField(max_length=80)),
                ("made_at", models.DateTimeField()),
                (
                    "game_day",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="plans",
                        to="league.gameday",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="Profile",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("nickname", models.CharField(blank=True, max_length=40, verbose_name="nickname")),
                (
                    "community",
                    models.CharField(blank=True, max_length=60, verbose_name="home community"),
                ),
                (
                    "birth_year",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1900),
                            django.core.validators.MaxValueValidator(2100),
                        ],
                        verbose_name="year of birth",
                    ),
                ),
                (
                    "fixed_table",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(99),
                        ],
                        verbose_name="always sits at table",
                    ),
                ),
                ("notes", models.CharField(blank=True, max_length=200, verbose_name="notes")),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="profile",
                        to="scoring.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("first", models.DateField(verbose_name="first day")),
                ("last", models.DateField(verbose_name="last day")),
                (
                    "measure",
                    models.CharField(
                        choices=[
                            ("points", "points: the fewest lead"),
                            ("places", "points for the place at the table"),
                            ("beaten", "opponents beaten, in percent"),
                            ("outs", "rounds gone out in"),
                            ("wins", "games won"),
                        ],
                        default="points",
                        max_length=8,
                        verbose_name="what counts",
                    ),
                ),
                (
                    "count",
                    models.CharField(
                        choices=[
                            ("per_round", "the average of all rounds"),
                            ("per_game", "the average of all games"),
                            ("sum", "the sum of all games"),
                            ("best_days", "the sum of the best days"),
                            ("all_but", "the sum of all but the worst days"),
                        ],
                        default="per_round",
                        max_length=10,
                        verbose_name="how games add up",
                    ),
                ),
                (
                    "days",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(366)],
                        verbose_name="how many days",
                    ),
                ),
                (
                    "place_points",
                    models.JSONField(blank=True, default=list, verbose_name="points for places"),
                ),
                (
                    "least_games",
                    models.PositiveSmallIntegerField(
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(1000),
                        ],
                        verbose_name="games needed to be ranked",
                    ),
                ),
                (
                    "tie_breaks",
                    models.JSONField(blank=True, default=list, verbose_name="tie-breaks"),
                ),
                (
                    "public",
                    models.BooleanField(
                        default=False, verbose_name="everybody may see the leaderboard"
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=1, editable=False)),
                ("closed_at", models.DateTimeField(editable=False, null=True)),
                ("closed_by", models.CharField(blank=True, editable=False, max_length=80)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seasons",
                        to="scoring.club",
                    ),
                ),
            ],
            options={
                "ordering": ["-first", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Board",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("date", models.DateField()),
                ("fingerprint", models.CharField(max_length=120)),
                ("race", models.JSONField(default=dict)),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="boards",
                        to="league.season",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SeatTally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("total", models.IntegerField()),
                ("rounds", models.PositiveSmallIntegerField()),
                ("rounds_out", models.PositiveSmallIntegerField()),
                ("best_round", models.IntegerField(null=True)),
                ("place", models.PositiveSmallIntegerField(null=True)),
                ("sharing", models.PositiveSmallIntegerField(default=0)),
                ("players", models.PositiveSmallIntegerField()),
                ("entered_with", models.IntegerField(default=0)),
                ("points", models.JSONField(default=list)),
                ("out_rounds", models.JSONField(default=list)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seat_tallies",
                        to="scoring.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seat_tallies",
                        to="scoring.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Series",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(blank=True, max_length=60, verbose_name="name")),
                ("starts", models.TimeField(verbose_name="from")),
                ("ends", models.TimeField(verbose_name="until")),
                ("place", models.CharField(blank=True, max_length=120, verbose_name="place")),
                ("contact", models.CharField(blank=True, max_length=120, verbose_name="contact")),
                ("first", models.DateField(verbose_name="first day")),
                ("last", models.DateField(verbose_name="last day")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="series",
                        to="scoring.club",
                    ),
                ),
            ],
            options={
                "ordering": ["first", "pk"],
            },
        ),
        migrations.AddField(
            model_name="gameday",
            name="series",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="game_days",
                to="league.series",
            ),
        ),
        migrations.CreateModel(
            name="Standing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveIntegerField()),
                ("place", models.PositiveIntegerField(null=True)),
                ("shared", models.BooleanField(default=False)),
                ("unranked", models.CharField(blank=True, max_length=12)),
                ("value", models.FloatField(null=True)),
                ("shown", models.CharField(blank=True, max_length=24)),
                ("games", models.PositiveIntegerField()),
                ("rounds", models.PositiveIntegerField()),
                ("days", models.PositiveIntegerField()),
                ("wins", models.PositiveIntegerField()),
                ("rounds_out", models.PositiveIntegerField()),
                ("best_game", models.IntegerField(null=True)),
                ("moved", models.IntegerField(null=True)),
                ("rating", models.IntegerField(null=True)),
                ("why", models.JSONField(default=list)),
                (
                    "board",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings",
                        to="league.board",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings",
                        to="scoring.player",
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
            },
        ),
        migrations.CreateModel(
            name="TableGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seating_round", models.PositiveSmallIntegerField()),
                ("table_number", models.PositiveSmallIntegerField()),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_game",
                        to="scoring.game",
                    ),
                ),
                (
                    "game_day",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_games",
                        to="league.gameday",
                    ),
                ),
            ],
            options={
                "ordering": ["seating_round", "table_number"],
            },
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("revision", models.PositiveIntegerField()),
                ("rounds", models.PositiveSmallIntegerField()),
                ("blocked", models.PositiveSmallIntegerField()),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tally",
                        to="scoring.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Wish",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("apart", "keep apart"), ("together", "keep together")],
                        max_length=8,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="wishes",
                        to="scoring.club",
                    ),
                ),
                (
                    "game_day",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="wishes",
                        to="league.gameday",
                    ),
                ),
                (
                    "one",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.player",
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.player",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Attendance",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("arrived_at", models.DateTimeField()),
                ("left_at", models.DateTimeField(null=True)),
                ("joins_at", models.PositiveSmallIntegerField(default=1)),
                ("leaves_after", models.PositiveSmallIntegerField(null=True)),
                ("fixed_table", models.PositiveSmallIntegerField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="attendances",
                        to="scoring.player",
                    ),
                ),
                (
                    "game_day",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attendances",
                        to="league.gameday",
                    ),
                ),
            ],
            options={
                "ordering": ["arrived_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game_day", "player"), name="one_attendance_a_day"
                    )
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="board",
            constraint=models.UniqueConstraint(fields=("season", "date"), name="one_board_a_date"),
        ),
        migrations.AddConstraint(
            model_name="seattally",
            constraint=models.UniqueConstraint(fields=("game", "player"), name="one_tally_a_seat"),
        ),
        migrations.AddConstraint(
            model_name="standing",
            constraint=models.UniqueConstraint(
                fields=("board", "player"), name="one_standing_a_player"
            ),
        ),
        migrations.AddConstraint(
            model_name="tablegame",
            constraint=models.UniqueConstraint(
                fields=("game_day", "seating_round", "table_number"), name="one_game_a_table"
            ),
        ),
    ]
