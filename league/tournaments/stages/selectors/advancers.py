"""Who goes on from a stage, in words: how many winners, how many best of the rest."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.tournaments.brackets.values import Going, How
from league.tournaments.models import Stage
from league.tournaments.wording import rest_place, rest_words
from scoring.lists import listed

from .progress import Closing


def going_in_words(closing: Closing) -> str:
    """A sentence such as "10 winners and 2 best seconds go on to the Final."."""
    if closing.following is None:
        return _("Nobody goes on: it is the last stage.")
    groups = group_words(closing.advance.going, closing.stage, closing.groups or {})
    if not groups:
        if closing.advance.level:
            return _("Nobody is sure to go on to %s yet: its places are open.") % (
                closing.following.name
            )
        return _("Nobody goes on to %s.") % closing.following.name
    details = {"who": listed(groups), "next": closing.following.name}
    if closing.advance.level:
        sentence = ngettext(
            "So far %(who)s goes on to %(next)s, and the rest is open.",
            "So far %(who)s go on to %(next)s, and the rest is open.",
            len(closing.advance.going),
        )
        return sentence % details
    if len(closing.advance.going) == 1:
        sentence = _("%(who)s goes on to %(next)s.") % details
    else:
        sentence = _("%(who)s go on to %(next)s.") % details
    # It may begin with "the 3 best of the stage".
    return sentence[:1].upper() + sentence[1:]


def group_words(
    going: Sequence[Going], stage: Stage, groups: Mapping[str, str] | None = None
) -> list[str]:
    """How many go on by what: "10 winners", "2 best seconds".

    `groups` are the names of divisions that play by themselves, by key.

    Who goes on from a table because somebody lower there left, or may not go on, is no winner.
    """
    count: Counter[How] = Counter(member.how for member in going)
    from_tables = Counter(member.table for member in going if member.how is How.TABLE)
    # Of those level at a table, of whom all go on, as many come from it as it had places for.
    level = {member.table: member.place for member in going if member.how is How.EITHER}
    first = [(goer.place, 1) for goer in going if goer.how is How.TABLE]
    first += [(place, stage.count - from_tables[table]) for table, place in level.items()]
    winners = sum(number for place, number in first if place <= stage.count)
    moved_up = sum(number for place, number in first if place > stage.count)
    rest = Counter(rest_place(goer.place, stage.count) for goer in going if goer.how is How.FILL)
    rest[rest_place(0, stage.count)] += count[How.EITHER] + count[How.TABLE] - winners - moved_up
    words = []
    if winners:
        words.append(
            ngettext("%d winner", "%d winners", winners) % winners
            if stage.count == 1
            else _("%(number)d (the %(count)d lowest of each table)")
            % {"number": winners, "count": stage.count}
        )
    if moved_up:
        words.append(
            ngettext(
                "%d next best at the table",
                "%d next best at their tables",
                moved_up,
            )
            % moved_up
        )
    words += rest_words(rest)
    words += _best_words(going, groups or {})
    if everybody := count[How.ALL]:
        words.append(_("all %d") % everybody)
    return words


def _best_words(going: Sequence[Going], groups: Mapping[str, str]) -> Iterator[str]:
    best = Counter(member.group for member in going if member.how is How.BEST)
    for key in [key for key in groups if best[key]]:
        yield ngettext(
            "the best one of %(group)s", "the %(number)d best of %(group)s", best[key]
        ) % {"number": best.pop(key), "group": groups[key]}
    if number := best.total():
        yield ngettext("the best one of the stage", "the %(number)d best of the stage", number) % {
            "number": number
        }
