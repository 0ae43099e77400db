"""The pages of a club's competition."""

from django.urls import path

from league.days.views import (
    answers,
    attendance_reports,
    calendar,
    game_days,
    games,
    mails,
    moving,
    paper,
    prints,
    results,
    seat_changes,
    seating,
    wall,
)
from league.demo import views as demo
from league.front import views as front
from league.people.views import directory, imports, merges, players
from league.privacy.views import erasing, privacy
from league.seasons.views import brought, leaderboards, records, seasons, statuses
from league.site.backups import views as copies
from league.site.certificates import views as trust
from league.site.monitoring import views as monitoring
from league.tournaments.awards.views import awards, places, state_list, television
from league.tournaments.directing.views import (
    choices as direct_choices,
)
from league.tournaments.directing.views import (
    directing,
    entry,
    stage_tables,
    tournament_page,
)
from league.tournaments.directing.views import (
    leaving as direct_leaving,
)
from league.tournaments.directing.views import (
    seats as direct_seats,
)
from league.tournaments.display.views import brackets, table_list
from league.tournaments.entrants.views import (
    divisions,
    door,
    entrants,
    sign_up,
)
from league.tournaments.entrants.views import (
    imports as entrant_imports,
)
from league.tournaments.rehearsal.views import rehearsal
from league.tournaments.stages.views import stages, tournament_list, tournaments

