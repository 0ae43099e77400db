"""Stages of tournaments that are not over and play by one of the club's rule sheets."""

from django.utils.translation import gettext as _

from league.tournaments.models import Tournament
from scoring.lists import all_of
from scoring.rules.models import RuleSheet


def stages_planned(sheet: RuleSheet) -> list[str]:
    """A sentence that names the tournaments with a stage to come by these rules; or none."""
    tournaments = Tournament.objects.filter(
        club=sheet.club_id, stages__rule_sheet=sheet, stages__closed_at__isnull=True
    )
    names = all_of(dict.fromkeys(tournaments.values_list("name", flat=True)))
    return [_("These tournaments play by them: %s.") % names] if names else []
