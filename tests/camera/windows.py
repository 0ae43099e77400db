"""Parts of drawn photos as the finder learns them: turned, larger or smaller, in other light."""

from functools import cache

import cv2
import numpy as np

from tests.camera.finding import CELL, SIDE, Photos, moved, targets_of
from tests.camera.styles import Random

SEEN = 352  # pixels of a photo's longer side, as the page's finder sees it
WINDOW = 192  # pixels of a part that is learned at once
COARSE = 48  # spots of a line in which soft light is drawn
GRAIN = 512


@cache
def _grain() -> np.ndarray:
    """A sensor's noise, of which each window gets another part."""
    random = np.random.default_rng(1)
    return random.standard_normal((GRAIN, GRAIN, 3), np.float32)


def _distances(random: Random) -> np.ndarray:
    """How far each spot is from a line through the window, in windows."""
    line = ((np.arange(COARSE, dtype=np.float32) + 0.5) / COARSE) - 0.5
    angle = random.uniform(0, 2 * np.pi)
    shift = np.float32(random.uniform(-0.45, 0.45))
    place = line[None] * np.float32(np.cos(angle)) + line[:, None] * np.float32(np.sin(angle))
    distances: np.ndarray = place + shift
    return distances


def _light(random: Random) -> np.ndarray | None:
    """By how much each spot is lit: a slope, the edge of a shadow, a finger's; None for evenly."""
    light: np.ndarray | None = None
    if random.random() < 0.4:
        light = random.uniform(0.45, 1.1, (3, 3)).astype(np.float32)
        light = cv2.resize(light, (COARSE, COARSE), interpolation=cv2.INTER_LINEAR)
    if random.random() < 0.25:
        far, sharp = _distances(random), np.float32(np.exp(random.uniform(1.4, 4.5)))
        if random.random() < 0.4:
            far = np.float32(random.uniform(0.04, 0.2)) - np.abs(far)
        shade = 1 / (1 + np.exp(-np.clip(sharp * far, -30, 30)))
        shade = (1 - shade * random.uniform(0.2, 0.75)).astype(np.float32)
        light = shade if light is None else light * shade
    return light


def worsened(window: np.ndarray, random: Random) -> np.ndarray:
    """The window (0 to 1) as it may look at another table."""
    if random.random() < 0.3:
        window = window[..., random.permutation(3)]
    if random.random() < 0.05:
        window = 1 - window
    if random.random() < 0.25:
        gray = window.mean(2, keepdims=True)
        window = gray + (window - gray) * np.float32(random.uniform(0, 1.4))
    light = _light(random)
    if light is not None:
        window = window * cv2.resize(light, window.shape[1::-1])[..., None]
    if random.random() < 0.1:
        far = (_distances(random) ** 2 + _distances(random) ** 2) / random.uniform(0.003, 0.1)
        spot = cv2.resize(np.exp(-far).astype(np.float32), window.shape[1::-1])
        window = window + spot[..., None] * np.float32(random.uniform(0.1, 0.9))
    if random.random() < 0.4:
        window = window * (1 + random.normal(0, 0.13, 3)).astype(np.float32)
    if random.random() < 0.15:
        window = cv2.GaussianBlur(window, (0, 0), random.uniform(0.4, 1.4))
    if random.random() < 0.4:
        y, x = random.integers(0, GRAIN - WINDOW, 2)
        grain = _grain()[y : y + window.shape[0], x : x + window.shape[1]]
        window = window + grain * np.float32(random.uniform(0, 0.07) * window.mean())
    result: np.ndarray = np.clip(window, 1e-3, 1) ** np.float32(random.uniform(0.7, 1.3))
    return result


def standardized(window: np.ndarray) -> np.ndarray:
    """At mean 0 and spread 1, channels first."""
    values: np.ndarray = ((window - window.mean()) / (window.std() + 0.04)).transpose(2, 0, 1)
    return values


def window_of(photos: Photos, at: int, random: Random) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A part of a photo (RGB, 0 to 255); what to tell of it, and the weight of its heat."""
    wide, tall = photos.sizes[at]
    poses = photos.poses[at]
    poses = poses[~np.isnan(poses[:, 0])]
    scale = SEEN / SIDE * np.exp(random.uniform(-0.55, 0.25))
    angle = random.integers(4) * np.pi / 2 + random.normal(0, 0.3)
    mirror = random.choice([-1, 1])
    turn = scale * np.array(
        [[np.cos(angle), -np.sin(angle) * mirror], [np.sin(angle), np.cos(angle) * mirror]]
    )
    look = random.uniform(0.15, 0.85, 2) * [wide, tall]  # this lies in the middle
    map_ = np.column_stack([turn, WINDOW / 2 - turn @ look])
    image = photos.images[at, :tall, :wide]
    inside = np.ones((WINDOW, WINDOW), np.uint8)
    size = (WINDOW, WINDOW)
    if random.random() < 0.4:  # mirrored tiles beyond the edge count neither way
        window = cv2.warpAffine(image, map_, size, borderMode=cv2.BORDER_REFLECT_101)
        inside = cv2.warpAffine(np.ones((tall, wide), np.uint8), map_, size)
    else:
        middle = image[:: max(1, tall // 8), :: max(1, wide // 8)].mean((0, 1)).tolist()
        window = cv2.warpAffine(image, map_, size, borderValue=middle)
    target, weight = targets_of(moved(poses, map_), WINDOW, WINDOW)
    return window, target, weight * inside[CELL // 2 :: CELL, CELL // 2 :: CELL]


def batch_of(
    photos: Photos, chosen: np.ndarray, random: Random
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Windows of the photos in other light, with their targets and weights."""
    rows = []
    for at in chosen:
        window, target, weight = window_of(photos, int(at), random)
        worse = worsened(window.astype(np.float32) / 255, random)
        rows.append((standardized(worse), target, weight))
    values, targets, weights = (np.stack(part) for part in zip(*rows, strict=True))
    return values, targets, weights
