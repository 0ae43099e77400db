"""What pages say of who goes on from a stage or could, and how that differs after a change."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.standings.results import Key
from league.tournaments.courses import Loaded
from league.tournaments.display.selectors.onwards import Onwards, rest_places
from league.tournaments.models import Stage
from league.tournaments.wording import goes_on_behind, way_so_far
from scoring.collation import name_order
from scoring.lists import listed


@dataclass(frozen=True)
class OnwardMark:
    """What the bracket says of somebody, in its words; "" for nothing, as of who is `out`.

    Who is `level` for a place is named with all others who are, so that nobody gains that here.
    """

    words: str = ""
    sure: bool = False
    level: bool = False
    out: bool = False


NOTHING, CANNOT = OnwardMark(), OnwardMark(out=True)


def marks_of(snapshot: Loaded, stage: Stage, onwards: Onwards) -> dict[int, OnwardMark]:
    """Return what pages say of those of a stage, by ids; of others they say nothing yet."""
    fills = "fill" in onwards.hows.values()
    at_table = rest_places(snapshot, stage) if fills else {}

    def mark(key: Key, how: str) -> OnwardMark:
        sure = key in onwards.certain
        if how in ("level", "tied"):
            return OnwardMark(_("level for a place"), level=True)
        if how == "decides":
            return OnwardMark(_decides())
        if how == "fill":
            return OnwardMark(goes_on_behind(at_table.get(key, 0), sure=sure), sure)
        return OnwardMark(way_so_far(how, sure=sure), sure)

    marks = {int(key): CANNOT for key in onwards.cannot}
    return marks | {int(key): mark(key, how) for key, how in onwards.hows.items()}


def mark_changes(
    snapshot: Loaded,
    following: Stage,
    before: Mapping[int, OnwardMark],
    after: Mapping[int, OnwardMark],
    decides: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset()),
) -> Iterator[str]:
    """Say of whom pages say something else after a change, and what; nothing of all others.

    `decides` are those of whom they said before, and say after, in earlier stages too that the
    director decides.
    """
    people: dict[tuple[str, str], set[int]] = defaultdict(set)
    for key in before.keys() | after.keys():
        was, now = before.get(key, NOTHING), after.get(key, NOTHING)
        for change in _changes(was, now) if was != now else ():
            people[change].add(key)
    for kind, others in (("said", decides[1] - decides[0]), ("unsaid", decides[0] - decides[1])):
        if (kind, _decides()) in people:
            people[kind, _decides()] |= others
    sentences = {
        "sure": _("Whatever still comes, %(names)s will go on to %(next)s."),
        "unsure": _("It is no longer certain that %(names)s will go on to %(next)s."),
        "cannot": _("%(names)s can no longer go on to %(next)s."),
        "said": _("The bracket and the television then say of %(names)s: “%(mark)s”."),
        "unsaid": _("The bracket and the television then no longer say of %(names)s: “%(mark)s”."),
    }
    for kind, sentence in sentences.items():
        for words in sorted(words for other, words in people if other == kind):
            names = named(snapshot, people[kind, words])
            yield sentence % {"names": names, "next": following.name, "mark": words}


def _decides() -> str:
    return _("the director decides")


def _changes(was: OnwardMark, now: OnwardMark) -> Iterator[tuple[str, str]]:
    """What is to be said of somebody whose mark is another now, with the mark where it matters."""
    if now == CANNOT:
        # Pages say that of nobody: it matters only of whom they said something.
        yield from [("cannot", "")] if was.words else []
        return
    if was.sure and not now.sure:
        yield "unsure", ""
    elif was.words and not now.words:
        yield "unsaid", was.words
    if now.sure and not was.sure:
        yield "sure", ""
    elif now.words and not now.level:
        yield "said", now.words


def named(snapshot: Loaded, keys: set[int] | frozenset[int]) -> str:
    """Return these people by name, in the order of names; "" for nobody."""
    names = sorted((snapshot.entrants[key].name for key in keys), key=name_order)
    return listed(names) if names else ""
