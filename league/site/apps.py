"""The site as an app of Django: it brings the command that serves the site."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "league.site"
    label = "site_ground"
