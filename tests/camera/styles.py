"""The look of a boxed set of dominoes, drawn by chance: tile, bar, pips, colors, numerals."""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

import cv2
import numpy as np

Random = np.random.Generator
Color = np.ndarray

# The colors of pips 1 to 12 as common boxed sets have them (RGB); others are drawn by chance.
BOXED = (
    "1a94d4 1e8a3a d2202f 7d4a21 1c3fa0 f2b705 e0559f 0b8a8f 7a35b5 e06400 16181b 7b8088",
    "55a5cc 3fc32a d91f3c b5713c 1565d8 f79a12 c9269c 12b5a6 6f2da8 e8772e 2c2c30 8c8f94",
    "76b7e5 1f9d55 e02b20 c8a24a 2748b8 efc419 d873b4 2aa5a0 8a4fc7 f08a24 151515 9a9a9a",
    "c8102e 00843d 0057b8 ffb81c 6a1b9a f57c00 00acc1 ad1457 5d4037 212121 7cb342 3949ab",
    "101010 d32f2f 1976d2 388e3c fbc02d 8e24aa f57c00 00897b 5d4037 c2185b 455a64 303f9f",
)
MOST_PIPS = 18


@dataclass
class Style:
    """One set: all its tiles are drawn from these."""

    kind: str
    body: Color
    pips: dict[int, Color]
    most: int
    numerals: str = ""  # "", "only"
    font: str = ""
    bar: str = "dark"  # dark, light, engraved, none
    bar_color: Color = field(default_factory=lambda: np.zeros(3))
    bar_length: float = 0.8
    bar_width: float = 0.06
    pin: Color | None = None
    corner: float = 0.1
    bevel: float = 0.03
    bevel_shade: float = -40.0
    spread: float = 0.3
    radius: float = 0.1
    gloss: float = 0.5
    sunk: bool = True
    grain: float = 0.0
    lying: bool = False
    variants: dict[int, int] = field(default_factory=dict)
    thick: float = 0.3
    long: float = 2.0


def hsv(random: Random, hue: float, low: tuple[int, int], high: tuple[int, int]) -> Color:
    """A color of the hue (0 to 180), saturation and value drawn between the bounds."""
    value = [hue % 180, random.integers(low[0], high[0] + 1), random.integers(low[1], high[1] + 1)]
    color: Color = cv2.cvtColor(np.array([[value]], np.uint8), cv2.COLOR_HSV2RGB)[0, 0].astype(
        np.float32
    )
    return color


@cache
def fonts() -> tuple[str, ...]:
    """The upright Latin fonts of this machine, sorted; numerals are drawn in them."""
    listed = subprocess.run(
        ["fc-list", ":lang=en", "file"], capture_output=True, text=True, check=True
    )
    files = {line.rstrip(": ") for line in listed.stdout.splitlines()}
    wanted = (".ttf", ".otf", ".t1")
    refused = ("Symbol", "Dingbat", "D050000L", "StandardSymbols", "Math", "Emoji")
    return tuple(
        sorted(
            file
            for file in files
            if file.endswith(wanted) and not any(word in file for word in refused)
        )
    )


KINDS = ("white", "ivory", "dark", "wood", "colored")
COMMON = (0.62, 0.15, 0.09, 0.07, 0.07)  # how often a set is of that kind
HARD = (0.36, 0.14, 0.27, 0.1, 0.13)
BARS = {
    True: (("dark", "light", "engraved", "none"), (0.68, 0.08, 0.15, 0.09)),
    False: (("light", "engraved", "none"), (0.75, 0.15, 0.1)),
}
HARD_BARS = {
    True: (("dark", "light", "engraved", "none"), (0.34, 0.14, 0.29, 0.23)),
    False: (("light", "engraved", "none"), (0.55, 0.25, 0.2)),
}


def draw_body(random: Random, chances: Sequence[float] = COMMON) -> tuple[str, Color]:
    kind = str(random.choice(KINDS, p=chances))
    if kind == "white":
        body = np.full(3, random.uniform(205, 252)) + random.uniform([-6, -5, -8], [5, 3, 8])
    elif kind == "ivory":
        body = random.uniform(190, 250) * np.array(
            [1.0, random.uniform(0.9, 0.98), random.uniform(0.72, 0.92)]
        )
    elif kind == "dark":
        body = hsv(random, random.uniform(0, 180), (0, 12), (160, 70))
    elif kind == "wood":
        body = hsv(random, random.uniform(8, 24), (50, 110), (150, 235))
    else:
        body = hsv(random, random.uniform(0, 180), (30, 130), (170, 240))
    return kind, body.astype(np.float32)


