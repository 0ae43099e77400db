"""A network between a browser and the server that can be cut: connections end and none begin.

A browser's own switch for "offline" tells the page so. A cable that is cut tells it nothing:
requests fail, as in a hall whose wifi is there and leads nowhere.
"""

import contextlib
import selectors
import socket
import threading

CHUNK = 65536


class Cable:
    """Hands every connection to `localhost:port` on to a server; `cut` ends them all."""

    def __init__(self, target: tuple[str, int]) -> None:
        """Listen at a free port, and begin to hand on."""
        self._target = target
        self._whole = True
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        """The address under which the browser finds the server."""
        return f"http://localhost:{self.port}"

    def cut(self) -> None:
        """End all connections, and refuse new ones."""
        with self._lock:
            self._whole = False
            for one in self._open:
                with contextlib.suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """Hand on again."""
        self._whole = True

    def close(self) -> None:
        """Cut it for good."""
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _address = self._listener.accept()
            except OSError:
                return
            if not self._whole:
                near.close()
                continue
            threading.Thread(target=self._carry, args=(near,), daemon=True).start()

    def _carry(self, near: socket.socket) -> None:
        with near:
            try:
                far = socket.create_connection(self._target)
            except OSError:
                return
            with far, self._held(near, far), selectors.DefaultSelector() as both:
                both.register(near, selectors.EVENT_READ, far)
                both.register(far, selectors.EVENT_READ, near)
                with contextlib.suppress(OSError):
                    while self._hand_on(both):
                        pass

    @contextlib.contextmanager
    def _held(self, *ends: socket.socket):
        with self._lock:
            self._open |= set(ends)
        try:
            yield
        finally:
            with self._lock:
                self._open -= set(ends)

    def _hand_on(self, both: selectors.BaseSelector) -> bool:
        for ready, _events in both.select():
            told = ready.fileobj.recv(CHUNK)
            if not told or not self._whole:
                return False
            ready.data.sendall(told)
        return True
