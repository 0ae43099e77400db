"""QR codes as inline SVG."""

import re

import pytest

from scoring.templatetags.qr import qr
from tests.scoring.look import parsed

LINK = "http://192.168.1.20:8000/watch/Zx9_-abcdefghijklmnopqr/"
SVG = "{http://www.w3.org/2000/svg}"


def test_it_is_a_picture_that_scales_and_says_what_it_is() -> None:
    svg = parsed(qr(LINK))
    assert svg.tag == f"{SVG}svg"
    assert (svg.get("width"), svg.get("height"), svg.get("class")) == (None, None, "qr")
    assert svg.find(f"{SVG}title").text == "QR code of the address"


def test_it_stands_on_white_also_in_the_dark() -> None:
    svg = qr(LINK)
    _x, _y, side, _side = (int(part) for part in parsed(svg).get("viewBox", "").split())
    ground = next(path for path in parsed(svg).iter(f"{SVG}path") if path.get("fill"))
    assert ground.get("fill") == "#fff"
    assert ground.get("d") == f"M0 0h{side}v{side}h-{side}z"


def test_its_squares_leave_a_quiet_zone() -> None:
    svg = qr(LINK)
    side = int(parsed(svg).get("viewBox", "").split()[2])
    squares = next(path for path in parsed(svg).iter(f"{SVG}path") if path.get("stroke"))
    start = re.match(r"M(\d+) (\d+)\.5", squares.get("d", ""))
    assert start is not None
    # Four modules around, as the standard asks: 37 + 8 for a link of this length.
    assert (int(start[1]), int(start[2])) == (4, 4)
    assert (side - 8 - 17) % 4 == 0


def test_another_text_is_another_picture() -> None:
    assert qr(LINK) == qr(LINK)
    assert qr(LINK) != qr(LINK[:-2] + "s/")


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "\"'&<>", "שרה"])
def test_the_text_is_in_the_squares_alone(text: str) -> None:
    assert text not in qr(text)
    assert "<script" not in qr(text)
