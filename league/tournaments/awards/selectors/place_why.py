"""Why somebody has a place: the tables, the totals, the tie-breaks, and what was corrected."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from django.utils.translation import gettext as _

from league.standings.results import Key
from league.standings.tie_breaks import TieBreak
from league.standings.ties import TieOutcome, Why
from league.tournaments.brackets.advance import decided_on
from league.tournaments.brackets.awards import Award
from league.tournaments.brackets.counting import DRAWN, by_places, points_of_places, table_lines
from league.tournaments.brackets.ranking import (
    FINISHED,
    kept_games,
    stage_places,
    table_at,
)
from league.tournaments.brackets.values import How, Kind, Member, Place, StageCourse
from league.tournaments.bye_words import bye_rule
from league.tournaments.courses import Loaded, TableState, plan_of
from league.tournaments.display.selectors.bracket import Notices, box_of, notices_of
from league.tournaments.display.selectors.bracket_fates import Fate, bracket_fates
from league.tournaments.display.selectors.bracket_nodes import Box
from league.tournaments.display.selectors.kept_secret import for_everybody, keeps_secret
from league.tournaments.display.selectors.onwards import onwards_of, way_now
from league.tournaments.entrants.selectors.leaving import has_earned
from league.tournaments.models import Entrant, PaperResult, Stage, TournamentEntry
from league.tournaments.stages.selectors.behind import Behind, behind_others
from league.tournaments.stages.selectors.fields import is_barred
from league.tournaments.stages.selectors.rounds_played import counted_words, uneven_words
from league.tournaments.stages.selectors.seat_log import (
    UNDONE,
    Substitute,
    games_taken_back,
    not_taken_back,
    substitute_words,
    taken_back_words,
)
from league.tournaments.stages.selectors.seated_anew import (
    course_when_seated,
    let_on_in_force,
    no_longer_words,
    parted_for_going_on,
)
from league.tournaments.wording import points_words
from scoring.collation import name_order
from scoring.lists import listed
from scoring.sheets.selectors.many_sheets import sheets_of
from scoring.sheets.selectors.sheet import Sheet

from .medals import GroupMedals, Medals, medals_of
from .moved import moved_of
from .places import (
    PlaceLine,
    group_lines,
    left_of,
    lines_while_held,
    overall_lines,
    waits_for_results,
)
from .winners import level_for_medals

Number = int | Fraction | date
# What in the director's log is about somebody's place; the rest of it is for directors alone. Also
# how somebody left, which is said there as directors may read it: an illness is nobody's business.
CHOICES: Final = (
    "returned",
    "late",
    "left_out",
    "replaced",
    "replaced_undo",
    "seats_undo",
    "parting",
    "drift",
    "ruling",
)
PARTING: Final = "parting"


@dataclass(frozen=True)
class PaperChange:
    """A paper sheet that was typed again: what it says of one person, and what it said before."""

    paper: PaperResult
    before: int | None
    after: int | None


@dataclass(frozen=True)
class TableWhy:
    """A table at which somebody sat: its box, its sheet if it has one, and corrected paper.

    `uneven` says which tables of that game played more rounds, "" where none did. `counted` says
    what the game counts, beside those tables or for its place, "" where that is the total.
    """

    game: int
    box: Box
    total: int | None
    place: int | None
    sheet: Sheet | None = None
    changes: tuple[PaperChange, ...] = ()
    uneven: str = ""
    counted: str = ""

    @property
    def rounds_unknown(self) -> bool:
        """Whether its paper says totals, and not of how many rounds."""
        return self.box.on_paper and self.total is not None and not self.box.rounds


@dataclass(frozen=True)
class StageWhy:
    """A stage that somebody played: its tables, its place in it, and by what it went on.

    `way` is who goes on from it. `of` is how many are ranked with this one: all in the stage, or in
    the `division` that plays it by itself ("" where all play together). `carried` is what an
    earlier stage gave. `how` is "" for who did not go on, and without `sure` for who only could.
    `barred` is who, as a visitor, may not take a place in the next stage; `plays` who sits at a
    table that is not done. `waits` says that results of the stage are to come, so that nobody has
    a place in it. `instead` is who plays in the next stage in this one's place, "" for nobody.
    `comes` says instead of whom this one plays in the next stage, or in this one if that was the
    first. `begins` says that the table of who `plays` has not begun. `next_stage` is the name of
    the stage after it. `shares` names those who have the same place in the stage. Where `play_off`,
    people who are level may play it off before the director decides. `ties` are the tie-breaks that
    were tried in the stage; `decided` is the one of them, a play-off or lots, that decided alone
    who of those who are level goes on, "" for none. `ahead` names those who were better placed at
    the table and have left or may not go on, so that this one goes on by it, or is one of a better
    place there among the best of the rest.
    In an elimination `fate` is how this one stands who has no game to play now.
    `behind` is who left a table early or did not play all games and is still in. `gone` is who went
    on and was in the next stage until that was seated again. `left_without_place` is who has left
    the tournament and keeps no place. `taken_back` says what this one had played and no longer
    counts, since a game before it was corrected. Where `secret`, no result of it is shown.
    It `starts` while no table of it has begun.
    """

    stage: Stage
    tables: tuple[TableWhy, ...]
    byes: tuple[int, ...]
    place: Place | None
    of: int
    carried: Fraction
    how: str
    sure: bool
    way: str
    barred: bool = False
    plays: bool = False
    waits: bool = False
    instead: str = ""
    comes: str = ""
    begins: bool = False
    next_stage: str = ""
    shares: str = ""
    play_off: bool = False
    ties: tuple["TieWhy", ...] = ()
    decided: str = ""
    ahead: str = ""
    behind: Behind | None = None
    gone: bool = False
    left_without_place: bool = False
    taken_back: tuple[str, ...] = ()
    fate: Fate | None = None
    division: str = ""
    secret: bool = False
    starts: bool = False

    @property
    def game(self) -> int:
        """The number of the newest game that this one has a table in; 0 for none."""
        return self.tables[-1].game if self.tables else 0

    @property
    def bye_rule(self) -> str:
        """What `byes` count; "" in an elimination, where they count nothing."""
        at_tables = bool(self.byes) and self.stage.kind == Stage.Kind.TABLES
        return bye_rule(plan_of(self.stage)) if at_tables else ""


@dataclass(frozen=True)
class TieWhy:
    """What one tie-break did to those who were level: each with its number, best first.

    Where it is about those who are level now, `others` were level with them until then.
    """

    step: str
    outcome: TieOutcome
    numbers: tuple[tuple[Entrant, Number], ...]
    others: tuple[tuple[Entrant, Number], ...] = ()

    @property
    def partly(self) -> bool:
        """Whether it parted them and left some of them level."""
        numbers = [number for _entrant, number in self.numbers]
        return self.outcome is TieOutcome.PARTED and len(set(numbers)) < len(numbers)


@dataclass(frozen=True)
class Choice:
    """What the director decided about somebody; `no_longer` says why it counts no longer, or ""."""

    entry: TournamentEntry
    no_longer: str = ""


@dataclass(frozen=True)
class PlaceWhy:
    """Somebody's place in the division and in the whole field, and everything it follows from.

    `ties_together` counted in the whole field, where they are not said for the division or a stage.

    `players` is how many are in the whole field, `players_in_group` in the division, without those
    who left and have no place: the same people are counted in each stage. `ties` are those that
    counted in the division, or in the field for who is in none, where they are not a stage's own;
    `ties_in` is the stage that they are of. `choices` are what the director decided about this
    person. `left` is how this one went away and what counts, "" for who did not. `notices` say what
    corrections have to do with this one, each with where or when that was, and for which medal this
    one is level. `shares_in_group` and
    `shares_overall` name those who have the same place, "" for nobody. `while_held` is the place in
    the whole field that is shown while the medals are held, None for none. `before` says of who
    left and keeps a place who comes before, "" where nobody does by playing on.
    """

    entrant: Entrant
    group: GroupMedals | None
    in_group: PlaceLine | None
    overall: PlaceLine | None
    players: int
    stages: tuple[StageWhy, ...]
    ties: tuple[TieWhy, ...]
    choices: tuple[Choice, ...]
    left: str = ""
    notices: tuple[str, ...] = ()
    shares_in_group: str = ""
    shares_overall: str = ""
    ties_in: str = ""
    players_in_group: int = 0
    ties_together: tuple[TieWhy, ...] = ()
    together_in: str = ""
    while_held: PlaceLine | None = None
    before: str = ""

    @property
    def closes(self) -> bool:
        """Whether all results of the stage that is on are in, and the director is to close it."""
        newest = self.stages[-1] if self.stages else None
        return newest is not None and not newest.waits and newest.stage.closed_at is None

    @property
    def award(self) -> Award | None:
        """What is won for certain."""
        return self.group.certain_award_of.get(self.entrant.pk) if self.group else None

    @property
    def qualified(self) -> bool:
        """Whether this one goes to the state."""
        return self.group is not None and self.entrant.pk in self.group.certain_qualified

    @property
    def shared(self) -> bool:
        """Whether somebody has the same place."""
        line = self.in_group or self.overall
        return line is not None and not line.waits and not line.unsure and line.place.shared


def place_why(loaded: Loaded, entrant: Entrant) -> PlaceWhy:
    """Why this one has the place; at most twelve queries beside those of `loaded`."""
    medals, notices = medals_of(loaded), notices_of(loaded)
    group = medals.group_of(entrant.pk)
    everybody = overall_lines(loaded, medals)
    overall = _line_of(entrant, everybody)
    of_group = group_lines(loaded, group) if group else ()
    in_group = _line_of(entrant, of_group)
    deciding = in_group or overall
    names = {division.group.key: division.name for division in medals.groups}
    stages = tuple(_stages(for_everybody(loaded), entrant, notices, names))
    # While a place is open, nothing has decided it.
    decided = deciding is not None and not deciding.is_open
    ties = ties_of(loaded, deciding.place.why if deciding and decided else ())
    if any(ties == part.ties for part in stages):
        ties = ()
    together = () if overall is None or overall.is_open else ties_of(loaded, overall.place.why)
    if together == ties or any(together == part.ties for part in stages):
        together = ()
    return PlaceWhy(
        entrant=entrant,
        group=group,
        in_group=in_group,
        overall=overall,
        players=sum(line.counts for line in everybody),
        players_in_group=sum(line.counts for line in of_group),
        stages=stages,
        ties=ties,
        ties_in=deciding.stage.name if deciding and deciding.stage else "",
        ties_together=together,
        together_in=overall.stage.name if overall and overall.stage else "",
        choices=tuple(_choices(for_everybody(loaded), entrant)),
        left=left_of(loaded, entrant),
        notices=tuple(_notices(loaded, medals, notices, entrant)),
        shares_in_group=_sharing(loaded, in_group, of_group),
        shares_overall=_sharing(loaded, overall, everybody),
        while_held=_line_of(entrant, lines_while_held(loaded, everybody, medals)),
        before=_before(loaded, overall)
        if entrant.keeps_place and has_earned(loaded, entrant) is not False
        else "",
    )


def _before(loaded: Loaded, line: PlaceLine | None) -> str:
    """Who comes before somebody who left and keeps a place, in words; "" where nobody can."""
    if line is None or not line.place.stage or (line.place.place == 1 and not line.is_open):
        return ""
    stage = loaded.begun[line.place.stage - 1]
    course = loaded.courses[stage.pk]
    at_tables = course.plan.kind is Kind.TABLES
    kept = kept_games(course, course.field) if at_tables else {}
    games = kept.get(line.entrant.pk)
    if loaded.following(stage) is None and games == FINISHED:
        return ""
    sentence = _("Those who went further or finished more games come before.")
    if games != 0 or line.place.stage < 2:
        return sentence
    # Whoever left in the middle of the first game there has no more of it than who never began.
    earlier = loaded.begun[line.place.stage - 2]
    details = {"before": sentence, "stage": stage.name, "earlier": earlier.name}
    return (
        _(
            "%(before)s Among those who left before they finished a game of %(stage)s, the place "
            "in %(earlier)s decides."
        )
        % details
    )


def _sharing(loaded: Loaded, line: PlaceLine | None, lines: Iterable[PlaceLine]) -> str:
    """Who has the same place as somebody on a list, by name; "" while it says no place."""
    if line is None or line.waits or line.unsure:
        return ""
    return _named_with(loaded, line.place, (other.place for other in lines if not other.waits))


def _named_with(loaded: Loaded, place: Place | None, listed_places: Iterable[Place]) -> str:
    """Name the others of a list who have that place; "" for nobody."""
    if place is None or place.place is None or not place.shared:
        return ""
    keys = [
        int(other.key)
        for other in listed_places
        if (other.place, other.stage) == (place.place, place.stage) and other.key != place.key
    ]
    names = sorted((loaded.entrants[key].name for key in keys), key=name_order)
    return listed(names) if names else ""


def _notices(loaded: Loaded, medals: Medals, notices: Notices, entrant: Entrant) -> Iterator[str]:
    """What corrections and ties have to do with this one, as everybody may read it."""
    for stage, sentence in notices.waiting.items():
        yield f"{stage.name} · {sentence}"
    for stage, sentence in notices.kept.items():
        if entrant.pk in notices.concerned[stage]:
            yield f"{stage.name} · {sentence}"
    for tie in level_for_medals(loaded, medals):
        if entrant.pk in tie.keys:
            yield tie.words
    for change in moved_of(loaded, medals):
        if entrant.pk in change.people:
            yield f"{change.words} {change.people[entrant.pk]}"


def _of(entrant: Entrant, listed: Iterable[Place]) -> Place | None:
    return next((place for place in listed if place.key == entrant.pk), None)


def _line_of(entrant: Entrant, lines: Iterable[PlaceLine]) -> PlaceLine | None:
    return next((line for line in lines if line.entrant.pk == entrant.pk), None)


def ties_of(loaded: Loaded, whys: Iterable[Why]) -> tuple[TieWhy, ...]:
    """Return what tie-breaks did, with people for their ids; nothing of lots that nobody drew."""
    return tuple(
        TieWhy(
            why.step,
            why.outcome,
            tuple((loaded.entrants[int(key)], number) for key, number in why.numbers),
        )
        for why in whys
        if why.step != DRAWN or why.outcome is not TieOutcome.NOT_KNOWN
    )


def ties_among(loaded: Loaded, keys: Collection[Key], whys: Iterable[Why]) -> tuple[TieWhy, ...]:
    """Return what tie-breaks found of people who are still level, and whom they parted from them.

    A play-off of three that left two of them level left these two level: it decided nothing here.
    """
    ties: list[TieWhy] = []
    for tie in ties_of(loaded, whys):
        here = tuple(pair for pair in tie.numbers if pair[0].pk in keys)
        others = tuple(pair for pair in tie.numbers if pair[0].pk not in keys)
        parted = tie.outcome is TieOutcome.PARTED
        outcome = TieOutcome.LEVEL if parted else tie.outcome
        again = bool(ties) and (ties[-1].step, ties[-1].numbers) == (tie.step, here)
        if not again:
            ties.append(TieWhy(tie.step, outcome, here, others if parted else ()))
    return tuple(ties)


def _choices(loaded: Loaded, entrant: Entrant) -> Iterator[Choice]:
    """What the log says of this one, without what was taken back, which changes nothing.

    Nor what was about a stage before it was opened again and its next one swept away: seats at
    tables, or a play-off, that are no more.
    """
    entries = list(
        TournamentEntry.objects.filter(tournament=loaded.tournament, kind__in=CHOICES).order_by(
            "pk"
        )
    )
    standing = {entry.pk for entry in not_taken_back(entries)}
    tables = {state.row.pk for state in loaded.tables.values()}
    partings = {row.pk: row for rows in loaded.partings.values() for row in rows}
    for entry in entries:
        changed = [row[0] for row in entry.details.get("tables") or ()]
        if entry.kind == UNDONE or (changed and entry.pk not in standing):
            continue
        if not tables.issuperset(changed) or entrant.pk not in set(_ids(entry.details)):
            continue
        if "parting" not in entry.details:
            yield Choice(entry)
        elif (parting := partings.get(entry.details["parting"])) and entry.kind == PARTING:
            yield Choice(entry, no_longer_words(loaded, parting))


def _ids(details: Mapping[str, Any]) -> Iterator[int]:
    """The entrants that a line of the log is about."""
    if "entrant" in details:
        yield details["entrant"]
    for name in ("entrants", "missing", "extra"):
        yield from details.get(name, ())
    for pk, _number in details.get("numbers", ()):
        yield pk


def _ranked(course: StageCourse, standing: Iterable[Place]) -> int:
    """Return how many have a place in a stage, or may still have one."""
    return sum(place.place is not None or not course.member_of[place.key].out for place in standing)


def _with_results(loaded: Loaded, entrant: Entrant) -> list[TableState]:
    """The tables where this one sat whose results everybody may read."""
    shown = {stage.pk for stage in loaded.begun if not keeps_secret(loaded, stage)}
    return [
        state
        for key, state in loaded.tables.items()
        if key[0] in shown and entrant.pk in state.seats
    ]


def _member(loaded: Loaded, stage: Stage, entrant: Entrant) -> Member | None:
    """This one in a stage's field; None for who left before sitting down, and kept a place."""
    course = loaded.courses[stage.pk]
    seated = any(entrant.pk in at.byes for at in course.rounds) or any(
        entrant.pk in state.seats for key, state in loaded.tables.items() if key[0] == stage.pk
    )
    if entrant.withdrawn_at is not None and not seated:
        return None
    return course.member_of.get(entrant.pk)


