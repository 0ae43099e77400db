"""One call of a WSGI application with a request that is there as a whole; its answer as a whole."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from urllib.parse import unquote_to_bytes

from .limits import MEMORY_BYTES

Scope = dict[str, Any]
Environ = dict[str, Any]
Headers = list[tuple[bytes, bytes]]


def spool() -> IO[bytes]:
    """Return an empty file that moves from memory to the disk when it grows."""
    return SpooledTemporaryFile(max_size=MEMORY_BYTES)


@dataclass
class Answer:
    """What is to be sent; whoever sends it closes the body."""

    status: int
    headers: Headers
    body: IO[bytes]


def make_environ(scope: Scope) -> Environ:
    """Return an ASGI request as WSGI puts it (PEP 3333), with an empty body.

    A header with an underscore in its name is left out: CGI writes it like the one with a dash,
    and a proxy that sets the one lets the other through.
    """
    server = scope.get("server") or ("localhost", 80)
    path = scope.get("raw_path")
    path = unquote_to_bytes(path) if path else scope["path"].encode()
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": path.decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "REMOTE_ADDR": (scope.get("client") or ("",))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1"), raw_value.decode("latin-1")
        if "_" in name:
            continue
        key = name.upper().replace("-", "_")
        if key not in {"CONTENT_LENGTH", "CONTENT_TYPE"}:
            key = f"HTTP_{key}"
        if key in environ:
            value = f"{environ[key]}{';' if key == 'HTTP_COOKIE' else ','} {value}"
        environ[key] = value
    return environ


def call(application: Callable[..., Iterable[bytes]], environ: Environ) -> Answer:
    """Return the application's answer, all of it; what stands behind it is closed already."""
    begun: list[tuple[str, list[tuple[str, str]]]] = []

    def start_response(
        status: str, headers: list[tuple[str, str]], exc_info: object = None
    ) -> Callable[[bytes], object]:
        begun.append((status, headers))
        return body.write

    body = spool()
    parts = application(environ, start_response)
    try:
        for part in parts:
            body.write(part)
    finally:
        if close := getattr(parts, "close", None):
            close()
    body.seek(0)
    status, headers = begun[-1]
    return Answer(
        int(status.split(" ", 1)[0]),
        [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers],
        body,
    )
