"""How high hands are when a round ends, simulated: writes `engine/reports/usual_hands.py`.

    python -m tests.engine.reports.usual_hands

Run it after a change of a hand size, of what tiles count or of how rounds are played. It takes some
minutes. Seats play any tile that fits, so hands are rather higher here than at a table, and fewer
true numbers are asked about. The seed is fixed: the same code writes the same file.
"""

from collections.abc import Iterator
from pathlib import Path

from engine.rules.deal import hand_size_row
from engine.rules.rule_set import PRESETS
from engine.simulation.play import complete_rules
from engine.simulation.simulate import simulate
from engine.tiles import SETS

FILE = Path(__file__).parents[3] / "engine/reports/usual_hands.py"
HANDS = 20_000
RARE = 1000
SEED = 1
MOST_PLAYERS = 14
HEAD = '''"""How high hands are at the end of a round, as simulated rounds are spread.

Written by `python -m tests.engine.reports.usual_hands`. Do not change it by hand.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

# By rule set, highest double of the set, and players: how many tiles each draws, and the points
# that one hand in a thousand is above.
USUAL: Final[Mapping[tuple[str, int, int], tuple[int, int]]] = MappingProxyType(
    {
'''


def rare_points(preset: str, highest: int, players: int) -> tuple[int, int] | None:
    """Return the tiles that each draws, and the points that one hand in `RARE` is above.

    None where no such round is played by the rules.
    """
    rules = complete_rules(preset)
    row = hand_size_row(rules, highest, players)
    if row is None:
        return None
    try:
        rounds = simulate(rules, highest, players, HANDS // (players - 1), SEED)
        points = sorted(
            points for one in rounds for seat, points in enumerate(one.points) if seat != one.out
        )
    except ValueError:  # the rules leave something open, or the set has too few tiles
        return None
    return row.tiles, points[-len(points) // RARE]


def lines() -> Iterator[str]:
    """Yield the file's lines, one for each rule set, set and number of players."""
    for preset in PRESETS:
        for highest in SETS:
            for players in range(2, MOST_PLAYERS + 1):
                usual = rare_points(preset, highest, players)
                if usual is not None:
                    yield f'        ("{preset}", {highest}, {players}): {usual},\n'


if __name__ == "__main__":
    FILE.write_text(HEAD + "".join(lines()) + "    }\n)\n", encoding="utf-8")