def _stages(
    loaded: Loaded, entrant: Entrant, notices: Notices, names: Mapping[str, str]
) -> Iterator[StageWhy]:
    states = _with_results(loaded, entrant)
    sheets, papers = _sheets_of(states), _papers_of(states)
    for stage in loaded.begun:
        course, member = loaded.courses[stage.pk], _member(loaded, stage, entrant)
        if member is None:
            continue
        standing = stage_places(course, all_behind=True)
        onwards, waits = onwards_of(loaded, stage), waits_for_results(loaded, stage)
        own = _of(entrant, standing)
        ranked_with = tuple(_of_group(course, standing, entrant))
        came = _came_instead(loaded, stage, entrant, notices)
        how = _how(onwards.hows.get(entrant.pk, ""), came)
        whys, decided = _tie_of(loaded, stage, entrant, how, onwards.hows)
        tables = tuple(_tables(loaded, stage, entrant, notices, sheets, papers))
        yield StageWhy(
            stage=stage,
            tables=tables,
            taken_back=tuple(_taken_back(loaded, stage, entrant, tables)),
            ahead="" if came else _ahead(loaded, tables, how),
            byes=tuple(at.number for at in course.rounds if entrant.pk in at.byes),
            place=own,
            of=_ranked(course, ranked_with),
            carried=member.carried,
            how=how,
            sure=entrant.pk in onwards.certain,
            way=way_now(loaded, stage, onwards),
            waits=waits,
            behind=behind_others(loaded)[loaded.begun.index(stage) + 1].get(entrant.pk),
            ties=() if waits else ties_of(loaded, whys or (own.why if own else ())),
            decided=decided,
            shares=_named_with(loaded, own, ranked_with),
            division=names.get(member.group, member.group),
            play_off=TieBreak.PLAY_OFF in course.ties,
            gone=entrant.pk in notices.gone_after(loaded, stage),
            next_stage=following.name if (following := loaded.following(stage)) else "",
            instead=_instead(loaded, stage, entrant, notices),
            comes=_comes(loaded, stage, entrant, notices),
            begins=entrant.pk in loaded.at_tables_to_begin(stage),
            plays=entrant.withdrawn_at is None and entrant.pk in loaded.at_open_tables(stage),
            fate=None if entrant.withdrawn_at else bracket_fates(loaded, stage).get(entrant.pk),
            left_without_place=entrant.withdrawn_at is not None and not entrant.keeps_place,
            secret=keeps_secret(loaded, stage),
            starts=len(course.rounds) < 2 and not _has_begun(loaded, stage),
            barred=is_barred(loaded, stage, entrant),
        )


