"""Leagues of several clubs: who takes part with which season, and the board that is derived."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.seasons.models import BoardRow, DerivedBoard, Season
from scoring.accounts.models import Club


class League(models.Model):
    """A season that several clubs play; it belongs to the club that founded it.

    `way` is one of `league.seasons.ways`, by which the games of all clubs count, however a club
    counts them itself. `clubs_way` says how people's places make one of their club: by the mean of
    its best `people`, or by points for the first `people` of the league.
    """

    class ClubsWay(models.TextChoices):
        """How clubs are compared."""

        MEAN = "mean", _("The mean of each club’s best people")
        POINTS = "points", _("Points for the first people of the league")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="leagues")
    name = models.CharField(_("name"), max_length=60)
    way = models.CharField(max_length=10)
    least_games = models.PositiveSmallIntegerField(
        _("games needed to be ranked"),
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(1000)],
    )
    clubs_way = models.CharField(
        _("how clubs are compared"),
        max_length=6,
        choices=ClubsWay.choices,
        default=ClubsWay.MEAN,
    )
    people = models.PositiveSmallIntegerField(
        _("how many people"),
        default=5,
        validators=[MinValueValidator(1), MaxValueValidator(50)],
    )

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name


class LeagueClub(models.Model):
    """A club's part in a league, or an invitation that no club has accepted yet.

    An invitation has no `club`, and works until `expires_at`. The club's results stand in the
    league while `season` is public. Deleting the row takes all of them away.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="clubs")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, related_name="league_clubs")
    season = models.ForeignKey(
        Season, on_delete=models.SET_NULL, null=True, related_name="league_clubs"
    )
    expires_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["league", "club"], name="one_part_a_club"),
        ]

    def __str__(self) -> str:
        return f"{self.club or 'invitation'} in {self.league}"


class LeagueBoard(DerivedBoard):
    """The league's board of people, derived; `marks` say from what, by the id of a club's part."""

    league = models.OneToOneField(League, on_delete=models.CASCADE, related_name="board")
    marks = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"board of {self.league}"


class LeagueStanding(BoardRow):
    """One player's line of a league's board."""

    board = models.ForeignKey(LeagueBoard, on_delete=models.CASCADE, related_name="standings")
    part = models.ForeignKey(LeagueClub, on_delete=models.CASCADE, related_name="standings")

    class Meta(BoardRow.Meta):
        constraints = [
            models.UniqueConstraint(fields=["board", "player"], name="one_league_line_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player} on {self.board}"
