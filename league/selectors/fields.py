"""Who is in a stage's field, in what order of seeds, and in which division where that matters."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from league.brackets.seeding import seeds
from league.brackets.values import Member, StageCourse, Tie
from league.models import Board, Entrant, Stage, Tournament

from .courses import Loaded, plan_of
from .entrants import entrants_by_group

# Seeds by hand go before any place of a season.
BEFORE = 1_000_000


def present(tournament: Tournament) -> list[Entrant]:
    """Who plays from the beginning: accepted, checked in, not withdrawn; by number."""
    rows = tournament.entrants.filter(
        number__isnull=False,
        player__isnull=False,
        checked_in_at__isnull=False,
        withdrawn_at=None,
    )
    return list(rows.select_related("player").order_by("number"))


def no_shows(tournament: Tournament) -> list[Entrant]:
    """Who was accepted, has not withdrawn and has not come; by name."""
    rows = tournament.entrants.filter(number__isnull=False, checked_in_at=None, withdrawn_at=None)
    return list(rows)


def first_field(tournament: Tournament, stage: Stage) -> tuple[Member, ...]:
    """The field of the first stage, the best seed first.

    Seeds are those by hand, then by place on the season's newest leaderboard, or by rating there
    where the tournament says so, then by lot.
    """
    people = present(tournament)
    order = seeds([one.pk for one in people], _ranks(tournament, people), tournament.seed)
    groups = entrants_by_group(tournament, people).key_of() if stage.by_division else {}
    return tuple(
        Member(
            key=one.pk,
            seed=order[one.pk],
            club=one.community.casefold().strip(),
            group=groups.get(one.pk) or "",
            visitor=one.visitor,
        )
        for one in sorted(people, key=lambda one: order[one.pk])
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
        one.pk: one.seed_by_hand - BEFORE
        if one.seed_by_hand is not None
        else ranks.get(one.player_id or 0)
        for one in people
    }


def _best_first(rating: int | None) -> int | None:
    """A rating as a rank: the highest is the lowest number."""
    return None if rating is None else -rating


def regrouped(found: Loaded, stage: Stage, field: Iterable[Member]) -> tuple[Member, ...]:
    """The field with the divisions that the stage keeps apart, or without any where it does not.

    Who falls in no division has the group "".
    """
    members = tuple(field)
    if not stage.by_division:
        return tuple(replace(one, group="") for one in members)
    if all(one.group for one in members):
        return members
    people = [found.entrants[int(one.key)] for one in members]
    groups = entrants_by_group(found.tournament, people).key_of()
    return tuple(replace(one, group=groups.get(int(one.key)) or "") for one in members)


def in_no_division(stage: Stage, field: Iterable[Member]) -> list[int]:
    """Who of the field falls in no division though the stage is played by division."""
    return [int(one.key) for one in field if stage.by_division and not one.group]


def fresh_course(tournament: Tournament, stage: Stage, field: tuple[Member, ...]) -> StageCourse:
    """The course of a stage of which only the field is known."""
    return StageCourse(
        plan=plan_of(stage), field=field, ties=tuple(Tie(name) for name in tournament.tie_breaks)
    )
