"""What the finder learns from: drawn photos, made small, and where the tiles lie in them.

    python -m tests.camera.finding var/finder --first 1 --photos 2000

The finder looks over a whole photo at low resolution. For each cell of 4 pixels it tells how likely
the middle of a tile is there, and how that tile lies (`FACTS`). It needs no bar and no gap.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from tests.camera.examples import pose
from tests.camera.scenes import LIGHTS, Scene, draw_scene
from tests.camera.styles import draw_hard_style, draw_style

STREAM = 7  # of chance: no scene to tune or kept aside is drawn from it
HARD_STREAM = 8
HARD_LIGHTS = (0.2, 0.2, 0.1, 0.17, 0.33)  # how often each of them is drawn, the last is glare
SIDE = 384  # pixels of the longer side of a photo, as it is kept
CELL = 4  # pixels
TILES = 31  # places of a photo that are kept; the rest of them is filled up with nothing
UNIT = 16.0  # pixels: lengths are logarithms of so many
# What is told of the tile of a cell: how far its middle is aside in cells; of half its length and
# half its width, the logarithm, and the direction as the cosine and sine of twice its angle.
FACTS = ("heat", "x", "y", "long", "long cos", "long sin", "wide", "wide cos", "wide sin")
PEAK = {"wide": 0.36, "long": 0.3}  # of half a tile, that the heat spreads


@dataclass
class Photos:
    """Small photos in the corners of squares, their sizes, and the poses of their tiles.

    A pose is the middle, the vector to the middle of the right side and the one to the far side,
    then 1 where a face is up, and 0 where it is down.
    """

    images: np.ndarray
    sizes: np.ndarray
    poses: np.ndarray


def poses_of(scene: Scene, by: float) -> np.ndarray:
    """Of all tiles, in pixels of the photo made smaller."""
    rows = [
        np.concatenate([np.concatenate(pose(tile.corners)) * by, [float(tile.ends is not None)]])
        for tile in scene.tiles
    ]
    return np.array(rows, np.float32)


def draw_photo(number: int) -> tuple[np.ndarray, np.ndarray]:
    """The photo of the number, made small, and its poses."""
    random = np.random.default_rng([STREAM, number])
    way = random.random()
    count = int(random.integers(1, 13) if way < 0.6 else random.integers(13, TILES))
    style = draw_style(random)
    if style.bar == "dark" and style.kind in ("white", "ivory") and random.random() < 0.5:
        style = draw_style(random)  # the others are harder, and rare
    fitting = 340 / (np.sqrt(count * style.long * 2.5) + 2)
    scene = draw_scene(random, count, style=style, width=fitting * random.uniform(0.8, 1.5))
    return made_small(scene)


def draw_hard_photo(number: int) -> tuple[np.ndarray, np.ndarray]:
    """The same of what is harder: glare, bars hardly to be seen, a tilt, many tiles that touch."""
    random = np.random.default_rng([HARD_STREAM, number])
    count = int(random.integers(1, 13) if random.random() < 0.4 else random.integers(13, TILES))
    style = draw_hard_style(random)
    way = random.random()
    fitting = 340 / (np.sqrt(count * style.long * (2.5 if way < 0.35 else 1.5)) + 2)
    scene = draw_scene(
        random,
        count,
        style=style,
        tilt=random.uniform(0, 45) if random.random() < 0.5 else None,
        light=str(random.choice(LIGHTS, p=HARD_LIGHTS)),
        width=fitting * random.uniform(0.8, 1.4),
        rows=way > 0.65,
        close=None if way < 0.35 else 1.0,
    )
    return made_small(scene)


def made_small(scene: Scene) -> tuple[np.ndarray, np.ndarray]:
    """The scene's image as it is kept, and its poses."""
    by = SIDE / max(scene.image.shape[:2])
    how = cv2.INTER_AREA if by < 1 else cv2.INTER_LINEAR
    return cv2.resize(scene.image, None, fx=by, fy=by, interpolation=how), poses_of(scene, by)


