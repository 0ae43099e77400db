"""The pages of a club's competition."""

from django.urls import path

from league.views import imports, leaderboards, merges, people, players, seasons

app_name = "league"
urlpatterns = [
    path("leaderboard/", leaderboards.leaderboards, name="leaderboards"),
    path("seasons/", seasons.seasons, name="seasons"),
    path("seasons/new/", seasons.season_new, name="season-new"),
    path("seasons/<int:pk>/", leaderboards.leaderboard, name="leaderboard"),
    path("seasons/<int:pk>/now/", leaderboards.leaderboard_now, name="leaderboard-now"),
    path("seasons/<int:pk>/leaderboard.csv", leaderboards.leaderboard_csv, name="leaderboard-csv"),
    path(
        "seasons/<int:pk>/leaderboard.xlsx", leaderboards.leaderboard_xlsx, name="leaderboard-xlsx"
    ),
    path("seasons/<int:pk>/edit/", seasons.season_edit, name="season-edit"),
    path("seasons/<int:pk>/close/", seasons.season_close, name="season-close"),
    path("seasons/<int:pk>/reopen/", seasons.season_reopen, name="season-reopen"),
    path("people/", people.people, name="people"),
    path("people/add/", people.person_add, name="person-add"),
    path("people/people.csv", people.people_csv, name="people-csv"),
    path("people/people.xlsx", people.people_xlsx, name="people-xlsx"),
    path("people/import/", imports.people_import, name="people-import"),
    path("people/import/<int:pk>/", imports.people_preview, name="people-preview"),
    path("people/merge/", merges.merges, name="merges"),
    path("people/merge/<int:kept>/<int:gone>/", merges.merge, name="merge"),
    path("people/merge/<int:pk>/undo/", merges.merge_undo, name="merge-undo"),
    path("people/<int:pk>/", players.player, name="player"),
    path("people/<int:pk>/edit/", people.person_edit, name="person-edit"),
]
