"""How well drawn photos are read that were kept aside: by light, tilt, set, style and size.

    python -m tests.camera.measure --scenes 60
    python -m tests.camera.measure --rounds 24    four hands each, before and after the audit

Needs the packages of the group "camera" in pyproject.toml. Scenes from two million on are kept
aside: nothing was trained or tuned on them. Use ``--first 1000000`` to tune. Rounds have numbers of
their own, from three million on.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import Page

from engine.reports.photos.contract import audit_round
from tests.camera.__main__ import answer_to, read, reader
from tests.camera.scenes import Scene, draw_scene, tiles_of_set
from tests.camera.styles import draw_style

KEPT_ASIDE = 2_000_000
ROUNDS_KEPT_ASIDE = 3_000_000
SEATS = ("Ann", "Bob", "Cal", "Dot")
# What the page makes of a reading before it asks the engine about all hands.
CASE = """
async ([hands, set]) => {
  const { caseOf, sightsOf } = await import("/photo/sights.js");
  const seen = Object.entries(hands).map(([name, reading]) => ({
    name, text: "", written: "", sights: sightsOf(reading, reading, 0, set),
  }));
  return caseOf({ set, rules: "family", starting_double: set }, seen);
}
"""
COUNTS = ("tiles", "right", "wrong", "missed", "extra", "certain", "certain and wrong")


def draw(number: int) -> Scene:
    """The photo of that number: every third shows 13 to 30 tiles, the others up to 12."""
    random = np.random.default_rng(number)
    large = number % 3 == 2
    count = int(random.integers(13, 31) if large else random.integers(5, 13))
    return draw_scene(random, count, width=random.uniform(60, 90))


def compare(scene: Scene, reading: dict[str, Any]) -> Counter[str]:
    """What came of each tile, and of the hand."""
    counts: Counter[str] = Counter(hands=1)
    left = list(zip(reading["tiles"], reading["boxes"], reading["certain"], strict=True))
    faces = [tile for tile in scene.tiles if tile.ends]
    for tile in faces:
        counts["tiles"] += 1
        reach = np.hypot(*(tile.corners[1] - tile.corners[0])) / 2
        here = [
            item for item in left if np.hypot(*(np.mean(item[1], 0) - tile.corners.mean(0))) < reach
        ]
        if not here:
            counts["missed"] += 1
            continue
        left.remove(here[0])
        name, _, certain = here[0]
        right = name == f"{max(tile.ends or ())}-{min(tile.ends or ())}"
        counts["right" if right else "wrong"] += 1
        counts["certain"] += certain
        counts["certain and wrong"] += certain and not right
    counts["extra"] += len(left)
    counts["certain"] += sum(item[2] for item in left)
    counts["certain and wrong"] += sum(item[2] for item in left)
    total = sum(sum(tile.ends or ()) for tile in faces)
    counts["totals right"] += total == reading["total"]
    return counts


def draw_round(number: int) -> list[Scene]:
    """The photos of four hands of one set, without the double in the hub.

    Every third round has hands of 20 to 30 tiles, the others of 5 to 12.
    """
    random = np.random.default_rng(number)
    least, most = (20, 30) if number % 3 == 2 else (5, 12)
    style = draw_style(random)
    while style.most < 9 or len(tiles_of_set(style.most)) <= len(SEATS) * least:
        style = draw_style(random)
    left = tiles_of_set(style.most)[:-1]
    most = min(most, len(left) // len(SEATS))
    dealt = [left[at] for at in random.permutation(len(left))]
    scenes = []
    for _seat in SEATS:
        count = int(random.integers(least, most + 1))
        hand, dealt = dealt[:count], dealt[count:]
        width = random.uniform(60, 90)
        scenes.append(draw_scene(random, count, style=style, width=width, hand=hand))
    return scenes


def totals_of_round(
    page: Page, scenes: list[Scene], folder: Path
) -> Iterator[tuple[int, int, int | None]]:
    """Of each hand the total (pips) that it has, that was read, and that the audit proposes.

    None is proposed where a tile could not be read.
    """
    set_, readings = scenes[0].style.most, {}
    for seat, scene in zip(SEATS, scenes, strict=True):
        file = folder / f"{seat}.png"
        cv2.imwrite(str(file), scene.image[..., ::-1])
        readings[seat] = answer_to(page, file, {"most": set_, "count": None})["reading"]
    audited = audit_round(page.evaluate(CASE, [readings, set_]))["hands"]
    for seat, scene in zip(SEATS, scenes, strict=True):
        tiles = [tile for sight in audited.get(seat, ()) if (tile := sight["tile"]) is not None]
        ends = [list(map(int, tile.split("-"))) for tile in tiles if tile]
        proposed = sum(map(sum, ends)) if "" not in tiles else None
        yield sum(sum(tile.ends or ()) for tile in scene.tiles), readings[seat]["total"], proposed


def measure_rounds(page: Page, first: int, count: int, folder: Path) -> None:
    """Print how many hands' totals are right before and after the audit."""
    table: dict[str, Counter[str]] = defaultdict(Counter)
    for number in range(first, first + count):
        scenes = draw_round(number)
        totals = totals_of_round(page, scenes, folder)
        for scene, (total, before, after) in zip(scenes, totals, strict=True):
            size = "up to 12 tiles" if len(scene.tiles) <= 12 else "20 to 30 tiles"
            table[size] += Counter(hands=1, before=total == before, after=total == after)
    for size, counts in sorted(table.items()):
        print(
            f"{size:20} of {counts['hands']} totals {counts['before']} are right before the audit, "
            f"{counts['after']} after it"
        )


def groups(scene: Scene) -> list[str]:
    """The lines of the table that the scene counts in."""
    style, count = scene.style, len(scene.tiles)
    size = "up to 12 tiles" if count <= 12 else "13 to 19 tiles" if count < 20 else "20 to 30 tiles"
    low = int(scene.tilt // 15 * 15)
    return [
        "all",
        size,
        f"light: {scene.light}",
        f"tilt: {low} to {low + 15}",
        f"set: double-{style.most}",
        f"style: {style.kind}",
        f"bar: {style.bar}",
        f"style: {'numerals' if style.numerals else 'pips'}",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.camera.measure",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--scenes", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=0, help="so many rounds, and no scenes")
    parser.add_argument("--first", type=int, help="the number of the first one")
    parser.add_argument("--weights", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    table: dict[str, Counter[str]] = defaultdict(Counter)
    with TemporaryDirectory() as folder, reader(options.weights) as page:
        if options.rounds:
            first = ROUNDS_KEPT_ASIDE if options.first is None else options.first
            measure_rounds(page, first, options.rounds, Path(folder))
            return
        first = KEPT_ASIDE if options.first is None else options.first
        for number in range(first, first + options.scenes):
            scene = draw(number)
            file = Path(folder) / f"{number}.png"
            cv2.imwrite(str(file), scene.image[..., ::-1])
            counts = compare(scene, read(page, file, {"most": scene.style.most, "count": None}))
            for group in groups(scene):
                table[group] += counts
    for group, counts in sorted(table.items()):
        shares = ", ".join(f"{counts[name]} {name}" for name in COUNTS)
        print(f"{group:20} {counts['totals right']} of {counts['hands']} totals right; {shares}")


if __name__ == "__main__":
    main()
