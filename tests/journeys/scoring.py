"""A table's game: from its start to its result, with a correction, disputes and the tablet."""

import json
import re
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode
from zipfile import ZipFile

from django.urls import reverse

from scoring.models import Game
from scoring.rules.services import rule_sheet_create
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.rounds import entry_undo
from scoring.sheets.services.seats import seat_join
from scoring.tablets.offline.bundle import bundle
from tests.factories import ANN, correct, last_entry, make_game, new_key, play

from .reading import sentences_of
from .walker import Walker, rooms

SCENES: Final = Path(__file__).parents[1] / "scoring" / "disputes" / "scenes.json"
ROOMS: Final = rooms(
    "scoring",
    "sheet",
    "round",
    "seat",
    "game",
    "rule",
    "share",
    "result",
    "dispute",
    "watch",
    "log",
)
TRIED_ANSWERS: Final = 3


def walk(walker: Walker) -> None:
    """Score a game of four with all that happens at a table."""
    walker.reader.begin("A game")
    walker.wander(reverse("scoring:game-start"), rooms=("scoring:game-start", "scoring:hand-size"))
    game = make_game(walker.club)
    walker.read("scoring:sheet", game.code)
    _rounds(walker, game)
    _disputes(walker, game)
    _tablet(walker, game)
    rule_sheet_create(
        club=walker.club, author=ANN, name="Ref", rules={"base": "family", "hand_size": 11}
    )
    walker.wander(reverse("scoring:sheet", args=[game.code]), rooms=ROOMS)
    seat_join(game=game, author=ANN, key=new_key(), name="Eve")
    play(game, 30, 12, 0, 7, 40)
    walker.read("scoring:sheet", game.code)
    finish = reverse("scoring:game-finish", args=[game.code])
    walker.open(finish)
    walker.send(finish, {"key": new_key()})
    walker.wander(reverse("scoring:result", args=[game.code]), rooms=ROOMS, most=1)
    for base in ("hub", "capri", "pagat"):
        _other_rules(walker, base)


def _rounds(walker: Walker, game: Game) -> None:
    round_page = reverse("scoring:round-record", args=[game.code, 1])
    walker.open(round_page)
    seats = [seat.id for seat in sheet_of(game).seats]
    form: dict[str, Any] = {"starting_double": 12, "ending": f"out-{seats[1]}"}
    mistakes: list[dict[str, Any]] = [
        {},
        {f"seat-{seats[0]}-total": "many"},
        {f"seat-{seat}-total": 999 for seat in seats},
        {f"seat-{seat}-total": -3 for seat in seats},
        {f"seat-{seats[0]}-tiles": "7-3 12-12", f"seat-{seats[2]}-tiles": "7-3 5-5"},
        {f"seat-{seats[0]}-tiles": "7-3 14-1", f"seat-{seats[1]}-total": 4},
        {f"seat-{seat}-total": 1 for seat in seats},
        {f"seat-{seat}-total": 180 for seat in seats},
        {f"seat-{seats[0]}-tiles": " ".join(f"{a}-{b}" for a in range(12) for b in range(a))},
    ]
    for mistake in mistakes:
        with walker.taken_back():
            walker.send(round_page, form | mistake | {"key": new_key()}, "with a mistake")
        check = reverse("scoring:round-check", args=[game.code, 1])
        with walker.taken_back():
            walker.send(check, form | mistake | {"key": new_key()}, "checked")
    good = {f"seat-{seat}-total": 9 * at for at, seat in enumerate(seats, 1) if at != 2}
    walker.send(round_page, form | good | {"key": new_key()})
    play(game, 0, 24, 38, 17)
    play(game, 12, 24, 38, 17, ending="blocked")
    correct(game, 1, [5, 0, 27, 36])
    walker.read("scoring:sheet", game.code)
    correction = reverse("scoring:round-correct", args=[game.code, 2])
    walker.open(correction)
    fields = {"starting_double": 11, "ending": f"out-{seats[2]}", "reason": "Ref"}
    fields |= {f"seat-{seat}-total": 11 for seat in seats if seat != seats[2]}
    walker.send(correction, fields | {"key": new_key()}, "a preview")
    with walker.taken_back():
        entry_undo(game=game, author=ANN, key=new_key(), seen=last_entry(game).pk)
        walker.read("scoring:sheet", game.code)
    walker.read("scoring:sheet", game.code)


def _disputes(walker: Walker, game: Game) -> None:
    walker.read("scoring:disputes", game.code)
    for words in ("may Ann play the 7-3 on Bob's train?", "xyz", "who begins"):
        walker.read("scoring:disputes", game.code, q=words)
    page = walker.read("scoring:disputes", game.code).content.decode()
    for link in dict.fromkeys(re.findall(r'href="(/games/[^"]*/disputes/ask/[^"]*)"', page)):
        walker.open(unescape(link))
    games = {"family": game}
    for scene in json.loads(SCENES.read_text("utf-8")):
        base = scene["rules"]
        if base not in games:
            games[base] = make_game(walker.club, rules={"base": base, "fill": "defaults"})
            play(games[base], 0, 24, 38, 17)
        _ask(walker, games[base], scene["topic"], scene["fields"])
    for kept in game.disputes.order_by("number")[:6]:
        address = reverse("scoring:dispute", args=[game.code, kept.number])
        walker.wander(address, rooms=("scoring:dispute", "scoring:precedent-keep"), most=1)
    walker.read("scoring:sheet", game.code)


def _ask(walker: Walker, game: Game, kind: str, fields: dict[str, Any]) -> None:
    """Ask the desk, tap each answer that it offers, and put the ruling on the sheet."""
    page = walker.read("scoring:dispute-ask", game.code, kind, **fields).content.decode()
    quick = re.findall(r'name="quick"[^>]*value="([^"]*)"', page)
    for value in map(unescape, quick[:TRIED_ANSWERS]):
        walker.read("scoring:dispute-ask", game.code, kind, **fields, quick=value)
    address = reverse("scoring:dispute-ask", args=[game.code, kind])
    walker.send(f"{address}?{urlencode(fields, doseq=True)}", {}, "on the sheet")


def _tablet(walker: Walker, game: Game) -> None:
    for page in ("tablet-game", "tablet-round", "tablet-dispute"):
        walker.read(f"scoring:{page}", game.code)
    walker.read("scoring:offline")


def walk_offline(walker: Walker) -> None:
    """Read what else the programs on a tablet can say."""
    walker.reader.begin("What else a tablet may say without a network, with its gaps")
    walker.reader.note_templates(_said_offline(walker.language))


def _said_offline(language: str) -> list[str]:
    """Return all that the programs on a tablet can say, with its gaps."""
    in_english = language == "en"
    said: list[str] = []
    # English is what the table of another language is asked by.
    with ZipFile(BytesIO(bundle("de" if in_english else language).data)) as archive:
        for name in archive.namelist():
            if not name.endswith(".json") or "presets" in name:
                continue
            content = json.loads(archive.read(name))
            tables = [content.get("sentences", content), content.get("counted", {})]
            for english, said_so in (pair for table in tables for pair in table.items()):
                texts = english if in_english else said_so
                said += [texts] if isinstance(texts, str) else texts
    return list(sentences_of(said))


def _other_rules(walker: Walker, base: str) -> None:
    game = make_game(walker.club, rules={"base": base, "fill": "defaults"})
    walker.wander(
        reverse("scoring:rule-card", args=[game.code]),
        rooms=("scoring:rule-card", "scoring:game-rule"),
        most=60,
        tries=False,
    )
