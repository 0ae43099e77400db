"""Where each page of the site is found."""

from django.urls import include, path

urlpatterns = [
    path("", include("league.urls")),
    path("", include("scoring.urls")),
    path("", include("league.site.accounts.urls")),
]
handler500 = "scoring.web.errors.server_error"
