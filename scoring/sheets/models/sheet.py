"""The score sheet: entries that are added and never changed."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.accounts.models.people import Tablet

from .games import Game, Seat

# What takes longer from the device to the server was not recorded with a network.
AT_ONCE = timedelta(minutes=2)


class SheetEntry(models.Model):
    """One line of the sheet: what was written, by whom, when, with which device.

    `key` is chosen by the device, so that sending an entry twice records it once. An entry that
    `supersedes` another strikes it through; one that `contests` another waits until somebody at
    the table chooses, and may supersede what the same tablet had contested it with before. The
    database itself refuses to update a row.

    TOTALS says what a whole game came to, where only that is known: the points of its results are
    totals, and `details` say how many `rounds` there were and, where that is known, how many of
    them each seat went out in, `outs`, by place. NAME says that a seat's name was corrected: its
    `reason` is the name that stood there before, so that erasing finds it as it does all names.
    """

    class Kind(models.TextChoices):
        """What an entry says."""

        ROUND = "round", _("round")
        UNDO = "undo", _("undo")
        JOIN = "join", _("late arrival")
        LEAVE = "leave", _("somebody left")
        SWAP = "swap", _("seats swapped")
        FINISH = "finish", _("end of the game")
        REOPEN = "reopen", _("reopened")
        KEEP = "keep", _("choice between two tablets")
        RULES = "rules", _("rule changed for this game")
        TOTALS = "totals", _("totals from paper")
        NAME = "name", _("name corrected")

    class Ending(models.TextChoices):
        """How a round ended."""

        OUT = "out", _("somebody went out")
        BLOCKED = "blocked", _("blocked")
        TIME = "time", _("time")

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Kind.choices)
    key = models.CharField(max_length=64)
    round_number = models.PositiveSmallIntegerField(null=True)
    starting_double = models.PositiveSmallIntegerField(null=True)
    ending = models.CharField(max_length=8, choices=Ending.choices, blank=True)
    out_seat = models.ForeignKey(Seat, on_delete=models.PROTECT, null=True, related_name="+")
    supersedes = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, related_name="superseded_by"
    )
    contests = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, related_name="contested_by"
    )
    details = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, blank=True)
    author = models.CharField(max_length=80)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    tablet = models.ForeignKey(Tablet, on_delete=models.PROTECT, null=True, related_name="+")
    device_time = models.DateTimeField(null=True)
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["game", "key"], name="one_entry_a_key"),
        ]

    def __str__(self) -> str:
        return f"entry {self.number} of {self.game}"

    @property
    def made_at(self) -> datetime:
        """When it was written: on its device, where that says so, before it arrived."""
        moment = self.details.get("made_at")
        return datetime.fromisoformat(moment) if moment else self.recorded_at

    @property
    def came_late(self) -> bool:
        """Whether it was written so long before it arrived that its device had no network."""
        return self.recorded_at - self.made_at > AT_ONCE


class SeatResult(models.Model):
    """What one seat was left with in one round's entry.

    `points` are what the rules in force count; `told_total` and `tiles` are what was typed, null
    where it was not told. `tiles` is text such as "3-7 0-0"; "" is an empty hand.
    """

    entry = models.ForeignKey(SheetEntry, on_delete=models.PROTECT, related_name="results")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="results")
    points = models.IntegerField()
    told_total = models.IntegerField(null=True)
    tiles = models.CharField(max_length=1500, null=True)  # noqa: DJ001  null is "not told"
    count = models.PositiveSmallIntegerField(null=True)
    marked = models.BooleanField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "seat"], name="one_result_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.points} points for {self.seat}"
