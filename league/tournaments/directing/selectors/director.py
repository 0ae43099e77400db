"""The director's page: every table's state, who needs attention first, and what to do now."""

import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db.models import Count, Max, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from league.standings.results import Key
from league.tournaments.brackets.certainty import unsure_walkovers
from league.tournaments.brackets.counting import groups_of
from league.tournaments.brackets.knockout import games_in_all
from league.tournaments.brackets.ranking import table_places
from league.tournaments.brackets.values import Kind, Onward
from league.tournaments.bye_words import bye_rule
from league.tournaments.courses import Loaded, TableState, loaded, plan_of, stopped_short
from league.tournaments.display.selectors.bracket import expected_of, level_people
from league.tournaments.display.selectors.bracket_nodes import LevelPeople
from league.tournaments.display.selectors.draws import RoundName, next_round_name
from league.tournaments.display.selectors.onwards import onwards_of, way_now
from league.tournaments.models import (
    Entrant,
    Parting,
    Stage,
    StageRound,
    StageTable,
    Tournament,
)
from league.tournaments.stages.selectors.clock import GameClock, clock_of
from league.tournaments.stages.selectors.few_players import sends_few
from league.tournaments.stages.selectors.fields import no_shows, played_groups, present
from league.tournaments.stages.selectors.progress import (
    Closing,
    closing_of,
    gone,
    round_now,
    table_done,
)
from league.tournaments.stages.selectors.repeats import repeats_words
from league.tournaments.stages.selectors.rounds_played import uneven_words
from league.tournaments.stages.selectors.stale_seats import Drift, drifts_of
from league.tournaments.stages.selectors.undecided import undecided_drifts
from scoring.collation import surname_order
from scoring.disputes.models import Dispute
from scoring.referee import round_count
from scoring.sheets.models import Game, SheetEntry
from scoring.sheets.progress import Progress
from scoring.sheets.selectors.many_sheets import sheets_of

from .level_people import LevelGroup, level_groups, level_matches
from .playing_on import PlaysOn, by_pairing, plays_on, tables_with_tablet
from .shared_medals import SharedMedal, plays_off, shared_medals
from .starts import starts_to_take_back


@dataclass(frozen=True)
class Seated:
    """Somebody at a table: `seat` gives the color and shape, from 0; `total` points, None: none."""

    entrant: Entrant
    seat: int
    total: int | None
    out: bool


