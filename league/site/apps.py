"""The site as an app of Django: it brings the command that serves the site."""

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate, pre_migrate


class SiteConfig(AppConfig):
    name = "league.site"
    label = "site_ground"

    def ready(self) -> None:
        """Let each start, which brings the database up to date, switch row-level security."""
        from league.site.row_security import policies  # noqa: PLC0415  # it reads the models

        # Sent for each app that has tables; the latter once all tables are there.
        league = apps.get_app_config("league")
        pre_migrate.connect(policies.before_migrating, sender=league)
        post_migrate.connect(policies.after_migrating, sender=league)
