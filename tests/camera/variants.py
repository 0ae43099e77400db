"""How well real photos are read when made worse: tilted, shaded, blurred, on another table.

    python -m tests.camera.variants PHOTO...

The number in a photo's name is its total in pips. Needs the packages of the group "camera" in
pyproject.toml. Nothing is ever trained on these: they tell what drawn photos cannot.
"""

import argparse
import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from playwright.sync_api import Page

from tests.camera.__main__ import read, reader
from tests.camera.styles import Random

LONGEST = 1400
COUNTS = ("tiles", "right", "certain", "certain and wrong")
Change = Callable[[np.ndarray, Random], np.ndarray]


def _filled(image: np.ndarray, points: Sequence[tuple[float, float]], soft: float) -> np.ndarray:
    """A soft polygon, its points as shares of the picture, as a mask from 0 to 1."""
    tall, wide = image.shape[:2]
    mask = np.zeros((tall, wide), np.float32)
    cv2.fillPoly(mask, [(np.array(points) * [wide, tall]).astype(np.int32)], 1.0)
    return cv2.GaussianBlur(mask, (0, 0), soft)[..., None]


def turned(image: np.ndarray, random: Random, size: float = 1.0) -> np.ndarray:
    tall, wide = image.shape[:2]
    side = int(np.hypot(tall, wide))
    map_ = cv2.getRotationMatrix2D((wide / 2, tall / 2), random.uniform(0, 360), size)
    map_[:, 2] += [(side - wide) / 2, (side - tall) / 2]
    return cv2.warpAffine(image, map_, (side, side), borderMode=cv2.BORDER_REPLICATE)


def tilted(image: np.ndarray, degrees: float) -> np.ndarray:
    """As a camera near the table sees it from below."""
    tall, wide = image.shape[:2]
    flat = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32)
    x, y = ((flat - [wide / 2, tall / 2]) / max(wide, tall)).T
    angle = np.deg2rad(degrees)
    far = 1 - y * np.sin(angle) / 1.6
    seen = np.column_stack([x / far, y * np.cos(angle) / far]) * max(wide, tall)
    seen = (seen - seen.min(0)).astype(np.float32)
    size = tuple(np.ceil(seen.max(0)).astype(int).tolist())
    map_ = cv2.getPerspectiveTransform(flat, seen)
    return cv2.warpPerspective(image, map_, size, borderMode=cv2.BORDER_REPLICATE)


def smaller(image: np.ndarray, longest: int) -> np.ndarray:
    by = longest / max(image.shape[:2])
    return cv2.resize(image, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)


def pressed(image: np.ndarray) -> np.ndarray:
    small = smaller(image, LONGEST * 7 // 10)
    return cv2.imdecode(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 12])[1], 1)


def moved(image: np.ndarray) -> np.ndarray:
    line = np.zeros((19, 19), np.float32)
    cv2.line(line, (0, 4), (18, 14), 1.0)
    return cv2.filter2D(image, -1, line / line.sum())


def fingers(image: np.ndarray) -> np.ndarray:
    for at in (0.15, 0.35, 0.55, 0.75):
        band = [(at, 0), (at + 0.05, 0), (at + 0.25, 1), (at + 0.2, 1)]
        image = image * (1 - 0.55 * _filled(image, band, 8))
    return image


def mirrored(image: np.ndarray, random: Random) -> np.ndarray:
    """Lamps mirrored in the tiles: six bright spots."""
    for _ in range(6):
        turns = np.linspace(0, 2 * np.pi, 12)
        spot = random.uniform(0.1, 0.9, 2) + np.column_stack([np.cos(turns), np.sin(turns)]) * 0.03
        image = image + random.uniform(90, 220) * _filled(image, list(map(tuple, spot)), 10)
    return image


def on_table(image: np.ndarray, table: np.ndarray) -> np.ndarray:
    """The photo's light parts, its tiles, on another table."""
    light = cv2.GaussianBlur(image.max(2).astype(np.float32), (0, 0), 2) > 105
    whole = cv2.morphologyEx(light.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((25, 25), np.uint8))
    cover = cv2.GaussianBlur(whole.astype(np.float32), (0, 0), 1.5)[..., None]
    return image * cover + table * (1 - cover)


