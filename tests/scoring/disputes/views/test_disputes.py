"""The dispute desk: question, facts, ruling; overruling; and the club's own house rules."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.disputes.questions import seat_word
from scoring.disputes.topics import BY_KIND, TOPICS
from scoring.models import Club, Dispute, Game
from scoring.rules.services import rule_sheet_create
from scoring.sheets.selectors.next_round import plan_of
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_start
from scoring.sheets.services.seats import seat_join
from tests.factories import ANN, ClubFactory, make_game, new_key, play
from tests.page import Page

pytestmark = pytest.mark.django_db

Signed = Callable[[User], Client]

# Disputes of the contract's sample as a table would put them: rules, topic, what is tapped, the
# word in large letters, a clause behind it.
DISPUTES: list[tuple[str, str, str, dict[str, Any], str, str]] = [
    (
        "MT102",
        "family",
        "lay",
        {
            "seat": "Ann",
            "tile": "12-7",
            "train": "mexican",
            "turn.laid": "none",
            "uncovered": "none",
            "trains.mexican.tail": "12",
        },
        "Yes",
        "FAM-14",
    ),
    (
        "MT120",
        "hub",
        "unmark",
        {
            "seat": "Ann",
            "turn.laid:tile": "9-3",
            "turn.laid:train": "Ann",
            "trains.Ann.marked": "yes",
        },
        "Yes",
        "HUB-20",
    ),
    (
        "MT178",
        "family",
        "lay",
        {
            "seat": "Bob",
            "tile": "8-1",
            "train": "mexican",
            "turn.laid:tile": "7-3",
            "turn.laid:train": "Bob",
        },
        "No",
        "FAM-16",
    ),
    (
        "MT013",
        "family",
        "lay",
        {
            "seat": "Bob",
            "tile": "10-2",
            "train": "Dot",
            "turn.laid": "none",
            "uncovered": "mexican",
            "trains.mexican.tail": "6",
        },
        "No",
        "FAM-33",
    ),
    (
        "MT026",
        "family",
        "cover",
        {"seat": "Ann", "turn.laid": "none", "uncovered": "Ann", "trains.Ann.tail": "6"},
        "Yes",
        "FAM-44",
    ),
]
MARKER_OFF = {
    "seat": "Ann",
    "turn.laid:tile": "9-3",
    "turn.laid:train": "Ann",
    "trains.Ann.marked": "yes",
}


def game_under(club: Club, base: str) -> Game:
    return make_game(club, rules={"base": base, "fill": "defaults"})


def desk_url(game: Game, kind: str, fields: dict[str, Any]) -> str:
    url = reverse("scoring:dispute-ask", args=[game.code, kind])
    return f"{url}?{urlencode(fields, doseq=True)}"


def keep(client: Client, game: Game, kind: str, fields: dict[str, Any]) -> str:
    """Write an answer on the sheet; returns the address of its dispute."""
    response = client.post(desk_url(game, kind, fields))
    assert response.status_code == 302, response.content.decode()
    return str(response["Location"])


@pytest.mark.parametrize(
    ("base", "kind", "fields", "word", "clause"),
    [row[1:] for row in DISPUTES],
    ids=[row[0] for row in DISPUTES],
)
def test_a_dispute_is_settled_by_the_facts_that_matter(
    club: Club,
    on_tablet: Client,
    base: str,
    kind: str,
    fields: dict[str, Any],
    word: str,
    clause: str,
) -> None:
    game = game_under(club, base)
    page = on_tablet.get(desk_url(game, kind, fields)).content.decode()
    assert f'<p class="answer">{word}</p>' in page
    assert not Dispute.objects.exists()
    url = keep(on_tablet, game, kind, fields)
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
    # Asked again, it begins with the same facts.
    again = page.split('href="')
    link = next(part.split('"')[0] for part in again if "disputes/ask/" in part).replace(
        "&amp;", "&"
    )
    assert f'<p class="answer">{word}</p>' in on_tablet.get(link).content.decode()


def test_one_fact_is_asked_for_at_a_time(club: Club, on_tablet: Client) -> None:
    game = game_under(club, "family")
    fields: dict[str, Any] = {"seat": "Ann", "train": "Bob", "turn.laid": "none"}
    asked = []
    while True:
        page = on_tablet.get(desk_url(game, "lay", fields)).content.decode()
        if 'class="answer"' in page:
            break
        path = page.split('data-next="')[1].split('"')[0]
        asked.append(path)
        fields[path] = {"uncovered": "none", "trains.Bob.marked": "no"}[path]
    assert sorted(asked) == ["trains.Bob.marked", "uncovered"]
    assert '<p class="answer">No</p>' in page
    assert "No marker is on Bob&#x27;s train." in page
    assert "Every double is covered." in page


def test_a_tile_of_the_title_stays_on_one_line(club: Club, on_tablet: Client) -> None:
    game = game_under(club, "family")
    page = on_tablet.get(desk_url(game, "lay", {"seat": "Ann", "train": "Bob", "tile": "7-3"}))
    assert '<span class="whole-tile">7-3</span>' in page.content.decode()
    assert "May Ann play 7-3 on Bob's train?" in Page(page).text


def test_a_quick_answer_is_put_among_the_facts(club: Club, on_tablet: Client) -> None:
    """Without scripts a button below the question sends the whole form."""
    game = game_under(club, "family")
    fields = {"seat": "Ann", "train": "Bob", "turn.laid": "none", "quick": "uncovered=Dot"}
    page = on_tablet.get(desk_url(game, "lay", fields)).content.decode()
    assert '<p class="answer">No</p>' in page
    assert 'name="uncovered" value="Dot" checked' in page


@pytest.mark.parametrize(
    ("kind", "fields", "words"),
    [
        (
            "forgot-marker",
            {"seat": "Ann", "noticed": "turn_later"},
            ["Do this", "Ann puts the marker on now.", "What was played since stays."],
        ),
        ("leaves", {"seat": "Ann"}, ["The rules say nothing", "Tables do one of these:"]),
        ("misplay", {"seat": "Ann"}, ["Tap when it was noticed."]),
        ("marker-left-on", {"seat": "Ann", "noticed": "at_once"}, ["Ann decides"]),
    ],
)
def test_a_mistake_is_answered_with_what_to_do(
    club: Club, on_tablet: Client, kind: str, fields: dict[str, str], words: list[str]
) -> None:
    game = game_under(club, "family")
    text = Page(on_tablet.get(desk_url(game, kind, fields))).text
    assert [word for word in words if word not in text] == []


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Who comes late enters with 93 points, the highest total (Cal's)."),
        ("Eve", "Eve enters with 93 points, the highest total (Cal's)."),
    ],
)
def test_who_comes_late_is_given_the_figure_of_the_sheet(
    club: Club, on_tablet: Client, name: str, sentence: str
) -> None:
    """Whether they sit there already or not, they are no part of it."""
    rules = {"base": "capri", "fill": "defaults", "late_arrival_total": "highest"}
    game = make_game(club, rules=rules)
    play(game, 0, 61, 93, 77)
    page = on_tablet.get(reverse("scoring:dispute-ask", args=[game.code, "late-arrival"]))
    assert "Somebody new" in Page(page).text
    if name:
        seat_join(game=game, author=ANN, key=new_key(), name=name, total=200)
    url = keep(on_tablet, game, "late-arrival", {"seat": name})
    assert sentence in Page(on_tablet.get(url)).text


def test_who_begins_is_whom_the_sheet_names(club: Club, on_tablet: Client) -> None:
    game = game_under(club, "family")
    for begins, because in (
        ("Ann", "The table picked Ann."),
        ("Bob", "Ann began round 1, and it moves on clockwise."),
        ("Cal", "Bob began round 2, and it moves on clockwise."),
    ):
        assert f"{begins} begins." in plan_of(sheet_of(game)).how
        text = Page(on_tablet.get(desk_url(game, "begins", {}))).text
        assert f"{begins} {because}" in text
        play(game, 0, 12, 8, 4)


def test_a_hidden_hand_is_for_the_organizer_only(club: Club, on_tablet: Client) -> None:
    game = game_under(club, "family")
    for seat, is_secret in (("Ann", False), ("Bob", True)):
        fields = {"seat": "Ann", f"hands.{seat}:tiles": "7-3"}
        text = Page(on_tablet.get(desk_url(game, "act", fields))).text
        assert f"Which tiles does {seat} have?" in text
        assert ("Show them to the organizer only." in text) is is_secret


def test_what_nobody_knows_is_passed_over_and_said(club: Club, on_tablet: Client) -> None:
    game = game_under(club, "hub")
    fields = {"seat": "Ann", "turn.laid": "none"}
    while True:
        page = on_tablet.get(desk_url(game, "unmark", fields)).content.decode()
        if 'class="answer"' in page:
            break
        path = page.split('data-next="')[1].split('"')[0]
        assert path not in fields
        fields[path] = "unknown"
    assert game.disputes.count() == 0


def test_a_question_supposes_what_is_so_mostly(club: Club, on_tablet: Client) -> None:
    """Who asks whether to play has not played yet; what is tapped instead stays so."""
    game = game_under(club, "family")
    fields = {"seat": "Ann", "train": "Bob"}
    supposed = "We take it that: Ann has not played this turn."
    assert supposed in Page(on_tablet.get(desk_url(game, "lay", fields))).text
    fields["turn.laid"] = "unknown"
    assert "We take it" not in Page(on_tablet.get(desk_url(game, "lay", fields))).text


def test_an_answer_that_is_open_is_not_written(club: Club, on_tablet: Client) -> None:
    game = game_under(club, "family")
    response = on_tablet.post(desk_url(game, "lay", {"seat": "Ann", "train": "Bob"}))
    assert response.status_code == 200
    assert "This question has no answer yet." in Page(response).text
    assert not Dispute.objects.exists()


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
    fields = {
        "seat": seat,
        "turn.laid:tile": "9-3",
        "turn.laid:train": seat,
        f"trains.{seat}.marked": "yes",
    }
    page = Page(on_tablet.get(keep(on_tablet, game, "unmark", fields)))
    assert (Dispute.objects.get().ruling or {})["verdict"] == "yes"
    assert f"A marker is on {seat}'s train." in page.text
    assert "b" not in page.tags


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"seat": "Nobody", "train": "Ann"}, "Choose one."),
        ({"seat": "Ann", "train": "Ann", "tile": "7-3 1-1"}, "Write one tile, like 7-3."),
        ({"seat": "Ann", "train": "Ann", "tile": "x"}, "is not a tile"),
        ({"seat": "Ann", "train": "Ann", "turn.kind": "often"}, "Tap one of the answers."),
        ({"seat": "Ann", "train": "Ann", "uncovered": ["none", "Bob"]}, "every double is covered"),
        (
            {"seat": "Ann", "train": "Ann", "turn.laid:tile": "13-1", "turn.laid:train": "Bob"},
            "1-13 is not in the double-12 set",
        ),
    ],
)
def test_what_cannot_be_gets_a_sentence(
    club: Club, on_tablet: Client, fields: dict[str, Any], sentence: str
) -> None:
    game = game_under(club, "family")
    for answer in (on_tablet.get, on_tablet.post):
        page = Page(answer(desk_url(game, "lay", fields)))
        assert sentence in page.trouble
        assert "turn.laid" not in page.trouble
    assert not Dispute.objects.exists()


@pytest.mark.parametrize(
    ("text", "title", "query"),
    [
        ("does ann have to draw", "May Ann draw now?", "seat=Ann"),
        ("can you go out on a double", "Is the round over?", ""),
        ("bob drew and passed but the tile fits", "What if Bob passed in error?", "seat=Bob"),
        ("can i put down two doubles in one turn", "May you play several tiles in one turn?", ""),
        (
            "somebody came late, what does he start with",
            "What total does a newcomer begin with?",
            "",
        ),
    ],
)
def test_own_words_are_read_and_not_ruled_on(
    club: Club, on_tablet: Client, text: str, title: str, query: str
) -> None:
    game = game_under(club, "family")
    url = reverse("scoring:disputes", args=[game.code])
    page = on_tablet.get(url, {"q": text, "other": "1"})
    assert title in Page(page).text
    assert f"?{query}" in page.content.decode()
    assert "We understood:" not in Page(page).text
    assert 'class="answer"' not in page.content.decode()


@pytest.mark.parametrize(
    ("text", "sentence", "tapped"),
    [
        (
            "can I play on Bobs train if he has no marker",
            "No marker is on Bob's train.",
            'name="trains.Bob.marked" value="no" checked',
        ),
        (
            "ann left her double open, can bob play on his own train",
            "An uncovered double is on Ann's train.",
            'name="uncovered" value="Ann" checked',
        ),
        (
            "Cal went on the Mexican train so does he have to put his marker on",
            "Cal played a tile on the Mexican Train this turn.",
            'name="turn.laid" value="tile" checked',
        ),
        (
            "everybody is stuck and there are no tiles left, is the round finished",
            "Nobody can play. The boneyard is empty.",
            'name="can_play" value="no" checked',
        ),
        (
            "Ann played 7-3 on her own train, does her marker come off",
            "Ann played 7-3 on Ann's train this turn.",
            'name="turn.laid:tile" id="desk-turnlaidtile1" value="7-3"',
        ),
    ],
)
def test_what_own_words_say_of_the_table_is_tapped(
    club: Club, on_tablet: Client, text: str, sentence: str, tapped: str
) -> None:
    """It is said again below the reading and at the desk, and can be changed there."""
    game = game_under(club, "family")
    asked = {"q": text, "other": "1"}
    readings = on_tablet.get(reverse("scoring:disputes", args=[game.code]), asked)
    assert f"We understood: {sentence}" in Page(readings).text
    first = readings.content.decode().split('class="topics readings"')[1].split('href="')[1]
    desk = on_tablet.get(first.split('"')[0].replace("&amp;", "&"))
    assert sentence in Page(desk).text
    assert tapped in desk.content.decode()


def test_what_was_surely_understood_is_not_asked_again(club: Club, on_tablet: Client) -> None:
    game = game_under(club, "family")
    asked = on_tablet.get(
        reverse("scoring:disputes", args=[game.code]), {"q": "May Cal play on Ann's train?"}
    )
    assert asked.status_code == 302
    desk = on_tablet.get(asked["Location"])
    assert "You asked: May Cal play on Ann's train?" in Page(desk).text
    [other] = [link for link in Page(desk).links if link.endswith("other=1")]
    assert "Do you mean this?" in Page(on_tablet.get(other.replace("&amp;", "&"))).text
    unsure = {"q": "the double of Cal, what about Ann and her marker"}
    page = on_tablet.get(reverse("scoring:disputes", args=[game.code]), unsure)
    assert "Do you mean this?" in Page(page).text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("do we keep playing after Cal went out", "The round is over."),
        ("is the mexican train closed while a double is open", "Others may play on the"),
    ],
)
def test_own_words_are_not_answered_with_a_yes_that_means_no(
    club: Club, on_tablet: Client, text: str, sentence: str
) -> None:
    """The desk's own question may be the opposite one: "Is the round over?"."""
    game = game_under(club, "family")
    asked = {"q": text, "other": "1"}
    readings = on_tablet.get(reverse("scoring:disputes", args=[game.code]), asked)
    link = readings.content.decode().split('class="topics readings"')[1].split('href="')[1]
    address = link.split('"')[0].replace("&amp;", "&")
    page = on_tablet.get(f"{address}&{urlencode({'q': text})}" if "q=" not in address else address)
    answer = page.content.decode().split('class="answer sentence">')[1]
    assert answer.startswith(sentence)
    assert f'name="q" value="{text}"' in page.content.decode()


