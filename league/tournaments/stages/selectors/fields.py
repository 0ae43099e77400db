"""The field of a stage: its people, their seeds, and their divisions where that matters."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from league.seasons.models import Board
from league.standings.tie_breaks import OF_TOURNAMENTS, tie_breaks_named
from league.tournaments.brackets.seeding import seeds
from league.tournaments.brackets.values import Member, Onward, StageCourse
from league.tournaments.courses import Loaded, kept_with_snapshot, plan_of
from league.tournaments.entrants.selectors.divisions import entrants_by_group, group_names
from league.tournaments.models import Entrant, Stage, Tournament

# Seeds by hand go before any place of a season.
BEFORE = 1_000_000


@kept_with_snapshot
def played_groups(snapshot: Loaded) -> Mapping[str, str]:
    """The names of the groups that play by themselves, by key; none where nobody plays so."""
    divided = any(stage.by_division for stage in snapshot.begun)
    return group_names(snapshot.tournament) if divided else {}


def is_barred(snapshot: Loaded, stage: Stage, entrant: Entrant) -> bool:
    """Whether a visitor cannot go on from a stage, whatever their place."""
    onward_by_place = stage.onward in (Onward.TABLES, Onward.BEST)
    return entrant.visitor and not snapshot.tournament.visitors_go_on and onward_by_place


def present(tournament: Tournament) -> list[Entrant]:
    """Return who plays from the beginning: accepted, checked in, not withdrawn; by number."""
    rows = tournament.entrants.filter(
        number__isnull=False,
        player__isnull=False,
        checked_in_at__isnull=False,
        withdrawn_at=None,
    )
    return list(rows.select_related("player").order_by("number"))


def no_shows(tournament: Tournament) -> list[Entrant]:
    """Return who was accepted, has not withdrawn and has not come; by name."""
    rows = tournament.entrants.filter(number__isnull=False, checked_in_at=None, withdrawn_at=None)
    return list(rows)


def first_field(tournament: Tournament, stage: Stage) -> tuple[Member, ...]:
    """The field of the first stage, the best seed first.

    Seeds are those by hand, then by place on the season's newest leaderboard, or by rating there
    where the tournament says so, then by lot.
    """
    people = present(tournament)
    order = seeds([person.pk for person in people], _ranks(tournament, people), tournament.seed)
    groups = entrants_by_group(tournament, people).key_of() if stage.by_division else {}
    return tuple(
        Member(
            key=entrant.pk,
            seed=order[entrant.pk],
            club=entrant.club_key,
            group=groups.get(entrant.pk) or "",
            visitor=entrant.visitor,
        )
        for entrant in sorted(people, key=lambda person: order[person.pk])
    )


def _ranks(tournament: Tournament, people: Iterable[Entrant]) -> Mapping[int | str, int | None]:
    ranks: dict[int, int | None] = {}
    if tournament.season is not None:
        board = Board.objects.filter(season=tournament.season).order_by("-date").first()
        if board is not None:
            for player, place, rating in board.standings.values_list(
                "player_id", "place", "rating"
            ):
                ranks[player] = _best_first(rating) if tournament.seeds_by_rating else place
    return {
        person.pk: person.seed_by_hand - BEFORE
        if person.seed_by_hand is not None
        else ranks.get(person.player_id or 0)
        for person in people
    }


def _best_first(rating: int | None) -> int | None:
    """A rating as a rank: the highest is the lowest number."""
    return None if rating is None else -rating


def regrouped(snapshot: Loaded, stage: Stage, field: Iterable[Member]) -> tuple[Member, ...]:
    """The field with the divisions that the stage keeps apart, or without any where it does not.

    Who falls in no division has the group "".
    """
    members = tuple(field)
    if not stage.by_division:
        return tuple(replace(member, group="") for member in members)
    if all(member.group for member in members):
        return members
    people = [snapshot.entrants[int(member.key)] for member in members]
    groups = entrants_by_group(snapshot.tournament, people).key_of()
    return tuple(replace(member, group=groups.get(int(member.key)) or "") for member in members)


def in_no_division(stage: Stage, field: Iterable[Member]) -> list[int]:
    """Who of the field falls in no division though the stage is played by division."""
    return [int(member.key) for member in field if stage.by_division and not member.group]


def fresh_course(tournament: Tournament, stage: Stage, field: tuple[Member, ...]) -> StageCourse:
    """The course of a stage of which only the field is known."""
    return StageCourse(
        plan=plan_of(stage),
        field=field,
        ties=tie_breaks_named(tournament.tie_breaks, OF_TOURNAMENTS),
    )
