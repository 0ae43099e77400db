"""A table as far as it is known while a written round is played again."""

from dataclasses import replace

from engine.json_values import CaseError
from engine.notation.record import Dealt, Record
from engine.rules.deal import FROM_A_HAND
from engine.rules.rule_set import RuleSet
from engine.rulings.rulings import Ruling, rule
from engine.table.case import Ask
from engine.table.deduction import conclude
from engine.table.facts import Facts, TrainFacts
from engine.table.position import Play, Uncovered
from engine.tiles import MEXICAN, Tile, double_of


class KnownTable:
    """What is known, and what the seat on turn has done. Changed by each step.

    `hands` are the tiles known to be there, `counts` how many there are, for the seats of which
    that is known; a tile drawn this turn is in neither until the turn ends.
    """

    def __init__(self, record: Record, rules: RuleSet) -> None:
        self.record, self.rules = record, rules
        trains = (*record.seats, MEXICAN)
        self.hands: dict[str, set[Tile]] = {seat: set() for seat in record.seats}
        self.counts: dict[str, int] = {}
        self.start_was_held = False
        for seat, hand in record.hands.items():
            self.hands[seat] = set(hand.tiles)
            self.counts[seat] = len(hand.tiles) + hand.unknown
        self._play_start()
        self.boneyard = record.boneyard
        self.open_ends: dict[str, int | None] = dict.fromkeys(trains, record.start)
        self.marked = dict.fromkeys(trains, False)
        self.tiles = dict.fromkeys(trains, 0)
        self.uncovered: list[Uncovered] = []
        self.on_table: list[Tile] = []
        self.had_turn: set[str] = set()
        self.passes = 0
        self.begin(record.first)

    def _play_start(self) -> None:
        """Take the starting double out of the hand that it was played from, if it was in one."""
        opener, start = self.record.start_by, self.record.start
        if opener is None or start is None:
            return
        from_hand = self.rules.starting_double_from.value in FROM_A_HAND
        hub = double_of(start)
        if hub in self.hands[opener] or (from_hand and opener in self.counts):
            self.start_was_held = hub in self.hands[opener]
            self.hands[opener].discard(hub)
            self.counts[opener] -= 1

    # --- turns ---

    def begin(self, seat: str | None) -> None:
        """Begin the turn of this seat; None while nobody knows whose it is."""
        self.seat = seat
        self.plays: list[Play] = []
        self.drawn: Tile | None = None
        self.drew = self.draws = 0
        self.drawn_played = False
        self.seat_has_acted = False

    def following(self) -> str:
        """The seat to the left of the one on turn."""
        seats = self.record.seats
        return seats[(seats.index(self.on_turn) + 1) % len(seats)]

    @property
    def on_turn(self) -> str:
        """The seat on turn, which must be known."""
        if self.seat is None:
            raise AssertionError("Nobody is known to be on turn.")
        return self.seat

    def end_turn(self) -> None:
        """End the turn: what was drawn is in the hand now."""
        self._keep_drawn()
        self.had_turn.add(self.on_turn)
        self.passes = 0 if self.plays or self.drew else self.passes + 1
        self.seat_has_acted = False

    def _keep_drawn(self) -> None:
        seat = self.on_turn
        if not self.drew or self.drawn_played:
            return
        if self.drawn is not None:
            self.hands[seat].add(self.drawn)
        if seat in self.counts:
            self.counts[seat] += 1

    # --- steps ---

    def elsewhere(self, tile: Tile, *, drawn: bool = False) -> str:
        """Return where else a tile is known to be; "" if the seat on turn can have it."""
        if tile in self.on_table:
            return "lies on a train already"
        if self.record.start is not None and tile == double_of(self.record.start):
            return "lies in the hub"
        for seat, hand in self.hands.items():
            if tile in hand and (drawn or seat != self.seat):
                return f"is in {seat}'s hand"
        return ""

    def play(self, tile: Tile, train: str) -> None:
        """Let the seat on turn play a tile, whether it may or not."""
        seat = self.on_turn
        self.seat_has_acted = True
        in_sight = self.drew > 0 and not self.drawn_played
        if in_sight and tile not in self.hands[seat] and self.drawn in (None, tile):
            self.drawn, self.drawn_played = tile, True
        else:
            for hand in self.hands.values():
                hand.discard(tile)
            if self.counts.get(seat):
                self.counts[seat] -= 1
        open_end = self.open_ends[train]
        if tile.is_double:
            self.open_ends[train] = tile.low
        else:
            self.open_ends[train] = (
                None if open_end is None or not tile.has(open_end) else tile.other_end(open_end)
            )
        self.tiles[train] += 1
        self.uncovered = (
            [
                double
                for double in self.uncovered
                if double.train != train and double.pips != tile.low
            ]
            if tile.is_double
            else [double for double in self.uncovered if double.train != train]
        )
        if tile.is_double:
            self.uncovered.append(Uncovered(train, tile.low, seat))
        self.on_table.append(tile)
        self.plays.append(Play(tile, train))

    def draw(self, tile: Tile | None) -> None:
        """Let the seat on turn draw a tile; None if the tile is not known."""
        self.seat_has_acted = True
        self._keep_drawn()
        self.draws = 1 if self.drawn_played else self.draws + 1
        self.drawn, self.drawn_played = tile, False
        self.drew += 1
        if self.boneyard:
            self.boneyard -= 1

    # --- what is known ---

    def rule(self, ask: Ask) -> tuple[Ruling | None, str]:
        """Return the ruling on this question, or why the known facts cannot all be true."""
        try:
            position = replace(conclude(self._facts()), starter=self.record.first)
            return rule(position, ask), ""
        except CaseError as error:
            return None, f"What is told cannot be: {error}"

    def _facts(self) -> Facts:
        record = self.record
        drawn: Tile | str | None = self.drawn if self.drew else "none"
        return Facts(
            rules=self.rules,
            set=record.set,
            seats=record.seats,
            starting_double=record.start,
            trains={train: self._train(train) for train in self.open_ends},
            uncovered=tuple(self.uncovered),
            hands={
                seat: tuple(sorted(self.hands[seat]))
                for seat in record.seats
                if self.hands[seat] or seat in self.counts
            },
            hand_counts=dict(self.counts),
            boneyard=self.boneyard,
            on_table=tuple(dict.fromkeys(self.on_table)),
            seat=self.seat,
            kind=self._kind(),
            drawn=drawn,
            draws=self.draws,
            plays=tuple(self.plays),
            passes=self.passes,
        )

    def _train(self, train: str) -> TrainFacts:
        tiles = self.tiles[train]
        return TrainFacts(tiles > 0, self.open_ends[train], self.marked[train], tiles)

    def _kind(self) -> str | None:
        if self.seat is None:
            return None
        if self.seat not in self.had_turn:
            return "first_turn"
        return "follow_up" if any(play.tile.is_double for play in self.plays) else "normal"

    def has_one_tile(self) -> bool:
        """Whether the seat on turn surely has one tile, counting one that it keeps from a draw."""
        count = self.counts.get(self.on_turn)
        keeps_drawn = self.drew > 0 and not self.drawn_played
        return count is not None and count + keeps_drawn == 1

    def knows_every_hand(self) -> bool:
        """Return whether each tile in each hand is known."""
        return all(len(self.hands[seat]) == self.counts.get(seat) for seat in self.record.seats)

    def left(self) -> dict[str, Dealt]:
        """Return the hands now, with what was drawn this turn, as far as they are known."""
        hands: dict[str, Dealt] = {}
        for seat, facts in self.counts.items():
            count, tiles = facts, set(self.hands[seat])
            if seat == self.seat and self.drew and not self.drawn_played:
                count += 1
                tiles |= {self.drawn} if self.drawn is not None else set()
            hands[seat] = Dealt(tuple(sorted(tiles)), max(count - len(tiles), 0))
        return hands
