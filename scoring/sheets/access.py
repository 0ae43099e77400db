"""Who may see a game, write on its sheet and overrule at it; what is not yours does not exist."""

from collections.abc import Iterable

from django.conf import settings
from django.db.models import F, QuerySet
from django.http import Http404, HttpRequest
from django.utils.module_loading import import_string

from scoring.accounts.access import act_as, actor_in, actor_of, club_runs, show_public
from scoring.accounts.club_rows import every_club, first_of_any_club
from scoring.accounts.models import Club
from scoring.sheets.models import Game
from scoring.values import Notice
from scoring.watching.revisions import with_revision
from scoring.web.compiled_queries import CompiledQuery

GAME_OF_CODE = CompiledQuery(
    lambda code: Game.objects.select_related("club", "rule_sheet").filter(code=code)
)


def game_to_score(request: HttpRequest, code: str) -> Game:
    """The game with that code, for somebody who may write on its sheet; else 404."""
    game = GAME_OF_CODE.first(code)
    if game is None or not actor_of(request).may_score(game):
        raise Http404
    return game


def game_to_hand_over(request: HttpRequest, code: str) -> Game:
    """The game with that code, for somebody who may write on its sheet in any club of theirs.

    What was recorded goes to the club of its game, whichever club the person has switched to
    meanwhile; for the rest of the request they act there. Raises 404 for all others.
    """
    with every_club():
        game = GAME_OF_CODE.first(code)
    if game is not None:
        act_as(request, actor_in(request, game.club))
    if game is None or not actor_of(request).may_score(game):
        raise Http404
    club_runs(game.club)
    return game


def may_direct(request: HttpRequest, game: Game) -> bool:
    """Whether the asker may overrule at that game and reopen it.

    The club's organizers may, and its directors where the game is one of a tournament's tables:
    the functions named in the setting GAMES_DIRECTED know these.
    """
    actor = actor_of(request)
    if actor.club != game.club or not actor.directs:
        return False
    return actor.organizes or is_directed(game)


def is_directed(game: Game) -> bool:
    """Whether somebody directs the game, as at a tournament's tables."""
    return any(import_string(path)(game) is not None for path in settings.GAMES_DIRECTED)


def may_discard(game: Game, notices: Iterable[Notice]) -> bool:
    """Whether a game can be thrown away by who scores it.

    Nothing is written on it, and no game day (as its notices say) and no tournament arranged it.
    """
    if game.revision or game.taken_back_at:
        return False
    return not any(notice.date for notice in notices) and not is_directed(game)


def game_to_direct(request: HttpRequest, code: str) -> Game:
    """The game with that code, for somebody who may overrule at it; else 404."""
    game = game_to_score(request, code)
    if not may_direct(request, game):
        raise Http404
    return game


def game_to_organize(request: HttpRequest, code: str) -> Game:
    """The game with that code, for an organizer of its club; else 404."""
    game = game_to_score(request, code)
    if not actor_of(request).organizes:
        raise Http404
    return game


def game_to_see(request: HttpRequest, code: str) -> Game:
    """The game with that code, for somebody of its club, or for all where the club shows it."""
    game = first_of_any_club(watched_games().filter(code=code))
    if game is None:
        raise Http404
    if game.club.shown != Club.Shown.GAMES and not actor_of(request).may_score(game):
        raise Http404
    show_public(request, game.club)
    return game


def watched_games() -> QuerySet[Game]:
    """Return all games, each read with its club and its revision."""
    return with_revision(Game.objects.select_related("club", "rule_sheet"), F("revision"))


def game_to_watch(watch_key: str) -> Game:
    """The game whose link for watching holds this key; the link is the permission."""
    game = first_of_any_club(watched_games().filter(watch_key=watch_key))
    if game is None:
        raise Http404
    club_runs(game.club)
    return game
