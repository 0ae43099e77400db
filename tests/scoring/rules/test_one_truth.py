"""A game keeps the rules that it started with, and everything reads the same ones."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring import referee
from scoring.accounts.access import STRANGER
from scoring.accounts.models import Club
from scoring.disputes.selectors import scene_of
from scoring.models import Game, RuleSheet, SheetEntry
from scoring.refusals import Refusal, Stale
from scoring.rules.services import rule_keep, rule_sheet_create, rule_sheet_delete, rule_sheet_save
from scoring.sheets.selectors.next_round import deal_of, plan_of, rules_in_words
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish, game_start
from scoring.sheets.services.rounds import entry_undo
from scoring.sheets.services.rules import game_rule_apply
from scoring.tablets.sync.selectors import tablet_game
from tests.factories import ANN, NAMES, last_entry, make_game, new_key, play
from tests.page import Page

pytestmark = pytest.mark.django_db
ELEVEN = "11 tiles each"


@pytest.fixture
def sheet(club: Club) -> RuleSheet:
    rules = {"base": "family", "hand_size": 11, "next_starting_double": [9, 7, 0]}
    return rule_sheet_create(club=club, author=ANN, name="Tuesday rules", rules=rules)


def start(club: Club, sheet: RuleSheet) -> Game:
    return game_start(
        club=club, author=ANN, names=NAMES[:4], set_=12, rules=sheet.rules, rule_sheet=sheet
    )


def apply(game: Game, parameter: str, value: object, key: str = "") -> SheetEntry:
    return game_rule_apply(
        game=game,
        author=ANN,
        key=key or new_key(),
        parameter=parameter,
        value=value,
        reason="as agreed",
    )


def seen(client: Client, game: Game) -> dict[str, bool]:
    """Where eleven tiles are shown: the round's page, the card, rulings, the tablet."""
    game = Game.objects.get(pk=game.pk)
    now = sheet_of(game)
    deal = deal_of(now, now.next_round)
    page = Page(client.get(reverse("scoring:round-record", args=[game.code, now.next_round])))
    card = Page(client.get(reverse("scoring:rule-card", args=[game.code])))
    tablet = tablet_game(now, actor=STRANGER, device="x")
    return {
        "deal": deal is not None and deal.tiles == 11,
        "round": "11 tiles" in page.text or "draws 11" in page.text,
        "card": ELEVEN in card.text,
        "ruling": scene_of(now, now.next_round).rules.get("hand_size") == 11,
        "tablet": tablet["rules"].get("hand_size") == tablet["count_rules"].get("hand_size") == 11,
    }


def test_a_decision_that_became_a_rule_reaches_no_running_game(
    club: Club, on_tablet: Client
) -> None:
    """Once, it showed 14 tiles on the round's page and 11 on the rule card."""
    game = make_game(club)
    kept = rule_keep(
        club=club, author=ANN, parameter="hand_size", value=11, rules=game.rules, sheet=None
    )
    assert not any(seen(on_tablet, game).values())
    assert all(seen(on_tablet, start(club, kept)).values())


def test_no_later_change_of_a_rule_sheet_reaches_a_game(
    club: Club, sheet: RuleSheet, on_tablet: Client
) -> None:
    game = start(club, sheet)
    rule_sheet_save(
        sheet=sheet, author=ANN, name="Tuesday rules", rules={"base": "hub", "hand_size": 9}
    )
    rule_sheet_delete(sheet=sheet)
    assert all(seen(on_tablet, game).values())
    game.refresh_from_db()
    assert game.rules["base"] == "family"
    assert rules_in_words(game)[0] == "Tuesday rules"


def test_a_rule_is_applied_to_a_game_as_an_entry_on_its_sheet(
    club: Club, on_tablet: Client
) -> None:
    game = make_game(club)
    play(game, 0, 12, 8, 4)
    entry = apply(game, "hand_size", 11)
    assert all(seen(on_tablet, game).values())
    assert (entry.kind, entry.details) == ("rules", {"rule": "hand_size", "value": 11})
    page = Page(on_tablet.get(reverse("scoring:sheet", args=[game.code])))
    assert "How many tiles does each player draw at the start? 11 tiles each." in page.text
    assert "as agreed" in page.text


def test_rounds_and_starting_doubles_follow_the_rule_that_was_applied(club: Club) -> None:
    game = make_game(club)
    play(game, 0, 12, 8, 4)
    apply(game, "rounds", 2)
    plan = plan_of(sheet_of(Game.objects.get(pk=game.pk)))
    assert (plan.rounds, plan.starting_double, plan.last) == (2, 11, True)


def test_points_that_are_recorded_stay_and_later_ones_follow(club: Club) -> None:
    game = make_game(club)
    play(game, 0, 12, 8, 4)
    apply(game, "marked_train_points", 10)
    game.refresh_from_db()
    assert referee.marker_points(game) == 10
    assert [seat.total for seat in sheet_of(game).seats] == [0, 12, 8, 4]


def test_an_applied_rule_is_sent_twice_and_written_once(club: Club) -> None:
    game = make_game(club)
    assert apply(game, "rounds", 5, key="k1") == apply(game, "rounds", 5, key="k1")
    assert game.entries.count() == 1


def test_a_scorekeepers_undo_leaves_an_organizers_rule(club: Club) -> None:
    game = make_game(club)
    play(game, 0, 12, 8, 4)
    first = last_entry(game)
    entry = apply(game, "rounds", 5)
    with pytest.raises(Stale):
        entry_undo(game=game, author=ANN, key=new_key(), seen=entry.pk)
    entry_undo(game=game, author=ANN, key=new_key(), seen=first.pk)
    game.refresh_from_db()
    assert game.rules["rounds"] == 5


@pytest.mark.parametrize(
    ("parameter", "value", "said"),
    [
        ("marker_off", "optional", "is played by that rule already"),
        ("marker_off", "sometimes", "must be one of"),
        ("no_such_rule", 1, "is not a house rule"),
        ("first_starting_double", 9, "The first round is played"),
        ("rounds", 1, "This game has 2 rounds already."),
        ("hand_size", 30, "4 hands of 30 tiles are more than"),
        ("player_limits", [5, 8], "for 5 to 8 players, and 4 are named"),
        ("next_starting_double", [9, 7, 5], "These two rules do not go together"),
    ],
)
def test_a_rule_that_the_game_could_not_go_on_with_is_refused(
    club: Club, parameter: str, value: object, said: str
) -> None:
    game = make_game(club)
    play(game, 0, 12, 8, 4)
    play(game, 0, 12, 8, 4)
    before = game.entries.count()
    with pytest.raises(Refusal) as refused:
        apply(game, parameter, value)
    assert said in refused.value.message
    game.refresh_from_db()
    assert game.entries.count() == before
    assert game.rules == {"base": "family", "fill": "defaults"}


def test_a_finished_game_takes_no_other_rule(club: Club) -> None:
    game = make_game(club)
    play(game, 0, 12, 8, 4)
    game_finish(game=game, author=ANN, key=new_key())
    with pytest.raises(Refusal, match="finished"):
        apply(game, "rounds", 5)
