"""Starting a game, ending it, reopening it."""

import json
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from scoring.accounts.authors import Author, clean_reason
from scoring.accounts.models import Club
from scoring.accounts.public import players_for_names, space_hold
from scoring.quotas import GAMES, games_at_most, quota_hold
from scoring.referee import check_setup
from scoring.refusals import Refusal
from scoring.rules.models import RuleSheet
from scoring.sheets.models import Game, Seat, SheetEntry
from scoring.sheets.selectors.games import is_scored
from scoring.sheets.selectors.sheet import sheet_of

from .entries import entry_again, entry_append, game_lock, open_sheet

# No letters or digits that are mistaken for one another when read aloud or copied by hand.
CODE_LETTERS = "bcdfghjkmnpqrstvwxyz23456789"
CODE_LENGTH = 8


@transaction.atomic
def game_start(
    *,
    club: Club,
    author: Author,
    names: Sequence[str],
    set_: int,
    rules: Mapping[str, Any],
    rule_sheet: RuleSheet | None = None,
    other_rules: str | None = None,
    table_number: int | None = None,
    totals_only: bool = False,
    started_at: datetime | None = None,
    marks: Sequence[int] | None = None,
    key: str = "",
) -> Game:
    """Seat the named people clockwise at a table of their own; unknown names become new players.

    `set_` is the highest pip of the dominoes, `rules` a rule set as the engine's contract writes
    it, `rule_sheet` the club's sheet that they were copied from, `other_rules` its rules in words
    (None: as the sheet has them now), and `table_number` the table in the room where one is known.
    A game that comes from paper is `totals_only` and has `started_at` on its day. `marks` are the
    seats' colors where these are not those of their places. The same people
    under the same `key` are one game, however often that is sent; without a key, each call starts
    another. Raises `Refusal` where the rules do not know a table like this one.
    """
    if other_rules is None:
        other_rules = rule_sheet.other_rules if rule_sheet else ""
    if complaint := check_setup(set_, rules, names):
        raise Refusal(complaint.code, complaint.text)
    game, created = Game.objects.get_or_create(
        club=club,
        code=_code([club.pk, key, *names, set_, dict(rules)] if key else None),
        defaults={
            "watch_key": new_watch_key(),
            "set": set_,
            "rules": dict(rules),
            "rule_sheet": rule_sheet,
            "other_rules": other_rules,
            "table_number": table_number,
            "totals_only": totals_only,
            "started_at": started_at or timezone.now(),
            "started_by": author.name,
        },
    )
    if created:
        _games_hold(club)
        _seat(game, names, marks)
    else:
        _bring_back(game)
    return game


def _games_hold(club: Club) -> None:
    """Raise `QuotaReached` where the club has started more games than it may, with the newest."""
    for quota in (GAMES, games_at_most(club.most_games)):
        quota_hold(quota, club.games.all(), "started_at")
    space_hold(club)


def _bring_back(game: Game) -> None:
    """A game without a round that was thrown away is wanted after all."""
    if game.taken_back_at and not game.revision and not game.totals_only:
        game.taken_back_at = None
        game.save(update_fields=["taken_back_at"])


def _seat(game: Game, names: Sequence[str], marks: Sequence[int] | None) -> None:
    """Seat these people in this order, each with the color of `marks`, else of the place."""
    people = players_for_names(club=game.club, names=names)
    Seat.objects.bulk_create(
        Seat(
            game=game,
            player=player,
            place=place,
            mark=marks[place] if marks else None,
        )
        for place, player in enumerate(people)
    )


def _code(sent: Sequence[object] | None) -> str:
    """A game's code: by lot, or the one that follows from what was sent, which nobody can guess."""
    if sent is None:
        return "".join(secrets.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH))
    signature = salted_hmac("scoring.game", json.dumps(sent, sort_keys=True), algorithm="sha256")
    number, letters = int.from_bytes(signature.digest()), ""
    while len(letters) < CODE_LENGTH:
        number, letter = divmod(number, len(CODE_LETTERS))
        letters += CODE_LETTERS[letter]
    return letters


@transaction.atomic
def game_finish(*, game: Game, author: Author, key: str, verified_by: str = "") -> SheetEntry:
    """Write on the sheet that the table has ended its game, and the name of who checked it.

    Raises `Refusal` before the first round, and while two tablets' rounds wait for a choice.
    """
    game = game_lock(game)
    if sent := entry_again(game=game, key=key, kind=SheetEntry.Kind.FINISH):
        return sent
    sheet = open_sheet(game)
    if not sheet.rounds:
        raise Refusal("empty", _("Record a round first: there is nothing to finish yet."))
    if sheet.contests:
        raise Refusal(
            "contest",
            _("Two tablets recorded round %d differently. Choose between them first.")
            % (sheet.contests[0].round_number or 0),
        )
    return entry_append(
        sheet=sheet,
        author=author,
        key=key,
        kind=SheetEntry.Kind.FINISH,
        reason=_("Checked by %s.") % verified_by if verified_by else "",
    )


@transaction.atomic
def game_reopen(*, game: Game, author: Author, key: str, reason: str) -> SheetEntry:
    """Open a finished game again; the reopening and its reason stand on the sheet."""
    game = game_lock(game)
    if sent := entry_again(game=game, key=key, kind=SheetEntry.Kind.REOPEN):
        return sent
    sheet = sheet_of(game)
    if not sheet.finished:
        raise Refusal("open", _("This game is open already."))
    if game.totals_only:
        raise Refusal(
            "totals", _("This game was entered from paper. Correct its totals on the day's page.")
        )
    return entry_append(
        sheet=sheet,
        author=author,
        key=key,
        kind=SheetEntry.Kind.REOPEN,
        reason=clean_reason(reason),
    )


@transaction.atomic
def game_take_back(*, game: Game) -> None:
    """Put a game away in which nothing was scored: it was begun by mistake.

    What a tablet without a network still writes on its sheet brings it back. Raises `Refusal`
    where something is scored already; that somebody came late, or left, is no score.
    """
    game = game_lock(game)
    if is_scored(game):
        raise Refusal(
            "begun", _("Something is written on this game's sheet, so you cannot throw it away.")
        )
    Game.objects.filter(pk=game.pk).update(taken_back_at=timezone.now())


@transaction.atomic
def game_again(*, game: Game, author: Author) -> Game:
    """Start the next game of a finished game's people, with its rules, at its table.

    The second begins now, and everybody keeps the color; who left does not play. What follows a
    game is one game, however often it is asked for. Raises `Refusal` where too few are left.
    """
    seats = sheet_of(game).seats_again
    return game_start(
        club=game.club,
        author=author,
        names=[seat.name for seat in seats],
        marks=[seat.color for seat in seats],
        set_=game.set,
        rules=game.rules,
        rule_sheet=game.rule_sheet,
        other_rules=game.other_rules,
        table_number=game.table_number,
        key=f"again-{game.code}",
    )


def watch_link_renew(*, game: Game) -> None:
    """Let those who watch the game have a new link, and the old one show nothing."""
    Game.objects.filter(pk=game.pk).update(watch_key=new_watch_key())


def new_watch_key() -> str:
    """A key for a link: nobody can guess it (57 bits), and a phone without a camera can type it."""
    return "-".join(
        "".join(secrets.choice(CODE_LETTERS) for _letter in range(4)) for _group in range(3)
    )
