"""Training of the finder: draws photos and trains on two cores within an hour.

    python -m tests.camera.train_finder var/finder --photos 3000 --minutes 40

Needs the packages of the group "camera" in pyproject.toml. Photos already drawn in the folder are
used again. One process makes windows of them, another learns. ``python -m tests.camera.export``
then writes the weights beside those of the reader.
"""

import argparse
import multiprocessing
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing.queues import Queue
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional

from tests.camera.finding import Photos
from tests.camera.networks import FINDER, Row
from tests.camera.training import Training, opened
from tests.camera.windows import batch_of

BATCH = 8
ROUND = 200  # steps between two lines of the log
RATE = 3e-3
KEPT = 32  # photos of which nothing is learned, to see how well it goes
WEIGHTS = {"place": 1.0, "long": 2.0, "turn": 1.0}  # of the parts of the loss
Batch = tuple[np.ndarray, np.ndarray, np.ndarray]


def load_photos(folder: Path) -> Photos:
    """All photos drawn so far."""
    parts: list[tuple[np.ndarray, ...]] = []
    for file in sorted(folder.glob("*.npz")):
        with np.load(file) as arrays:
            parts.append((arrays["images"], arrays["sizes"], arrays["poses"]))
    return Photos(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def make_batches(folder: Path, queue: "Queue[Batch]") -> None:
    """Put windows of the photos into the queue for ever."""
    cv2.setNumThreads(1)
    photos, random = load_photos(folder), np.random.default_rng()
    while True:
        values, targets, weights = batch_of(
            photos, random.integers(KEPT, len(photos.images), BATCH), random
        )
        queue.put((values.astype(np.float16), targets, weights))


def kept_batches(folder: Path) -> list[Batch]:
    """Windows of photos that are not learned."""
    photos, random = load_photos(folder), np.random.default_rng(5)
    return [batch_of(photos, np.arange(at, at + BATCH), random) for at in range(0, KEPT, BATCH)]


def loss_of(answer: torch.Tensor, target: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Of the heat, as of points that are rare; and of places and directions, where tiles are."""
    heat, wanted = answer[:, 0], target[:, 0]
    likely = torch.sigmoid(heat)
    peak = (wanted > 0.999).float()
    hit = peak * (1 - likely) ** 2 * functional.logsigmoid(heat)
    miss = (1 - wanted) ** 4 * likely**2 * functional.logsigmoid(-heat) * (1 - peak)
    loss = -((hit + miss) * weight).sum() / (peak * weight).sum().clamp(min=1)
    near = (wanted.clamp(min=0.2) - 0.2) * weight / 0.8
    near = near / near.sum().clamp(min=1)
    for channel in range(1, target.shape[1]):
        part = "place" if channel < 3 else "long" if channel in (3, 6) else "turn"
        off = (answer[:, channel] - target[:, channel]).abs()
        loss = loss + WEIGHTS[part] * (off * near).sum()
    return loss


def loss_on(network: torch.nn.Module, batch: Batch) -> torch.Tensor:
    values, target, weight = (torch.from_numpy(part).float() for part in batch)
    with torch.autocast("cpu", torch.bfloat16):
        answer = network(values.contiguous(memory_format=torch.channels_last))
    return loss_of(answer.float(), target, weight)


def train(folder: Path, minutes: float, rate: float, start: Path | None) -> Row:
    """Train for so many minutes; the mean of the weights is written now and then."""
    network, kept = opened(FINDER, 0.0, start), kept_batches(folder)
    if not start:
        torch.nn.init.constant_(network.convolutions[-1].bias[:1], -4.0)
    training = Training(network, minutes, rate, most=10)
    for batch in batches(folder):
        if training.share >= 1:
            break
        training.step(loss_on(network, batch))
        if len(training.losses) % ROUND == 0:
            with torch.no_grad():
                own = np.mean([loss_on(training.mean, batch).item() for batch in kept])
            training.tell(ROUND, float(own))
            training.save(folder / "finder.pt")
    return training.done(folder / "finder.pt")


def batches(folder: Path) -> Iterator[Batch]:
    """What another process makes, one after the other."""
    context = multiprocessing.get_context("spawn")
    queue: Queue[Batch] = context.Queue(16)
    process = context.Process(target=make_batches, args=(folder, queue), daemon=True)
    process.start()
    try:
        while True:
            yield queue.get()
    finally:
        process.terminate()


def draw(folder: Path, photos: int) -> None:
    """Draw the photos, in two processes."""
    command = [sys.executable, "-m", "tests.camera.finding", str(folder)]
    half = photos // 2
    running = [
        subprocess.Popen([*command, "--photos", str(half), "--first", str(first)])
        for first in (1, half + 1)
    ]
    ended = [process.wait() for process in running]
    if any(ended):
        sys.exit(1)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.camera.train_finder",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--photos", type=int, default=3000)
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--start", type=Path, help="weights of an earlier training, to go on from")
    options = parser.parse_args()
    if options.photos:
        draw(options.folder, options.photos)
    train(options.folder, options.minutes, options.rate, options.start)


if __name__ == "__main__":
    main()
