"""Drawings of the settings of tablets, as inline SVG: where to tap, and nothing else."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.site.certificates.walkthrough import Picture, PictureLine

register = template.Library()

WIDTH, BAR, ROW, EDGE = 360, 44, 48, 6

# Drawn at the right end, or the left, of a line.
MORE = SafeString('<path class="sign" d="M330 17l8 7-8 7"/>')
SWITCH = SafeString(
    '<rect class="on" x="298" y="12" width="44" height="24" rx="12"/>'
    '<circle class="knob" cx="330" cy="24" r="9"/>'
)
TICK = SafeString(
    '<rect class="box" x="30" y="14" width="20" height="20" rx="3"/>'
    '<path class="sign" d="M34 24l5 5 8-10"/>'
)
FILE = SafeString('<path class="box" d="M32 11h11l7 7v19H32z"/>')
# Points at what to tap, for people who do not see the color.
HERE = SafeString('<path class="here" d="M14 16l9 8-9 8z"/>')

INDENT = {"tick": 62, "file": 62}


@register.simple_tag
def settings_picture(picture: Picture) -> SafeString:
    """A screen with a bar that names it, a row a line; the marked ones are lit and pointed at."""
    height = BAR + ROW * len(picture.lines) + 2 * EDGE
    rows = format_html_join(
        "", "{}", ((_row(line, EDGE + BAR + ROW * at),) for at, line in enumerate(picture.lines))
    )
    return format_html(
        '<svg class="screen" viewBox="0 0 {} {}" role="img" aria-label="{}">'
        '<rect class="frame" x="2" y="2" width="{}" height="{}" rx="12"/>'
        '<text class="bar" x="{}" y="34" text-anchor="middle">{}</text>{}</svg>',
        *(
            WIDTH,
            height,
            picture.description,
            WIDTH - 4,
            height - 4,
            WIDTH // 2,
            picture.title,
            rows,
        ),
    )


def _row(line: PictureLine, top: int) -> SafeString:
    if line.kind == "button":
        inner = format_html(
            '<rect class="push" x="150" y="5" width="196" height="38" rx="6"/>'
            '<text x="248" y="30" text-anchor="middle">{}</text>',
            line.text,
        )
        here = SafeString('<path class="here" d="M132 16l9 8-9 8z"/>')
    else:
        sign = {"more": MORE, "switch": SWITCH, "tick": TICK, "file": FILE}.get(line.kind, "")
        inner = format_html(
            '<rect class="line" x="8" y="2" width="344" height="44" rx="6"/>'
            '<text x="{}" y="30">{}</text>{}',
            *(INDENT.get(line.kind, 30), line.text, sign),
        )
        here = HERE
    return format_html(
        '<g class="{}" transform="translate(0 {})">{}{}</g>',
        *(f"row-{line.kind} marked" if line.marked else f"row-{line.kind}", top, inner),
        here if line.marked else "",
    )
