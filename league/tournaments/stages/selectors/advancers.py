"""Who goes on from a stage, in words: how many winners, how many best of the rest."""

from collections import Counter
from collections.abc import Sequence

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
    groups = group_words(closing.advance.going, closing.stage)
    if not groups:
        return _("Nobody goes on to %s.") % closing.following.name
    details = {"who": listed(groups), "next": closing.following.name}
    if len(closing.advance.going) == 1:
        return _("%(who)s goes on to %(next)s.") % details
    return _("%(who)s go on to %(next)s.") % details


def group_words(going: Sequence[Going], stage: Stage) -> list[str]:
    """How many go on by what: "10 winners", "2 best seconds"."""
    count: Counter[How] = Counter(member.how for member in going)
    # Of those level at a table, of whom all go on, as many are its winners as it had places for.
    level = Counter(member.table for member in going if member.how is How.EITHER)
    first = Counter(member.table for member in going if member.how is How.TABLE)
    winning = sum(stage.count - first[table] for table in level)
    count[How.TABLE] += winning
    rest = Counter(rest_place(goer.place, stage.count) for goer in going if goer.how is How.FILL)
    rest[rest_place(0, stage.count)] += level.total() - winning
    words = []
    if winners := count[How.TABLE]:
        words.append(
            ngettext("%d winner", "%d winners", winners) % winners
            if stage.count == 1
            else _("%(number)d, the %(count)d lowest of each table,")
            % {"number": winners, "count": stage.count}
        )
    words += rest_words(rest)
    if best := count[How.BEST]:
        words.append(
            _("the %d best of the stage") % best if best > 1 else _("the best of the stage")
        )
    if everybody := count[How.ALL]:
        words.append(_("all %d") % everybody)
    return words
