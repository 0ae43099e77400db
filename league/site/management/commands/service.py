"""``manage.py service``: a systemd unit that starts this installation with the machine."""

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from league.site.server.limits import END_SECONDS

# Those that are set here are set for the service too. A password is in the others: the unit says
# where they are to be written instead. DATA_DIR and BACKUP_DIR are named always, DEBUG never.
PLAIN = (
    *("SITE_ADDRESSES", "TRUST_PROXY", "PLAIN_SIGN_IN", "HSTS_SUBDOMAINS", "HSTS_PRELOAD"),
    *("ROW_SECURITY", "WORKERS", "TIME_ZONE", "LANGUAGE_CODE"),
    *("BACKUP_MINUTES", "BACKUP_DAYS", "HOST_ACCOUNTS"),
    *("CLUB_PEOPLE", "CLUB_GAMES", "CLUB_MEGABYTES", "CLUB_REQUESTS", "FOUNDING"),
    *("LOG_FORMAT", "LOG_DAYS_WITH_NAMES", "MAIL_FROM", "SECURITY_CONTACT"),
)
WITH_PASSWORD = ("DATABASE_URL", "REPLICA_URL", "EMAIL_URL", "MONITOR_TOKEN", "SECRET_KEY")
SETTINGS_FILE = "/etc/roundhouse.env"
UNIT = """\
[Unit]
Description=Roundhouse, scores of Mexican Train
After=network-online.target
Wants=network-online.target

[Service]
User={user}
WorkingDirectory={root}
{environment}
# Settings with passwords ({with_password}):
# one NAME=value a line, in a file that root alone can read.
EnvironmentFile=-{settings_file}
ExecStart={command}
Restart=on-failure
RestartSec=5
TimeoutStartSec=infinity
TimeoutStopSec={stop_seconds}
UMask=0077

ReadWritePaths={writable}
ProtectSystem=strict
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
NoNewPrivileges=yes
CapabilityBoundingSet=
SystemCallArchitectures=native

[Install]
WantedBy=multi-user.target
"""


class Command(BaseCommand):
    help = "Print a systemd unit that starts this installation with the machine."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--user", help="whom the site runs as (the owner of the data folder)")
        parser.add_argument("--port", default="8000", help="the port to listen on (8000)")
        parser.add_argument("--host", help="the address to listen on (all of this machine)")

    def handle(self, *, user: str | None, port: str, host: str | None, **_options: Any) -> None:
        if sys.platform != "linux":
            raise CommandError("A systemd unit is of use on Linux alone.")
        name = user or Path(settings.DATA_DIR).owner()
        if name == "root":
            raise CommandError(
                "The site should not run as root: give the data folder to another user, and name "
                "that one with --user."
            )
        clone = settings.BASE_DIR / "manage.py"
        # What a wheel brought is started by its own command, which this one was.
        program = [str(clone)] if clone.exists() else [str(Path(sys.argv[0]).absolute())]
        words = [sys.executable, *program, "serve", "--port", port]
        self.stdout.write(unit(name, [*words, *(["--host", host] if host else [])]), ending="")


def unit(user: str, command: list[str]) -> str:
    """Return the unit's text for a user and the command that serves."""
    environment = {"DATA_DIR": str(settings.DATA_DIR), "BACKUP_DIR": str(settings.BACKUP_DIR)}
    environment |= {name: os.environ[name] for name in PLAIN if os.environ.get(name)}
    folders = {str(settings.DATA_DIR), str(settings.BACKUP_DIR)}
    if connection.vendor == "sqlite":
        folders.add(str(Path(connection.settings_dict["NAME"]).parent))
    lines = [f"Environment={quoted(f'{name}={value}')}" for name, value in environment.items()]
    return UNIT.format(
        user=user,
        # Not quoted: systemd takes the rest of this line as it stands.
        root=str(settings.BASE_DIR).replace("%", "%%"),
        environment="\n".join(lines),
        with_password=", ".join(WITH_PASSWORD),
        settings_file=SETTINGS_FILE,
        command=" ".join(quoted(word.replace("$", "$$")) for word in command),
        stop_seconds=2 * END_SECONDS,
        # Copies may be on a stick that is not there: then the site starts all the same.
        writable=" ".join(quoted(f"-{folder}") for folder in sorted(folders)),
    )


def quoted(word: str) -> str:
    """Return a word as systemd reads it: in quotes, with its own signs escaped."""
    text = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("\n", "\\n")
    return f'"{text}"'
