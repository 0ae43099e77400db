"""A stage of a tournament plays by one of the club's rule sheets."""

import pytest
from django.utils import timezone

from league.models import Stage
from league.tournaments.directing.services.stage_tables import stage_tables_start
from scoring.models import Club, RuleSheet
from scoring.rules.selectors import uses_of
from scoring.rules.services import rule_sheet_create
from tests.factories import ANN
from tests.league.tournaments.runs import begin, tournament_of

pytestmark = pytest.mark.django_db
RULES = {"base": "family", "fill": "defaults", "notice_penalty": 2}


@pytest.fixture
def sheet(club: Club) -> RuleSheet:
    return rule_sheet_create(club=club, author=ANN, name="Tuesday rules", rules=RULES)


def test_its_games_know_their_rule_sheet_and_who_deletes_it_is_told(
    club: Club, sheet: RuleSheet
) -> None:
    tournament = tournament_of(club, 8)
    tournament.stages.update(rules=RULES, rule_sheet=sheet)
    begin(tournament)
    for game in stage_tables_start(tournament=tournament, author=ANN).games:
        assert (game.rule_sheet, game.rules["notice_penalty"]) == (sheet, 2)
    assert uses_of(sheet)[-1] == f"These tournaments play by them: {tournament.name}."
    Stage.objects.update(closed_at=timezone.now())
    assert not any("tournaments" in sentence for sentence in uses_of(sheet))
