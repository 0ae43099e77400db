"""The pages of a club's competition."""

from django.urls import URLPattern

app_name = "league"
urlpatterns: list[URLPattern] = []
