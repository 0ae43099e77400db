"""What bracket pages say of tables and numbers."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from typing import Final

from django import template
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from league.standings.tie_breaks import TieBreak
from league.standings.ties import TieOutcome
from league.tie_break_words import LABELS, UNDECIDED, parted_words
from league.tournaments.awards.selectors.moved import award_in_words
from league.tournaments.awards.selectors.place_why import StageWhy, TieWhy
from league.tournaments.awards.selectors.places import Call, PlaceLine
from league.tournaments.brackets.counting import DRAWN
from league.tournaments.display.selectors.bracket_fates import Fate, fate_words
from league.tournaments.display.selectors.bracket_nodes import (
    PairRound,
    SeatBox,
    StandingRow,
    TieWay,
)
from league.tournaments.display.selectors.draws import RoundName, round_name
from league.tournaments.display.selectors.screens import MedalLine, Screen, beside_name
from league.tournaments.display.selectors.table_list import ListedPerson
from league.tournaments.wording import (
    award_name,
    goes_on_behind,
    left_publicly,
    left_short,
    points_words,
    replaced_words,
    tables_in_words,
    way_so_far,
)
from scoring.names import one_stop

register = template.Library()

# The ends of a certificate's train after the double that it begins with.
TRAIN: Final = (9, 5, 11, 4, 12, 7, 10, 6)


register.filter("points", points_words)


@register.filter
def point_or_points(value: Fraction | int) -> str:
    """Return the word that follows a value, as the language has it: French says "0 point"."""
    return ngettext("point", "points", int(value) if value == int(value) else 2)


@register.filter
def in_tables(sizes: Iterable[int]) -> str:
    """Table sizes in words, the most frequent form of a hall's list: "7 tables of 4, 3 of 3"."""
    return tables_in_words(sizes)


@register.filter
def place_details(line: PlaceLine, one_stage: bool) -> list[str]:
    """Return what else there is to say of a place; not the stage, where only one has begun."""
    return line.details[1:] if one_stage and line.stage else line.details


@register.filter
def goes_on(seat: SeatBox | StandingRow) -> str:
    """Return how somebody goes on, in a few words; "" for those who do not."""
    if not seat.how:
        return ""
    if seat.how == "won":
        return won_words(seat) or pgettext("somebody at a table", "won")
    if seat.how == "decides":
        return _("the director decides")
    if seat.how == "replaced":
        return replaced_words(seat.instead)
    if seat.how == "choice" and seat.for_whom:
        return _("went on")
    if seat.how == "level":
        return _level(seat.tie)
    if seat.how == "tied":
        return _("level for a place")
    if seat.how == "fill":
        return goes_on_behind(seat.rest, sure=seat.sure, over=seat.over)
    if seat.how == "walkover" and isinstance(seat, SeatBox) and seat.final:
        return _won_by_walkover(sure=seat.sure, over=seat.over)
    return _way_over(seat.how) if seat.over else way_so_far(seat.how, sure=seat.sure)


@register.filter
def level_words(seat: SeatBox) -> str:
    """Return what can decide between those who share a place in the last stage."""
    return _level(seat.level)


@register.filter
def fate_short(fate: Fate) -> str:
    """Return the same where there is little room, on a television."""
    return {
        Fate.OUT: pgettext("somebody in a bracket", "out"),
        Fate.THROUGH: _("through, waits"),
        Fate.LOST_ONCE: _("lost once, waits"),
        Fate.WALKOVER: _("walkover, waits"),
        Fate.DONE: pgettext("somebody in a bracket", "finished"),
    }[fate]


@register.filter
def plays_instead(seat: SeatBox | StandingRow) -> str:
    """Return instead of whom somebody plays, and after what, in a few words."""
    now, over = {
        "correction": (
            _("plays instead of %(name)s after a correction"),
            _("played instead of %(name)s after a correction"),
        ),
        "disqualification": (
            _("plays instead of %(name)s after a disqualification"),
            _("played instead of %(name)s after a disqualification"),
        ),
    }.get(seat.for_whom_after, (_("plays instead of %(name)s"), _("played instead of %(name)s")))
    return (over if seat.for_whom_over else now) % {"name": seat.for_whom}


