"""What the network learns from: halves of tiles, cut out of drawn photos."""

import argparse
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from tests.camera.scenes import LIGHTS, Scene, Tile, background, draw_scene, expose, print_cloth
from tests.camera.styles import MOST_PIPS, Random, Style, draw_many_style, draw_rare_style

HALF = 40  # pixels of a half that the reader sees
MARGIN = 0.08  # of a tile's width, around a half
NOTHING = MOST_PIPS + 1  # the class of what is no half
BARE = 10  # crops of a table on which nothing lies
TURNED = 0.3  # of the second reader's halves, also as no half, with their bar at another side
SEEN = 28  # of 255: a bar that differs less from its tile does not tell which side it is on


@dataclass
class Examples:
    """Crops of halves, and the number of pips of each."""

    halves: list[np.ndarray] = field(default_factory=list)
    classes: list[int] = field(default_factory=list)
    turned: float = 0.0  # the share of the halves that are shown turned, too, as no half

    def save(self, file: Path) -> None:
        np.savez(
            file,
            halves=np.stack(self.halves),
            classes=np.array(self.classes, np.uint8),
        )


def pose(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The center of a face, and the vectors from it to the middle of its right and far side."""
    across = (corners[1] - corners[0] + corners[2] - corners[3]) / 4
    along = (corners[0] + corners[1] - corners[2] - corners[3]) / 4
    return _crossing(corners), across, along


def _crossing(corners: np.ndarray) -> np.ndarray:
    """Where the diagonals cross: the middle of the bar, in perspective too."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    ratio = ((bx - ax) * (by - dy) - (by - ay) * (bx - dx)) / (
        (cx - ax) * (by - dy) - (cy - ay) * (bx - dx)
    )
    point: np.ndarray = corners[0] + ratio * (corners[2] - corners[0])
    return point


