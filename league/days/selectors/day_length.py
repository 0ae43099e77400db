"""What a game day takes of its hours: its games, their rounds, and how long a round can last."""

import datetime
from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import ngettext

from league.days.models import GameDay
from scoring import referee


def length_words(day: GameDay) -> str:
    """Say how many rounds the day has in how many hours, "" where its rules do not fix them.

    Nor is there anything to say of a day for which nobody has chosen rules, or whose games have one
    round.
    """
    rounds = referee.round_count(day) if day.rules else None
    if rounds is None or rounds == 1:
        return ""
    any_date = datetime.date(2000, 1, 1)
    starts, ends = (datetime.datetime.combine(any_date, at) for at in (day.starts, day.ends))
    minutes = int((ends - starts).total_seconds() // 60)
    values = {
        "games": day.rounds,
        "rounds": rounds,
        "all": day.rounds * rounds,
        "hours": _hours(minutes),
        "minutes": minutes // (day.rounds * rounds),
    }
    return (
        ngettext(
            "%(games)d game of %(rounds)d rounds in %(hours)s hours: %(minutes)d minutes a round.",
            "%(games)d games of %(rounds)d rounds are %(all)d rounds in %(hours)s hours: "
            "%(minutes)d minutes a round.",
            day.rounds,
        )
        % values
    )


def _hours(minutes: int) -> str:
    """So many hours as people say them: 3, 3.5 or 3:20."""
    if minutes % 15:
        return f"{minutes // 60}:{minutes % 60:02}"
    return number_format(Decimal(minutes) / 60)
