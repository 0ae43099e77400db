"""How many rounds the tables of a game have played: some stop early, such as when time is up."""

from collections import defaultdict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.tournaments.brackets.values import Kind, StageMeasure
from league.tournaments.courses import Loaded
from league.tournaments.models import Stage
from league.tournaments.wording import listed


def rounds_played(loaded: Loaded, stage: Stage, number: int) -> dict[int, list[int]]:
    """Return the numbers of the finished tables by how many rounds they played, the most first.

    Of a table that is known from paper nobody has said how many.
    """
    tables = defaultdict(list)
    for state in loaded.tables_of(stage, number):
        if state.game is not None and state.finished:
            tables[state.rounds].append(state.row.number)
    return {rounds: tables[rounds] for rounds in sorted(tables, reverse=True)}


def uneven_words(loaded: Loaded, stage: Stage, number: int) -> str:
    """Say who played more rounds in a game of a stage, and how that counts; "" where nobody did.

    Where places at tables count, or two play each other, a table's rounds change nothing elsewhere.
    """
    if stage.measure != StageMeasure.TOTAL or stage.kind != Kind.TABLES:
        return ""
    played = rounds_played(loaded, stage, number)
    if len(played) < 2:
        return ""
    parts = [
        ngettext("%(rounds)s at table %(tables)s", "%(rounds)s at tables %(tables)s", len(tables))
        % {
            "rounds": ngettext("%d round", "%d rounds", rounds) % rounds,
            "tables": listed(map(str, tables)),
        }
        for rounds, tables in played.items()
    ]
    return _("Not all tables played as many rounds: %s. Points count as they stand.") % _(
        "; "
    ).join(parts)
