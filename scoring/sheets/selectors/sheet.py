"""The score sheet of a game, derived from its entries.

The entries are all that happened; everything else here follows from them and can be derived again:
the same entries give the same sheet. Reading one costs three queries, however long the game.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from scoring.names import short_names
from scoring.referee import has_run_offs, parts_ties_by_rounds_out, run_offs_after
from scoring.sheets.models import Game, Seat, SeatResult, SheetEntry
from scoring.sheets.ranks import NOT_IN_RUN_OFF, rank_keys
from scoring.web.compiled_queries import CompiledQuery

Kind = SheetEntry.Kind
# At a table of so many whole names would break.
MANY_SEATS = 6
STAYS = (Kind.UNDO, Kind.KEEP, Kind.FINISH, Kind.REOPEN, Kind.RULES, Kind.NAME)
SEATS_OF_GAME = CompiledQuery(lambda game: Seat.objects.filter(game=game).select_related("player"))
ENTRIES_OF_GAME = CompiledQuery(lambda game: SheetEntry.objects.filter(game=game))
RESULTS_OF_GAME = CompiledQuery(lambda game: SeatResult.objects.filter(entry__game=game))


@dataclass(frozen=True)
class Cell:
    """One seat's part of one round, in points; `running` is its total after that round.

    `struck` holds the points that earlier versions of the round gave this seat, oldest first.
    """

    points: int
    running: int
    out: bool
    tiles: str | None = None
    told_total: int | None = None
    count: int | None = None
    marked: bool | None = None
    struck: tuple[int, ...] = ()


@dataclass(frozen=True)
class RoundLine:
    """One round in force: its entry, a cell a seat, the versions it struck, the ones that wait.

    A `run_off` parts those who tied for the game; its points count in no total.
    """

    number: int
    entry: SheetEntry
    cells: Mapping[int, Cell]
    struck: tuple[SheetEntry, ...] = ()
    contests: tuple[SheetEntry, ...] = ()
    run_off: bool = False


@dataclass(frozen=True)
class SeatLine:
    """One seat with its total (points) and its position in the game.

    `from_round` is the first round that counts for it and `entry_total` what it came in with;
    `after_round` is the last one that counts, None while it plays on. `short` is the `first_name`
    at a table of many, which has no room for whole ones, and the whole name at other tables.
    `position` is 1 for the lowest total, shared by equals, and None for a seat that is not ranked:
    it left so, or it is `unplayed`, without a round to the end. `behind` is how many points it lies
    behind the leader.
    """

    id: int
    player_id: int
    name: str
    first_name: str
    short: str
    place: int
    color: int
    total: int
    rounds_out: int
    from_round: int = 1
    entry_total: int = 0
    after_round: int | None = None
    ranked: bool = True
    unplayed: bool = False
    position: int | None = None
    shared: bool = False
    behind: int = 0

    def plays(self, round_number: int) -> bool:
        """Whether this seat plays that round."""
        return self.from_round <= round_number and (
            self.after_round is None or round_number <= self.after_round
        )

    @property
    def left(self) -> bool:
        """Whether its player has left the table."""
        return self.after_round is not None


@dataclass(frozen=True)
class Sheet:
    """A game's sheet as it stands: rounds in force, seats in playing order, the log of entries.

    `totals` is the entry that says what the game came to, where nobody recorded its rounds.
    `run_offs_after` is the last round of a full game whose rules then let those who tie for it play
    on; None while the game goes on, and under other rules.
    """

    game: Game
    seats: tuple[SeatLine, ...]
    rounds: tuple[RoundLine, ...]
    entries: tuple[SheetEntry, ...]
    results: Mapping[int, Mapping[int, SeatResult]]
    in_force: frozenset[int]
    totals: SheetEntry | None = None
    finished_by: SheetEntry | None = None
    run_offs_after: int | None = None

    @property
    def next_round(self) -> int:
        """The number of the round that is recorded next, from 1."""
        return len(self.rounds) + 1

    @property
    def is_scored(self) -> bool:
        """Whether there are totals to compare: a round was recorded, or the totals alone were."""
        return bool(self.rounds) or self.totals is not None

    @property
    def rounds_played(self) -> int:
        """How many rounds the totals are of; what paper says, where only totals are known."""
        if self.totals is not None:
            return int(self.totals.details.get("rounds", 0))
        return len(self.rounds) - self.run_offs

    @property
    def run_offs(self) -> int:
        """How many rounds were played by those who tied for the game."""
        return sum(line.run_off for line in self.rounds)

    @property
    def knows_rounds_out(self) -> bool:
        """Whether the sheet says how many rounds each went out in; paper need not."""
        return self.totals is None or "outs" in self.totals.details

    @property
    def begins_with_points(self) -> bool:
        """Whether somebody who came late began with points, which no round has."""
        return any(seat.entry_total for seat in self.seats)

    @property
    def finished(self) -> bool:
        """Whether the table has ended the game."""
        return self.finished_by is not None

    @property
    def last_entry(self) -> SheetEntry | None:
        """The entry that an undo would strike through: the newest in force that can be undone.

        An undo cannot, nor a choice between two tablets, nor a game's end and its reopening, nor an
        organizer's change of a rule, nor a corrected name. A round that was written anew as a part
        of something is undone with the whole of it.
        """
        for entry in reversed(self.entries):
            if entry.pk not in self.in_force or entry.kind in STAYS:
                continue
            if "part_of" not in entry.details:
                return entry
        return None

    @property
    def last_undo(self) -> SheetEntry | None:
        """The undo that a redo would take back: the newest in force, if nothing was written since.

        Several undos are taken back one by one, the newest first. What another tablet has taken
        back beside the sheet is its own matter.
        """
        undos = undo_entries(self.entries) - {entry.pk for entry in self.undos_beside}
        for entry in reversed(self.entries):
            if entry.kind != Kind.UNDO:
                return None
            if entry.pk in undos and entry.pk in self.in_force:
                return entry
        return None

    @property
    def table_undo(self) -> SheetEntry | None:
        """The `last_entry` where the table may undo it: not that somebody left a tournament."""
        last = self.last_entry
        return None if last is None or is_directed(last) else last

    @property
    def table_redo(self) -> SheetEntry | None:
        """The `last_undo` where the table may take it back: not that somebody is back in one."""
        undo = self.last_undo
        struck = (entry for entry in self.entries if undo and entry.pk == undo.supersedes_id)
        return None if any(map(is_directed, struck)) else undo

    @property
    def undos_beside(self) -> tuple[SheetEntry, ...]:
        """The undos in force of entries that contested the sheet: nothing that counts changed."""
        beside = {entry.pk for entry in self.entries if entry.contests_id is not None}
        return tuple(
            entry
            for entry in self.entries
            if entry.kind == Kind.UNDO
            and entry.supersedes_id in beside
            and entry.pk in self.in_force
        )

    @property
    def undoes(self) -> str:
        """What an undo would strike through: "correction", "choice", or "" for anything else."""
        return step_of(self.last_entry) if self.last_entry else ""

    @property
    def redoes(self) -> str:
        """What a redo would bring back, in the same words."""
        undo = self.last_undo
        struck = (entry for entry in self.entries if undo and entry.pk == undo.supersedes_id)
        return next(map(step_of, struck), "")

    @property
    def steps_of_one_round(self) -> bool:
        """Whether undo and redo are about two corrections of one round: which is which, is said."""
        last, undo = self.last_entry, self.last_undo
        is_both = self.undoes == self.redoes == "correction"
        return bool(is_both and last and undo and last.round_number == undo.round_number)

    @property
    def former_names(self) -> dict[str, int]:
        """The names that stood at a seat before they were corrected, each with the seat's id."""
        now = {seat.name for seat in self.seats}
        return {
            entry.reason: entry.details["seat"]
            for entry in self.entries
            if entry.kind == Kind.NAME and entry.reason not in now
        }

    @property
    def ranking(self) -> tuple[SeatLine, ...]:
        """The ranked seats, best first; seats with equal positions in playing order."""
        ranked = [seat for seat in self.seats if seat.position is not None]
        return tuple(sorted(ranked, key=lambda seat: (seat.position or 0, seat.place)))

    @property
    def leaders(self) -> tuple[SeatLine, ...]:
        """Whoever has the lowest total, more than one where it is shared; none before a score."""
        if not self.is_scored:
            return ()
        return tuple(seat for seat in self.ranking if seat.position == 1)

    @property
    def seats_again(self) -> tuple[SeatLine, ...]:
        """Who plays the game that follows, clockwise: who has not left, and the second begins."""
        seats = tuple(seat for seat in self.seats if not seat.left)
        return seats[1:] + seats[:1]

    @property
    def margin(self) -> int | None:
        """How many points the leaders are ahead of the next; None where nobody is behind."""
        behind = [seat.behind for seat in self.ranking if seat.position != 1]
        return min(behind) if self.is_scored and behind else None

    @property
    def revision(self) -> int:
        """Grows with each entry; equal revisions of a game show equal sheets."""
        return self.entries[-1].number if self.entries else 0

    @property
    def contests(self) -> tuple[SheetEntry, ...]:
        """Entries of another tablet that wait for a choice."""
        return tuple(entry for line in self.rounds for entry in line.contests)

    @property
    def standing_contests(self) -> tuple[SheetEntry, ...]:
        """Entries of another tablet that were not taken back, also those that agree by now."""
        return _standing_contests(self.entries, self.in_force)

    @property
    def in_run_off(self) -> tuple[SeatLine, ...]:
        """Those who tie for the game and play one more round, clockwise; none where none is due."""
        if self.run_offs_after is None:
            return ()
        tied = tuple(seat for seat in self.leaders if seat.plays(self.next_round))
        return tuple(sorted(tied, key=lambda seat: seat.place)) if len(tied) > 1 else ()

    def playing(self, round_number: int) -> tuple[SeatLine, ...]:
        """The seats that play that round, clockwise; in a run-off those who tied alone."""
        line = self.line(round_number)
        if line is not None and line.run_off:
            return tuple(seat for seat in self.seats if seat.id in line.cells)
        if line is None and self.in_run_off:
            return self.in_run_off
        return tuple(seat for seat in self.seats if seat.plays(round_number))

    def is_run_off(self, round_number: int) -> bool:
        """Whether that round, recorded or to come, only parts those who tied for the game."""
        line = self.line(round_number)
        if line is not None:
            return line.run_off
        return round_number == self.next_round and bool(self.in_run_off)

    def line(self, round_number: int) -> RoundLine | None:
        """The round with that number, None while it is not recorded."""
        if 1 <= round_number <= len(self.rounds):
            return self.rounds[round_number - 1]
        return None

    def total_after(self, seat: SeatLine, round_number: int) -> int:
        """What a seat had, in points, once that round was played; it may have played none yet."""
        lines = [line for line in self.rounds[:round_number] if not line.run_off]
        points = [line.cells[seat.id].points for line in lines if seat.id in line.cells]
        return seat.entry_total + sum(points)

    def arrival(self, seat_id: int) -> SheetEntry | None:
        """The entry in force by which somebody came late to that seat, if anybody did."""
        for entry in reversed(self.entries):
            joins = entry.kind == Kind.JOIN and entry.pk in self.in_force
            if joins and entry.details["seat"] == seat_id:
                return entry
        return None

    def seat(self, seat_id: int | None) -> SeatLine | None:
        """The seat with that id, None where the game has none such."""
        return next((seat for seat in self.seats if seat.id == seat_id), None)