def _won_by_walkover(*, sure: bool, over: bool) -> str:
    """How somebody wins the last game of a bracket, after which nobody goes on."""
    if over:
        return _("won by walkover")
    return _("wins by walkover") if sure else _("wins by walkover, unless a result comes in")


def _level(tie: TieWay | None) -> str:
    """What can decide between those who are level."""
    return {
        None: _("level: the director decides"),
        TieWay.PLAY_OFF_OR_DIRECTOR: _("level: a play-off or the director decides"),
        TieWay.PLAY_OFF_OR_LOTS: _("level: a play-off or lots decide"),
        TieWay.LOTS: _("level: lots decide"),
        TieWay.PLAY_OFF_OR_SHARE: _("level: without a play-off they share the place"),
        TieWay.SHARE: _("level: they share the place"),
    }[tie]


def _way_over(how: str) -> str:
    """How somebody went on from a stage that is closed."""
    if how == "walkover":
        return _("went on by walkover")
    return _("went on by the director’s choice") if how == "choice" else _("went on")


@register.filter
def won_words(seat: SeatBox | StandingRow | MedalLine) -> str:
    """Return that somebody was level and won by a play-off or lots, in a few words; "" else."""
    if not seat.won_by:
        return ""
    return _("won by lots") if seat.won_by == DRAWN else _("won the play-off")


@register.filter
def parted(seat: SeatBox) -> str:
    """Return what put somebody before the next one of as many points, in a few words; "" else."""
    return parted_words(*seat.parted) if seat.parted else ""


@register.simple_tag
def pair_round_name(
    pair_round: PairRound, *, double: bool, in_all: tuple[int, int] | None = None
) -> str:
    """What a round of an elimination is called; with which of how many, where they are given."""
    words = {
        RoundName.FINAL: _("Final"),
        RoundName.SEMI_FINALS: _("Semi-finals"),
        RoundName.QUARTER_FINALS: _("Quarter-finals"),
        None: "",
    }
    name = words[round_name(len(pair_round.pairs), double=double, final=pair_round.final)]
    if not in_all:
        return name or _("Game %(game)d") % {"game": pair_round.number}
    least, most = in_all
    details = {"name": name, "game": pair_round.number, "of": least, "more": most}
    if name and not double:
        return _("%(name)s · game %(game)d of %(of)d") % details
    if most > least:
        return name or _("Game %(game)d of %(of)d or %(more)d") % details
    return name or _("Game %(game)d of %(of)d") % details


@register.filter
def name_fit(name: str, screen: Screen) -> str:
    """Return the class of letters in which a name is not cut on a television."""
    return screen.fit(name)


@register.filter
def listed_fit(line: ListedPerson, screen: Screen) -> str:
    """Return the same for a name in the list from A to Z."""
    return screen.fit(line.by_family, beside_name(line))


register.filter("award_name", award_name)
register.filter("fate_words", fate_words)
register.filter("left_short", left_short)
register.filter("left_publicly", left_publicly)


def _won_words(part: StageWhy) -> str:
    if part.division:
        return _("First of all in %(division)s.") % {"division": part.division}
    return _("First of all.")


@register.filter
def went_on(part: StageWhy) -> str:
    """How somebody went on from a stage, in a sentence or two; or goes on, until it is closed."""
    if part.how == "fill" and part.ahead:
        without = _("The place at the table is counted without %(names)s.") % {"names": part.ahead}
        return f"{_went_on(part)} {one_stop(without)}"
    return _went_on(part)


