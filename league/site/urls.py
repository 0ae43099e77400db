"""Where each page of the site is found."""

from django.urls import include, path

urlpatterns = [
    path("", include("league.urls")),
    path("", include("scoring.urls")),
    path("", include("league.site.accounts.urls")),
]
handler500 = "scoring.views.errors.server_error"
