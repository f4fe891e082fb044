"""The connections to the service: kept alive, one call at a time each."""

from __future__ import annotations

import gzip
import http.client
import io
import os
import select
import socket
import ssl
import threading
import time
import zlib
from contextlib import contextmanager
from typing import Any, Iterator, List, Mapping, Optional, Tuple

from .address import Address
from .waiting import Deadline

# Servers close connections that are idle for 5 seconds or more; one that is closed under a request loses it.
LONGEST_IDLE = 4.0
PIECE = 64 * 1024


class NotConnected(OSError):
    """No connection was made: the service has not seen the request."""


class Wire:
    """The socket of one connection, as ``http.client`` uses it, under the deadline of the present call."""

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self.sock = sock
        self.deadline = deadline

    def sendall(self, data: bytes) -> None:
        self.sock.settimeout(self.deadline.remaining())
        self.sock.sendall(data)

    def receive(self, buffer: memoryview) -> int:
        self.sock.settimeout(self.deadline.remaining())
        return self.sock.recv_into(buffer)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Reader(self), PIECE)

    def cut(self) -> None:
        _cut(self.sock)

    def close(self) -> None:
        self.sock.close()


def _cut(sock: socket.socket) -> None:
    """Wakes the thread that waits for the socket."""
    try:
        # Not that of a socket under TLS, which waits for the other side.
        socket.socket.shutdown(sock, socket.SHUT_RDWR)
    except OSError:
        pass  # It is closed already.


class _Reader(io.RawIOBase):
    """What comes. The end of an answer is not the end of its connection, so closing does nothing."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return self._wire.receive(memoryview(buffer))


class Connection:
    """One connection, which is used by one call at a time."""

    def __init__(self, http_connection: http.client.HTTPConnection, wire: Wire) -> None:
        self._http = http_connection
        self.wire = wire
        self.idle_since = 0.0

    def begin(self, method: str, target: str, headers: Mapping[str, str]) -> None:
        """Writes the head of a request."""
        self._http.putrequest(method, target)
        for name, value in headers.items():
            self._http.putheader(name, value)
        self._http.endheaders()

    def exchange(
        self, method: str, target: str, headers: Mapping[str, str], body: Optional[bytes]
    ) -> Tuple[http.client.HTTPResponse, bytes]:
        """Sends a request and reads the whole answer."""
        try:
            self._http.request(method, target, body=body, headers={**headers, "Accept-Encoding": "gzip"})
        except (BrokenPipeError, ConnectionResetError):
            pass  # The service may have refused the request before it was sent to its end.
        response = self._http.getresponse()
        return response, _plain(response, response.read())

    @property
    def reusable(self) -> bool:
        """Whether it can take another request: it is open, and nothing has come since the last answer."""
        if self._http.sock is None or time.monotonic() - self.idle_since > LONGEST_IDLE:
            return False
        poll = select.poll() if hasattr(select, "poll") else None
        if poll is None:
            return not select.select([self.wire.sock], [], [], 0)[0]
        poll.register(self.wire.sock, select.POLLIN | select.POLLHUP | select.POLLERR)
        return not poll.poll(0)

    def close(self) -> None:
        self._http.close()
        self.wire.close()


def _plain(response: http.client.HTTPResponse, content: bytes) -> bytes:
    if response.getheader("Content-Encoding") != "gzip" or not content:
        return content
    try:
        return gzip.decompress(content)
    except (EOFError, zlib.error) as error:
        raise OSError(f"the answer cannot be decompressed: {error}") from error


class Pool:
    """The idle connections of one client. May be used by any number of threads."""

    def __init__(self, address: Address, context: Optional[ssl.SSLContext]) -> None:
        self._address = address
        # Made once: it reads the certificates of the machine.
        self._context = context or (ssl.create_default_context() if address.is_secure else None)
        self._lock = threading.Lock()
        self._idle: List[Connection] = []
        self._process = os.getpid()

    def take(self, deadline: Deadline) -> Connection:
        """An idle connection, or a new one. Raises :class:`NotConnected` when none can be made."""
        while True:
            connection = self._pop()
            if connection is None:
                return self.open(deadline)
            if connection.reusable:
                connection.wire.deadline = deadline
                deadline.guard(connection.wire.cut)
                return connection
            connection.close()

    def open(self, deadline: Deadline) -> Connection:
        """A new connection."""
        try:
            sock = self._secured(_connected(self._address, deadline), deadline)
        except (TimeoutError, socket.timeout) as error:
            raise TimeoutError(str(error)) from error
        except OSError as error:
            raise NotConnected(*error.args) from error
        wire = Wire(sock, deadline)
        deadline.guard(wire.cut)
        made = self._made()
        # http.client needs no more of a socket than this class has.
        made.sock = wire
        return Connection(made, wire)

    def give(self, connection: Connection) -> None:
        """Takes a connection back whose answer was read to its end, and closes those that are idle for too long."""
        now = connection.idle_since = time.monotonic()
        with self._lock:
            old = [one for one in self._idle if now - one.idle_since > LONGEST_IDLE]
            self._idle = [one for one in self._idle if one not in old] + [connection]
        for one in old:
            one.close()

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _pop(self) -> Optional[Connection]:
        with self._lock:
            if self._process != os.getpid():
                # A forked process must not write to the connections of its parent.
                self._process, self._idle = os.getpid(), []
            return self._idle.pop() if self._idle else None

    def _secured(self, sock: socket.socket, deadline: Deadline) -> socket.socket:
        """Under TLS, where the address says so."""
        if self._context is None or not self._address.is_secure:
            return sock
        with _closed_on_error(sock):
            secured = self._context.wrap_socket(
                sock, server_hostname=self._address.host, do_handshake_on_connect=False
            )
        with _closed_on_error(secured):
            _begin_to_wait(secured, deadline)
            secured.do_handshake()
        return secured

    def _made(self) -> http.client.HTTPConnection:
        address = self._address
        if not address.is_secure:
            return http.client.HTTPConnection(address.host, address.port)
        return http.client.HTTPSConnection(address.host, address.port, context=self._context)


def _connected(address: Address, deadline: Deadline) -> socket.socket:
    """A connection to the first address of the host that takes one, in the time that is left for all of them.

    Python cannot end the look-up of a name; the time of the attempt is looked at when it has ended.
    """
    failure = OSError(f"{address.host} has no address")
    for family, kind, protocol, _, place in socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM):
        try:
            return _connected_to(socket.socket(family, kind, protocol), place, deadline)
        except OSError as error:
            if deadline.over:
                raise
            failure = error
    raise failure


def _connected_to(sock: socket.socket, place: Any, deadline: Deadline) -> socket.socket:
    with _closed_on_error(sock):
        _begin_to_wait(sock, deadline)
        sock.connect(place)
        # What is written is sent at once.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock


def _begin_to_wait(sock: socket.socket, deadline: Deadline) -> None:
    sock.settimeout(deadline.remaining())
    deadline.guard(lambda: _cut(sock))
    deadline.raise_if_cancelled()


@contextmanager
def _closed_on_error(sock: socket.socket) -> Iterator[None]:
    try:
        yield
    except BaseException:
        sock.close()
        raise
