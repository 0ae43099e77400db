"""Who goes on from a stage, who could, and by which rule."""

from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.seating.errors import CaseError
from league.standings.results import Key
from league.tournaments.brackets.certainty import (
    could_go_on,
    is_complete,
    onwards,
    places_by_group,
)
from league.tournaments.brackets.counting import who_may_go_on
from league.tournaments.brackets.ranking import stage_places
from league.tournaments.brackets.table_queue import places_behind
from league.tournaments.brackets.values import Fill, Kind, Level, Onward
from league.tournaments.courses import Loaded, plan_of
from league.tournaments.models import Stage
from league.tournaments.stages.selectors.fields import is_barred
from league.tournaments.stages.selectors.seated_anew import course_when_seated, let_on_in_force
from league.tournaments.stages.selectors.undecided import (
    certain_course,
    may_count_no_more,
    seated_again,
    undecided_people,
    ways_on,
)
from league.tournaments.wording import rest_place, way_words
from scoring.collation import name_order
from scoring.lists import listed
from scoring.names import one_stop


def coming_places(loaded: Loaded, stage: Stage) -> tuple[int, Mapping[str, int] | None]:
    """Return how many come to the next stage, and of which division where that can be known.

    Counted from the tables that sit and from all who go on by the director's word: so many people
    seated anew could be fewer tables, and send on fewer.
    """
    following = loaded.following(stage)
    if following is None:
        return 0, None
    course = certain_course(loaded, stage)
    if course.plan.onward is Onward.ALL:
        field = [member for member in course.field if not member.out]
        return len(field), Counter(member.group for member in field if member.group) or None
    visitors = loaded.tournament.visitors_go_on
    try:
        places = places_by_group(course, plan_of(following), visitors)
    except CaseError:
        return 0, None
    return sum(places.values()), places if course.plan.by_division else None


@dataclass(frozen=True)
class Onwards:
    """How each advancer of a stage goes on or could, who does for certain, and who is tied.

    Who is tied for too few places has the how "level", or "tied" while they could still all go on;
    `open` says so of all of them. `idle` are tied, and all of them go on. `places` are how many go
    on in all. Who has the how "decides" waits for the director's word after a correction. `cannot`
    are those whom no result still to come brings on, while the stage is played. `complete` says
    that no result of it is still to come. `all_open` says that there are results, and that by these
    everybody can still go on, so that nobody is marked.
    """

    hows: Mapping[Key, str]
    certain: frozenset[Key] = frozenset()
    level: tuple[Level, ...] = ()
    places: int = 0
    idle: tuple[Level, ...] = ()
    open: bool = False
    cannot: frozenset[Key] = frozenset()
    complete: bool = False
    all_open: bool = False


def onwards_of(loaded: Loaded, stage: Stage) -> Onwards:
    """Return who goes on from a stage that has begun; of the last one, once it is closed, who won.

    For a closed stage that is the field of the next one, but for those of whom the director has
    still to decide after a correction. In one that is played, those are certain whom no result
    still to come can keep back; nobody while a correction could have it seated again.
    """
    following = loaded.following(stage)
    if following is None:
        return _winners(loaded, stage)
    if following.pk in loaded.fields:
        hows: dict[Key, str] = {**ways_on(loaded, stage)}
        return _decided(hows, undecided_people(loaded, stage), places=len(hows))
    course = certain_course(loaded, stage)
    if course.plan.onward is Onward.ALL:
        return Onwards({}, complete=is_complete(course))
    if may_count_no_more(loaded, stage):
        return Onwards(dict.fromkeys(course.undecided & course.member_of.keys(), "decides"))
    try:
        certain = onwards(course, plan_of(following), loaded.tournament.visitors_go_on)
    except CaseError:
        return Onwards({})
    goes = could_go_on(course, certain) | dict(certain.going)
    hows = {key: how.value for key, how in goes.items()}
    # Of a tie some may be safe whatever becomes of it, among the best of the rest.
    waiting = {key for level in certain.level for key in level.keys}
    fills = not certain.complete and course.plan.fill is not Fill.NONE
    hows |= dict.fromkeys(waiting - certain.going.keys(), "tied" if fills else "level")
    hows |= dict.fromkeys(course.undecided & course.member_of.keys(), "decides")
    sure = frozenset(certain.going)
    return Onwards(
        hows,
        sure,
        certain.level,
        certain.places,
        certain.idle,
        open=fills,
        cannot=certain.cannot,
        complete=certain.complete,
        all_open=bool(course.lines) and not (hows or certain.cannot or certain.cannot_so),
    )


