"""The entrants of a tournament, and the division in which each of them can win."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from league.tournaments.brackets import divisions as pure
from league.tournaments.brackets.divisions import (
    AgeGroup,
    AgeOn,
    Bands,
    Division,
    Group,
    Outside,
)
from league.tournaments.models import DivisionMerge, Entrant, Tournament
from scoring.accounts.models import Player
from scoring.web.compiled_queries import CompiledQuery

MERGES = CompiledQuery(lambda own: DivisionMerge.objects.filter(tournament=own, undone_at=None))


def entrants_of(tournament: Tournament) -> QuerySet[Entrant]:
    """Return everybody who was accepted, by name, including those who have withdrawn."""
    return Entrant.objects.filter(tournament=tournament, number__isnull=False)


def has_entered(tournament: Tournament, entrant: Entrant) -> bool:
    """Whether an accepted entrant counts as one: not who withdrew before being in any stage."""
    was_in = tournament.began_at is not None and entrant.withdrawn_stage is not None
    return entrant.withdrawn_at is None or was_in


def who_entered(entrant: str = "") -> Q:
    """Return the condition of accepted entrants who count as such, as `has_entered` has it.

    `entrant` leads to their rows, such as "entrants__" from a tournament.
    """
    was_in = Q(
        **{f"{entrant}tournament__began_at__isnull": False},
        **{f"{entrant}withdrawn_stage__isnull": False},
    )
    stays = Q(**{f"{entrant}withdrawn_at": None})
    return Q(**{f"{entrant}number__isnull": False}) & (stays | was_in)


def namesakes_of_waiting(tournament: Tournament) -> dict[str, Player]:
    """The club's people whom the names of those who wait mean, by the name's key; one query.

    An accepted entrant is taken for that person.
    """
    names = Entrant.objects.filter(tournament=tournament, number=None).values("name_key")
    players = Player.objects.filter(club=tournament.club_id, name_key__in=names)
    return {
        player.name_key: player.same_as or player for player in players.select_related("same_as")
    }


def divisions_of(tournament: Tournament) -> tuple[Division, ...]:
    """The tournament's divisions before any were combined; no query."""
    bands = Bands(
        tournament.first_age,
        tournament.last_age,
        tournament.band_width,
        tuple(tournament.division_ages),
    )
    return pure.divisions_of(bands, tournament.by_gender)


def ages_names(begins: Sequence[int]) -> list[str]:
    """The names of the divisions that begin at these ages; no query."""
    divisions = pure.divisions_of(Bands(begins=tuple(begins)), by_gender=False)
    return [division_name(division) for division in divisions]


def divisions_matter(tournament: Tournament) -> bool:
    """Whether anything is won, or played, by division; one query where nothing is won."""
    won = tournament.medals or tournament.ribbons or tournament.qualifiers
    return bool(won) or tournament.stages.filter(by_division=True).exists()


def divisions_can_be_filled(tournament: Tournament) -> bool:
    """Whether what a division needs and nobody knew can be typed in, also after the end.

    Not after a stage that was played by division: who met whom there followed from it.
    """
    return tournament.ended_at is None or not tournament.stages.filter(by_division=True).exists()


def late_fields(entrant: Entrant, *, fills: bool) -> set[str]:
    """Return in which fields something may still be typed after the end.

    `fills` says whether `divisions_can_be_filled`.
    """
    fields = {"community", "home_club", "contact"}
    if fills:
        fields |= set() if entrant.gender else {"gender"}
        fields |= set() if entrant.born else {"born", "age_group"}
    return fields


def merges_of(tournament: Tournament) -> tuple[DivisionMerge, ...]:
    """The merges in force, oldest first; one query.

    One that names a division which the rules of age no longer know means nothing and is left out.
    """
    known = {division.key for division in divisions_of(tournament)}
    rows = MERGES.rows(tournament.pk)
    return tuple(row for row in rows if known.issuperset(row.divisions))


def groups_of(tournament: Tournament) -> tuple[Group, ...]:
    """What medals are won in: the divisions, with those that were combined as one; one query."""
    merges = [row.divisions for row in merges_of(tournament)]
    return pure.combined(divisions_of(tournament), merges)


def division_of(
    tournament: Tournament, entrant: Entrant, divisions: Sequence[Division]
) -> Division | Outside:
    """Which of the tournament's `divisions` an entrant falls in, or why in none; no query."""
    possible = divisions_possible(tournament, entrant, divisions)
    if isinstance(possible, Outside):
        return possible
    return possible[0] if len(possible) == 1 else Outside.SPANS


def divisions_possible(
    tournament: Tournament, entrant: Entrant, divisions: Sequence[Division]
) -> tuple[Division, ...] | Outside:
    """Return all `divisions` that an entrant may be in: several for a wide age group; no query."""
    return pure.divisions_possible(_ages_of(tournament, entrant), entrant.gender, divisions)


def _ages_of(tournament: Tournament, entrant: Entrant) -> AgeGroup | None:
    age = age_at(tournament, entrant.born)
    return entrant.age_group if age is None else AgeGroup(age, age)


