"""Clubs that are here already get a short name, made of their name."""

from typing import Any

from django.db import migrations
from django.utils.text import slugify

LONGEST, SHORTEST, ROOM_FOR_NUMBER = 30, 3, 5
# As they were when this was written.
RESERVED = frozenset(
    [
        "about",
        "account",
        "accounts",
        "admin",
        "administrator",
        "api",
        "app",
        "blog",
        "club",
        "clubs",
        "contact",
        "copies",
        "found",
        "founding",
        "health",
        "help",
        "home",
        "host",
        "imprint",
        "info",
        "invite",
        "join",
        "legal",
        "login",
        "logout",
        "mail",
        "metrics",
        "moderator",
        "new",
        "news",
        "official",
        "operator",
        "owner",
        "password",
        "postmaster",
        "privacy",
        "public",
        "report",
        "reports",
        "root",
        "roundhouse",
        "search",
        "security",
        "setup",
        "sign-in",
        "sign-out",
        "sign-up",
        "site",
        "static",
        "status",
        "support",
        "system",
        "team",
        "terms",
        "test",
        "trust",
        "undefined",
        "webmaster",
        "www",
    ]
)


def give_short_names(apps: Any, _schema_editor: Any) -> None:
    """Give each real club a name such as "sun-valley", or "sun-valley-2" where that is taken."""
    club_model, address = (apps.get_model("scoring", name) for name in ("Club", "ClubAddress"))
    taken = set(address.objects.values_list("short_name", flat=True))
    with_one = address.objects.values("club")
    for club in club_model.objects.filter(made_up=False).exclude(pk__in=with_one).order_by("pk"):
        stem = slugify(club.name).replace("_", "-")[: LONGEST - ROOM_FOR_NUMBER].strip("-")
        # Short ones, numbers and reserved words are no short names: with "club-" before them all are.
        if len(stem) < SHORTEST or stem.isdecimal() or stem in RESERVED:
            stem = f"club-{stem or club.pk}"[: LONGEST - ROOM_FOR_NUMBER].strip("-")
        name, number = stem, 1
        while name in taken:
            number += 1
            name = f"{stem}-{number}"
        taken.add(name)
        address.objects.create(club=club, short_name=name)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0027_founding")]

    operations = [migrations.RunPython(give_short_names, migrations.RunPython.noop)]
