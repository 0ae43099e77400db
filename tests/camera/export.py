"""Write a trained network as the file that the page loads, once it has been measured.

python -m tests.camera.export var/camera --version 2
"""

import argparse
from pathlib import Path

import torch

from tests.camera.networks import DROPOUT, READER, Row, write_weights
from tests.camera.reference import WEIGHTS


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.camera.export",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--version", required=True)
    parser.add_argument("--file", type=Path, default=WEIGHTS)
    options = parser.parse_args()
    network = Row(READER, DROPOUT)
    network.load_state_dict(torch.load(options.folder / "reader.pt"))
    write_weights(options.file, network.eval(), {"version": options.version})


if __name__ == "__main__":
    main()