def entries_in_force(entries: Sequence[SheetEntry]) -> frozenset[int]:
    """The ids of the entries that count, given all of a game's entries in their order.

    An entry is out of force once a later one supersedes it. An undo supersedes an entry, with the
    parts of it where it has some, and is itself in force; undoing a correction brings back what the
    correction had struck. A redo supersedes an undo, which is then as if it had never been: nothing
    was written between the two. A contesting entry never counts: choosing it records a new one, and
    undoing it, or superseding it with another contesting entry, changes nothing that counts.
    """
    force: set[int] = set()
    by_id = {entry.pk: entry for entry in entries}
    undos = undo_entries(entries)
    taken_back = {entry.supersedes_id for entry in entries if entry.supersedes_id in undos}
    for entry in entries:
        if entry.contests_id is not None or entry.pk in taken_back:
            continue
        force.add(entry.pk)
        struck = by_id.get(entry.supersedes_id or 0)
        if struck is None or struck.pk in taken_back:
            continue
        force.discard(struck.pk)
        if entry.kind == Kind.UNDO:
            parts = [part for part in entries if part.details.get("part_of") == struck.pk]
            for part in (struck, *parts):
                force.discard(part.pk)
                if part.supersedes_id is not None and part.contests_id is None:
                    force.add(part.supersedes_id)
    return frozenset(force)


