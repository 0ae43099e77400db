"""The container: built from an empty folder, run unprivileged, and upgraded over older data."""

import json
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.browsers import HOW_TO_GET_ONE, find_browser
from tests.installs.trying import InstallError, copy_clone, first_page, must, network
from tests.ports import free_port
from tests.postgres import HOW_TO_GET_IT, find_binaries, server_with
from tests.upgrade.__main__ import OLD, upgrade

MOST_MEGABYTES = 150
# Without Docker there is no registry to take the base from: a bare Debian with Python is one.
SUITE, BASE, IMAGE = "bookworm", "localhost/debian-python", "localhost/roundhouse"
TOOLS = ("buildah", "skopeo", "debootstrap")


@dataclass(frozen=True)
class Buildah:
    """Buildah with images of its own in a folder, without the rights of a container runtime."""

    folder: Path

    def environment(self) -> dict[str, str]:
        """Return the variables that it runs with."""
        own = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        return {**network(), **own, "BUILDAH_ISOLATION": "chroot", "TMPDIR": str(self.folder)}

    def command(self, *words: str) -> list[str]:
        """Return a command of it."""
        stored = ("--root", str(self.folder / "images"), "--runroot", str(self.folder / "run"))
        return ["buildah", "--storage-driver", "vfs", *stored, *words]

    def run(self, *words: str) -> str:
        """Run a command of it to its end; return what it printed."""
        return must(self.command(*words), self.environment())[0].strip()

    def make_base(self) -> None:
        """Make the base, a Debian with Python, unless it is kept from another time."""
        if BASE in self.run("images", "--format", "{{.Name}}").splitlines():
            return
        bare = self.folder / "bare"
        shutil.rmtree(bare, ignore_errors=True)
        packages = "--include=python3,ca-certificates"
        must(["debootstrap", "--variant=minbase", packages, SUITE, str(bare)], os.environ)
        shutil.rmtree(bare / "var/cache/apt/archives")
        shutil.rmtree(bare / "var/lib/apt/lists")
        container = self.run("from", "scratch")
        self.run("copy", "--quiet", container, str(bare), "/")
        self.run("config", "--env", "PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", container)
        self.run("commit", "--quiet", "--rm", container, BASE)
        shutil.rmtree(bare)

    def build(self, clone: Path) -> float:
        """Build the image of a clone; return the seconds it took."""
        words = ["build", "--quiet", "--build-arg", f"BASE={BASE}", "--tag", IMAGE]
        # What this machine knows of its network goes into the steps, and not into the image.
        if "SSL_CERT_FILE" in (variables := network()):
            authorities = variables["SSL_CERT_FILE"]
            words += ["--volume", f"{authorities}:{authorities}:ro"]
        for name, value in variables.items():
            words += ["--build-arg", f"{name}={value}"]
        return must([*self.command(*words), "."], self.environment(), clone)[1]

    def new(self) -> str:
        """Return the name of a new container of the image.

        Without the image's own volume: buildah would lay it over the one that is named later.
        """
        container = self.run("from", IMAGE)
        self.run("config", "--volume", "/data-", container)
        return container

    @contextmanager
    def served(self, _code: Path, data: Path, port: int, log: Path) -> Iterator[None]:
        """The image's own command, with that data folder as its volume; ended by Ctrl-C."""
        with self.serving(data, port, log):
            yield

    @contextmanager
    def serving(self, data: Path, port: int, log: Path, database: str = "") -> Iterator[float]:
        """Run the image's command; yield the seconds until the first page."""
        container = self.new()
        config = json.loads(self.run("inspect", container))["OCIv1"]["config"]
        user = int(self.run("run", container, "--", "id", "-u"))
        for path in (data, *data.rglob("*")):
            os.chown(path, user, user)
        words = ["run", "--volume", f"{data}:/data", "--env", f"DATABASE_URL={database}"]
        words += ["--env", "PLAIN_SIGN_IN=on", container, "--"]
        words += [*config["Cmd"], "--port", str(port), "--no-secure"]
        try:
            with first_page(
                self.command(*words), port, self.environment(), self.folder, log
            ) as seconds:
                if user == 0 or (data / "server.lock").stat().st_uid != user:
                    raise InstallError(f"The site runs as {user}.")
                yield seconds
        finally:
            self.run("rm", container)


def tried(folder: Path, kept: Path) -> Iterator[str]:
    """Yield what was seen; raises `InstallError` with what stopped it."""
    if os.geteuid() or not all(map(shutil.which, TOOLS)):
        raise InstallError(f"Images are made as root: sudo apt install {' '.join(TOOLS)}")
    kept.mkdir(parents=True, exist_ok=True)
    buildah, log, clone = Buildah(kept), folder / "log", folder / "clone"
    buildah.make_base()
    copy_clone(clone)
    yield f"built in {buildah.build(clone):.0f} s"
    yield packed(buildah, folder)
    data = folder / "volume"
    data.mkdir()
    for which in ("first", "second"):
        begun = time.monotonic()
        with buildah.serving(data, free_port(), log) as seconds:
            whole = time.monotonic() - begun
        yield f"{which} start: page after {seconds:.1f} s, {whole:.1f} s with making the container"
    yield from on_postgresql(buildah, folder, log)
    yield from upgraded(buildah, folder, log)


def packed(buildah: Buildah, folder: Path) -> str:
    """Return a sentence on the size of the image as one packed file, as it is carried."""
    archive = folder / "image.tar"
    buildah.run("push", "--quiet", IMAGE, f"oci-archive:{archive}")
    megabytes = archive.stat().st_size / 1e6
    archive.unlink()
    if megabytes > MOST_MEGABYTES:
        raise InstallError(f"The image has {megabytes:.0f} MB, more than {MOST_MEGABYTES} MB.")
    return f"the image has {megabytes:.0f} MB, packed"


def on_postgresql(buildah: Buildah, folder: Path, log: Path) -> Iterator[str]:
    """Yield what came of it with PostgreSQL outside, which copies are made of by what it brings."""
    binaries = find_binaries()
    if binaries is None:
        yield f"PostgreSQL: not tried, {HOW_TO_GET_IT}"
        return
    data = folder / "beside"
    data.mkdir()
    with server_with(binaries, "-c listen_addresses=127.0.0.1") as server:
        server.create_database("roundhouse")
        url = "postgres://roundhouse@127.0.0.1:5432/roundhouse"
        with buildah.serving(data, free_port(), log, url) as seconds:
            container = buildah.new()
            words = ["--volume", f"{data}:/data", "--env", f"DATABASE_URL={url}", container]
            buildah.run("run", *words, "--", "python3", "manage.py", "backup")
            buildah.run("rm", container)
    if (data / "roundhouse.sqlite3").exists() or not list((data / "backups").glob("*-hand*")):
        raise InstallError("With PostgreSQL no copy was made, or SQLite was used.")
    yield f"PostgreSQL: page after {seconds:.1f} s, and a copy made by its pg_dump"


def upgraded(buildah: Buildah, folder: Path, log: Path) -> Iterator[str]:
    """Yield what came of a volume of version 0.1.0, on which a tablet still had rounds."""
    browser = find_browser()
    if browser is None:
        raise InstallError(HOW_TO_GET_ONE)
    data = folder / "older"
    losses = list(upgrade(folder, OLD, str(browser), data, partial(buildah.served, log=log)))
    if losses:
        raise InstallError("\n".join(losses))
    copies = [path.name for path in (data / "backups").glob("*-migration*")]
    if not copies:
        raise InstallError("It made no copy before it changed the database.")
    yield f"a volume of version 0.1.0: nothing was lost, copied first as {copies[0]}"
