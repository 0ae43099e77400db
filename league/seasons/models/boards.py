"""What is derived from sheets, kept so that pages need not derive it again.

Nothing here is a fact: every row follows from the sheets' entries in force and can be thrown away
and made again. A tally is as new as its game's `revision`; a board is as new as its `fingerprint`.
"""

from django.db import models
from django.utils.formats import number_format
from django.utils.functional import cached_property

from scoring.accounts.models import Club, Player
from scoring.sheets.models import Game

from .seasons import Season


def with_decimals(shown: str) -> str:
    """Return a value as it is `shown` where another of its column has decimals; "" for none."""
    return f"{shown}.00" if shown and "." not in shown else shown


class DerivedBoard(models.Model):
    """A board of whatever kind: its lines are `standings`."""

    class Meta:
        abstract = True

    @cached_property
    def has_decimals(self) -> bool:
        """Whether a value on the board has decimals: then all are written with them; one query."""
        lines = self.standings.filter(shown__contains=".")  # type: ignore[attr-defined]
        return bool(lines.exists())


class Tally(models.Model):
    """That a game's seat tallies are derived from its sheet up to entry number `revision`.

    `ended` says whether the table has ended the game at least once; one that was reopened since, to
    correct it, counts for the records still. `ranking` is who took which place, as [player, place]
    pairs by player; null where it was not kept yet.

    A tally that is derived again is a new row: `earlier` are the keys and rankings of the rows
    before it, and `former` the players who were in the game then and are not now. So whatever was
    derived from an earlier row can see what it has to look at.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="tally")
    revision = models.PositiveIntegerField()
    rounds = models.PositiveSmallIntegerField()
    blocked = models.PositiveSmallIntegerField()
    ended = models.BooleanField(default=False)
    ranking = models.JSONField(null=True)
    earlier = models.JSONField(default=list, db_default=[])
    former = models.JSONField(default=list, db_default=[])

    def __str__(self) -> str:
        return f"tally of {self.game}"


class SeatTally(models.Model):
    """What one player's game came to: the line of a game that standings are made from.

    `total` and `best_round` are points; `rounds` is how many rounds the total covers, those among
    them for which a late arrival was given points. `place` is 1 for the lowest total, null for a
    seat that is not ranked; `sharing` is how many share that place, and `players` how many are
    ranked at the table. `points` are the rounds' points in order, null where the seat did not play,
    and `out_rounds` the numbers of those it went out in; `rounds_out` is how many, null where the
    paper that the game came from does not say it. `entered_with` is what a late arrival came with.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seat_tallies")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="seat_tallies")
    total = models.IntegerField()
    rounds = models.PositiveSmallIntegerField()
    rounds_out = models.PositiveSmallIntegerField(null=True)
    best_round = models.IntegerField(null=True)
    place = models.PositiveSmallIntegerField(null=True)
    sharing = models.PositiveSmallIntegerField(default=0)
    players = models.PositiveSmallIntegerField()
    entered_with = models.IntegerField(default=0)
    points = models.JSONField(default=list)
    out_rounds = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="one_tally_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.game}"


class Board(DerivedBoard):
    """A season's leaderboard as of the end of a game day, derived from the games until then.

    `race` is the chart's lines: {"days": [...], "lines": [[player id, [value or null, ...]], ...]}.
    `source` are the keys of the tallies that the board follows from, as
    `league.seasons.selectors.sources` lists them; null where they are not known.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="boards")
    date = models.DateField()
    fingerprint = models.CharField(max_length=120)
    race = models.JSONField(default=dict)
    source = models.JSONField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "date"], name="one_board_a_date"),
        ]

    def __str__(self) -> str:
        return f"{self.season} as of {self.date}"


class BoardRow(models.Model):
    """One player's line of a board; `position` orders them, `place` is null for the unranked.

    `value` is what the way of counting makes of the games, for sorting only, null where there is
    nothing to count; `shown` is the same with a point before its decimals, and `unranked` why there
    is no place. `why` tells what each tie-break did, as lists of name, outcome and numbers.

    `rounds_out` is null where a game, or what was brought forward, does not tell it. `wins_known`
    is false where what was brought forward does not tell how many games were won.

    The last fields let a board be derived from an earlier one. `exact` is the value as a fraction;
    `brought` is what was brought forward and is in it, null for nothing;
    `total`, `best_day` and `lowest_round` are those of `league.standings.scores.Score`.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="%(class)ss")
    position = models.PositiveIntegerField()
    place = models.PositiveIntegerField(null=True)
    shared = models.BooleanField(default=False)
    unranked = models.CharField(max_length=12, blank=True)
    value = models.FloatField(null=True)
    shown = models.CharField(max_length=24, blank=True)
    games = models.PositiveIntegerField()
    rounds = models.PositiveIntegerField()
    days = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    wins_known = models.BooleanField(default=True, db_default=True)
    rounds_out = models.PositiveIntegerField(null=True)
    best_game = models.IntegerField(null=True)
    why = models.JSONField(default=list)
    exact = models.TextField(blank=True, default="", db_default="")
    brought = models.DecimalField(max_digits=9, decimal_places=2, null=True)
    total = models.IntegerField(default=0, db_default=0)
    best_day = models.DateField(null=True)
    lowest_round = models.IntegerField(null=True)

    class Meta:
        abstract = True
        ordering = ["position"]

    @property
    def games_won(self) -> int | None:
        """How many games the player won; None where that is not known."""
        return self.wins if self.wins_known else None

    @property
    def value_words(self) -> str:
        """The value as the reader's language writes it, "18.33" or "18,33"; "" for none.

        It has decimals where another value of the board has some, on every page that shows it.
        """
        shown = self.shown
        if shown and "." not in shown and self.board.has_decimals:  # type: ignore[attr-defined]
            shown = with_decimals(shown)
        return number_format(shown)


class Standing(BoardRow):
    """One player's line of a season's board.

    `moved` is how many places up since the game day before, negative for down, null for a player
    who was not ranked then. `rating` is what Plackett-Luce makes of the season's games; `mu` and
    `sigma` are what it is shown from.
    """

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="standings")
    moved = models.IntegerField(null=True)
    rating = models.IntegerField(null=True)
    mu = models.FloatField(null=True)
    sigma = models.FloatField(null=True)

    class Meta(BoardRow.Meta):
        constraints = [
            models.UniqueConstraint(fields=["board", "player"], name="one_standing_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player} on {self.board}"


class RecordBook(models.Model):
    """The records of a season, or of all the club's game days where `season` is null.

    `records` are names of records with their value and holders, as
    `league.seasons.selectors.records` writes them, null for one that nobody holds. `least_rounds`
    is how many rounds a game has to have for the lowest total. `source` is as a board's.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="record_books")
    season = models.OneToOneField(
        Season, on_delete=models.CASCADE, null=True, related_name="record_book"
    )
    fingerprint = models.CharField(max_length=120)
    least_rounds = models.PositiveSmallIntegerField(default=1)
    records = models.JSONField(default=dict)
    source = models.JSONField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club"], condition=models.Q(season=None), name="one_book_of_all_days"
            ),
        ]

    def __str__(self) -> str:
        return f"records of {self.season or self.club}"
