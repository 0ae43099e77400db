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

from league.site.packages.windows import LIST, amiss
from league.site.running import port_in_use
from scoring.web.own_addresses import lan_addresses

FIRST_PORT: Final = 8000
PORTS: Final = 10
SECONDS_TO_START: Final = 180
MOST_NAMED: Final = 5


def main(bundle: Path, *, opens: bool = True) -> None:
    """Serve until the window is closed; ends with a sentence where that cannot be."""
    if port := port_in_use():
        print(f"Roundhouse is running already: http://localhost:{port}/")
        _open(port, opens)
        return
    if (bundle / LIST).exists() and (wrong := amiss(bundle)):
        print(f"Files of Roundhouse are missing or changed: {', '.join(wrong[:MOST_NAMED])}")
        if len(wrong) > MOST_NAMED:
            print(f"and {len(wrong) - MOST_NAMED} more.")
        print("Perhaps an antivirus program took them away. Install Roundhouse again: your games")
        print("and people stay.")
        sys.exit(1)
    port = _free_port()
    words = [sys.executable, "-m", "league.site.launching", "serve", "--port", str(port)]
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
        print(f"\nOn a tablet in the same wifi, scan this or open {address}\n")
        segno.make(address, error="l").terminal(compact=True)
        print("If a tablet finds nothing there: let Python through the Windows firewall, for")
        print("private networks, and see that tablet and computer are in the same wifi.\n")
    print(f"Your data: {os.environ['DATA_DIR']}")
    print("To stop Roundhouse, close this window.", flush=True)


def _open(port: int, opens: bool) -> None:
    if opens:
        webbrowser.open(f"http://localhost:{port}/")


def _free_port() -> int:
    """The first port, from 8000 up, that no other program listens at."""
    for port in range(FIRST_PORT, FIRST_PORT + PORTS):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port
    return FIRST_PORT


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
