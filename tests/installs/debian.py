"""A bare Debian, made by debootstrap, in which somebody follows the README."""

import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.installs.trying import (
    AUTHORITIES,
    InstallError,
    Took,
    built_wheel,
    copy_clone,
    must,
    network,
    run,
    served,
)

SUITES = {"debian12": "bookworm", "debian13": "trixie"}
USER, NUMBER = "hall", 1000
HOME = f"/home/{USER}"
CERTIFICATES = "/etc/these-tests.pem"
# Some folders of tests, after the checks: the whole suite takes long, and is run elsewhere.
TESTS = ("tests/engine/game", "tests/league/standings", "tests/test_ground_setup.py")
# Its own processes alone are seen in it, and they end with it; shared memory as on a real machine.
ENTER = (
    'mount -t proc proc "$0/proc" && mkdir -p "$0/dev/shm" && mount -t tmpfs tmpfs "$0/dev/shm" '
    '&& exec chroot "$@"'
)


@dataclass(frozen=True)
class Debian:
    """A Debian in a folder, with the network of this machine."""

    folder: Path

    def command(self, words: str, user: int = NUMBER, inside: str = HOME) -> list[str]:
        """Return the command that runs words of a shell in it, as a user, in a folder."""
        whom = f"--userspec={user}:{user}"
        shell = ["/bin/sh", "-c", f'cd "$0" && exec {words}', inside]
        spaces = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
        return [*spaces, "/bin/sh", "-c", ENTER, str(self.folder), whom, str(self.folder), *shell]

    def environment(self, home: str = HOME) -> dict[str, str]:
        """Return the variables of somebody who signed in there."""
        own = {"HOME": home, "PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
        found = network()
        if "SSL_CERT_FILE" in found:
            found |= dict.fromkeys(AUTHORITIES, CERTIFICATES)
        return {**found, **own, "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}

    def as_root(self, words: str) -> str:
        """Run a command there as its administrator; return what it printed."""
        return must(self.command(words, 0, "/"), self.environment("/root"))[0]

    def install(self, *packages: str) -> None:
        """Install packages of Debian, as the README has it, without what they recommend."""
        quiet = "apt-get -qq -y -o Dpkg::Use-Pty=0"
        self.as_root(f"{quiet} install --no-install-recommends {' '.join(packages)}")

    def served(self, words: str, inside: str, log: Path) -> Took:
        """Serve there with these words until the first page; return how long that took."""
        return served(
            self.command(words + ' "$@"', inside=inside), self.environment(), self.folder, log
        )


def made(suite: str, kept: Path) -> Debian:
    """Make a bare Debian with one user, or take the one that is kept."""
    debian = Debian(kept / suite)
    if (debian.folder / HOME[1:]).is_dir():
        return debian
    shutil.rmtree(debian.folder, ignore_errors=True)
    must(["debootstrap", "--variant=minbase", suite, str(debian.folder)], os.environ)
    if "SSL_CERT_FILE" in (found := network()):
        shutil.copy(found["SSL_CERT_FILE"], debian.folder / CERTIFICATES[1:])
    shutil.copy("/etc/resolv.conf", debian.folder / "etc")
    shutil.copy("/etc/hosts", debian.folder / "etc")
    debian.as_root("apt-get -qq update")
    debian.as_root(f"useradd --create-home --uid {NUMBER} --user-group {USER}")
    return debian


def tried(suite: str, folder: Path, kept: Path) -> Iterator[str]:
    """Yield what was seen; raises `InstallError` with what stopped it."""
    if os.geteuid() or not shutil.which("debootstrap"):
        raise InstallError("A bare Debian is made as root: sudo apt install debootstrap")
    base, debian = made(suite, kept), Debian(folder / suite)
    must(["cp", "-a", str(base.folder), str(debian.folder)], os.environ)
    home, log = debian.folder / HOME[1:], folder / "log"
    debian.install("python3")
    version = debian.as_root("python3 --version").strip()
    copy_clone(home / "roundhouse")
    shutil.copy(built_wheel(folder / "wheel"), home)
    debian.as_root(f"chown -R {USER}: {HOME}")
    inside = f"{HOME}/roundhouse"
    refused = run(debian.command("python3 manage.py serve", inside=inside), debian.environment())
    if "sudo apt install python3-venv" not in refused.stdout or not refused.returncode:
        raise InstallError(f"Without python3-venv it said:\n{refused.stdout}")
    yield f"{version}: without python3-venv the sentence names it"
    debian.install("python3-venv")
    for which in ("first", "second"):
        took = debian.served("python3 manage.py serve", inside, log)
        yield f"clone: the {which} `python3 manage.py serve`, first page after {took}"
    yield from in_an_environment(debian, log)
    yield from tests_start(debian, inside)


def in_an_environment(debian: Debian, log: Path) -> Iterator[str]:
    """Yield how the wheel is installed in an environment of its own, and serves."""
    words = "python3 -m venv tried && tried/bin/pip install -q roundhouse-*.whl"
    _, seconds = must(debian.command(f"sh -c '{words}'"), debian.environment())
    yield f"wheel: installed in {seconds:.0f} s"
    for which in ("first", "second"):
        took = debian.served("tried/bin/roundhouse serve", HOME, log)
        yield f"wheel: the {which} `roundhouse serve`, first page after {took}"


def tests_start(debian: Debian, inside: str) -> Iterator[str]:
    """Yield what the checks and some folders of tests say there."""
    for words in ("--only checks", f"{' '.join(TESTS)} -q"):
        command = debian.command(f"python3 manage.py test {words}", inside=inside)
        printed, seconds = must(command, debian.environment())
        yield f"`python3 manage.py test {words}`: {printed.splitlines()[-1]} ({seconds:.0f} s)"


if __name__ == "__main__":
    sys.exit("Use python -m tests.installs")
