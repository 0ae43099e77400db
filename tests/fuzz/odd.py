"""Values that nobody means: what a careless hand, a broken device or a forger may send."""

import io
import json
import zipfile
from functools import cache
from random import Random
from typing import Any

from tests.league.spreadsheets.attacks import ATTACKS

# As a client can send them: a lone surrogate has no UTF-8, so it goes out as three wrong bytes.
TEXTS = (
    "",
    " ",
    "0",
    "1",
    "-1",
    "2",
    "999999",
    "1.5",
    "-0.0",
    "1e9",
    "NaN",
    "Infinity",
    "x",
    "on",
    "None",
    "true",
    "²",
    "٣",
    "๓",
    "१२",
    "½",
    "0x10",
    "1_0",
    "+1",
    "--",
    "\0",
    "a\0b",
    "\ud800",
    "a\udfffb",
    "\u202ename",
    "\u200b",
    "\ufeff",
    "é\u0301" * 20,
    "👩‍👩‍👧‍👦" * 9,
    "\r\n\t",
    "a\nb",
    "\x1b[31m",
    "\x7f\x85",
    "ß",
    "ı",
    "İ" * 40,
    "ﷺ" * 40,
    "<script>alert(1)</script>",
    "{{ 7|add:7 }}",
    "{% debug %}",
    "%s%d%(name)s",
    "%",
    "{0.__class__}",
    "' OR 1=1 --",
    "\\",
    '"',
    "../../etc/passwd",
    "//example.com",
    "javascript:alert(1)",
    "=1+1",
    "9" * 17,
    "9" * 19,
    "2147483648",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
    "1" + "0" * 400,
    "9" * 5000,
    "a" * 256,
    "a" * 5000,
    "1" * 20 + "-" + "1" * 20,
    "0-0 " * 200,
    "12-12",
    "99-99",
    "7-3 7-3",
    "-1--1",
    "2026-02-30",
    "2026-03-02",
    "0001-01-01",
    "9999-12-31",
    "9999-12-31T23:59:59+14:00",
    "0001-01-01T00:00:00-14:00",
    "10000-01-01",
    "24:00",
    "23:59:60",
    "[]",
    "{}",
    "[[[[]]]]",
    "null",
    '{"a": "\\u0000"}',
)
# One of each kind that a field stumbles over: every field of every form is sent each.
WORST = ("", "x", "a\0b", "a\ud800b", "²", "-1", "9" * 19, "9" * 5000, "a" * 5000, "9999-12-31")
JSONS: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1.5,
    1e308,
    2**31,
    2**63,
    10**19,
    -(10**20),
    10**400,
    "",
    "x",
    "\0",
    "\ud800",
    "9" * 5000,
    [],
    [[]],
    {},
    {"": None},
    {"\0": "\ud800"},
    ["\0", {"a": [1, {}]}],
)
FORWARDED = (
    "1.2.3.4, " * 900 + "5.6.7.8",
    "1.2.3.4,,",
    "::ffff:999.1.1.1",
    "fe80::1%eth0",
    "[::1]:80",
    "unknown, \xff",
    "1.2.3.4\0",
)
LANGUAGES = ("x", "de,en;q=9", "\xff", "a" * 600, "en-" * 200, "en," * 2000, "-;q=1")
HOSTS = ("example.com", "", "[::1", "a b", "testserver:x", "\xff", "a" * 3000, "[::1]:x")
QUERY_NAMES = (
    *("page", "sort", "q", "name", "seen", "day", "who", "before", "kept", "gone", "as_of"),
    *("community", "ranked", "device", "kind", "game", "hold", "all", "aside", "show", "ribbons"),
    *("next", "key", "format", "start", "rules", "set", "table", "round", "number", "settled"),
)


def text(rng: Random) -> str:
    """A text that is odd, or any signs at all."""
    if rng.random() < 0.9:
        return rng.choice(TEXTS)
    return "".join(chr(rng.choice((rng.randrange(128), rng.randrange(0x11000)))) for _ in range(8))


def deep(rng: Random) -> str:
    """JSON as text that is nested, damaged, huge, or no JSON at all."""
    return rng.choice(
        (
            "",
            "null",
            "[]",
            '"x"',
            "{",
            "NaN",
            "[1e999]",
            "[" * 20_000,
            "[" * 100_000 + "]" * 100_000,
            '{"a":' * 100_000 + "1" + "}" * 100_000,
            '{"sendings": ' + "[" * 900 + "]" * 900 + "}",
            "9" * 20,
            "-" + "9" * 20,
            "1e99999",
            '{"sendings": [' + "9" * 5000 + "]}",
            '{"\\ud800": "\\udfff"}',
            "[" + "0," * 100_000 + "0]",
            "[" * 900 + "]" * 900,
            '{"a":' * 900 + "1" + "}" * 900,
            "9" * 5000,
            '{"a": 1, "a": 2}',
            '"\\ud800"',
            '"\\u0000"',
            "'x'",
            "\ufeff{}",
            "\0",
        )
    )