def _has_begun(loaded: Loaded, stage: Stage) -> bool:
    """Whether a table of a stage has begun, so that nobody asks any more when it starts."""
    return any(state.begun for key, state in loaded.tables.items() if key[0] == stage.pk)


def _taken_back(
    loaded: Loaded, stage: Stage, entrant: Entrant, tables: Iterable[TableWhy]
) -> Iterator[str]:
    """Say which games of an elimination this one had played that no longer count.

    Where this one still sits at that table, the paper says it there.
    """
    on_paper = {
        table.game for table in tables if any(change.paper.takes_back for change in table.changes)
    }
    for entry in games_taken_back(loaded, stage):
        game, lines = entry.details["round"], entry.details["lines"]
        if game not in on_paper and any(line[0] == entrant.pk for line in lines):
            yield taken_back_words(loaded, entry)


def _sheets_of(states: Iterable[TableState]) -> dict[int, Sheet]:
    """Return the sheets of these tables by their game's row."""
    games = [state.game for state in states if state.game is not None]
    return {sheet.game.pk: sheet for sheet in sheets_of(games)}


def _papers_of(states: Iterable[TableState]) -> dict[int, list[PaperResult]]:
    """Return the papers of these tables by the table's row, the oldest first; one query."""
    papers: dict[int, list[PaperResult]] = defaultdict(list)
    rows = [state.row.pk for state in states]
    for paper in PaperResult.objects.filter(table__in=rows).order_by("pk"):
        papers[paper.table_id].append(paper)
    return papers


