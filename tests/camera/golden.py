"""Write the golden readings: drawn halves, a photo and a tile, and what the networks make of them.

python -m tests.camera.golden
"""

import base64
import json
from typing import Any

import cv2
import numpy as np

from tests.camera.examples import draw_examples
from tests.camera.finding import draw_photo
from tests.camera.fitting import SEEN, draw_patches
from tests.camera.reference import GOLDEN, Layers, open_weights, run, standardized

SCENE = 3_000_001  # one that the network was not trained on
HALVES = 3
PHOTO = (64, 48)  # pixels
TILES = 4


def found_in(layers: Layers) -> dict[str, Any]:
    """A photo of four tiles, the heat of each cell, and what else is told of the hottest."""
    number = next(at for at in range(SCENE, SCENE + 999) if len(draw_photo(at)[1]) == TILES)
    photo = cv2.resize(draw_photo(number)[0], PHOTO, interpolation=cv2.INTER_AREA)
    cells = run(layers, standardized(photo)).reshape(-1, layers[-1]["outputs"])
    return {
        "photo": base64.b64encode(photo.tobytes()).decode(),
        "heat": [round(float(value), 3) for value in cells[:, 0]],
        "hottest": [round(float(value), 3) for value in cells[np.argmax(cells[:, 0])]],
    }


def answer_of(layers: Layers, half: np.ndarray) -> list[float]:
    return [round(float(value), 3) for value in run(layers, standardized(half)).flat]


def main() -> None:
    halves = draw_examples(SCENE, 1).halves[:HALVES]
    head = open_weights()
    cases = [
        {
            "half": base64.b64encode(half.tobytes()).decode(),
            "answer": answer_of(head["layers"], half),
            "second": answer_of(head["second"], half),
        }
        for half in halves
    ]
    tile = cv2.resize(draw_patches(SCENE, 1).images[0], (SEEN, SEEN), interpolation=cv2.INTER_AREA)
    golden = {
        "version": head["version"],
        "cases": cases,
        "finder": found_in(head["finder"]),
        "fitter": {
            "tile": base64.b64encode(tile.tobytes()).decode(),
            "answer": answer_of(head["fitter"], tile),
        },
    }
    text = json.dumps(golden, indent=1)
    GOLDEN.write_text(text + "\n")


if __name__ == "__main__":
    main()
