"""The outcome of a tournament as things stand: advancers and medals; and changes in it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.seating.errors import CaseError
from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.brackets.advance import advance
from league.tournaments.courses import Loaded, plan_of
from league.tournaments.models import Stage
from league.tournaments.wording import listed
from scoring.sheets.selectors.consequences import place_in_words
from scoring.values import Consequence


@dataclass(frozen=True)
class DivisionPlace:
    """Somebody's place in a division (None: none) and what it wins: "gold", ... or ""."""

    group: str
    place: int | None
    shared: bool
    award: str


@dataclass(frozen=True)
class TournamentOutcome:
    """Who would go on from each stage that has begun, by its id, and everybody's standing.

    Keys are entrants' ids. A stage whose advancers are not known yet has no line.
    """

    going: Mapping[int, frozenset[int]]
    standings: Mapping[int, DivisionPlace]


def outcome_of(snapshot: Loaded) -> TournamentOutcome:
    """What follows now from sheets, paper and what was decided; two queries."""
    going = {}
    for stage in snapshot.begun:
        following = snapshot.following(stage)
        if following is None:
            continue
        try:
            goes = advance(
                snapshot.courses[stage.pk], plan_of(following), snapshot.tournament.visitors_go_on
            )
        except CaseError:
            continue
        going[stage.pk] = frozenset(int(member.key) for member in goes.going)
    standings = {}
    for group in medals_of(snapshot).groups:
        won = group.award_of
        for place in group.places:
            award = won.get(place.key)
            standings[int(place.key)] = DivisionPlace(
                group.name, place.place, place.shared, str(award.what) if award else ""
            )
    return TournamentOutcome(going, standings)


def award_in_words(award: str) -> str:
    """What is won, in a word or two."""
    return {
        "gold": _("gold"),
        "silver": _("silver"),
        "bronze": _("bronze"),
        "ribbon": _("a ribbon"),
    }.get(award, _("nothing"))


def changes(
    snapshot: Loaded, before: TournamentOutcome, after: TournamentOutcome
) -> tuple[Consequence, ...]:
    """What is another in one outcome than in the other, in sentences; nothing for equal ones."""
    sentences = [
        sentence
        for stage in snapshot.begun
        if (sentence := _going_change(snapshot, stage, before, after))
    ]
    names = {pk: entrant.name for pk, entrant in snapshot.entrants.items()}
    moved = [pk for pk, now in after.standings.items() if before.standings.get(pk, now) != now]
    moved.sort(
        key=lambda pk: (
            after.standings[pk].award == before.standings[pk].award,
            after.standings[pk].group,
            after.standings[pk].place or len(names) + 1,
            names[pk],
        )
    )
    sentences += [
        _standing_change(names[pk], before.standings[pk], after.standings[pk]) for pk in moved
    ]
    if not sentences:
        return ()
    return (Consequence(snapshot.tournament.name, tuple(sentences)),)


def _going_change(
    snapshot: Loaded, stage: Stage, before: TournamentOutcome, after: TournamentOutcome
) -> str:
    was, now = before.going.get(stage.pk), after.going.get(stage.pk)
    following = snapshot.following(stage)
    if was is None or now is None or was == now or following is None:
        return ""

    def named(keys: frozenset[int]) -> str:
        return listed(sorted((snapshot.entrants[key].name for key in keys), key=str.casefold))

    details = {"gained": named(now - was), "lost": named(was - now), "next": following.name}
    if stage.closed_at is None:
        if not was - now:
            return _("As it stands, %(gained)s would go on to %(next)s as well.") % details
        return _("As it stands, %(gained)s would go on to %(next)s instead of %(lost)s.") % details
    return (
        _(
            "%(gained)s should have gone on to %(next)s instead of %(lost)s. %(next)s stays as "
            "it was seated until the director has chosen what becomes of it."
        )
        % details
    )


def _standing_change(name: str, was: DivisionPlace, now: DivisionPlace) -> str:
    details = {
        "group": now.group,
        "name": name,
        "won": award_in_words(now.award),
        "had": award_in_words(was.award),
        "now": place_in_words(now.place, shared=now.shared),
        "was": place_in_words(was.place, shared=was.shared),
    }
    if was.award == now.award:
        return _("%(group)s: %(name)s has %(now)s instead of %(was)s.") % details
    if details["now"] == details["was"]:
        return _("%(group)s: %(name)s wins %(won)s instead of %(had)s.") % details
    return (
        _("%(group)s: %(name)s wins %(won)s instead of %(had)s, with %(now)s instead of %(was)s.")
        % details
    )