def value(rng: Random) -> Any:
    """A value for JSON."""
    return rng.choice(JSONS) if rng.random() < 0.7 else text(rng)


def bent(rng: Random, told: Any) -> Any:
    """The JSON value with something in it replaced, doubled or left out."""
    if rng.random() < 0.15 or not isinstance(told, dict | list) or not told:
        return value(rng)
    if isinstance(told, list):
        at = rng.randrange(len(told))
        if rng.random() < 0.2:
            return told * 2
        return [*told[:at], bent(rng, told[at]), *told[at + 1 :]]
    name = rng.choice(list(told))
    if rng.random() < 0.2:
        return {one: each for one, each in told.items() if one != name}
    if rng.random() < 0.1:
        return told | {text(rng): value(rng)}
    return told | {name: bent(rng, told[name])}


def body_of(told: Any) -> bytes:
    """JSON's text, with whatever Python can write."""
    try:
        return json.dumps(told).encode()
    except ValueError:  # a number longer than Python turns into digits
        return b"[" + b"9" * 5000 + b"]"


@cache
def files() -> tuple[tuple[str, str, bytes], ...]:
    """Uploads: a name, a type, and what is in it. Each is small on the wire."""
    sheet = "xl/worksheets/sheet1.xml"
    laughs = b'<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>'
    return (
        ("people.csv", "text/csv", b"Name,Born\nAnn,1950\nBob,x\n"),
        ("x.csv", "text/csv", b""),
        ("x.csv", "text/csv", b"\0\0\0"),
        ("x.csv", "text/csv", b"Name\nA\0b\nC\n"),
        ("x.csv", "text/csv", b"Name\n" + b"x" * 200_000),
        ("x.csv", "text/csv", b"Name\n" + b"x\n" * 3_000),
        ("x.csv", "text/csv", b"," * 20_000 + b"\n"),
        ("x.csv", "text/csv", b'Name\n"open\n'),
        ("x.csv", "text/csv", b"Name\n\xed\xa0\x80\xff\xfe\n"),
        ("x.csv", "text/csv", "Name\nÄnn\n".encode("utf-16")),
        ("x.csv", "text/csv", b"Name,Born,Name\nAnn," + b"9" * 5_000 + b",Bob\n"),
        ("x.csv", "text/csv", b"Name,Number,Seed\nAnn,99999999999999999999,-1\n"),
        ("x.csv", "image/png", b"\x89PNG\r\n\x1a\n" + b"\0" * 50),
        ("x.xlsx", "application/zip", b"PK\x03\x04"),
        ("x.xlsx", "application/zip", zipped({})),
        ("x.xlsx", "application/zip", zipped({sheet: b"\0" * 30_000_000})),
        ("x.xlsx", "application/zip", zipped({sheet: b"<a>" * 1000, "xl/workbook.xml": laughs})),
        ("x.xlsx", "application/zip", zipped({"../../x": b"x", "/etc/x": b"x"})),
        ("../../x\0.csv", "text/csv", b"Name\nAnn\n"),
        ("", "", b"Name\nAnn\n"),
        ("n" * 300 + ".csv", "text/csv", b"Name\nAnn\n"),
        ("\ud800.csv", "text/\ud800", b"Name\nAnn\n"),
        ("CON", "text/csv; charset=utf-7", b"Name\n+AD4-\n"),
        ("\u202egnp.csv", "text/csv; charset=\xff", b"Name\nAnn\n"),
        ('a";\r\nX: y', "text/csv\r\nX: y", b"Name\nAnn\n"),
        ("..", ".", b"Name\nAnn\n"),
    )


@cache
def attacks() -> tuple[tuple[str, str, bytes], ...]:
    """Uploads that are made to cost much; each is made once, which takes a while."""
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    return tuple((f"{name}.xlsx", kind, make()) for name, (make, _code) in ATTACKS.items())


# Bodies in parts as no browser writes them; BORDER stands for what parts them.
PARTS = (
    b'--BORDER\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n' * 3_000
    + b"--BORDER--\r\n",
    b'--BORDER\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nA\r\n' * 300
    + b"--BORDER--\r\n",
    b'--BORDER\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n'
    b"Content-Transfer-Encoding: base64\r\n\r\n====A\r\n--BORDER--\r\n",
    b'--BORDER\r\nContent-Disposition: form-data; name="a"\r\n'
    b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n1\r\n--b--\r\n--BORDER--\r\n",
    b"--BORDER\r\nContent-Disposition: form-data; name*=utf-16''%FE%FF; filename*=x''%FF\r\n\r\n1"
    b"\r\n--BORDER--\r\n",
    b"--BORDER\r\nContent-Disposition: form-data; name=" + b"a" * 20_000 + b"\r\n\r\n1\r\n",
    b"--BORDER\r\n" + b"X: y\r\n" * 5_000 + b"\r\n1\r\n--BORDER--\r\n",
    b"--BORDER\r\n\r\n\r\n--BORDER--\r\n",
    b"--BORDER" * 5_000,
)