def test_an_open_train_is_not_called_free_of_an_uncovered_double(
    club: Club, on_tablet: Client
) -> None:
    note = "As long as a double is uncovered, it must be covered first."
    for base, is_said in (("family", True), ("hub", False)):
        page = on_tablet.get(desk_url(game_under(club, base), "public", {"train": "mexican"}))
        assert (note in Page(page).text) == is_said


def test_who_does_not_play_here_is_said_before_the_question(club: Club, on_tablet: Client) -> None:
    game = game_under(club, "family")
    url = reverse("scoring:disputes", args=[game.code])
    page = Page(on_tablet.get(url, {"q": "Wilma drew but Ann says she could have played"}))
    assert "Wilma does not play at this table." in page.trouble
    assert "What if" in page.text


@pytest.mark.parametrize("text", ["the weather is nice", "🂡🂢", "was ist los", "x" * 10_000])
def test_what_is_no_question_about_the_rules_is_declined(
    club: Club, on_tablet: Client, text: str
) -> None:
    game = game_under(club, "family")
    page = Page(on_tablet.get(reverse("scoring:disputes", args=[game.code]), {"q": text}))
    assert "We did not understand this" in page.text


def settled_dispute(club: Club, client: Client) -> tuple[Game, str]:
    game = game_under(club, "hub")
    return game, keep(client, game, "unmark", MARKER_OFF)