def step_of(entry: SheetEntry) -> str:
    """What an entry did that put other numbers in the place of a round's; "" for any other.

    It is a correction, or a choice between what two tablets had recorded.
    """
    if entry.kind != Kind.ROUND or entry.supersedes_id is None:
        return ""
    return "choice" if "settles" in entry.details else "correction"


def is_directed(entry: SheetEntry) -> bool:
    """Whether a director did it for the whole tournament, so that no table takes it back."""
    return bool(entry.details.get("directed"))


def undo_entries(entries: Iterable[SheetEntry]) -> frozenset[int]:
    """The ids of the undos among a game's entries: not of the redos, which supersede an undo."""
    undos: set[int] = set()
    for entry in entries:
        if entry.kind == Kind.UNDO and entry.supersedes_id not in undos:
            undos.add(entry.pk)
    return frozenset(undos)


def sheet_of(game: Game) -> Sheet:
    """The sheet of a game from its rows: seats, entries and results, one query each."""
    seats = SEATS_OF_GAME.rows(game.pk)
    entries = ENTRIES_OF_GAME.rows(game.pk)
    for seat in seats:
        seat.game = game
    for entry in entries:
        entry.game = game
    results: dict[int, dict[int, SeatResult]] = defaultdict(dict)
    for result in RESULTS_OF_GAME.rows(game.pk):
        results[result.entry_id][result.seat_id] = result
    return derive(game, seats, entries, results)


