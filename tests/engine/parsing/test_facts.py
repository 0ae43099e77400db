"""What a sentence says of the table while it asks."""

from typing import Any

import pytest

from engine.parsing import parse
from engine.parsing.grammar import GrammarError, more_templates, read_grammar
from tests.engine.parsing.test_parsing import sentences

SEATS = ["Ann", "Bob", "Cal", "Dee"]
A_DOUBLE = {"turn.laid": [{"double": True}]}

STATED: list[tuple[str, dict[str, Any]]] = [
    ("can I play on Bob's train if he has no marker", {"trains.Bob.marked": False}),
    ("can Bob play on Ann's train, there's no marker on it", {"trains.Ann.marked": False}),
    (
        "Bob played a tile on Ann's train, which had no marker. Was this allowed?",
        {"trains.Ann.marked": False},
    ),
    ("Bob played on Ann's train, which was marked. Was that ok?", {"trains.Ann.marked": True}),
    ("Cal's marker is up. May Bob play there?", {"trains.Cal.marked": True}),
    ("Dee took her marker off, may I play on her train", {"trains.Dee.marked": False}),
    (
        "open double on Cal's train without marker. May I play on my own train instead",
        {"uncovered": [{"train": "Cal"}], "trains.Cal.marked": False},
    ),
    (
        "nobody covered Cal's double and there's no marker, may Bob play on his own train",
        {"trains.Cal.marked": False},
    ),
    (
        "Cal's train has an open double and no marker, can I play on my own train",
        {"uncovered": [{"train": "Cal"}], "trains.Cal.marked": False},
    ),
    (
        "There is no marker on Cal's train, may Bob put a tile on Ann's train",
        {"trains.Cal.marked": False},
    ),
    ("ann left her double open, can bob play on his own train", {"uncovered": [{"train": "Ann"}]}),
    (
        "With the double two still open on Dee's train can Cal play on the Mexican train",
        {"uncovered": [{"train": "Dee", "double": 2}]},
    ),
    (
        "Ann's double and Bob's double are open, may Cal play on Bob's train",
        {"uncovered": [{"train": "Ann"}, {"train": "Bob"}]},
    ),
    (
        "Ann left a double uncovered on the Mexican Train, must Bob cover it?",
        {"uncovered": [{"train": "mexican"}]},
    ),
    (
        "must Bob cover the double that Ann left uncovered on the Mexican Train",
        {"uncovered": [{"train": "mexican"}]},
    ),
    (
        "Ann left a double uncovered and drew a tile, what happens now",
        {"uncovered": [{"train": "Ann"}], "turn.drawn": "some"},
    ),
    ("all doubles are covered, may Ann play on the Mexican Train", {"uncovered": []}),
    ("Bob's train ends in a seven, can I play a 7-3 there", {"trains.Bob.tail": 7}),
    (
        "everybody is stuck and there are no tiles left, is the round finished",
        {"can_play": False, "boneyard": 0},
    ),
    ("nobody can play but there are tiles in the boneyard, is it over",
     {"can_play": False, "boneyard": "some"}),
    ("everybody has passed, is the round over", {"turn.passes": 4}),
    ("nobody has passed yet. is the round over", {"turn.passes": 0}),
    (
        "the boneyard is empty and Bob can't play, does he put his marker on?",
        {"boneyard": 0, "can_play.Bob": False},
    ),
    ("it's my first turn, can I play on the Mexican train", {"turn.kind": "first_turn"}),
    ("Bob has not played yet, may he draw", {"turn.laid": []}),
    (
        "Ann played 7-3 on her own train, does her marker come off",
        {"turn.laid": [{"tile": "7-3", "train": "Ann"}]},
    ),
    (
        "Cal went on the Mexican train so does he have to put his marker on",
        {"turn.laid": [{"double": False, "train": "mexican"}]},
    ),
    ("Ann played a double, what must she do now", {"turn.laid": [{"double": True}]}),
    (
        "Ann played a double and has no tile for it, what must she do",
        {"turn.laid": [{"double": True}], "can_play.Ann": False},
    ),
    (
        "Ann laid a double and could not cover it, now what must I do",
        {"uncovered": [{"train": "Ann"}]},
    ),
    ("Bob's own double is not covered yet. May Ann play on her own train?",
     {"uncovered": [{"train": "Bob"}]}),
    ("I drew and still can't play, what now", {"turn.drawn": "some"}),
    ("Ann drew 6-4 and can't play it, must she mark", {"turn.drawn": "6-4"}),
    (
        "Bob had nothing to play, drew a tile and it fits. Does he have to wait to lay it?",
        {"turn.drawn": "some", "turn.laid": [], "can_play.Bob": True},
    ),
    (
        "Ann drew a tile that can be played. May she keep it?",
        {"turn.drawn": "some", "turn.laid": [], "can_play.Ann": True},
    ),
    ("I drew one that fits, must I play it?", {"turn.drawn": "some", "turn.laid": []}),
    ("Bob has one tile left, must he say it", {"hand_counts.Bob": 1}),
    ("Bob did not draw, may he stop", {"turn.drawn": "none"}),
    ("Bob's last tile was a double", {"out": "Bob", "turn.laid": [{"double": True}]}),
    ("My last tile was a double", {"out": "{seat}", "turn.laid": [{"double": True}]}),
    ("I played my last tile and it was a double",
     {"out": "{seat}", "turn.laid": [{"double": True}]}),
    (
        "He played a double, had nothing to cover it, drew, and the tile does not fit",
        {"can_play.{seat}": False, "turn.laid": [{"double": True}], "turn.drawn": "some"},
    ),
    (
        "Bob played a double and could not cover it. He drew and it doesn't fit. Must he mark?",
        {"can_play.Bob": False, "turn.laid": [{"double": True}], "turn.drawn": "some"},
    ),
    ("I drew a double and played it, what now", {"turn.drawn": "played", **A_DOUBLE}),
    ("may I just mark even if I could play", {"can_play.{seat}": True}),
    ("can I play on his train if he has no marker", {"trains.{train}.marked": False}),
    ("I can't play, what now", {"can_play.{seat}": False}),
    ("I have one tile left and he says I must tell", {"hand_counts.{seat}": 1}),
    ("the boneyard is empty and nobody can play any more", {"boneyard": 0, "can_play": False}),
    ("Cal went out, is the round over", {"out": "Cal"}),
    ("Cal has no tiles left", {"out": "Cal"}),
    ("we are out of tiles, is the round over", {"boneyard": 0}),
]  # fmt: skip

