"""Write the golden readings: drawn halves, and what the network makes of them.

python -m tests.camera.golden
"""

import base64
import json

from tests.camera.examples import draw_examples
from tests.camera.reference import GOLDEN, open_weights, run, standardized

SCENE = 3_000_001  # one that the network was not trained on
HALVES = 3


def main() -> None:
    halves = draw_examples(SCENE, 1).halves[:HALVES]
    head = open_weights()
    cases = [
        {
            "half": base64.b64encode(half.tobytes()).decode(),
            "answer": [
                round(float(value), 3) for value in run(head["layers"], standardized(half)).flat
            ],
        }
        for half in halves
    ]
    text = json.dumps({"version": head["version"], "cases": cases}, indent=1)
    GOLDEN.write_text(text + "\n")


if __name__ == "__main__":
    main()