def draw_colors(random: Random, body: Color, kind: str) -> dict[int, Color]:
    """The color of each number of pips, far enough from the tile's own to be seen."""
    light = body.mean() > 115
    way = random.random()
    colors: dict[int, Color] = {}
    one = (
        random.uniform(5, 60, 3)
        if random.random() < 0.75
        else hsv(random, random.uniform(0, 180), (120, 40), (255, 190))
    )
    boxed = BOXED[random.integers(len(BOXED))].split()
    for number in range(MOST_PIPS + 1):
        if not light:
            color = (
                np.full(3, random.uniform(190, 255))
                if way < 0.7
                else hsv(random, random.uniform(0, 180), (40, 200), (220, 255))
            )
        elif way < (0.3 if kind != "wood" else 0.7):
            color = one
        elif way < 0.65:
            text = boxed[(number - 1) % 12]
            color = np.array([int(text[at : at + 2], 16) for at in (0, 2, 4)], float)
            color = color + random.normal(0, 8, 3)
        else:
            color = hsv(random, random.uniform(0, 180), (70, 40), (255, 245))
            if random.random() < 0.2:
                color = np.full(3, random.uniform(10, 170))
        if light and np.abs(color - body).mean() < 50:
            color = color * 0.55
        colors[number] = np.clip(color, 0, 255).astype(np.float32)
    if not light and way < 0.7:
        colors = dict.fromkeys(colors, colors[0])
    return colors


def draw_style(random: Random, chances: Sequence[float] = COMMON) -> Style:
    """A set by chance; most are white with a dark bar and colored pips, as those sold are."""
    kind, body = draw_body(random, chances)
    light = bool(body.mean() > 115)
    most = int(random.choice([6, 9, 12, 15, 18], p=[0.06, 0.16, 0.48, 0.13, 0.17]))
    style = Style(kind, body, draw_colors(random, body, kind), most)
    if random.random() < 0.13 and most > 6:
        style.numerals = "only"
        style.font = fonts()[random.integers(len(fonts()))]
    bars = BARS if chances is COMMON else HARD_BARS
    style.bar = str(random.choice(bars[light][0], p=bars[light][1]))
    if style.bar == "dark":
        dark = (
            random.uniform(5, 70, 3) if random.random() < 0.8 else body * random.uniform(0.3, 0.6)
        )
        style.bar_color = np.full(3, dark.mean()) if random.random() < 0.7 else dark
    elif style.bar == "light":
        style.bar_color = (
            np.full(3, random.uniform(150, 190)) if light else random.uniform(170, 255, 3)
        )
    else:
        style.bar_color = body * random.uniform(0.55, 0.85)
    style.bar_length = random.uniform(0.6, 0.94) if random.random() < 0.85 else 1.0
    style.bar_width = (
        random.uniform(0.02, 0.05) if random.random() < 0.4 else random.uniform(0.05, 0.1)
    )
    if random.random() < 0.15:
        style.pin = hsv(random, random.uniform(12, 28), (20, 120), (160, 240))
    style.corner = random.uniform(0.03, 0.2)
    style.bevel = random.uniform(0.01, 0.08)
    style.bevel_shade = random.uniform(-70, 25)
    style.spread = random.uniform(0.24, 0.345)
    style.radius = min(random.uniform(0.07, 0.125), style.spread * 0.44)
    style.gloss, style.sunk = random.random(), bool(random.random() < 0.7)
    style.grain = (
        random.uniform(8, 30)
        if kind == "wood"
        else (random.uniform(3, 14) if random.random() < 0.12 else 0.0)
    )
    style.lying = bool(random.random() < 0.4)
    style.variants = {number: int(random.integers(0, 4)) for number in range(MOST_PIPS + 1)}
    style.thick = random.uniform(0.12, 0.42)
    style.long = random.uniform(1.92, 2.12)
    return style


Share = tuple[float, list[int]]
"""How often, from 0 to 1, and with which highest doubles."""


def _draw_harder(random: Random, numerals: Share, many: Share) -> Style:
    style = draw_style(random)
    way = random.random()
    if way < numerals[0]:
        style.numerals = "only"
        style.font = fonts()[random.integers(len(fonts()))]
        style.most = int(random.choice(numerals[1]))
    elif way < numerals[0] + many[0]:
        style.numerals = ""
        style.most = int(random.choice(many[1]))
    return style


def draw_rare_style(random: Random) -> Style:
    """A set by chance, more often with numerals or many pips: these are the hardest to learn."""
    return _draw_harder(random, (0.45, [9, 12, 12, 15, 18]), (0.25, [15, 18]))


def draw_many_style(random: Random) -> Style:
    """A set by chance, most often with more than twelve pips, or with numerals up to 18."""
    return _draw_harder(random, (0.4, [9, 12, 15, 18, 18]), (0.35, [15, 18, 18]))


def draw_hard_style(random: Random) -> Style:
    """A set by chance, more often dark or colored, with numerals, its bar hardly to be seen."""
    style = draw_style(random, HARD)
    if random.random() < 0.15:
        style.numerals = "only"
        style.font = fonts()[random.integers(len(fonts()))]
    if style.bar == "engraved" and random.random() < 0.5:
        style.bar_color = style.body * random.uniform(0.82, 0.97)
    return style
