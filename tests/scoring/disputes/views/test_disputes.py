"""The dispute desk: question, facts, ruling; overruling; and the club's own house rules."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.disputes.questions import TOPICS, seat_word
from scoring.disputes.services import precedent_keep
from scoring.models import Club, Dispute, Game
from scoring.sheets.services.games import game_start
from tests.factories import ANN, ClubFactory, make_game, play
from tests.page import Page

pytestmark = pytest.mark.django_db

Signed = Callable[[User], Client]

# Disputes of the contract's sample as a table would put them: rules, topic, the question's parts,
# the answers to what is asked next, the word in large letters, a clause it rests on.
DISPUTES: list[tuple[str, str, str, dict[str, Any], list[tuple[str, dict[str, Any]]], str, str]] = [
    (
        "MT102",
        "family",
        "lay",
        {"seat": "Ann", "tile": "12-7", "train": "mexican"},
        [
            ("turn.laid", {"choice": "none"}),
            ("uncovered", {"choice": "none"}),
            ("trains.mexican.tail", {"choice": "12"}),
        ],
        "Yes",
        "FAM-14",
    ),
    (
        "MT120",
        "hub",
        "unmark",
        {"seat": "Ann", "laid_tile": "9-3", "laid_train": "Ann"},
        [("trains.Ann.marked", {"choice": "yes"})],
        "Yes",
        "HUB-20",
    ),
    (
        "MT178",
        "family",
        "lay",
        {"seat": "Bob", "tile": "8-1", "train": "mexican"},
        [("turn.laid", {"tile": "7-3", "train": "Bob"})],
        "No",
        "FAM-16",
    ),
    (
        "MT013",
        "family",
        "lay",
        {"seat": "Bob", "tile": "10-2", "train": "Dot"},
        [
            ("turn.laid", {"choice": "none"}),
            ("uncovered", {"double": "6", "train": "mexican"}),
        ],
        "No",
        "FAM-33",
    ),
    (
        "MT026",
        "family",
        "cover",
        {"seat": "Ann"},
        [("turn.laid", {"choice": "none"}), ("uncovered", {"double": "6", "train": "Ann"})],
        "Yes",
        "FAM-44",
    ),
]


def game_under(club: Club, base: str) -> Game:
    return make_game(club, rules={"base": base, "fill": "defaults"})


def ask(client: Client, game: Game, kind: str, parts: dict[str, Any]) -> str:
    """Put a question; answers the address of its dispute."""
    url = reverse("scoring:dispute-ask", args=[game.code, kind])
    response = client.post(url, parts)
    assert response.status_code == 302, response.content.decode()
    return str(response["Location"])


@pytest.mark.parametrize(
    ("base", "kind", "parts", "answers", "word", "clause"),
    [row[1:] for row in DISPUTES],
    ids=[row[0] for row in DISPUTES],
)
def test_a_dispute_is_settled_by_the_facts_that_matter(
    club: Club,
    on_tablet: Client,
    base: str,
    kind: str,
    parts: dict[str, Any],
    answers: list[tuple[str, dict[str, Any]]],
    word: str,
    clause: str,
) -> None:
    game = game_under(club, base)
    url = ask(on_tablet, game, kind, parts)
    for path, told in answers:
        page = on_tablet.get(url).content.decode()
        assert f'name="path" value="{path}"' in page
        assert "We don't know" in page
        assert on_tablet.post(url, {"path": path, **told}).status_code == 302
    page = on_tablet.get(url).content.decode()
    assert f'<p class="answer">{word}</p>' in page
    assert clause in page
    settled = Dispute.objects.get()
    assert settled.settled_at is not None
    assert settled.author == "Table 3"
    # It stands on the sheet, on its print, and for those who watch.
    for name, args in (
        ("sheet", [game.code]),
        ("sheet-print", [game.code]),
        ("watch", [game.watch_key]),
    ):
        assert clause in on_tablet.get(reverse(f"scoring:{name}", args=args)).content.decode()


def test_a_ruling_says_what_would_have_changed_it(club: Club, on_tablet: Client) -> None:
    game = game_under(club, "family")
    url = ask(on_tablet, game, "lay", {"seat": "Bob", "tile": "7-3", "train": "Dot"})
    for path, choice in (
        ("turn.laid", "none"),
        ("uncovered", "none"),
        ("trains.Dot.marked", "no"),
    ):
        on_tablet.post(url, {"path": path, "choice": choice})
    page = on_tablet.get(url).content.decode()
    assert '<p class="answer">No</p>' in page
    changes = page.split("What would have changed it")[1]
    assert "marker on Dot&#x27;s train: yes" in changes
    assert "(then it depends on: end of Dot&#x27;s train)" in changes


def test_what_nobody_knows_is_passed_over_and_said(club: Club, on_tablet: Client) -> None:
    game = game_under(club, "hub")
    parts = {"seat": "Ann", "laid_tile": "9-3", "laid_train": "Ann"}
    url = ask(on_tablet, game, "unmark", parts)
    while (dispute := Dispute.objects.get()).settled_at is None:
        page = on_tablet.get(url).content.decode()
        path = page.split('name="path" value="')[1].split('"')[0]
        on_tablet.post(url, {"path": path, "choice": "unknown"})
        assert len(Dispute.objects.get().unknown) == len(dispute.unknown) + 1
    assert '<p class="answer">It depends</p>' in on_tablet.get(url).content.decode()


def test_an_answer_can_be_taken_back(club: Club, on_tablet: Client) -> None:
    game = game_under(club, "family")
    url = ask(on_tablet, game, "lay", {"seat": "Ann", "tile": "12-7", "train": "mexican"})
    on_tablet.post(url, {"path": "turn.laid", "choice": "none"})
    on_tablet.post(url, {"back": "1"})
    assert 'value="turn.laid"' in on_tablet.get(url).content.decode()
    # The question's own parts stay.
    assert Dispute.objects.get().facts == {"turn.seat": "Ann"}


@pytest.mark.parametrize("name", ["Ann B.", "J.R.", "mexican", "0", "שרה", "<b>.</b>", "%s"])
def test_a_name_is_no_part_of_a_path(club: Club, on_tablet: Client, name: str) -> None:
    game = game_start(
        club=club,
        author=ANN,
        names=[name, "Bob", "Cal", "Dot"],
        set_=12,
        rules={"base": "hub", "fill": "defaults"},
    )
    seat = seat_word(name)
    url = ask(on_tablet, game, "unmark", {"seat": seat, "laid_tile": "9-3", "laid_train": seat})
    on_tablet.post(url, {"path": f"trains.{seat}.marked", "choice": "yes"})
    page = Page(on_tablet.get(url))
    assert (Dispute.objects.get().ruling or {})["verdict"] == "yes"
    assert f"marker on {seat}'s train: yes" in page.text
    assert "b" not in page.tags


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"path": "turn.laid"}, "Write one tile, like 7-3."),
        ({"path": "turn.laid", "tile": "x"}, "is no tile"),
        ({"path": "turn.laid", "tile": "7-3"}, "Choose the train."),
        ({"path": "boneyard", "choice": "0"}, "This question is answered already."),
        ({"path": "turn.laid", "tile": "13-1", "train": "Bob"}, "1-13 is not in the double-12 set"),
    ],
)
def test_an_answer_that_cannot_be_gets_a_sentence(
    club: Club, on_tablet: Client, told: dict[str, str], sentence: str
) -> None:
    game = game_under(club, "family")
    url = ask(on_tablet, game, "lay", {"seat": "Ann", "tile": "12-7", "train": "mexican"})
    page = Page(on_tablet.post(url, told))
    assert sentence in page.trouble
    assert "turn.laid" not in page.trouble
    assert Dispute.objects.get().facts == {"turn.seat": "Ann"}


@pytest.mark.parametrize(
    ("kind", "parts", "sentence"),
    [
        ("lay", {}, "Choose one."),
        ("lay", {"seat": "Nobody", "tile": "7-3", "train": "Ann"}, "Select a valid choice"),
        ("lay", {"seat": "Ann", "tile": "7-3 1-1", "train": "Ann"}, "Write one tile, like 7-3."),
        ("unmark", {"seat": "Ann", "laid_tile": "7-3"}, "Say both"),
    ],
)
def test_a_question_that_lacks_something_is_asked_again(
    club: Club, on_tablet: Client, kind: str, parts: dict[str, str], sentence: str
) -> None:
    game = game_under(club, "family")
    page = on_tablet.post(reverse("scoring:dispute-ask", args=[game.code, kind]), parts)
    assert page.status_code == 200
    assert sentence in page.content.decode()
    assert not Dispute.objects.exists()


def settled_dispute(club: Club, client: Client) -> tuple[Game, str]:
    game = game_under(club, "hub")
    parts = {"seat": "Ann", "laid_tile": "9-3", "laid_train": "Ann"}
    url = ask(client, game, "unmark", parts)
    client.post(url, {"path": "trains.Ann.marked", "choice": "yes"})
    return game, url


def test_an_organizer_overrules_with_a_reason(club: Club, organizer: User, as_user: Signed) -> None:
    client = as_user(organizer)
    game, url = settled_dispute(club, client)
    client.post(f"{url}overrule/", {"answer": "No, it stays", "reason": "as agreed in May"})
    page = client.get(reverse("scoring:sheet", args=[game.code])).content.decode()
    assert "No, it stays" in page
    assert "as agreed in May" in page
    assert "<s>Yes</s>" in page  # the ruling stays readable
    client.post(f"{url}overrule/", {"answer": "", "reason": ""})
    assert Dispute.objects.get().decisions.count() == 1


def test_a_decision_kept_as_house_rule_is_cited_from_then_on(
    club: Club, organizer: User, as_user: Signed
) -> None:
    client = as_user(organizer)
    _game, url = settled_dispute(club, client)
    client.post(f"{url}keep/", {"parameter": "marker_off", "holds": "optional"})
    assert "Kept as your club" in client.get(url).content.decode()
    page = client.get(reverse("scoring:precedents")).content.decode()
    assert "optional" in page

    _other, again = settled_dispute(club, client)
    page = client.get(again).content.decode()
    assert '<p class="answer">No</p>' in page
    assert "house:marker_off" in page

    kept = club.precedents.get()
    client.post(reverse("scoring:precedents"), {"pk": kept.pk})
    _third, last = settled_dispute(club, client)
    assert '<p class="answer">Yes</p>' in client.get(last).content.decode()


def test_a_house_rule_that_is_none_is_refused(club: Club, organizer: User, as_user: Signed) -> None:
    client = as_user(organizer)
    _game, url = settled_dispute(club, client)
    client.post(f"{url}keep/", {"parameter": "marker_off", "holds": "sometimes"})
    assert "must be one of" in client.get(url).content.decode()
    assert not club.precedents.exists()


@pytest.mark.parametrize("pk", ["", "x", "1.5", "-1", "9" * 40, "\0"])
def test_a_house_rule_that_is_not_there_cannot_be_ended(
    club: Club, organizer: User, as_user: Signed, pk: str
) -> None:
    kept = precedent_keep(club=club, author=ANN, parameter="marker_off", value="optional")
    answer = as_user(organizer).post(reverse("scoring:precedents"), {"pk": pk})
    assert answer.status_code == 404
    assert list(club.precedents.filter(ended_at__isnull=True)) == [kept]


def test_the_games_own_house_rule_stands_above_the_clubs(club: Club, on_tablet: Client) -> None:
    precedent_keep(club=club, author=ANN, parameter="marker_off", value="optional")
    rules = {"base": "hub", "fill": "defaults", "marker_off": "automatic"}
    game = make_game(club, rules=rules)
    parts = {"seat": "Ann", "laid_tile": "9-3", "laid_train": "Ann"}
    url = ask(on_tablet, game, "unmark", parts)
    on_tablet.post(url, {"path": "trains.Ann.marked", "choice": "yes"})
    assert '<p class="answer">Yes</p>' in on_tablet.get(url).content.decode()


@pytest.mark.parametrize("name", ["disputes", "dispute-ask", "dispute"])
def test_strangers_find_no_desk(
    club: Club, stranger: User, as_user: Signed, on_tablet: Client, name: str
) -> None:
    game, url = settled_dispute(club, on_tablet)
    args: dict[str, list[Any]] = {
        "disputes": [game.code],
        "dispute-ask": [game.code, "lay"],
        "dispute": [game.code, 1],
    }
    for client in (Client(), as_user(stranger)):
        assert client.get(reverse(f"scoring:{name}", args=args[name])).status_code == 404
        assert client.post(f"{url}overrule/", {}).status_code == 404
        assert client.post(f"{url}keep/", {}).status_code == 404
    # A paired tablet settles disputes, but only an organizer overrules them.
    assert on_tablet.get(reverse(f"scoring:{name}", args=args[name])).status_code in (200, 302)
    assert on_tablet.post(f"{url}overrule/", {}).status_code == 404
    assert on_tablet.post(f"{url}keep/", {}).status_code == 404
    assert on_tablet.get(reverse("scoring:precedents")).status_code == 404


def test_an_unknown_topic_or_dispute_is_not_there(club: Club, on_tablet: Client) -> None:
    game = make_game(club)
    for path in ("ask/nonsense/", "99/"):
        url = reverse("scoring:disputes", args=[game.code]) + path
        assert on_tablet.get(url).status_code == 404


def test_every_topic_can_be_asked(club: Club, on_tablet: Client) -> None:
    game = make_game(club)
    page = on_tablet.get(reverse("scoring:disputes", args=[game.code])).content.decode()
    parts = {
        "seat": "Bob",
        "tile": "7-3",
        "tiles": "12-4 4-2",
        "train": "Bob",
        "laid_tile": "7-3",
        "laid_train": "Bob",
    }
    for topic in TOPICS:
        assert str(topic.title) in page
        url = reverse("scoring:dispute-ask", args=[game.code, topic.kind])
        response = on_tablet.post(url, parts)
        assert response.status_code == 302, topic.kind
        shown = on_tablet.get(response["Location"])
        assert shown.status_code == 200
        assert b'class="answer"' in shown.content or b'name="path"' in shown.content, topic.kind


@pytest.mark.parametrize("kind", [topic.kind for topic in TOPICS])
def test_a_link_alone_opens_no_dispute(club: Club, on_tablet: Client, kind: str) -> None:
    """Any other site can have the link, and browsers follow some before anybody taps them."""
    game = make_game(club)
    page = on_tablet.get(reverse("scoring:dispute-ask", args=[game.code, kind]))
    assert page.status_code == 200
    assert b">Ask</button>" in page.content
    assert game.disputes.count() == 0


def test_the_rule_card_tells_house_rules_from_the_text(club: Club, on_tablet: Client) -> None:
    rules = {"base": "family", "fill": "defaults", "double_blank_value": 25}
    game = make_game(club, rules=rules)
    page = on_tablet.get(reverse("scoring:rule-card", args=[game.code])).content.decode()
    assert "FAM-33" in page
    row = page.split("What the double blank counts")[1].split("</tr>")[0]
    assert "25" in row
    assert "house rule" in row
    assert Client().get(reverse("scoring:rule-card", args=[game.code])).status_code == 404


def test_the_six_rule_sets_stand_side_by_side_for_everybody(db: None) -> None:
    page = Client().get(reverse("scoring:rule-sets")).content.decode()
    for title in ("Family rules", "Isles of Capri rules", "Train-token rules"):
        assert title in page
    assert "not said" in page


def test_a_page_of_disputes_costs_a_bounded_number_of_queries(
    club: Club, on_tablet: Client, django_assert_max_num_queries: Any
) -> None:
    game = game_under(club, "hub")
    for _round in range(4):
        play(game, 0, 12, 8, 4)
        parts = {"seat": "Ann", "laid_tile": "9-3", "laid_train": "Ann"}
        url = ask(on_tablet, game, "unmark", parts)
        on_tablet.post(url, {"path": "trains.Ann.marked", "choice": "yes"})
    with django_assert_max_num_queries(12):
        on_tablet.get(reverse("scoring:sheet", args=[game.code]))
    with django_assert_max_num_queries(10):
        on_tablet.get(reverse("scoring:disputes", args=[game.code]))
    assert ClubFactory().precedents.count() == 0
