"""Where each page of the site is found."""

from django.urls import include, path

urlpatterns = [path("", include("league.urls")), path("", include("scoring.urls"))]
handler500 = "scoring.views.errors.server_error"
