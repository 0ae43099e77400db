"""The pages of a club's rule sheets."""

from typing import Any

import pytest
from django.urls import reverse

from scoring.models import Game, RuleSheet
from scoring.quotas import RULE_SHEETS
from scoring.rules.services import (
    rule_sheet_copy,
    rule_sheet_create,
    rule_sheet_delete,
    rule_sheet_save,
)
from scoring.sheets.services.games import game_start
from tests.factories import ANN, ClubFactory, make_game
from tests.litany import BOTH, ORGANIZERS, POST, ClientOf, OfRow, Shows, Writes, rows
from tests.page import Page
from tests.scoring.rules.test_forms import typed

from .of_sheet import CLUB, RULES, OfSheet

HUB = {"base": "hub", "fill": "defaults"}


class TestRuleSheetsList(OfSheet, Shows):
    name = "rule-sheets"
    # Whoever organizes another club sees the rules of that one.
    may = CLUB | {"stranger"}
    most_queries = 4

    def args(self, game: Game) -> list[object]:
        return []

    def test_each_rule_set_has_two_lines(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("tablet"), game)
        assert "Tuesday rules Family rules with 2 rules of our own." in page.text
        assert "Roundhouse rules Whoever finds the starting double begins." in page.text
        assert "Write down your rules" not in page.text

    def test_one_club_sees_nothing_of_another(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        assert (
            "Your club has no rules of its own yet." in self.get(client_of("stranger"), game).text
        )


class TestRuleSheetsNew(OfSheet, Writes):
    name = "rule-sheets"
    methods = POST
    may = ORGANIZERS | {"stranger"}

    # The list is looked at by others too: its own class has that.

    def args(self, game: Game) -> list[object]:
        return []

    def ready(self, game: Game) -> None:
        """Nothing is there yet."""

    def data(self, game: Game) -> dict[str, Any]:
        return {"name": "  Tuesday   rules ", "start": "hub"}

    def test_it_begins_with_the_rules_that_are_nearest(
        self, client_of: ClientOf, game: Game
    ) -> None:
        page = self.followed(client_of("organizer"), game)
        assert self.sheet(game).rules == {"base": "hub", "fill": "defaults"}
        assert page.fields["rule-first_turn_mode"] == "chain_max"

    def test_it_begins_with_another_of_the_clubs(self, client_of: ClientOf, game: Game) -> None:
        other = rule_sheet_create(club=game.club, author=ANN, name="Old", rules=RULES)
        self.send(client_of("organizer"), game, start=f"own-{other.pk}")
        assert self.sheet(game).rules == RULES

    @pytest.mark.parametrize(
        ("changed", "said"),
        [
            ({"name": ""}, "Give these rules a name."),
            ({"name": "\0"}, "This cannot be read"),
            ({"name": "x" * 61}, "60"),
            ({"name": "old RULES"}, "Your club has rules called old RULES already."),
            ({"start": "poker"}, "Choose one from the list"),
            ({"start": "own-0"}, "Choose one from the list"),
        ],
    )
    def test_what_is_wrong_is_said(
        self, client_of: ClientOf, game: Game, changed: dict[str, Any], said: str
    ) -> None:
        rule_sheet_create(club=game.club, author=ANN, name="Old rules", rules=RULES)
        client, before = client_of("organizer"), rows()
        assert said in Page(self.send(client, game, **changed)).trouble
        assert rows() == before

    def test_another_clubs_rules_cannot_be_begun_with(
        self, client_of: ClientOf, game: Game
    ) -> None:
        other = rule_sheet_create(club=ClubFactory(), author=ANN, name="Theirs", rules=RULES)
        answer = self.send(client_of("organizer"), game, start=f"own-{other.pk}")
        assert "Choose one from the list" in Page(answer).trouble

    def test_a_club_keeps_so_many(
        self, client_of: ClientOf, game: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for number in range(RULE_SHEETS.most):
            RuleSheet.objects.create(
                club=game.club, name=str(number), rules=RULES, author="A",
                changed_at=game.started_at,
            )  # fmt: skip
        page = Page(self.send(client_of("organizer"), game))
        assert "Your club keeps 60 rule sheets." in page.trouble
        assert game.club.rule_sheets.count() == RULE_SHEETS.most


class TestRuleSheet(OfSheet, OfRow, Shows):
    name = "rule-sheet"
    may = CLUB
    most_queries = 9

    def test_who_only_plays_reads_it(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("scorekeeper"), game)
        assert (
            "You play on your own marked train. Does the marker come off? Yes, always" in page.text
        )
        assert "Our rule" in page.text
        assert not [name for name in page.fields if name.startswith("rule-")]

    @pytest.mark.parametrize(
        ("words", "questions"),
        [
            ("forget", ["How many tiles do you draw if you forget to say so?"]),
            ("DOUBLE blank", ["How much does the double blank count?"]),
            ("token", ["Do you put your marker on if you can’t play, even after drawing?"]),
            ("can't even", ["Do you put your marker on if you can’t play, even after drawing?"]),
            ("knocking", ["What must you do when you have one tile left?"]),
            ("youngest", ["Who begins the first round?"]),
            ("tiebreak", ["Two players have the same total at the end. Who wins?"]),
            ("bridge", []),
        ],
    )
    def test_a_rule_is_found_by_a_word(
        self, client_of: ClientOf, game: Game, words: str, questions: list[str]
    ) -> None:
        self.ready(game)
        client = client_of("scorekeeper")
        found = client.get(self.url(game), {"q": words}, headers={"HX-Request": "true"})
        page = Page(found)
        assert "<h1" not in found.content.decode()
        assert all(question in page.text for question in questions)
        assert ("No question has this word." in page.text) == (not questions)
        whole = self.get(client, game, q=words)
        assert page.text in whole.text

    def test_a_hand_that_not_every_table_can_have_is_pointed_at(
        self, client_of: ClientOf, game: Game
    ) -> None:
        rule_sheet_create(
            club=game.club, author=ANN, name="Tuesday rules", rules={**HUB, "hand_size": 15}
        )
        said = "8 players may play, and 15 tiles for each are 120. A double-12 set has 91."
        assert said in self.get(client_of("scorekeeper"), game).trouble

    def test_what_differs_is_one_list(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("tablet"), game)
        assert "What you changed in Family rules (2)" in page.text
        page = self.get(client_of("tablet"), game, than="hub")
        assert "What differs from Mexican Train Hub rules" in page.text
        assert "How many tiles do you play on your first turn? One tile Every tile" in page.text
        assert (
            "What you changed in Family rules (2)"
            in self.get(client_of("tablet"), game, than="poker").text
        )

    def test_one_that_was_deleted_is_not_there(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        url = self.url(game)
        rule_sheet_delete(sheet=self.sheet(game))
        assert client_of("organizer").get(url).status_code == 404


class TestRuleSheetChange(OfSheet, OfRow, Writes):
    name = "rule-sheet"
    methods = POST
    may = ORGANIZERS

    def data(self, game: Game) -> dict[str, Any]:
        return {**typed(RULES), "name": "Wednesday rules", "rule-draw_count-number": "2"}

    def sheet(self, game: Game) -> RuleSheet:
        return game.club.rule_sheets.get()

    def test_answers_and_name_are_kept(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("organizer"), game)
        assert "Saved." in page.trouble
        kept = self.sheet(game)
        assert (kept.name, kept.rules) == ("Wednesday rules", {**RULES, "draw_count": 2})

    def test_comparing_keeps_what_was_typed(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        url, before = self.url(game), rows()
        form = self.form(game, compare="1", than="family", **{"rule-hand_size": "12"})
        page = Page(client.post(url, form))
        assert rows() == before
        assert "Your answers are not saved yet." in page.trouble
        assert page.fields["rule-hand_size"] == "12"
        assert "at the start? 12 tiles each" in page.text
        refused = Page(client.post(url, {**form, "rule-hand_size": "0"}))
        assert "Nothing: they are the same." not in refused.text

    def test_what_nobody_changed_differs_in_nothing(self, client_of: ClientOf, game: Game) -> None:
        sheet = rule_sheet_create(club=game.club, author=ANN, name="Hub", rules=HUB)
        client = client_of("scorekeeper")
        page = Page(client.get(reverse("scoring:rule-sheet", args=[sheet.pk])))
        assert "What you changed in Mexican Train Hub rules (0)" in page.text

    def test_our_other_rules_go_where_the_rules_go(self, client_of: ClientOf, game: Game) -> None:
        """To whoever reads the sheet, onto paper, into a copy, and with a game to its table."""
        self.ready(game)
        client = client_of("organizer")
        self.send(client, game, other_rules="Youngest begins.\r\nMiscount: 10 points.\r\n")
        sheet = self.sheet(game)
        assert sheet.other_rules == "Youngest begins.\nMiscount: 10 points."
        running = game_start(
            club=game.club, author=ANN, names=["Ann", "Bob"], set_=12,
            rules=sheet.rules, rule_sheet=sheet,
        )  # fmt: skip
        copy = rule_sheet_copy(sheet=sheet, author=ANN)
        rule_sheet_save(sheet=sheet, author=ANN, name="Later", rules=RULES, other_rules="")
        for name, key in [
            ("rule-sheet", copy.pk),
            ("rule-sheet-print", copy.pk),
            ("rule-card", running.code),
        ]:
            page = Page(client_of("tablet").get(reverse(f"scoring:{name}", args=[key])))
            assert "Our other rules The table’s own words." in page.text, name
            assert "Youngest begins. Miscount: 10 points." in page.text, name

    @pytest.mark.parametrize(
        ("changed", "said"),
        [
            ({"other_rules": "x" * 2001}, "There is room for 2000 letters; these are 2001."),
            ({"name": ""}, "Give these rules a name."),
            ({"name": "OLD"}, "Your club has rules called OLD already."),
            ({"rule-draw_count-number": "x"}, "Type a number"),
            (
                {"rule-out_on_double": "false", "rule-out_on_two_doubles": "true"},
                "These two rules do not go together",
            ),
        ],
    )
    def test_what_is_wrong_is_said_and_what_was_typed_stays(
        self, client_of: ClientOf, game: Game, changed: dict[str, Any], said: str
    ) -> None:
        self.ready(game)
        url, form = self.url(game), self.form(game, **{"rule-hand_size": "12", **changed})
        rule_sheet_create(club=game.club, author=ANN, name="Old", rules=RULES)
        client, before = client_of("organizer"), rows()
        page = Page(client.post(url, form))
        assert said in page.trouble
        assert page.fields["rule-hand_size"] == "12"
        assert rows() == before


class TestRuleSheetPrint(OfSheet, OfRow, Shows):
    name = "rule-sheet-print"
    may = CLUB
    most_queries = 4

    def test_our_own_rules_come_first(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("tablet"), game)
        own, rest = page.text.split("Dealing", 1)
        assert "Tuesday rules" in own
        assert "Our own rules How many tiles does each player draw at the start? 11 tiles" in own
        assert "How many tiles does each player draw at the start?" not in rest
        assert "How much does the double blank count? 50 points" in rest

    def test_what_does_not_matter_is_left_out(self, client_of: ClientOf, game: Game) -> None:
        rule_sheet_create(
            club=game.club,
            author=ANN,
            name="Tuesday rules",
            rules={**RULES, "last_tile_notice": "none", "max_doubles_per_turn": 1},
        )
        page = self.get(client_of("tablet"), game)
        assert "These rules don’t say" not in page.text
        for question in [
            "if you forget to say so?",
            "Two players draw equal tiles",
            "the third tile go?",
        ]:
            assert question not in page.text
        whole = Page(client_of("tablet").get(reverse("scoring:rule-sheet", args=self.args(game))))
        assert "With your other answers this question never comes up." in whole.text


class TestRuleSheetCopy(OfSheet, OfRow, Writes):
    name = "rule-sheet-copy"
    may = ORGANIZERS

    def test_the_copies_have_names_of_their_own(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        for _copy in range(2):
            self.send(client_of("organizer"), game)
        names = [(sheet.name, sheet.rules) for sheet in game.club.rule_sheets.all()]
        assert names == [
            ("Tuesday rules", RULES),
            ("Tuesday rules (copy 2)", RULES),
            ("Tuesday rules (copy)", RULES),
        ]


class TestRuleSheetDelete(OfSheet, OfRow, Shows, Writes):
    name = "rule-sheet-delete"
    methods = BOTH
    may = ORGANIZERS
    most_queries = 7

    def test_it_says_what_goes_by_them(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("organizer"), game)
        assert "No game to come uses these rules." in page.text
        running = make_game(game.club)
        Game.objects.filter(pk=running.pk).update(rule_sheet=self.sheet(game))
        page = self.get(client_of("organizer"), game)
        assert f"1 game is being played by these rules: {running.code}." in page.text
        assert "They keep these rules. No new game can choose them." in page.text
        page = self.followed(client_of("organizer"), game)
        assert "Tuesday rules are deleted. Games that play by them keep them." in page.trouble
        assert "Tuesday rules" not in Page(client_of("organizer").get("/games/new/")).text

    def test_their_name_is_free_again(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        self.send(client_of("organizer"), game)
        again = rule_sheet_create(club=game.club, author=ANN, name="Tuesday rules", rules=RULES)
        assert again.ended_at is None
