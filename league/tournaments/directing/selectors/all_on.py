"""What it would do to let all go on who are level for a place, before it is done."""

import hashlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.standings.results import Key
from league.tournaments.brackets.forecast import forecast
from league.tournaments.courses import Loaded, plan_of
from league.tournaments.display.selectors.onwards import onwards_of, rule_now
from league.tournaments.models import Stage
from league.tournaments.stages.selectors.advancers import going_in_words
from league.tournaments.stages.selectors.progress import Closing, closing_of
from league.tournaments.wording import tables_in_words
from scoring.collation import name_order
from scoring.lists import listed


@dataclass(frozen=True)
class AllOnPlan:
    """What it does that all of these go on, in sentences; `mark` is equal for equal ones."""

    stage: Stage
    keys: tuple[int, ...]
    sentences: tuple[str, ...]

    @property
    def mark(self) -> str:
        """What the director has to have seen for it to be done."""
        shown = repr((self.stage.pk, self.keys, self.sentences))
        return hashlib.sha256(shown.encode()).hexdigest()[:32]


def all_on_plan(loaded: Loaded, stage: Stage, keys: Collection[int]) -> AllOnPlan:
    """Return what it would do, without doing it."""
    course = loaded.courses[stage.pk]
    changed = replace(course, all_on=course.all_on | {frozenset[Key](keys)})
    after = replace(loaded, courses={**loaded.courses, stage.pk: changed})
    ordered = tuple(sorted(keys))
    return AllOnPlan(stage, ordered, tuple(_sentences(loaded, after, stage, ordered)))


def _sentences(loaded: Loaded, after: Loaded, stage: Stage, keys: Collection[int]) -> Iterator[str]:
    was, now = closing_of(loaded, stage), closing_of(after, stage)
    following = now.following
    if following is None:
        return
    yield _("Everybody who is level goes on: %s.") % _named(loaded, keys)
    going = [{int(goer.key) for goer in closing.advance.going} for closing in (was, now)]
    if others := going[1] - going[0] - set(keys):
        yield (
            ngettext(
                "%(names)s then goes on too, to fill up tables.",
                "%(names)s then go on too, to fill up tables.",
                len(others),
            )
            % {"names": _named(loaded, others)}
        )
    if lost := going[0] - going[1]:
        yield (
            _("By the results so far %(lost)s would not go on to %(next)s.")
            % {"lost": _named(loaded, lost), "next": following.name}
        )
    if was.advance.full != now.advance.full:
        yield (
            _("%(next)s then has %(people)d people, not %(before)d.")
            % {"next": following.name, "people": now.advance.full, "before": was.advance.full}
        )
    sizes = [_tables(closing) for closing in (was, now)]
    if all(sizes) and sizes[0] != sizes[1]:
        yield _("They sit at %(after)s instead of %(before)s.") % {
            "after": sizes[1],
            "before": sizes[0],
        }
    yield going_in_words(now)
    rules = [rule_now(at, stage, onwards_of(at, stage)) for at in (loaded, after)]
    if rules[0] != rules[1]:
        yield _("Rule: %(rule)s") % {"rule": rules[1]}


def _tables(closing: Closing) -> str:
    """The tables of the next stage in words; "" where divisions decide which there are."""
    following = closing.following
    if following is None or following.by_division:
        return ""
    (expected,) = forecast([plan_of(following)], closing.advance.full)
    return tables_in_words(expected.sizes) if expected.error is None else ""


def _named(loaded: Loaded, keys: Iterable[int]) -> str:
    names = sorted((loaded.entrants[key].name for key in keys), key=name_order)
    return listed(names)
