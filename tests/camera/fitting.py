"""What the fitter learns from: whole tiles and what surrounds them, and what only looks like one.

    python -m tests.camera.fitting var/fitter --first 1 --photos 600

The fitter sees a place where a tile may lie, and tells how likely it is a tile, and where its
middle and sides are from there (`FACTS`). It sees a bit of what lies around: a tile ends there.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from tests.camera.examples import pose
from tests.camera.finding import HARD_LIGHTS
from tests.camera.scenes import LIGHTS, Scene, draw_scene
from tests.camera.styles import Random, draw_hard_style, draw_rare_style, draw_style

STREAM = 9  # of chance: no scene to tune or kept aside is drawn from it
SEEN = 56  # pixels of a side of what the fitter sees
REACH = (1.5, 1.25)  # of half a tile's width, and of half its length, that it sees to each side
KEPT = 96  # pixels of a patch as it is kept,
KEPT_REACH = (2.4, 2.0)  # which reaches farther: the fitter learns parts of it
FALSE = 0.5  # places that are no tile, for each that is one
SAME = 0.5  # of half a tile's width: nearer to a tile that lies alike, a place is no false one
# Whether it is a tile; then of its middle and the vectors to the middles of its right and far side,
# how far they are from those of the place, in its own vectors.
FACTS = ("tile", "x", "y", "right x", "right y", "far x", "far y")

Frame = tuple[np.ndarray, np.ndarray, np.ndarray]  # the middle, the vectors across and along


@dataclass
class Patches:
    """Pictures of places, and which of them show a tile."""

    images: np.ndarray
    true: np.ndarray


def patch_of(image: np.ndarray, frame: Frame) -> np.ndarray:
    """What lies around a place, as a square: its vector along points up."""
    center, across, along = frame
    wide, tall = across * KEPT_REACH[0], along * KEPT_REACH[1]
    corners = np.array([center - wide + tall, center + wide + tall, center - wide - tall])
    step = 2 * max(np.hypot(*wide), np.hypot(*tall)) / KEPT
    if step > 1.3:  # as the page does: a pixel is the mean of what it covers
        image = cv2.resize(image, None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA)
        corners = corners / step
    flat = np.array([[0, 0], [KEPT, 0], [0, KEPT]], np.float32) - 0.5
    map_ = cv2.getAffineTransform(flat, (corners - 0.5).astype(np.float32))
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch: np.ndarray = cv2.warpAffine(
        image, map_, (KEPT, KEPT), flags=how, borderMode=cv2.BORDER_REPLICATE
    )
    return patch


def false_frame(frame: Frame, random: Random) -> Frame:
    """A place that only looks like a tile: halves of two, or a tile far too large or small."""
    center, across, along = frame
    sign, side = random.choice([-1, 1], 2)
    way = random.random()
    if way < 0.45:  # across this tile and its neighbor
        return center + along * sign / 2 + across * side, along / 2, across * 2 * -1
    if way < 0.65:
        return center + along * sign * random.uniform(0.5, 1.2), across, along
    if way < 0.8:
        return center + across * side * random.uniform(0.6, 1.2), across, along
    if way < 0.9:
        return center + along * sign / 2, along / 4, across * -1
    size = random.choice([0.5, 1.8])
    return center + across * random.normal(0, 0.3), across * size, along * size


def is_same(one: Frame, other: Frame) -> bool:
    """Whether both lie at the same spot, in about the same direction."""
    near = np.hypot(*(one[0] - other[0])) < SAME * np.hypot(*other[1])
    turned = one[2][0] * other[2][1] - one[2][1] * other[2][0]
    return bool(near and abs(turned) < 0.4 * np.hypot(*one[2]) * np.hypot(*other[2]))


def draw_place_scene(number: int) -> tuple[Scene, Random]:
    """A scene, mostly of tiles that touch: there it is hardest to tell which halves are one's."""
    random = np.random.default_rng([STREAM, number])
    count = int(random.integers(2, 13) if random.random() < 0.5 else random.integers(13, 28))
    way = random.random()
    if way < 0.5:
        style = draw_style(random)
    else:
        style = draw_hard_style(random) if way < 0.8 else draw_rare_style(random)
    block = random.random()
    return draw_scene(
        random,
        count,
        style=style,
        tilt=random.uniform(0, 45) if random.random() < 0.4 else None,
        light=str(random.choice(LIGHTS, p=HARD_LIGHTS)) if random.random() < 0.5 else None,
        width=random.uniform(30, 52),
        rows=block > 0.7,
        close=None if block < 0.3 else 1.0,
    ), random


def places_of(number: int) -> Iterator[tuple[np.ndarray, bool]]:
    """Patches of the scene of the number, and whether each shows a tile."""
    scene, random = draw_place_scene(number)
    frames = [(pose(tile.corners), tile.ends is not None) for tile in scene.tiles]
    tall, wide = scene.image.shape[:2]
    for frame, up in frames:
        if up or scene.style.bar != "none":
            yield patch_of(scene.image, frame), up
        if random.random() < FALSE:
            false = false_frame(frame, random)
            inside = (false[0] > 0).all() and (false[0] < [wide, tall]).all()
            if inside and not any(is_same(false, other) for other, _ in frames):
                yield patch_of(scene.image, false), False
    spot = random.uniform(0.1, 0.9, 2) * [wide, tall]
    middles = np.array([frame[0] for frame, _ in frames])
    if np.hypot(*(middles - spot).T).min() > 1.5 * np.hypot(*frames[0][0][2]):
        yield patch_of(scene.image, (spot, *frames[0][0][1:])), False


def draw_patches(first: int, count: int) -> Patches:
    """Patches of the scenes from ``first`` on; the same numbers, the same patches."""
    places = [place for number in range(first, first + count) for place in places_of(number)]
    images, true = zip(*places, strict=True)
    return Patches(np.stack(images), np.array(true))


def draw_missing(folder: Path, first: int, photos: int, shard: int = 25) -> None:
    """Draw what is not in the folder yet."""
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(first, first + photos, shard):
        file = folder / f"{number:08d}.npz"
        if not file.exists():
            patches = draw_patches(number, shard)
            part = file.with_suffix(".part")
            with part.open("wb") as stream:
                np.savez(stream, images=patches.images, true=patches.true)
            part.rename(file)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.camera.fitting",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--photos", type=int, default=100)
    parser.add_argument("--shard", type=int, default=25)
    options = parser.parse_args()
    draw_missing(options.folder, options.first, options.photos, options.shard)


if __name__ == "__main__":
    main()
