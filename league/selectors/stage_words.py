"""A stage as planned, in a few sentences: who sits where, what is played, who goes on."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.brackets.values import Fill, Kind, Measure, Onward
from league.models import Stage
from scoring import referee
from scoring.models import Game


def stage_words(stage: Stage) -> list[str]:
    """The stage's plan, one sentence a point; empty points are left out. No query."""
    return [
        sentence
        for sentence in (
            _seating(stage),
            _apart(stage),
            _game(stage),
            _counting(stage),
            way_words(stage),
        )
        if sentence
    ]


def _seating(stage: Stage) -> str:
    if stage.kind != Kind.TABLES:
        return f"{stage.get_kind_display()}.".capitalize()
    told = {
        "size": stage.size,
        "least": stage.least,
        "most": stage.most,
        "seating": stage.get_seating_display(),
    }
    if stage.least == stage.most:
        return _("Tables of %(size)d, seated %(seating)s.") % told
    return _("Tables of %(size)d (%(least)d to %(most)d), seated %(seating)s.") % told


def _apart(stage: Stage) -> str:
    if stage.by_division and stage.apart:
        return _("Each division plays by itself, club-mates at different tables.")
    if stage.by_division:
        return _("Each division plays by itself.")
    return _("Club-mates sit at different tables.") if stage.apart else ""


def _game(stage: Stage) -> str:
    """How many games, by which rules, with how many rounds, and the time for one."""
    title = referee.TITLES.get(stage.rules.get("base", ""), "")
    told = [
        ngettext("%d game", "%d games", stage.rounds) % stage.rounds
        if stage.kind == Kind.TABLES
        else "",
        str(title),
        _("double %d") % stage.set,
        _rounds(stage),
        ngettext("%d minute", "%d minutes", stage.minutes) % stage.minutes if stage.minutes else "",
    ]
    return ", ".join(filter(None, told)) + "."


def _rounds(stage: Stage) -> str:
    game = Game(set=stage.set, rules=stage.rules)
    count = referee.round_count(game)
    if count is None:
        return ""
    first = referee.next_double(game, [])
    if first is None:
        return ngettext("%d round", "%d rounds", count) % count
    return ngettext(
        "%(count)d round from the double %(first)d",
        "%(count)d rounds from the double %(first)d",
        count,
    ) % {"count": count, "first": first}


def _counting(stage: Stage) -> str:
    if stage.kind != Kind.TABLES:
        return ""
    if stage.measure == Measure.PLACES:
        points = " ".join(map(str, stage.place_points))
        return _("Places at a table give points: %s.") % points
    if stage.rounds > 1:
        return _("The lowest sum of the games leads.")
    return _("The lowest total leads.")


def way_words(stage: Stage) -> str:
    """Who goes on to the next stage, in one sentence; "" for a last stage."""
    if stage.onward == Onward.TABLES:
        return _from_tables(stage)
    if stage.onward == Onward.BEST:
        told = {"count": stage.count}
        if stage.by_division:
            return (
                ngettext(
                    "The best of each division goes on.",
                    "The %(count)d best of each division go on.",
                    stage.count,
                )
                % told
            )
        return ngettext("The best one goes on.", "The %(count)d best go on.", stage.count) % told
    if stage.onward == Onward.ALL:
        return _("All go on, with their points.") if stage.carried else _("All go on.")
    return ""


def _from_tables(stage: Stage) -> str:
    told = {"count": stage.count, "most": stage.fill_to}
    if stage.fill == Fill.FULL:
        sentence = ngettext(
            "The lowest of each table goes on, and the best of the rest to full tables.",
            "The %(count)d lowest of each table go on, and the best of the rest to full tables.",
            stage.count,
        )
    elif stage.fill == Fill.TO:
        sentence = ngettext(
            "The lowest of each table goes on, and the best of the rest until they are %(most)d.",
            "The %(count)d lowest of each table go on, and the best of the rest until they are "
            "%(most)d.",
            stage.count,
        )
    else:
        sentence = ngettext(
            "The lowest of each table goes on.",
            "The %(count)d lowest of each table go on.",
            stage.count,
        )
    return sentence % told
