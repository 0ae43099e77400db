"""How many rounds the tables of a game have played: some stop early, such as when time is up."""

from collections import defaultdict
from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.standings.results import Key
from league.tournaments.brackets.counting import (
    common_rounds,
    compared,
    counts_rounds,
    rounds_of_tables,
    table_lines,
    totals,
)
from league.tournaments.brackets.ranking import table_at
from league.tournaments.brackets.values import Kind, StageMeasure, Uneven
from league.tournaments.courses import Loaded, stopped_short
from league.tournaments.models import Stage
from league.tournaments.wording import UNEVEN, has_several_games, points_words
from scoring.lists import listed


def rounds_played(loaded: Loaded, stage: Stage, number: int) -> dict[int, list[int]]:
    """Return the numbers of the finished tables by how many rounds they played, the most first.

    Of a table whose paper has totals alone nobody has said how many.
    """
    tables = defaultdict(list)
    for state in loaded.tables_of(stage, number):
        if state.finished and (state.game is not None or state.rounds):
            tables[state.rounds].append(state.row.number)
    return {rounds: tables[rounds] for rounds in sorted(tables, reverse=True)}


def stopped_words(loaded: Loaded, stage: Stage, number: int) -> str:
    """Say at which tables a game of a stage ended early, and after how many rounds; "" for none."""
    tables: dict[tuple[int, int], list[int]] = defaultdict(list)
    for state in loaded.tables_of(stage, number):
        if short := stopped_short(stage, state):
            tables[state.rounds, short].append(state.row.number)
    if not tables:
        return ""
    parts = [
        ngettext(
            "table %(tables)s after %(played)d of %(of)d rounds",
            "tables %(tables)s after %(played)d of %(of)d rounds",
            len(numbers),
        )
        % {"tables": listed(map(str, numbers), len(numbers)), "played": played, "of": of}
        for (played, of), numbers in sorted(tables.items())
    ]
    details = {"stage": stage.name, "game": number, "tables": _("; ").join(parts)}
    if has_several_games(stage):
        return _("%(stage)s, game %(game)d, ended early: %(tables)s.") % details
    return _("%(stage)s ended early: %(tables)s.") % details


def uneven_words(loaded: Loaded, stage: Stage, number: int, group: str = "") -> str:
    """Say who played more rounds in a game of a stage, and how that counts; "" where nobody did.

    Where places at tables count, or two play each other, a table's rounds change nothing elsewhere.
    `group` is the division whose tables are compared.
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
    tables = _("Not all tables played the same number of rounds: %s.") % _("; ").join(parts)
    return f"{tables} {how_it_counts(loaded, stage, number, group)}"


def how_it_counts(loaded: Loaded, stage: Stage, number: int, group: str = "") -> str:
    """Say how the points of a game count in which tables played unlike numbers of rounds."""
    if stage.uneven == Uneven.AVERAGE:
        return str(UNEVEN[stage.uneven])
    if stage.uneven == Uneven.STANDS:
        return _("Points count as they are.")
    if stage.by_division and not group:
        return str(UNEVEN[stage.uneven])
    course = loaded.courses[stage.pk]
    at = next(at for at in course.rounds if at.number == number)
    common = common_rounds(course, at, group)
    if common is None:
        return _(
            "For a table that played more, only the totals are known. So points count as they are."
        )
    if _is_open(loaded, stage, number, group):
        if common == 1:
            return _("So far, only the first round counts to compare with other tables.")
        return _("So far, only the first %d rounds count to compare with other tables.") % common
    if common == 1:
        return _("To compare with other tables, only the first round counts.")
    return _("To compare with other tables, only the first %d rounds count.") % common


def _is_open(loaded: Loaded, stage: Stage, number: int, group: str) -> bool:
    """Return whether a table of a game is still to say how many rounds it played."""
    away = loaded.courses[stage.pk].out
    return any(
        not state.finished and state.row.group == group and not away.issuperset(state.seats)
        for state in loaded.tables_of(stage, number)
    )


def counted_words(loaded: Loaded, stage: Stage, number: int, table: int, entrant: Key) -> str:
    """Say what somebody's total counts beside other tables of the game; "" where that is all."""
    course = loaded.courses[stage.pk]
    at, seats = table_at(course, number, table)
    line = course.lines.get((number, entrant))
    if not counts_rounds(course.plan) or line is None or line.total is None:
        return ""
    played = rounds_of_tables(course, at, seats.group)[table]
    value = compared(course, at)[entrant]
    if course.plan.uneven is Uneven.AVERAGE:
        return ngettext(
            "%(total)d points in %(rounds)d round count as %(value)s.",
            "%(total)d points in %(rounds)d rounds count as %(value)s.",
            played,
        ) % {"total": line.total, "rounds": played, "value": points_words(value)}
    if value == line.total:
        return ""
    common = common_rounds(course, at, seats.group) or 1
    return ngettext(
        "Of %(total)d points those of the first round count: %(value)s.",
        "Of %(total)d points those of the first %(rounds)d rounds count: %(value)s.",
        common,
    ) % {"total": line.total, "rounds": common, "value": points_words(value)}


def counting_note(loaded: Loaded, stage: Stage, number: int) -> str:
    """Say once how totals count of which `counted_short` says what; "" where it says nothing."""
    return how_it_counts(loaded, stage, number) if counted_short(loaded, stage, number) else ""


def counting_notes(loaded: Loaded) -> Iterator[tuple[str, str]]:
    """Yield where a list of places counts some rounds alone, and which: the game, and a sentence.

    A total as it stands is told apart by nothing there; an average is.
    """
    for stage in loaded.begun:
        course = loaded.courses[stage.pk]
        for at in course.rounds if course.plan.uneven is Uneven.COMMON else ():
            if counts_rounds(course.plan) and compared(course, at) != totals(course, at):
                yield _game_name(stage, at.number), how_it_counts(loaded, stage, at.number)


def _game_name(stage: Stage, number: int) -> str:
    if not has_several_games(stage):
        return stage.name
    return _("%(stage)s, game %(game)d") % {"stage": stage.name, "game": number}


def counted_short(loaded: Loaded, stage: Stage, number: int) -> dict[Key, str]:
    """Return what totals of finished tables count beside others, by entrant, in two words.

    Empty where all tables played as many rounds, so that totals can be compared as they are. Where
    averages add up over several games, they stand in each one as soon as one of these was uneven.
    """
    course = loaded.settled_course(stage)
    at = next((at for at in course.rounds if at.number == number), None)
    if at is None or not counts_rounds(course.plan):
        return {}
    words = {}
    for group in {table.group for table in at.tables}:
        averages = course.plan.uneven is Uneven.AVERAGE
        games = course.rounds if averages else (at,)
        if all(len(set(rounds_of_tables(course, game, group).values())) < 2 for game in games):
            continue
        values = compared(course, at)
        for table in (table for table in at.tables if table.group == group):
            for line in table_lines(course, at, table):
                if line.total is None:
                    continue
                value = points_words(values[line.key])
                if course.plan.uneven is Uneven.AVERAGE:
                    words[line.key] = _("%s a round") % value
                elif values[line.key] != line.total:
                    words[line.key] = _("counts %s") % value
    return words