def rest_places(loaded: Loaded, stage: Stage) -> dict[Key, int]:
    """Return as the best of which place at the tables each goes on, or could, by `rest_place`.

    Who left after the next stage was seated counts as they did then.
    """
    course = course_when_seated(loaded, stage)
    places = places_behind(course, loaded.tournament.visitors_go_on)
    return {key: rest_place(place, stage.count) for key, place in places.items()}


def _winners(loaded: Loaded, stage: Stage) -> Onwards:
    """Who is first in the last stage, once it is closed and the medals are shown.

    Nobody while a correction could have it seated again.
    """
    over = stage.closed_at is not None and not loaded.tournament.medals_held
    over = over and stage.kind == Kind.TABLES and not seated_again(loaded, stage)
    first = stage_places(loaded.courses[stage.pk]) if over else ()
    hows: dict[Key, str] = {place.key: "won" for place in first if place.place == 1}
    return _decided(hows, undecided_people(loaded) & hows.keys())


def _decided(hows: Mapping[Key, str], undecided: Set[Key], places: int = 0) -> Onwards:
    """Of a stage that is closed: all of it is certain, but for those who wait for a word."""
    certain = frozenset(hows.keys() - undecided)
    return Onwards({**hows, **dict.fromkeys(undecided, "decides")}, certain, places=places)


def way_now(loaded: Loaded, stage: Stage, onwards: Onwards) -> str:
    """Who goes on from a stage that has begun, and whom the director let go on; "" for a last."""
    let_on = [key for keys in let_on_in_force(loaded, stage) for key in keys]
    if not let_on:
        return rule_now(loaded, stage, onwards)
    names = sorted((loaded.entrants[int(key)].name for key in let_on), key=name_order)
    going = one_stop(_("Everybody who is level goes on: %s.") % listed(names))
    return f"{rule_now(loaded, stage, onwards)} {going}"


def rule_now(loaded: Loaded, stage: Stage, onwards: Onwards) -> str:
    """Who goes on from a stage that has begun, by its rule, in a sentence; "" for a last stage.

    The best of the rest are only named where there is a place for one of them.
    """
    course = loaded.courses[stage.pk]
    here = [member for member in course.field if not member.out]
    barred = any(is_barred(loaded, stage, loaded.entrants[int(member.key)]) for member in here)
    rules = [_("Visitors do not go on.")] if barred else []
    # While the director decides who plays in the stage, nobody goes on; its tables stay as many.
    places = onwards.places or coming_places(loaded, stage)[0]
    if course.plan.onward is not Onward.TABLES or not places:
        return " ".join((way_words(stage), *rules))
    visitors = loaded.tournament.visitors_go_on
    eligible = {member.key for member in here if visitors or not member.visitor}
    lowest = sum(
        min(course.plan.count, len(eligible.intersection(table.seats)))
        for table in course.rounds[0].tables
    )
    if places > lowest and _some_passed_over(loaded, stage):
        rules.append(_("Only people who can go on count at a table."))
    return " ".join((way_words(stage, fills=places > lowest), *rules))


def _some_passed_over(loaded: Loaded, stage: Stage) -> bool:
    """Whether somebody with a total at a table cannot go on, so that others count for more."""
    course = course_when_seated(loaded, stage)
    able = who_may_go_on(course.field, loaded.tournament.visitors_go_on)
    return any(line.total is not None and line.key not in able for line in course.lines.values())
