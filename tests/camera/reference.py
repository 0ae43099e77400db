"""The networks in NumPy, from the file that the page loads: the page's script must agree."""

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np

WEIGHTS = Path(__file__).parents[2] / "scoring/static/scoring/camera/weights.bin"
GOLDEN = Path(__file__).with_name("golden.json")

NETWORKS = ("layers", "finder", "second", "fitter")  # as they lie in the file
Layers = list[dict[str, Any]]


def open_weights(file: Path = WEIGHTS) -> dict[str, Any]:
    """The head of the file; the layers of each network with their ``weights`` and ``biases``."""
    content = file.read_bytes()
    (length,) = struct.unpack_from("<I", content)
    head = json.loads(content[4 : 4 + length])
    at = 4 + length
    for layer in (layer for name in NETWORKS for layer in head.setdefault(name, [])):
        outputs, kernel, inputs = layer["outputs"], layer["kernel"], layer["inputs"]
        count = outputs * kernel * kernel * inputs
        numbers = np.frombuffer(content, "<f4", 2 * outputs, at)
        whole = np.frombuffer(content, np.int8, count, at + 8 * outputs)
        at += (8 * outputs + count + 3) // 4 * 4
        shape = (outputs, kernel, kernel, inputs)
        layer["weights"] = whole.reshape(shape) * numbers[:outputs, None, None, None]
        layer["biases"] = numbers[outputs:]
    return head


def open_packed(file: Path = WEIGHTS) -> dict[str, tuple[Layers, bytes]]:
    """Of each network in the file: its layers, and its numbers as they stand there."""
    content = file.read_bytes()
    (length,) = struct.unpack_from("<I", content)
    head = json.loads(content[4 : 4 + length])
    at, packed = 4 + length, {}
    for name in NETWORKS:
        start = at
        for layer in head.get(name, []):
            count = layer["outputs"] * layer["kernel"] ** 2 * layer["inputs"]
            at += (8 * layer["outputs"] + count + 3) // 4 * 4
        if name in head:
            packed[name] = (head[name], content[start:at])
    return packed


def run(layers: Layers, values: np.ndarray) -> np.ndarray:
    """Run the layers on values of rows, columns, channels."""
    before: list[np.ndarray] = []
    for layer in layers:
        pad, step, reach = layer["pad"], layer["stride"], layer["dilation"]
        size = reach * (layer["kernel"] - 1) + 1
        padded = np.pad(values, ((pad, pad), (pad, pad), (0, 0)))
        seen = np.lib.stride_tricks.sliding_window_view(padded, (size, size), axis=(0, 1))
        seen = seen[::step, ::step, :, ::reach, ::reach]
        values = np.einsum("yxcij,oijc->yxo", seen, layer["weights"], optimize=True)
        values = values + layer["biases"]
        if layer.get("double"):
            values = values.repeat(2, 0).repeat(2, 1)
        if layer.get("back"):
            values = values + before[-layer["back"]]
        if layer["rectify"]:
            values = np.maximum(values, 0)
        before.append(values)
    return values


def standardized(crop: np.ndarray) -> np.ndarray:
    """A crop or photo from 0 to 255 as a network sees it."""
    share = crop.astype(np.float64) / 255
    result: np.ndarray = (share - share.mean()) / (share.std() + 0.04)
    return result
