"""A tournament in words: names and moments, what fields hold, and a stage as planned."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time
from fractions import Fraction
from typing import Any, Final

from django.db import models
from django.utils import timezone
from django.utils.formats import date_format, number_format, time_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.case_words import case_words
from league.seating.errors import CaseError
from league.standings.scores import written
from league.tie_break_words import LABELS
from league.tournaments.brackets.values import (
    Cut,
    Fill,
    Kind,
    MovesBy,
    Onward,
    Place,
    Seating,
    StageMeasure,
    Uneven,
)
from scoring import referee
from scoring.lists import all_of, listed
from scoring.refusals import Refusal
from scoring.sheets.models import Game

from .models import Entrant, Stage, StageTable

# Gaps of the sentences of `league.tournaments.brackets` that are filled with an entrant.
PEOPLE = ("name", "one", "other")


def case_in_words(error: CaseError, names: Mapping[int, str], groups: Mapping[str, str]) -> Refusal:
    """A sentence of the pure packages in the reader's language.

    It has names for entrants' ids and for the keys of groups of divisions.
    """

    def named(gap: str, value: object) -> object:
        if gap == "group":
            return groups.get(str(value), value)
        return names.get(value, value) if gap in PEOPLE and isinstance(value, int) else value

    return Refusal("plan", case_words(error, named))


def points_words(value: Fraction | int | None) -> str:
    """Return a value as people write it: "12", "3.5", "2.33" or "2,33"; a dash for none.

    A half is no "½": beside "22.75 a round" that would be another way of writing.
    """
    if value is None:
        return "–"
    digits = written(Fraction(value))
    return number_format(digits.rstrip("0").rstrip("."))


def standing_words(place: Place) -> str:
    """Return a place in a stage and the points of it, in words."""
    return _("place %(place)s, %(total)s") % {
        "place": place.place,
        "total": points_words(place.value),
    }


def at_time(moment: datetime) -> str:
    """The time of day of a moment, as the club's clock shows it."""
    return date_format(timezone.localtime(moment), "TIME_FORMAT")


def tables_missing(numbers: Iterable[int]) -> str:
    """Return a sentence that names the tables whose results are still missing."""
    tables = [str(number) for number in numbers]
    return ngettext(
        "Table %s has no result yet. Its sheet has to be finished, or its paper typed in.",
        "Tables %s have no result yet. Their sheets have to be finished, or their paper typed in.",
        len(tables),
    ) % listed(tables)


def field_label(model: type[models.Model], name: str) -> str:
    """What pages call the field."""
    return str(model._meta.get_field(name).verbose_name)  # type: ignore[union-attr]


def field_words(model: type[models.Model], name: str, value: Any) -> str:
    """Return a value of the field in a few words: “none” if there is none."""
    field: Any = model._meta.get_field(name)
    choices = {str(key): str(label) for key, label in field.flatchoices}
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None or value in ("", []):
        return _("none")
    if isinstance(value, list):
        labels = LABELS if name == "tie_breaks" else {}
        return ", ".join(str(labels.get(name_there, name_there)) for name_there in value)
    if isinstance(value, date):
        return date_format(value)
    if isinstance(value, time):
        return time_format(value)
    return choices.get(str(value), str(value))


def as_json(value: Any) -> Any:
    """A field's value as a log's details can hold it."""
    if isinstance(value, models.Model):
        return value.pk
    if isinstance(value, date | time):
        return value.isoformat()
    return value


def has_several_games(stage: Stage) -> bool:
    """Whether it has to be said which game of the stage a table belongs to."""
    return stage.rounds > 1 or stage.kind != Kind.TABLES


def table_in_words(table: StageTable) -> str:
    """The stage, its game where it has several, and the table."""
    stage_round = table.round
    stage = stage_round.stage
    details = {"stage": stage.name, "game": stage_round.number, "table": table.number}
    if has_several_games(stage):
        return _("%(stage)s, game %(game)d, table %(table)d") % details
    return _("%(stage)s, table %(table)d") % details


def award_name(what: str) -> str:
    """What is won, in a word."""
    return {
        "gold": _("Gold"),
        "silver": _("Silver"),
        "bronze": _("Bronze"),
        "ribbon": _("Ribbon"),
    }[str(what)]


def left_publicly(entrant: Entrant, *, played: bool = False) -> str:
    """In which way somebody went away, as everybody may read it: nobody's health."""
    if entrant.withdrawn_how == Entrant.Leaving.INJURED:
        return _("went home")
    return left_short(entrant, played=played)


