"""A game at one table, and who sits at it."""

from django.db import models

from scoring.accounts.models.people import Club, Player
from scoring.rules.models import RuleSheet


class Game(models.Model):
    """All rounds of one table, under one rule set with its house rules.

    `rules` is a rule set as the engine's contract writes it: {"base": "family", ...}. What happened
    at the table is in the sheet's entries alone; `finished_at` and `revision`, the number of the
    newest entry, repeat what they say, so that lists of games need not read them.

    They are a copy of the rules that it was started with, and change by an entry on its sheet
    alone; `rule_sheet` is where they came from, null for a published rule set. `other_rules` is the
    copy of that sheet's own words, which nothing rules on.

    `table_number` is the table in the room, null where nobody has said which. Of a game that is
    `totals_only` nobody recorded the rounds: its sheet has an entry with everybody's total, as it
    stood on paper. One that was `taken_back_at` a moment was entered by mistake: its sheet stays
    readable, and no list has it.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="games")
    code = models.CharField(max_length=12, unique=True)
    watch_key = models.CharField(max_length=32, unique=True)
    set = models.PositiveSmallIntegerField()
    rules = models.JSONField()
    rule_sheet = models.ForeignKey(
        RuleSheet, on_delete=models.PROTECT, null=True, related_name="games"
    )
    other_rules = models.TextField(blank=True, default="", db_default="", max_length=2000)
    table_number = models.PositiveSmallIntegerField(null=True, editable=False)
    totals_only = models.BooleanField(default=False, db_default=False, editable=False)
    taken_back_at = models.DateTimeField(null=True, editable=False)
    started_at = models.DateTimeField()
    started_by = models.CharField(max_length=80)
    finished_at = models.DateTimeField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        ordering = ["-started_at", "-pk"]
        indexes = [
            models.Index(fields=["club", "-started_at"]),
            models.Index(fields=["club", "table_number", "-started_at"]),
        ]

    def __str__(self) -> str:
        return f"game {self.code}"


class Seat(models.Model):
    """One player's place at the table; `place` counts clockwise from 0 as first seated.

    A `late` seat counts only while the entry that let it join is in force. The seat's train color
    and shape are those of its `mark`, without one those of its place at the start. They never
    change, so that they stay the same on every page and print.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="seats")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    place = models.PositiveSmallIntegerField()
    mark = models.PositiveSmallIntegerField(null=True, blank=True)
    late = models.BooleanField(default=False)

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="one_seat_a_player"),
            models.UniqueConstraint(fields=["game", "place"], name="one_seat_a_place"),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.game}"