def draw_photos(first: int, count: int, hard: bool = False) -> Photos:
    """Photos of the numbers from ``first`` on; the same numbers, the same photos."""
    photos = Photos(
        np.zeros((count, SIDE, SIDE, 3), np.uint8),
        np.zeros((count, 2), np.int32),
        np.full((count, TILES, 7), np.nan, np.float32),
    )
    for at in range(count):
        image, poses = (draw_hard_photo if hard else draw_photo)(first + at)
        tall, wide = np.minimum(image.shape[:2], SIDE)
        photos.images[at, :tall, :wide] = image[:tall, :wide]
        photos.sizes[at] = wide, tall
        photos.poses[at, : len(poses)] = poses[:TILES]
    return photos


def moved(poses: np.ndarray, map_: np.ndarray) -> np.ndarray:
    """The poses in a picture that was moved by the 2 x 3 map."""
    turn, shift = map_[:, :2].T, map_[:, 2]
    vectors = poses[:, :6].reshape(-1, 3, 2) @ turn
    vectors[:, 0] += shift
    return np.column_stack([vectors.reshape(-1, 6), poses[:, 6]])


def _direction(vectors: np.ndarray) -> np.ndarray:
    """The logarithm of the length, and twice the angle's cosine and sine."""
    angle = 2 * np.arctan2(vectors[:, 1], vectors[:, 0])
    long = np.log(np.hypot(*vectors.T) / UNIT)
    return np.column_stack([long, np.cos(angle), np.sin(angle)])


def targets_of(poses: np.ndarray, wide: int, tall: int) -> tuple[np.ndarray, np.ndarray]:
    """What the finder shall tell of a picture (facts, rows, columns); the weight of its heat."""
    across_cells, down_cells = wide // CELL, tall // CELL
    target = np.zeros((len(FACTS), down_cells, across_cells), np.float32)
    weight = np.ones((down_cells, across_cells), np.float32)
    if not len(poses):
        return target, weight
    poses = poses.astype(np.float32)
    center, across, along = poses[:, 0:2], poses[:, 2:4], poses[:, 4:6]
    rows, columns = np.mgrid[0:down_cells, 0:across_cells].astype(np.float32)
    x = (columns[None] + 0.5) * CELL - center[:, 0, None, None]
    y = (rows[None] + 0.5) * CELL - center[:, 1, None, None]
    ax, ay, lx, ly = (part[:, None, None] for part in (*across.T, *along.T))
    whole = ax * ly - ay * lx
    u, v = (x * ly - y * lx) / whole, (ax * y - ay * x) / whole
    heat = np.exp(-0.5 * ((u / PEAK["wide"]) ** 2 + (v / PEAK["long"]) ** 2))
    nearest = x**2 + y**2
    heat = np.where(nearest == nearest.min((1, 2), keepdims=True), 1.0, heat)
    inside = np.all(np.abs(center / [wide, tall] - 0.5) < 0.5, axis=1)
    heat *= inside.reshape(-1, 1, 1)
    up = poses[:, 6] > 0.5
    weight[(heat * ~up[:, None, None]).max(0) > 0.05] = 0  # face down: neither
    heat *= up[:, None, None]
    best = heat.argmax(0)
    target[0] = heat.max(0)
    facts = np.column_stack([_direction(along), _direction(across)])[best]
    target[1] = -np.take_along_axis(x, best[None], 0)[0] / CELL
    target[2] = -np.take_along_axis(y, best[None], 0)[0] / CELL
    target[3:] = facts.transpose(2, 0, 1)
    return target, weight


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.camera.finding",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--photos", type=int, default=100)
    parser.add_argument("--shard", type=int, default=50)
    parser.add_argument("--hard", action="store_true", help="more of what is hard to find")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.folder.mkdir(parents=True, exist_ok=True)
    for first in range(options.first, options.first + options.photos, options.shard):
        file = options.folder / f"{first:08d}.npz"
        if not file.exists():
            photos = draw_photos(first, options.shard, options.hard)
            part = file.with_suffix(".part")
            with part.open("wb") as stream:
                np.savez(stream, images=photos.images, sizes=photos.sizes, poses=photos.poses)
            part.rename(file)


if __name__ == "__main__":
    main()