def derive(
    game: Game,
    seats: Sequence[Seat],
    entries: Sequence[SheetEntry],
    results: Mapping[int, Mapping[int, SeatResult]],
) -> Sheet:
    """The sheet that these rows say; touches no database."""
    force = entries_in_force(entries)
    active = [entry for entry in entries if entry.pk in force]
    spans = _spans(seats, active)
    full = _run_offs_after(game, _numbered(active))
    rounds = _rounds(entries, force, results, spans, full)
    whole = next((entry for entry in reversed(active) if entry.kind == Kind.TOTALS), None)
    finish = _finished_by(active)
    if whole is not None:
        _span_on_paper(spans, seats, whole, results.get(whole.pk, {}))
    else:
        _unrank_unplayed(spans.values(), last=len(rounds) if finish else None)
    return Sheet(
        game=game,
        seats=_seat_lines(
            seats,
            spans,
            rounds,
            by_rounds_out=parts_ties_by_rounds_out(game),
            whole=_whole_game(seats, whole, results) if whole else None,
        ),
        rounds=rounds,
        entries=tuple(entries),
        results=results,
        in_force=force,
        totals=whole,
        finished_by=finish,
        run_offs_after=full,
    )


def _run_offs_after(game: Game, rounds: Sequence[tuple[int, SheetEntry]]) -> int | None:
    """After which round those who tie play on alone: the last one, or that in which time ran out.

    None where the rules let nobody play on, and before that round.
    """
    if not has_run_offs(game):
        return None
    full = run_offs_after(game, [entry.starting_double for _number, entry in rounds])
    timed = next(
        (number for number, entry in rounds if entry.ending == SheetEntry.Ending.TIME), None
    )
    return min((number for number in (full, timed) if number is not None), default=None)