DREW_FITTING = {"turn.drawn": "some", "turn.laid": [], "can_play.Bob": True}
DREW_IN_VAIN = {"turn.drawn": "some", "can_play.Bob": False}

STATED_ELSEWHERE: list[tuple[str, str, dict[str, Any]]] = [
    ("de", "Bob konnte nicht legen, hat gezogen und der Stein passt. Muss er warten?",
     DREW_FITTING),
    ("de", "Bob zog einen Stein, der passt. Darf er ihn gleich legen?", DREW_FITTING),
    ("de", "Bob hat gezogen und kann den Stein anlegen. Muss er das?", DREW_FITTING),
    ("de", "Bob hat gezogen und passt. Muss er markieren?", {"turn.drawn": "some"}),
    ("de", "Bob hat gezogen und er passt nicht. Was nun?", DREW_IN_VAIN),
    ("de", "Bob hat einen Stein gezogen, der nicht passt. Muss er markieren?", DREW_IN_VAIN),
    ("de", "Bob hat gezogen, und wenn der Stein nicht passt, was dann", {"turn.drawn": "some"}),
    ("de", "Niemand kann mehr legen und der Talon ist leer", {"can_play": False, "boneyard": 0}),
    ("de", "Die Runde ist blockiert", {"can_play": False}),
    ("de", "Mein letzter Stein war ein Pasch", {"out": "{seat}", **A_DOUBLE}),
    ("de", "Bobs letzter Stein war ein Pasch", {"out": "Bob", **A_DOUBLE}),
    ("de", "Bob ist fertig, wer ist dran", {}),
    ("de", "Bob hat keine Steine mehr, ist Schluss?", {"out": "Bob"}),
    ("de", "talon leer und ich kann nicht was jetzt",
     {"boneyard": 0, "can_play.{seat}": False}),
    ("de", "alle stecken fest", {"can_play": False}),
    ("de", "Er hat einen Pasch gelegt, hatte nichts zum Abdecken, hat gezogen, und der Stein passt "
     "nicht", {"can_play.{seat}": False, **A_DOUBLE, "turn.drawn": "some"}),
    ("de", "Bob hat einen Pasch gelegt, konnte ihn nicht abdecken, hat gezogen und der Stein passt "
     "nicht", {"can_play.Bob": False, **A_DOUBLE, "turn.drawn": "some"}),
    ("de", "Darf ich auf Bobs Zug anlegen, wenn er keinen Marker hat?",
     {"trains.Bob.marked": False}),
    ("de", "Ich weiß nicht ob Bob einen Marker hat, darf ich auf seinem Zug anlegen", {}),
    ("de", "Hat Bob einen Marker?", {}),
    ("es", "Bob robó una ficha y le sirve. ¿Tiene que esperar?", DREW_FITTING),
    ("es", "Bob robó una ficha y la puede poner. ¿Debe ponerla?", DREW_FITTING),
    ("es", "Bob robó y no le sirve. ¿Tiene que marcar?", DREW_IN_VAIN),
    ("es", "Bob robó una ficha que no entra. ¿Tiene que marcar?", DREW_IN_VAIN),
    ("es", "Bob robó, si no le sirve ¿qué hace?", {"turn.drawn": "some"}),
    ("es", "Nadie puede jugar y el pozo está vacío", {"can_play": False, "boneyard": 0}),
    ("es", "la ronda está bloqueada", {"can_play": False}),
    ("es", "bob no tiene fichas se acabo", {"out": "Bob"}),
    ("es", "no hay pozo y no puedo que hago", {"boneyard": 0, "can_play.{seat}": False}),
    ("es", "Mi última ficha era un doble", {"out": "{seat}", **A_DOUBLE}),
    ("es", "La última ficha de Bob fue un doble", {"out": "Bob", **A_DOUBLE}),
    ("es", "Puso un doble, no tenía con qué cubrirlo, robó y la ficha no le sirve",
     {"turn.drawn": "some", "can_play.{seat}": False, **A_DOUBLE}),
    ("es", "Bob puso un doble, no pudo cubrirlo, robó y la ficha no le sirve",
     {"turn.drawn": "some", "can_play.Bob": False, **A_DOUBLE}),
    ("es", "¿Puedo jugar en el tren de Bob si no tiene marcador?", {"trains.Bob.marked": False}),
]  # fmt: skip

