"""A round that was written down, played again: everything in it that the rules do not allow.

`check` names every irregularity with its line and the clauses that it breaks, the hands at the
end as far as they are known, and the points. What is laid wrongly stays where it was laid, and
the rest of the round is judged by the table as it then was.

Not guaranteed: where tiles are not told, only what no tiles could make right is found.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.game.setup import higher_double_held, players
from engine.json_values import CaseError
from engine.notation.known_table import KnownTable
from engine.notation.record import Dealt, Record, Step, Verb
from engine.notation.text import parse
from engine.reports import Report, points
from engine.rules.deal import hand_size_row
from engine.rules.rule_set import RuleSet
from engine.rulings.first_player import first_player
from engine.rulings.reasons import Reason
from engine.rulings.rulings import Ruling
from engine.table.case import Ask
from engine.table.facts import Facts
from engine.tiles import Tile, double_of, tile_count


@dataclass(frozen=True, slots=True)
class Finding:
    """One irregularity. `line` is 0 where it is about the table before anything was laid.

    `open` says that it is none by the letter: the rules do not say whether it is allowed.
    """

    line: int
    sentence: str
    clauses: tuple[str, ...] = ()
    open: bool = False

    def __str__(self) -> str:
        place = f"Line {self.line}" if self.line else "The table"
        rest = f" ({', '.join(self.clauses)})" if self.clauses else ""
        return f"{place}: {self.sentence}{rest}"


@dataclass(frozen=True, slots=True)
class Checked:
    """A round played again.

    `hands` are what is known of the tiles left; a seat of whose hand nothing is known has no key.
    `points` are None where they do not follow. `over` says whether the round came to its end.
    """

    record: Record
    findings: tuple[Finding, ...]
    hands: Mapping[str, Dealt]
    points: Mapping[str, int | None]
    over: bool

    @property
    def is_regular(self) -> bool:
        """Whether nothing was found that the rules forbid."""
        return all(finding.open for finding in self.findings)


def check(text: str) -> Checked:
    """Play the round of this text again. `NotationError` where it cannot be read."""
    return replay(parse(text))


def replay(record: Record) -> Checked:
    """Play this round again. ValueError where its house rules cannot hold together."""
    rules = record.rule_set()
    playing = _Replay(record, rules)
    playing.table_is_right()
    for step in record.steps:
        playing.step(step)
    playing.end()
    table = playing.table
    return Checked(
        record=record,
        findings=tuple(playing.findings),
        hands=table.left(),
        points=points(_report(record, table, over=playing.over), rules),
        over=playing.over,
    )


def _report(record: Record, table: KnownTable, *, over: bool) -> Report:
    """The end of the round as it would be reported."""
    out = next((seat for seat, count in table.counts.items() if count == 0), None)
    return Report(
        set=record.set,
        seats=record.seats,
        starting_double=record.start,
        hands={seat: hand.tiles for seat, hand in table.left().items() if not hand.unknown},
        marked={seat: table.marked[seat] for seat in record.seats},
        out=out if over else None,
        blocked=True if out is None else None,
    )


def _facts_before(record: Record, rules: RuleSet) -> Facts:
    """Return what is known of the table before anything is played."""
    return Facts(
        rules=rules,
        set=record.set,
        seats=record.seats,
        starting_double=record.start,
        starting_double_by=record.start_by,
        hands={seat: hand.tiles for seat, hand in record.hands.items()},
        hand_counts={seat: len(hand.tiles) + hand.unknown for seat, hand in record.hands.items()},
        boneyard=record.boneyard,
    )


class _Replay:
    """One round, as far as it has been played again."""

    def __init__(self, record: Record, rules: RuleSet) -> None:
        self.record = record
        self.rules = rules
        self.table = KnownTable(record, rules)
        self.findings: list[Finding] = []
        self.over = False
        self.ended = False
        self.gave_notice = False
        self.comes_off: Ruling | None = None
        self.line = 0

    def note(self, line: int, sentence: str, *clauses: str, open_: bool = False) -> None:
        """One more irregularity, unless the same was found before."""
        finding = Finding(line, sentence, clauses, open_)
        if finding not in self.findings:
            self.findings.append(finding)

    def ruled(self, line: int, ask: Ask) -> Ruling | None:
        """What the rulings say; None where the table is told in a way that cannot be."""
        ruled, wrong = self.table.rule(ask)
        if wrong and all(finding.sentence != wrong for finding in self.findings):
            self.note(line, wrong)
        return ruled

    def judge(self, line: int, ask: Ask) -> bool:
        """Whether the rulings allow this; where they surely do not, it is an irregularity."""
        ruled = self.ruled(line, ask)
        if ruled is None:
            return True
        over = ruled.reason is Reason.ROUND_OVER
        because = "The round was over." if over else ruled.because
        if ruled.verdict == "not_covered":
            self.note(line, because, *ruled.clauses, open_=True)
        if ruled.verdict == "not_allowed":
            self.note(line, because, *ruled.clauses)
        return ruled.verdict != "not_allowed"

    # --- before the round ---

    def table_is_right(self) -> None:
        """Look at the deal: who plays, each tile in one place, and hands of the right size."""
        record, seen = self.record, dict[Tile, str]()
        facts = _facts_before(record, self.rules)
        for fault in (*players(facts), *higher_double_held(facts)):
            self.note(0, fault.text, *fault.clauses)
        if record.first is not None:
            self.begins(0, record.first)
        row = hand_size_row(self.rules, record.set, len(record.seats))
        for seat, hand in record.hands.items():
            for tile in hand.tiles:
                if tile in seen:
                    self.note(0, f"{tile} cannot be in {seen[tile]}'s hand and in {seat}'s.")
                seen[tile] = seat
            number = len(hand.tiles) + hand.unknown
            if row is not None and number != row.tiles:
                clauses = (row.clause,) if row.clause else self.rules.hand_size.clauses
                self.note(0, f"{seat} drew {number} tiles; it is {row.tiles} each.", *clauses)
        start = record.start
        if start is not None and double_of(start) in seen and not self.table.start_was_held:
            self.note(0, f"{double_of(start)} lies in the hub and cannot be in a hand.")
        counts = self.table.counts
        dealt = sum(counts.values()) + (record.boneyard or 0)
        whole = tile_count(record.set) - 1
        all_reported = record.boneyard is not None and len(counts) == len(record.seats)
        if dealt > whole or (all_reported and dealt < whole):
            self.note(
                0, f"The hands and the boneyard make {dealt} tiles; there are {whole} to deal."
            )

    def begins(self, line: int, seat: str) -> None:
        """See whether this seat takes the first turn, where the rules tell whose it is."""
        try:
            due = first_player(_facts_before(self.record, self.rules))
        except CaseError:
            return  # the rules name a double that this set lacks
        if due.verdict == "value" and due.value != seat:
            self.note(line, f"{due.value} takes the first turn, not {seat}.", *due.clauses)

    # --- steps ---

    def step(self, step: Step) -> None:
        """Play one step again."""
        if self.comes_off and (step.verb is not Verb.UNMARKS or step.seat != self.table.seat):
            self._marker_stayed(self.comes_off)
        if step.verb is Verb.TELLS:
            self.gave_notice = self.gave_notice or step.seat == self.table.seat
            return
        if step.verb is Verb.UNMARKS and step.seat == self.table.seat:
            self._unmarks(step)
            return
        self._turn_to(step)
        self.line = step.line
        if self.over:
            self.note(step.line, f"The round was over; {step.seat} can do nothing more.")
        {
            Verb.PLAYS: self._plays,
            Verb.DRAWS: self._draws,
            Verb.MARKS: self._marks,
            Verb.UNMARKS: self._unmarks,
            Verb.PASSES: self._passes,
        }[step.verb](step)

    def _turn_to(self, step: Step) -> None:
        """Let the turn of this seat begin, if it has not."""
        table = self.table
        if table.seat is None:
            self.begins(step.line, step.seat)
            table.begin(step.seat)
        if step.seat == table.seat and not self.ended:
            return
        if not self.over:
            due = table.following() if table.seat_has_acted else table.on_turn
            if table.seat_has_acted:
                self._turn_ends()
            if step.seat != due:
                direction = self.rules.play_direction.clauses
                self.note(step.line, f"It is {due}'s turn, not {step.seat}'s.", *direction)
        table.begin(step.seat)
        self.ended = self.gave_notice = False
        if table.boneyard == 0 and table.knows_every_hand() and not self.over:
            over = self.ruled(step.line, Ask("is", "over"))
            self.over = over is not None and over.verdict == "yes"

    def _turn_ends(self) -> None:
        """See whether the turn can end so, then end it."""
        if not self.ended:
            self._may_stop()
        # The question says that one tile is left, so it is asked where the hand is counted alone.
        if not self.gave_notice and self.table.has_one_tile():
            notice = self.ruled(self.line, Ask("must", "announce"))
            if notice is not None and notice.verdict == "yes":
                self.note(self.line, notice.because, *notice.clauses)
        self.table.end_turn()

    def _may_stop(self) -> None:
        table = self.table
        if table.seat is not None and table.marked[table.seat]:
            must = self.ruled(self.line, Ask("must", "mark"))
            if must is None or must.verdict == "yes":
                return
        self.judge(self.line, Ask("may", "stop"))

    def _plays(self, step: Step) -> None:
        tile, train = step.tile, step.train
        if tile is None or train is None:
            raise AssertionError("A lay has a tile and a train.")
        table = self.table
        if place := table.elsewhere(tile):
            self.note(step.line, f"{step.seat} cannot lay {tile}: it {place}.")
        elif not self.over:
            self.judge(step.line, Ask("may", "lay", (tile,), train))
        table.play(tile, train)
        if self.over:
            return
        if train == step.seat and table.marked[train]:
            ruled = self.ruled(step.line, Ask("must", "unmark"))
            self.comes_off = ruled if ruled is not None and ruled.verdict == "yes" else None
        if 0 in table.counts.values():
            over = self.ruled(step.line, Ask("is", "over"))
            self.over = over is not None and over.verdict == "yes"

    def _draws(self, step: Step) -> None:
        if step.tile is not None and (place := self.table.elsewhere(step.tile, drawn=True)):
            self.note(step.line, f"{step.seat} cannot draw {step.tile}: it {place}.")
        table, number = self.table, self.rules.draw_count
        enough = isinstance(number.value, int) and table.draws >= number.value
        if table.drew and table.drawn is None and enough:
            self.note(step.line, f"{step.seat} has drawn this turn.", *number.clauses)
        elif not self.over:
            self.judge(step.line, Ask("may", "draw"))
        table.draw(step.tile)

    def _marks(self, step: Step) -> None:
        if not self.over:
            self.judge(step.line, Ask("may", "mark"))
        self.table.marked[step.seat] = True
        self.ended = self.table.seat_has_acted = True

    def _unmarks(self, step: Step) -> None:
        ruled = self.ruled(step.line, Ask("must", "unmark"))
        never = (Reason.NOT_ON_OWN_TRAIN, Reason.NO_MARKER)
        if ruled is not None and ruled.verdict == "no" and ruled.reason in never:
            self.note(step.line, ruled.because, *ruled.clauses)
        self.table.marked[step.seat] = False
        self.comes_off = None

    def _marker_stayed(self, ruled: Ruling) -> None:
        self.note(self.line, ruled.because, *ruled.clauses)
        self.comes_off = None

    def _passes(self, step: Step) -> None:
        if not self.over:
            self._may_stop()
        self.ended = self.table.seat_has_acted = True

    # --- the end ---

    def end(self) -> None:
        """See whether the round has ended as it is told."""
        if self.comes_off:
            self._marker_stayed(self.comes_off)
        ending, table = self.record.ending, self.table
        if ending is None:
            return
        if ending.out is not None:
            count = table.counts.get(ending.out, 0)
            if count:
                self.note(ending.line, f"{ending.out} still has tiles: {count}.")
            elif ending.out in table.counts and not self.over:
                self._not_over(ending.line)
        elif ending.how == "blocked" and not self.over:
            if table.seat_has_acted:
                self._turn_ends()
                table.begin(table.following())
            self._not_over(ending.line)
        self.over = True

    def _not_over(self, line: int) -> None:
        ruled = self.ruled(line, Ask("is", "over"))
        if ruled is not None and ruled.verdict == "no":
            self.note(line, f"The round is not over. {ruled.because}", *ruled.clauses)
