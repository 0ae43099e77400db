"""Coming to a game day, leaving it, and wishes."""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.days.models import Attendance, GameDay, TableGame, Wish
from league.people.models import MOST_TABLES, Profile
from league.people.public import player_delete, player_update
from league.seating.case import MOST_PLAYERS
from scoring.accounts.models import Player
from scoring.accounts.public import player_for_name
from scoring.names import NAME_LENGTH, name_clean
from scoring.refusals import Refusal
from scoring.sheets.models import Seat

from .calendar import day_open, day_touch


@transaction.atomic
def check_in(*, day: GameDay, player: Player | None = None, name: str = "") -> Attendance:
    """Note that somebody came: a player of the club, or by name, which may be a new person's.

    Somebody who is here already stays as they are, so a second tap and a second organizer change
    nothing; somebody who had left is back from the next round of seating. Raises `Refusal` for no
    name, one that is too long, a cancelled day, and a full hall.
    """
    day = day_open(day)
    # Before a new person is made: so the undo knows whom this check-in made, see `_delete_new`.
    now = timezone.now()
    if player is None:
        name = name_clean(name)
        if not name:
            raise Refusal("name", _("Type the name of who has come."))
        if len(name) > NAME_LENGTH:
            raise Refusal("name", _("A name has room for %d letters.") % NAME_LENGTH)
        player = player_for_name(club=day.club, name=name)
    joins_at = first_open(day)
    known, is_new = _get_or_note(day, player, now, joins_at)
    if not is_new:
        if known.by_game:
            known.by_game = False
            known.save(update_fields=["by_game"])
        if known.left_at is None and known.leaves_after is None:
            return known
        gone_since = known.leaves_after
        known.left_at = known.leaves_after = None
        if gone_since is not None and gone_since + 1 < joins_at:
            known.joins_at = joins_at
        known.save(update_fields=["left_at", "leaves_after", "joins_at"])
    day_touch(day)
    return known


def note_played(*, day: GameDay, player: Player, number: int) -> None:
    """Note that somebody came who has played the day's game `number`.

    Who is noted already stays so, also who has gone home since. Raises `Refusal` for a full hall.
    """
    joins_at = min(number, day.current_round)
    _get_or_note(day, player, timezone.now(), joins_at, by_game=True)


def forget_unplayed(day: GameDay) -> None:
    """Forget those who came by a game alone that is none of the day's any more; two queries."""
    by_game = list(day.attendances.filter(by_game=True).select_related("player"))
    if not by_game:
        return
    seats = Seat.objects.filter(game__table_game__game_day=day)
    rows = seats.values_list("player", "player__same_as")
    played = {same or player for player, same in rows}
    gone = [row.pk for row in by_game if (row.player.same_as_id or row.player_id) not in played]
    Attendance.objects.filter(pk__in=gone).delete()


def _get_or_note(
    day: GameDay, player: Player, now: datetime, joins_at: int, *, by_game: bool = False
) -> tuple[Attendance, bool]:
    """Return the person's attendance, under any name, and whether it is a new one."""
    player = player.same_as or player
    known = day.attendances.filter(player__in=[player, *player.also_known_as.all()]).first()
    if known is not None:
        return known, False
    if day.attendances.count() >= MOST_PLAYERS:
        raise Refusal("full", _("A game day has room for %d people.") % MOST_PLAYERS)
    new = Attendance.objects.create(
        game_day=day, player=player, arrived_at=now, joins_at=joins_at, by_game=by_game
    )
    return new, True


def first_open(day: GameDay) -> int:
    """The first round of seating of which no game has begun."""
    newest = TableGame.objects.filter(game_day=day).order_by("-seating_round").first()
    return max(day.current_round, newest.seating_round + 1 if newest else 1)


@transaction.atomic
def check_in_undo(*, attendance: Attendance) -> bool:
    """Take back a check-in that was a mistake; a second tap changes nothing.

    A person whom this check-in made, and of whom nothing else is known, is deleted with it; return
    whether that was so. Raises `Refusal` where the person has played: who played was there.
    """
    day = day_open(attendance.game_day)
    seats = Seat.objects.filter(
        game__table_game__game_day=day, player__in=[attendance.player_id, attendance.player.same_as]
    )
    if seats.exists():
        raise Refusal(
            "played",
            _("%s has played today, so say when he or she leaves instead.")
            % (attendance.player.same_as or attendance.player).name,
        )
    Attendance.objects.filter(pk=attendance.pk).delete()
    day_touch(day)
    return _delete_new(attendance)


