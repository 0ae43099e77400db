"""The club's directory, as it is listed and as it is written to a file."""

from collections import defaultdict
from collections.abc import Iterator

from django.db.models import (
    Case,
    Count,
    F,
    IntegerField,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce

from league.imports.columns import DERIVED, LABELS
from league.imports.plans import yes_or_no
from league.people.models import Profile
from league.seasons.models import SeasonStatus, SeatTally
from league.seasons.public import played_on
from league.spreadsheets.writing import Value as Cell
from scoring.accounts.models import Club, Player
from scoring.accounts.selectors.people import everybody_of, players_of
from scoring.collation import name_order
from scoring.names import name_plain

SEASONS_SHOWN = 6


def directory(club: Club, query: str = "", *, archived: bool = False) -> QuerySet[Player]:
    """The club's people with what the directory says, games played and the last one's time.

    Who is archived is not among them; with `archived` nobody else is.
    `query` is looked for in names, nicknames and home communities. Games are
    those that are finished, as on a person's page. The numbers are as new as the tallies.
    """
    played = SeatTally.objects.filter(player=OuterRef("pk")).order_by().values("player")
    finished = played.filter(game__finished_at__isnull=False)
    listed = everybody_of(club).exclude(archived_at=None) if archived else players_of(club)
    if query:
        listed = listed.filter(pk__in=_ids_found(listed, query))
    return listed.annotate(
        nickname=Coalesce(F("profile__nickname"), Value("")),
        community=Coalesce(F("profile__community"), Value("")),
        email=Coalesce(F("profile__email"), Value("")),
        mails=Case(
            When(profile__mails=True, then=Value("yes")),
            When(profile__mails_refused=True, then=Value("no")),
            default=Value(""),
        ),
        phone=Coalesce(F("profile__phone"), Value("")),
        birth_year=F("profile__birth_year"),
        fixed_table=F("profile__fixed_table"),
        notes=Coalesce(F("profile__notes"), Value("")),
        games=Coalesce(
            Subquery(
                finished.annotate(number=Count("pk")).values("number"), output_field=IntegerField()
            ),
            0,
        ),
        last_played=Subquery(played.annotate(last=Max(played_on("game__"))).values("last")),
    )


def _ids_found(people: QuerySet[Player], query: str) -> list[int]:
    """The ids of those of whom each word is found, accents or none; one query.

    The database compares letters with their accents, so they are compared here.
    """
    texts: dict[int, str] = defaultdict(str)
    fields = ("name", "profile__nickname", "profile__community", "also_known_as__name")
    for pk, *words in people.order_by().values_list("pk", *fields):
        texts[pk] += name_plain(" ".join(filter(None, words))) + "\n"
    wanted = name_plain(query).split()
    return [pk for pk, text in texts.items() if all(word in text for word in wanted)]


def uses_of(player: Player) -> bool:
    """Whether a game, a game day or a tournament has the person, by whatever name; one query."""
    records = Player.objects.filter(Q(pk=player.pk) | Q(same_as=player))
    rows = Q(seats__isnull=False) | Q(attendances__isnull=False) | Q(entries__isnull=False)
    return records.filter(rows).exists()


def profile_of(player: Player) -> Profile:
    """What the directory says of a player; an empty one, not kept yet, where it says nothing."""
    return Profile.objects.filter(player=player).first() or Profile(player=player)


def statuses_of(player: Player) -> list[SeasonStatus]:
    """What the person is in the club's newest seasons, where somebody said so; one query."""
    statuses = SeasonStatus.objects.filter(Q(player=player) | Q(player__same_as=player))
    return list(statuses.select_related("season").order_by("-season__first", "pk")[:SEASONS_SHOWN])


def file_heads() -> list[str]:
    """The heads of the directory's file."""
    return [str(label) for label in (*LABELS.values(), *DERIVED.values())]


def file_rows(club: Club) -> Iterator[list[Cell]]:
    """The directory's lines for a file, by name; one query."""
    fields = (*LABELS, *DERIVED)
    lines = directory(club).order_by("name_key").values_list(*fields)
    mails = fields.index("mails")
    for *cells, last in sorted(lines, key=lambda line: name_order(line[0])):
        cells[mails] = yes_or_no(cells[mails])
        yield [*cells, last.isoformat() if last else ""]
