"""How well drawn photos are read that were kept aside: by light, tilt, set, style and size.

    python -m tests.camera.measure --scenes 60

Needs the packages of the group "camera" in pyproject.toml. Scenes from two million on are kept
aside: nothing was trained or tuned on them. Use ``--first 1000000`` to tune.
"""

import argparse
from collections import Counter, defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

from tests.camera.__main__ import read, reader
from tests.camera.scenes import Scene, draw_scene

KEPT_ASIDE = 2_000_000
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
    parser.add_argument("--first", type=int, default=KEPT_ASIDE)
    parser.add_argument("--weights", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    table: dict[str, Counter[str]] = defaultdict(Counter)
    with TemporaryDirectory() as folder, reader(options.weights) as page:
        for number in range(options.first, options.first + options.scenes):
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
