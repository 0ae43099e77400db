"""A photo of a hand, drawn: tiles with thickness on a table, a camera, light and its faults."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tests.camera.styles import Random, Style, draw_style, hsv
from tests.camera.tiles import draw_face

LIGHTS = ("even", "lamp", "dim", "shadow", "glare")


@dataclass
class Tile:
    """A tile in a drawn photo; its face's corners: the first end's two, then the other's."""

    ends: tuple[int, int] | None
    corners: np.ndarray


@dataclass
class Scene:
    """The image (RGB, 0 to 255), its tiles and what it was drawn from."""

    image: np.ndarray
    tiles: list[Tile]
    style: Style
    tilt: float
    light: str


@dataclass
class Spot:
    """Where a tile lies on the table; the unit is a tile's width."""

    x: float
    y: float
    turn: float


def _axes(spot: Spot) -> np.ndarray:
    return np.array(
        [[np.cos(spot.turn), np.sin(spot.turn)], [-np.sin(spot.turn), np.cos(spot.turn)]]
    )


def _corners(spot: Spot, long: float) -> np.ndarray:
    box = np.array([[-0.5, -long / 2], [0.5, -long / 2], [0.5, long / 2], [-0.5, long / 2]])
    return box @ _axes(spot) + [spot.x, spot.y]


def _overlap(one: Spot, other: Spot, long: float) -> bool:
    """Whether two tiles overlap by more than a hair: the axes of both are tried."""
    if (one.x - other.x) ** 2 + (one.y - other.y) ** 2 > long * long + 1.1:
        return False
    if (one.x - other.x) ** 2 + (one.y - other.y) ** 2 < 0.97:
        return True
    first, second = _corners(one, long), _corners(other, long)
    for axis in np.vstack([_axes(one), _axes(other)]):
        a, b = first @ axis, second @ axis
        if a.max() < b.min() + 0.015 or b.max() < a.min() + 0.015:
            return False
    return True


def _beside(spot: Spot, long: float, random: Random, gap: float) -> Spot:
    """A place that touches a tile: at a side, at an end, or across its end."""
    along = _axes(spot)
    way = random.random()
    sign = random.choice([-1, 1])
    turn = spot.turn
    if way < 0.55:
        move = along[0] * sign * (1 + gap) + along[1] * random.choice(
            [0, 0, 0, random.normal(0, 0.5)]
        )
    elif way < 0.85:
        move = along[1] * sign * (long + gap)
    else:
        move = along[1] * sign * (long / 2 + 0.5 + gap)
        turn += np.pi / 2
    return Spot(spot.x + move[0], spot.y + move[1], turn + random.normal(0, 0.01))


def lay_in_rows(count: int, long: float, random: Random) -> list[Spot]:
    """Lay tiles out in rows, as neat people do: beside each other, hardly a gap between them."""
    columns = max(1, round(np.sqrt(count * long * random.uniform(0.5, 2.2))))
    lying = random.random() < 0.25
    wide, tall = (long, 1.0) if lying else (1.0, long)
    across = wide + random.uniform(0.0, 0.25) * (random.random() < 0.75)
    down = tall + random.uniform(0.0, 0.4)
    loose = random.uniform(0, 0.04)
    slope, turn = random.normal(0, 0.04), random.normal(0, 0.015, count)
    spots: list[Spot] = []
    for at in range(count):
        row, column = divmod(at, columns)
        x = column * across + (row % 2) * slope + abs(random.normal(0, loose))
        spot = Spot(x, row * down + random.normal(0, loose), turn[at] + (np.pi / 2) * lying)
        if not any(_overlap(spot, other, long) for other in spots):
            spots.append(spot)
    return spots


def lay_out(count: int, long: float, random: Random, close: float | None = None) -> list[Spot]:
    """Lay tiles out as people do: scattered, in rows, touching (by chance, or the share given)."""
    touching = random.choice([0.0, 0.3, 0.8, 1.0], p=[0.3, 0.3, 0.25, 0.15])
    touching = touching if close is None else close
    gap = random.uniform(0.0, 0.04)
    straight = random.random() < 0.3
    room = np.sqrt(count * long * random.uniform(1.5, 3.5))
    shape = random.uniform(0.7, 1.4)
    spots: list[Spot] = []
    for _ in range(count * 60):
        if len(spots) == count:
            break
        if spots and random.random() < touching:
            spot = _beside(spots[random.integers(len(spots))], long, random, gap)
        else:
            turn = random.normal(0, 0.05) + random.choice([0, np.pi / 2])
            if not straight:
                turn = random.uniform(0, 2 * np.pi)
            x, y = random.uniform(-0.5, 0.5, 2) * room * [shape, 1 / shape]
            spot = Spot(x, y, turn)
        if not any(_overlap(spot, other, long) for other in spots):
            spots.append(spot)
    return spots