def test_the_sheet_names_the_rule_that_the_answer_shows_first(
    club: Club, on_tablet: Client
) -> None:
    game = game_under(club, "family")
    keep(on_tablet, game, "act", {"seat": "Ann", "turn.drawn": "fits", "turn.laid": "none"})
    text = Page(on_tablet.get(reverse("scoring:sheet", args=[game.code]))).text
    assert "Ann has a tile that can be played, and must play it. FAM-18 ·" in text


@pytest.mark.parametrize(
    ("rules", "ground"),
    [
        ({}, "Not in these rules. Most tables play this way."),
        ({"notice_penalty": 2}, "Our rule"),
    ],
)
def test_the_sheet_calls_our_rule_only_what_the_table_has_set(
    club: Club, on_tablet: Client, rules: dict[str, int], ground: str
) -> None:
    game = make_game(club, rules={"base": "family", "fill": "defaults", **rules})
    keep(on_tablet, game, "forgot-notice", {"seat": "Ann"})
    text = Page(on_tablet.get(reverse("scoring:sheet", args=[game.code]))).text
    assert f"{ground} ·" in text
    assert ("Our rule" in text) == (ground == "Our rule")


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


def test_what_tables_do_is_chosen_with_one_tap(
    club: Club, organizer: User, scorekeeper: User, as_user: Signed
) -> None:
    game = make_game(club)
    url = f"{reverse('scoring:dispute-ask', args=[game.code, 'leaves'])}?seat=Ann"
    way = "The tiles go to the boneyard, face down."
    button = f'name="answer" value="{way}"'
    scores = as_user(scorekeeper)
    assert button not in scores.get(url).content.decode()
    scores.post(url, {"answer": way})  # writes the answer, and decides nothing
    written = game.disputes.get()
    assert not written.decisions.exists()
    decides = as_user(organizer)
    assert button in decides.get(url).content.decode()
    decides.post(url, {"answer": "Something else"})
    decides.post(url, {"answer": way})
    decided = [[made.answer for made in kept.decisions.all()] for kept in game.disputes.all()]
    assert decided == [[], [], [way]]
    later = reverse("scoring:dispute", args=[game.code, written.number])
    assert button in decides.get(later).content.decode()
    decides.post(f"{later}overrule/", {"answer": way, "reason": "as the table plays"})
    assert written.decisions.get().answer == way
    assert button not in decides.get(later).content.decode()


