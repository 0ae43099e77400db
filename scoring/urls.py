"""The pages of a game, a table and a club's sign-in."""

from django.urls import path

from scoring.accounts.views import accounts, clubs, invitations, language
from scoring.disputes.views import disputes
from scoring.rules import views as rule_sheets
from scoring.sheets.views import entries, games, home, results, rounds, seats, sheets
from scoring.sheets.views import rules as game_rules
from scoring.tablets.offline.views import engine as aboard
from scoring.tablets.offline.views import pages as tablet
from scoring.tablets.pairing import views as tablets
from scoring.tablets.sync import views as handing

from .log import views as log
from .watching import views as watching

app_name = "scoring"
urlpatterns = [
    path("", home.home, name="home"),
    path("setup/", accounts.setup, name="setup"),
    path("news/", watching.news, name="news"),
    path("sign-in/", accounts.sign_in, name="sign-in"),
    path("sign-out/", accounts.sign_out, name="sign-out"),
    path("language/", language.language, name="language"),
    path("club/", accounts.club, name="club"),
    path("club/people/", accounts.members, name="members"),
    path("club/people/<int:pk>/remove/", accounts.member_remove, name="member-remove"),
    path("club/people/<int:pk>/account/", accounts.member_account, name="member-account"),
    path(
        "club/people/<int:pk>/keys/remove/", accounts.member_keys_remove, name="member-keys-remove"
    ),
    path("club/people/<int:pk>/sign-out/", accounts.member_sign_out, name="member-sign-out"),
    path("club/people/invite/", invitations.invite, name="invite"),
    path("club/people/invitations/<int:pk>/", invitations.invitation, name="invitation"),
    path(
        "club/people/invitations/<int:pk>/take-back/",
        invitations.invitation_take_back,
        name="invitation-take-back",
    ),
    path("account/join/<str:invitation_key>/", invitations.join, name="join"),
    path("account/clubs/", clubs.own_clubs, name="own-clubs"),
    path("account/clubs/switch/", clubs.club_switch, name="club-switch"),
    path("account/clubs/leave/", clubs.club_leave, name="club-leave"),
    path("account/notices/read/", accounts.notices_put_away, name="notices-put-away"),
    path("club/log/", log.log, name="log"),
    path("club/log/log.csv", log.log_csv, name="log-csv"),
    path("pair/", tablets.pair, name="pair"),
    path("tablet/files.json", aboard.tablet_files, name="tablet-files"),
    path("tablet/engine-<slug:digest>.zip", aboard.engine_bundle, name="engine-bundle"),
    path("tablets/", tablets.tablets, name="tablets"),
    path("tablets/card/", tablets.hall_card, name="hall-card"),
    path("tablets/<int:pk>/", tablets.tablet_edit, name="tablet-edit"),
    path("tablets/<int:pk>/unpair/", tablets.tablet_unpair, name="tablet-unpair"),
    path("games/new/", games.game_start, name="game-start"),
    path("games/new/hand-size/", games.hand_size, name="hand-size"),
    path("games/<slug:code>/", sheets.sheet, name="sheet"),
    path("games/<slug:code>/now/", sheets.sheet_now, name="sheet-now"),
    path("games/<slug:code>/sheet.csv", sheets.sheet_csv, name="sheet-csv"),
    path("games/<slug:code>/print/", sheets.sheet_print, name="sheet-print"),
    path("games/<slug:code>/share/", sheets.share, name="share"),
    path("games/<slug:code>/share/renew/", sheets.watch_renew, name="watch-renew"),
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
    path("games/<slug:code>/seats/rename/", seats.seat_rename, name="seat-rename"),
    path("games/<slug:code>/seats/swap/", seats.seats_swap, name="seats-swap"),
    path("games/<slug:code>/discard/", games.game_discard, name="game-discard"),
    path("games/<slug:code>/finish/", games.game_finish, name="game-finish"),
    path("games/<slug:code>/reopen/", games.game_reopen, name="game-reopen"),
    path("games/<slug:code>/result/", sheets.result, name="result"),
    path("games/<slug:code>/result.svg", results.result_picture, name="result-picture"),
    path("games/<slug:code>/again/", results.again, name="game-again"),
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
    path("games/<slug:code>/tablet/dispute/", disputes.tablet_dispute, name="tablet-dispute"),
    path("games/<slug:code>/rules/", game_rules.rule_card, name="rule-card"),
    path("games/<slug:code>/rules/<slug:parameter>/", game_rules.game_rule, name="game-rule"),
    path("rules/", rule_sheets.rule_sets, name="rule-sets"),
    path("club/rules/", rule_sheets.rule_sheets, name="rule-sheets"),
    path("club/rules/<int:pk>/", rule_sheets.rule_sheet, name="rule-sheet"),
    path("club/rules/<int:pk>/print/", rule_sheets.rule_sheet_print, name="rule-sheet-print"),
    path("club/rules/<int:pk>/copy/", rule_sheets.rule_sheet_copy, name="rule-sheet-copy"),
    path("club/rules/<int:pk>/delete/", rule_sheets.rule_sheet_delete, name="rule-sheet-delete"),
    path("games/<slug:code>/hand-over/", handing.hand_over, name="hand-over"),
    path("games/<slug:code>/set-aside/<int:pk>/", handing.set_aside, name="set-aside"),
    path("games/<slug:code>/tablet/", tablet.tablet_game, name="tablet-game"),
    path("games/<slug:code>/tablet/round/", tablet.tablet_round, name="tablet-round"),
    path("site.webmanifest", tablet.manifest, name="manifest"),
    path("service-worker.js", tablet.service_worker, name="service-worker"),
    path("tablet/hello/", tablet.hello, name="tablet-hello"),
    path("tablet/offline/", tablet.offline, name="offline"),
    path("about/", home.about, name="about"),
    path("watch/", sheets.watch_find, name="watch-find"),
    path("watch/<slug:watch_key>/", sheets.watch, name="watch"),
    path("watch/<slug:watch_key>/now/", sheets.watch_now, name="watch-now"),
]