@dataclass
class _Span:
    """From which round to which a seat counts, and where it sits now."""

    place: int
    from_round: int = 1
    entry_total: int = 0
    after_round: int | None = None
    ranked: bool = True
    unplayed: bool = False


def _spans(seats: Sequence[Seat], active: Iterable[SheetEntry]) -> dict[int, _Span]:
    spans = {seat.pk: _Span(place=seat.place) for seat in seats}
    at_table = {seat.pk for seat in seats if not seat.late}
    for entry in active:
        details = entry.details
        if entry.kind == Kind.JOIN:
            at_table.add(details["seat"])
            spans[details["seat"]].from_round = details["from_round"]
            spans[details["seat"]].entry_total = details["total"]
        elif entry.kind == Kind.LEAVE:
            spans[details["seat"]].after_round = details["after_round"]
            spans[details["seat"]].ranked = details["ranked"]
        elif entry.kind == Kind.SWAP:
            first, second = (spans[seat_id] for seat_id in details["seats"])
            first.place, second.place = second.place, first.place
    return {seat_id: span for seat_id, span in spans.items() if seat_id in at_table}


def _unrank_unplayed(spans: Iterable[_Span], *, last: int | None) -> None:
    """Leave without a place whoever has played no round and can play none any more.

    Who comes for round 5 gets points for the four before. Where the game ended with round 4, its
    `last`, or where that player left again by then, these points are of nobody's play.
    """
    for span in spans:
        end = last if span.after_round is None else span.after_round
        if end is not None and end < span.from_round:
            span.unplayed, span.ranked = True, False


def _span_on_paper(
    spans: Mapping[int, _Span],
    seats: Sequence[Seat],
    entry: SheetEntry,
    results: Mapping[int, SeatResult],
) -> None:
    """Say of each seat which rounds it played on paper; without a total it has no place."""
    rows, rounds = entry.details.get("spans", ()), entry.details.get("rounds")
    for seat in seats:
        span = spans.get(seat.pk)
        if span is None or seat.place >= len(rows):
            continue
        span.from_round, last = rows[seat.place]
        span.after_round = None if last == rounds else last
        span.ranked = seat.pk in results


def _finished_by(active: Iterable[SheetEntry]) -> SheetEntry | None:
    finish = None
    for entry in active:
        if entry.kind == Kind.FINISH:
            finish = entry
        elif entry.kind == Kind.REOPEN:
            finish = None
    return finish


def _struck_rounds(
    entries: Iterable[SheetEntry], force: frozenset[int]
) -> dict[int, tuple[SheetEntry, ...]]:
    """Round entries that no longer count, by round number, oldest first."""
    struck: dict[int, tuple[SheetEntry, ...]] = {}
    for entry in entries:
        if entry.kind == Kind.ROUND and entry.pk not in force and entry.contests_id is None:
            number = entry.round_number or 0
            struck[number] = (*struck.get(number, ()), entry)
    return struck


def _versions(by_id: Mapping[int, SheetEntry], counts: SheetEntry) -> tuple[SheetEntry, ...]:
    """What a round's entry has struck, oldest first; not what was undone before it."""
    versions: list[SheetEntry] = []
    version = by_id.get(counts.supersedes_id or 0)
    while version is not None:
        versions.append(version)
        version = by_id.get(version.supersedes_id or 0)
    return tuple(reversed(versions))