def test_a_decision_becomes_a_rule_of_the_club_for_games_to_come(
    club: Club, organizer: User, as_user: Signed
) -> None:
    client = as_user(organizer)
    game, url = settled_dispute(club, client)
    page = client.get(url).content.decode()
    assert "You play on your own marked train. Does the marker come off?" in page
    assert "If you like: you decide" in page
    client.post(f"{url}keep/", {"rule": "marker_off=optional"})
    assert "Now a rule of Our house rules." in client.get(url).content.decode()
    sheet = club.rule_sheets.get()
    assert sheet.rules == {"base": "hub", "fill": "defaults", "marker_off": "optional"}
    assert club.precedents.get().rule_sheet == sheet

    # The game that runs keeps its rules: its next ruling is as before.
    again = keep(client, game, "unmark", MARKER_OFF)
    assert '<p class="answer">Yes</p>' in client.get(again).content.decode()

    later = make_game(club, rules=sheet.rules)
    again = keep(client, later, "unmark", MARKER_OFF)
    page = client.get(again).content.decode()
    assert '<p class="answer">Ann decides</p>' in page
    assert "Our rule" in page
    assert "If you like: you decide." in page


def test_the_penalty_for_a_forgotten_notice_becomes_a_rule(
    club: Club, organizer: User, as_user: Signed
) -> None:
    """It is a number, each of which can be tapped."""
    client = as_user(organizer)
    game = game_under(club, "family")
    url = keep(client, game, "forgot-notice", {"seat": "Ann"})
    page = Page(client.get(url)).text
    assert "Written on the sheet." in page
    assert "How many tiles do you draw if you forget to say so?" in page
    client.post(f"{url}keep/", {"rule": "notice_penalty=2"})
    assert club.rule_sheets.get().rules["notice_penalty"] == 2


