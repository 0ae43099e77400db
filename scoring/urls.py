"""The pages of a game, a table and a club's sign-in."""

from django.urls import path

from scoring.views import (
    accounts,
    disputes,
    entries,
    games,
    home,
    rounds,
    rules,
    seats,
    sheets,
    tablets,
)

app_name = "scoring"
urlpatterns = [
    path("", home.home, name="home"),
    path("setup/", accounts.setup, name="setup"),
    path("sign-in/", accounts.sign_in, name="sign-in"),
    path("sign-out/", accounts.sign_out, name="sign-out"),
    path("club/", accounts.club, name="club"),
    path("club/people/", accounts.members, name="members"),
    path("club/people/<int:pk>/remove/", accounts.member_remove, name="member-remove"),
    path("pair/", tablets.pair, name="pair"),
    path("tablets/", tablets.tablets, name="tablets"),
    path("tablets/<int:pk>/unpair/", tablets.tablet_unpair, name="tablet-unpair"),
    path("games/new/", games.game_start, name="game-start"),
    path("games/new/hand-size/", games.hand_size, name="hand-size"),
    path("games/<slug:code>/", sheets.sheet, name="sheet"),
    path("games/<slug:code>/now/", sheets.sheet_now, name="sheet-now"),
    path("games/<slug:code>/sheet.csv", sheets.sheet_csv, name="sheet-csv"),
    path("games/<slug:code>/print/", sheets.sheet_print, name="sheet-print"),
    path("games/<slug:code>/share/", sheets.share, name="share"),
    path("games/<slug:code>/undo/", entries.entry_undo, name="entry-undo"),
    path("games/<slug:code>/round/<int:number>/", rounds.round_record, name="round-record"),
    path("games/<slug:code>/round/<int:number>/check/", rounds.round_check, name="round-check"),
    path(
        "games/<slug:code>/round/<int:number>/correct/", rounds.round_correct, name="round-correct"
    ),
    path("games/<slug:code>/round/<int:number>/choose/", entries.round_choose, name="round-choose"),
    path("games/<slug:code>/seats/", seats.seats, name="seats"),
    path("games/<slug:code>/seats/join/", seats.seat_join, name="seat-join"),
    path("games/<slug:code>/seats/leave/", seats.seat_leave, name="seat-leave"),
    path("games/<slug:code>/seats/swap/", seats.seats_swap, name="seats-swap"),
    path("games/<slug:code>/finish/", games.game_finish, name="game-finish"),
    path("games/<slug:code>/reopen/", games.game_reopen, name="game-reopen"),
    path("games/<slug:code>/result/", sheets.result, name="result"),
    path("games/<slug:code>/disputes/", disputes.disputes, name="disputes"),
    path("games/<slug:code>/disputes/ask/<slug:kind>/", disputes.dispute_ask, name="dispute-ask"),
    path("games/<slug:code>/disputes/<int:number>/", disputes.dispute, name="dispute"),
    path(
        "games/<slug:code>/disputes/<int:number>/overrule/",
        disputes.dispute_overrule,
        name="dispute-overrule",
    ),
    path(
        "games/<slug:code>/disputes/<int:number>/keep/",
        disputes.precedent_keep,
        name="precedent-keep",
    ),
    path("games/<slug:code>/rules/", rules.rule_card, name="rule-card"),
    path("rules/", rules.rule_sets, name="rule-sets"),
    path("club/rules/", disputes.precedents, name="precedents"),
    path("watch/<slug:watch_key>/", sheets.watch, name="watch"),
    path("watch/<slug:watch_key>/now/", sheets.watch_now, name="watch-now"),
]
