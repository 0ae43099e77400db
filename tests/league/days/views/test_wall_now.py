"""The part of the wall that changes."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.signing import get_cookie_signer
from django.urls import reverse

from league.days.access import PHONE_COOKIE, PHONE_SALT, phone_value
from league.days.selectors.links import link_key
from scoring.models import Game
from tests.league.factories import come
from tests.litany import ClientOf

from .of_day import ShowsDay


class TestWallNow(ShowsDay):
    name = "wall-now"
    most_queries = 20

    def test_it_asks_again_as_it_was_asked(self, client_of: ClientOf, game: Game) -> None:
        """With key, name and round: else the wall would turn dark after four seconds."""
        self.ready(game)
        key = link_key("wall", self.day(game).pk)
        client = client_of("nobody")
        answer = client.get(self.url(game), {"key": key, "name": "an&n", "round": "2"})
        (told,) = re.findall(r'hx-get="([^"]+)"', answer.content.decode())
        told = told.replace("&amp;", "&")
        asked = {name: value for name, (value,) in parse_qs(urlsplit(told).query).items()}
        named = {"key": key, "name": "an&n", "round": "2", "for-all": "en"}
        assert asked | {"seen": ""} == named | {"seen": ""}
        assert client.get(told).status_code == 204
        come(self.day(game), "Zoe")
        assert "Zoe" in client.get(told).content.decode()

    def test_a_name_that_was_emptied_stays_so_on_a_phone_that_remembers_one(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        ann = game.club.players.get(name="Ann")
        answer = self.get(client, game)
        signed = get_cookie_signer(salt=PHONE_COOKIE + PHONE_SALT)
        client.cookies[PHONE_COOKIE] = signed.sign(phone_value(game.club, ann.pk))
        wall = reverse("league:wall", args=[self.day(game).pk])
        for asked, name in (({}, "Ann"), ({"page": "1"}, None), ({"name": ""}, "")):
            html = client.get(wall, asked).content.decode()
            (now_url,) = re.findall(r'hx-get="([^"]+)"', html)
            query = parse_qs(urlsplit(now_url.replace("&amp;", "&")).query, keep_blank_values=True)
            assert query.get("name", [None]) == [name]
            assert ('value="Ann"' in html) == (name == "Ann")
        # Nor does the part that changes bring the name back.
        assert self.get(client, game).text == answer.text

    @pytest.mark.parametrize("seen", ["", "x", "-1", "9" * 5000, "\0"])
    def test_nonsense_has_seen_nothing(self, client_of: ClientOf, game: Game, seen: str) -> None:
        self.ready(game)
        page = self.get(client_of("tablet"), game, seen=seen)
        assert "Ann table" in page.text
        assert "html" not in page.tags
