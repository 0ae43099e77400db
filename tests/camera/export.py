"""Write trained networks as the file that the page loads, once they have been measured.

python -m tests.camera.export --second var/second --finder var/finder --version 6

What is not trained anew is taken from the file of before.
"""

import argparse
from pathlib import Path

import torch

from tests.camera.networks import FINDER, FITTER, READER, Layer, Row, pack, write_weights
from tests.camera.reference import WEIGHTS, open_packed

FILES = {
    "layers": (READER, "reader.pt"),
    "finder": (FINDER, "finder.pt"),
    "second": (READER, "reader.pt"),
    "fitter": (FITTER, "fitter.pt"),
}


def trained(layers: tuple[Layer, ...], file: Path) -> Row:
    network = Row(layers)
    network.load_state_dict(torch.load(file))
    return network.eval()


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.camera.export",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--reader", type=Path, help="the folder of its training")
    parser.add_argument("--finder", type=Path, help="the folder of its training")
    parser.add_argument("--second", type=Path, help="the folder of its training")
    parser.add_argument("--fitter", type=Path, help="the folder of its training")
    parser.add_argument("--version", required=True)
    parser.add_argument("--file", type=Path, default=WEIGHTS)
    options = parser.parse_args()
    packed = open_packed(WEIGHTS)
    folders = (options.reader, options.finder, options.second, options.fitter)
    for name, folder in zip(FILES, folders, strict=True):
        if folder:
            layers, file = FILES[name]
            packed[name] = pack(trained(layers, folder / file))
    write_weights(options.file, {"version": options.version}, packed)


if __name__ == "__main__":
    main()