def wood(image: np.ndarray, random: Random) -> np.ndarray:
    tall, wide = image.shape[:2]
    grain = random.normal(0, 18, (tall // 4, wide // 150 + 2)).astype(np.float32)
    streaks = cv2.resize(grain, (wide, tall), interpolation=cv2.INTER_CUBIC)[..., None]
    return on_table(image, np.array([60, 105, 160]) + streaks * [0.7, 1, 1.1])


def checks(image: np.ndarray) -> np.ndarray:
    rows, columns = np.mgrid[0 : image.shape[0], 0 : image.shape[1]]
    dark = ((rows // 28 + columns // 28) % 2 == 0)[..., None]
    return on_table(image, np.where(dark, [60, 60, 200], [215, 215, 220]))


CHANGES: dict[str, Change] = {
    "as it is": lambda image, _: image,
    "turned": turned,
    "from afar": lambda image, random: turned(image, random, 0.45),
    "640 pixels": lambda image, _: smaller(image, 640),
    "420 pixels": lambda image, _: smaller(image, 420),
    "blurred": lambda image, _: cv2.GaussianBlur(image, (0, 0), 4),
    "moved": lambda image, _: moved(image),
    "badly compressed": lambda image, _: pressed(image),
    "dark": lambda image, random: image * 0.18 + random.normal(0, 7, image.shape),
    "warm": lambda image, _: image * [0.45, 0.8, 1.12],
    "cold": lambda image, _: image * [0.88, 0.72, 0.48],
    "gray": lambda image, _: np.repeat(image.mean(2, keepdims=True), 3, 2),
    "other colors": lambda image, _: image[..., [1, 2, 0]],
    "negative": lambda image, _: 255 - image,
    "shadow": lambda image, _: (
        image * (1 - 0.58 * _filled(image, [(0, 0.2), (0.7, 0), (0.55, 1), (0, 0.9)], 5))
    ),
    "fingers' shadows": lambda image, _: fingers(image),
    "glare": mirrored,
    "tilt 25": lambda image, _: tilted(image, 25),
    "tilt 45": lambda image, _: tilted(image, 45),
    "turned, tilt 45": lambda image, random: tilted(turned(image, random, 0.8), 45),
    "on wood": wood,
    "on checks": lambda image, _: checks(image),
}


def compare(page: Page, photo: Path, folder: Path, table: dict[str, Counter[str]]) -> None:
    """Read all variants of a photo; its tiles are those that are read in it as it is."""
    whole = cv2.imread(str(photo))
    number = re.search(r"\d+", photo.stem)
    if whole is None or number is None:
        raise SystemExit(f"{photo} is no photo with its total in its name.")
    image, total = smaller(whole, LONGEST), int(number[0])
    truth: list[str] = []
    for name, change in CHANGES.items():
        file = folder / "variant.jpg"
        worse = change(image, np.random.default_rng(total))
        cv2.imwrite(str(file), np.clip(worse, 0, 255).astype(np.uint8))
        reading = read(page, file, {"most": None, "count": None})
        truth = truth or reading["tiles"]
        right = [tile in truth for tile in reading["tiles"]]
        table[name] += Counter(
            {
                "photos": 1,
                "totals right": reading["total"] == total,
                "tiles": len(truth),
                "right": sum(right),
                "certain": sum(reading["certain"]),
                "certain and wrong": sum(
                    sure and not good for sure, good in zip(reading["certain"], right, strict=True)
                ),
            }
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.camera.variants",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("photos", nargs="+", type=Path, metavar="PHOTO")
    options = parser.parse_args()
    table = {name: Counter[str]() for name in CHANGES}
    with TemporaryDirectory() as folder, reader() as page:
        for photo in options.photos:
            compare(page, photo, Path(folder), table)
    table["all"] = sum(table.values(), Counter())
    for name, counts in table.items():
        shares = ", ".join(f"{counts[count]} {count}" for count in COUNTS)
        print(f"{name:18} {counts['totals right']} of {counts['photos']} totals right; {shares}")


if __name__ == "__main__":
    main()