def parts(rng: Random, border: str) -> bytes:
    """A body in parts that is none."""
    return rng.choice(PARTS).replace(b"BORDER", border.encode())


def zipped(parts: dict[str, bytes]) -> bytes:
    """A zip of these files."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in parts.items():
            made.writestr(name, content)
    return whole.getvalue()


def headers(rng: Random) -> dict[str, str]:
    """Some headers, by the names that WSGI gives them."""
    odd = (
        {"HTTP_HX_REQUEST": "true"},
        {"HTTP_HX_REQUEST": "true", "HTTP_HX_CURRENT_URL": rng.choice(("http://[", "\xff", "x"))},
        {"HTTP_HX_REQUEST": "x", "HTTP_HX_TARGET": "\xff", "HTTP_HX_PROMPT": "%FF"},
        {"HTTP_HX_TARGET_URI_AUTOENCODED": "true", "HTTP_HX_TARGET": "%ED%A0%80"},
        {"HTTP_ACCEPT": rng.choice(("application/json", "*", ";;q=x", "\xff/\xff", ""))},
        {
            "HTTP_ACCEPT_LANGUAGE": rng.choice(
                ("x", "de,en;q=9", "\xff", "a" * 600, "en-" * 200, "en," * 2000, "-;q=1")
            )
        },
        {
            "HTTP_HOST": rng.choice(
                ("example.com", "", "[::1", "a b", "testserver:x", "\xff", "a" * 3000, "[::1]:x")
            )
        },
        {"HTTP_X_FORWARDED_FOR": "\xff", "HTTP_X_FORWARDED_HOST": "example.com"},
        {"HTTP_X_FORWARDED_FOR": rng.choice(FORWARDED)},
        {"HTTP_HX_REQUEST": "true", "HTTP_HX_BOOSTED": "\0", "HTTP_HX_TRIGGER": "x" * 5000},
        {"HTTP_HX_HISTORY_RESTORE_REQUEST": "true", "HTTP_HX_TRIGGER_NAME": "\xff"},
        {"HTTP_HX_REQUEST": "true", "HTTP_HX_TRIGGERING_EVENT": rng.choice(("{", "[" * 900, "x"))},
        {"HTTP_COOKIE": rng.choice(("=", ";" * 3000, "a=b; " * 2000, "sessionid", "\xff=\xff"))},
        {"HTTP_UPGRADE": "websocket", "HTTP_CONNECTION": "Upgrade"},
        {"HTTP_EXPECT": "100-continue", "HTTP_TE": "trailers", "HTTP_DNT": "\xff"},
        {"HTTP_X_CSRFTOKEN": rng.choice(("", "x" * 64, "\xff" * 32))},
        {"HTTP_X_HTTP_METHOD_OVERRIDE": "DELETE", "HTTP_ACCEPT_ENCODING": "x;q=9, *;q=-1"},
        {"HTTP_AUTHORIZATION": rng.choice(("Basic ====", "Bearer \xff", "x" * 3000))},
        {"HTTP_X_FORWARDED_PROTO": "https"},
        {"HTTP_REFERER": rng.choice(("http://[", "\xff", "x" * 3000, "//"))},
        {"HTTP_ORIGIN": rng.choice(("null", "http://[", "\xff"))},
        {"HTTP_IF_NONE_MATCH": rng.choice(("x", '"', "*", 'W/"\xff"', '"a",' * 2000))},
        {"HTTP_IF_MODIFIED_SINCE": rng.choice(("x", "Mon, 99 Foo 9999 99:99:99 GMT"))},
        {"HTTP_RANGE": rng.choice(("bytes=-", "bytes=9-1,x", "bytes=0-" + "9" * 30, "0-1," * 900))},
        {"HTTP_USER_AGENT": rng.choice(("", "\xff", "\ud7ff" * 9, "a" * 3000))},
        {"REMOTE_ADDR": rng.choice(("", "unix:", "::ffff:1.2.3.4", "999.1.1.1", "fe80::1%eth0"))},
        {"CONTENT_LENGTH": rng.choice(("0", ""))},
        {"QUERY_STRING": rng.choice(("%", "&&=&", "%ED%A0%80", "a=" * 1500, "\xff=\xff"))},
    )
    return {key: rough(text) for key, text in rng.choice(odd).items()}


def rough(told: str) -> str:
    """The text as WSGI hands on a header: each sign is one byte."""
    try:
        return told.encode("latin-1").decode("latin-1")
    except UnicodeEncodeError:
        return told.encode().decode("latin-1")


def cookies(rng: Random) -> dict[str, str]:
    """Cookies that nobody has been given, by name."""
    told = rng.choice(("", "x", "1:x", "1:x:y:z", "²:x:y", "\xff", "a" * 3000, "%00", '"', "..."))
    names = ("roundhouse-tablet", "sessionid", "csrftoken", "messages", "roundhouse-known")
    return {rng.choice(names): told}
