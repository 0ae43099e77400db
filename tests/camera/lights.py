"""Crops of halves in other light and by other cameras, by new chance each time they are learned.

A drawn scene costs a thousand times as much as this, so that each crop is seen under many lights:
the hard edge of a shadow, a finger's shadow, a lamp mirrored, a slope of light, other colors, blur,
grain, and a finder that was off. Crops are from 0 to 1: number, channel, row, column.
"""

import math
from collections.abc import Callable

import torch
from torch.nn import functional


def _by_chance(count: int, low: float, high: float) -> torch.Tensor:
    """A number between the bounds for each crop."""
    return low + (high - low) * torch.rand(count, 1, 1, 1)


def _some(
    crops: torch.Tensor, share: float, change: Callable[[torch.Tensor], torch.Tensor]
) -> None:
    """Change a share of the crops, in their place."""
    chosen = torch.nonzero(torch.rand(len(crops)) < share).flatten()
    if len(chosen):
        crops[chosen] = change(crops[chosen])


def _distances(crops: torch.Tensor) -> torch.Tensor:
    """How far each pixel is from a line through the crop, in crops; another line for each."""
    side = crops.shape[-1]
    across = (torch.arange(side) + 0.5) / side - 0.5
    angle = _by_chance(len(crops), 0, 2 * math.pi)
    place = across[None, None, None, :] * angle.cos() + across[None, None, :, None] * angle.sin()
    return place + _by_chance(len(crops), -0.45, 0.45)


def _brightness(crops: torch.Tensor) -> torch.Tensor:
    """Of each crop, on the average."""
    return crops.mean((1, 2, 3), keepdim=True)


def moved(crops: torch.Tensor) -> torch.Tensor:
    """As a finder that was off cuts them out: aside, turned, leaning, of another size."""
    count = len(crops)
    turn = torch.randn(count) * 0.035
    maps = torch.zeros(count, 2, 3)
    maps[:, 0, 0] = torch.exp(torch.randn(count) * 0.04)
    maps[:, 1, 1] = torch.exp(torch.randn(count) * 0.04)
    maps[:, 0, 1] = turn + torch.randn(count) * 0.03
    maps[:, 1, 0] = -turn
    maps[:, :, 2] = torch.randn(count, 2) * 0.035
    spots = functional.affine_grid(maps, list(crops.shape), align_corners=False)
    return functional.grid_sample(crops, spots, padding_mode="border", align_corners=False)


def shaded(crops: torch.Tensor) -> torch.Tensor:
    """With the edge of a shadow across them, hard or soft, or with a finger's shadow."""
    count = len(crops)
    sharp = torch.exp(_by_chance(count, math.log(4), math.log(120)))
    far = _distances(crops)
    wide = _by_chance(count, 0.08, 0.3)
    finger = torch.rand(count, 1, 1, 1) < 0.4
    shade = torch.sigmoid(sharp * torch.where(finger, wide - far.abs(), far))
    tint = 1 + torch.randn(count, 3, 1, 1) * 0.05
    return crops * (1 - shade * (1 - (_by_chance(count, 0.2, 0.85) * tint).clamp(0.1, 1)))


def mirrored(crops: torch.Tensor) -> torch.Tensor:
    """With a lamp mirrored in them: a spot or a stripe that is lighter, up to white."""
    count = len(crops)
    first, second = _distances(crops), _distances(crops)
    stripe = torch.rand(count, 1, 1, 1) < 0.3
    far = first**2 + torch.where(stripe, torch.zeros(1), second**2)
    spot = torch.exp(-far / (2 * _by_chance(count, 0.04, 0.3) ** 2))
    return crops + spot * _by_chance(count, 0.2, 1.6) * _brightness(crops)


def blurred(crops: torch.Tensor) -> torch.Tensor:
    """Out of focus: all of them as much."""
    reach = torch.arange(-3, 4).float()
    line = torch.exp(-(reach**2) / (2 * float(torch.empty(1).uniform_(0.4, 1.6)) ** 2))
    line = line / line.sum()
    kernel = (line[:, None] * line).expand(3, 1, 7, 7)
    return functional.conv2d(functional.pad(crops, (3, 3, 3, 3), "replicate"), kernel, groups=3)


def tinted(crops: torch.Tensor) -> torch.Tensor:
    """As a camera sees them that takes another light for white."""
    return crops * (1 + torch.randn(len(crops), 3, 1, 1) * 0.15)


def faded(crops: torch.Tensor) -> torch.Tensor:
    """With less color, down to gray, or with more."""
    gray = crops.mean(1, keepdim=True)
    return gray + (crops - gray) * _by_chance(len(crops), 0, 1.4)


def sloping(crops: torch.Tensor) -> torch.Tensor:
    """In light that grows from one side to the other."""
    return crops * (1 + _distances(crops) * _by_chance(len(crops), 0, 1.1))


def grainy(crops: torch.Tensor) -> torch.Tensor:
    """With a sensor's noise."""
    strong = _by_chance(len(crops), 0, 0.08) * _brightness(crops)
    return crops + torch.randn_like(crops) * strong


def worsened(crops: torch.Tensor, *, in_place: bool = False) -> torch.Tensor:
    """The crops as they may look at another table, moved unless ``in_place``."""
    crops = crops.clone() if torch.rand(1) > 0.4 else crops[:, torch.randperm(3)]
    for share, change in CHANGES:
        if change is not moved or not in_place:
            _some(crops, share, change)
    return crops.clamp(1e-3, 1) ** _by_chance(len(crops), 0.7, 1.3)


CHANGES: tuple[tuple[float, Callable[[torch.Tensor], torch.Tensor]], ...] = (
    (0.6, moved),
    (0.03, lambda crops: 1 - crops),  # dark tiles with bright pips
    (0.25, faded),
    (0.3, sloping),
    (0.35, shaded),
    (0.15, mirrored),
    (0.4, tinted),
    (1.0, lambda crops: crops.clamp(0, 1)),
    (0.25, blurred),
    (0.4, grainy),
)