def _tie_of(
    loaded: Loaded, stage: Stage, entrant: Entrant, how: str, hows: Mapping[Key, str]
) -> tuple[tuple[Why, ...], str]:
    """Return what was tried where a play-off or lots decided who goes on, and which of them did.

    The latter is "" while this one is still level, where the director let all of them go on, and
    where they all do or none does, such as after a correction.
    """
    if entrant.pk not in parted_for_going_on(loaded, stage):
        return (), ""
    course = course_when_seated(loaded, stage)
    whys = decided_on(course, entrant.pk, loaded.tournament.visitors_go_on)
    last = next((why for why in reversed(whys) if why.outcome is TieOutcome.PARTED), None)
    if last is None or how in ("level", "tied"):
        return whys, ""
    let_on = any(entrant.pk in keys for keys in let_on_in_force(loaded, stage))
    alike = len({bool(hows.get(key)) for key, _number in last.numbers}) < 2
    return whys, "" if let_on or alike else last.step


def _ahead(loaded: Loaded, tables: Sequence[TableWhy], how: str) -> str:
    """Name who was better placed at the last table and has left, or may not go on; "" for nobody.

    That counts only for who goes on by a place at a table.
    """
    if not tables or how not in (How.TABLE, How.FILL):
        return ""
    table, visitors = tables[-1], loaded.tournament.visitors_go_on
    names = [
        seat.name
        for seat in table.box.seats
        if seat.place is not None and table.place is not None and seat.place < table.place
        if not seat.how and (seat.out or (loaded.entrants[seat.entrant].visitor and not visitors))
    ]
    return listed(names) if names else ""