def division_at(
    tournament: Tournament, born: date, gender: str, divisions: Sequence[Division]
) -> Division | Outside:
    """Return the division of anybody born on that day, or why there is none; no query."""
    return pure.division_of(age_at(tournament, born), gender, divisions)


def age_at(tournament: Tournament, born: date | None) -> int | None:
    """The age that counts, None if it is unknown. Nobody born after the event has an age."""
    if born is None or born > tournament.date:
        return None
    return pure.age(born, tournament.date, AgeOn(tournament.age_on))


@dataclass(frozen=True)
class Grouped:
    """Entrants by the group they win in.

    `groups` are all of the tournament's, in order, and `members` has a line for each by its key,
    also where nobody is in it. `outside` are those who fall in no division, by why, and `possible`
    those of them who may turn out to be of a group, by its key.
    """

    groups: tuple[Group, ...]
    members: Mapping[str, tuple[Entrant, ...]]
    outside: Mapping[Outside, tuple[Entrant, ...]]
    possible: Mapping[str, tuple[Entrant, ...]]

    def key_of(self) -> dict[int, str]:
        """The group's key of each entrant by id, "" for who falls in none."""
        keys = {entrant.pk: key for key, listed in self.members.items() for entrant in listed}
        return {entrant.pk: "" for listed in self.outside.values() for entrant in listed} | keys


def entrants_by_group(tournament: Tournament, entrants: Iterable[Entrant] | None = None) -> Grouped:
    """Entrants by group, in the order in which they come; at most two queries.

    By default of all accepted entrants who have not withdrawn, or of `entrants`. Divisions that
    were combined are one for who may be in several of them.
    """
    if entrants is None:
        entrants = entrants_of(tournament).filter(withdrawn_at=None)
    divisions, groups = divisions_of(tournament), groups_of(tournament)
    belongs = {division.key: group.key for group in groups for division in group.divisions}
    members: dict[str, list[Entrant]] = {group.key: [] for group in groups}
    outside: dict[Outside, list[Entrant]] = {}
    for entrant in entrants:
        possible = divisions_possible(tournament, entrant, divisions)
        if isinstance(possible, Outside):
            outside.setdefault(possible, []).append(entrant)
            continue
        keys = {belongs[division.key] for division in possible}
        if len(keys) == 1:
            members[keys.pop()].append(entrant)
        else:
            outside.setdefault(Outside.SPANS, []).append(entrant)
    perhaps: dict[str, list[Entrant]] = {group.key: [] for group in groups}
    for entrant in (entrant for listed in outside.values() for entrant in listed):
        may_be = pure.divisions_open(_ages_of(tournament, entrant), entrant.gender, divisions)
        for key in dict.fromkeys(belongs[division.key] for division in may_be):
            perhaps[key].append(entrant)
    return Grouped(
        groups,
        {key: tuple(listed) for key, listed in members.items()},
        {why: tuple(listed) for why, listed in outside.items()},
        {key: tuple(listed) for key, listed in perhaps.items()},
    )


def group_names(tournament: Tournament) -> dict[str, str]:
    """The names of the tournament's groups for people, by key; one query."""
    return {group.key: group_name(group) for group in groups_of(tournament)}


def division_name(division: Division) -> str:
    """A division's name for people, such as "Women 90 and older" or "Open"."""
    who = {"woman": _("Women"), "man": _("Men")}.get(division.gender, "")
    ages = ages_name(AgeGroup(division.lowest, division.highest))
    return " ".join(part for part in (who, ages) if part) or _("Open")


def in_division(division: str, sentence: str) -> str:
    """Return a sentence about somebody of a division, with its name; "" where there are none."""
    if not division:
        return sentence
    return _("%(group)s: %(sentence)s") % {"group": division, "sentence": sentence}


def award_in_division(division: str, award: str) -> str:
    """Return what is won in a division, with its name; "" where there are none."""
    return _(", ").join((award, division)) if division else award


def ages_name(ages: AgeGroup) -> str:
    """Ages for people, such as "67", "90 and older" or "under 60"; "" for all there are."""
    if ages.highest is None:
        return _("%d and older") % ages.lowest if ages.lowest else ""
    if ages.highest == ages.lowest:
        return str(ages.lowest)
    if ages.lowest == 0:
        return _("under %d") % (ages.highest + 1)
    return f"{ages.lowest}–{ages.highest}"


def group_name(group: Group) -> str:
    """A group's name for people: those of its divisions, joined by a plus.

    Ages that follow each other have one name: "Men 70 and older", not two joined.
    """
    joined: list[Division] = []
    for division in group.divisions:
        last = joined[-1] if joined else None
        next_age = last.highest + 1 if last and last.highest is not None else None
        if last and (last.gender, next_age) == (division.gender, division.lowest):
            joined[-1] = replace(last, highest=division.highest)
        else:
            joined.append(division)
    return " + ".join(division_name(division) for division in joined)
