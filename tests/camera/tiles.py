"""One tile from above, as an image with its outline as a mask."""

from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tests.camera.styles import Color, Random, Style

Places = list[tuple[float, float]]

# The lines of a half from ten pips on, as sets differ: how many pips each line holds.
_LINES: dict[int, tuple[tuple[int, ...], ...]] = {
    10: ((4, 2, 4), (3, 4, 3), (4, 2, 4)),
    11: ((4, 3, 4),),
    12: ((4, 4, 4), (4, 4, 4), (3, 3, 3, 3)),
    13: ((5, 3, 5), (4, 5, 4), (5, 3, 5)),
    14: ((5, 4, 5), (4, 3, 3, 4)),
    15: ((5, 5, 5), (4, 4, 3, 4)),
    16: ((6, 4, 6), (4, 4, 4, 4), (5, 6, 5)),
    17: ((6, 5, 6), (4, 4, 5, 4)),
    18: ((6, 6, 6),),
}


def _few(pips: int, variant: int) -> Places:
    corners: Places = [(-1, -1), (1, 1), (-1, 1), (1, -1)]
    sides: Places = [(-1, 0), (1, 0), (0, -1), (0, 1)]
    if pips in (2, 3) and variant & 1:
        corners = [(1, -1), (-1, 1)]
    if pips == 2 and variant == 3:
        corners = [(0, -1), (0, 1)] if variant & 2 else corners
    ring = {2: 2, 3: 2, 4: 4, 5: 4, 6: 6, 7: 6, 8: 8, 9: 8}.get(pips, 0)
    middle: Places = [(0, 0)] if pips % 2 else []
    if pips == 7 and variant == 3:  # two lines of two and one of three
        return [*corners, *sides[:2], (0, 0)]
    return middle + (corners + sides)[:ring]


def places(pips: int, variant: int) -> Places:
    """Where the pips of a half lie, from -1 to 1 both ways; ``variant`` 0 to 3 is the set's."""
    if pips < 10:
        return _few(pips, variant)
    lines = _LINES[pips][variant % len(_LINES[pips])]
    longest = max(lines)
    step = 2 / (longest - 1)
    result: Places = []
    for row, count in enumerate(lines):
        y = -1 + 2 * row / (len(lines) - 1)
        if longest - count == 2 and longest == 4:
            slots = [-1.0, 1.0] if variant & 2 else [-1 / 3, 1 / 3]
            slots = [slot * (1 if variant & 2 else 2) for slot in slots]
        elif (longest - count) % 2 or variant & 2:
            slots = [(slot - (count - 1) / 2) * step for slot in range(count)]
        else:
            slots = [-1 + 2 * slot / max(1, count - 1) for slot in range(count)]
        result += [(x, y) for x in slots]
    return result


@lru_cache(maxsize=400)
def _numeral(text: str, font: str, size: int) -> np.ndarray:
    face = ImageFont.truetype(font, size)
    left, top, right, bottom = face.getbbox(text)
    image = Image.new("L", (int(right - left) + 4, int(bottom - top) + 4))
    ImageDraw.Draw(image).text((2 - left, 2 - top), text, fill=255, font=face)
    return np.asarray(image)


