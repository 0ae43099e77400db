"""Training of the finder: draws photos and trains on two cores within an hour.

    python -m tests.camera.train_finder var/finder --photos 3000 --minutes 40

Needs the packages of the group "camera" in pyproject.toml. Photos already drawn in the folder are
used again. One process makes windows of them, another learns. ``python -m tests.camera.export``
then writes the weights beside those of the reader.
"""

import argparse
import math
import multiprocessing
import subprocess
import sys
import time
from collections.abc import Iterator
from multiprocessing.queues import Queue
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from tests.camera.finding import Photos
from tests.camera.networks import FINDER, Row
from tests.camera.windows import batch_of

BATCH = 8
ROUND = 200  # steps between two lines of the log
RATE = 3e-3
AVERAGED = 0.997
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
    torch.set_num_threads(1)
    network = Row(FINDER).to(memory_format=torch.channels_last)
    if start:
        network.load_state_dict(torch.load(start))
    else:
        torch.nn.init.constant_(network.convolutions[-1].bias[:1], -4.0)
    mean = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(AVERAGED), use_buffers=True)
    optimizer = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-3)
    losses, begin, kept = [], time.monotonic(), kept_batches(folder)
    for batch in batches(folder):
        share = (time.monotonic() - begin) / 60 / minutes
        if share >= 1:
            break
        for group in optimizer.param_groups:
            warm = min(1.0, share * 25 + 0.05)
            group["lr"] = rate * warm * (0.5 + 0.5 * math.cos(math.pi * share)) + 1e-6
        loss = loss_on(network, batch)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 10)
        optimizer.step()
        mean.update_parameters(network)
        losses.append(loss.item())
        if len(losses) % ROUND == 0:
            with torch.no_grad():
                own = np.mean([loss_on(mean.module.eval(), batch).item() for batch in kept])
            now = np.mean(losses[-ROUND:])
            print(f"{share:.3f} step {len(losses)} loss {now:.3f}, kept {own:.3f}", flush=True)
            torch.save(mean.module.state_dict(), folder / "finder.pt")
    torch.save(mean.module.state_dict(), folder / "finder.pt")
    network.load_state_dict(mean.module.state_dict())
    return network.eval()


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