def _of_group(course: StageCourse, standing: Iterable[Place], entrant: Entrant) -> Iterator[Place]:
    """Yield the places of those who are ranked with this one: divisions may play apart."""
    members = course.member_of
    for place in standing:
        if members[place.key].group == members[entrant.pk].group:
            yield place


def _instead(loaded: Loaded, stage: Stage, entrant: Entrant, notices: Notices) -> str:
    substitute = notices.after(loaded, stage).get(entrant.pk)
    return loaded.entrants[substitute.plays].name if substitute else ""


def _came_instead(
    loaded: Loaded, stage: Stage, entrant: Entrant, notices: Notices
) -> Substitute | None:
    """In whose place somebody came into the stage after this one; None for nobody's."""
    substitute = notices.coming(loaded, stage).get(entrant.pk)
    return substitute if substitute and substitute.stage != stage else None


def _how(how: str, came: Substitute | None) -> str:
    """By what somebody went on: for another, whatever the results say by now."""
    return "choice" if came and not came.corrects and how in set(How) else how


def _comes(loaded: Loaded, stage: Stage, entrant: Entrant, notices: Notices) -> str:
    """Say instead of whom this one plays, in the stage before, if this one was in it."""
    substitute = notices.coming(loaded, stage).get(entrant.pk)
    if substitute is None:
        return ""
    before = [earlier for earlier in loaded.begun if earlier.number < substitute.stage.number]
    was_in = any(row.entrant_id == entrant.pk for row in loaded.fields[before[-1].pk])
    shown = before[-1] if was_in else substitute.stage
    return substitute_words(loaded, substitute) if stage == shown else ""


