"""What a tournament's own page says to everybody who may see it."""

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from league.tournaments.entrants.selectors.divisions import who_entered
from league.tournaments.models import Stage, StageEntrant, StageSeat, StageTable, Tournament


@dataclass(frozen=True)
class StageLine:
    """A stage as its line on the page: `state` is to come, seated, on (a table began), or closed.

    `people` is how many play in it, without those who left before they sat down and in whose place
    somebody else plays. `game` says which of its games is seated, 0 before the first.
    """

    stage: Stage
    state: str
    people: int
    game: int
    tables: int


@dataclass(frozen=True)
class TournamentPage:
    """`state` is cancelled, over, on, or to come; `entered` and `here` count entrants."""

    state: str
    entered: int
    here: int
    stages: tuple[StageLine, ...]


def page_for_all(tournament: Tournament) -> TournamentPage:
    """The page's content; two queries."""
    sat = StageSeat.objects.filter(
        entrant=OuterRef("entrant"), table__round__stage=OuterRef("stage")
    )
    never_sat = StageEntrant.objects.filter(
        ~Exists(sat), stage=OuterRef("pk"), entrant__withdrawn_at__isnull=False
    )
    counted = never_sat.order_by().values("stage").annotate(number=Count("pk")).values("number")
    rows = tournament.stages.annotate(
        people=Count("field", distinct=True) - Coalesce(Subquery(counted), 0),
        games=Count("seated", distinct=True),
        laid=Count("seated__tables", distinct=True),
        begun=Exists(_begun(OuterRef("pk"))),
    )
    # A query that counts forgets the model's own order.
    rows = rows.order_by("number")
    here = Q(number__isnull=False, checked_in_at__isnull=False, withdrawn_at=None)
    counts = tournament.entrants.aggregate(
        entered=Count("pk", filter=who_entered()),
        here=Count("pk", filter=here),
    )
    return TournamentPage(
        state=_state(tournament),
        entered=counts["entered"],
        here=counts["here"],
        stages=tuple(
            StageLine(
                row,
                _state_of_stage(row, begun=row.begun),
                row.people,
                row.games,
                row.laid,
            )
            for row in rows
        ),
    )


def _begun(stage: OuterRef) -> QuerySet[StageTable]:
    """The tables of a stage that have begun, on a tablet or on paper."""
    return StageTable.objects.filter(StageTable.has_begun(), round__stage=stage)


def _state_of_stage(stage: Stage, *, begun: bool) -> str:
    if stage.closed_at is not None:
        return "closed"
    if stage.opened_at is None:
        return "to come"
    return "on" if begun else "seated"


def _state(tournament: Tournament) -> str:
    if tournament.cancelled_at is not None:
        return "cancelled"
    if tournament.ended_at is not None:
        return "over"
    return "on" if tournament.began_at is not None else "to come"
