"""JSON of others is read within limits, or refused in one way."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.json_text import MOST_DEEP, JsonError, read_json


def nested(levels: int, inner: str = "") -> str:
    return "[" * levels + inner + "]" * levels


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "syntax"),
        ("{'a': 1}", "syntax"),
        (b"\xff\xfe{}", "encoding"),
        ("{}".encode("utf-16"), "encoding"),
        (nested(MOST_DEEP + 1), "deep"),
        ('{"a":' * 900 + "1" + "}" * 900, "deep"),
        ("[" * 200_000, "deep"),
        ("1" * 19, "number"),
        ("-" + "9" * 20, "number"),
        ("9" * 5000, "number"),
        ("1e999", "number"),
        ("NaN", "number"),
        ("[-Infinity]", "number"),
        ('{"a": 1, "b": {"c": 1, "c": 1}}', "twice"),
        ('["\\u0000"]', "letter"),
        ('{"\\ud800": 1}', "letter"),
    ],
    ids=lambda facts: repr(facts)[:20],
)
def test_what_nobody_can_keep_is_refused(text: str | bytes, kind: str) -> None:
    with pytest.raises(JsonError) as refused:
        read_json(text, letters=True)
    assert refused.value.kind == kind
    assert str(refused.value).endswith(".")


def test_what_is_just_within_is_read() -> None:
    assert read_json(nested(MOST_DEEP, "5"))
    assert read_json("[" + "[]," * 500 + "1]")[-1] == 1
    assert read_json(f"[{'9' * 18}, -{'9' * 18}]") == [10**18 - 1, 1 - 10**18]
    assert read_json(b'\xef\xbb\xbf{"a": "\\ud83d\\ude00"}', letters=True) == {"a": "😀"}
    assert read_json('"\\ud800"') == "\ud800"  # where nothing of it is kept


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(st.text() | st.binary() | anything.map(json.dumps))
def test_it_is_read_as_python_reads_it_or_refused(text: str | bytes) -> None:
    """The bug it would catch: an error other than the one that callers know."""
    try:
        value = read_json(text)
    except JsonError:
        return
    plain: Any = json.loads(text.decode("utf-8-sig") if isinstance(text, bytes) else text)
    assert value == plain
    assert not (isinstance(value, float) and math.isnan(value))