def _standing_contests(
    entries: Sequence[SheetEntry], force: frozenset[int]
) -> tuple[SheetEntry, ...]:
    """Entries that contest another one and still stand: neither settled, undone nor replaced.

    What was chosen stays chosen when a correction puts other numbers in its place. A tablet may
    have corrected what it had recorded, or taken it back, before it handed all of that over.
    """
    contesting = [entry for entry in entries if entry.contests_id is not None]
    if not contesting:
        return ()
    by_id = {entry.pk: entry for entry in entries}
    active = [entry for entry in entries if entry.pk in force]
    gone = {
        pk
        for entry in active
        for version in (entry, *(_versions(by_id, entry) if entry.kind == Kind.ROUND else ()))
        for pk in version.details.get("settles", ())
    }
    undone = {entry.supersedes_id for entry in active if entry.kind == Kind.UNDO}
    replaced = {entry.supersedes_id for entry in contesting if entry.pk not in undone}
    gone |= undone | replaced
    return tuple(entry for entry in contesting if entry.pk not in gone)


def _first_version(by_id: Mapping[int, SheetEntry], entry: SheetEntry) -> SheetEntry:
    return next(iter(_versions(by_id, entry)), entry)


def counts_as(
    entry: SheetEntry, other: SheetEntry, results: Mapping[int, Mapping[int, SeatResult]]
) -> bool:
    """Whether two entries of a round say the same: its double, its end, and everybody's points."""
    first, second = (
        (
            version.starting_double,
            version.ending,
            version.out_seat_id,
            {seat_id: row.points for seat_id, row in results.get(version.pk, {}).items()},
        )
        for version in (entry, other)
    )
    return first == second


def _contests_of(
    entry: SheetEntry,
    contesting: Iterable[SheetEntry],
    by_id: Mapping[int, SheetEntry],
    results: Mapping[int, Mapping[int, SeatResult]],
) -> tuple[SheetEntry, ...]:
    """What contests a round that counts, and differs from it.

    What contested a round that was undone is no question any more.
    """
    first = _first_version(by_id, entry)
    return tuple(
        other
        for other in contesting
        if _first_version(by_id, by_id[other.contests_id or 0]) == first
        and not counts_as(entry, other, results)
    )


def _numbered(active: Iterable[SheetEntry]) -> list[tuple[int, SheetEntry]]:
    """The rounds that count, by their numbers in order."""
    numbered = {entry.round_number: entry for entry in active if entry.kind == Kind.ROUND}
    return sorted((number or 0, entry) for number, entry in numbered.items())


def _rounds(
    sheet_entries: Sequence[SheetEntry],
    force: frozenset[int],
    results: Mapping[int, Mapping[int, SeatResult]],
    spans: Mapping[int, _Span],
    full: int | None,
) -> tuple[RoundLine, ...]:
    """The rounds in force; those after round `full` are run-offs, where only some played them."""
    active = [entry for entry in sheet_entries if entry.pk in force]
    by_id = {entry.pk: entry for entry in sheet_entries}
    contesting = _standing_contests(sheet_entries, force)
    totals = {seat_id: span.entry_total for seat_id, span in spans.items()}
    lines = []
    for number, entry in _numbered(active):
        cells = {}
        seats = {pk for pk in results.get(entry.pk, {}) if pk in spans}
        run_off = full is not None and number > full and _only_tied(seats, number, spans, totals)
        struck = _versions(by_id, entry)
        for seat_id, result in results.get(entry.pk, {}).items():
            if seat_id not in spans:
                continue
            totals[seat_id] += 0 if run_off else result.points
            cells[seat_id] = Cell(
                points=result.points,
                running=totals[seat_id],
                out=entry.out_seat_id == seat_id,
                tiles=result.tiles,
                told_total=result.told_total,
                count=result.count,
                marked=result.marked,
                struck=_struck_points(seat_id, (*struck, entry), results),
            )
        lines.append(
            RoundLine(
                number=number,
                entry=entry,
                cells=cells,
                struck=struck,
                contests=_contests_of(entry, contesting, by_id, results),
                run_off=run_off,
            )
        )
    return tuple(lines)


