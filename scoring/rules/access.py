"""Who may see a rule sheet, and who may change it."""

from django.http import Http404, HttpRequest

from scoring.accounts.access import club_to_organize, club_to_score
from scoring.accounts.models import Club

from .models import RuleSheet


def rule_sheet_to_see(request: HttpRequest, pk: int) -> RuleSheet:
    """The rule sheet with that number, for everybody of its club; else 404."""
    return _sheet_or_404(club_to_score(request), pk)


def rule_sheet_to_change(request: HttpRequest, pk: int) -> RuleSheet:
    """The rule sheet with that number, for an organizer of its club; else 404."""
    return _sheet_or_404(club_to_organize(request), pk)


def _sheet_or_404(club: Club, pk: int) -> RuleSheet:
    sheet = club.rule_sheets.filter(pk=pk, ended_at__isnull=True).first() if pk < 2**63 else None
    if sheet is None:
        raise Http404
    return sheet
