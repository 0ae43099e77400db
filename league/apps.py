"""The league as an app of Django."""

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    name = "league"