def test_a_decision_goes_into_the_rules_that_the_game_was_started_with(
    club: Club, organizer: User, as_user: Signed
) -> None:
    client = as_user(organizer)
    game, url = settled_dispute(club, client)
    sheet = rule_sheet_create(club=club, author=ANN, name="Tuesday rules", rules=game.rules)
    Game.objects.filter(pk=game.pk).update(rule_sheet=sheet)
    client.post(f"{url}keep/", {"rule": "marker_off=optional"})
    sheet.refresh_from_db()
    assert sheet.rules["marker_off"] == "optional"
    assert club.rule_sheets.get() == sheet
    page = client.get(reverse("scoring:rule-sheet", args=[sheet.pk])).content.decode()
    assert reverse("scoring:dispute", args=[game.code, 1]) in page


@pytest.mark.parametrize("rule", ["", "marker_off=sometimes", "hand_size=11", "x", "\0"])
def test_a_rule_that_is_none_is_refused(
    club: Club, organizer: User, as_user: Signed, rule: str
) -> None:
    client = as_user(organizer)
    _game, url = settled_dispute(club, client)
    client.post(f"{url}keep/", {"rule": rule})
    assert "Choose a rule and what holds." in client.get(url).content.decode()
    assert not club.rule_sheets.exists()


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


