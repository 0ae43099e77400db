"""Whatever a rule sheet says that was saved: a game starts by it, and its pages are shown."""

from typing import Any

from django.db import transaction
from django.urls import reverse
from hypothesis import HealthCheck, example, given, settings

from scoring import referee
from scoring.models import Game
from scoring.rules.forms import RuleSheetForm
from scoring.rules.services import rule_sheet_create
from tests.factories import ANN
from tests.litany import ClientOf
from tests.scoring.rules.test_forms import any_rules, typed

TABLES = [(12, 4), (9, 3), (15, 6), (18, 10), (12, 2)]
"""Dominoes and players, one of which most rules are for."""


@settings(
    max_examples=30,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much],
)
@given(rules=any_rules())
@example(rules=referee.rule_spec("hub", {"first_starting_double": "set_maximum"}))
@example(rules=referee.rule_spec("senior", {"first_starting_double": "set_maximum"}))
def test_a_saved_sheet_starts_a_game(
    client_of: ClientOf, game: Game, rules: dict[str, Any]
) -> None:
    if referee.spec_problem(rules):
        return  # no page begins with them
    form = RuleSheetForm({**typed(rules), "name": "Any rules"}, rules=rules)
    if not form.is_valid():
        return  # the page refuses them
    with transaction.atomic():
        sheet = rule_sheet_create(
            club=game.club, author=ANN, name="Any rules", rules=form.rule_spec()
        )
        client = client_of("tablet")
        for set_, count in TABLES:
            fields = {f"name-{number}": f"P{number}" for number in range(count)}
            fields |= {"rules": f"own-{sheet.pk}", "set": str(set_)}
            assert client.get(reverse("scoring:hand-size"), fields).status_code == 200
            answer = client.post(reverse("scoring:game-start"), fields)
            if answer.status_code == 302:
                url = answer.headers["Location"]
                code = url.split("/")[2]
                assert client.get(url).status_code == 200
                assert client.get(reverse("scoring:rule-card", args=[code])).status_code == 200
                break
            assert "Not done." in answer.content.decode()
        transaction.set_rollback(True)
