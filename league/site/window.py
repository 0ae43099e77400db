"""The window of an installed Roundhouse: the site is served from it, and ends with it.

It says where to go, shows a QR code for tablets, and opens the browser once pages come.
"""

import os
import socket
import subprocess
import sys
import time
import urllib.request
import webbrowser
from pathlib import Path
from typing import Final

import segno

from league.site.console import gettext as _
from league.site.packages.windows import LIST, amiss
from league.site.running import port_in_use
from scoring.web.own_addresses import lan_addresses

FIRST_PORT: Final = 8000
FIRST_SECURE_PORT: Final = 8443
PORTS: Final = 10
# The first start on a slow computer, with an antivirus program that looks at each file.
SECONDS_TO_START: Final = 600
MOST_NAMED: Final = 5


def main(bundle: Path, *, opens: bool = True) -> None:
    """Serve until the window is closed; ends with a sentence where that cannot be."""
    if port := port_in_use():
        print(_("Roundhouse is running already: %s") % f"http://localhost:{port}/")
        _open(port, opens)
        return
    if (bundle / LIST).exists() and (wrong := amiss(bundle)):
        named = ", ".join(wrong[:MOST_NAMED])
        print(_("Files of Roundhouse are missing or changed: %s") % named)
        if len(wrong) > MOST_NAMED:
            print(_("And this many more: %d.") % (len(wrong) - MOST_NAMED))
        print(_("Perhaps an antivirus program took them away. Install Roundhouse again."))
        print(_("Your games and people stay."))
        sys.exit(1)
    print(_("Roundhouse is getting ready. The first time takes a minute or two: please wait."))
    print(_("Then your browser opens by itself. Leave this window open."), flush=True)
    port = _free_port(FIRST_PORT)
    ports = ["--port", str(port)]
    # Named only where the usual one is busy: behind a proxy there is none to name.
    if (secure := _free_port(FIRST_SECURE_PORT)) != FIRST_SECURE_PORT:
        ports += ["--secure-port", str(secure)]
    words = [sys.executable, "-m", "league.site.launching", "serve", *ports]
    with subprocess.Popen(words) as server:  # noqa: S603 - our own words
        try:
            if _comes(port, server):
                _say(port)
                _open(port, opens)
            sys.exit(server.wait())
        except KeyboardInterrupt:
            server.wait()


def _say(port: int) -> None:
    addresses = lan_addresses()
    if addresses:
        address = f"http://{addresses[0]}:{port}/trust/"
        print("\n" + _("On a tablet in the same wifi, scan this or open %s") % address + "\n")
        segno.make(address, error="l").terminal(compact=True)
        print(_("Does a tablet find nothing there?"))
        print(_("Let Python through the Windows firewall, for private networks."))
        print(_("Check that tablet and computer are in the same wifi.") + "\n")
    print(_("Your data: %s") % os.environ["DATA_DIR"])
    print(_("To stop Roundhouse, close this window."), flush=True)


def _open(port: int, opens: bool) -> None:
    if opens:
        webbrowser.open(f"http://localhost:{port}/")


def _free_port(first: int) -> int:
    """The first port, from that one up, that no other program listens at."""
    for port in range(first, first + PORTS):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port
    return first


def _comes(port: int, server: "subprocess.Popen[bytes]") -> bool:
    """Wait until pages come; answer False where the server ended before."""
    end = time.monotonic() + SECONDS_TO_START
    while server.poll() is None and time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"http://localhost:{port}/health/", timeout=5):
                return True
        except OSError:
            time.sleep(0.3)
    return server.poll() is None
