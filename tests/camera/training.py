"""What the trainings of all networks share: the steps, and the mean of the weights."""

import math
import time
from pathlib import Path

import torch
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from tests.camera.networks import Layer, Row

AVERAGED = 0.997  # of the weights so far, at each step: the mean of many is better than the last


def opened(layers: tuple[Layer, ...], dropout: float, start: Path | None) -> Row:
    """Return a network to train on one core, with the weights of an earlier training, if any."""
    torch.set_num_threads(1)
    network = Row(layers, dropout).to(memory_format=torch.channels_last)
    if start:
        network.load_state_dict(torch.load(start))
    return network


class Training:
    """A network that learns for so many minutes, with a rate that rises at first and then falls.

    `mean` is the network with the running mean of its weights, which is what comes of it. Gradients
    are cut to the norm `most`.
    """

    def __init__(
        self, network: Row, minutes: float, rate: float, *, most: float = math.inf
    ) -> None:
        """Begin now."""
        self.network = network
        self._minutes, self._rate, self._most = minutes, rate, most
        average = get_ema_multi_avg_fn(AVERAGED)
        self._averaged = AveragedModel(network, multi_avg_fn=average, use_buffers=True)
        self._optimizer = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-3)
        self._begin = time.monotonic()
        self.losses: list[float] = []

    @property
    def share(self) -> float:
        """How much of the time is over, from 0 to 1."""
        return (time.monotonic() - self._begin) / 60 / self._minutes

    @property
    def mean(self) -> torch.nn.Module:
        """The network with the mean of the weights, not to be trained."""
        return self._averaged.module.eval()

    def step(self, loss: torch.Tensor) -> None:
        """Learn from the loss on a batch."""
        share = min(self.share, 1.0)
        for group in self._optimizer.param_groups:
            warm = min(1.0, share * 25 + 0.05)
            group["lr"] = self._rate * warm * (0.5 + 0.5 * math.cos(math.pi * share)) + 1e-6
        self._optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), self._most)
        self._optimizer.step()
        self._averaged.update_parameters(self.network)
        self.losses.append(loss.item())

    def tell(self, steps: int, kept: float) -> None:
        """Print the loss over the last steps, and the mean's on what is not learned."""
        now = sum(self.losses[-steps:]) / steps
        step = f"step {len(self.losses)} loss {now:.3f}, kept {kept:.3f}"
        print(f"{self.share:.3f} {step}", flush=True)

    def save(self, file: Path) -> None:
        """Write the mean of the weights."""
        torch.save(self._averaged.module.state_dict(), file)

    def done(self, file: Path) -> Row:
        """Write the mean of the weights, and return the network with it."""
        self.save(file)
        self.network.load_state_dict(self._averaged.module.state_dict())
        return self.network.eval()
