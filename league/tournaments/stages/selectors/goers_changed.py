"""Who would go on from the stage that is on, if the stages were set otherwise."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from league.seating.errors import CaseError
from league.standings.results import Key
from league.tournaments.brackets.certainty import could_go_on, onwards
from league.tournaments.courses import Loaded, loaded, loaded_with, plan_of
from league.tournaments.models import Stage, Tournament
from scoring.lists import listed

from .undecided import certain_course


def goers_changed(tournament: Tournament, stages: Sequence[Stage]) -> list[str]:
    """Say of whom pages would say something else with these `stages`, as they would be saved.

    That is who goes on for certain from the stage that is on, and who could. Nothing before one is
    on, and where nobody is named.
    """
    snapshot = loaded(tournament)
    stage = snapshot.current
    if stage is None:
        return []
    was, now = _marks(snapshot, stage), _marks(loaded_with(tournament, stages), stage)
    moved = [key for key in was | now if was.get(key) != now.get(key)]
    names = {key: snapshot.entrants[int(key)].name for key in moved}
    return list(_sentences(names, now, stage))


def _sentences(names: dict[Key, str], now: dict[Key, str], stage: Stage) -> Iterator[str]:
    words = {
        "sure": _("Certain to go on from %(stage)s then: %(names)s."),
        "could": _("Could go on from %(stage)s then: %(names)s."),
        "": _("Not going on from %(stage)s then: %(names)s."),
    }
    for mark, sentence in words.items():
        marked = sorted(name for key, name in names.items() if now.get(key, "") == mark)
        if marked:
            yield sentence % {"stage": stage.name, "names": listed(marked, most=len(marked))}


def _marks(snapshot: Loaded, stage: Stage) -> dict[Key, str]:
    """Return who of a stage that is on is "sure" to go on, and who "could"."""
    own = next(own for own in snapshot.stages if own.pk == stage.pk)
    following = snapshot.following(own)
    if following is None:
        return {}
    course = certain_course(snapshot, own)
    try:
        certain = onwards(course, plan_of(following), snapshot.tournament.visitors_go_on)
    except CaseError:
        return {}
    level = {key for tie in certain.level for key in tie.keys}
    could = could_go_on(course, certain).keys() | level
    return dict.fromkeys(could, "could") | dict.fromkeys(certain.going, "sure")
