"""What the engine in a tablet's browser can be asked: a name, and the pure function behind it.

Python's standard library alone at the top, for the browser has no Django. A function is named as
"module:function", and its module stands in `bundle.MODULES`; it takes one value as JSON gives it
and returns one as JSON wants it, so the server can be asked the same.
"""

import importlib
import json
from collections.abc import Callable
from typing import Any, Final

Call = Callable[[Any], Any]

CALLS: Final[dict[str, str]] = {}


def register(name: str, target: str) -> None:
    """Let a call by this name be answered by "module:function"; a name is given once."""
    if name in CALLS:
        raise ValueError(f"there is a call {name!r} already")
    CALLS[name] = target


register("rule", "engine.questions:answer_or_error")
register("audit", "engine.reports.photos:audit_or_error")
register("check", "scoring.tablets.offline.calls:check")
register("desk", "scoring.tablets.offline.calls:desk")
register("readings", "scoring.tablets.offline.calls:readings")


def function_of(name: str) -> Call:
    """The function behind a call; LookupError with a sentence where there is none."""
    if name not in CALLS:
        raise LookupError(f"There is no call {name!r}.")
    module, _, function = CALLS[name].partition(":")
    call: Call = getattr(importlib.import_module(module), function)
    return call


def make_ready() -> None:
    """Import all that can be asked, so that what is broken is told before anybody asks."""
    for name in CALLS:
        function_of(name)


def answer_text(name: str, text: str) -> str:
    """The answer to one call, JSON in and JSON out: {"answer": ...} or {"error": sentence}.

    An error is what the function says of the value by a ValueError or a LookupError. Anything else
    that it raises is a fault of ours, and is raised.
    """
    # By its name, as all of the engine is known here.
    read_json = importlib.import_module("engine.json_text").read_json
    try:
        answer = {"answer": function_of(name)(read_json(text))}
    except (ValueError, LookupError) as error:
        answer = {"error": str(error)}
    return json.dumps(answer)
