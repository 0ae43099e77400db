"""Game days: which ones an actor sees, attendance, and the names to tap at the door."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Count, Q, Value
from django.db.models.functions import Coalesce

from league.days.models import Attendance, GameDay
from league.people.models import Profile
from scoring.accounts.models import Player
from scoring.accounts.selectors.people import players_of
from scoring.collation import name_order
from scoring.names import name_plain
from scoring.web.compiled_queries import CompiledQuery

# As many names as a tablet shows without a search; how many more there are, the door says.
MOST_REGULARS = 100
ATTENDANCES = CompiledQuery(
    lambda day: Attendance.objects.filter(game_day=day).select_related(
        "player__profile", "player__same_as__profile", "player__same_as"
    )
)


@dataclass(frozen=True)
class Attendee:
    """Somebody who came to a game day. `fixed` is the table that he or she always sits at there.

    `player` is who the person is now, whatever record was checked in before two became one.
    """

    attendance: Attendance
    player: Player
    fixed: int | None

    @property
    def name(self) -> str:
        """The name that is shown to everybody."""
        return self.player.name

    def plays(self, number: int) -> bool:
        """Whether this person is there in that round of seating."""
        return self.attendance.joins_at <= number and not self.leaves_before(number)

    def leaves_before(self, number: int) -> bool:
        """Whether this person goes home before that round of seating."""
        last = self.attendance.leaves_after
        return last is not None and last < number

    def is_here(self, current_round: int) -> bool:
        """Whether this person has not gone home yet."""
        last = self.attendance.leaves_after
        return self.attendance.left_at is None and (last is None or last >= current_round)


def people_of(day: GameDay) -> list[Attendee]:
    """Everybody who came to the day, by name, each once; one query.

    Where two records have become one person meanwhile, the earlier arrival counts.
    """
    people: dict[int, Attendee] = {}
    for row in ATTENDANCES.rows(day.pk):
        row.game_day = day
        player = row.player.same_as or row.player
        if player.pk not in people:
            people[player.pk] = Attendee(row, player, _fixed(row, player))
    return sorted(people.values(), key=lambda person: name_order(person.player.name))


def _fixed(row: Attendance, player: Player) -> int | None:
    """The table for this day, over the directory's; 0 means none on this day."""
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


def others_than(day: GameDay, shown: Collection[int]) -> int:
    """Return how many people the club's lists offer besides these; one query."""
    return players_of(day.club).exclude(pk__in=shown).count()


def players_found(day: GameDay, text: str) -> list[Player]:
    """Return the people with that text in their name or nickname, by name, accents or not.

    All of them: a list that ended early would hide somebody. A database knows no plain names, so
    the club's people are looked through here; one query.
    """
    plain = name_plain(text)
    if not plain:
        return []
    people = players_of(day.club).annotate(nickname=Coalesce("profile__nickname", Value("")))
    return _by_name(
        player
        for player in people
        if plain in name_plain(player.name) or plain in name_plain(player.nickname)
    )


def everybody_by_name(day: GameDay) -> list[Player]:
    """Return all whom the club's lists offer, by name; one query."""
    return _by_name(players_of(day.club))


def _by_name(players: Iterable[Player]) -> list[Player]:
    return sorted(players, key=lambda player: name_order(player.name))