def _draw_numeral(half: np.ndarray, number: int, style: Style, turns: int) -> None:
    side = half.shape[0]
    mask = _numeral(str(number), style.font, int(side * 0.7))
    tall = side * (0.62 if number < 10 else 0.52)
    scale = min(tall / mask.shape[0], side * 0.66 / mask.shape[1])
    mask = cv2.resize(mask, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    if number in (6, 9) and style.variants[6] != 3:
        line = np.zeros((max(2, int(side * 0.05)), mask.shape[1]), np.uint8) + 255
        gap = np.zeros((int(side * 0.05), mask.shape[1]), np.uint8)
        mask = np.vstack([mask, gap, line])
    mask = np.rot90(mask, turns)
    y, x = (side - mask.shape[0]) // 2, (side - mask.shape[1]) // 2
    part = half[y : y + mask.shape[0], x : x + mask.shape[1]]
    cover = (mask.astype(np.float32) / 255)[..., None]
    part[:] = part * (1 - cover) + style.pips[number] * cover


def _draw_pips(half: np.ndarray, number: int, style: Style, random: Random) -> None:
    side = half.shape[0]
    spots = places(number, style.variants[number])
    if not spots:
        return
    if style.lying != (number in (2, 3) and style.variants[1] == 1):
        spots = [(y, x) for x, y in spots]
    lines = max(len({round(x, 2) for x, _ in spots}), len({round(y, 2) for _, y in spots}))
    radius = min(style.radius, style.spread * 2 / max(2, min(lines, 6) - 1) * 0.43)
    if number < 10:
        radius = min(style.radius, style.spread * 0.44)
    radius *= side
    color = style.pips[number] + random.normal(0, 3, 3)
    to = random.uniform(0, 6.28) if random.random() < 0.1 else style.gloss * 6.28
    for x, y in spots:
        middle = (
            side / 2 + np.array([x, y]) * style.spread * side + random.normal(0, 0.004 * side, 2)
        )
        _draw_pip(half, middle, radius, color, to, style)


def _draw_pip(
    half: np.ndarray, middle: np.ndarray, radius: float, color: Color, to: float, style: Style
) -> None:
    def disc(at: np.ndarray, size: float, fill: Color) -> None:
        spot = tuple(int(value * 16) for value in at)
        shade = np.clip(fill, 0, 255).tolist()
        cv2.circle(half, spot, max(1, int(size * 16)), shade, -1, cv2.LINE_AA, 4)

    disc(middle, radius, color)
    if style.sunk and radius > 2:
        toward = np.array([np.cos(to), np.sin(to)])
        disc(middle, radius, color * 0.72)
        disc(middle + toward * radius * 0.18, radius * 0.82, color)
        if style.gloss > 0.3:
            bright = color + 60 + 130 * style.gloss
            disc(middle + toward * radius * 0.45, radius * (0.12 + 0.2 * style.gloss), bright)


def _draw_bar(face: np.ndarray, style: Style, side: int) -> None:
    tall, wide = face.shape[:2]
    long, thick = wide * style.bar_length, max(1.0, side * style.bar_width)
    if style.bar == "engraved":
        thick = max(1.0, thick * 0.6)
    if style.bar != "none":
        corners = [
            (int((wide / 2 + sign * long / 2) * 16), int((tall / 2 + sign * thick / 2) * 16))
            for sign in (-1, 1)
        ]
        cv2.rectangle(face, *corners, np.clip(style.bar_color, 0, 255).tolist(), -1, cv2.LINE_AA, 4)
        if style.sunk and thick > 3:
            line = np.clip(style.bar_color + 45, 0, 255).tolist()
            at = int(tall / 2 + thick * 0.2)
            cv2.line(face, (corners[0][0] // 16 + 2, at), (corners[1][0] // 16 - 2, at), line, 1)
    if style.pin is not None:
        spot = (int(wide * 8), int(tall * 8))
        cv2.circle(
            face, spot, int(side * 0.07 * 16), (style.pin * 0.6).tolist(), -1, cv2.LINE_AA, 4
        )
        cv2.circle(face, spot, int(side * 0.055 * 16), style.pin.tolist(), -1, cv2.LINE_AA, 4)


def outline(wide: int, tall: int, corner: float) -> np.ndarray:
    """The tile's outline as a mask from 0 to 255."""
    mask = np.zeros((tall, wide), np.uint8)
    round_by = max(1, int(corner * wide))
    cv2.rectangle(mask, (round_by, 0), (wide - 1 - round_by, tall - 1), 255, -1)
    cv2.rectangle(mask, (0, round_by), (wide - 1, tall - 1 - round_by), 255, -1)
    for x in (round_by, wide - 1 - round_by):
        for y in (round_by, tall - 1 - round_by):
            cv2.circle(mask, (x, y), round_by, 255, -1, cv2.LINE_AA)
    return mask


def draw_face(
    ends: tuple[int, int] | None, style: Style, random: Random, side: int
) -> tuple[np.ndarray, np.ndarray]:
    """The tile's face and mask, ``side`` pixels wide; None draws it face down."""
    wide, tall = side, int(side * style.long)
    face = np.empty((tall, wide, 3), np.float32)
    face[:] = style.body * (1 if ends else random.uniform(0.75, 1.05))
    mask = outline(wide, tall, style.corner)
    if style.grain:
        streaks = random.normal(0, style.grain, (tall // 16 + 2, wide // 2 + 2)).astype(np.float32)
        face += cv2.resize(streaks, (wide, tall), interpolation=cv2.INTER_CUBIC)[..., None]
    inside = cv2.distanceTransform(mask, cv2.DIST_L2, 3) / side
    edge = np.clip(1 - np.minimum(inside, 1) / style.bevel, 0, 1)
    lit = np.linspace(-1, 1, tall, dtype=np.float32)[:, None] * random.uniform(-1, 1)
    face += (edge * (style.bevel_shade + 25 * lit) + lit * 8)[..., None]
    if ends:
        turns = 1 if style.lying else 0
        for end, top in ((ends[0], 0), (ends[1], tall - side)):
            half = face[top : top + side]
            if style.numerals:
                _draw_numeral(half, end, style, turns + 2 * (bool(top) and style.sunk))
            else:
                _draw_pips(half, end, style, random)
        _draw_bar(face, style, side)
    return np.clip(face, 0, 255), mask
