"""Training: draws the data, trains the network on two cores within an hour, writes the weights.

    python -m tests.camera.train var/camera --scenes 3000 --minutes 40 --version 2

Needs the packages of the group "camera" in pyproject.toml. Scenes already drawn in the folder are
used again. Two processes draw, then one thread trains for so many minutes.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from tests.camera.lights import worsened
from tests.camera.networks import (
    DROPOUT,
    READER,
    Row,
    pack,
    standardized,
    take_over,
    write_weights,
)
from tests.camera.reference import WEIGHTS, open_packed, open_weights
from tests.camera.training import Training, opened

BATCH = 128
RATE = 3e-3
CALIBRATED = 1500  # halves that tell the norms of a network that is gone on with
NOTHING = 0.5  # of the loss, for each crop that is no half: there are many of them


def load_examples(folder: Path) -> tuple[np.ndarray, np.ndarray]:
    """All halves drawn so far, and their classes."""
    halves, classes = [], []
    for file in sorted(folder.glob("*.npz")):
        with np.load(file) as arrays:
            halves.append(arrays["halves"])
            classes.append(arrays["classes"])
    return np.concatenate(halves), np.concatenate(classes).astype(np.int64)


def _seen(halves: np.ndarray) -> torch.Tensor:
    """Halves in other light, a little off, and as another camera sees them."""
    crops = torch.from_numpy(halves).permute(0, 3, 1, 2).float() / 255
    return standardized(worsened(crops)).contiguous(memory_format=torch.channels_last)


def loss_of(network: Row, halves: np.ndarray, classes: np.ndarray) -> torch.Tensor:
    """The loss on some examples."""
    answer = network(_seen(halves)).flatten(1)
    weights = torch.ones(answer.shape[1])
    weights[-1] = NOTHING
    wanted = torch.from_numpy(classes)
    return functional.cross_entropy(answer, wanted, weight=weights, label_smoothing=0.02)


def batches(count: int) -> Iterator[np.ndarray]:
    order = np.random.default_rng().permutation(count)
    yield from (order[at : at + BATCH] for at in range(0, count - BATCH + 1, BATCH))


def train(
    folder: Path, minutes: float, rate: float, start: Path | None, shipped: str | None
) -> Row:
    """Train for so many minutes, and answer the mean of the weights; new drawings are taken in.

    ``shipped`` is the name of the network in the file of weights to go on from.
    """
    network = opened(READER, DROPOUT, start)
    if shipped:
        halves, _ = load_examples(folder)
        some = np.random.default_rng().choice(len(halves), CALIBRATED)
        take_over(network, open_weights()[shipped], _seen(halves[some]))
    training = Training(network, minutes, rate)
    while training.share < 1:
        halves, classes = load_examples(folder)
        before = len(training.losses)
        for chosen in batches(len(halves)):
            if training.share >= 1:
                break
            training.step(loss_of(training.network, halves[chosen], classes[chosen]))
        now = np.mean(training.losses[before:])
        print(f"{training.share:.3f} loss {now:.4f} of {len(halves)}", flush=True)
        training.save(folder / "reader.pt")
    return training.done(folder / "reader.pt")


def draw(folder: Path, scenes: int, flags: list[str]) -> None:
    """Draw the scenes, in two processes."""
    command = [sys.executable, "-m", "tests.camera.examples", str(folder), *flags]
    half = scenes // 2
    running = [
        subprocess.Popen([*command, "--scenes", str(half), "--first", str(first)])
        for first in (1, half + 1)
    ]
    ended = [process.wait() for process in running]
    if any(ended):
        sys.exit(1)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.camera.train",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--version", required=True, help="written into the file of weights")
    parser.add_argument("--scenes", type=int, default=3000)
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--second", action="store_true", help="the second reader, not the first")
    parser.add_argument("--start", type=Path, help="weights of an earlier training, to go on from")
    parser.add_argument("--shipped", action="store_true", help="go on from those that ship")
    parser.add_argument("--weights", type=Path, default=WEIGHTS, help="the file to write")
    options = parser.parse_args()
    draw(options.folder, options.scenes, ["--second"] if options.second else [])
    name = "second" if options.second else "layers"
    shipped = name if options.shipped else None
    network = train(options.folder, options.minutes, options.rate, options.start, shipped)
    packed = open_packed(WEIGHTS) | {name: pack(network)}  # the others stay as they are
    write_weights(options.weights, {"version": options.version}, packed)


if __name__ == "__main__":
    main()
