"""The chart of totals by round, as a tag."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from scoring.web.charts import ChartSeat, Line, totals_chart

register = template.Library()


@register.inclusion_tag("scoring/_totals_chart.html", name="totals_chart")
def totals_chart_tag(rounds: Sequence[str], seats: Sequence[ChartSeat]) -> dict[str, Any]:
    """The chart of totals by round. Nothing is drawn before the first round is recorded."""
    labels = [str(label) for label in rounds]
    by_double = all("-" in label for label in labels)
    return {"chart": totals_chart(labels, list(seats)), "by_double": by_double}


# A chart has a hundred of each: drawn one by one in a template they cost more than all the rest of
# a sheet. What goes into them are numbers and our own paths, no text from outside.
@register.filter
def strokes(line: Line) -> SafeString:
    """The strokes from each point of a line to the next, as SVG."""
    dash = f'stroke-dasharray="{line.dash}" ' if line.dash else ""
    return mark_safe(  # noqa: S308
        "".join(
            f'<line class="line" x1="{part.x1}%" y1="{part.y1}" x2="{part.x2}%" y2="{part.y2}" '
            f"{dash}/>"
            for part in line.segments
        )
    )


@register.filter
def marks(line: Line) -> SafeString:
    """The mark of a line at each of its points, as SVG."""
    mark = f'<path class="mark" d="{line.path}" transform="translate(-8 -8) scale(.667)" />'
    return mark_safe(  # noqa: S308
        "".join(
            f'<svg class="at" x="{point.x}%" y="{point.y}">{mark}</svg>' for point in line.points
        )
    )