@dataclass(frozen=True)
class TableCard:
    """One table of the game that is on, as the director looks at it.

    `of` is how many rounds its game has by the rules, None where they do not fix it, and `short`
    the same where it ended before the last one, such as when time was up, else 0. `behind` is how
    many rounds it lies behind the median of the others that play, `quiet` the minutes since its
    last entry, or since it began where there is `no_entry` yet. `disputes` are open, `contests`
    wait for a choice between two tablets. `left` are the seconds that its clock has, None without
    one. It plays, or is to play, on a tablet or `on_paper`; while nothing is scored it
    `can_switch`. `group` names the division that plays there by itself. A walkover may be `unsure`
    while the table's sheet could still come in: nothing waits for it, yet it is not in.
    """

    state: TableState
    people: tuple[Seated, ...]
    done: bool
    unsure: bool = False
    of: int | None = None
    short: int = 0
    behind: int = 0
    quiet: int = 0
    no_entry: bool = False
    disputes: int = 0
    contests: int = 0
    left: int | None = None
    time: bool = False
    on_paper: bool = False
    can_switch: bool = False
    group: str = ""

    @property
    def row(self) -> StageTable:
        """The table itself."""
        return self.state.row

    @property
    def stands(self) -> str:
        """waiting, playing, on_paper, finished (its sheet), paper, empty (nobody left) or walkover.

        One that plays on_paper has begun; of one that stands at paper the result is in.
        """
        if self.state.paper is not None:
            return "paper"
        if self.done and self.state.finished:
            return "finished"
        if self.done:
            return "empty" if all(person.out for person in self.people) else "walkover"
        if not self.state.begun:
            return "waiting"
        return "on_paper" if self.state.game is None else "playing"

    @property
    def people_change(self) -> bool:
        """Whether its people can change: it has not begun, or on paper with nothing typed in."""
        return self.stands == "waiting" or (self.stands == "on_paper" and self.can_switch)

    @property
    def is_in(self) -> bool:
        """Whether nothing more is to come from it that counts."""
        return self.done and not self.unsure

    @property
    def progress(self) -> Progress:
        """How far its game is while it plays."""
        return Progress(self.state.rounds, self.of)

    @property
    def minutes_left(self) -> int:
        """The whole minutes that are left, rounded up; 0 without a clock."""
        return -(-(self.left or 0) // 60)

    @property
    def extra(self) -> int:
        """The minutes that it was given beyond the others."""
        return self.row.extra_seconds // 60

    @property
    def calls(self) -> bool:
        """Whether somebody should go there: it calls, or something is open."""
        return bool(self.row.called_at or self.disputes or self.contests)

    @property
    def slow(self) -> bool:
        """Whether it lies behind the others, or nothing has been heard of it for long."""
        return self.stands == "playing" and (self.behind > 0 or self.quiet >= QUIET)

    @property
    def urgency(self) -> tuple[object, ...]:
        """Orders tables by who needs attention first."""
        called = self.row.called_at
        return (
            called is None,
            called.timestamp() if called else 0.0,
            not self.disputes,
            not self.contests,
            not (self.time and not self.done),
            self.done,
            -self.behind,
            -self.quiet,
            self.row.number,
        )


@dataclass(frozen=True)
class Goes:
    """Somebody who goes on: from which table (0: none), at which place there or in the stage.

    `group` is the name of the division, where divisions play by themselves.
    """

    name: str
    table: int = 0
    place: int = 0
    group: str = ""


@dataclass(frozen=True)
class GoingSoFar:
    """Who goes on from a stage that is played: for certain, and perhaps; who of these is level.

    `places` are how many go on in all, and `way` says by what. At the tables `to_come`, which are
    not in, others could.
    """

    certain: tuple[Goes, ...]
    could: tuple[Goes, ...]
    level: tuple[LevelPeople, ...]
    places: int
    way: str
    to_come: tuple[int, ...] = ()

    @property
    def open(self) -> int:
        """How many places nobody has for certain yet."""
        return max(self.places - len(self.certain), 0)


# Minutes without an entry after which a table is called slow.
QUIET = 20


@dataclass(frozen=True)
class DirectorPage:
    """All that the director's page shows. `stage` is the current one, None before and after.

    `without_table` are people of the stage who do not play in this game, and `byes` who sits it out
    because the tables cannot seat all. `shared` are medals that people would share if the last
    stage were closed now. `next` is what the one main button does: restore, formats, people, begin,
    choose (after a correction), start, type (what papers say), seat, part, play_off (before people
    share a medal), few (too few go on for it to be closed, which is known before where it
    `sends_few`), close, watch, or over. `own_tablets` are the tables to start that have a paired
    tablet of their own; `by_pairing` says that tables are to play on tablets because one is paired,
    and nobody chose it. `level` are people whose tie can be broken before the other tables are in.
    """

    snapshot: Loaded
    now: datetime
    stage: Stage | None
    number: int
    cards: tuple[TableCard, ...]
    closing: Closing | None
    clock: GameClock | None
    drifts: tuple[Drift, ...]
    partings: tuple[Parting, ...]
    here: int
    absent: tuple[Entrant, ...]
    next: str
    so_far: GoingSoFar
    without_table: tuple[Entrant, ...] = field(default=())
    byes: tuple[Entrant, ...] = field(default=())
    shared: tuple[SharedMedal, ...] = field(default=())
    sends_few: bool = False
    own_tablets: tuple[int, ...] = ()
    by_pairing: bool = False
    level: tuple[LevelGroup, ...] = ()

    @property
    def groups(self) -> tuple[str, ...]:
        """The names of the divisions that play by themselves in this game."""
        return tuple(dict.fromkeys(card.group for card in self.by_number if card.group))

    @property
    def unseated(self) -> tuple[Entrant, ...]:
        """Who is here and has no seat in the first stage, where that is on: they came late."""
        if self.stage is None or self.stage != self.snapshot.stages[0]:
            return ()
        field = {member.entrant_id for member in self.snapshot.fields[self.stage.pk]}
        here = (entrant for entrant in self.snapshot.entrants.values() if entrant.checked_in_at)
        waiting = (entrant for entrant in here if entrant.withdrawn_at is None)
        return tuple(entrant for entrant in waiting if entrant.pk not in field)

    @property
    def tournament(self) -> Tournament:
        """The tournament."""
        return self.snapshot.tournament

    @property
    def plays_off(self) -> bool:
        """Whether a play-off can decide between people."""
        return plays_off(self.tournament)

    @property
    def tables_to_seat(self) -> int:
        """How many tables the first game will have; 0 where not all can be seated at them."""
        first = expected_of(self.snapshot).get(self.snapshot.stages[0].pk)
        return len(first.sizes) if first and sum(first.sizes) == self.here else 0

    @property
    def is_last_stage(self) -> bool:
        """Whether the stage that is on is the one in which the medals are won."""
        return self.stage is not None and self.snapshot.following(self.stage) is None

    @property
    def unplayed(self) -> bool:
        """Whether the beginning can still be taken back: no table has begun to play."""
        began = len(self.snapshot.begun) == 1 and self.number == 1
        return began and all(card.stands in ("waiting", "empty", "walkover") for card in self.cards)

    @property
    def divides(self) -> bool:
        """Whether it is time to look at the divisions: before the first game, or after the last."""
        return self.next == "begin" or (self.next in ("close", "play_off") and _ends(self.closing))

    @property
    def minutes_left(self) -> int:
        """The whole minutes that are left for all, rounded up; 0 without a limit."""
        left = self.clock.left if self.clock else None
        return -(-(left or 0) // 60)

    @property
    def clock_waits(self) -> bool:
        """Whether tables have begun and the clock has not, which comes before their results."""
        ready = self.clock is not None and self.clock.state == "ready"
        return ready and self.next in ("type", "watch") and not self.done

    @property
    def needed(self) -> bool:
        """Whether a table needs the director, so that it comes before the others."""
        return any(card.calls or card.slow or (card.time and not card.done) for card in self.cards)

    @property
    def seats_change(self) -> bool:
        """Whether seats can be changed: not in a bracket past its first game."""
        return self.number == 1 or (self.stage is not None and self.stage.kind == Stage.Kind.TABLES)

    @property
    def seat_words(self) -> str:
        """What the button says that seats the next game, by the name that everybody reads."""
        words = {
            RoundName.FINAL: _("Seat the final"),
            RoundName.SEMI_FINALS: _("Seat the semi-finals"),
            RoundName.QUARTER_FINALS: _("Seat the quarter-finals"),
            None: _("Seat game %(number)s") % {"number": self.number + 1},
        }
        is_bracket = self.stage is not None and self.stage.kind != Stage.Kind.TABLES
        course = self.snapshot.courses[self.stage.pk] if self.stage and is_bracket else None
        return words[next_round_name(course) if course else None]

    @property
    def close_words(self) -> str:
        """What the button says that closes the stage: who then shares a medal, if anybody."""
        details = {"stage": self.stage.name if self.stage else ""}
        if len(self.shared) > 1:
            return _("Close %(stage)s: they share the medals") % details
        if not self.shared:
            return _("Close %(stage)s") % details
        (tie,) = self.shared
        details |= {"medal": tie.medal, "people": str(len(tie.people))}
        if len(tie.people) == 2:
            return _("Close %(stage)s: both win %(medal)s") % details
        return _("Close %(stage)s: all %(people)s win %(medal)s") % details

    @property
    def closed(self) -> tuple[Stage, ...]:
        """The stages that are closed, in their order."""
        return tuple(stage for stage in self.snapshot.begun if stage.closed_at)

    @property
    def sure_closing(self) -> Closing | None:
        """What closing the stage would do, of who goes on only those who do so for certain.

        Who loses a tie for a table's place may come before others among the best of the rest. And
        who plays in the stage may change while the director decides after a correction.
        """
        closing = self.closing
        if closing is None or not (closing.advance.level or undecided_drifts(self.snapshot)):
            return closing
        certain = onwards_of(self.snapshot, closing.stage).certain
        going = tuple(goer for goer in closing.advance.going if goer.key in certain)
        return replace(closing, advance=replace(closing.advance, going=going))

    @property
    def going_on(self) -> tuple[Goes, ...]:
        """Who goes on once everything is in."""
        going = self.sure_closing.advance.going if self.sure_closing else ()
        listed = {
            member.key: Goes(
                self.snapshot.entrants[int(member.key)].name, member.table, member.place
            )
            for member in going
        }
        return _by_group(self.snapshot, self.closing.stage, listed) if self.closing else ()

    @property
    def by_number(self) -> tuple[TableCard, ...]:
        """The tables in the order of their numbers."""
        return tuple(sorted(self.cards, key=lambda card: card.row.number))

    @property
    def open_cards(self) -> tuple[TableCard, ...]:
        """The tables that have something to do yet, who needs attention first."""
        return tuple(card for card in self.cards if not card.is_in or card.calls)

    @property
    def done_cards(self) -> tuple[TableCard, ...]:
        """The tables that are in, in the order of their numbers."""
        return tuple(card for card in self.by_number if card.is_in and not card.calls)

    @property
    def repeats(self) -> str:
        """How often people of this stage meet again, in words; "" where there is nothing to say."""
        return repeats_words(self.snapshot.courses[self.stage.pk]) if self.stage else ""

    @property
    def last_stage(self) -> Stage:
        """The tournament's last stage."""
        return self.snapshot.stages[-1]

    @property
    def repeats_before(self) -> tuple[tuple[Stage, str], ...]:
        """The closed stages, each with how often people met again in it."""
        return tuple(
            (stage, repeats_words(self.snapshot.courses[stage.pk], over=True))
            for stage in self.closed
        )

    @property
    def game_words(self) -> str:
        """Which game is on, of how many; "" where there is one alone."""
        if self.stage is None:
            return ""
        least, most = games_in_all(self.snapshot.courses[self.stage.pk])
        details = {"number": self.number, "of": least, "more": most}
        if most > least:
            return _("game %(number)d of %(of)d or %(more)d") % details
        return _("game %(number)d of %(of)d") % details if least > 1 else ""

    @property
    def bye_rule(self) -> str:
        """What a bye of this game counts; "" where nobody has one."""
        return bye_rule(plan_of(self.stage)) if self.stage and self.byes else ""

    @property
    def uneven(self) -> str:
        """Which tables of this game played more rounds, in words; "" where none did."""
        return uneven_words(self.snapshot, self.stage, self.number) if self.stage else ""

    @property
    def done(self) -> int:
        """How many tables are in."""
        return sum(card.is_in for card in self.cards)

    @property
    def unstarted(self) -> int:
        """How many tables have not begun."""
        return sum(card.stands == "waiting" for card in self.cards)

    @property
    def playing(self) -> int:
        """How many tables play on a tablet."""
        return sum(card.stands == "playing" for card in self.cards)

    @property
    def under_way(self) -> int:
        """How many tables play, on a tablet or on paper."""
        return sum(card.stands in ("playing", "on_paper") for card in self.cards)

    @property
    def begun_empty(self) -> tuple[int, ...]:
        """The tables that play on a tablet where nothing is scored yet, by number."""
        cards = (card for card in self.by_number if card.stands == "playing" and card.can_switch)
        return tuple(card.row.number for card in cards)

    @property
    def to_paper(self) -> int:
        """How many tables are to start on paper."""
        return sum(card.stands == "waiting" and card.on_paper for card in self.cards)

    @property
    def to_tablets(self) -> int:
        """How many tables are to start on tablets."""
        return self.unstarted - self.to_paper

    @property
    def by_paper(self) -> bool:
        """Whether all tables to start are to play on paper."""
        return 0 < self.unstarted == self.to_paper

    @property
    def said_begun(self) -> bool:
        """Whether somebody has said of a table that it began on paper: those that wait did not."""
        return any(card.row.on_paper_at is not None for card in self.cards)

    @property
    def to_type(self) -> int:
        """The number of the first table whose paper is awaited; 0 for none.

        Where some papers are in and nobody has said that tables began, the others are awaited too.
        """
        stands = {"on_paper"}
        if not self.said_begun and any(card.stands == "paper" for card in self.cards):
            stands.add("waiting")
        return next((card.row.number for card in self.by_number if card.stands in stands), 0)

    @property
    def calling(self) -> tuple[TableCard, ...]:
        """The tables where somebody should go, most urgent first."""
        return tuple(card for card in self.cards if card.calls)


def state_of(tournament: Tournament) -> str:
    """Equal for equal pages: the tournament's own changes, its sheets', disputes, and the minute.

    The minute counts only while a stage is on, since clocks and waiting times are shown in minutes.
    """
    games = StageTable.objects.filter(round__stage__tournament=tournament).aggregate(
        number=Count("game"), entries=Sum("game__revision")
    )
    disputes = Dispute.objects.filter(
        game__stage_table__round__stage__tournament=tournament
    ).aggregate(number=Count("pk"), settled=Count("settled_at"))
    on = tournament.began_at is not None and tournament.ended_at is None
    minute = int(timezone.now().timestamp() // 60) if on else 0
    return (
        f"{tournament.revision}-{games['number']}-{games['entries'] or 0}"
        f"-{disputes['number']}-{disputes['settled']}-{minute}"
    )


def page_of(tournament: Tournament, now: datetime) -> DirectorPage:
    """The director's page as things stand; its queries do not grow with tables or entrants."""
    snapshot = loaded(tournament)
    stage = snapshot.current
    number = round_now(snapshot, stage) if stage else 0
    clock, closing = None, None
    cards: tuple[TableCard, ...] = ()
    if stage is not None:
        row = next(
            stage_round for stage_round in snapshot.rounds[stage.pk] if stage_round.number == number
        )
        row.stage = stage
        clock = clock_of(row, now)
        cards = cards_of(snapshot, stage, number, clock)
        closing = closing_of(snapshot, stage)
        without = _without_table(snapshot, stage, row)
        byes = tuple(snapshot.entrants[pk] for pk in row.byes if stage.kind == Kind.TABLES)
    else:
        without = byes = ()
    waiting = [card.row.number for card in cards if card.stands == "waiting"]
    drifts = drifts_of(snapshot)
    undecided = bool(undecided_drifts(snapshot))
    to_do = "choose" if undecided and stage else _next(snapshot, cards, closing)
    # While a correction waits nobody knows who shares a medal.
    shared = shared_medals(snapshot) if _ends(closing) and not undecided else ()
    if to_do == "close" and shared and plays_off(tournament):
        to_do = "play_off"
    return DirectorPage(
        snapshot=snapshot,
        now=now,
        stage=stage,
        number=number,
        cards=cards,
        closing=closing,
        clock=clock,
        drifts=drifts,
        partings=_partings(snapshot),
        here=len(present(tournament)) if not tournament.began_at else 0,
        absent=tuple(no_shows(tournament)) if not tournament.began_at else (),
        next=to_do,
        so_far=_so_far(snapshot, stage, cards),
        without_table=without,
        byes=byes,
        shared=shared,
        sends_few=stage is not None and sends_few(snapshot, stage),
        own_tablets=tables_with_tablet(snapshot, waiting) if waiting else (),
        by_pairing=by_pairing(snapshot, [card.state for card in cards if not card.on_paper]),
        level=_level_already(snapshot, closing, to_do),
    )


def _level_already(snapshot: Loaded, closing: Closing | None, to_do: str) -> tuple[LevelGroup, ...]:
    """Return who is level whatever the other tables bring: at a bracket's table, in a division."""
    if closing is None or to_do not in ("start", "type", "watch"):
        return ()
    return level_groups(snapshot, closing.stage, closing.advance)


def _so_far(snapshot: Loaded, stage: Stage | None, cards: Sequence[TableCard]) -> GoingSoFar:
    """Who goes on for certain or perhaps, table by table where these send people on."""
    if stage is None:
        return GoingSoFar((), (), (), 0, "")
    onwards = onwards_of(snapshot, stage)
    course, at = snapshot.courses[stage.pk], {}
    if stage.onward == Onward.TABLES:
        for table in course.rounds[0].tables:
            for place in table_places(course, course.rounds[0].number, table.number):
                at[place.key] = table.number, place.place or 0

    def goes(keys: Iterable[Key]) -> tuple[Goes, ...]:
        listed = [(at.get(key, ()), snapshot.entrants[int(key)].name, key) for key in keys]
        listed.sort(key=lambda row: (row[0], surname_order(row[1])))
        return _by_group(snapshot, stage, {key: Goes(name, *place) for place, name, key in listed})

    level = level_people(snapshot, onwards)
    could = {key for key, how in onwards.hows.items() if how != "decides"} - onwards.certain
    settled = onwards.certain | onwards.cannot | onwards.hows.keys()
    to_come = [
        card.row.number
        for card in cards
        if not card.done
        and any(not seat.out and seat.entrant.pk not in settled for seat in card.people)
    ]
    return GoingSoFar(
        goes(onwards.certain),
        goes(could),
        level,
        onwards.places,
        way_now(snapshot, stage, onwards),
        tuple(sorted(to_come)),
    )


def _by_group(snapshot: Loaded, stage: Stage, goers: Mapping[Key, Goes]) -> tuple[Goes, ...]:
    """Return these people by the divisions that go on by themselves, else in their order."""
    names = played_groups(snapshot)
    groups = groups_of(snapshot.courses[stage.pk])
    of = {member.key: group for group, members in groups.items() for member in members}
    order = list(groups)
    return tuple(
        replace(goers[key], group=names.get(of[key], of[key]))
        for key in sorted(goers, key=lambda key: order.index(of[key]))
    )


def _without_table(snapshot: Loaded, stage: Stage, row: StageRound) -> tuple[Entrant, ...]:
    """Who is in the stage and does not play in this game: with a bye, or left out of it.

    Byes at tables count something, and are not among them.
    """
    if stage.kind != Kind.TABLES:
        return tuple(snapshot.entrants[int(pk)] for pk in row.byes)
    away = gone(snapshot, stage).union(row.byes)
    seated = {pk for state in snapshot.tables_of(stage, row.number) for pk in state.seats}
    return tuple(
        snapshot.entrants[member.entrant_id]
        for member in snapshot.fields[stage.pk]
        if member.entrant_id not in seated | away
    )


def _partings(snapshot: Loaded) -> tuple[Parting, ...]:
    """What parted people, also in stages that are closed."""
    return tuple(
        parting for stage in snapshot.begun for parting in snapshot.partings.get(stage.pk, ())
    )


def _ends(closing: Closing | None) -> bool:
    """Whether closing the stage now would end the tournament."""
    return closing is not None and closing.following is None and closing.complete


def _next(snapshot: Loaded, cards: Sequence[TableCard], closing: Closing | None) -> str:
    tournament = snapshot.tournament
    if tournament.cancelled_at is not None:
        return "restore"
    if tournament.ended_at is not None:
        return "over"
    if closing is None:
        return "begin" if snapshot.stages else "formats"
    if any(not card.done for card in cards):
        stands = {card.stands for card in cards}
        return next(
            do
            for do, when in (("start", "waiting"), ("type", "on_paper"), ("watch", "playing"))
            if when in stands
        )
    if closing.games_left:
        return "part" if level_matches(snapshot, closing.stage) else "seat"
    if closing.few:
        return "few"
    return "part" if closing.advance.level else "close"


def cards_of(
    snapshot: Loaded, stage: Stage, number: int, clock: GameClock
) -> tuple[TableCard, ...]:
    """The tables of a game of a stage, who needs attention first; at most six queries."""
    states = snapshot.tables_of(stage, number)
    games = [state.game for state in states if state.game is not None]
    playing = [game for game in games if game.finished_at is None]
    disputes = Counter(
        Dispute.objects.filter(game__in=playing, settled_at=None).values_list("game", flat=True)
    )
    heard = dict(
        SheetEntry.objects.filter(game__in=playing)
        .values_list("game")
        .annotate(last=Max("recorded_at"))
    )
    contests = _contests(playing)
    away = gone(snapshot, stage)
    on = plays_on(snapshot, states)
    empty, groups = starts_to_take_back(snapshot), played_groups(snapshot)
    unsure = unsure_walkovers(snapshot.settled_course(stage))
    pace = sorted(state.rounds for state in states if state.game in playing)
    cards = []
    for state in states:
        game = state.game
        plays = game is not None and game.finished_at is None
        since = (heard.get(game.pk) or game.started_at) if game is not None else clock.now
        done = table_done(snapshot, stage, state)
        cards.append(
            TableCard(
                state=state,
                people=_people(snapshot, state, away),
                done=done,
                unsure=any((number, pk) in unsure for pk in state.seats),
                of=round_count(game) if game is not None else None,
                short=stopped_short(stage, state),
                behind=_rounds_behind(state.rounds, pace) if plays else 0,
                quiet=max(0, int((clock.now - since).total_seconds() // 60)) if plays else 0,
                no_entry=game is not None and plays and game.pk not in heard,
                disputes=disputes[game.pk] if game is not None else 0,
                contests=contests.get(game.pk, 0) if game is not None else 0,
                left=None if done else clock.left_for(state.row),
                time=clock.is_time(state.row),
                on_paper=on[state.row.number] == PlaysOn.PAPER,
                can_switch=not done and (not state.begun or state.row.number in empty),
                group=groups.get(state.row.group, state.row.group),
            )
        )
    return tuple(sorted(cards, key=lambda card: card.urgency))


def _rounds_behind(rounds: int, pace: Sequence[int]) -> int:
    """How many rounds a table lies behind the median of the others; `pace` has its own, too."""
    others = list(pace)
    others.remove(rounds)
    return max(0, int(statistics.median(others) - rounds)) if others else 0


def _contests(playing: Sequence[Game]) -> dict[int, int]:
    """How many rounds of each game wait for a choice between two tablets."""
    asked = set(
        SheetEntry.objects.filter(game__in=playing, contests__isnull=False).values_list(
            "game", flat=True
        )
    )
    sheets = sheets_of([game for game in playing if game.pk in asked])
    return {sheet.game.pk: len(sheet.contests) for sheet in sheets}


def _people(snapshot: Loaded, state: TableState, away: frozenset[int]) -> tuple[Seated, ...]:
    totals = {int(line.key): line.total for line in state.lines}
    return tuple(
        Seated(snapshot.entrants[pk], seat, totals.get(pk), pk in away)
        for seat, pk in enumerate(state.seats)
    )
