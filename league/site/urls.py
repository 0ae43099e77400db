"""Where each page of the site is found."""

from django.urls import include, path

urlpatterns = [
    # Django looks from above until one fits: tablets and phones ask for a game's pages most.
    path("", include("scoring.urls")),
    path("", include("league.urls")),
    path("", include("league.site.accounts.urls")),
]
handler400 = "scoring.web.errors.bad_request"
handler500 = "scoring.web.errors.server_error"
