"""The command: attack each door in each way, and say how long others waited for a page."""

import argparse
import asyncio
import resource
import signal
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.attack.lines import ATTACKS, Door, attacking, loading, watch
from tests.attack.site import (
    HOW_TO_GET,
    AttackError,
    behind_proxies,
    both_doors,
    burden,
    engine_path,
    program,
)

NUMBERS = (4, 40, 400)
# A page in the middle of an attack.
SECONDS_A_PAGE = 1.0
TABLETS, TABLET_SPEED = 20, 300_000


@dataclass(frozen=True)
class Row:
    """One attack and what came of it; the worst page in seconds."""

    door: str
    attack: str
    connections: int
    held: str
    pages: int
    worst: float
    megabytes: float
    faults: list[str]

    @property
    def good(self) -> bool:
        """Whether everybody else was answered, in time."""
        return not self.faults and self.pages > 0 and self.worst < SECONDS_A_PAGE

    def line(self) -> str:
        """The row of the table."""
        return (
            f"{self.door:<6} {self.attack:<14} {self.connections:>5} {self.held:>12} "
            f"{self.pages:>6} {self.worst * 1000:>7.0f} ms {self.megabytes:>6.0f} MB  "
            f"{'good' if self.good else 'BAD'}"
        )


HEAD = "door   attack         conns   held (cut)  pages   worst page  memory  verdict"


async def attack(door: Door, name: str, number: int, seconds: float, pid: int, path: str) -> Row:
    """Attack one door in one way."""
    async with attacking(door, name, number, path) as held:
        watched = await watch(door, seconds)
        memory = burden(pid).megabytes
        told = f"{held.open_now} ({held.cut})"
    return Row(
        door.name, name, number, told, len(watched.times), watched.worst, memory, watched.faults
    )


async def tablets(door: Door, seconds: float, pid: int, path: str) -> Row:
    """Let tablets load the engine over slow lines, and others ask for pages meanwhile."""
    async with loading(door, path, TABLETS, TABLET_SPEED) as came:
        watched = await watch(door, seconds)
        memory = burden(pid).megabytes
    faults = list(watched.faults)
    if len(came) < TABLETS or len(set(came)) != 1:
        faults.append(f"{len(came)} tablets have the whole file: {sorted(set(came))}")
    told = f"{len(came)} loaded"
    return Row(
        door.name, "engine", TABLETS, told, len(watched.times), watched.worst, memory, faults
    )


async def attack_all(
    doors: list[Door], asked: argparse.Namespace, pid: int, path: str
) -> list[Row]:
    """Attack all doors, one after the other, and print each row as it comes."""
    rows = []
    for door in doors:
        if asked.door and door.name.lower() != asked.door:
            continue
        await watch(door, 1)  # the first pages read their templates
        calm = await watch(door, 2)
        print(
            f"{door.name:<6} {'(none)':<14} {0:>5} {'':>12} {len(calm.times):>6} "
            f"{calm.worst * 1000:>7.0f} ms {burden(pid).megabytes:>6.0f} MB",
            flush=True,
        )
        for name in ATTACKS if not asked.attack else [asked.attack]:
            for number in NUMBERS if not asked.connections else [asked.connections]:
                rows.append(await attack(door, name, number, asked.seconds, pid, path))
                print(rows[-1].line(), flush=True)
        rows.append(await tablets(door, asked.seconds, pid, path))
        print(rows[-1].line(), flush=True)
    return rows


def main() -> int:
    """Run the command; 0 where nobody else had to wait."""
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    parser.add_argument("--seconds", type=float, default=8, help="how long each lasts (8)")
    parser.add_argument("--door", choices=["http", "https", "caddy", "nginx"], help="only one")
    parser.add_argument("--attack", choices=list(ATTACKS), help="only one")
    parser.add_argument("--connections", type=int, help="so many, in place of 4, 40 and 400")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    rows: list[Row] = []
    absent = [name for name in HOW_TO_GET if program(name) is None]
    try:
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder)
            print(HEAD, flush=True)
            for place, names in (
                (both_doors, {"http", "https"}),
                (behind_proxies, set(HOW_TO_GET)),
            ):
                if asked.door and asked.door not in names:
                    continue
                with place(data) as (pid, doors):
                    path = engine_path(data)
                    rows += asyncio.run(attack_all(doors, asked, pid, path))
    except AttackError as error:
        sys.exit(str(error))
    for row in rows:
        for fault in row.faults[:5]:
            print(f"{row.door}, {row.attack}, {row.connections}: {fault}", file=sys.stderr)
    for name in absent:
        print(f"{name} is not installed, so nothing was tried behind it: {HOW_TO_GET[name]}.")
    return 0 if rows and all(row.good for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