def _camera(random: Random, tilt: float) -> np.ndarray:
    """A 3 x 4 projection of the table's space, in units of the picture's width."""
    roll, around = random.uniform(0, 2 * np.pi, 2)
    if random.random() < 0.5:
        roll = -around + random.normal(0, 0.1)

    def turn(angle: float, first: int, second: int) -> np.ndarray:
        matrix = np.eye(3)
        matrix[first, first] = matrix[second, second] = np.cos(angle)
        matrix[first, second], matrix[second, first] = -np.sin(angle), np.sin(angle)
        return matrix

    look = turn(roll, 0, 1) @ turn(np.pi - tilt, 1, 2) @ turn(around, 0, 1)
    return np.hstack([look, [[0], [0], [1]]])


def _project(camera: np.ndarray, points: np.ndarray, height: float, far: float) -> np.ndarray:
    count = len(points)
    # The table's y runs away from the camera, a picture's runs down.
    space = np.column_stack([points * [1, -1], np.full(count, height), np.full(count, far)])
    seen = space @ camera.T
    result: np.ndarray = seen[:, :2] / seen[:, 2:]
    return result


def _noise(random: Random, tall: int, wide: int, cells: int, strength: float) -> np.ndarray:
    grid = random.normal(0, strength, (max(2, tall // cells + 2), max(2, wide // cells + 2)))
    result: np.ndarray = cv2.resize(
        grid.astype(np.float32), (wide, tall), interpolation=cv2.INTER_CUBIC
    )
    return result[..., None]


def background(random: Random, tall: int, wide: int, body: np.ndarray) -> np.ndarray:
    """A table: plain, cloth, wood, printed; sometimes nearly of the tiles' own color."""
    base = hsv(random, random.uniform(0, 180), (0, 10), (220, 250))
    way = random.random()
    if way < 0.12:
        base = body * random.uniform(0.72, 1.04)
    elif way < 0.4:
        base = np.full(3, random.choice([random.uniform(8, 60), random.uniform(60, 250)]))
    elif way < 0.6:
        base = hsv(random, random.uniform(6, 26), (40, 50), (190, 230))
    table = np.empty((tall, wide, 3), np.float32)
    table[:] = base
    for cells in (3, 10, 40, 150):
        if random.random() < 0.5:
            table += _noise(random, tall, wide, cells, random.uniform(0, 14))
    rows, columns = np.mgrid[0:tall, 0:wide].astype(np.float32)
    if 0.4 < way < 0.6 or random.random() < 0.1:  # wood
        streaks = random.normal(0, random.uniform(4, 18), (tall // 3 + 2, wide // 90 + 2))
        wood = cv2.resize(streaks.astype(np.float32), (wide, tall), interpolation=cv2.INTER_CUBIC)
        table += (wood if random.random() < 0.5 else wood[:, ::-1])[..., None]
    elif random.random() < 0.25:  # weave or stripes
        angle, pitch = random.uniform(0, np.pi), random.uniform(2.5, 40)
        wave = np.sin((rows * np.cos(angle) + columns * np.sin(angle)) * 6.28 / pitch)
        cross = np.sin((rows * np.sin(angle) - columns * np.cos(angle)) * 6.28 / pitch)
        table += ((wave + cross * random.integers(0, 2)) * random.uniform(3, 25))[..., None]
    elif random.random() < 0.2:
        print_cloth(table, random)
    if random.random() < 0.25:
        _clutter(table, random)
    return table


def print_cloth(table: np.ndarray, random: Random) -> None:
    """Checks, planks with dark joints, or flowers, as on tablecloths."""
    tall, wide = table.shape[:2]
    pitch, angle = random.uniform(8, 120), random.uniform(0, np.pi)
    rows, columns = np.mgrid[0:tall, 0:wide].astype(np.float32)
    u = (columns * np.cos(angle) + rows * np.sin(angle)) / pitch
    v = (rows * np.cos(angle) - columns * np.sin(angle)) / pitch
    ink = random.uniform(-110, 110, 3).astype(np.float32)
    way = random.random()
    if way < 0.4:
        share = random.uniform(0.3, 0.6)
        lines = ((u % 1) < share).astype(np.float32) + ((v % 1) < share)
        table += (lines / 2 if random.random() < 0.6 else lines % 2)[..., None] * ink
    elif way < 0.7:
        joint = random.uniform(0.02, 0.08)
        tone = random.normal(0, 12, 400)[np.floor(u).astype(int) % 400].astype(np.float32)
        table += np.where((u % 1) < joint, -np.abs(ink).max(), tone)[..., None]
    else:
        for _ in range(int(random.integers(10, 120))):
            spot = tuple((random.uniform(0, 1, 2) * [wide, tall]).astype(int).tolist())
            axes = tuple((random.uniform(0.05, 0.4, 2) * pitch + 1).astype(int).tolist())
            color = np.clip(table[0, 0] + ink * random.uniform(-1, 1), 0, 255).tolist()
            cv2.ellipse(table, spot, axes, random.uniform(0, 180), 0, 360, color, -1, cv2.LINE_AA)


def _clutter(table: np.ndarray, random: Random) -> None:
    """Things beside the tiles: paper, cards, lines, coins, print."""
    tall, wide = table.shape[:2]
    for _ in range(random.integers(1, 7)):
        color = random.uniform(0, 255, 3).tolist()
        x, y = random.uniform(-0.1, 1.1, 2) * [wide, tall]
        size = random.uniform(0.02, 0.3) * wide
        way = random.random()
        if way < 0.4:
            box = cv2.boxPoints(
                ((x, y), (size, size * random.uniform(0.05, 1.5)), random.uniform(0, 90))
            )
            cv2.fillPoly(table, [box.astype(np.int32)], color, cv2.LINE_AA)
        elif way < 0.6:
            cv2.circle(table, (int(x), int(y)), int(size / 3), color, -1, cv2.LINE_AA)
        elif way < 0.8:
            to = (int(random.uniform(0, wide)), int(random.uniform(0, tall)))
            cv2.line(table, (int(x), int(y)), to, color, int(random.integers(1, 8)), cv2.LINE_AA)
        else:
            word = "".join(chr(code) for code in random.integers(48, 91, 8))
            ink = np.zeros((tall, wide), np.uint8)
            cv2.putText(ink, word, (int(x), int(y)), 0, size / 60 + 0.2, 255, 2, cv2.LINE_AA)
            table[ink > 127] = color


def _paste(image: np.ndarray, face: np.ndarray, mask: np.ndarray, corners: np.ndarray) -> None:
    low = np.maximum(np.floor(corners.min(0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(corners.max(0)).astype(int) + 2, image.shape[1::-1])
    if (high <= low).any():
        return
    tall, wide = mask.shape
    flat = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32)
    map_ = cv2.getPerspectiveTransform(flat, (corners - low).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    top = cv2.warpPerspective(face, map_, size, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpPerspective(mask, map_, size).astype(np.float32)[..., None] / 255
    part = image[low[1] : high[1], low[0] : high[0]]
    part[:] = part * (1 - cover) + top * cover


def _place_shadows(
    image: np.ndarray, bases: list[np.ndarray], offset: np.ndarray, depth: float, soft: float
) -> None:
    shade = np.zeros(image.shape[:2], np.float32)
    for base in bases:
        for part in (0.5, 1.0):
            cv2.fillConvexPoly(shade, (base + offset * part).astype(np.int32), 1.0, cv2.LINE_AA)
    image *= 1 - depth * cv2.GaussianBlur(shade, (0, 0), max(0.5, soft))[..., None]


def draw_scene(
    random: Random,
    count: int,
    *,
    style: Style | None = None,
    tilt: float | None = None,
    light: str | None = None,
    width: float | None = None,
    rows: bool = False,
    close: float | None = None,
    hand: Sequence[tuple[int, int]] | None = None,
) -> Scene:
    """Draw a photo of ``count`` tiles of one set; ``width`` is about that of a tile in pixels.

    They are those of the ``hand``, if there is one.
    """
    style = style or draw_style(random)
    tilt = float(abs(random.normal(0, 18))) if tilt is None else tilt
    light = light or str(random.choice(LIGHTS, p=[0.4, 0.2, 0.12, 0.15, 0.13]))
    width = width or random.uniform(30, 70)
    if rows:
        spots = lay_in_rows(count, style.long, random)
    else:
        spots = lay_out(count, style.long, random, close)
    camera = _camera(random, np.deg2rad(min(tilt, 55)))
    far = max(1.5 * np.sqrt(count * 2), 3.0) * random.uniform(1.2, 2.5)
    camera[2, 3] = 1
    tops = [_project(camera, _corners(spot, style.long), style.thick, far) for spot in spots]
    bases = [_project(camera, _corners(spot, style.long), 0, far) for spot in spots]
    points = np.vstack(tops + bases)
    area = np.median([cv2.contourArea(top.astype(np.float32)) for top in tops])
    scale = width / np.sqrt(area / 2)
    spread = np.ptp(points, axis=0) * scale
    border = (
        random.uniform(0.15, 2.0, 4) * width if random.random() < 0.8 else np.full(4, 4 * width)
    )
    low = points.min(0) * scale - border[:2]
    wide, tall = (spread + border[:2] + border[2:]).astype(int)
    cap = np.sqrt(min(1.0, 1.6e6 / (wide * tall)))
    wide, tall = int(wide * cap), int(tall * cap)
    tops = [(top * scale - low) * cap for top in tops]
    bases = [(base * scale - low) * cap for base in bases]
    image = background(random, tall, wide, style.body)
    width *= cap
    lamp = random.normal(0, 0.22, 2) * width
    _place_shadows(image, bases, lamp, random.uniform(0.2, 0.8), random.uniform(0.02, 0.25) * width)
    tiles = _draw_tiles(image, tops, bases, style, random, hand)
    return Scene(expose(image, tops, random, light, width), tiles, style, tilt, light)


def _rim(corners: np.ndarray, style: Style) -> np.ndarray:
    """The rounded outline of a tile, as points in the picture."""
    cut, end = style.corner * 0.3, style.corner
    near = [(cut, cut), (end, 0), (0, end)]
    points = [
        (abs(right - x), abs(low - y / style.long))
        for right, low in ((0, 0), (1, 0), (1, 1), (0, 1))
        for x, y in near
    ]
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    map_ = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    rim: np.ndarray = cv2.perspectiveTransform(np.array([points], np.float32), map_)[0]
    return rim


def tiles_of_set(most: int) -> list[tuple[int, int]]:
    """Every tile of the set whose highest double is ``most``, the lower end first."""
    return [(low, high) for low in range(most + 1) for high in range(low, most + 1)]


def _draw_tiles(
    image: np.ndarray,
    tops: list[np.ndarray],
    bases: list[np.ndarray],
    style: Style,
    random: Random,
    hand: Sequence[tuple[int, int]] | None,
) -> list[Tile]:
    every = tiles_of_set(style.most)
    chosen = random.permutation(len(every))[: len(tops)]
    side_color = (style.body * random.uniform(0.45, 0.95)).tolist()
    tiles = []
    # The farther ones first: a side of a nearer tile may hide a bit of them.
    order = sorted(
        range(len(tops)), key=lambda at: float(np.hypot(*(tops[at] - bases[at]).mean(0)))
    )
    for at in order:
        top, base = tops[at], bases[at]
        ends = hand[at] if hand else every[chosen[at % len(chosen)]]
        ends = ends[::-1] if random.random() < 0.5 else ends
        hidden = random.random() < 0.012
        reach = float(np.hypot(*(top[1] - top[0])))
        side = int(np.clip(reach * 1.25, 24, 400))
        face, mask = draw_face(None if hidden else ends, style, random, side)
        rim = np.vstack([_rim(corners, style) for corners in (base, top)])
        cv2.fillConvexPoly(image, cv2.convexHull(rim).astype(np.int32), side_color, cv2.LINE_AA)
        _paste(image, face, mask, top)
        tiles.append(Tile(None if hidden else ends, top))
    return tiles


def _blot(random: Random, tall: int, wide: int, points: int, size: float) -> np.ndarray:
    """A soft shape somewhere in the picture, 0 to 1: a hand's shadow, a lamp's reflection."""
    middle = random.uniform(0, 1, 2) * [wide, tall]
    angles = np.sort(random.uniform(0, 2 * np.pi, points))
    reach = random.uniform(0.3, 1, points) * size * max(wide, tall)
    shape = middle + np.column_stack([np.cos(angles), np.sin(angles)]) * reach[:, None]
    mask = np.zeros((tall, wide), np.float32)
    cv2.fillPoly(mask, [shape.astype(np.int32)], 1.0)
    return mask


def _shine(glare: np.ndarray, tops: list[np.ndarray], random: Random, width: float) -> None:
    """A lamp mirrored in some tiles: a bright spot, often over the bar."""
    for top in tops:
        if random.random() < 0.35:
            spot = top.mean(0) + random.normal(0, 0.35, 2) * width
            axes = tuple((random.uniform(0.06, 0.5, 2) * width + 1).astype(int).tolist())
            middle = tuple(spot.astype(int).tolist())
            light = float(random.uniform(60, 230))
            cv2.ellipse(glare, middle, axes, random.uniform(0, 180), 0, 360, light, -1, cv2.LINE_AA)


def expose(
    image: np.ndarray, tops: list[np.ndarray], random: Random, light: str, width: float
) -> np.ndarray:
    """Put the light on, and take the picture as phones do."""
    tall, wide = image.shape[:2]
    uneven = 0.5 if light == "lamp" else 0.15
    field = random.uniform(1 - uneven, 1.08, (3, 3)).astype(np.float32)
    image = image * cv2.resize(field, (wide, tall), interpolation=cv2.INTER_CUBIC)[..., None]
    warm = random.uniform(0.0, 0.35) if light == "lamp" else random.uniform(-0.1, 0.12)
    tint = np.array([1 + warm * 0.4, 1.0, 1 - warm]) * random.uniform(0.75, 1.15)
    image = image * tint.astype(np.float32)
    if light == "shadow" or random.random() < 0.1:
        blot = _blot(random, tall, wide, int(random.integers(4, 12)), random.uniform(0.2, 0.7))
        blot = cv2.GaussianBlur(blot, (0, 0), random.uniform(0.02, 0.5) * width)
        image = image * (1 - blot * np.float32(random.uniform(0.2, 0.65)))[..., None]
    if light == "glare" or random.random() < 0.05:
        glare = np.zeros((tall, wide), np.float32)
        for _ in range(random.integers(1, 4)):
            strength = np.float32(random.uniform(40, 170))
            glare += _blot(random, tall, wide, 9, random.uniform(0.03, 0.15)) * strength
        if random.random() < 0.6:
            _shine(glare, tops, random, width)
        shiny = np.full((tall, wide), 0.25, np.float32)
        for top in tops:
            cv2.fillConvexPoly(shiny, top.astype(np.int32), 1.0)
        image = (
            image
            + (cv2.GaussianBlur(glare, (0, 0), random.uniform(0.04, 0.5) * width) * shiny)[
                ..., None
            ]
        )
    if light == "dim":
        image = image * random.uniform(0.15, 0.45)
    return _develop(image, random, light, width)


def _develop(image: np.ndarray, random: Random, light: str, width: float) -> np.ndarray:
    if random.random() < 0.6:
        image = cv2.GaussianBlur(image, (0, 0), random.uniform(0.3, 0.035 * width))
    if random.random() < 0.08:  # the hand that holds it moved
        size = int(random.integers(3, max(4, int(0.12 * width))))
        line = np.zeros((size, size), np.float32)
        cv2.line(
            line, (0, int(random.integers(0, size))), (size - 1, int(random.integers(0, size))), 1.0
        )
        image = cv2.filter2D(image, -1, line / line.sum())
    grain = random.uniform(0, 9 if light == "dim" else 6) * (random.random() < 0.8)
    image = image + random.standard_normal(image.shape, np.float32) * np.float32(grain)
    if random.random() < 0.35:
        soft = cv2.GaussianBlur(image, (0, 0), random.uniform(0.8, 2))
        image = image + (image - soft) * random.uniform(0.3, 1.2)
    if random.random() < 0.3:
        gray = image.mean(2, keepdims=True)
        image = gray + (image - gray) * random.uniform(0.0 if random.random() < 0.15 else 0.5, 1.4)
    image = np.clip(image, 0, 255)
    if random.random() < 0.5:
        curve = 255 * (np.arange(256) / 255) ** random.uniform(0.75, 1.3)
        image = curve.astype(np.uint8)[image.astype(np.uint8)]
    shot = image.astype(np.uint8)
    if random.random() < 0.8:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(30, 96))]
        shot = cv2.imdecode(cv2.imencode(".jpg", shot, quality)[1], cv2.IMREAD_COLOR)
    return shot