def left_short(entrant: Entrant, *, played: bool = False) -> str:
    """In which way somebody went away, in a few words, for directors.

    Beside points of a game, "did not come" would say that they are somebody else's: `played` says
    that there are some, perhaps of a stage before the one that was left.
    """
    came = played or entrant.withdrawn_games > 0
    return {
        Entrant.Leaving.INJURED: _("went home injured or ill"),
        Entrant.Leaving.NO_SHOW: _("did not come back") if came else _("did not come"),
        Entrant.Leaving.DISQUALIFIED: _("disqualified"),
    }.get(Entrant.Leaving(entrant.withdrawn_how or Entrant.Leaving.WITHDREW), _("withdrew"))


def left_sentence(entrant: Entrant) -> str:
    """That somebody went away, and how, in a sentence for directors."""
    sentence = {
        Entrant.Leaving.INJURED: _("%s went home injured or ill."),
        Entrant.Leaving.NO_SHOW: _("%s did not come."),
        Entrant.Leaving.DISQUALIFIED: _("%s was disqualified."),
    }.get(Entrant.Leaving(entrant.withdrawn_how or Entrant.Leaving.WITHDREW), _("%s withdrew."))
    return sentence % entrant.name


def totals_in_words(entrants: Mapping[int, Entrant], rows: Sequence[Sequence[Any]]) -> str:
    """Return the entrants whose id and total begin these rows, by name, each with the total."""
    return listed(
        (f"{entrants[pk].name} {'–' if total is None else total}" for pk, total, *_more in rows),
        most=len(rows),
    )


def replaced_words(name: str) -> str:
    """That somebody went on, and who plays there instead: the same on every page."""
    return _("went on, and was replaced by %(name)s") % {"name": name}


def left_words(
    entrant: Entrant,
    stages: Iterable[Stage],
    *,
    seated: bool = False,
    publicly: bool = False,
    before_play: bool = False,
    awards: bool = True,
    earned: bool | None = True,
) -> str:
    """How and when somebody went away, and what counts; of who has withdrawn.

    `seated` says that somebody was, of whom nobody wrote down when; `publicly`, that everybody may
    read it; `before_play`, that this one's table had not begun; `awards`, that medals or ribbons
    are given; `earned`, that there is a place to keep, None where a sheet may still bring one. When
    does not matter of who was disqualified and has no place for it.
    """
    stage = next((row for row in stages if row.number == entrant.withdrawn_stage), None)
    how = left_publicly(entrant) if publicly else left_short(entrant)
    if publicly and entrant.is_disqualified and not entrant.keeps_place:
        seated = seated or stage is not None
    elif stage is not None and entrant.is_no_show and not entrant.withdrawn_games:
        how = _("did not come to %(stage)s") % {"stage": stage.name}
        seated = True
    elif stage is not None:
        when = (
            _("before playing in %(stage)s") % {"stage": stage.name}
            if before_play
            else _when_left(entrant, stage)
        )
        how = _("%(how)s %(when)s") % {"how": how, "when": when}
        seated = True
    if not seated or (earned is None and entrant.keeps_place):
        return how
    counts = left_counts(entrant, awards=awards) if earned else _("no place")
    return _("%(how)s: %(counts)s") % {"how": how, "counts": counts}


def left_counts(entrant: Entrant, *, awards: bool = True) -> str:
    """What counts of somebody who went away; medals only where some are given (`awards`)."""
    if not entrant.keeps_place:
        return _("no place")
    if entrant.is_disqualified and awards:
        return _("keeps the place earned in the tournament, and wins no medal")
    return _("keeps the place earned in the tournament")


def _when_left(entrant: Entrant, stage: Stage) -> str:
    details = {"stage": stage.name, "game": entrant.withdrawn_games}
    if stage.rounds == 1 and stage.kind == Kind.TABLES:
        if not details["game"]:
            return _("before the end of %(stage)s") % details
        # While other tables still play, the stage is not over.
        return (_("after %(stage)s") if stage.closed_at else _("after playing in %(stage)s")) % (
            details
        )
    if not details["game"]:
        return _("before the end of game 1 of %(stage)s") % details
    return _("after game %(game)d of %(stage)s") % details