NEXT_PLAYER: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("english", "next player must cover the double that Bob left", {"seat": "Cal"},
     {"uncovered": [{"train": "Bob"}]}),
    ("english", "Dee laid the double six and can't cover it, does the next one have to",
     {"seat": "Ann", "double": "6-6"}, {"uncovered": [{"train": "Dee", "double": 6}]}),
    ("english", "must the player to Ann's left cover the double on Cal's train",
     {"seat": "Bob", "train": "Cal"}, {"uncovered": [{"train": "Cal"}]}),
    ("english", "If Ann can't cover the double does the player after me have to", {}, {}),
    ("english", "must Bob cover it or can the next player do that", {"seat": "Bob"}, {}),
    ("de", "Bob hat einen Pasch offen gelassen, muss der Nächste ihn abdecken", {"seat": "Cal"},
     {"uncovered": [{"train": "Bob"}]}),
    ("de", "Muss der Spieler nach Bob den Pasch abdecken", {"seat": "Cal"}, {}),
    ("es", "Bob dejó un doble abierto, ¿tiene que cubrirlo el siguiente jugador?",
     {"seat": "Cal"}, {"uncovered": [{"train": "Bob"}]}),
]  # fmt: skip

BOBS_DOUBLE = {"uncovered": [{"train": "Bob"}]}

# Who must cover a double: whoever plays next, where its player drew in vain; else everybody.
WHO_COVERS: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("english", "Bob played a double, drew a tile and still cannot cover it. Who has to cover it "
     "now?", {"seat": "Cal"}, BOBS_DOUBLE),
    ("english", "Bob drew a tile after his double and it did not fit, who must cover the double?",
     {"seat": "Cal"}, BOBS_DOUBLE),
    ("english", "Bob played a double, he drew and it doesn't go, whose job is the double now",
     {"seat": "Cal"}, BOBS_DOUBLE),
    ("english", "Cal played a double on Ann's train, drew, still can't cover, which player must "
     "cover it", {"seat": "Dee", "train": "Ann"}, {"uncovered": [{"train": "Ann"}]}),
    ("english", "Bob laid a double, could not cover it, who has to cover it", {}, BOBS_DOUBLE),
    ("english", "he drew and it doesn't go, whose job is the double now", {}, {}),
    ("de", "Bob hat einen Pasch gelegt, einen Stein gezogen und kann ihn immer noch nicht "
     "abdecken. Wer muss ihn jetzt abdecken?", {"seat": "Cal"}, BOBS_DOUBLE),
    ("de", "Bob hat nach seinem Pasch gezogen und der Stein passt nicht, wer muss den Pasch "
     "abdecken?", {"seat": "Cal"}, BOBS_DOUBLE),
    ("es", "Bob jugó un doble, robó una ficha y todavía no puede cubrirlo. ¿Quién tiene que "
     "cubrirlo ahora?", {"seat": "Cal"}, BOBS_DOUBLE),
    ("es", "Bob robó una ficha después de su doble y no le sirve, ¿quién debe cubrir el doble?",
     {"seat": "Cal"}, BOBS_DOUBLE),
]  # fmt: skip

