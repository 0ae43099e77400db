"""A tournament's stages: as planned, who is in each, who sits where, what paper sheets say."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.tournaments.brackets import values
from scoring.rules.models import RuleSheet
from scoring.sheets.models import Game

from .tournaments import Entrant, Tournament


class Stage(models.Model):
    """One stage, as `brackets.values.StagePlan` describes it, with the game it plays.

    Its field is written when the stage before is closed (or the tournament begins), and its first
    round is seated in the same act. `minutes` is the time limit of a game, null for none, and
    `starts` the time of day at which it begins to play, null where nobody has said.
    `closed_at` is when the director closed it; a stage is closed once and may be opened again.
    """

    class Kind(models.TextChoices):
        """How it is played."""

        TABLES = values.Kind.TABLES.value, _("at tables")
        SINGLE = values.Kind.SINGLE.value, _("two play, the loser is out")
        DOUBLE = values.Kind.DOUBLE.value, _("two play, losing twice puts you out")

    class Seating(models.TextChoices):
        """How tables are filled."""

        RANDOM = values.Seating.RANDOM.value, _("by lot")
        SNAKE = values.Seating.SNAKE.value, _("seeded, in snake order")
        SWISS = (
            values.Seating.SWISS.value,
            _("Swiss: people with equal results meet, and few meet again"),
        )
        PLANNED = values.Seating.PLANNED.value, _("by a plan in which few meet again")
        LOWEST = values.Seating.LOWEST.value, _("the lowest of each table move up")
        MOVES = values.Seating.MOVES.value, _("by your own rule for who moves")

    class MovesBy(models.TextChoices):
        """By what a rule for who moves knows people."""

        PLACES = values.MovesBy.PLACES.value, _("by the place in the last game")
        SEATS = values.MovesBy.SEATS.value, _("by the seat, whoever wins")

    class Measure(models.TextChoices):
        """What counts."""

        TOTAL = values.StageMeasure.TOTAL.value, _("the total: the fewest points lead")
        PLACES = values.StageMeasure.PLACES.value, _("points for the place at the table")

    class Uneven(models.TextChoices):
        """What totals count where tables of one game played unlike numbers of rounds."""

        STANDS = values.Uneven.STANDS.value, _("totals count as they are")
        AVERAGE = values.Uneven.AVERAGE.value, _("the average of a round counts")
        COMMON = (
            values.Uneven.COMMON.value,
            _("only the first rounds count, up to the number that all tables played"),
        )

    class Onward(models.TextChoices):
        """Who goes on."""

        TABLES = values.Onward.TABLES.value, _("the lowest of each table")
        BEST = values.Onward.BEST.value, _("the best of the stage")
        ALL = values.Onward.ALL.value, _("everybody")
        NOBODY = values.Onward.NOBODY.value, _("nobody: it is the last stage")

    class Cut(models.TextChoices):
        """What the number of the best counts."""

        NUMBER = values.Cut.NUMBER.value, _("a certain number of people")
        PERCENT = values.Cut.PERCENT.value, _("a percentage")
        POINTS = values.Cut.POINTS.value, _("everybody with a certain number of points")

    class Fill(models.TextChoices):
        """Whether the best of the rest go on too."""

        NONE = values.Fill.NONE.value, _("nobody else")
        FULL = values.Fill.FULL.value, _("the best of the rest, to full tables")
        TO = values.Fill.TO.value, _("the best of the rest, to a number")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=60)
    kind = models.CharField(_("played"), max_length=8, choices=Kind.choices, default=Kind.TABLES)
    seating = models.CharField(
        _("seated"), max_length=8, choices=Seating.choices, default=Seating.RANDOM
    )
    size = models.PositiveSmallIntegerField(
        _("preferred table size"), default=4, validators=[MinValueValidator(2)]
    )
    least = models.PositiveSmallIntegerField(
        _("smallest table"), default=3, validators=[MinValueValidator(2)]
    )
    most = models.PositiveSmallIntegerField(
        _("largest table"), default=5, validators=[MaxValueValidator(12)]
    )
    rounds = models.PositiveSmallIntegerField(
        _("games"),
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(20)],
    )
    apart = models.BooleanField(_("club-mates at different tables"), default=False)
    by_division = models.BooleanField(_("each division by itself"), default=False)
    measure = models.CharField(
        _("what counts"), max_length=8, choices=Measure.choices, default=Measure.TOTAL
    )
    place_points = models.JSONField(_("points for places"), default=list, blank=True)
    uneven = models.CharField(
        _("if some tables stop early"),
        max_length=8,
        choices=Uneven.choices,
        default=Uneven.STANDS,
        db_default=Uneven.STANDS,
    )
    movers = models.PositiveSmallIntegerField(
        _("how many from each table move"), default=1, validators=[MinValueValidator(1)]
    )
    moves_by = models.CharField(
        _("who moves"),
        max_length=8,
        choices=MovesBy.choices,
        default=MovesBy.PLACES,
        db_default=MovesBy.PLACES,
    )
    moves = models.JSONField(
        _("how many tables up each one moves"), default=list, db_default=[], blank=True
    )
    top_moves = models.JSONField(_("at table 1"), default=list, db_default=[], blank=True)
    onward = models.CharField(
        _("who goes on"), max_length=8, choices=Onward.choices, default=Onward.NOBODY
    )
    count = models.PositiveSmallIntegerField(
        _("how many"), default=1, validators=[MinValueValidator(1), MaxValueValidator(9999)]
    )
    cut = models.CharField(
        _("how many of what"),
        max_length=8,
        choices=Cut.choices,
        default=Cut.NUMBER,
        db_default=Cut.NUMBER,
    )
    fill = models.CharField(_("and besides"), max_length=8, choices=Fill.choices, default=Fill.NONE)
    fill_to = models.PositiveSmallIntegerField(
        _("to how many"), default=0, validators=[MaxValueValidator(500)]
    )
    carried = models.BooleanField(_("points are carried on"), default=False)
    # What each table plays: a rule set as the engine's contract writes it, where it came from, and
    # the set's high pip.
    rules = models.JSONField(default=dict)
    rule_sheet = models.ForeignKey(
        RuleSheet, on_delete=models.PROTECT, null=True, editable=False, related_name="+"
    )
    set = models.PositiveSmallIntegerField(_("set of dominoes"), default=12)
    minutes = models.PositiveSmallIntegerField(
        _("minutes for a game"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(600)],
    )
    starts = models.TimeField(_("starts at"), null=True, blank=True)
    opened_at = models.DateTimeField(null=True, editable=False)
    closed_at = models.DateTimeField(null=True, editable=False)
    closed_by = models.CharField(max_length=80, blank=True, editable=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_stage_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.tournament}"


class StageEntrant(models.Model):
    """Somebody of a stage's field, and how: who really went on, whatever corrections say later.

    `seed` orders the field from 1. `how` is one of `league.tournaments.brackets.values.How`, "" in
    the first stage and "choice" for who was put there by a director's choice. `group` is the
    division's key where the stage is played by division. `carried` is a fraction as text, such as
    "7/2".
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="field")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="stages")
    seed = models.PositiveSmallIntegerField()
    group = models.CharField(max_length=400, blank=True)
    how = models.CharField(max_length=8, blank=True)
    carried = models.CharField(max_length=40, default="0")

    class Meta:
        ordering = ["seed"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entrant"], name="one_field_an_entrant"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant.name} in {self.stage}"


class StageRound(models.Model):
    """A round of seating of a stage. `byes` are ids of entrants who go on without playing.

    The clock: it runs from `started_at` for the stage's minutes; `stopped_at` is when it was
    stopped, and `stopped_seconds` how long it has stood still before. `time_at` is when the
    director called time.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="seated")
    number = models.PositiveSmallIntegerField()
    byes = models.JSONField(default=list)
    seated_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    stopped_at = models.DateTimeField(null=True)
    stopped_seconds = models.PositiveIntegerField(default=0)
    time_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="one_round_a_stage"),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.stage}"


class StageTable(models.Model):
    """A table of a round: its game on a tablet, or null while there is none (or only paper).

    `plays_on` is what the director chose for it, "" where nobody did. `on_paper_at` is when it
    began, or went on, to play on paper, null for one that does not.
    `extra_seconds` is what the director has given the table beyond the clock. `called_at` is when
    the table has asked for the director, null once somebody has come. `time_at` is when time was
    called for this table alone.
    """

    class PlaysOn(models.TextChoices):
        """What a table keeps its score on."""

        TABLET = "tablet", _("on a tablet")
        PAPER = "paper", _("on paper")

    round = models.ForeignKey(StageRound, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    group = models.CharField(max_length=400, blank=True)
    game = models.OneToOneField(
        Game, on_delete=models.PROTECT, null=True, related_name="stage_table"
    )
    plays_on = models.CharField(
        max_length=6, choices=PlaysOn.choices, blank=True, default="", db_default=""
    )
    on_paper_at = models.DateTimeField(null=True)
    extra_seconds = models.PositiveIntegerField(default=0)
    called_at = models.DateTimeField(null=True)
    time_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_table_a_round"),
        ]

    def __str__(self) -> str:
        return f"table {self.number}, {self.round}"

    @staticmethod
    def has_begun() -> models.Q:
        """Finds tables that have begun, on a tablet or on paper, as `TableState.begun` says."""
        papers = PaperResult.objects.in_force().filter(table=models.OuterRef("pk"))
        started = models.Q(game__isnull=False) | models.Q(on_paper_at__isnull=False)
        return started | models.Q(models.Exists(papers))

    @property
    def paper_now(self) -> "PaperResult | None":
        """The paper that is in force; None where none was typed, or it was taken back."""
        newest = self.paper.last()
        return None if newest is None or newest.takes_back else newest


class StageSeat(models.Model):
    """Who sits at a table, at which place of the seat order, from 0."""

    table = models.ForeignKey(StageTable, on_delete=models.CASCADE, related_name="seats")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="seats")
    place = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["table", "entrant"], name="one_seat_an_entrant"),
            models.UniqueConstraint(fields=["table", "place"], name="one_entrant_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant.name} at {self.table}"


class PaperResultQuerySet(models.QuerySet["PaperResult"]):
    """Papers of tables."""

    def in_force(self) -> "PaperResultQuerySet":
        """The newest of each table, where that was not taken back."""
        of_table = PaperResult.objects.filter(table=models.OuterRef("table")).order_by("-pk")
        newest = self.filter(pk=models.Subquery(of_table.values("pk")[:1]))
        return newest.exclude(lines=[])


class PaperResult(models.Model):
    """What a table's paper sheet says, typed by the director; the newest of a table is in force.

    `lines` are [entrant's id, total or null, rounds won or null, lowest round or null]. A
    later one says why it corrects. One without lines takes back what was typed before, and says
    why. It counts only while the table has no game of its own. `rounds`
    are as `paper_rounds.ReadSheet` in `scoring` has them, empty where only totals are known;
    `rounds_played` is then how many there were, None where nobody has said. `verified_by`
    is who checked the sheet and signed it.
    """

    table = models.ForeignKey(StageTable, on_delete=models.CASCADE, related_name="paper")
    lines = models.JSONField()
    rounds = models.JSONField(default=list, db_default=[])
    rounds_played = models.PositiveSmallIntegerField(null=True)
    verified_by = models.CharField(max_length=40, blank=True, default="", db_default="")
    reason = models.CharField(max_length=200, blank=True)
    author = models.CharField(max_length=80)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    recorded_at = models.DateTimeField()

    objects = PaperResultQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"paper of {self.table}"

    @property
    def takes_back(self) -> bool:
        """Whether it takes back what was typed before, so that the table has no result."""
        return not self.lines

    @property
    def played(self) -> int:
        """How many rounds the table has played, 0 where the paper does not say."""
        return len(self.rounds) or self.rounds_played or 0


class Parting(models.Model):
    """What the director did about people who were level after all tie-breaks of a stage.

    PLAY_OFF: `numbers` are [entrant's id, points] of a round played to part them. LOT: the same
    with lots, the lower before. ALL: all of them go on, numbers all 0.
    """

    class Kind(models.TextChoices):
        """How they were parted, or not."""

        PLAY_OFF = "play_off", _("a play-off round")
        LOT = "lot", _("lots were drawn")
        ALL = "all", _("all of them go on")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="partings")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    numbers = models.JSONField()
    author = models.CharField(max_length=80)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    recorded_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} in {self.stage}"
