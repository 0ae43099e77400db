"""Game days to come whose tables play by one of the club's rule sheets."""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.days.models import GameDay
from scoring.rules.models import RuleSheet


def days_planned(sheet: RuleSheet) -> list[str]:
    """A sentence that says how many days to come were planned with these rules; or none."""
    today = timezone.localdate()
    days = GameDay.objects.filter(
        rule_sheet=sheet, club=sheet.club_id, date__gte=today, cancelled_at__isnull=True
    ).count()
    if not days:
        return []
    sentence = ngettext(
        "%d game day to come is planned with them.",
        "%d game days to come are planned with them.",
        days,
    )
    return [sentence % days, _("They keep the rules as they were when the day was saved.")]