# What is told of the turn in which a double was played, or of another one.
OF_WHICH_TURN: list[tuple[str, dict[str, Any]]] = [
    ("Bob played a double. Must he cover it?", A_DOUBLE),
    ("Bob laid the double six, drew and it doesn't fit. Must Bob cover it?",
     {**A_DOUBLE, "turn.drawn": "some", "can_play.Bob": False}),
    ("bob drew for his double and still nothing, does bob have to cover it",
     {**A_DOUBLE, "turn.drawn": "some", "can_play.Bob": False}),
    ("Bob laid a double and could not cover it. Now it is his turn again, must he cover it?",
     BOBS_DOUBLE),
]  # fmt: skip

NOT_STATED = [
    # Of two people without a name nobody knows who is asked about.
    "my marker is on, can he play on his train",
    "I can't play, may he draw",
    "may Bob draw a tile that fits",
    "I don't know if Bob has a marker, can Ann play 7-3 on Bob's train",
    "we can't remember if the boneyard is empty, must Bob draw",
    "we are not sure whether Bob's train is marked, can Ann play on it",
    "nobody can say if Bob has a marker. may Ann play on his train",
    "unless Bob has a marker can Ann play on his train",
    "Bob had a marker but took it off, may Ann play 7-3 on his train",
    "is Bob's marker on? can I play there",
    "does Bob have his marker on",
    "does Bob have to put his marker on",
    "does Bob's marker come off",
    "is there an open double on Ann's train, can Bob play on his own",
    "is it my first turn, can I play on the Mexican Train",
    "has everybody passed, is the round over",
    # Of another player's turn, of nobody at this table, of the asker, of one double of two.
    "Cal drew 6-4, may Ann play on Bob's train",
    "my marker is on, can Ann play on Bob's train",
    "There are two open doubles, one is on Ann's train: uncovered double on Ann's train. May I?",
]


@pytest.mark.parametrize(("text", "facts"), STATED, ids=[text for text, _facts in STATED])
def test_what_is_stated_is_a_fact(text: str, facts: dict[str, Any]) -> None:
    assert parse(text, SEATS)[0]["facts"] == facts


@pytest.mark.parametrize("line", sentences("noisy_table"), ids=lambda line: line["text"])
def test_what_is_typed_at_a_noisy_table_is_stated(line: dict[str, Any]) -> None:
    best, expected = parse(line["text"], line["seats"])[0], line["expect"]
    assert best["facts"] == expected.get("facts", {})
    for name in ("remedy", "noticed", "fits"):
        assert best.get(name) == expected.get(name)


@pytest.mark.parametrize(("language", "text", "facts"), STATED_ELSEWHERE)
def test_other_languages_state_it_too(language: str, text: str, facts: dict[str, Any]) -> None:
    assert parse(text, SEATS, language)[0]["facts"] == facts


@pytest.mark.parametrize(("language", "text", "slots", "facts"), [*NEXT_PLAYER, *WHO_COVERS])
def test_the_next_player_is_who_sits_after_whom_it_is_about(
    language: str, text: str, slots: dict[str, Any], facts: dict[str, Any]
) -> None:
    candidate = parse(text, SEATS, language)[0]
    assert (candidate["slots"], candidate["facts"]) == (slots, facts)


@pytest.mark.parametrize(
    "text",
    [
        "Ann drew, and if it fits may she play it?",
        "Ann drew a tile, it fits and she played it. What now?",
    ],
)
def test_a_tile_that_fits_perhaps_or_is_played_already_is_no_play_to_come(text: str) -> None:
    assert parse(text, SEATS)[0]["facts"] == {"turn.drawn": "some"}


@pytest.mark.parametrize(("text", "facts"), OF_WHICH_TURN)
def test_who_played_the_double_this_turn_has_played(text: str, facts: dict[str, Any]) -> None:
    assert parse(text, SEATS)[0]["facts"] == facts


def test_who_is_supposed_to_cover_is_whom_the_question_names() -> None:
    candidate = parse("ann played a double and said pass, is bob supposed to cover it", SEATS)[0]
    assert candidate["slots"] == {"seat": "Bob"}


@pytest.mark.parametrize("text", NOT_STATED)
def test_what_is_asked_is_none(text: str) -> None:
    assert parse(text, SEATS)[0]["facts"] == {}


def test_what_is_said_in_two_ways_is_not_known() -> None:
    text = "Bob has a marker and Bob has no marker, may Ann play on his train"
    assert parse(text, SEATS)[0]["facts"] == {}


def test_a_template_that_cannot_match_is_refused() -> None:
    with pytest.raises(GrammarError, match="dropped"):
        more_templates("[templates]\nmarked:\nplease marker", read_grammar("english"))
    with pytest.raises(GrammarError, match="one word"):
        more_templates("[words]\nx: a cat\n[templates]\nmarked:\nx", read_grammar("english"))
    with pytest.raises(GrammarError, match="not closed"):
        more_templates("[templates]\nmarked:\n(marker", read_grammar("english"))
