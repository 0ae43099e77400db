"""The command that reads photos, and the network's file against its reference."""

import base64
import json
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser

from league.site.security import WORKER_POLICY
from tests.camera.__main__ import page_that_reads, read
from tests.camera.reference import GOLDEN, WEIGHTS, open_weights, run, standardized
from tests.camera.speed import enlarged, page_with_scripts, shoot

ROOT = Path(__file__).parents[2]
PHOTOS = Path(__file__).with_name("photos")
HALF = 40
TILE = 56  # pixels of what the fitter sees
LARGEST = 500_000  # bytes
WHOLE = 180  # MB, of 48 million pixels; what else reads a photo takes up to 120
ALL_OF_IT = {"most": None, "count": None}


def png(wide: int, tall: int, color: tuple[int, int, int]) -> bytes:
    """A picture of one color."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + content))
        return struct.pack(">I", len(content)) + kind + content + check

    head = struct.pack(">IIBBBBB", wide, tall, 8, 2, 0, 0, 0)
    rows = (b"\0" + bytes(color) * wide) * tall
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def lying_on_its_side(photo: bytes) -> bytes:
    """The JPEG with the mark that it is to be turned by a quarter to be shown."""
    ifd = struct.pack(">HHHII", 1, 0x0112, 3, 1, 6 << 16) + struct.pack(">I", 0)
    exif = b"Exif\0\0MM\0*" + struct.pack(">I", 8) + ifd
    return photo[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + photo[2:]


def test_the_reference_gives_the_golden_answers() -> None:
    head = open_weights()
    golden = json.loads(GOLDEN.read_text())
    assert golden["version"] == head["version"]
    for case in golden["cases"]:
        half = np.frombuffer(base64.b64decode(case["half"]), np.uint8).reshape(HALF, HALF, 3)
        for name, golden_name in (("layers", "answer"), ("second", "second")):
            answer = run(head[name], standardized(half)).ravel()
            assert np.abs(answer - case[golden_name]).max() < 0.01
    finder = golden["finder"]
    photo = np.frombuffer(base64.b64decode(finder["photo"]), np.uint8).reshape(48, 64, 3)
    cells = run(head["finder"], standardized(photo)).reshape(-1, 9)
    assert np.abs(cells[:, 0] - finder["heat"]).max() < 0.01
    assert np.abs(cells[np.argmax(cells[:, 0])] - finder["hottest"]).max() < 0.01
    fitter = golden["fitter"]
    tile = np.frombuffer(base64.b64decode(fitter["tile"]), np.uint8).reshape(TILE, TILE, 3)
    assert np.abs(run(head["fitter"], standardized(tile)).ravel() - fitter["answer"]).max() < 0.01


def test_the_weights_are_small_enough_for_a_tablet() -> None:
    assert WEIGHTS.stat().st_size < LARGEST


def test_photos_are_read_as_the_page_would(browser: Browser, tmp_path: Path) -> None:
    """Two hands, one of them on its side; then what is no hand at all."""
    turned = tmp_path / "turned.jpg"
    turned.write_bytes(lying_on_its_side((PHOTOS / "28.jpg").read_bytes()))
    black, text = tmp_path / "black.png", tmp_path / "text.heic"
    black.write_bytes(png(64, 4000, (0, 0, 0)))
    text.write_text("no picture")
    page = page_that_reads(browser)
    hand = read(page, PHOTOS / "28.jpg", ALL_OF_IT)
    assert (hand["total"], sorted(hand["tiles"])) == (28, ["6-2", "7-4", "9-0"])
    assert [others[0][0] for others in hand["alternatives"]] == hand["tiles"]
    assert hand["certain"].count(True) >= 2
    upright = read(page, turned, {"most": 12, "count": 3})
    assert (upright["total"], sorted(upright["tiles"])) == (28, ["6-2", "7-4", "9-0"])
    assert max(y for box in upright["boxes"] for _, y in box) > 800  # it is taller than wide
    assert read(page, PHOTOS / "86.jpg", ALL_OF_IT)["total"] == 86
    nothing = read(page, black, ALL_OF_IT)
    assert (nothing["tiles"], nothing["confidence"]) == ([], 0)
    assert "error" in read(page, text, ALL_OF_IT)
    page.context.close()


def test_the_worker_runs_webassembly_under_its_policy_and_reads_the_same_without(
    browser: Browser,
) -> None:
    fast = page_that_reads(browser, policy=WORKER_POLICY)
    plain = page_that_reads(browser, policy=WORKER_POLICY, simd=False)
    readings = [read(page, PHOTOS / "28.jpg", ALL_OF_IT) for page in (fast, plain)]
    assert [page.evaluate("isSimd") for page in (fast, plain)] == [True, False]
    one, other = readings
    for key in ("tiles", "total", "certain"):
        assert one[key] == other[key]
    # WebAssembly adds four products at once, so the last digits differ, by processor.
    for key in ("confidence", "certainties"):
        assert np.abs(np.subtract(one[key], other[key])).max() < 0.01
    assert np.abs(np.subtract(one["boxes"], other["boxes"])).max() <= 2
    fast.context.close()
    plain.context.close()


def test_a_photo_of_48_megapixels_is_never_whole_in_memory(
    browser: Browser, tmp_path: Path
) -> None:
    with page_with_scripts(browser) as page:
        large = enlarged(page, PHOTOS / "28.jpg", tmp_path / "28.jpg")
    with page_with_scripts(browser) as page:
        figures = shoot(page, large)
    assert (figures["tiles"], figures["size"][0]) == (3, 1280)
    assert figures["memory"] < WHOLE


def test_the_command_says_which_photo_is_not_there() -> None:
    command = [sys.executable, "-m", "tests.camera", "no-such-photo.jpg"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "no-such-photo.jpg" in done.stderr
