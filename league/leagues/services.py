"""Leagues: founding one, inviting clubs, taking part and leaving; and the board, derived."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.leagues.models import League, LeagueBoard, LeagueClub, LeagueStanding
from league.leagues.selectors import (
    counting_of,
    counts,
    invitations_open,
    parts_of,
    season_counted,
    seasons_to_play,
)
from league.seasons.models import Season
from league.seasons.public import tallies_refresh
from league.seasons.selectors.results import days_until, fingerprint, method_of, results_of
from league.seasons.selectors.season_scores import line_columns, score_kept
from league.seasons.selectors.sources import sums_of
from league.standings.scores import Score, scores
from league.standings.table import rank
from scoring.accounts.models import Club
from scoring.refusals import Refusal

MOST_CLUBS: Final = 20
INVITED_LIFE: Final = timedelta(days=14)


@transaction.atomic
def league_found(*, club: Club, fields: Mapping[str, Any], season: Season) -> League:
    """Found a league in which the club takes part with a season; `fields` are the model's.

    Raises `Refusal` for a season that not everybody may see.
    """
    _season_check(club, season)
    league = League.objects.create(club=club, **fields)
    LeagueClub.objects.create(league=league, club=club, season=season)
    return league


def league_update(*, league: League, fields: Mapping[str, Any]) -> None:
    """Change a league's name, or how it counts."""
    League.objects.filter(pk=league.pk).update(**fields)


def league_delete(*, league: League) -> None:
    """Delete a league with its boards; the clubs' own seasons stay as they are."""
    league.delete()


@transaction.atomic
def club_invite(*, league: League) -> LeagueClub:
    """Make an invitation for one club, which works once; those that are too old are cleared away.

    Raises `Refusal` where the league is full.
    """
    _league_lock(league)
    now = timezone.now()
    parts = LeagueClub.objects.filter(league=league)
    parts.filter(club=None, expires_at__lte=now).delete()
    if parts.count() >= MOST_CLUBS:
        raise Refusal("full", _("A league has room for %d clubs.") % MOST_CLUBS)
    return LeagueClub.objects.create(league=league, expires_at=now + INVITED_LIFE)


@transaction.atomic
def part_accept(*, invitation: LeagueClub, club: Club, season: Season) -> None:
    """Let the club take part with a season: the consent of an organizer of that club.

    Raises `Refusal` where the link was used meanwhile, where the club takes part already, and for a
    season that not everybody may see.
    """
    _league_lock(invitation.league)
    _season_check(club, season)
    if LeagueClub.objects.filter(league=invitation.league_id, club=club).exists():
        raise Refusal("part", _("Your club takes part in %s already.") % invitation.league.name)
    # Of two who press the button at once, the second finds it used.
    rows = invitations_open().filter(pk=invitation.pk)
    if not rows.update(club=club, season=season, expires_at=None):
        raise Refusal("used", _("This link was used already, or is too old. Ask for a new one."))


def part_season_set(*, part: LeagueClub, season: Season) -> None:
    """Let the club take part with another season.

    Raises `Refusal` for one that not everybody may see, or of another club.
    """
    if part.club is None:
        raise ValueError("an invitation has no season")
    _season_check(part.club, season)
    LeagueClub.objects.filter(pk=part.pk).update(season=season)


def part_end(*, part: LeagueClub) -> None:
    """Take a club, or an invitation, out of a league: its results are on no board any more.

    Raises `Refusal` for the club that founded the league.
    """
    if part.club_id == part.league.club_id:
        raise Refusal("founder", _("Your club founded this league. Delete the league instead."))
    part.delete()


def _league_lock(league: League) -> None:
    League.objects.select_for_update().get(pk=league.pk)


def _season_check(club: Club, season: Season) -> None:
    if not seasons_to_play(club).filter(pk=season.pk).exists():
        raise Refusal("season", _("Choose a season of your club that everybody may see."))


def league_board_refresh(*, league: League) -> LeagueBoard:
    """Return the league's board of people, derived again where something changed.

    Of a club in which nothing changed, the scores are read from the board that is kept. A few
    queries for each club, and there are `MOST_CLUBS` at the most.
    """
    parts = [part for part in parts_of(league) if counts(part)]
    for part in parts:
        part.league = league
    board = LeagueBoard.objects.filter(league=league).first()
    kept = board.marks if board else {}
    marks = {str(part.pk): _mark(part, kept.get(str(part.pk), "")) for part in parts}
    if board is not None and board.marks == marks:
        return board
    return _board_make(league, parts, marks)


def _mark(part: LeagueClub, kept: str) -> str:
    """Return what says from what a club's scores follow: equal marks are of equal scores."""
    league, season = part.league, season_counted(part)
    closed = "closed" if season.closed_at else "open"
    begin = f"{league.way}/{league.least_games}/{season.pk}/{closed}/{season.revision}/"
    if season.closed_at and kept.startswith(begin):
        # Like its own board it stays as it was, whatever is corrected later.
        return kept
    tallies_refresh(club=season.club)
    return f"{begin}{fingerprint(season, sums_of(days_until(season, season.last)))}"


@transaction.atomic
def _board_make(
    league: League, parts: Sequence[LeagueClub], marks: Mapping[str, str]
) -> LeagueBoard:
    _league_lock(league)
    board, _made = LeagueBoard.objects.get_or_create(league=league)
    if board.marks == marks:
        return board
    kept: dict[int, list[Score]] = defaultdict(list)
    for line in board.standings.order_by():
        kept[line.part_id].append(score_kept(line))
    home: dict[int, int] = {}
    by_player: list[Score] = []
    for part in parts:
        unchanged = board.marks.get(str(part.pk)) == marks[str(part.pk)]
        own = kept[part.pk] if unchanged else _scores(part)
        home |= {int(score.player): part.pk for score in own}
        by_player += own
    method = method_of(counting_of(league))
    board.standings.all().delete()
    LeagueStanding.objects.bulk_create(
        (
            LeagueStanding(
                board=board,
                part_id=home[int(line.player)],
                **line_columns(method, position, line),
            )
            for position, line in enumerate(rank(method, by_player), start=1)
        ),
        batch_size=1000,
    )
    board.marks = dict(marks)
    board.save(update_fields=["marks"])
    return board


def _scores(part: LeagueClub) -> list[Score]:
    season = season_counted(part)
    return list(scores(method_of(season), results_of(season, season.last)))
