"""A game day is planned with one of the club's rule sheets, and keeps its rules."""

import datetime
from typing import Any

import pytest
from django.utils import timezone

from league.days.models import GameDay
from scoring.models import Club, Game, RuleSheet
from scoring.rules.selectors import uses_of
from scoring.rules.services import rule_sheet_create, rule_sheet_delete, rule_sheet_save
from tests.factories import ANN
from tests.league.factories import GameDayFactory, begin, come, seat
from tests.litany import ClientOf
from tests.page import Page

from .test_day_add import typed

pytestmark = pytest.mark.django_db
RULES = {"base": "family", "fill": "defaults", "hand_size": 11, "marker_off": "automatic"}


@pytest.fixture
def sheet(club: Club) -> RuleSheet:
    return rule_sheet_create(club=club, author=ANN, name="Tuesday rules", rules=RULES)


def plan(client_of: ClientOf, sheet: RuleSheet, **changed: Any) -> GameDay:
    told = typed(rules=f"own-{sheet.pk}", **changed)
    assert client_of("organizer").post("/days/new/", told).status_code == 302
    return GameDay.objects.latest("pk")


def edit(client_of: ClientOf, day: GameDay) -> Page:
    return Page(client_of("organizer").get(f"/days/{day.pk}/edit/"))


def test_its_tables_play_by_the_rules_as_they_were_planned(
    client_of: ClientOf, sheet: RuleSheet
) -> None:
    day = plan(client_of, sheet)
    assert (day.rule_sheet, day.rules) == (sheet, RULES)
    rule_sheet_save(sheet=sheet, author=ANN, name=sheet.name, rules={**RULES, "draw_count": 2})
    come(day, "Ann", "Bob", "Cal", "Dot")
    seat(day)
    game = begin(day)[0]
    assert isinstance(game, Game)
    assert (game.rule_sheet, game.rules) == (sheet, RULES)


def test_a_rule_for_this_once_stands_above_them(client_of: ClientOf, sheet: RuleSheet) -> None:
    day = plan(client_of, sheet, **{"house-rounds": "4"})
    assert day.rules == {**RULES, "rounds": 4}
    page = edit(client_of, day)
    assert page.fields["rules"] == f"own-{sheet.pk}"
    assert page.fields["house-rounds"] == "4"
    assert page.fields["house-hand_size"] == ""


@pytest.mark.parametrize("deleted", [False, True])
def test_what_the_day_had_can_be_kept(client_of: ClientOf, sheet: RuleSheet, deleted: bool) -> None:
    day = plan(client_of, sheet)
    if deleted:
        rule_sheet_delete(sheet=sheet)
    else:
        rule_sheet_save(sheet=sheet, author=ANN, name=sheet.name, rules={**RULES, "draw_count": 2})
    page = edit(client_of, day)
    assert page.fields["rules"] == "kept"
    client_of("organizer").post(f"/days/{day.pk}/edit/", typed(rules="kept", place="Library"))
    day.refresh_from_db()
    assert (day.place, day.rule_sheet, day.rules) == ("Library", sheet, RULES)


def test_who_deletes_them_is_told_of_days_to_come(
    client_of: ClientOf, sheet: RuleSheet, club: Club
) -> None:
    today = timezone.localdate()
    for days in (-7, 0, 7):
        date = today + datetime.timedelta(days=days)
        GameDayFactory(club=club, date=date, rule_sheet=sheet, rules=sheet.rules)
    GameDayFactory(
        club=club, date=today, rule_sheet=sheet, rules=sheet.rules, cancelled_at=timezone.now()
    )
    assert uses_of(sheet) == [
        "2 game days to come are planned with them.",
        "They keep the rules as they were when the day was saved.",
    ]
    page = Page(client_of("organizer").get(f"/club/rules/{sheet.pk}/delete/"))
    assert "2 game days to come" in page.text
