"""Read photos of hands through the script that ships, in a browser without a window.

    python -m tests.camera PHOTO... [--sets 12] [--count N]

Prints a line of JSON for each photo: its tiles, their total in pips, how certain all of it is, what
each tile may be else, and its corners in pixels of the photo, upright as it is shown.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route, sync_playwright

from tests.browsers import FLAGS, find_browser

STATIC = Path(__file__).parents[2] / "scoring/static/scoring"
ADDRESS = "http://localhost/"
# Below it the photos lie, by their path in hexadecimal digits.
PHOTOS = "of-hands/"
TYPES = {
    ".js": "text/javascript",
    ".bin": "application/octet-stream",
    ".wasm": "application/wasm",
}
# What the page does with the worker, in short: one question, one answer.
ASK = """
async ({ photo, known }) => {
  window.worker ??= await new Promise((resolve, reject) => {
    const worker = new Worker("/camera-worker.js", { type: "module" });
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data: { ready, failed, simd: isSimd } }) => {
      window.isSimd = isSimd;
      ready ? resolve(worker) : reject(new Error(failed));
    };
    worker.postMessage({ weights: "/camera/weights.bin", quick: "/camera/simd.wasm" });
  });
  const blob = await (await fetch(photo)).blob();
  const size = await createImageBitmap(blob).catch(() => null);
  const begin = performance.now();
  const answer = await new Promise((resolve) => {
    window.worker.onmessage = ({ data }) => resolve(data);
    window.worker.postMessage({ id: 1, photo: blob, known });
  });
  return { ...answer, seconds: (performance.now() - begin) / 1000, wide: size?.width ?? 0 };
}
"""


@contextmanager
def reader(weights: Path | None = None) -> Iterator[Page]:
    """A page whose worker reads photos, in a browser of its own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        yield page_that_reads(browser, weights)
        browser.close()


def page_that_reads(
    browser: Browser, weights: Path | None = None, *, policy: str = "", simd: bool = True
) -> Page:
    """A page whose worker reads photos; only the product's files and photos are handed out.

    The worker runs under the security policy that is given; without ``simd``, no WebAssembly.
    """

    def hand_out(route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS)
        if path.startswith(PHOTOS):
            route.fulfill(path=bytes.fromhex(path.removeprefix(PHOTOS)).decode())
            return
        file = STATIC / path
        if weights and file.suffix == ".bin":
            file = weights
        if not path:
            route.fulfill(content_type="text/html", body="<!doctype html><title>Photos</title>")
        elif file.is_file() and (simd or file.suffix != ".wasm"):
            headers = {"Content-Type": TYPES[file.suffix], "Content-Security-Policy": policy}
            route.fulfill(path=file, headers=headers)
        else:
            route.fulfill(status=404)

    page = browser.new_context().new_page()
    page.context.route("**/*", hand_out)
    page.goto(ADDRESS)
    return page


def address_of(photo: Path) -> str:
    """Return under which address the page is handed a photo."""
    return f"{ADDRESS}{PHOTOS}{str(photo.resolve()).encode().hex()}"


def answer_to(page: Page, photo: Path, known: Mapping[str, int | None]) -> dict[str, Any]:
    """What the worker answers to the photo, with the seconds it took and the photo's width."""
    asked = {"photo": address_of(photo), "known": dict(known)}
    answer: dict[str, Any] = page.evaluate(ASK, asked)
    return answer


def read(page: Page, photo: Path, known: Mapping[str, int | None]) -> dict[str, Any]:
    """What the page reads in the photo; ``error`` stands there instead where it can't."""
    answer = answer_to(page, photo, known)
    if "reading" not in answer:
        return {"photo": photo.name, "error": "This is no picture that the browser can read."}
    reading = answer["reading"]
    by = answer["wide"] / reading["width"]
    return {
        "photo": photo.name,
        "tiles": ["-".join(map(str, tile["ends"])) for tile in reading["tiles"]],
        "total": reading["total"],
        "confidence": round(reading["confidence"], 4),
        "certain": [tile["certain"] for tile in reading["tiles"]],
        "certainties": [round(tile["certainty"], 4) for tile in reading["tiles"]],
        "alternatives": [
            [
                ["-".join(map(str, other["ends"])), round(other["probability"], 4)]
                for other in others
            ]
            for others in (tile["alternatives"] for tile in reading["tiles"])
        ],
        "boxes": [
            [[round(corner[axis] * by) for axis in "xy"] for corner in tile["corners"]]
            for tile in reading["tiles"]
        ],
        "seconds": round(answer["seconds"], 2),
    }


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.camera",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("photos", nargs="+", type=Path, metavar="PHOTO")
    parser.add_argument("--sets", type=int, help="the most pips of the set, such as 12")
    parser.add_argument("--count", type=int, help="how many tiles the photo shows")
    parser.add_argument("--weights", type=Path, help="another file of weights")
    options = parser.parse_args()
    missing = [str(photo) for photo in options.photos if not photo.is_file()]
    if missing:
        print(f"There is no file {', '.join(missing)}.", file=sys.stderr)
        return 1
    with reader(options.weights) as page:
        for photo in options.photos:
            known = {"most": options.sets, "count": options.count}
            print(json.dumps(read(page, photo, known)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
