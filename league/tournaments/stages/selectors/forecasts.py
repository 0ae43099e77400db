"""What a choice of stages means for so many people, in words, before anybody sits."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.case_words import case_words
from league.seating.errors import CaseError
from league.tournaments.brackets.forecast import StageForecast, forecast
from league.tournaments.brackets.values import (
    Cut,
    Kind,
    Onward,
    StageCourse,
    StageMeasure,
    StagePlan,
)
from league.tournaments.bye_words import byes_expected
from league.tournaments.courses import loaded, plan_of
from league.tournaments.entrants.selectors.divisions import (
    entrants_by_group,
    entrants_of,
    group_name,
    has_entered,
)
from league.tournaments.models import Stage, Tournament
from league.tournaments.stages.formats import Format
from league.tournaments.stages.selectors.repeats import expected_repeats
from league.tournaments.wording import rest_place, rest_words
from scoring.lists import all_of

MOST_ENTRANTS = 500


@dataclass(frozen=True)
class Expected:
    """For how many people a forecast is made.

    `entered` have entered and not withdrawn before, `here` of them came; `entrants` is the
    number that is forecast. `groups` says how many of them win in each group of divisions, by its
    key, and `names` what each group is called. Of another number than that of those who entered
    nobody knows their ages: `split` says how it is split over the groups.
    """

    entrants: int
    entered: int
    here: int
    groups: Mapping[str, int] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    split: str = ""

    @property
    def is_typed(self) -> bool:
        """Whether it is for another number than that of those who entered."""
        return bool(self.split)

    def instead(self, entrants: int) -> "Expected":
        """The same for another number of people, split as those who entered, or else evenly."""
        if entrants == self.entrants:
            return self
        split = (
            _("This number is split over the divisions in the same way as the people so far.")
            if self.groups
            else _("Nobody is in a division yet. So this number is split evenly over all of them.")
        )
        groups = _shares(entrants, self.groups or dict.fromkeys(self.names, 1))
        return replace(self, entrants=entrants, groups=groups, split=split)


def _shares(people: int, weights: Mapping[str, int]) -> dict[str, int]:
    """Return people split by weights; the largest fractions are rounded up, the others down."""
    whole = sum(weights.values())
    shares = {key: people * weight // whole for key, weight in weights.items()}
    by_fraction = sorted(weights, key=lambda key: people * weights[key] % whole, reverse=True)
    for key in by_fraction[: people - sum(shares.values())]:
        shares[key] += 1
    return shares


@dataclass(frozen=True)
class Forecast:
    """What stages mean: `text` is all in one sentence, `lines` one for each stage.

    Where people cannot be seated, `fault` says so and what would do; the lines of that stage and
    of those after it are then empty. `note` is what a director may want to look at, and `repeats`
    has a sentence for each stage of several games: how often two have to meet again. `byes` say in
    which stages somebody sits out each game, `unpaid` at which tables a place gives no points for
    lack of a number, and `same` which stages seat the same people again. `split` says how the
    people are split over the divisions, where that is a guess and some stage is played by division.
    """

    text: str
    lines: tuple[str, ...]
    fault: str = ""
    note: str = ""
    repeats: tuple[str, ...] = ()
    byes: tuple[str, ...] = ()
    unpaid: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    split: str = ""


def told_number(text: str | None, usual: int) -> int:
    """The number of people that a page asked about; `usual` where it is none that can be."""
    text = (text or "").strip()
    if text.isascii() and text.isdecimal() and len(text) < 5:
        return min(int(text), MOST_ENTRANTS)
    return usual


def expected_of(tournament: Tournament) -> Expected:
    """Those who are checked in, or before anybody is, those who have entered; three queries."""
    accepted = entrants_of(tournament).order_by("number")
    entered = [entrant for entrant in accepted if has_entered(tournament, entrant)]
    here = [entrant for entrant in entered if entrant.checked_in_at is not None]
    counted = here or entered
    groups = entrants_by_group(tournament, counted)
    return Expected(
        entrants=len(counted),
        entered=len(entered),
        here=len(here),
        groups={key: len(listed) for key, listed in groups.members.items() if listed},
        names={group.key: group_name(group) for group in groups.groups},
    )


def forecast_of_stages(
    stages: Sequence[Stage], expected: Expected, begun: Sequence[StageCourse] = ()
) -> Forecast:
    """What a tournament's stages mean, with the tables of those that have begun; no query.

    For another number of people than those who are there, all of them are as planned.
    """
    named = [(stage.name, plan_of(stage)) for stage in stages]
    if expected.is_typed:
        begun = ()
    words = forecast_words(named, expected.entrants, expected.groups, expected.names, begun)
    by_division = expected.entrants and any(stage.by_division for stage in stages)
    return replace(words, split=expected.split) if by_division else words


def begun_courses(tournament: Tournament) -> tuple[StageCourse, ...]:
    """The stages of a tournament that have tables, from the first on; no query before it begins."""
    if tournament.began_at is None:
        return ()
    return tuple(takewhile(lambda course: course.rounds, loaded(tournament).begun_courses()))


def forecast_of_format(chosen: Format, entrants: int) -> Forecast:
    """What a format means for so many entrants; no query."""
    return forecast_words([(str(stage.name), stage.plan) for stage in chosen.stages], entrants)


def forecast_words(
    stages: Sequence[tuple[str, StagePlan]],
    entrants: int,
    groups: Mapping[str, int] | None = None,
    names: Mapping[str, str] | None = None,
    begun: Sequence[StageCourse] = (),
) -> Forecast:
    """What stages, each with its name, mean for so many entrants; the first may have `begun`.

    `groups` says how many of them win in each group of divisions, `names` what groups are called.
    """
    if not entrants:
        return Forecast("", ("",) * len(stages))
    titles = [name for name, _plan in stages]
    plans = [plan for _name, plan in stages]
    forecasts = forecast(plans, entrants, groups, begun)
    entrants = forecasts[0].players if begun else entrants
    seen = list(takewhile(lambda stage_forecast: stage_forecast.error is None, forecasts))
    lines = [
        _stage_line(plan, stage_forecast, names or {}, last=at == len(plans))
        for at, (plan, stage_forecast) in enumerate(zip(plans, seen, strict=False), 1)
    ]
    blank = ("",) * (len(plans) - len(lines))
    fault = ""
    error = next(filter(None, (stage_forecast.error for stage_forecast in forecasts)), None)
    if error is not None:
        fault = _("%(entrants)s, %(stage)s: %(sentence)s") % {
            "entrants": _entrants(entrants),
            "stage": stages[len(seen)][0],
            "sentence": group_case_words(error, names),
        }
    repeats = [
        expected_repeats(name, plan, stage_forecast)
        for (name, plan), stage_forecast in zip(stages, seen, strict=False)
    ]
    byes = [
        byes_expected(name, plan, stage_forecast.byes)
        for (name, plan), stage_forecast in zip(stages, seen, strict=False)
        if plan.kind is Kind.TABLES
    ]
    return Forecast(
        _text(plans, seen, entrants),
        (*lines, *blank),
        fault,
        _note(plans, seen),
        tuple(sentence for sentence in repeats if sentence),
        tuple(sentence for sentence in byes if sentence),
        tuple(_unpaid(stages, seen)),
        (*_same_people(titles, plans, seen), *_whole_divisions(titles, plans, seen, names or {})),
    )


def _text(plans: Sequence[StagePlan], seen: Sequence[StageForecast], entrants: int) -> str:
    """All stages that can be seated, in one sentence; "" where none can."""
    if not seen:
        return ""
    ways = [
        _way_on(plans[at], stage_forecast, plans[at + 1], seen[at + 1], last=at + 2 == len(plans))
        for at, stage_forecast in enumerate(seen[:-1])
    ]
    details = {
        "entrants": _entrants(entrants),
        "tables": _tables(plans[0], seen[0]),
        "ways": _("; ").join(ways),
    }
    if ways:
        return _("%(entrants)s: %(tables)s; %(ways)s.") % details
    return _("%(entrants)s: %(tables)s.") % details


def _entrants(number: int) -> str:
    return ngettext("%d entrant", "%d entrants", number) % number


def group_case_words(error: CaseError, names: Mapping[str, str] | None = None) -> str:
    """The sentence of what cannot be seated, in the reader's language where it is known.

    `names` are what groups of divisions are called, by their keys.
    """
    known = names or {}
    sentence = case_words(
        error, lambda gap, value: known.get(str(value), value) if gap == "group" else value
    )
    if error.group is None:
        return sentence
    # A sentence about one group begins with its name, whatever else it says.
    return _("%(group)s: %(sentence)s") % {
        "group": known.get(error.group, error.group),
        "sentence": sentence,
    }


def _tables(plan: StagePlan, stage_forecast: StageForecast) -> str:
    """Where a stage is played, such as "7 tables of 4 and 3 of 3, 5 games each"."""
    if plan.kind is not Kind.TABLES:
        return _bracket(stage_forecast)
    parts: list[str] = []
    # The most usual size first, whether the others are larger or smaller.
    for size, count in sorted(
        Counter(stage_forecast.sizes).items(), key=lambda pair: (-pair[1], -pair[0])
    ):
        details = {"count": count, "size": size}
        if parts:
            parts.append(_("%(count)d of %(size)d") % details)
        else:
            words = ngettext("%(count)d table of %(size)d", "%(count)d tables of %(size)d", count)
            parts.append(words % details)
    if plan.rounds == 1:
        return all_of(parts)
    return _("%(tables)s, %(games)d games each") % {"tables": all_of(parts), "games": plan.rounds}


def _bracket(stage_forecast: StageForecast) -> str:
    """An elimination: how many play, how often in all, how many have no opponent at first.

    In double elimination a second final may come on top.
    """
    sentence = ngettext(
        "a bracket of %(players)d with %(rounds)d round of games",
        "a bracket of %(players)d with %(rounds)d rounds of games",
        stage_forecast.rounds,
    )
    if stage_forecast.may_be_more:
        sentence = _("a bracket of %(players)d with %(rounds)d or %(more)d rounds of games")
    rounds = stage_forecast.rounds
    bracket = sentence % {"players": stage_forecast.players, "rounds": rounds, "more": rounds + 1}
    if not stage_forecast.byes:
        return bracket
    free = ngettext(
        "%(bracket)s (%(byes)d has no opponent at first)",
        "%(bracket)s (%(byes)d have no opponent at first)",
        stage_forecast.byes,
    )
    return free % {"bracket": bracket, "byes": stage_forecast.byes}


def _stage_line(
    plan: StagePlan, stage_forecast: StageForecast, names: Mapping[str, str], *, last: bool
) -> str:
    """A stage by itself: how many play, at which tables, how often; or so of each division.

    Of each division it says who goes on as well, unless it is the `last` stage.
    """
    people = ngettext("%d person", "%d people", stage_forecast.players) % stage_forecast.players
    if not stage_forecast.by_group:
        return _("%(people)s: %(tables)s.") % {
            "people": people,
            "tables": _tables(plan, stage_forecast),
        }
    parts = [
        _("%(division)s: %(tables)s")
        % {"division": names.get(key, key), "tables": _of_division(plan, part, last=last)}
        for key, part in stage_forecast.by_group.items()
    ]
    return _("%(people)s. %(divisions)s.") % {"people": people, "divisions": _("; ").join(parts)}


def _of_division(plan: StagePlan, part: StageForecast, *, last: bool) -> str:
    if plan.kind is Kind.TABLES:
        tables = _tables(plan, part)
    else:
        sentence = ngettext("%d game to begin with", "%d games to begin with", len(part.sizes))
        tables = sentence % len(part.sizes)
    if last or not _chooses(plan):
        return tables
    who = _who(plan, part) if plan.onward is Onward.TABLES else str(part.on)
    sentence = ngettext("%(tables)s (%(who)s goes on)", "%(tables)s (%(who)s go on)", part.on)
    return sentence % {"tables": tables, "who": who}


def _chooses(plan: StagePlan) -> bool:
    """Whether it is known how many of a stage go on, and that need not be all."""
    by_points = plan.onward is Onward.BEST and plan.cut is Cut.POINTS
    return plan.onward is not Onward.ALL and not by_points


def _way_on(
    plan: StagePlan,
    stage_forecast: StageForecast,
    after: StagePlan,
    then: StageForecast,
    *,
    last: bool,
) -> str:
    """Who goes on to what, such as "10 winners and 2 best seconds go on to 3 tables of 4"."""
    details = {"who": _who(plan, stage_forecast), "tables": _tables(after, then)}
    if last and len(then.sizes) == 1 and after.kind is Kind.TABLES:
        sentence = ngettext(
            "%(who)s goes on to the final", "%(who)s go on to the final", stage_forecast.on
        )
    else:
        sentence = ngettext(
            "%(who)s goes on to %(tables)s", "%(who)s go on to %(tables)s", stage_forecast.on
        )
    return sentence % details


def _who(plan: StagePlan, stage_forecast: StageForecast) -> str:
    if plan.onward is Onward.ALL:
        if plan.carried:
            return _("all %d with their points") % stage_forecast.on
        return _("all %d") % stage_forecast.on
    if plan.onward is Onward.BEST and plan.cut is Cut.POINTS:
        sentence = (
            _("everybody with %(points)d points or more (at most %(on)d)")
            if plan.measure is StageMeasure.PLACES
            else _("everybody with %(points)d points or fewer (at most %(on)d)")
        )
        return sentence % {"points": plan.count, "on": stage_forecast.on}
    if plan.onward is Onward.BEST and plan.cut is Cut.PERCENT:
        return ngettext(
            "%(on)d (the best %(percent)d percent)",
            "%(on)d (the best %(percent)d percent)",
            stage_forecast.on,
        ) % {"on": stage_forecast.on, "percent": plan.count}
    if plan.onward is Onward.BEST and plan.by_division:
        return ngettext(
            "%(on)d (the best one of each division)",
            "%(on)d (the best %(count)d of each division)",
            plan.count,
        ) % {"on": stage_forecast.on, "count": plan.count}
    if plan.onward is Onward.BEST:
        return ngettext("the best one", "the %d best", stage_forecast.on) % (
            () if stage_forecast.on == 1 else stage_forecast.on
        )
    if plan.count == 1:
        first = ngettext("%d winner", "%d winners", stage_forecast.winners) % stage_forecast.winners
    else:
        first = _("%(winners)d (the %(count)d lowest of each table)") % {
            "winners": stage_forecast.winners,
            "count": plan.count,
        }
    return all_of([first, *_rest(plan, stage_forecast)]) if stage_forecast.fill else first


def _rest(plan: StagePlan, stage_forecast: StageForecast) -> list[str]:
    """The best of the rest, by the place at a table that they come from as a rule."""
    parts = stage_forecast.by_group.values() or (stage_forecast,)
    return rest_words(sum((_rest_numbers(plan, part) for part in parts), Counter()))


def _rest_numbers(plan: StagePlan, stage_forecast: StageForecast) -> Counter[int]:
    """How many of who fill up come from which place, where all of these play together."""
    numbers: Counter[int] = Counter()
    left, place = stage_forecast.fill, plan.count
    while left > 0 and place < max(stage_forecast.sizes, default=0):
        place += 1
        number = min(left, sum(size >= place for size in stage_forecast.sizes))
        numbers[rest_place(place, plan.count)] += number
        left -= number
    numbers[0] += left
    return numbers


def _unpaid(
    stages: Sequence[tuple[str, StagePlan]], seen: Sequence[StageForecast]
) -> Iterator[str]:
    """Name the stages where points for places are said for fewer places than a table has."""
    for (name, plan), stage_forecast in zip(stages, seen, strict=False):
        size, points = max(stage_forecast.sizes), plan.place_points
        of_places = plan.kind is Kind.TABLES and plan.measure is StageMeasure.PLACES
        if of_places and len(points) < size and points[-1:] != (0,):
            sentence = ngettext(
                "%(stage)s: only the first gets points at a table of %(size)d.",
                "%(stage)s: only the first %(said)d get points at a table of %(size)d.",
                len(points),
            )
            yield sentence % {"stage": name, "said": len(points), "size": size}


def _same_people(
    names: Sequence[str], plans: Sequence[StagePlan], seen: Sequence[StageForecast]
) -> Iterator[str]:
    """Name the stages from which nobody is left out, though only some were to go on."""
    for at, (plan, stage, then) in enumerate(zip(plans, seen, seen[1:], strict=False)):
        if _chooses(plan) and stage.players == then.players:
            details = {"stage": names[at], "next": names[at + 1], "people": stage.players}
            yield (
                _(
                    "%(next)s seats the same %(people)d people as %(stage)s: nobody is left out. "
                    "One of the two may do."
                )
                % details
            )


def _whole_divisions(
    names: Sequence[str],
    plans: Sequence[StagePlan],
    seen: Sequence[StageForecast],
    groups: Mapping[str, str],
) -> Iterator[str]:
    """Name the divisions of which nobody is left out, though elsewhere only some go on."""
    for at, (plan, stage) in enumerate(zip(plans[:-1], seen, strict=False)):
        parts = stage.by_group.items() if _chooses(plan) else ()
        whole = [groups.get(key, key) for key, part in parts if part.on == part.players]
        if whole and len(whole) < len(stage.by_group):
            details = {"stage": names[at], "divisions": all_of(whole)}
            sentence = ngettext(
                "%(stage)s leaves nobody out in this division: %(divisions)s. Everybody goes on.",
                "%(stage)s leaves nobody out in these divisions: %(divisions)s. Everybody goes on.",
                len(whole),
            )
            yield sentence % details


def _note(plans: Sequence[StagePlan], seen: Sequence[StageForecast]) -> str:
    """What a director may not expect: that the last stage is no single table."""
    if len(plans) < 2 or len(seen) < len(plans):
        return ""
    last, tables = plans[-1], len(seen[-1].sizes)
    if tables == 1 or last.by_division or last.kind is not Kind.TABLES:
        return ""
    return (
        _(
            "The last stage has %d tables: the lowest total of all of them wins. To end at one "
            "table, add a stage."
        )
        % tables
    )
