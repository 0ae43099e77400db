"""What comes next in a game: starting double, who begins, tiles to draw; and its rules in words."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from scoring import referee
from scoring.lists import all_of
from scoring.sheets.models import Game
from scoring.values import Deal

from .sheet import SeatLine, Sheet

# Rules whose number says by itself what it is about.
SHORT = {
    "rounds": ngettext_lazy("%d round", "%d rounds"),
    "time_limit_minutes": ngettext_lazy("%d minute", "%d minutes"),
    "last_starting_double": gettext_lazy("the last round starts with the double %d"),
}


@dataclass(frozen=True)
class Plan:
    """One round to come: `starting_double` (pips) is None where only the table can say it.

    `begins` is the seat that takes the first turn, None where the starting double decides; `turn`
    says it in words, and `alone` who plays a run-off. `rounds` is the length of a full game where
    the rules fix it, and `over` says that the last of them is recorded.
    """

    round_number: int
    starting_double: int | None
    begins: SeatLine | None
    turn: str
    alone: str
    rounds: int | None
    over: bool

    @property
    def how(self) -> str:
        """Who plays and who begins, in words."""
        return f"{self.alone} {self.turn}".strip()

    @property
    def last(self) -> bool:
        """Whether this round is the game's last."""
        return self.rounds is not None and self.round_number == self.rounds

    @property
    def domino(self) -> str:
        """The starting double as a tile's text, "" where it is not known."""
        return (
            "" if self.starting_double is None else f"{self.starting_double}-{self.starting_double}"
        )


def plan_of(sheet: Sheet, number: int | None = None) -> Plan:
    """What the rules in force say of a round of this game, the next one unless told otherwise."""
    number = number or sheet.next_round
    played = [line.entry.starting_double for line in sheet.rounds if line.number < number]
    rule = referee.first_turn_rule(sheet.game, number)
    begins = _rotating(sheet, number) if rule == "rotate" else None
    starting_double = referee.next_double(sheet.game, played)
    words = {
        "rotate": _begins(begins.name if begins else ""),
        "next_left": _("The player to the left of whoever began the last round begins."),
        "holder": _("Whoever holds the starting double plays it and begins."),
        "left_of_layer": _left_of_layer(starting_double),
        "finder": _("Whoever finds the starting double begins."),
        "drew_highest": _("Whoever drew the highest tile begins."),
        "opener": _("Whoever plays the starting double begins."),
        "chosen": _("Whoever the table picks begins."),
        "left_of_opener": _("The player to the left of whoever opened the last round begins."),
    }
    run_off = sheet.in_run_off if number == sheet.next_round else ()
    after = sheet.run_offs_after
    return Plan(
        round_number=number,
        starting_double=starting_double,
        begins=begins,
        turn=words[rule],
        alone=_alone(all_of(seat.name for seat in run_off)) if run_off else "",
        rounds=None if after and number > after else referee.round_count(sheet.game),
        over=not run_off
        and (referee.is_over(sheet.game, played) or bool(after and number > after)),
    )


def again_in_words(sheet: Sheet) -> str:
    """Who begins the game that the same people play next, and that its clock runs at once."""
    seats, minutes = sheet.seats_again, referee.time_limit(sheet.game)
    rotates = referee.first_turn_rule(sheet.game, 1) == "rotate"
    limit = ngettext(
        "The time limit of %d minute runs at once.",
        "The time limit of %d minutes runs at once.",
        minutes or 0,
    )
    return " ".join(
        [
            *([_begins(seats[0].name)] if rotates and seats else []),
            *([limit % minutes] if minutes else []),
        ]
    )


def began_before(sheet: Sheet, number: int) -> SeatLine | None:
    """Who began the round before, where the seats take turns at it."""
    rotates = number > 1 and referee.first_turn_rule(sheet.game, number) == "rotate"
    return _rotating(sheet, number - 1) if rotates else None


def _left_of_layer(starting_double: int | None) -> str:
    """Who lays the starting double out of the hand: the highest held, where none is named."""
    if starting_double is None:
        return _("Whoever holds the highest double plays it; the next one to the left begins.")
    return _("Whoever holds it plays it; the next one to the left begins.")


def run_off_sentences() -> dict[str, str]:
    """What is said before a run-off, with gaps, for a tablet that comes to one by itself."""
    return {"tied": _alone("{names}"), "begins": _begins("{name}")}


def _alone(names: str) -> str:
    return _("%s tie for the game. Only they play this round, and no total changes.") % names


def _begins(name: str) -> str:
    return _("%s begins.") % name


def _rotating(sheet: Sheet, number: int) -> SeatLine | None:
    """Who begins when the seats take turns at it, clockwise from the first seat in round 1."""
    begins: SeatLine | None = None
    for this_round in range(1, number + 1):
        playing = sheet.playing(this_round)
        if not playing:
            return None
        after = [seat for seat in playing if begins is not None and seat.place > begins.place]
        begins = after[0] if after else playing[0]
    return begins


def deal_of(sheet: Sheet, number: int) -> Deal | None:
    """How many tiles each draws in a round of a running game."""
    names = [seat.name for seat in sheet.playing(number)]
    return referee.deal(sheet.game.set, sheet.game.rules, names)


def rules_in_words(game: Game) -> list[str]:
    """The rules in force in short phrases: the rule set, the dominoes, then what differs."""
    sheet = game.rule_sheet
    base = str(game.rules["base"])
    title = sheet.name if sheet else str(referee.TITLES.get(base, base))
    named = sheet.rules if sheet else referee.rule_spec(base, {})
    short = {
        referee.parameter_sentence(name): words % game.rules[name]
        for name, words in SHORT.items()
        if game.rules.get(name)
    }
    return [
        title,
        _("double %d set") % game.set,
        *(
            short.get(question, f"{question} {here}")
            for question, here, _there in referee.differences(game.rules, named)
        ),
    ]
