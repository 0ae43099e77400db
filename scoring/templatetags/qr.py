"""QR codes as inline SVG."""

import io
from functools import lru_cache

import segno
from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

register = template.Library()


@register.simple_tag
def qr(text: str, title: str = "") -> SafeString:
    """A QR code of the text that scales with its box and reads out as its title says."""
    return _drawn(text, title or _("QR code of the address"))


# A hall has a few codes, which its screens draw again and again.
@lru_cache(maxsize=64)
def _drawn(text: str, title: str) -> SafeString:
    out = io.BytesIO()
    segno.make(text, error="m").save(
        out,
        kind="svg",
        xmldecl=False,
        omitsize=True,
        border=4,
        svgclass="qr",
        lineclass=None,
        light="#fff",
        title=title,
    )
    # segno escapes what it writes, and writes nothing of the text but its squares.
    return mark_safe(out.getvalue().decode())  # noqa: S308
