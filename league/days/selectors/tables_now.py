"""Where a table goes on now on a game day; named in the setting TABLES_NOW."""

from django.urls import reverse
from django.utils import timezone

from league.days.models import GameDay
from scoring.accounts.models import Club
from scoring.sheets.selectors.table_home import address_at

from .seating import seating_of


def day_table(club: Club, number: int) -> str | None:
    """The table's place in the round of seating that is on today; None as with a tournament."""
    days = GameDay.objects.filter(club=club, date=timezone.localdate(), cancelled_at=None)
    for day in days.select_related("club"):
        seating = seating_of(day)
        tables = seating.tables(day.current_round)
        if number > len(tables) or not tables[number - 1]:
            continue
        page = reverse("league:table", args=[day.pk, number])
        if address := address_at(seating.games.get((day.current_round, number)), page):
            return address
    return None