def _went_on(part: StageWhy) -> str:
    if part.how == "won":
        return _won_words(part)
    if part.how == "decides":
        return _("The director decides.")
    if part.instead:
        return one_stop(capfirst(replaced_words(part.instead)) + ".")
    if part.how == "level" and part.play_off:
        return _("Level for a place in the next stage: a play-off or the director decides.")
    if part.how == "level":
        return _("Level for a place in the next stage: the director decides.")
    if part.how == "tied":
        return _("Level for a place in the next stage.")
    if part.stage.closed_at is None:
        return _goes_on_so_far(part)
    if part.how == "table" and part.ahead:
        sentence = _("Went on to %(next)s instead of %(names)s, ahead at the table.")
        return sentence % {"next": part.next_stage, "names": part.ahead}
    if part.how == "table" and part.decided:
        sentence = (
            _("Went on to %(next)s by lots, level at the table.")
            if part.decided == DRAWN
            else _("Went on to %(next)s by the play-off, level at the table.")
        )
        return sentence % {"next": part.next_stage}
    # Who was lower at the table does not go on.
    here = part.tables[-1].place if part.tables else None
    behind = part.how == "table" and (here or 0) > part.stage.count
    sentence = {
        "behind": _("Went on to %(next)s: who had a lower total at the table does not play on."),
        "either": _(
            "Went on to %(next)s: level at the table, but all who were level there went on."
        ),
        "choice": _("Went on to %(next)s by the director’s choice."),
        "fill": _("Went on to %(next)s as one of the best of the rest."),
        "best": _("Went on to %(next)s as one of the best of the stage."),
        "all": _("Went on to %(next)s, as all did."),
        "table": ngettext(
            "Went on to %(next)s with the lowest total of the table.",
            "Went on to %(next)s as one of the %(count)d lowest of the table.",
            part.stage.count,
        ),
    }.get("behind" if behind else part.how, _("Went on to %(next)s."))
    return sentence % {"next": part.next_stage, "count": part.stage.count}


def _goes_on_so_far(part: StageWhy) -> str:
    """How somebody goes on from a stage that is open, in the words of the bracket."""
    if part.how == "fill":
        return (
            _("Goes on as one of the best of the rest.")
            if part.sure
            else _("Could go on as one of the best of the rest.")
        )
    if part.how == "table" and part.ahead and part.sure:
        names = {"names": part.ahead}
        return _("Goes on instead of %(names)s, ahead at the table.") % names
    return _("Goes on.") if part.sure else _("Could go on.")


@register.filter
def shared_award(call: Call) -> str:
    """That all who share a place win what it gives."""
    details = {"what": award_in_words(call.what), "people": len(call.people)}
    if len(call.people) == 2:
        return _("The place is shared: both receive %(what)s.") % details
    return _("The place is shared: all %(people)d receive %(what)s.") % details


@register.filter
def certificate_words(call: Call) -> str:
    """What a certificate says was won, such as "Gold · first place"."""
    if call.movable:
        return award_name(call.what)
    ordinals = (_("first place"), _("second place"), _("third place"))
    place = ordinals[call.place - 1] if call.place <= len(ordinals) else _("place %d") % call.place
    return f"{award_name(call.what)} · {place}"


@register.simple_tag
def certificate_train(place: int, *, back: bool = False) -> tuple[str, ...]:
    """A train of dominoes that begins with the double of the place, with matching ends.

    `back` is the same train seen from its end.
    """
    first = min(place, 12)
    ends = (first, first, *TRAIN)[:: -1 if back else 1]
    return tuple(f"{end}-{other}" for end, other in pairwise(ends))


@register.filter
def tie_name(step: str) -> str:
    """What a tie-break asks for."""
    if step == DRAWN:
        return _("lots")
    return str(LABELS[step])


@register.filter
def lack_numbers(ties: Iterable[TieWhy]) -> bool:
    """Whether a tie-break could not decide for want of numbers that a paper sheet can have."""
    counted = (TieBreak.OUTS, TieBreak.LOWEST_ROUND)
    return any(tie.outcome is TieOutcome.NOT_KNOWN and tie.step in counted for tie in ties)


@register.filter
def tie_outcome(tie: TieWhy) -> str:
    """What a tie-break did, and why it could not where it did nothing."""
    if tie.partly:
        return _("decided between some of them")
    if tie.outcome is TieOutcome.PARTED:
        return _("decided between them")
    if tie.outcome is TieOutcome.LEVEL:
        return _("left them level")
    unknown = _("not known for all of them")
    return str(UNDECIDED.get(tie.step, unknown))
