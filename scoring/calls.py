"""What the engine in a tablet's browser can be asked: a name, and the pure function behind it.

Python's standard library alone at the top, for the browser has no Django. A function is named as
"module:function", and its module stands in `scoring.selectors.bundle.MODULES`; it takes one value
as JSON gives it and returns one as JSON wants it, so the server can be asked the same.
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


register("rule", "engine.asking:answer_or_error")
register("check", "scoring.aboard.calls:check")
register("desk", "scoring.aboard.calls:desk")
register("leaders", "scoring.aboard.calls:leaders")
register("topics", "scoring.aboard.calls:topics")


def function_of(name: str) -> Call:
    """The function behind a call; LookupError with a sentence where there is none."""
    if name not in CALLS:
        raise LookupError(f"There is no call {name!r}.")
    module, _, function = CALLS[name].partition(":")
    found: Call = getattr(importlib.import_module(module), function)
    return found


def make_ready() -> None:
    """Import all that can be asked, so that what is broken is told before anybody asks."""
    for name in CALLS:
        function_of(name)


def answer_text(name: str, text: str) -> str:
    """The answer to one call, JSON in and JSON out: {"answer": ...} or {"error": sentence}.

    An error is what the function says of the value by a ValueError or a LookupError. Anything else
    that it raises is a fault of ours, and is raised.
    """
    try:
        answer = {"answer": function_of(name)(json.loads(text))}
    except (ValueError, LookupError) as error:
        answer = {"error": str(error)}
    return json.dumps(answer)
