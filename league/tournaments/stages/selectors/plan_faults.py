"""What of a stage does not go together, each in a sentence under the field that can mend it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.tournaments.brackets.advance import counts_unlike
from league.tournaments.brackets.counting import counts_rounds
from league.tournaments.brackets.values import (
    Cut,
    Fill,
    Kind,
    Onward,
    Seating,
    StageMeasure,
    StagePlan,
)
from scoring import referee
from scoring.sheets.models import Game
from scoring.values import Complaint

MOST_STEPS = 12


def plan_complaints(plan: StagePlan, after: StagePlan | None) -> list[Complaint]:
    """Why a stage cannot be played so, with the stage `after` it (None: it is the last one).

    Codes are names of the fields of a `Stage`. Whether all the people can be seated is another
    question: `league.tournaments.brackets.forecast` answers it.
    """
    complaints = _onward_complaints(plan, after)
    if plan.kind is Kind.TABLES:
        complaints += _table_complaints(plan)
    return complaints


def at_stage(stage: str, why: object) -> str:
    """What does not fit, and at which stage."""
    return _("%(stage)s: %(why)s") % {"stage": stage, "why": why}


def order_complaints(plans: Sequence[StagePlan]) -> list[tuple[int, Complaint]]:
    """The same for all stages of a tournament: (which one, from 0, and what is wrong with it)."""
    return [
        (at, complaint)
        for at, (plan, after) in enumerate(zip(plans, [*plans[1:], None], strict=True))
        for complaint in plan_complaints(plan, after)
    ]


def _table_complaints(plan: StagePlan) -> list[Complaint]:
    sizes = plan.sizes
    complaints = []
    if not sizes.least <= sizes.size <= sizes.most:
        complaints.append(
            Complaint(
                "size",
                _("%(size)d does not lie between at least %(least)d and at most %(most)d.")
                % {"size": sizes.size, "least": sizes.least, "most": sizes.most},
            )
        )
    if plan.measure is StageMeasure.PLACES and not plan.place_points:
        complaints.append(Complaint("place_points", _("Say what each place gives.")))
    if plan.seating is Seating.MOVES:
        complaints += _moves_complaints(plan)
    if plan.seating is Seating.LOWEST and plan.rounds > 1 and 2 * plan.movers > sizes.size:
        complaints.append(
            Complaint(
                "movers",
                _(
                    "At tables of %(size)d the %(movers)d lowest cannot move up while %(movers)d "
                    "others move down. At most %(most)d can."
                )
                % {"size": sizes.size, "movers": plan.movers, "most": sizes.size // 2},
            )
        )
    return complaints


def _moves_complaints(plan: StagePlan) -> list[Complaint]:
    """What stands against a rule for who moves; each table has to keep its size."""
    most = plan.sizes.most
    for code, steps in (("moves", plan.moves), ("top_moves", plan.top_moves)):
        if len(steps) > most:
            sentence = _("These are %(steps)d numbers, and a table has at most %(most)d people.")
            return [Complaint(code, sentence % {"steps": len(steps), "most": most})]
        if any(abs(step) > MOST_STEPS for step in steps):
            return [Complaint(code, _("Nobody moves by more than %d tables.") % MOST_STEPS)]
    if not any(plan.moves) and plan.rounds > 1:
        return [Complaint("moves", _("Say who moves: at least one number is not 0."))]
    if plan.top_moves and _but_zeros(plan.top_moves) != _but_zeros(plan.moves):
        sentence = _(
            "The numbers for table 1 must be the same as for the others, in another order. "
            "Otherwise one table becomes too full."
        )
        return [Complaint("top_moves", sentence)]
    return []


def _but_zeros(steps: Sequence[int]) -> list[int]:
    return sorted(step for step in steps if step)


def _onward_complaints(plan: StagePlan, after: StagePlan | None) -> list[Complaint]:
    if after is None:
        if plan.onward is Onward.NOBODY:
            return []
        return [
            Complaint(
                "onward",
                _("This is the last stage, so nobody goes on from it. Add the next stage first."),
            )
        ]
    if plan.onward is Onward.NOBODY:
        return [
            Complaint("onward", _("Another stage comes after this one. Say who goes on to it."))
        ]
    if plan.onward is Onward.TABLES:
        return _from_tables(plan)
    if plan.onward is Onward.BEST and plan.cut is not Cut.NUMBER:
        return _cut(plan)
    if plan.onward is Onward.BEST and not (plan.by_division or after.by_division):
        return _best(plan, after)
    if plan.onward is Onward.ALL and plan.carried:
        return _carried(plan, after)
    return []


def _from_tables(plan: StagePlan) -> list[Complaint]:
    """What stands against sending the lowest of each table on."""
    if plan.kind is not Kind.TABLES:
        return [
            Complaint(
                "onward",
                _(
                    "Where two play and the loser is out, there is one order of all: choose the "
                    "best of the stage, or everybody."
                ),
            )
        ]
    if plan.rounds > 1:
        return [
            Complaint(
                "onward",
                _(
                    "With %d games everybody sits at several tables, so no table has a winner. "
                    "Choose the best of the stage, or one game."
                )
                % plan.rounds,
            )
        ]
    if plan.count >= plan.sizes.least:
        return [
            Complaint(
                "count",
                ngettext(
                    "At the smallest table (%(least)d) nobody would be out. At most %(most)d of "
                    "each table can go on.",
                    "At the smallest table (%(least)d) nobody would be out. At most %(most)d of "
                    "each table can go on.",
                    plan.sizes.least - 1,
                )
                % {"least": plan.sizes.least, "most": plan.sizes.least - 1},
            )
        ]
    if plan.fill is Fill.TO and plan.fill_to <= plan.count:
        return [
            Complaint(
                "fill_to",
                ngettext(
                    "Say how many go on in all: more than the %d of one table.",
                    "Say how many go on in all: more than the %d of one table.",
                    plan.count,
                )
                % plan.count,
            )
        ]
    return []


def _cut(plan: StagePlan) -> list[Complaint]:
    """Return what stands against a cut by percent or by points."""
    if plan.cut is Cut.PERCENT and plan.count > 100:
        return [Complaint("count", _("There are at most 100 percent."))]
    if plan.cut is Cut.POINTS and plan.kind is not Kind.TABLES:
        sentence = _(
            "Where two play and the loser is out, nobody has points. Choose “a certain number of "
            "people”."
        )
        return [Complaint("cut", sentence)]
    return []


def _best(plan: StagePlan, after: StagePlan) -> list[Complaint]:
    """Return whether this many people can be seated in the next stage at all."""
    least = 2 if after.kind is not Kind.TABLES else after.sizes.least
    if plan.count >= least:
        return []
    return [
        Complaint(
            "count",
            _(
                "The smallest table of the next stage has %(least)d seats. Let at least as many "
                "go on."
            )
            % {"least": least},
        )
    ]


def _carried(plan: StagePlan, after: StagePlan) -> list[Complaint]:
    """Whether what this stage counts can be added to what the next one does."""
    if after.kind is not Kind.TABLES:
        sentence = _(
            "Points count nothing where two play and the loser is out. Let none be carried on."
        )
    elif plan.kind is not Kind.TABLES or counts_unlike(plan, after):
        sentence = _(
            "The next stage counts something else, so points cannot be added up. Let both stages "
            "count the same, or let none be carried on."
        )
    else:
        return []
    return [Complaint("carried", sentence)]


def game_complaints(plan: StagePlan, spec: Mapping[str, Any], set_: int) -> list[Complaint]:
    """Why the stage's tables cannot play by these rules with these dominoes.

    Codes are those of `referee.rule_problems` and `referee.check_setup`; one table size is named,
    the smallest that cannot.
    """
    complaints = referee.rule_problems(spec, set_)
    if complaints:
        return complaints
    if counts_rounds(plan) and not referee.round_count(Game(set=set_, rules=spec)):
        sentence = _(
            "These rules do not say how many rounds a game has. Say it, or let totals count as "
            "they are."
        )
        return [Complaint("uneven", sentence)]
    for people in range(plan.sizes.least, plan.sizes.most + 1):
        names = [str(number) for number in range(people)]
        if complaint := referee.check_setup(set_, spec, names):
            return [complaint]
    return []
