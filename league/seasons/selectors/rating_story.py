"""How somebody's rating came from the games of a season, in figures that can be checked by hand."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.formats import number_format

from league.days.models import TableGame
from league.seasons.models import Season, Standing
from league.standings.rating import BEGIN, SCALE, Rated, RatingStep, rating_steps

from .results import results_of

# Fewer decimals read better, more make sure that the figures shown give the rating shown.
LEAST_DECIMALS, MOST_DECIMALS = 2, 6


@dataclass(frozen=True)
class StoryLine:
    """A game, the place that somebody had in it, and strength, doubt and rating after it."""

    row: TableGame
    place: int | None
    shared: bool
    strength: str
    doubt: str
    rating: int


@dataclass(frozen=True)
class RatingStory:
    """The games that moved a rating, first to last; `strength` and `doubt` are the first ones.

    All figures have as many decimals as it takes that each rating follows from those beside it.
    """

    strength: str
    doubt: str
    lines: tuple[StoryLine, ...]

    @property
    def last(self) -> StoryLine:
        """The line of the last game."""
        return self.lines[-1]


def rating_story(season: Season, line: Standing) -> RatingStory | None:
    """Return how the rating of a line came about.

    None of a closed season, whose games may have changed since, and where no game moved it. All
    games of the season are read: two queries.
    """
    if season.closed_at:
        return None
    results = results_of(season, line.board.date)
    steps = rating_steps(results, line.player_id)
    if not steps:
        return None
    rows = TableGame.objects.filter(game__in=[step.game for step in steps])
    by_game = {row.game_id: row for row in rows.select_related("game", "game_day")}
    own = {int(result.game): result for result in results if result.player == line.player_id}
    decimals = _decimals(steps)
    return RatingStory(
        *_figures(steps[0].before, decimals),
        tuple(
            StoryLine(
                by_game[int(step.game)],
                own[int(step.game)].place,
                own[int(step.game)].sharing > 1,
                *_figures(step.after, decimals),
                step.after.shown,
            )
            for step in steps
        ),
    )


def _decimals(steps: Iterable[RatingStep]) -> int:
    """Return the fewest decimals with which each rating follows from the figures as they stand."""
    rated = [step.after for step in steps]
    enough = (
        decimals
        for decimals in range(LEAST_DECIMALS, MOST_DECIMALS)
        if all(_by_hand(after, decimals) == after.shown for after in rated)
    )
    return next(enough, MOST_DECIMALS)


def _by_hand(rated: Rated, decimals: int) -> int:
    return round(BEGIN + SCALE * (round(rated.mu, decimals) - 3 * round(rated.sigma, decimals)))


def _figures(rated: Rated, decimals: int) -> tuple[str, str]:
    """Return strength and doubt as they stand on the page."""
    return number_format(rated.mu, decimals), number_format(rated.sigma, decimals)