def _delete_new(attendance: Attendance) -> bool:
    """Delete the person whom a check-in made, unless something is known of them meanwhile."""
    player = Player.objects.filter(pk=attendance.player_id).first()
    if player is None or player.same_as_id or player.created_at < attendance.arrived_at:
        return False
    # A plan names its people by their ids, and has to find them.
    planned = attendance.game_day.plans.filter(made_at__gte=attendance.arrived_at)
    wishes = Wish.objects.filter(Q(one=player) | Q(other=player))
    profiles = Profile.objects.filter(player=player)
    known = (planned, wishes, profiles, player.answers.all(), player.also_known_as.all())
    if any(rows.exists() for rows in known):
        return False
    try:
        player_delete(player=player)
    except Refusal:
        return False
    return True


@transaction.atomic
def attendance_rename(*, attendance: Attendance, name: str) -> Player:
    """Give somebody of the day the right name; all games stay that person's.

    Raises `NameTaken` where another record has it.
    """
    day = day_open(attendance.game_day)
    player = attendance.player.same_as or attendance.player
    player = player_update(player=player, name=name, details={})
    day_touch(day)
    return player


@transaction.atomic
def attendance_leave(*, attendance: Attendance, when: Literal["now", "after"]) -> Attendance:
    """Note that somebody goes home: now, or after the round of seating that is on."""
    day = day_open(attendance.game_day)
    attendance.refresh_from_db(fields=["left_at", "leaves_after"])
    if when == "now":
        attendance.left_at = timezone.now()
        attendance.leaves_after = first_open(day) - 1
    else:
        attendance.left_at = None
        attendance.leaves_after = day.current_round
    return _kept(day, attendance)


@transaction.atomic
def attendance_stay(*, attendance: Attendance) -> Attendance:
    """Take back that somebody leaves: he or she stays until the end."""
    day = day_open(attendance.game_day)
    attendance.left_at = attendance.leaves_after = None
    return _kept(day, attendance)


@transaction.atomic
def attendance_fix(*, attendance: Attendance, table: int | None) -> Attendance:
    """Keep the table that somebody needs on this day; 0 is none, None what the directory says."""
    day = day_open(attendance.game_day)
    if table is not None and not 0 <= table <= MOST_TABLES:
        raise Refusal("table", _("Choose a table from 1 to 99, or none."))
    attendance.fixed_table = table
    return _kept(day, attendance)


def _kept(day: GameDay, attendance: Attendance) -> Attendance:
    # Whoever is asked for is in the room, whatever made that known.
    attendance.by_game = False
    attendance.save(update_fields=["left_at", "leaves_after", "fixed_table", "by_game"])
    day_touch(day)
    return attendance


@transaction.atomic
def wish_add(*, day: GameDay, kind: Wish.Kind, player: Player, other: Player, always: bool) -> Wish:
    """Keep two people apart, or together; on this day, or always. Said twice, it is one wish.

    Raises `Refusal` where the two are one person, and where the opposite is wished already.
    """
    day = day_open(day)
    player, other = player.same_as or player, other.same_as or other
    if player == other:
        raise Refusal("same", _("Choose two different people."))
    known = [
        wish
        for wish in Wish.objects.filter(
            club=day.club, one__in=(player, other), other__in=(player, other)
        )
        if wish.game_day_id in (None, day.pk)
    ]
    for wish in known:
        if wish.kind != kind:
            raise Refusal(
                "opposite",
                (
                    _("%(one)s and %(other)s are kept together. Take that wish back first.")
                    if wish.kind == Wish.Kind.TOGETHER
                    else _("%(one)s and %(other)s are kept apart. Take that wish back first.")
                )
                % {"one": player.name, "other": other.name},
            )
        if wish.game_day_id is None or not always:
            return wish
    wish = Wish.objects.create(
        club=day.club, game_day=None if always else day, kind=kind, one=player, other=other
    )
    day_touch(day)
    return wish


@transaction.atomic
def wish_remove(*, day: GameDay, wish: Wish) -> None:
    """Take a wish back."""
    day = day_open(day)
    wish.delete()
    day_touch(day)


def attendances_add(*, day: GameDay, joins: Mapping[Player, int], moment: datetime) -> None:
    """Note that these people came at that moment, each from a round of seating on.

    Who is checked in already stays so. Must run under the day's lock. Raises `Refusal` for a full
    hall.
    """
    rows = day.attendances.values_list("player", "player__same_as")
    known = {same or player for player, same in rows}
    day.attendances.filter(player__in=list(joins), by_game=True).update(by_game=False)
    new = [
        Attendance(game_day=day, player=player, arrived_at=moment, joins_at=joins_at)
        for player, joins_at in joins.items()
        if player.pk not in known
    ]
    if len(known) + len(new) > MOST_PLAYERS:
        raise Refusal("full", _("A game day has room for %d people.") % MOST_PLAYERS)
    Attendance.objects.bulk_create(new)
