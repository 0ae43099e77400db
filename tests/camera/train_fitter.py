"""Training of the fitter: draws places and trains on two cores within an hour.

    python -m tests.camera.train_fitter var/fitter --photos 1500 --minutes 40

Needs the packages of the group "camera" in pyproject.toml. Scenes already drawn in the folder are
used again. ``python -m tests.camera.export`` then writes the weights beside those of the others.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from tests.camera.fitting import KEPT_REACH, REACH, SEEN, Patches, draw_missing
from tests.camera.lights import worsened
from tests.camera.networks import DROPOUT, FITTER, Row, standardized
from tests.camera.training import Training, opened

BATCH = 96
ROUND = 200  # steps between two lines of the log
RATE = 3e-3
KEPT = 1024  # patches of which nothing is learned, to see how well it goes
LIES = 6.0  # of the loss: how the tile lies, for whether it is one
STRONG = 0.3  # of the places: twice as far off as the others
OFF = {"aside": 0.11, "along": 0.06, "turn": 0.06, "lean": 0.07, "size": 0.07}


def load_patches(folder: Path) -> Patches:
    """All patches drawn so far."""
    images, true = [], []
    for file in sorted(folder.glob("*.npz")):
        with np.load(file) as arrays:
            images.append(arrays["images"])
            true.append(arrays["true"])
    return Patches(np.concatenate(images), np.concatenate(true))


def off_by_chance(count: int) -> tuple[torch.Tensor, torch.Tensor]:
    """How places may be off: the middle and the 2 x 2 vectors, in the tile's own vectors."""

    def normal(name: str) -> torch.Tensor:
        return torch.randn(count) * OFF[name] * strong

    strong = 1 + (torch.rand(count) < STRONG).float()
    turn, one = normal("turn"), torch.ones(count)
    zero = torch.zeros(count)
    turned = torch.stack([turn.cos(), -turn.sin(), turn.sin(), turn.cos()], 1).view(-1, 2, 2)
    leant = torch.stack([one, normal("lean"), zero, one], 1).view(-1, 2, 2)
    sized = torch.diag_embed(torch.stack([normal("size").exp(), normal("size").exp()], 1))
    flat = torch.diag(torch.tensor([1.0, 2.0]))  # a tile is twice as long as wide
    vectors = torch.linalg.inv(flat) @ turned @ leant @ sized @ flat
    ways = torch.randint(0, 2, (count, 2)) * 2.0 - 1  # mirrored, or its other end first
    middle = torch.stack([normal("aside"), normal("along")], 1)
    return middle, vectors @ torch.diag_embed(ways)


def seen_at(patches: torch.Tensor, middle: torch.Tensor, vectors: torch.Tensor) -> torch.Tensor:
    """What the fitter sees of the patches (0 to 1) at places that are so far off."""
    up = torch.tensor([1.0, -1.0])
    kept, reach = torch.tensor(KEPT_REACH) * up, torch.tensor(REACH) * up
    maps = torch.cat([vectors * reach, middle[:, :, None]], 2) / kept[None, :, None]
    size = [len(patches), 3, SEEN, SEEN]
    spots = functional.affine_grid(maps, size, align_corners=False)
    return functional.grid_sample(patches, spots, padding_mode="border", align_corners=False)


def wanted_of(middle: torch.Tensor, vectors: torch.Tensor) -> torch.Tensor:
    """What is to be told of how the tiles lie, seen from places that are so far off."""
    back = torch.linalg.inv(vectors)
    sign = torch.sign(torch.diagonal(back, dim1=1, dim2=2))  # its other end first is as good
    lie = back * sign[:, None, :] - torch.eye(2)
    center = -(back @ middle[:, :, None])[:, :, 0]
    return torch.cat([center, lie[:, :, 0], lie[:, :, 1]], 1)


def loss_on(network: torch.nn.Module, images: np.ndarray, true: np.ndarray) -> torch.Tensor:
    """The loss on patches, each with a place a little off and in other light."""
    patches = torch.from_numpy(images).permute(0, 3, 1, 2).float() / 255
    middle, vectors = off_by_chance(len(patches))
    crops = worsened(seen_at(patches, middle, vectors), in_place=True)
    values = standardized(crops).contiguous(memory_format=torch.channels_last)
    answer = network(values).flatten(1)
    is_tile = torch.from_numpy(true).float()
    loss = functional.binary_cross_entropy_with_logits(answer[:, 0], is_tile)
    off = functional.smooth_l1_loss(
        answer[:, 1:], wanted_of(middle, vectors), beta=0.05, reduction="none"
    )
    return loss + LIES * (off.mean(1) * is_tile).sum() / is_tile.sum().clamp(min=1)


def train(folder: Path, minutes: float, rate: float, start: Path | None) -> Row:
    """Train for so many minutes; the mean of the weights is written now and then."""
    patches, random = load_patches(folder), np.random.default_rng()
    training = Training(opened(FITTER, DROPOUT, start), minutes, rate, most=10)
    while training.share < 1:
        chosen = random.integers(KEPT, len(patches.images), BATCH)
        training.step(loss_on(training.network, patches.images[chosen], patches.true[chosen]))
        if len(training.losses) % ROUND == 0:
            with torch.no_grad():
                own = loss_on(training.mean, patches.images[:KEPT], patches.true[:KEPT])
            training.tell(ROUND, own.item())
            training.save(folder / "fitter.pt")
    return training.done(folder / "fitter.pt")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.camera.train_fitter",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--photos", type=int, default=1500)
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--start", type=Path, help="weights of an earlier training, to go on from")
    options = parser.parse_args()
    draw_missing(options.folder, 1, options.photos)
    train(options.folder, options.minutes, options.rate, options.start)


if __name__ == "__main__":
    main()
