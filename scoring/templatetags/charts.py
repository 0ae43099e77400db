"""The chart of totals by round, as a tag."""

from collections.abc import Sequence
from typing import Any

from django import template

from scoring.web.charts import ChartSeat, totals_chart

register = template.Library()


@register.inclusion_tag("scoring/_totals_chart.html", name="totals_chart")
def totals_chart_tag(rounds: Sequence[str], seats: Sequence[ChartSeat]) -> dict[str, Any]:
    """The chart of totals by round. Nothing is drawn before the first round is recorded."""
    return {"chart": totals_chart([str(label) for label in rounds], list(seats))}
