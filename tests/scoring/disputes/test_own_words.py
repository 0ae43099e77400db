"""The desk's text box in each language of the site: what it says of itself, and what it reads."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, parse_qsl

import pytest
from django.conf import settings
from django.utils.translation import gettext, override

from engine.parsing.grammar import ENGLISH, grammar_for
from scoring import referee
from scoring.disputes.desk import Scene
from scoring.disputes.fields import Fields, with_quick
from scoring.disputes.screen import readings_of, screen_of
from scoring.disputes.table import draw_table
from scoring.disputes.topics import BY_KIND, TOPICS, Topic
from tests.engine.parsing.test_parsing import sentences

HERE = Path(__file__).parent
EXAMPLE = "Such as: can I play on Bob's train if he has no marker"
ASKED = EXAMPLE.partition(": ")[2]
CODES = [code for code, _name in settings.LANGUAGES]
ELSEWHERE = [code for code in CODES if grammar_for(code) != ENGLISH]


def asked_lines() -> list[dict[str, str]]:
    """Sentences with the question of the desk that each comes to; "" where it is none."""
    return [json.loads(line) for line in (HERE / "asked.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("code", CODES)
def test_the_example_below_the_box_is_understood(code: str) -> None:
    with override(code):
        example = gettext(EXAMPLE)
        first = referee.parse(example.partition(":")[2].strip(), ["Ann", "Bob"])[0]
    assert (first["kind"], first["slots"]) == ("may_play", {"train": "Bob"})
    # A language that is not understood asks for English, and says so before the example.
    assert (ASKED in example) == (code not in ELSEWHERE)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("fr", "Combien de dominos pour 6 joueurs ?"),
        ("fr", "Bob a joué un double et ne peut pas le couvrir, que doit-il faire ?"),
        ("nl", "Mag ik op de trein van Bob leggen als hij geen marker heeft?"),
        ("nl", "Bob is zijn marker vergeten"),
        ("nl", "Wie begint de Mexican Train?"),
        ("nb", "Kan jeg legge på toget til Bob hvis han ikke har markør?"),
        ("nb", "Hvem begynner Mexican Train"),
    ],
)
def test_a_language_that_is_not_understood_is_not_guessed_at(code: str, text: str) -> None:
    """The line below the box asks for English there."""
    with override(code):
        assert readings_of(text, ["Ann", "Bob", "Cal", "Dee"]) == []
        assert readings_of("can i play on bobs trian he got no markr", ["Ann", "Bob"])


STATED = [
    ("de", "Bob hat gezogen und der Stein passt nicht. Was nun?", "act",
     "Bob kann nicht legen."),
    ("de", "Bob hat seinen Marker stehen lassen, nachdem er an seinen Zug gelegt hat",
     "marker-left-on", ""),
    ("de", "Wir haben vergessen, Bobs Marker wegzunehmen", "marker-left-on", ""),
    ("de", "Bob hat seinen Marker gesetzt, obwohl er legen konnte", "marked-in-error", ""),
    ("de", "Ann darf den Marker setzen, obwohl sie legen könnte?", "mark", ""),
    ("de", "Die Runde ist blockiert", "over", "Niemand kann legen."),
    ("de", "Der Talon ist leer und niemand kann legen, wer gewinnt?", "over",
     "Der Talon ist leer."),
    ("de", "Wie viele Punkte zählt der Doppelblank?", "double-blank", ""),
    ("de", "Was ist die Doppelnull wert?", "double-blank", ""),
    ("de", "Mein letzter Stein war ein Pasch", "out-on-double", ""),
    ("de", "Bobs letzter Stein war ein Pasch", "over", "Bob hat den letzten Stein gelegt."),
    ("de", "Er hat einen Pasch gelegt, hatte nichts zum Abdecken, hat gezogen, und der Stein passt "
     "nicht", "act", "Der Stein passt nicht."),
    ("de", "Wie viele Steine ziehe ich, wenn ich nicht legen kann", "draw-count", ""),
    ("es", "Bob robó y la ficha no le sirve. ¿Qué hace?", "act", "Bob no puede jugar."),
    ("es", "Bob dejó su marcador puesto después de jugar en su tren", "marker-left-on", ""),
    ("es", "Nos olvidamos de quitar el marcador de Bob", "marker-left-on", ""),
    ("es", "Bob puso su marcador aunque podía jugar", "marked-in-error", ""),
    ("es", "la ronda está bloqueada", "over", "Nadie puede jugar."),
    ("es", "nadie puede jugar y no quedan fichas", "over", "El pozo está vacío."),
    ("es", "¿Cuántos puntos vale el doble blanco?", "double-blank", ""),
    ("es", "cuanto vale el doble cero", "double-blank", ""),
    ("es", "Mi última ficha era un doble", "out-on-double", ""),
    ("es", "La última ficha de Bob fue un doble", "over", "Bob ha jugado la última ficha."),
    ("es", "Puso un doble, no tenía con qué cubrirlo, robó y la ficha no le sirve", "act",
     "La ficha no encaja."),
    ("es", "¿Cuántas fichas robo si no puedo jugar?", "draw-count", ""),
    ("de", "Bob hat einen Pasch gezogen, darf er ihn legen und noch einmal ziehen?", "draw",
     "Bob hat in diesem Spielzug einen Stein gezogen und gelegt."),
    ("de", "Zwei Pasche sind offen, welcher zuerst?", "closing-order", ""),
    ("de", "Ann hat noch zwei Steine, muss sie etwas sagen?", "announce", "Ann hat 2 Steine."),
    ("de", "Darf ich zwei Steine ziehen?", "draw-count", ""),
    ("es", "Bob robó un doble, ¿puede jugarlo y robar otra vez?", "draw",
     "Bob robó una ficha en este turno y la jugó."),
    ("es", "Hay dos dobles abiertos, ¿cuál va primero?", "closing-order", ""),
    ("es", "A Ann le quedan dos fichas, ¿tiene que decir algo?", "announce", "Ann tiene 2 fichas."),
    ("es", "¿Puedo robar dos fichas?", "draw-count", ""),
    ("de", "Muss ich den Stein legen, den ich gerade gezogen habe?", "drawn-tile", ""),
    ("de", "Darf ich den gezogenen Stein behalten?", "drawn-tile", ""),
    ("de", "Ich kann nicht legen und der Talon ist leer", "empty-boneyard", ""),
    ("de", "Darf ich meinen Pasch mit einem anderen Pasch abdecken?", "double-on-double", ""),
    ("de", "Ich habe zwei Pasche gelegt und kann keinen abdecken", "doubles-left", ""),
    ("de", "Wir haben Dee übersprungen", "skipped", ""),
    ("de", "Gewinnt die höchste oder die niedrigste Punktzahl?", "who-wins", ""),
    ("de", "Ann ist raus, hat aber vergessen zu klopfen", "out-without-notice", ""),
    ("de", "Ich habe einen Stein gezogen und er passt", "act", "Der Stein passt."),
    ("de", "Kostet ein Marker am Ende etwas?", "marker-points", ""),
    ("de", "An Cals Zug ist ein offener Pasch und kein Marker, darf ich an meinen eigenen Zug "
     "legen?", "lay", "Am Zug von Cal steht kein Marker."),
    ("es", "¿El marcador cuenta puntos?", "marker-points", ""),
    ("es", "¿Tengo que jugar la ficha que acabo de robar?", "drawn-tile", ""),
    ("es", "No puedo jugar y no quedan fichas para robar", "empty-boneyard", ""),
    ("es", "¿Puedo cubrir mi doble con otro doble?", "double-on-double", ""),
    ("es", "Bob puso dos dobles y no tiene con qué cubrirlos", "doubles-left", ""),
    ("es", "Nos saltamos a Dee", "skipped", ""),
    ("es", "¿Gana el más alto o el más bajo?", "who-wins", ""),
    ("es", "Ann se quedó sin fichas y no avisó", "out-without-notice", ""),
    ("es", "Robé una ficha y encaja", "act", "La ficha encaja."),
]  # fmt: skip


def test_two_doubles_are_not_taken_for_two_tiles_left() -> None:
    for code, text in (
        ("de", "Bob hat zwei Pasche gelegt, muss er ziehen?"),
        ("es", "Bob tiene dos dobles, ¿puede jugarlos?"),
    ):
        with override(code):
            readings = readings_of(text, ["Ann", "Bob", "Cal", "Dee"])
        assert not any(" 2 " in fact for reading in readings for fact in reading.facts)


@pytest.mark.parametrize(("code", "text", "kind", "fact"), STATED)
def test_german_and_spanish_come_to_the_same_questions(
    code: str, text: str, kind: str, fact: str
) -> None:
    with override(code):
        reading = readings_of(text, ["Ann", "Bob", "Cal", "Dee"])[0]
    assert reading.kind == kind
    assert not fact or fact in reading.facts


@pytest.mark.parametrize(
    ("code", "text", "noticed"),
    [
        ("de", "Bob hat außer der Reihe gelegt und Cal hat schon weitergespielt", "turn_later"),
        ("de", "Bob hat außer der Reihe gelegt, seitdem hat niemand gelegt", "at_once"),
        ("es", "Bob jugó fuera de turno y Cal ya jugó después", "turn_later"),
        ("es", "Bob jugó fuera de turno y nadie ha jugado desde entonces", "at_once"),
    ],
)
def test_who_has_played_since_is_heard_in_german_and_spanish(
    code: str, text: str, noticed: str
) -> None:
    with override(code):
        reading = readings_of(text, ["Ann", "Bob", "Cal", "Dee"])[0]
    assert parse_qs(reading.query) == {"seat": ["Bob"], "noticed": [noticed]}


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("de", "Mit welcher Zahl beginnt der Mexican Train?"),
        ("es", "¿Con qué número empieza el tren mexicano?"),
    ],
)
def test_the_mexican_trains_number_is_answered_in_german_and_spanish(code: str, text: str) -> None:
    with override(code):
        reading = readings_of(text, ["Ann", "Bob"])[0]
        screen = screen_of(SCENE, BY_KIND[reading.kind], parse_qs(reading.query))
    assert "9" in screen.rule


@pytest.mark.parametrize("code", ELSEWHERE)
def test_the_questions_to_tap_are_understood_when_they_are_typed(code: str) -> None:
    with override(code):
        topics = [topic for topic in TOPICS if topic.parsed]
        found = [
            topic.kind in [reading.kind for reading in readings_of(str(topic.title), ["Ann"])]
            for topic in topics
        ]
    assert sum(found) >= 0.9 * len(topics)


@pytest.mark.parametrize("line", sentences("noisy_table"), ids=lambda line: line["text"])
def test_what_is_typed_at_a_noisy_table_comes_to_its_question(line: dict[str, Any]) -> None:
    assert readings_of(line["text"], line["seats"])[0].kind == line["expect"]["topic"]


@pytest.mark.parametrize("line", asked_lines(), ids=lambda line: line["text"])
def test_what_people_type_first_comes_to_its_question(line: dict[str, str]) -> None:
    """Whether a question says "can" or "cannot", that a tile is left or that nobody said so."""
    with override(line["language"]):
        readings = readings_of(line["text"], ["Ann", "Bob", "Cal", "Dee"])
    assert (readings[0].kind if readings else "") == line["topic"]


ENGLISH_SEATS = ["Ann", "Dora", "Ed", "Olive", "Wilma"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Olive passed but Ann says she could have played", "passed-in-error"),
        ("Olive drew but Ann says she could have played", "drew-in-error"),
        ("Ann counted 12 but Dora says she has 21 left", "wrong-total"),
        ("Dora put a tile on Ed's train but he took his marker off before", "misplay"),
        ("Ann says she may put her marker on even though she could play", "mark"),
        ("Ed drew a tile that fits, can he lay it straight away", "act"),
        (
            "Olive put her marker out though she could have played. Is she allowed?",
            "marked-in-error",
        ),
        (
            "Ed took his marker off, but he played on the Mexican train and not on his own. "
            "Must he put it back?",
            "unmark",
        ),
        (
            "I forgot to take my marker off after I played on my own train. "
            "Can the others still play on it?",
            "marker-left-on",
        ),
        ("We forgot to remove Olive's marker and Ed played there", "marker-left-on"),
        ("Olive left her marker on after she played on her own train", "marker-left-on"),
        ("Ed forgot to put his marker on", "forgot-marker"),
        ("The boneyard is empty and nobody can play any more. Who wins this round?", "over"),
        ("Olive is out, but Ed had one turn left", "over"),
        ("Olive is late", "late-arrival"),
        ("should we skip Olive", "next"),
    ],
)
def test_the_words_say_which_mistake_leads(text: str, kind: str) -> None:
    readings = [reading.kind for reading in readings_of(text, ENGLISH_SEATS)]
    assert readings[0] == kind
    if kind in ("misplay", "wrong-total"):
        assert not {"drew-in-error", "passed-in-error"} & set(readings)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I drew a tile and it fits, may I play it right away", "act"),
        ("may I keep the tile I drew although it fits", "stop"),
    ],
)
def test_a_drawn_tile_fits_whoever_turns_out_to_ask(text: str, kind: str) -> None:
    """Who asks has no name until it is tapped, and what fits is not asked again then."""
    reading = readings_of(text, ENGLISH_SEATS)[0]
    assert (reading.kind, reading.facts[-1]) == (kind, "The tile fits.")
    rules = {"base": "family", "fill": "defaults"}
    scene = Scene(rules, set=12, seats=tuple(ENGLISH_SEATS), round_number=2, starting_double=11)
    fields = {**parse_qs(reading.query), "seat": ["Ed"]}
    screen = screen_of(scene, BY_KIND[kind], fields)
    assert "Ed can play." in screen.sentences
    assert screen.desk
    assert screen.desk.ruling
    assert screen.desk.ruling.because == "Ed has a tile that can be played, and must play it."


@pytest.mark.parametrize(
    ("text", "strangers", "seat"),
    [
        ("Bob passed but Ann says he could have played", ["Bob"], ""),
        ("May Bob draw again?", ["Bob"], ""),
        ("can Ann play on Bob's train", ["Bob"], "Ann"),
        ("Anne passed but Ed says she could have played", [], "Ann"),
        ("Hope you can help: may Ann draw again?", [], "Ann"),
    ],
)
def test_who_does_not_play_here_is_said_and_replaced_by_nobody(
    text: str, strangers: list[str], seat: str
) -> None:
    reading = readings_of(text, ENGLISH_SEATS)[0]
    assert reading.strangers == tuple(f"{name} does not play at this table." for name in strangers)
    assert dict(parse_qsl(reading.query)).get("seat", "") == seat
    assert not (strangers and reading.is_sure)


def test_a_name_that_was_corrected_still_means_its_seat() -> None:
    former_names = {"Bo": "Ed"}
    reading = readings_of("may BO draw again on bo's train", ENGLISH_SEATS, former_names)[0]
    assert (dict(parse_qsl(reading.query))["seat"], reading.strangers) == ("Ed", ())
    assert readings_of("may Bob draw again", ENGLISH_SEATS, former_names)[0].strangers


SCENE = Scene({"base": "family", "fill": "defaults"}, 12, tuple(ENGLISH_SEATS), 4, 9)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        (
            "Olive played before it was her turn and Ed has played since. Do we put it back?",
            "seat=Olive&noticed=turn_later",
        ),
        ("Olive played out of turn, nobody has played since", "seat=Olive&noticed=at_once"),
        ("Ed forgot his marker. He played on.", "seat=Ed"),
    ],
)
def test_when_a_mistake_was_noticed_is_not_asked_again(text: str, query: str) -> None:
    assert readings_of(text, ENGLISH_SEATS)[0].query == query


@pytest.mark.parametrize(
    ("text", "kind", "rule"),
    [
        ("How many points does the double blank count", "double-blank", "50 points."),
        ("what is the double blank worth", "double-blank", "50 points."),
        ("how much is the double zero", "double-blank", "50 points."),
        ("how many tiles for 6 people", "hand-size", "6 players 12"),
        ("how many do I draw when I can't play", "draw-count", "1 tile."),
        ("My last tile was a double", "out-on-double", "Yes, the round ends."),
        ("I went out, is the round over", "going-out", "Yes, at once."),
        ("which double is next", "next-double", "The next lower one."),
        (
            "all the nines are gone and there is a double nine open",
            "impossible-double",
            "Yes, play goes on.",
        ),
        ("what if the boneyard runs out", "empty-boneyard", "You pass and put your marker on."),
        (
            "after my double can I play on another train",
            "after-double",
            "On any train open to you.",
        ),
        ("what does the winner get", "points", "0 points."),
        ("who can start the mexican train", "mexican-train", "On any turn."),
        ("time is up do we finish the round", "time-limit", "No limit."),
        ("does the marker count points", "marker-points", "Nothing."),
        ("do we play with open tiles", "open-hands", "Yes, anyone may lay them face up."),
        ("does the round stop at once when somebody goes out", "going-out", "Yes, at once."),
        ("somebody went out, do I get my last turn", "going-out", "Yes, at once."),
        ("do I have to play the tile I just drew", "drawn-tile", "Yes, at once."),
        ("may Ed keep the tile he drew", "drawn-tile", "Yes, at once."),
        ("do we have to play what we draw", "drawn-tile", "Yes, at once."),
        (
            "I have no match and the boneyard is empty",
            "empty-boneyard",
            "You pass and put your marker on.",
        ),
        ("Ed drew a double, must he play it", "drawn-tile", "Yes, at once."),
        ("is playing the drawn tile optional", "drawn-tile", "Yes, at once."),
        ("can I cover my double with another double", "double-on-double", "No. Touching ends"),
        ("does a double count as cover for a double", "double-on-double", "No. Touching ends"),
        ("may I put a double on a double", "double-on-double", "No. Touching ends"),
        ("we skipped Dora", "skipped", "It goes back if the next player has not played yet."),
        ("you skipped me", "skipped", "Anyone else who played instead played out of turn."),
        ("we jumped over Dora", "skipped", "Anyone else who played instead played out of turn."),
        ("do we want low scores", "who-wins", "The lowest total wins."),
        ("I missed my turn", "skipped", "Anyone else who played instead played out of turn."),
        ("may I see your tiles", "look-at-hand", "Only at tiles that lie face up."),
        ("who won this round", "who-wins-round", "Whoever plays the last tile."),
        ("must I play if I can", "must-play-if-able", "Yes, you must play."),
        ("highest or lowest wins", "who-wins", "The lowest total wins."),
        ("is the lowest total the winner", "who-wins", "The lowest total wins."),
        (
            "I went out but forgot to knock",
            "out-without-notice",
            "Does the round end when somebody plays the last tile? Yes, at once.",
        ),
        (
            "played two doubles got nothing left to cover",
            "doubles-left",
            "Must you draw if nothing fits after your own double? You must draw.",
        ),
    ],
)
def test_the_rules_of_the_table_answer_at_once(text: str, kind: str, rule: str) -> None:
    reading = readings_of(text, ENGLISH_SEATS)[0]
    assert (reading.kind, reading.query) == (kind, "")
    screen = screen_of(SCENE, BY_KIND[kind], {})
    assert rule in " ".join((screen.rule, *screen.other_rules))
    assert screen.clauses
    assert (screen.missing, screen.question, screen.asked) == ("", None, None)


@pytest.mark.parametrize(
    ("rules", "answer", "clauses"),
    [
        ("family", "Only at tiles that lie face up.", ["FAM-09"]),
        ("roundhouse", "No, other players’ tiles are hidden from you.", ["RND-06"]),
        ("senior", "May a player’s tiles lie face up? These rules don’t say.", []),
    ],
)
def test_an_answer_is_what_the_rules_of_the_table_say(
    rules: str, answer: str, clauses: list[str]
) -> None:
    screen = screen_of(replace(SCENE, rules={"base": rules}), BY_KIND["look-at-hand"], {})
    assert (screen.rule, [clause.id for clause in screen.clauses]) == (answer, clauses)


@pytest.mark.parametrize(
    "topic",
    [topic for topic in TOPICS if topic.rules and topic.answer is None],
    ids=lambda t: t.kind,
)
def test_a_question_that_rules_answer_is_that_of_the_first(topic: Topic) -> None:
    assert str(topic.title) == referee.parameter_sentence(topic.rules[0])


@pytest.mark.parametrize(
    ("house", "answer"), [({}, "yes"), ({"out_on_double": False}, "no")], ids=["ends", "must cover"]
)
def test_a_double_as_the_last_tile_is_judged_as_one(house: dict[str, bool], answer: str) -> None:
    reading = readings_of("Ed's last tile was a double", ENGLISH_SEATS)[0]
    scene = replace(SCENE, rules={**SCENE.rules, **house})
    fields = with_quick(parse_qs(reading.query))
    desk = screen_of(scene, BY_KIND[reading.kind], fields).desk
    assert desk is not None
    assert desk.ruling is not None
    assert (reading.kind, desk.ruling.verdict) == ("over", answer)


@pytest.mark.parametrize(
    ("text", "tapped", "told"),
    [
        ("can I play on his train if he has no marker", {"seat": "Ann", "train": "Ed"},
         "No marker is on Ed's train."),
        ("I can't play, what now", {"seat": "Ann"}, "Ann cannot play."),
        ("must I say so when I have one tile left", {"seat": "Ann"}, "Ann has one tile."),
    ],
)  # fmt: skip
def test_what_is_told_without_a_name_is_told_of_whom_is_tapped(
    text: str, tapped: dict[str, str], told: str
) -> None:
    reading = readings_of(text, ENGLISH_SEATS)[0]
    fields = with_quick({**parse_qs(reading.query), **{k: [v] for k, v in tapped.items()}})
    screen = screen_of(SCENE, BY_KIND[reading.kind], fields)
    assert told in screen.sentences
    table = draw_table(SCENE, with_quick(parse_qs(reading.query)), [0] * 5)
    assert table.more, "it stays in the form until somebody is tapped"


def test_where_nobody_can_play_and_nothing_is_left_the_blocked_round_is_the_answer() -> None:
    text = "nobody can go and no more tiles to draw, what happens next"
    reading = readings_of(text, ENGLISH_SEATS)[0]
    assert reading.kind == "over"
    desk = screen_of(SCENE, BY_KIND["over"], parse_qs(reading.query)).desk
    assert desk is not None
    assert desk.clauses[0].id == "FAM-25"


def test_in_a_blocked_round_nobody_is_asked_who_went_out() -> None:
    reading = readings_of("the round is blocked, is it over", ENGLISH_SEATS)[0]
    scene = replace(SCENE, rules={"base": "roundhouse", "fill": "defaults"})
    fields: Fields = parse_qs(reading.query)
    paths = []
    for value in ("boneyard=0", "turn.passes=5"):
        question = screen_of(scene, BY_KIND["over"], fields).question
        assert question is not None
        paths.append(question.path)
        fields = with_quick({**fields, "quick": [value]})
    assert paths == ["boneyard", "turn.passes"]
    assert screen_of(scene, BY_KIND["over"], fields).is_settled


def test_what_was_drawn_in_vain_is_not_asked_again() -> None:
    text = "I played a double and cannot cover it. I drew a tile and that doesn't fit either."
    reading = readings_of(f"{text} What now?", ENGLISH_SEATS)[0]
    assert "The tile does not fit." in reading.facts
    fields = {**{name: [value] for name, value in parse_qsl(reading.query)}, "seat": ["Ann"]}
    screen = screen_of(SCENE, BY_KIND[reading.kind], fields)
    assert screen.asked is not None
    assert screen.asked.facts["can_play.Ann"] is False
    assert screen.question is None or not screen.question.path.startswith("can_play")


@pytest.mark.parametrize(
    ("facts", "begins"),
    [
        ({}, True),
        ({"trains.mexican.tail": ["none"]}, True),
        ({"trains.mexican.tail": ["4"]}, False),
    ],
)
def test_an_empty_mexican_train_begins_with_the_number_of_the_hub(
    facts: dict[str, list[str]], begins: bool
) -> None:
    reading = readings_of("Can I start the Mexican train with any tile I like?", ENGLISH_SEATS)[0]
    fields = {name: [value] for name, value in parse_qsl(reading.query)}
    screen = screen_of(SCENE, BY_KIND[reading.kind], fields)
    assert "must have the number 9, as the starting double has." in screen.rule
    known = {"seat": ["Ann"], "uncovered": ["none"], "turn.kind": ["normal"], **facts}
    desk = screen_of(SCENE, BY_KIND[reading.kind], fields | known).desk
    assert desk is not None
    assert desk.ruling is not None
    assert ("begins with the number 9" in desk.ruling.because) == begins


@pytest.mark.parametrize(
    ("text", "title", "verdict"),
    [
        ("Bob played a double, drew a tile and still cannot cover it. Who has to cover it now?",
         "Must Cal cover the double?", "yes"),
        ("Bob played a double, drew and cannot cover it. Must Bob cover it?",
         "Must Bob cover the double?", "no"),
    ],
)  # fmt: skip
def test_who_drew_in_vain_leaves_the_double_to_the_next_player(
    text: str, title: str, verdict: str
) -> None:
    scene = replace(SCENE, seats=("Ann", "Bob", "Cal", "Dee"))
    reading = readings_of(text, scene.seats)[0]
    desk = screen_of(scene, BY_KIND[reading.kind], parse_qs(reading.query)).desk
    assert desk
    assert desk.ruling
    assert (desk.title, desk.ruling.verdict) == (title, verdict)
    assert "Bob has not played this turn." not in desk.supposed
