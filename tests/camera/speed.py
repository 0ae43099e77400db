"""How long it takes from a photo to its tiles on a slow device, and how much memory.

    .venv/bin/python -m tests.camera.speed PHOTO... [--slower 4] [--large]

Reads each photo twice through the scripts that ship, as the page does: it makes the photo small
for itself, then the worker reads it. Prints a line of JSON each: seconds of both and of the worker
alone, the longest time that the page could not answer a tap, the processor's seconds, which do not
depend on what else runs, and by how many MB the memory of the browser's process rose at most. The
first photo comes two seconds after its worker: nobody takes one sooner.

A browser's own throttle (CDP Emulation.setCPUThrottlingRate) slows the page's main thread alone,
and no worker. So the whole process is stopped for three quarters of the time here, each 20
milliseconds; that slows what the browser decodes, too. ``--throttle`` asks the browser for its
own. ``--large`` reads each photo made 48 megapixels large. Needs Linux.
"""

import argparse
import base64
import json
import os
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browsers import FLAGS, find_browser
from tests.camera.__main__ import ADDRESS, STATIC, TYPES, address_of, page_that_reads

PERIOD = 0.02  # seconds
LARGE = 48_000_000  # pixels
MB = 1024
# As photo/photo-page.js does it.
LOAD = """
async () => {
  if (window.camera) return;
  const { Camera } = await import("/scripts/photo/camera.js");
  const files = {
    worker: "/camera-worker.js",
    weights: "/camera/weights.bin",
    quick: "/camera/simd.wasm",
  };
  window.camera = new Camera(files);
  await window.camera.load();
  await new Promise((resolve) => setTimeout(resolve, 2000));
}
"""
SHOOT = """
async ({ photo, most }) => {
  const { photoOf } = await import("/scripts/photo/photo-view.js");
  const { sightsOf } = await import("/scripts/photo/sights.js");
  const blob = await (await fetch(photo)).blob();
  let pause = 0;
  let last = performance.now();
  const pulse = setInterval(() => {
    pause = Math.max(pause, performance.now() - last);
    last = performance.now();
  }, 10);
  const begin = performance.now();
  const shown = await photoOf(blob, 1);
  const between = performance.now();
  const reading = await window.camera.read(shown.picture, { most, count: null });
  const tiles = reading ? sightsOf(reading, reading, 1, most).length : null;
  clearInterval(pulse);
  const end = performance.now();
  return {
    size: shown && [shown.picture.width, shown.picture.height],
    tiles,
    seconds: Math.round((end - begin) / 10) / 100,
    worker: Math.round((end - between) / 10) / 100,
    pause: Math.round(pause / 10) / 100,
  };
}
"""
ENLARGE = """
async ({ photo, pixels }) => {
  const bitmap = await createImageBitmap(await (await fetch(photo)).blob());
  const by = Math.sqrt(pixels / (bitmap.width * bitmap.height));
  const canvas = new OffscreenCanvas(bitmap.width * by, bitmap.height * by);
  canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.split(",")[1]);
    reader.readAsDataURL(blob);
  });
}
"""


@contextmanager
def page_with_scripts(browser: Browser) -> Iterator[Page]:
    """A page with the scripts of the round's page."""
    page = page_that_reads(browser)
    page.context.route(
        f"{ADDRESS}scripts/**",
        lambda route: route.fulfill(
            body=(STATIC / route.request.url.removeprefix(f"{ADDRESS}scripts/")).read_bytes(),
            content_type=TYPES[".js"],
        ),
    )
    yield page
    page.context.close()


def renderers(browser: Browser) -> list[int]:
    """The numbers of the processes that show pages."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return [process["id"] for process in processes if process["type"] == "renderer"]


@contextmanager
def slowed(processes: Sequence[int], times: float) -> Iterator[None]:
    """Let the processes run for so small a part of the time only."""
    ended = threading.Event()

    def tell(what: signal.Signals, pause: float) -> None:
        for process in processes:
            os.kill(process, what)
        time.sleep(pause)

    def slow() -> None:
        while not ended.is_set():
            tell(signal.SIGSTOP, PERIOD * (1 - 1 / times))
            tell(signal.SIGCONT, PERIOD / times)

    thread = threading.Thread(target=slow)
    if times > 1:
        thread.start()
    yield
    ended.set()
    if times > 1:
        thread.join()


def memory_of(processes: Sequence[int], line: str) -> float:
    """MB that are in use ("VmRSS"), or were at most since the last reset ("VmHWM")."""
    sizes = 0
    for process in processes:
        status = Path(f"/proc/{process}/status").read_text().splitlines()
        sizes += sum(int(part.split()[1]) for part in status if part.startswith(line))
    return sizes / MB


def processor_of(processes: Sequence[int]) -> float:
    """Seconds that they have used."""
    ticks = 0
    for process in processes:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def shoot(page: Page, photo: Path, slower: float = 1) -> dict[str, Any]:
    """The figures of one photo."""
    assert page.context.browser
    processes = renderers(page.context.browser)
    page.evaluate(LOAD)
    for process in processes:
        Path(f"/proc/{process}/clear_refs").write_text("5")
    memory, processor = memory_of(processes, "VmRSS"), processor_of(processes)
    with slowed(processes, slower):
        figures = page.evaluate(SHOOT, {"photo": address_of(photo), "most": 12})
    memory = memory_of(processes, "VmHWM") - memory
    processor = round(processor_of(processes) - processor, 2)
    return {"photo": photo.name, **figures, "processor": processor, "memory": round(memory)}


def enlarged(page: Page, photo: Path, larger: Path, pixels: int = LARGE) -> Path:
    """The photo as a camera of so many pixels would have taken it."""
    content = page.evaluate(ENLARGE, {"photo": address_of(photo), "pixels": pixels})
    larger.write_bytes(base64.b64decode(content))
    return larger


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.camera.speed",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("photos", nargs="+", type=Path, metavar="PHOTO")
    parser.add_argument("--slower", type=float, default=4)
    parser.add_argument("--throttle", type=float, default=1)
    parser.add_argument("--large", action="store_true")
    options = parser.parse_args()
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        for photo in options.photos:
            taken = photo
            if options.large:
                with page_with_scripts(browser) as page:
                    taken = enlarged(page, photo, Path(folder) / photo.name)
            with page_with_scripts(browser) as page:
                if options.throttle > 1:
                    session = page.context.new_cdp_session(page)
                    session.send("Emulation.setCPUThrottlingRate", {"rate": options.throttle})
                for _ in range(2):
                    print(json.dumps(shoot(page, taken, options.slower)), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