app_name = "league"
urlpatterns = [
    path("health/", monitoring.health, name="health"),
    # Without a slash at its end: where Prometheus asks unless it is told otherwise.
    path("metrics", monitoring.metrics, name="metrics"),
    path("trust/", trust.trust, name="trust"),
    path("trust/roundhouse-ca.crt", trust.trust_certificate, name="trust-certificate"),
    path("setup/look-around/", demo.look_around, name="look-around"),
    path("club/made-up/remove/", demo.made_up_remove, name="made-up-remove"),
    path("leaderboard/", leaderboards.leaderboards, name="leaderboards"),
    path("records/", records.records, name="records"),
    path("seasons/", seasons.seasons, name="seasons"),
    path("seasons/new/", seasons.season_new, name="season-new"),
    path("seasons/<int:pk>/", leaderboards.leaderboard, name="leaderboard"),
    path("seasons/<int:pk>/now/", leaderboards.leaderboard_now, name="leaderboard-now"),
    path("seasons/<int:pk>/leaderboard.csv", leaderboards.leaderboard_csv, name="leaderboard-csv"),
    path(
        "seasons/<int:pk>/leaderboard.xlsx", leaderboards.leaderboard_xlsx, name="leaderboard-xlsx"
    ),
    path("seasons/<int:pk>/records/", records.season_records, name="season-records"),
    path("seasons/<int:pk>/edit/", seasons.season_edit, name="season-edit"),
    path("seasons/<int:pk>/brought/", brought.brought, name="brought"),
    path("seasons/<int:pk>/brought/import/", brought.brought_import, name="brought-import"),
    path(
        "seasons/<int:pk>/brought/import/<int:number>/",
        brought.brought_preview,
        name="brought-preview",
    ),
    path("seasons/<int:pk>/people/", statuses.season_people, name="season-people"),
    path(
        "seasons/<int:pk>/attendance/",
        attendance_reports.attendance_report,
        name="attendance-report",
    ),
    path("seasons/<int:pk>/close/", seasons.season_close, name="season-close"),
    path("seasons/<int:pk>/reopen/", seasons.season_reopen, name="season-reopen"),
    path("club/copies/", copies.copies, name="copies"),
    path("club/copies/make/", copies.copy_make, name="copy-make"),
    path("club/archive/", copies.club_archive, name="club-archive"),
    path("people/", directory.people, name="people"),
    path("people/add/", directory.person_add, name="person-add"),
    path("people/people.csv", directory.people_csv, name="people-csv"),
    path("people/people.xlsx", directory.people_xlsx, name="people-xlsx"),
    path("people/import/", imports.people_import, name="people-import"),
    path("people/import/<int:pk>/", imports.people_preview, name="people-preview"),
    path("people/merge/", merges.merges, name="merges"),
    path("people/merge/<int:kept>/<int:gone>/", merges.merge, name="merge"),
    path("people/merge/<int:pk>/undo/", merges.merge_undo, name="merge-undo"),
    path("people/<int:pk>/", players.player, name="player"),
    path("people/<int:pk>/export/", privacy.person_export, name="person-export"),
    path("people/<int:pk>/erase/", erasing.person_erase, name="person-erase"),
    path("club/accounts/<int:pk>/erase/", erasing.member_erase, name="member-erase"),
    path("club/erase/", erasing.club_erase, name="club-erase"),
    path("account/erase/", erasing.own_account_erase, name="own-account-erase"),
    path("clubs/<int:pk>/", front.front, name="front"),
    path("robots.txt", front.robots_txt, name="robots-txt"),
    path("clubs/<int:pk>/privacy/", privacy.privacy, name="privacy"),
    path(".well-known/security.txt", privacy.security_txt, name="security-txt"),
    path("people/<int:pk>/archive/", directory.person_archive, name="person-archive"),
    path("people/<int:pk>/restore/", directory.person_restore, name="person-restore"),
    path("people/<int:pk>/delete/", directory.person_delete, name="person-delete"),
    path("people/<int:pk>/edit/", directory.person_edit, name="person-edit"),
    path("days/", calendar.calendar, name="calendar"),
    path("days/games/", games.games, name="games"),
    path("days/link/renew/", calendar.calendar_renew, name="calendar-renew"),
    path("days/new/", calendar.day_add, name="day-add"),
    path("days/paper/", paper.paper_days, name="paper-days"),
    path("days/paper/new/", paper.paper_day_new, name="paper-day-new"),
    path("days/<int:pk>/paper/", paper.paper_day, name="paper-day"),
    path("days/<int:pk>/paper/back/", paper.paper_back, name="paper-back"),
    path("clubs/<int:pk>/calendar.ics", calendar.calendar_ics, name="calendar-ics"),
    path("clubs/<int:pk>/coming/", answers.answers, name="answers"),
    path("coming/<str:key>/", mails.own_answers, name="own-answers"),
    path("coming/<str:key>/stop/", mails.stop, name="mails-stop"),
    path("days/<int:pk>/mail/", mails.day_mail, name="day-mail"),
    path("days/<int:pk>/", game_days.day, name="day"),
    path("days/<int:pk>/now/", game_days.day_now, name="day-now"),
    path("days/<int:pk>/edit/", calendar.day_edit, name="day-edit"),
    path("days/<int:pk>/cancel/", calendar.day_cancel, name="day-cancel"),
    path("days/<int:pk>/restore/", calendar.day_restore, name="day-restore"),
    path("days/<int:pk>/check-in/", game_days.check_in, name="check-in"),
    path("days/<int:pk>/people/<int:number>/", game_days.attendance, name="attendance"),
    path("days/<int:pk>/wishes/", game_days.wishes, name="wishes"),
    path("days/<int:pk>/wishes/<int:number>/remove/", game_days.wish_remove, name="wish-remove"),
    path("days/<int:pk>/plan/", seating.plan, name="plan"),
    path("days/<int:pk>/plan/make/", seating.plan_make, name="plan-make"),
    path("days/<int:pk>/plan/<int:number>/", seating.plan_change, name="plan-change"),
    path("days/<int:pk>/seats/<int:number>/", seat_changes.day_seats, name="day-seats"),
    path("days/<int:pk>/round/", seating.round_go, name="round-go"),
    path("days/<int:pk>/start/", seating.tables_start, name="tables-start"),
    path("days/<int:pk>/tables/<int:number>/", seating.table, name="table"),
    path("days/<int:pk>/wall/", wall.wall, name="wall"),
    path("days/<int:pk>/wall/renew/", wall.wall_renew, name="wall-renew"),
    path("days/<int:pk>/wall/now/", wall.wall_now, name="wall-now"),
    path("games/<str:code>/day/", moving.game_day, name="game-day"),
    path("games/<str:code>/paper/", paper.paper_game, name="paper-game"),
    path("days/<int:pk>/result/", results.day_result, name="day-result"),
    path("days/<int:pk>/result/now/", results.day_result_now, name="day-result-now"),
    path("days/<int:pk>/result/picture.svg", results.day_result_picture, name="day-result-picture"),
    path("days/<int:pk>/print/cards/", prints.print_cards, name="print-cards"),
    path("days/<int:pk>/print/sheets/", prints.print_sheets, name="print-sheets"),
    path("days/<int:pk>/print/plan/", prints.print_plan, name="print-plan"),
    path("tournaments/", tournament_list.tournaments, name="tournaments"),
    path("tournaments/<int:pk>/entrants/", entrants.entrants, name="entrants"),
    path("tournaments/<int:pk>/entrants/add/", entrants.entrant_add, name="entrant-add"),
    path(
        "tournaments/<int:pk>/entrants/import/",
        entrant_imports.entrants_import,
        name="entrants-import",
    ),
    path(
        "tournaments/<int:pk>/entrants/import/<int:number>/",
        entrant_imports.entrants_preview,
        name="entrants-preview",
    ),
    path("tournaments/<int:pk>/entrants/<int:number>/", entry.entrant, name="entrant"),
    path(
        "tournaments/<int:pk>/entrants/<int:number>/answer/",
        entrants.entrant_answer,
        name="entrant-answer",
    ),
    path(
        "tournaments/<int:pk>/entrants/<int:number>/withdraw/",
        direct_leaving.entrant_withdraw,
        name="entrant-withdraw",
    ),
    path("tournaments/<int:pk>/door/", door.door, name="door"),
    path("tournaments/<int:pk>/door/now/", door.door_now, name="door-now"),
    path("tournaments/<int:pk>/door/check-in/", door.entrant_check_in, name="entrant-check-in"),
    path("tournaments/<int:pk>/door/walk-up/", door.walk_up, name="walk-up"),
    path("tournaments/<int:pk>/divisions/", divisions.divisions, name="divisions"),
    path(
        "tournaments/<int:pk>/divisions/<int:number>/part/",
        divisions.divisions_part,
        name="divisions-part",
    ),
    path("tournaments/<int:pk>/sign-up/renew/", sign_up.sign_up_renew, name="sign-up-renew"),
    path("enter/<uuid:key>/", sign_up.sign_up, name="sign-up"),
    path("enter/<uuid:key>/sent/", sign_up.sign_up_sent, name="sign-up-sent"),
    path("tournaments/new/", tournaments.tournament_new, name="tournament-new"),
    path("tournaments/<int:pk>/edit/", tournaments.tournament_edit, name="tournament-edit"),
    path("tournaments/<int:pk>/notes/", tournaments.tournament_notes, name="tournament-notes"),
    path("tournaments/<int:pk>/cancel/", tournaments.tournament_cancel, name="tournament-cancel"),
    path(
        "tournaments/<int:pk>/restore/", tournaments.tournament_restore, name="tournament-restore"
    ),
    path("tournaments/<int:pk>/stages/", stages.stages, name="stages"),
    path("tournaments/<int:pk>/stages/add/", stages.stage_add, name="stage-add"),
    path("tournaments/<int:pk>/stages/<int:number>/", stages.stage_edit, name="stage-edit"),
    path(
        "tournaments/<int:pk>/stages/<int:number>/remove/",
        stages.stage_remove,
        name="stage-remove",
    ),
    path("tournaments/<int:pk>/stages/<int:number>/move/", stages.stage_move, name="stage-move"),
    # Short, since it is typed from paper and from across the gym.
    path("t/<int:pk>/", table_list.table_list, name="table-list"),
    path("tournaments/<int:pk>/bracket/", brackets.bracket, name="bracket"),
    path("tournaments/<int:pk>/bracket/now/", brackets.bracket_now, name="bracket-now"),
    path("tournaments/<int:pk>/television/", television.television, name="television"),
    path("tournaments/<int:pk>/television/now/", television.television_now, name="television-now"),
    path("tournaments/<int:pk>/places/", places.places, name="places"),
    path("tournaments/<int:pk>/places/<int:entrant>/", places.place_why, name="place-why"),
    path("tournaments/<int:pk>/awards/", awards.awards, name="awards"),
    path("tournaments/<int:pk>/certificates/", awards.certificates, name="certificates"),
    path("tournaments/<int:pk>/state/", state_list.state_list, name="state-list"),
    path("tournaments/<int:pk>/export.csv", state_list.tournament_csv, name="tournament-csv"),
    path("tournaments/<int:pk>/export.xlsx", state_list.tournament_xlsx, name="tournament-xlsx"),
    path("tournaments/<int:pk>/", tournament_page.tournament, name="tournament"),
    path("tournaments/<int:pk>/rehearsal/", rehearsal, name="rehearsal"),
    path("tournaments/<int:pk>/log/", tournament_page.tournament_log, name="tournament-log"),
    path("tournaments/<int:pk>/direct/", directing.direct, name="direct"),
    path("tournaments/<int:pk>/direct/now/", directing.direct_now, name="direct-now"),
    path("tournaments/<int:pk>/direct/begin/", directing.begin, name="tournament-begin"),
    path("tournaments/<int:pk>/direct/unbegin/", directing.unbegin, name="tournament-unbegin"),
    path("tournaments/<int:pk>/direct/seat/", directing.seat, name="stage-seat"),
    path("tournaments/<int:pk>/direct/start/", directing.start, name="stage-start"),
    path("tournaments/<int:pk>/direct/close/", directing.close, name="stage-close"),
    path("tournaments/<int:pk>/direct/clock/", directing.clock, name="stage-clock"),
    path("tournaments/<int:pk>/direct/reopen/<int:number>/", directing.reopen, name="stage-reopen"),
    path("tournaments/<int:pk>/direct/print/", stage_tables.print_tables, name="print-tables"),
    path("tournaments/<int:pk>/direct/part/", direct_choices.part, name="parting"),
    path(
        "tournaments/<int:pk>/direct/part/<int:number>/undo/",
        direct_choices.part_undo,
        name="parting-undo",
    ),
    path("tournaments/<int:pk>/direct/drift/<int:number>/", direct_choices.drift, name="drift"),
    path("tournaments/<int:pk>/direct/seats/", direct_seats.seats, name="stage-seats"),
    path(
        "tournaments/<int:pk>/direct/seats/change/",
        direct_seats.change,
        name="stage-seats-change",
    ),
    path(
        "tournaments/<int:pk>/direct/seats/<int:number>/",
        direct_seats.table_seats,
        name="stage-seats-table",
    ),
    path("tournaments/<int:pk>/call/<int:number>/", stage_tables.call, name="table-call"),
    path("tournaments/<int:pk>/tables/<int:number>/", stage_tables.table, name="stage-table"),
    path("tournaments/<int:pk>/tables/<int:number>/paper/", stage_tables.paper, name="paper"),
]