def _struck_points(
    seat_id: int,
    versions: Iterable[SheetEntry],
    results: Mapping[int, Mapping[int, SeatResult]],
) -> tuple[int, ...]:
    """A seat's points in all versions but the last, without those that stayed as they were."""
    rows = [results.get(version.pk, {}) for version in versions]
    points = [row[seat_id].points for row in rows if seat_id in row]
    return tuple(number for number, _same in groupby(points))[:-1]


def _only_tied(
    seats: set[int], number: int, spans: Mapping[int, _Span], totals: Mapping[int, int]
) -> bool:
    """Whether a round was played by some of the table alone, or by all of it with one total.

    A table may as well have played one more round with everybody, which counts like any other.
    """
    present = {
        seat_id
        for seat_id, span in spans.items()
        if span.from_round <= number and (span.after_round is None or number <= span.after_round)
    }
    return seats < present or len({totals[seat_id] for seat_id in seats}) == 1


def _whole_game(
    seats: Sequence[Seat], entry: SheetEntry, results: Mapping[int, Mapping[int, SeatResult]]
) -> tuple[dict[int, int], Counter[int]]:
    """Each seat's total and the rounds that it went out in, as an entry of totals has them."""
    points = {seat_id: result.points for seat_id, result in results.get(entry.pk, {}).items()}
    outs = entry.details.get("outs", ())
    return (
        {seat.pk: points.get(seat.pk, 0) for seat in seats},
        Counter({seat.pk: outs[seat.place] for seat in seats if seat.place < len(outs)}),
    )


def _counted(
    spans: Mapping[int, _Span], rounds: Sequence[RoundLine]
) -> tuple[dict[int, int], Counter[int]]:
    """Each seat's total and the rounds that it went out in, of all rounds but run-offs."""
    counted = [line for line in rounds if not line.run_off]
    totals = {
        seat_id: span.entry_total
        + sum(line.cells[seat_id].points for line in counted if seat_id in line.cells)
        for seat_id, span in spans.items()
    }
    return totals, Counter(line.entry.out_seat_id or 0 for line in counted)


def _seat_lines(
    seats: Sequence[Seat],
    spans: Mapping[int, _Span],
    rounds: Sequence[RoundLine],
    *,
    by_rounds_out: bool,
    whole: tuple[dict[int, int], Counter[int]] | None = None,
) -> tuple[SeatLine, ...]:
    totals, rounds_out = whole or _counted(spans, rounds)
    run_offs = {
        seat_id: tuple(
            line.cells[seat_id].points if seat_id in line.cells else NOT_IN_RUN_OFF
            for line in rounds
            if line.run_off
        )
        for seat_id in spans
    }
    keys = rank_keys(totals, rounds_out, by_rounds_out=by_rounds_out, run_offs=run_offs)
    ranked = sorted(keys[seat_id] for seat_id, span in spans.items() if span.ranked)
    present = [seat for seat in seats if seat.pk in spans]
    first_names = short_names([seat.player.name for seat in present])
    is_many = len(present) >= MANY_SEATS
    lines = []
    for seat, first_name in zip(present, first_names, strict=True):
        span, total, key = spans[seat.pk], totals[seat.pk], keys[seat.pk]
        lines.append(
            SeatLine(
                id=seat.pk,
                player_id=seat.player_id,
                name=seat.player.name,
                first_name=first_name,
                short=first_name if is_many else seat.player.name,
                place=span.place,
                color=seat.place if seat.mark is None else seat.mark,
                total=total,
                rounds_out=rounds_out[seat.pk],
                from_round=span.from_round,
                entry_total=span.entry_total,
                after_round=span.after_round,
                ranked=span.ranked,
                unplayed=span.unplayed,
                position=ranked.index(key) + 1 if span.ranked else None,
                shared=span.ranked and ranked.count(key) > 1,
                behind=total - ranked[0][0] if span.ranked else 0,
            )
        )
    return tuple(sorted(lines, key=lambda line: line.place))
