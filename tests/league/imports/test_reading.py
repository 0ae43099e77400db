"""Files are read in a process of their own, with little memory and time, and without secrets."""

import re
import subprocess
import sys
import threading
from typing import Any

import pytest
from django.conf import settings

from league.imports import reading as file_reading
from league.imports.reading import file_lines
from league.spreadsheets.faults import MOST_BYTES
from league.spreadsheets.reading import FileLine
from scoring.refusals import Refusal
from tests.league.spreadsheets.files import workbook


def refused(data: bytes) -> Refusal:
    with pytest.raises(Refusal) as caught:
        file_lines(data)
    assert "%" not in caught.value.message
    return caught.value


@pytest.mark.parametrize("data", ["name;notes\nZoë;=1\n".encode(), b""])
def test_a_list_comes_back_as_it_is_read_here(data: bytes) -> None:
    book = data or workbook([["name", "notes"], ["Zoë", "=1"]])
    first, second = file_lines(book)
    assert (first, second.cells[0]) == (FileLine(1, ("name", "notes")), "Zoë")
    assert second.unread == (frozenset() if data else {1})


def test_a_fault_comes_back_as_a_sentence() -> None:
    fault = refused(b'name,notes\nAnn,x\n"Bob,y\nCal,z\n')
    assert fault.code == "quote"
    assert fault.message.startswith("Line 3 opens")
    assert "larger than 20 MB" in refused(b"x" * (MOST_BYTES + 1)).message


def test_each_fault_has_its_sentence() -> None:
    """Whatever code the process may answer, the page has a sentence for it."""
    package = settings.BASE_DIR / "league" / "spreadsheets"
    text = "".join(file.read_text() for file in package.glob("*.py"))
    codes = set(re.findall(r'FileFault\("(\w+)"|"fault": "(\w+)"', text))
    assert len(codes) > 8
    for code in codes:
        assert file_reading.refusal("".join(code), 7).message.endswith(".")


def test_a_process_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_reading, "SECONDS", 0.01)
    assert refused(b"name\nAnn\n").code == "slow"


@pytest.mark.parametrize(("status", "code"), [(-9, "slow"), (1, "damaged")])
def test_a_process_that_fell_is_a_refusal(
    monkeypatch: pytest.MonkeyPatch, status: int, code: str
) -> None:
    def fallen(*_words: Any, **_options: Any) -> Any:
        return subprocess.CompletedProcess([], status, b"", b"MemoryError")

    monkeypatch.setattr(subprocess, "run", fallen)
    assert refused(b"name\nAnn\n").code == code


def test_more_files_at_once_than_there_is_room_for_are_told_to_wait() -> None:
    with file_reading.AT_ONCE, file_reading.AT_ONCE:
        assert refused(b"name\nAnn\n").code == "busy"
    assert len(file_lines(b"name\nAnn\n")) == 2


def test_the_process_is_told_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, Any] = {}
    run = subprocess.run

    def watched(*words: Any, **options: Any) -> Any:
        seen.update(options["env"])
        return run(*words, **options)

    monkeypatch.setenv("SECRET_KEY", "not to be told")
    monkeypatch.setattr(subprocess, "run", watched)
    answers: list[list[FileLine]] = []
    thread = threading.Thread(target=lambda: answers.append(file_lines(b"name\nAnn\n")))
    thread.start()
    thread.join()
    assert len(answers[0]) == 2
    assert not {"SECRET_KEY", "DATABASE_URL"} & set(seen)


@pytest.mark.skipif(sys.platform != "linux", reason="only here the system limits memory")
def test_the_process_has_no_more_memory_than_it_gave_itself() -> None:
    code = (
        "from league.spreadsheets.__main__ import MOST_MEMORY, limit\n"
        "limit()\n"
        "bytearray(MOST_MEMORY)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "MemoryError" in done.stderr
