"""Game days: who may see which, who is there, and whom to offer for a tap at the door."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q
from django.http import Http404, HttpRequest

from league.models import Attendance, GameDay, Profile
from scoring.models import Club, Player
from scoring.selectors.access import actor_of
from scoring.selectors.people import players_of
from scoring.services.people import name_clean, name_key

from .links import link_is_right

# As many names as a tablet shows without a search: more than any hall has tables for.
MOST_REGULARS = 60
MOST_FOUND = 60


@dataclass(frozen=True)
class Person:
    """Somebody who came to a game day. `fixed` is the table that he or she always sits at there.

    `player` is who the person is now, whatever record was checked in before two became one.
    """

    attendance: Attendance
    player: Player
    fixed: int | None

    @property
    def name(self) -> str:
        """The name that everybody is told."""
        return self.player.name

    def plays(self, number: int) -> bool:
        """Whether this person is there in that round of seating."""
        last = self.attendance.leaves_after
        return self.attendance.joins_at <= number and (last is None or number <= last)

    def is_here(self, current_round: int) -> bool:
        """Whether this person has not gone home yet."""
        last = self.attendance.leaves_after
        return self.attendance.left_at is None and (last is None or last >= current_round)


def day_to_score(request: HttpRequest, pk: int) -> GameDay:
    """The game day with that number, for people of its club; else 404."""
    day = GameDay.objects.select_related("club").filter(pk=pk).first()
    if day is None or day.club != actor_of(request).club:
        raise Http404
    return day


def day_at_table(request: HttpRequest, pk: int, table: int) -> GameDay:
    """The game day with that number, for whoever may score at that table of it; else 404."""
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
    """The game day for its club's people, for whoever has its link, for all if the club shows it.

    Raises Http404 for everybody else.
    """
    day = GameDay.objects.select_related("club").filter(pk=pk).first()
    if day is None:
        raise Http404
    if (
        day.club != actor_of(request).club
        and day.club.shown != Club.Shown.GAMES
        and not link_is_right("wall", day.pk, request.GET.get("key", ""))
    ):
        raise Http404
    return day


def people_of(day: GameDay) -> list[Person]:
    """Everybody who came to the day, by name, each once; one query.

    Where two records have become one person meanwhile, the earlier arrival counts.
    """
    rows = day.attendances.select_related(
        "player__profile", "player__same_as__profile", "player__same_as"
    )
    found: dict[int, Person] = {}
    for row in rows:
        player = row.player.same_as or row.player
        if player.pk not in found:
            found[player.pk] = Person(row, player, _fixed(row, player))
    return sorted(found.values(), key=lambda person: person.player.name_key)


def _fixed(row: Attendance, player: Player) -> int | None:
    """The table for this day, over the directory's; 0 stands for none on this day."""
    if row.fixed_table is not None:
        return row.fixed_table or None
    profile: Profile | None = getattr(player, "profile", None)
    return profile.fixed_table if profile else None


def regulars_for(day: GameDay) -> list[Player]:
    """Those who come most, by name: what the door offers for a tap.

    Counted without the day itself, so that no button moves while people come in.
    """
    came = Count("attendances", filter=~Q(attendances__game_day=day), distinct=True)
    often = (
        players_of(day.club)
        .annotate(came=came, played=Count("seats", distinct=True))
        .order_by("-came", "-played", "name_key")[:MOST_REGULARS]
    )
    return _by_name(often)


def players_found(day: GameDay, text: str) -> list[Player]:
    """Who has that text in the name, or in the nickname; by name."""
    key = name_key(text)
    if not key:
        return []
    named = Q(name_key__contains=key) | Q(profile__nickname__icontains=name_clean(text))
    return _by_name(players_of(day.club).filter(named)[:MOST_FOUND])


def _by_name(players: Iterable[Player]) -> list[Player]:
    return sorted(players, key=lambda player: player.name_key)
