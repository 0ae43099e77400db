"""Who may see a game day and its calendar, score at its tables and organize it; else 404."""

import re

from django.db.models import OuterRef, QuerySet
from django.http import Http404, HttpRequest

from league.days.selectors.links import (
    answers_key,
    calendar_key,
    key_is_right,
    player_of_own_key,
    player_of_stop_key,
    television_key,
    television_works,
    wall_key,
)
from league.seasons.selectors.results import season_on
from scoring.accounts.access import actor_of, club_runs, show_public, tell_club
from scoring.accounts.club_rows import every_club, first_of_any_club
from scoring.accounts.models import Club, Player
from scoring.accounts.selectors.people import players_of
from scoring.watching.revisions import sheets_in, with_revision
from scoring.web.compiled_queries import CompiledQuery

from .models import GameDay, TableGame

# Who answers on this phone, as its holder wished it.
PHONE_COOKIE = "roundhouse-answers"
PHONE_SALT = "league.answers"


def watched_days() -> QuerySet[GameDay]:
    """Return all game days, each read with its club and its revision."""
    sheets = sheets_in(TableGame.objects.filter(game_day=OuterRef("pk")), "game__revision")
    return with_revision(GameDay.objects.select_related("club"), sheets)


WATCHED = CompiledQuery(lambda pk: watched_days().filter(pk=pk))


@every_club()
def _day_of_any_club(pk: int) -> GameDay | None:
    return WATCHED.first(pk)


def day_to_score(request: HttpRequest, pk: int) -> GameDay:
    """The game day with that number, for people of its club; else 404."""
    day = WATCHED.first(pk)
    if day is None or day.club != actor_of(request).club:
        raise Http404
    return day


def day_at_table(request: HttpRequest, pk: int, table: int) -> GameDay:
    """Return the game day with that number if the actor may score at that table of it, else 404."""
    day = GameDay.objects.select_related("club").filter(pk=pk).first()
    if day is None or not actor_of(request).has_table(day.club, table):
        raise Http404
    return day


def day_to_organize(request: HttpRequest, pk: int) -> GameDay:
    """The game day with that number, for an organizer of its club; else 404."""
    day = day_to_score(request, pk)
    if not actor_of(request).organizes:
        raise Http404
    return day


def day_to_see(request: HttpRequest, pk: int) -> GameDay:
    """Return the game day for its club's people, for the link's holder, or for all if shown.

    It is shown where the club shows its games, or the leaderboard that counts the day. Raises
    Http404 for everybody else.
    """
    day = _day_of_any_club(pk)
    if day is None:
        raise Http404
    if not has_wall_key(request, day):
        own = day.club == actor_of(request).club
        if not (own or day.club.shown == Club.Shown.GAMES or is_of_public_board(day)):
            raise Http404
        show_public(request, day.club)
    club_runs(day.club)
    return day


def is_of_public_board(day: GameDay) -> bool:
    """Whether a leaderboard counts the day that a club with a page of its own shows everybody."""
    if not (day.club.has_front and day.counts) or day.cancelled_at is not None:
        return False
    with every_club():
        season = season_on(day.club, day.date)
    return season is not None and season.public


def sees_board_alone(request: HttpRequest, day: GameDay) -> bool:
    """Whether the asker may see of the day what its public leaderboard shows, and no more."""
    if day.club.shown == Club.Shown.GAMES or day.club == actor_of(request).club:
        return False
    return not has_wall_key(request, day)


def day_of_wall(request: HttpRequest, pk: int) -> GameDay:
    """Return the game day for its club's people and for the link's holder; else Http404.

    The wall says who sits where before anything is played, so showing games does not open it.
    """
    day = _day_of_any_club(pk)
    if day is None:
        raise Http404
    if not has_wall_key(request, day) and day.club != actor_of(request).club:
        raise Http404
    club_runs(day.club)
    return day


def day_at_television(pk: int, key: str) -> GameDay:
    """Return the game day of a short address: that of its wall, while it works."""
    day = _day_of_any_club(pk)
    if (
        day is None
        or not television_works(day)
        or not key_is_right(television_key(day), key.lower())
    ):
        raise Http404
    club_runs(day.club)
    return day


def has_wall_key(request: HttpRequest, day: GameDay) -> bool:
    """Whether the address holds the key to the day's wall and its result."""
    return key_is_right(wall_key(day), request.GET.get("key", ""))


def club_of_calendar(request: HttpRequest, pk: int) -> Club:
    """Return the club of a calendar's address: with its key, or for all if the club shows it.

    Calendar programs do not sign in; the club's own people see it all the same. Else Http404.
    """
    club = first_of_any_club(Club.objects.filter(pk=pk))
    if club is None:
        raise Http404
    if (
        not club.has_front
        and club != actor_of(request).club
        and not has_calendar_key(request, club)
    ):
        raise Http404
    club_runs(club)
    return club


def club_to_answer(request: HttpRequest, pk: int) -> Club:
    """Return the club whose people say here whether they come: for them, and for the link's holder.

    Whoever comes by the link reads names as the club shows them to everybody. Else Http404.
    """
    club = first_of_any_club(Club.objects.filter(pk=pk))
    if club is None:
        raise Http404
    if club != actor_of(request).club and not key_is_right(
        answers_key(club), request.GET.get("key", "")
    ):
        raise Http404
    tell_club(request, club)
    show_public(request, club)
    return club


def player_on_phone(request: HttpRequest, club: Club) -> Player | None:
    """Who answers on this phone for that club, as its holder wished, by the links of now.

    Whoever wished it had the club's link, so this is a permit to answer for that person alone. It
    ends with the link.
    """
    value = request.get_signed_cookie(PHONE_COOKIE, default="", salt=PHONE_SALT) or ""
    known = re.fullmatch(r"([0-9]{1,18}):([0-9]{1,18}):([0-9]{1,9})", value, re.ASCII)
    if known is None or phone_value(club, int(known[2])) != value:
        return None
    return players_of(club).filter(pk=int(known[2])).select_related("club").first()


def phone_value(club: Club, player: int) -> str:
    """What a phone keeps of who answers on it, to be signed; `player` is the player's id."""
    return f"{club.pk}:{player}:{club.links_renewed}"


def player_to_answer(request: HttpRequest, key: str) -> Player:
    """The person whose own link it is, from a mail; else 404."""
    return _player_by_link(request, player_of_own_key(key))


def player_to_stop_mails(request: HttpRequest, key: str) -> Player:
    """The person whose link for ending mails it is; else 404."""
    return _player_by_link(request, player_of_stop_key(key))


def _player_by_link(request: HttpRequest, player: Player | None) -> Player:
    if player is None:
        raise Http404
    tell_club(request, player.club)
    club_runs(player.club)
    return player


def has_calendar_key(request: HttpRequest, club: Club) -> bool:
    """Whether the address holds the key to the club's calendar."""
    return key_is_right(calendar_key(club), request.GET.get("key", ""))