def stage_words(stage: Stage) -> list[str]:
    """The stage's plan, one sentence a point; empty points are left out. No query."""
    return [
        sentence
        for sentence in (
            _seating(stage),
            *_movement(stage),
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
    details = {
        "size": stage.size,
        "least": stage.least,
        "most": stage.most,
        "seating": stage.get_seating_display(),
    }
    if stage.least == stage.most:
        return _("Tables of %(size)d, seated %(seating)s.") % details
    return _("Tables of %(size)d (%(least)d to %(most)d), seated %(seating)s.") % details


def _movement(stage: Stage) -> list[str]:
    """Say who moves after a game, and where that is different at table 1."""
    if stage.kind != Kind.TABLES or stage.seating != Seating.MOVES or stage.rounds < 2:
        return []
    if stage.moves_by == MovesBy.SEATS:
        first = _("After each game, by seat: %s. Above table 1 comes the last table.")
    else:
        first = _("After each game, by place: %s. Above table 1 comes the last table.")
    sentences = [first % _steps(stage.moves)]
    if stage.top_moves:
        sentences.append(_("At table 1: %s.") % _steps(stage.top_moves))
    return sentences


def _steps(steps: Sequence[int]) -> str:
    """Say who moves how far, such as "1 and 2 up 1 table, 3 stays"."""
    positions: dict[int, list[str]] = {}
    for position, step in enumerate(steps, 1):
        positions.setdefault(step, []).append(str(position))
    parts = []
    for step, those in positions.items():
        if step:
            number = abs(step)
            sentence = (
                ngettext("%(who)s up %(number)d table", "%(who)s up %(number)d tables", number)
                if step > 0
                else ngettext(
                    "%(who)s down %(number)d table", "%(who)s down %(number)d tables", number
                )
            )
            parts.append(sentence % {"who": listed(those), "number": number})
    return _("%s, the others stay") % _(", ").join(parts)


def _apart(stage: Stage) -> str:
    if stage.by_division and stage.apart:
        return _("Each division plays by itself, club-mates at different tables.")
    if stage.by_division:
        return _("Each division plays by itself.")
    return _("Club-mates sit at different tables.") if stage.apart else ""


def _game(stage: Stage) -> str:
    """How many games, by which rules, with how many rounds, and the time for one."""
    sheet = stage.rule_sheet
    title = sheet.name if sheet else referee.TITLES.get(stage.rules.get("base", ""), "")
    points = [
        ngettext("%d game", "%d games", stage.rounds) % stage.rounds
        if stage.kind == Kind.TABLES
        else "",
        str(title),
        _("double %d") % stage.set,
        _rounds(stage),
        ngettext("%d minute", "%d minutes", stage.minutes) % stage.minutes if stage.minutes else "",
    ]
    return ", ".join(filter(None, points)) + "."


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
    if stage.measure == StageMeasure.PLACES:
        points = " ".join(map(str, stage.place_points))
        return _("Places at a table give points: %s.") % points
    if stage.rounds > 1:
        sentence = _("The lowest sum of the games leads.")
    else:
        sentence = _("The lowest total leads.")
    uneven = str(UNEVEN[stage.uneven])
    return f"{sentence} {uneven}" if uneven else sentence


UNEVEN: Final[Mapping[str, str | Promise]] = {
    Uneven.STANDS: "",
    Uneven.AVERAGE: gettext_lazy("Each total counts as the average of its rounds."),
    Uneven.COMMON: gettext_lazy(
        "Between tables, only the rounds that all tables played count. At one table all its rounds "
        "count."
    ),
}
"""What a page says of a stage's totals beyond that they lead."""


def rest_place(place: int, count: int) -> int:
    """Return as the best of which place at the tables somebody goes on, 2 to 4; 0: of the rest.

    `place` is the one at the own table, of which the `count` lowest go on. Who was level for the
    last of these and lost, such as by lot, is one of the next.
    """
    place = max(place, count + 1)
    return place if place in (2, 3, 4) else 0


def rest_words(numbers: Mapping[int, int]) -> list[str]:
    """Return how many go on behind the lowest of tables, by `rest_place`: "2 best seconds"."""
    words = []
    for place, number in sorted(numbers.items(), key=lambda item: item[0] or 5):
        if number:
            words.append(
                {
                    2: ngettext("%(number)d best second", "%(number)d best seconds", number),
                    3: ngettext("%(number)d best third", "%(number)d best thirds", number),
                    4: ngettext("%(number)d best fourth", "%(number)d best fourths", number),
                    0: ngettext(
                        "%(number)d best of the rest", "%(number)d best of the rest", number
                    ),
                }[place]
                % {"number": number}
            )
    return words


def goes_on_behind(rest: int, *, sure: bool, over: bool = False) -> str:
    """Say that somebody goes on, or could, behind the lowest of tables, by `rest_place`.

    Of a stage that is `over`, that somebody did.
    """
    if over:
        return {
            2: _("went on as a best second"),
            3: _("went on as a best third"),
            4: _("went on as a best fourth"),
            0: _("went on, best of the rest"),
        }[rest]
    if sure:
        return {
            2: _("goes on as a best second"),
            3: _("goes on as a best third"),
            4: _("goes on as a best fourth"),
            0: _("goes on, best of the rest"),
        }[rest]
    return {
        2: _("could go on as a best second"),
        3: _("could go on as a best third"),
        4: _("could go on as a best fourth"),
        0: _("could go on, best of the rest"),
    }[rest]


def way_so_far(how: str, *, sure: bool) -> str:
    """Say how somebody goes on from a stage that is open, or could."""
    if how == "walkover":
        return (
            _("goes on by walkover") if sure else _("goes on by walkover, unless a result comes in")
        )
    if how == "choice":
        return _("goes on by the director’s choice")
    return _("goes on") if sure else _("could go on")


def free_seat_words(stage: Stage) -> str:
    """Say who takes a seat that becomes free after a stage, while it is open or once it is closed.

    "" where that follows from the places of the whole stage anyhow.
    """
    if stage.onward != Onward.TABLES:
        return ""
    if stage.closed_at is None:
        return (
            _(
                "%s is not closed yet. So when somebody leaves, the next person at the same "
                "table goes on instead."
            )
            % stage.name
        )
    return (
        _(
            "%s is closed. So a free seat goes to the best of those who did not go on, whatever "
            "their table: first by the place at their table, then by points."
        )
        % stage.name
    )


def way_words(stage: Stage, *, fills: bool = True) -> str:
    """Return who goes on to the next stage, in one sentence; "" for a last stage.

    Without `fills` it is known that the lowest of the tables take all places.
    """
    if stage.onward == Onward.TABLES:
        return _from_tables(stage, Fill(stage.fill) if fills else Fill.NONE)
    if stage.onward == Onward.BEST:
        details = {"count": stage.count}
        if stage.cut != Cut.NUMBER:
            return _cut_words(stage) % details
        if stage.by_division:
            return (
                ngettext(
                    "The best of each division goes on.",
                    "The %(count)d best of each division go on.",
                    stage.count,
                )
                % details
            )
        return ngettext("The best one goes on.", "The %(count)d best go on.", stage.count) % details
    if stage.onward == Onward.ALL:
        return _("All go on, with their points.") if stage.carried else _("All go on.")
    return ""


def _cut_words(stage: Stage) -> str:
    if stage.cut == Cut.POINTS:
        if stage.measure == StageMeasure.PLACES:
            return _("Everybody with %(count)d points or more goes on.")
        return _("Everybody with %(count)d points or fewer goes on.")
    if stage.by_division:
        return _("The best %(count)d percent of each division go on.")
    return _("The best %(count)d percent go on.")


def _from_tables(stage: Stage, fill: Fill) -> str:
    details = {
        "count": stage.count,
        "most": stage.fill_to,
        "next": stage.count + 1,
        "then": stage.count + 2,
    }
    if stage.by_division and fill is not Fill.NONE:
        sentence = _filled_by_division(stage, fill)
    elif fill is Fill.FULL:
        sentence = ngettext(
            "The lowest of each table goes on. The best seconds fill up the last table, after "
            "them the best thirds, and so on.",
            "The %(count)d lowest of each table go on. The best with place %(next)d fill up the "
            "last table, after them the best with place %(then)d, and so on.",
            stage.count,
        )
    elif fill is Fill.TO:
        sentence = ngettext(
            "The lowest of each table goes on. Then the best seconds, and after them the best "
            "thirds, until %(most)d go on in all.",
            "The %(count)d lowest of each table go on. Then the best with place %(next)d, and "
            "after them the best with place %(then)d, until %(most)d go on in all.",
            stage.count,
        )
    else:
        sentence = ngettext(
            "The lowest of each table goes on.",
            "The %(count)d lowest of each table go on.",
            stage.count,
        )
    return sentence % details


def _filled_by_division(stage: Stage, fill: Fill) -> str:
    if fill is Fill.FULL:
        return ngettext(
            "The lowest of each table goes on. In each division the best seconds fill up a last "
            "table, after them the best thirds, and so on.",
            "The %(count)d lowest of each table go on. In each division the best with place "
            "%(next)d fill up a last table, after them the best with place %(then)d, and so on.",
            stage.count,
        )
    return ngettext(
        "The lowest of each table goes on. Then the best seconds, and after them the best "
        "thirds, until %(most)d of each division go on.",
        "The %(count)d lowest of each table go on. Then the best with place %(next)d, and "
        "after them the best with place %(then)d, until %(most)d of each division go on.",
        stage.count,
    )


def tables_in_words(sizes: Iterable[int]) -> str:
    """Return table sizes in words, such as "7 tables of 4 and 3 of 3"; "" for none."""
    counts = sorted(Counter(sizes).items(), reverse=True)
    if not counts:
        return ""
    size, tables = counts[0]
    first = ngettext("%(tables)d table of %(size)d", "%(tables)d tables of %(size)d", tables)
    rest = [_("%(tables)d of %(size)d") % {"tables": n, "size": size} for size, n in counts[1:]]
    return all_of([first % {"tables": tables, "size": size}, *rest])
