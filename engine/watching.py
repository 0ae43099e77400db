"""A round as it is played, followed step by step: as a position, and as text."""

from typing import Final

from engine.concluding import conclude
from engine.moves import NO_TILE, Act, How, tiles_in
from engine.play import Play
from engine.position import MEXICAN, Lay, Position, Uncovered
from engine.record import Dealt, Ending, Record, Step, Verb
from engine.rules import RuleSet
from engine.tiles import Tile
from engine.told import Told, ToldTrain

_PEOPLE: Final = ("Ann", "Bob", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal")


def names(seats: int) -> tuple[str, ...]:
    """Names for so many seats."""
    return tuple((*_PEOPLE, *(f"Seat {number}" for number in range(9, seats + 1)))[:seats])


class Watch:
    """What has happened in a round since it began. Tell it of every act before it is done."""

    def __init__(self, play: Play, rules: RuleSet) -> None:
        self.rules = rules
        self.play = play
        self.highest = len(play.hands[0]) - 1
        self.names = names(play.seats)
        self.first = play.seat
        self.dealt = [tiles_in(hand) for hand in play.hands]
        self.boneyard = len(play.boneyard)
        self.on_trains: list[list[Tile]] = [[] for _ in play.tails]
        self.turn: list[Lay] = []
        self.drawn_laid: Tile | None = None
        self.steps: list[Step] = []

    def train(self, number: int) -> str:
        """A train by the name that positions give it."""
        return MEXICAN if number == self.play.seats else self.names[number]

    def does(self, act: Act, move: int = 0) -> None:
        """The seat on turn is about to do this."""
        play = self.play
        seat = self.names[play.seat]
        if act is Act.LAY:
            train = move >> 5
            tile = Tile(play.tails[train], move & 31)
            if tuple(tile) == play.drawn:
                self.drawn_laid = tile
            self.turn.append(Lay(tile, self.train(train)))
            self.on_trains[train].append(tile)
            self.steps.append(Step(seat, Verb.LAYS, tile, self.train(train)))
            if train == play.seat and play.marks >> train & 1:
                self.steps.append(Step(seat, Verb.UNMARKS))
        elif act is Act.DRAW:
            self.drawn_laid = None
            self.steps.append(Step(seat, Verb.DRAWS, Tile(*play.boneyard[-1])))
        else:
            self.steps.append(Step(seat, Verb.MARKS if act is Act.MARK else Verb.PASSES))

    def did(self) -> None:
        """What was told has been done. Who has one tile left when its turn ends says so."""
        play = self.play
        if self._turn_is_over():
            before = (play.seat - 1) % play.seats
            if play.counts[before] == 1:
                self.steps.append(Step(self.names[before], Verb.TELLS))
            self.turn = []
            self.drawn_laid = None

    def _turn_is_over(self) -> bool:
        play = self.play
        return play.how is None and not play.laid and not play.drew

    def position(self) -> Position:
        """The table as it stands."""
        play, seats = self.play, self.names
        drawn = Tile(*play.drawn) if play.drawn != NO_TILE else None
        hands = {
            name: tuple(tile for low, high in tiles_in(hand) if (tile := Tile(low, high)) != drawn)
            for name, hand in zip(seats, play.hands, strict=True)
        }
        bare = [*play.older, *play.pending]
        return conclude(
            Told(
                rules=self.rules,
                set=self.highest,
                seats=seats,
                starting_double=play.start,
                trains={
                    self.train(number): self._train(number) for number in range(len(seats) + 1)
                },
                uncovered=tuple(
                    Uncovered(self.train(each.train), each.pips, seats[each.by]) for each in bare
                ),
                hands=hands,
                counts={name: len(hand) for name, hand in hands.items()},
                boneyard=len(play.boneyard),
                on_table=tuple(tile for tiles in self.on_trains for tile in tiles),
                seat=seats[play.seat],
                kind=self._kind(),
                drawn=drawn or self.drawn_laid or "none",
                draws=play.draws,
                laid=tuple(self.turn),
                passes=play.passes,
            )
        )

    def _train(self, number: int) -> ToldTrain:
        tiles = len(self.on_trains[number])
        marked = bool(self.play.marks >> number & 1)
        return ToldTrain(tiles > 0, self.play.tails[number], marked, tiles)

    def _kind(self) -> str:
        play = self.play
        if play.first >> play.seat & 1:
            return "first_turn"
        return "follow_up" if play.doubles else "normal"

    def record(self, preset: str, house: dict[str, object]) -> Record:
        """The round so far as it would be written down, with all that was dealt."""
        play = self.play
        ending: Ending | None = None
        if play.how is How.OUT and play.winner is not None:
            ending = Ending("out", self.names[play.winner])
        elif play.how is not None:
            ending = Ending("blocked" if play.how is How.BLOCKED else "time")
        return Record(
            rules=preset,
            house=house,
            fill=True,
            set=self.highest,
            seats=self.names,
            start=play.start,
            first=self.names[self.first],
            hands={
                name: Dealt(tuple(Tile(low, high) for low, high in tiles))
                for name, tiles in zip(self.names, self.dealt, strict=True)
            },
            boneyard=self.boneyard,
            steps=tuple(self.steps),
            ending=ending,
        )
