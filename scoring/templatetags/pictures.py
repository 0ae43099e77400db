"""The letters of a drawing (SVG) that is sent to others: it can fetch no file."""

from base64 import b64encode
from functools import cache
from pathlib import Path

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

FONTS = Path(__file__).parents[1] / "static" / "scoring" / "fonts"
FILE = "atkinson-hyperlegible-next-{}.woff2"
# Which letters are in the second file, as in roundhouse.css: the first has all others.
FURTHER = "U+0100-0130,U+0132-0151,U+0154-02BA,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB"


@register.simple_tag
@cache
def picture_font() -> SafeString:
    """The site's own letters, inside the drawing; whoever opens it without them sees others."""
    faces = "".join(
        "@font-face{font-family:Atkinson;font-weight:200 800;"
        f"src:url(data:font/woff2;base64,{b64encode(file.read_bytes()).decode()})"
        f"{range_of_letters}}}"
        for file, range_of_letters in (
            (FONTS / FILE.format("latin-ext"), f";unicode-range:{FURTHER}"),
            (FONTS / FILE.format("latin"), ""),
        )
    )
    return format_html("<style>{}</style>", SafeString(faces))
