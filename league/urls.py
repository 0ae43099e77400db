"""The pages of a club's competition."""

from django.urls import path

from league.views import leaderboards, seasons

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
]
