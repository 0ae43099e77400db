"""A round that is followed step by step, as a position of the rulings and as text."""

from dataclasses import replace
from typing import Final

from engine.notation.record import Dealt, Ending, Record, Step, Verb
from engine.rules.rule_set import RuleSet
from engine.simulation.moves import NO_TILE, Act, Ended, tiles_in
from engine.simulation.play import RoundState
from engine.table.deduction import conclude
from engine.table.facts import Facts, TrainFacts
from engine.table.position import Play, Position, Uncovered
from engine.tiles import MEXICAN, Tile

_PEOPLE: Final = ("Ann", "Bob", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal")


def names(seats: int) -> tuple[str, ...]:
    """Return names for this many seats."""
    return tuple((*_PEOPLE, *(f"Seat {number}" for number in range(9, seats + 1)))[:seats])


class Watch:
    """What has happened in a round since it began. `does` is called before every act."""

    def __init__(self, state: RoundState, rules: RuleSet) -> None:
        self.rules = rules
        self.state = state
        self.highest = len(state.hands[0]) - 1
        self.names = names(state.seats)
        self.first = state.seat
        self.dealt = [tiles_in(hand) for hand in state.hands]
        self.boneyard = len(state.boneyard)
        self.on_trains: list[list[Tile]] = [[] for _ in state.open_ends]
        self.turn: list[Play] = []
        self.drawn_played: Tile | None = None
        self.steps: list[Step] = []

    def train(self, number: int) -> str:
        """Return a train by the name that positions give it."""
        return MEXICAN if number == self.state.seats else self.names[number]

    def does(self, act: Act, move: int = 0) -> None:
        """Take down what the seat on turn is about to do."""
        state = self.state
        seat = self.names[state.seat]
        if act is Act.PLAY:
            train = move >> 5
            tile = Tile(state.open_ends[train], move & 31)
            if tuple(tile) == state.drawn:
                self.drawn_played = tile
            self.turn.append(Play(tile, self.train(train)))
            self.on_trains[train].append(tile)
            self.steps.append(Step(seat, Verb.PLAYS, tile, self.train(train)))
            if train == state.seat and state.marked >> train & 1:
                self.steps.append(Step(seat, Verb.UNMARKS))
        elif act is Act.DRAW:
            self.drawn_played = None
            self.steps.append(Step(seat, Verb.DRAWS, Tile(*state.boneyard[-1])))
        else:
            self.steps.append(Step(seat, Verb.MARKS if act is Act.MARK else Verb.PASSES))

    def did(self) -> None:
        """Take down that it is done; a seat with one tile left at the end of its turn says so."""
        state = self.state
        if self._turn_is_over():
            before = (state.seat - 1) % state.seats
            if state.counts[before] == 1:
                self.steps.append(Step(self.names[before], Verb.TELLS))
            self.turn = []
            self.drawn_played = None

    def _turn_is_over(self) -> bool:
        state = self.state
        return state.ended is None and not state.played and not state.drew

    def position(self) -> Position:
        """Return the table as it stands."""
        state, seats = self.state, self.names
        drawn = Tile(*state.drawn) if state.drawn != NO_TILE else None
        hands = {
            name: tuple(tile for low, high in tiles_in(hand) if (tile := Tile(low, high)) != drawn)
            for name, hand in zip(seats, state.hands, strict=True)
        }
        doubles = [*state.older, *state.pending]
        position = conclude(
            Facts(
                rules=self.rules,
                set=self.highest,
                seats=seats,
                starting_double=state.start,
                trains={
                    self.train(number): self._train(number) for number in range(len(seats) + 1)
                },
                uncovered=tuple(
                    Uncovered(self.train(double.train), double.pips, seats[double.by])
                    for double in doubles
                ),
                hands=hands,
                hand_counts={name: len(hand) for name, hand in hands.items()},
                boneyard=len(state.boneyard),
                on_table=tuple(tile for tiles in self.on_trains for tile in tiles),
                seat=seats[state.seat],
                kind=self._kind(),
                drawn=drawn or self.drawn_played or "none",
                draws=state.draws,
                plays=tuple(self.turn),
                passes=state.passes,
            )
        )
        return replace(position, starter=seats[self.first])

    def _train(self, number: int) -> TrainFacts:
        tiles = len(self.on_trains[number])
        marked = bool(self.state.marked >> number & 1)
        return TrainFacts(tiles > 0, self.state.open_ends[number], marked, tiles)

    def _kind(self) -> str:
        state = self.state
        if state.first_turns >> state.seat & 1:
            return "first_turn"
        return "follow_up" if state.doubles else "normal"

    def record(self, preset: str, house: dict[str, object]) -> Record:
        """Return the round so far as it would be written down, with all that was dealt."""
        state = self.state
        ending: Ending | None = None
        if state.ended is Ended.OUT and state.winner is not None:
            ending = Ending("out", self.names[state.winner])
        elif state.ended is not None:
            ending = Ending("blocked" if state.ended is Ended.BLOCKED else "time")
        return Record(
            rules=preset,
            house=house,
            fill=True,
            set=self.highest,
            seats=self.names,
            start=state.start,
            first=self.names[self.first],
            hands={
                name: Dealt(tuple(Tile(low, high) for low, high in tiles))
                for name, tiles in zip(self.names, self.dealt, strict=True)
            },
            boneyard=self.boneyard,
            steps=tuple(self.steps),
            ending=ending,
        )
