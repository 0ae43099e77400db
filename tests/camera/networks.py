"""The networks: their layers, what they are in torch, and their weights in a file.

Plain rows of convolutions, so that the page's own script runs them in one loop. The reader sees a
half of a tile as a square of 40 pixels, and tells how probable each number of pips is, and that it
is none; the second reader is one more of these, trained on other halves. The finder sees a whole
photo and tells where tiles lie (finding.py).
"""

import json
import struct
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from tests.camera.styles import MOST_PIPS

Packed = tuple[list[dict[str, Any]], bytes]  # the layers, and their numbers


@dataclass(frozen=True)
class Layer:
    """A convolution and what follows it. ``pad`` is zeros at each side.

    What it gives is made twice as large if ``double``; then the values of the layer so many places
    ``back`` are added, if that is not 0, and what is below zero is left out if ``rectify``.
    """

    inputs: int
    outputs: int
    kernel: int
    stride: int = 1
    dilation: int = 1
    pad: int = 0
    rectify: bool = True
    double: bool = False
    back: int = 0


READER = (
    Layer(3, 16, 5, stride=2, pad=2),
    Layer(16, 24, 3, pad=1),
    Layer(24, 40, 3, stride=2, pad=1),
    Layer(40, 48, 3, pad=1),
    Layer(48, 64, 3, stride=2, pad=1),
    Layer(64, MOST_PIPS + 2, 5, rectify=False),
)

# From 352 pixels to cells of 16, where it sees all around, and back to cells of 4.
FINDER = (
    Layer(3, 12, 3, stride=2, pad=1),
    Layer(12, 24, 3, stride=2, pad=1),
    Layer(24, 32, 3, stride=2, pad=1),
    Layer(32, 48, 3, pad=1),
    Layer(48, 64, 3, stride=2, pad=1),
    Layer(64, 64, 3, pad=1, back=1),
    Layer(64, 64, 3, pad=2, dilation=2, back=1),
    Layer(64, 64, 3, pad=4, dilation=4, back=1),
    Layer(64, 48, 1, double=True, back=5),
    Layer(48, 48, 3, pad=1),
    Layer(48, 24, 1, double=True, back=9),
    Layer(24, 32, 3, pad=1),
    Layer(32, 9, 1, rectify=False),
)

# A tile and what surrounds it as a square of 56 pixels, down to what is told of it.
FITTER = (
    Layer(3, 20, 5, stride=2, pad=2),
    Layer(20, 32, 3, stride=2, pad=1),
    Layer(32, 48, 3, pad=1),
    Layer(48, 56, 3, stride=2, pad=1),
    Layer(56, 56, 3, pad=1),
    Layer(56, 40, 3, stride=2, pad=1),
    Layer(40, 7, 4, rectify=False),
)

DROPOUT = 0.1  # lights.py brings variety enough


class Row(nn.Module):
    """The layers, with what training needs between them."""

    def __init__(self, layers: tuple[Layer, ...], dropout: float = 0.0) -> None:
        super().__init__()
        self.layers = layers
        self.convolutions = nn.ModuleList(
            nn.Conv2d(
                layer.inputs,
                layer.outputs,
                layer.kernel,
                layer.stride,
                layer.pad,
                layer.dilation,
                bias=not layer.rectify,
            )
            for layer in layers
        )
        self.norms = nn.ModuleList(
            nn.BatchNorm2d(layer.outputs) if layer.rectify else nn.Identity() for layer in layers
        )
        self.dropout = nn.Dropout(dropout)

    def forward(self, values: torch.Tensor) -> torch.Tensor:
        before: list[torch.Tensor] = []
        for layer, convolution, norm in zip(
            self.layers, self.convolutions, self.norms, strict=True
        ):
            if not layer.rectify:
                values = self.dropout(values)
            values = norm(convolution(values))
            if layer.double:
                values = functional.interpolate(values, scale_factor=2.0)
            if layer.back:
                values = values + before[-layer.back]
            if layer.rectify:
                values = functional.relu(values)
            before.append(values)
        return values

    def folded(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """Weights (output, row, column, input) and biases, each norm folded into its layer."""
        result = []
        for layer, convolution, norm in zip(
            self.layers, self.convolutions, self.norms, strict=True
        ):
            weights = convolution.weight.detach().double()
            if layer.rectify:
                gain = norm.weight.detach().double() / torch.sqrt(
                    norm.running_var.double() + norm.eps
                )
                bias = norm.bias.detach().double() - norm.running_mean.double() * gain
                weights = weights * gain[:, None, None, None]
            else:
                bias = convolution.bias.detach().double()
            result.append((weights.permute(0, 2, 3, 1).numpy(), bias.numpy()))
        return result


def take_over(network: Row, layers: list[dict[str, Any]], values: torch.Tensor) -> None:
    """Give a reader the weights of a file, to go on from; ``values`` are halves as it learns them.

    The file has the norms folded in. They get the means and spreads of the values, and what undoes
    these, so that the network answers as the file's does.
    """
    parts = zip(layers, network.convolutions, network.norms, strict=True)
    with torch.no_grad():
        for layer, convolution, norm in parts:
            weights = layer["weights"].transpose(0, 3, 1, 2).astype(np.float32)
            biases = torch.from_numpy(layer["biases"].copy())
            convolution.weight.copy_(torch.from_numpy(np.ascontiguousarray(weights)))
            if not layer["rectify"]:
                convolution.bias.copy_(biases)
                continue
            plain = convolution(values)
            mean, spread = plain.mean((0, 2, 3)), plain.var((0, 2, 3), unbiased=False)
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(spread)
            norm.weight.copy_((spread + norm.eps).sqrt())
            norm.bias.copy_(mean + biases)
            values = functional.relu(plain + biases[:, None, None])


def standardized(crops: torch.Tensor) -> torch.Tensor:
    """Each crop (0 to 1) at mean 0 and spread 1."""
    mean = crops.mean((1, 2, 3), keepdim=True)
    return (crops - mean) / (crops.std((1, 2, 3), keepdim=True, unbiased=False) + 0.04)


def write_weights(file: Path, facts: dict[str, Any], packed: Mapping[str, Packed]) -> None:
    """Write all weights as bytes: a head in JSON with its length before it, then the numbers."""
    head = facts | {name: layers for name, (layers, _) in packed.items()}
    text = json.dumps(head).encode()
    text += b" " * (-len(text) % 4)
    body = b"".join(numbers for _, numbers in packed.values())
    file.write_bytes(struct.pack("<I", len(text)) + text + body)


def pack(network: Row) -> Packed:
    """The layers of a network, and its numbers.

    Each output of a layer has a scale and a bias (32-bit floats, all scales, then all biases); its
    weights are whole numbers from -127 to 127 that the scale multiplies.
    """
    body = b""
    for weights, bias in network.folded():
        scale = np.abs(weights).reshape(len(weights), -1).max(1) / 127
        scale = np.maximum(scale, 1e-12).astype(np.float32)
        whole = np.rint(weights / scale[:, None, None, None]).astype(np.int8)
        part = scale.tobytes() + bias.astype(np.float32).tobytes() + whole.tobytes()
        body += part + bytes(-len(part) % 4)
    return [asdict(layer) for layer in network.layers], body