def _tables(
    loaded: Loaded,
    stage: Stage,
    entrant: Entrant,
    notices: Notices,
    sheets: Mapping[int, Sheet],
    papers: Mapping[int, list[PaperResult]],
) -> Iterator[TableWhy]:
    for (stage_pk, number, _table), state in sorted(loaded.tables.items()):
        if stage_pk != stage.pk or entrant.pk not in state.seats:
            continue
        box = box_of(loaded, stage, number, state, notices)
        seat = next(seat for seat in box.seats if seat.entrant == entrant.pk)
        yield TableWhy(
            game=number,
            box=box,
            total=seat.total,
            place=seat.place,
            sheet=sheets.get(state.game.pk) if state.game else None,
            changes=_changes(papers.get(state.row.pk, []), entrant),
            uneven=uneven_words(loaded, stage, number, state.row.group),
            counted=_counted(loaded, stage, number, state.row.number, entrant.pk),
        )


def _counted(loaded: Loaded, stage: Stage, number: int, table: int, entrant: Key) -> str:
    """Say what a game counts, where that is not its total; what its place gives, or its rounds."""
    course = loaded.courses[stage.pk]
    if not by_places(course):
        return counted_words(loaded, stage, number, table, entrant)
    gained = points_of_places(course, table_lines(course, *table_at(course, number, table)))
    if entrant not in gained:
        return ""
    return _("Points for the place at this table: %s.") % points_words(gained[entrant])


def _changes(papers: list[PaperResult], entrant: Entrant) -> tuple[PaperChange, ...]:
    """Return what corrected paper changed for this entrant, without what it left unchanged.

    What is written down after a result was taken back is a first one.
    """
    totals = [{line[0]: line[1] for line in paper.lines}.get(entrant.pk) for paper in papers]
    typed = list(zip(papers, totals, strict=True))
    return tuple(
        PaperChange(paper, before, after)
        for (earlier, before), (paper, after) in pairwise(typed)
        if before != after and not earlier.takes_back
    )