def cut_half(
    image: np.ndarray, center: np.ndarray, across: np.ndarray, along: np.ndarray
) -> np.ndarray:
    """The half that lies from the center along the vector, as a square with its bar below."""
    edge = 1 + 2 * MARGIN
    start = center - across * edge + along * (1 + MARGIN)
    right = center + across * edge + along * (1 + MARGIN)
    below = center - across * edge - along * MARGIN
    size = max(float(np.hypot(*(right - start))), float(np.hypot(*(below - start))))
    if size > 1.6 * HALF:  # as the page does: a photo is made smaller first
        by = HALF * 1.3 / size
        low = np.maximum(np.floor(np.min([start, right, below, right + below - start], 0)) - 2, 0)
        high = np.ceil(np.max([start, right, below, right + below - start], 0)) + 3
        part = image[int(low[1]) : int(high[1]), int(low[0]) : int(high[0])]
        if part.size:
            image = cv2.resize(part, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
            start, right, below = ((point - low) * by for point in (start, right, below))
    flat = np.array([[0, 0], [HALF, 0], [0, HALF]], np.float32) - 0.5
    map_ = cv2.getAffineTransform(flat, np.array([start, right, below], np.float32) - 0.5)
    crop: np.ndarray = cv2.warpAffine(
        image,
        map_,
        (HALF, HALF),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return crop


def _shaken(random: Random, tile: Tile, strong: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The tile's pose as a finder would give it: a little off."""
    center, across, along = pose(tile.corners)
    center = (
        center + across * random.normal(0, 0.06 * strong) + along * random.normal(0, 0.035 * strong)
    )
    angle = random.normal(0, 0.05 * strong)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    lean = random.normal(0, 0.04 * strong)
    across, along = across @ turn, (along + across * lean) @ turn
    return (
        center,
        across * np.exp(random.normal(0, 0.05 * strong)),
        along * np.exp(random.normal(0, 0.05 * strong)),
    )


def is_seen(style: Style) -> bool:
    """Whether the set has bars, and they stand off from its tiles."""
    return style.bar != "none" and float(np.abs(style.bar_color - style.body).mean()) > SEEN


def turned_half(
    center: np.ndarray, across: np.ndarray, along: np.ndarray, random: Random
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The half's square with its bar at a side or at the top: half of no tile.

    Where tiles touch, two such squares beside each other look like a tile between the tiles.
    """
    middle, up = center + along / 2, along / 2
    quarter = random.integers(1, 4)
    if quarter == 2:
        across, up = -across, -up
    else:
        sign = 1 if quarter == 1 else -1
        across, up = -up * sign, across * sign
    return middle - up, across, up * 2


def add_halves(examples: Examples, scene: Scene, random: Random) -> None:
    """Crops of each half, and some of what is no half."""
    has_bar = is_seen(scene.style)
    for tile in scene.tiles:
        if tile.ends is None:
            if scene.style.bar == "none":
                continue
            center, across, along = _shaken(random, tile, 1)
            examples.halves.append(cut_half(scene.image, center, across, along))
            examples.classes.append(NOTHING)
            continue
        for end, sign in ((tile.ends[0], 1), (tile.ends[1], -1)):
            center, across, along = _shaken(random, tile, 1)
            crop = cut_half(scene.image, center, across * sign, along * sign)
            examples.halves.append(crop)
            examples.classes.append(end)
            if has_bar and random.random() < examples.turned:
                turned = turned_half(center, across * sign, along * sign, random)
                examples.halves.append(cut_half(scene.image, *turned))
                examples.classes.append(NOTHING)
        if random.random() < 0.16:  # half a tile aside, turned, or far too large or small
            center, across, along = _shaken(random, tile, 1)
            way = random.random()
            if way < 0.35:
                center = center + along * random.choice([-1, 1]) * random.uniform(0.4, 1.2)
            elif way < 0.6:
                center = center + across * random.choice([-1, 1]) * random.uniform(0.55, 1.2)
            elif way < 0.8:
                across, along = along, -across
                center = center + across * random.uniform(-0.6, 0.6)
            else:
                size = random.choice([0.45, 0.55, 1.7, 2.2])
                across, along = across * size, along * size
            examples.halves.append(cut_half(scene.image, center, across, along))
            examples.classes.append(NOTHING)
    if random.random() < 0.5:
        _add_table(examples, scene, random)


def _add_table(examples: Examples, scene: Scene, random: Random) -> None:
    tall, wide = scene.image.shape[:2]
    center = random.uniform(0.1, 0.9, 2) * [wide, tall]
    middles = np.array([tile.corners.mean(0) for tile in scene.tiles])
    _, across, along = pose(scene.tiles[0].corners)
    if np.hypot(*(middles - center).T).min() > 1.6 * np.hypot(*along):
        examples.halves.append(cut_half(scene.image, center, across, along))
        examples.classes.append(NOTHING)


def lay_bricks(table: np.ndarray, random: Random) -> None:
    """Bricks or tiles of a floor, in rows, with joints that are darker or lighter."""
    tall, wide = table.shape[:2]
    low = random.uniform(10, 60)
    long, joint = low * random.uniform(1, 3), random.uniform(0.03, 0.15) * low
    shift = random.choice([0.0, 0.5, 0.25])
    rows, columns = np.mgrid[0:tall, 0:wide].astype(np.float32)
    row = np.floor(rows / low)
    u, v = columns + row * long * shift, rows % low
    number = (row * 31 + np.floor(u / long) * 17).astype(int) % 400
    table += random.normal(0, random.uniform(2, 25), 400)[number][..., None].astype(np.float32)
    table[(v < joint) | (u % long < joint)] += random.uniform(-110, 90)


def print_text(table: np.ndarray, random: Random) -> None:
    """Lines of print, as of a newspaper or a box."""
    tall, wide = table.shape[:2]
    size = random.uniform(0.25, 1.6)
    step, ink = int(size * 32), np.zeros((tall, wide), np.uint8)
    for y in range(int(random.integers(0, step)), tall + step, step):
        text = "".join(chr(code) for code in random.integers(40, 123, 60))
        x = -int(random.integers(0, 60))
        thick = 1 + int(size * random.uniform(0.5, 3))
        cv2.putText(ink, text, (x, y), int(random.integers(0, 5)), size, 255, thick, cv2.LINE_AA)
    cover = (ink.astype(np.float32) / 255)[..., None]
    table[:] = table * (1 - cover) + random.uniform(0, 255, 3).astype(np.float32) * cover


def add_bare_table(examples: Examples, random: Random) -> None:
    """Crops of a table on which nothing lies, often a printed one: lines, checks, veins, joints."""
    side, tiles = 260, random.uniform(190, 250, 3)
    table = background(random, side, side, tiles)
    way = random.random()
    if way < 0.45:
        print_cloth(table, random)
    elif way < 0.65:
        lay_bricks(table, random)
    elif way < 0.85:
        print_text(table, random)
    light = str(random.choice(LIGHTS))
    image = expose(table.astype(np.float32), [], random, light, random.uniform(20, 60))
    for _ in range(BARE):
        center, turn = random.uniform(70, side - 70, 2), random.uniform(0, 2 * np.pi)
        if random.random() < 0.5:
            turn = round(turn / (np.pi / 2)) * np.pi / 2  # as cloths are printed
        across = random.uniform(9, 34) * np.array([np.cos(turn), np.sin(turn)])
        along = np.array([across[1], -across[0]]) * random.uniform(1.5, 2.1)
        examples.halves.append(cut_half(image, center, across, along))
        examples.classes.append(NOTHING)


def draw_examples(
    first: int, scenes: int, rare: bool = False, *, second: bool = False, near: bool = False
) -> Examples:
    """Examples of scenes with the numbers from ``first`` on; the same numbers, the same scenes."""
    examples = Examples(turned=TURNED if second else 0.0)
    for number in range(first, first + scenes):
        random = np.random.default_rng(number)
        count = int(random.integers(1, 9) if random.random() < 0.65 else random.integers(9, 26))
        style = draw_many_style(random) if near else draw_rare_style(random) if rare else None
        width, way = random.uniform(26, 50), random.random()
        if near:
            width = random.uniform(45, 90)
        elif style and style.most > 12:
            width *= 1.4  # smaller, nobody can count six pips in a row
        close, rows = 1.0 if way < 0.25 else None, 0.25 < way < 0.4
        scene = draw_scene(random, count, style=style, width=width, rows=rows, close=close)
        add_halves(examples, scene, random)
        if number % 2 == 0:
            add_bare_table(examples, random)
    return examples


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.camera.examples", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--scenes", type=int, default=100)
    parser.add_argument("--shard", type=int, default=50)
    parser.add_argument("--rare", action="store_true", help="more sets with numerals and many pips")
    parser.add_argument(
        "--near", action="store_true", help="larger tiles, most with numerals or many pips"
    )
    parser.add_argument("--second", action="store_true", help="for the second reader")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.folder.mkdir(parents=True, exist_ok=True)
    for first in range(options.first, options.first + options.scenes, options.shard):
        file = options.folder / f"{first:08d}.npz"
        if not file.exists():
            kinds = {"second": options.second, "near": options.near}
            draw_examples(first, options.shard, options.rare, **kinds).save(file)


if __name__ == "__main__":
    main()
