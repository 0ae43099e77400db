"""The club's directory, as it is listed and as it is written to a file."""

from collections.abc import Iterator

from django.db.models import Count, F, IntegerField, Max, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from league.imports.columns import DERIVED, LABELS
from league.people.models import Profile
from league.seasons.models import SeatTally
from league.spreadsheets.writing import Value as Cell
from scoring.accounts.models import Club, Player
from scoring.accounts.selectors.people import players_of
from scoring.names import name_key


def directory(club: Club, query: str = "") -> QuerySet[Player]:
    """The club's people, each with what the directory says, games played and the last one's time.

    `query` is looked for in names, nicknames and home communities. The numbers are as new as the
    tallies of the club's games.
    """
    played = SeatTally.objects.filter(player=OuterRef("pk")).order_by().values("player")
    people = players_of(club).annotate(
        nickname=Coalesce(F("profile__nickname"), Value("")),
        community=Coalesce(F("profile__community"), Value("")),
        birth_year=F("profile__birth_year"),
        fixed_table=F("profile__fixed_table"),
        notes=Coalesce(F("profile__notes"), Value("")),
        games=Coalesce(
            Subquery(
                played.annotate(number=Count("pk")).values("number"), output_field=IntegerField()
            ),
            0,
        ),
        last_played=Subquery(played.annotate(last=Max("game__started_at")).values("last")),
    )
    for word in name_key(query).split():
        people = people.filter(
            Q(name_key__contains=word)
            | Q(profile__nickname__icontains=word)
            | Q(profile__community__icontains=word)
            | Q(also_known_as__name_key__contains=word)
        )
    return people.distinct() if query else people


def profile_of(player: Player) -> Profile:
    """What the directory says of a player; an empty one, not kept yet, where it says nothing."""
    return Profile.objects.filter(player=player).first() or Profile(player=player)


def file_heads() -> list[str]:
    """The heads of the directory's file."""
    return [str(label) for label in (*LABELS.values(), *DERIVED.values())]


def file_rows(club: Club) -> Iterator[list[Cell]]:
    """The directory's lines for a file, by name; one query."""
    fields = (*LABELS, *DERIVED)
    for *cells, last in directory(club).order_by("name_key").values_list(*fields):
        yield [*cells, timezone.localtime(last).date().isoformat() if last else ""]