def test_an_unknown_topic_or_dispute_is_not_there(club: Club, on_tablet: Client) -> None:
    game = make_game(club)
    for path in ("ask/nonsense/", "99/"):
        url = reverse("scoring:disputes", args=[game.code]) + path
        assert on_tablet.get(url).status_code == 404


@pytest.mark.parametrize("kind", [topic.kind for topic in TOPICS if topic.rules])
def test_what_the_rules_of_the_table_answer_takes_no_table(
    club: Club, on_tablet: Client, kind: str
) -> None:
    game = make_game(club)
    page = Page(on_tablet.get(reverse("scoring:dispute-ask", args=[game.code, kind])))
    assert str(BY_KIND[kind].title) in page.text
    assert "The rule" in page.text
    assert "Tap what you know." not in page.text


@pytest.mark.parametrize("kind", [topic.kind for topic in TOPICS if not topic.rules])
def test_every_topic_can_be_asked(club: Club, on_tablet: Client, kind: str) -> None:
    """Bare, with its parts, and then until there is an answer."""
    game = make_game(club)
    topics = Page(on_tablet.get(reverse("scoring:disputes", args=[game.code])))
    assert str(BY_KIND[kind].title) in topics.text
    url = reverse("scoring:dispute-ask", args=[game.code, kind])
    assert on_tablet.get(url).status_code == 200
    fields = {"seat": "Bob", "tile": "7-3", "tiles": "12-4 4-2", "train": "Bob"}
    fields["noticed"] = "turn_later"
    for _question in range(30):
        page = on_tablet.get(desk_url(game, kind, fields)).content.decode()
        if 'class="answer"' in page:
            break
        fields[page.split('data-next="')[1].split('"')[0]] = "unknown"
    assert 'class="answer"' in page
    assert game.disputes.count() == 0


