"""The revision of what is watched: it grows with all that is written, and with nothing else."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import F, Value
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from league.seasons.services.tallies import tallies_refresh
from scoring.disputes.services import decision_make
from scoring.models import Game, Player, Revision
from scoring.sheets.access import game_to_watch
from scoring.sheets.services.games import game_finish, game_reopen, watch_link_renew
from scoring.sheets.services.rounds import entry_undo
from scoring.sheets.services.seats import seat_join, seat_rename
from scoring.watching.revisions import revision_of, with_revision
from tests.factories import ANN, ClubFactory, dispute, last_entry, make_game, new_key, play
from tests.page import asks_again

DEEDS: dict[str, Callable[[Game], Any]] = {
    "round": lambda game: play(game, *([0] + [5] * (game.seats.count() - 1))),
    "undo": lambda game: entry_undo(game=game, author=ANN, key=new_key(), seen=last_entry(game).pk),
    "finish": lambda game: game_finish(game=game, author=ANN, key=new_key()),
    "reopen": lambda game: game_reopen(game=game, author=ANN, key=new_key(), reason="miscounted"),
    "join": lambda game: seat_join(game=game, author=ANN, key=new_key(), name=f"Bob {new_key()}"),
    "rename": lambda game: seat_rename(
        game=game,
        author=ANN,
        key=new_key(),
        seat_id=game.seats.all()[0].pk,
        name=f"Ann {new_key()}",
    ),
    "dispute": dispute,
    "decide": lambda game: decision_make(
        dispute=game.disputes.all()[0], author=ANN, answer="yes", reason="so it is"
    ),
    "table": lambda game: Game.objects.filter(pk=game.pk).update(table_number=F("pk") % 7 + 1),
    "look": lambda game: tallies_refresh(club=game.club),
}


def newest(game: Game) -> Game:
    return game_to_watch(Game.objects.get(pk=game.pk).watch_key)


def do(game: Game, deed: str) -> None:
    try:
        with transaction.atomic():
            DEEDS[deed](newest(game))
    except Exception:  # noqa: BLE001, S110  # what cannot be done now changes nothing
        pass


class TestEveryDeed(TestCase):
    @settings(max_examples=15)
    @given(st.lists(st.sampled_from(sorted(DEEDS)), min_size=3, max_size=8))
    def test_whatever_changes_the_page_changes_the_revision(self, deeds: list[str]) -> None:
        game, client = make_game(), Client()
        now = reverse("scoring:watch-now", args=[game.watch_key])
        page, revision, news = b"", "", now
        for deed in ["look", *deeds]:
            before = page, revision
            do(game, deed)
            answer = client.get(news)
            cache.clear()
            afresh = client.get(now)
            page, revision = afresh.content, revision_of(newest(game))
            if page != before[0]:
                assert revision != before[1], deed
                assert answer.content == page
            else:
                assert answer.status_code == 204
            news = asks_again(afresh)
            cache.clear()
            client.get(news)


def site_number() -> str:
    rows = with_revision(Game.objects.all(), Value(0))
    return revision_of(rows[0])


@pytest.mark.django_db(transaction=True)
class TestCommitted:
    def test_it_grows_once_for_all_that_one_transaction_wrote(self) -> None:
        make_game()
        before = Revision.objects.get().number
        with CaptureQueriesContext(connection) as asked, transaction.atomic():
            for player in Player.objects.all():
                player.name += " B."
                player.save()
        assert Revision.objects.get().number > before
        assert len([query for query in asked if "scoring_revision" in query["sql"]]) == 1

    def test_what_is_recorded_grows_in_its_own_game_alone(self) -> None:
        game, other = make_game(), make_game()
        before, others = revision_of(newest(game)), revision_of(newest(other))
        with CaptureQueriesContext(connection) as asked:
            play(game, 0, 1, 2, 3)
        assert not [query for query in asked if "scoring_revision" in query["sql"]]
        assert revision_of(newest(game)) != before
        assert revision_of(newest(other)) == others

    def test_what_is_taken_back_does_not_count(self) -> None:
        game = make_game()
        before = revision_of(newest(game))
        with transaction.atomic():
            watch_link_renew(game=game)
            assert site_number() != before
            transaction.set_rollback(True)
        assert revision_of(newest(game)) == before

    def test_each_statement_by_itself_counts(self) -> None:
        game = make_game()
        before = revision_of(newest(game))
        club = ClubFactory()
        first = revision_of(newest(game))
        type(club).objects.filter(pk=club.pk).update(name="Second")
        assert len({before, first, revision_of(newest(game))}) == 3

    def test_a_clock_that_was_set_back_makes_it_no_less(self) -> None:
        game = make_game()
        ahead = 2**52
        Revision.objects.update(number=ahead)
        watch_link_renew(game=game)
        assert Revision.objects.get().number == ahead + 1