def _row_of(page: str, question: str) -> str:
    row = page.split(f"{question}</th>")[1].split("</tr>", maxsplit=1)[0]
    return Page(HttpResponse(row)).text


def test_where_the_rules_say_nothing_no_clause_is_shown(club: Club, on_tablet: Client) -> None:
    game = game_under(club, "family")
    page = Page(on_tablet.get(desk_url(game, "leaves", {"seat": "Bob"})))
    assert "The rules say nothing" in page.text
    assert "FAM-" not in page.text
    keep(on_tablet, game, "leaves", {"seat": "Bob"})
    assert "FAM-" not in Page(on_tablet.get(reverse("scoring:sheet", args=[game.code]))).text


def test_the_rule_card_tells_house_rules_from_the_text(club: Club, on_tablet: Client) -> None:
    rules = {"base": "family", "fill": "defaults", "double_blank_value": 25}
    game = make_game(club, rules=rules)
    page = on_tablet.get(reverse("scoring:rule-card", args=[game.code])).content.decode()
    assert "FAM-33" in page
    assert _row_of(page, "How much does the double blank count?") == "25 points Our rule"
    assert _row_of(page, "How many Mexican Trains are there?") == "1 Mexican Train Usual"
    # No clause of this text speaks of it; the nearest says who wins.
    row = _row_of(page, "What happens to the tiles of a player who leaves?")
    assert row == "These rules don’t say"
    assert Client().get(reverse("scoring:rule-card", args=[game.code])).status_code == 404


def test_where_no_double_binds_the_rule_card_says_of_none_that_it_must_be_covered(
    club: Club, on_tablet: Client
) -> None:
    game = game_under(club, "hub")
    text = Page(on_tablet.get(reverse("scoring:rule-card", args=[game.code]))).text
    assert "Must an uncovered double be covered before anything else is played? No" in text
    assert "Must you cover an open double?" not in text
    assert "Which is covered first?" not in text


def test_the_published_rule_sets_stand_side_by_side_for_everybody(db: None) -> None:
    page = Client().get(reverse("scoring:rule-sets")).content.decode()
    for title in ("Family rules", "Isles of Capri rules", "German rules at pagat.com"):
        assert title in page
    assert "These rules don’t say" in page


def test_a_page_of_disputes_costs_a_bounded_number_of_queries(
    club: Club, on_tablet: Client, django_assert_max_num_queries: Any
) -> None:
    game = game_under(club, "hub")
    for _round in range(4):
        play(game, 0, 12, 8, 4)
        keep(on_tablet, game, "unmark", MARKER_OFF)
    with django_assert_max_num_queries(12):
        on_tablet.get(reverse("scoring:sheet", args=[game.code]))
    with django_assert_max_num_queries(11):  # one for the clock of a tournament's table
        on_tablet.get(reverse("scoring:disputes", args=[game.code]))
    assert ClubFactory().precedents.count() == 0
