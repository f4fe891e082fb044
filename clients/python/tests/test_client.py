from __future__ import annotations

import copy
import gzip
import pickle
import select
import socket
import threading
from datetime import datetime, timedelta, timezone
from typing import Any, Dict, Iterator, List

import pytest

import integration_api.connection
from case_server import CaseServer
from integration_api import Cancellation, Cancelled, IntegrationApi, IntegrationApiError
from integration_api.address import query_text
from integration_api.connection import NotConnected
from integration_api.connectors.error_text import text_of
from integration_api.errors import ErrorFacts
from integration_api.waiting import Deadline

ROOT = {"call": "GET /api/v1/integration"}
OK = {"status": 200, "json": {"success": True, "tenantId": "t1"}}
AWAY = {"status": 503, "json": {"success": False, "message": "Away.", "error": {"code": "SERVICE_UNAVAILABLE"}}}


class Service:
    """A service whose next answers are given."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self.released = threading.Event()
        self._servers: List[CaseServer] = []

    def answering(self, *answers: Dict[str, Any]) -> CaseServer:
        exchanges = [{"request": ROOT, "answer": answer} for answer in answers]
        server = CaseServer(exchanges, self._hold, lambda rows: None)
        server.start()
        self._servers.append(server)
        return server

    def _hold(self) -> None:
        self.reached.set()
        self.released.wait()

    def stop(self) -> None:
        self.released.set()
        for server in self._servers:
            server.stop()


@pytest.fixture
def service() -> Iterator[Service]:
    made = Service()
    yield made
    made.stop()


def client(server: CaseServer, **options: Any) -> IntegrationApi:
    return IntegrationApi(server.url, "the-key", "the-secret", **options)


def test_a_client_shows_no_secret() -> None:
    api = IntegrationApi("https://ann:pass@api.example.edu/api/v1/integration", "the-key", "the-secret")
    assert repr(api) == "IntegrationApi('https://api.example.edu')"
    assert "the-secret" not in repr(api.users) + repr(api._transport.options)


@pytest.mark.parametrize("name", ["api_key", "api_secret", "run", "request_id"])
@pytest.mark.parametrize("value", ["the-value\n", "the-value\r\nX-Other: 1", "the-value\u2026", "the-value\x00"])
def test_a_value_that_no_header_can_have_is_refused_and_not_shown(name: str, value: str) -> None:
    given = {"api_key": "k", "api_secret": "s", name: value}
    request_id = given.pop("request_id", None)
    with pytest.raises(ValueError) as refused:
        IntegrationApi("http://127.0.0.1:9", **given).with_options(request_id=request_id)  # type: ignore[arg-type]
    assert str(refused.value).startswith(f"{name} has ")
    assert "the-value" not in str(refused.value)


@pytest.mark.parametrize("address", ["", "api.example.edu", "ftp://api.example.edu", "https://"])
def test_an_address_without_http_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="must begin with http"):
        IntegrationApi(address, "k", "s")


@pytest.mark.parametrize(
    ("address", "host", "port"),
    [
        ("http://[::1]", "::1", 80),
        ("https://[2001:db8::443]/api/v1/integration", "2001:db8::443", 443),
        ("https://[2001:db8::1]:8443", "2001:db8::1", 8443),
        ("http://api.example.edu", "api.example.edu", 80),
    ],
)
def test_an_address_without_a_port_has_that_of_its_scheme(address: str, host: str, port: int) -> None:
    made = IntegrationApi(address, "k", "s")._transport.pool._made()
    assert (made.host, made.port) == (host, port)


def test_a_connection_is_used_again(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(integration_api.connection, "LONGEST_IDLE", float("inf"))
    server = service.answering(OK, OK)
    with client(server) as api:
        first = _connection_behind(api)
        assert _connection_behind(api) is first


def _connection_behind(api: IntegrationApi) -> object:
    api.root()
    return api._transport.pool._idle[0]


def test_a_connection_that_is_idle_for_long_is_not_used_again(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = service.answering(OK, OK)
    with client(server) as api:
        first = _connection_behind(api)
        monkeypatch.setattr(integration_api.connection, "LONGEST_IDLE", -1.0)
        assert _connection_behind(api) is not first


def test_a_connection_that_the_service_has_closed_is_not_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(integration_api.connection, "LONGEST_IDLE", float("inf"))
    answer = b'HTTP/1.1 200 OK\r\nContent-Length: 31\r\n\r\n{"success":true,"tenantId":"t"}'
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer_and_close() -> None:
            for _ in range(2):
                connection, _ = listener.accept()
                with connection, connection.makefile("rb") as reader:
                    while reader.readline() != b"\r\n":
                        pass
                    connection.sendall(answer)
                    connection.shutdown(socket.SHUT_RDWR)

        thread = threading.Thread(target=answer_and_close, daemon=True)
        thread.start()
        with IntegrationApi(f"http://127.0.0.1:{listener.getsockname()[1]}", "k", "s", retries=0) as api:
            api.root()
            # Until the end of the connection has come.
            select.select([api._transport.pool._idle[0].wire.sock], [], [])
            assert api.root().data["tenantId"] == "t"
        thread.join()


@pytest.mark.parametrize("cut", [0, 4])
def test_a_compressed_answer_is_read_and_one_that_is_cut_counts_as_lost(cut: int) -> None:
    content = gzip.compress(b'{"success":true,"tenantId":"t1"}')[: -cut or None]
    head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            connection, _ = listener.accept()
            with connection, connection.makefile("rb") as reader:
                while reader.readline() != b"\r\n":
                    pass
                connection.sendall(head % len(content) + content)

        thread = threading.Thread(target=answer)
        thread.start()
        api = IntegrationApi(f"http://127.0.0.1:{listener.getsockname()[1]}", "k", "s", retries=0)
        if cut == 0:
            assert api.root().data["tenantId"] == "t1"
        else:
            with pytest.raises(IntegrationApiError, match="cannot be decompressed"):
                api.root()
        thread.join()


@pytest.mark.parametrize("reason", [RuntimeError("enough"), TimeoutError("enough"), OSError("enough")])
def test_a_call_ends_with_the_reason_of_its_cancellation_while_it_waits_for_an_answer(
    service: Service, reason: Exception
) -> None:
    server = service.answering({"never": True})
    cancellation = Cancellation()

    def cancel() -> None:
        service.reached.wait()
        cancellation.cancel(reason)

    threading.Thread(target=cancel).start()
    with client(server, retries=0) as api:
        for _ in range(2):
            with pytest.raises(type(reason)) as raised:
                api.with_options(cancellation=cancellation).root()
            assert raised.value is reason
            with pytest.raises(type(reason)) as raised:
                list(api.with_options(cancellation=cancellation).users.bulk_of([1], str))
            assert raised.value is reason
    assert len(server.seen) == 1


class Connecting(socket.socket):
    """Says when it begins to connect."""

    begun = threading.Event()

    def connect(self, place: Any) -> None:
        self.begun.set()
        super().connect(place)


@pytest.fixture
def silent_listener() -> Iterator[socket.socket]:
    """One whose queue is full: further connections are not made."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as listener, socket.socket() as first:
        first.connect(listener.getsockname())
        yield listener


def test_a_call_ends_with_its_cancellation_while_it_connects(
    silent_listener: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    Connecting.begun.clear()
    monkeypatch.setattr(socket, "socket", Connecting)
    cancellation = Cancellation()

    def cancel() -> None:
        Connecting.begun.wait()
        cancellation.cancel(RuntimeError("enough"))

    thread = threading.Thread(target=cancel)
    thread.start()
    api = IntegrationApi(f"http://127.0.0.1:{silent_listener.getsockname()[1]}", "k", "s")
    with pytest.raises(RuntimeError, match="enough"):
        api.with_options(cancellation=cancellation).root()
    thread.join()


def test_a_call_ends_with_its_cancellation_during_the_handshake_of_tls() -> None:
    cancellation = Cancellation()
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def cancel() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(1)
                cancellation.cancel(RuntimeError("enough"))

        thread = threading.Thread(target=cancel)
        thread.start()
        api = IntegrationApi(f"https://127.0.0.1:{listener.getsockname()[1]}", "k", "s")
        with pytest.raises(RuntimeError, match="enough"):
            api.with_options(cancellation=cancellation).root()
        thread.join()


@pytest.mark.parametrize(("expires", "tried"), [(False, 2), (True, 1)])
def test_the_addresses_of_a_host_share_the_time_of_an_attempt(
    expires: bool, tried: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    deadline = Deadline(30, None)
    places: List[Any] = []

    class Refused(socket.socket):
        def connect(self, place: Any) -> None:
            places.append(place)
            if expires:
                deadline.expire()
            raise ConnectionRefusedError("refused")

    found = [(socket.AF_INET, socket.SOCK_STREAM, 0, "", ("127.0.0.1", 9))] * 2
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr(socket, "socket", Refused)
    with pytest.raises(NotConnected):
        IntegrationApi("http://api.example.edu", "k", "s")._transport.pool.open(deadline)
    assert len(places) == tried


def test_a_call_ends_with_its_cancellation_while_it_waits_for_the_next_attempt(service: Service) -> None:
    server = service.answering(AWAY)
    cancellation = Cancellation()
    with client(server, backoff=60, on_retry=lambda retry: cancellation.cancel()) as api:
        with pytest.raises(Cancelled):
            api.with_options(cancellation=cancellation).root()
        with pytest.raises(Cancelled):
            api.with_options(cancellation=cancellation).root()
    assert len(server.seen) == 1


def test_following_ends_quietly_with_its_cancellation(service: Service) -> None:
    cancellation = Cancellation()
    cancellation.cancel()
    api = IntegrationApi("http://127.0.0.1:9", "k", "s").with_options(cancellation=cancellation)
    assert list(api.events.follow(None, save=lambda after: None)) == []


def test_an_error_goes_from_one_process_to_another() -> None:
    error = IntegrationApiError("It is refused.", ErrorFacts("X", "r-1", 400, conflict_id="cf_1", retry_after=7))
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (str(again), again.code, again.status, again.conflict_id, again.retry_after) == (
            "It is refused.",
            "X",
            400,
            "cf_1",
            7,
        )


def test_values_of_a_query_are_written_as_the_service_reads_them() -> None:
    moment = datetime(2026, 3, 1, 12, 30, tzinfo=timezone(timedelta(hours=1)))
    query = {"since": moment, "includeRemoved": True, "externalId": ["S-1", "S-2"], "limit": 5, "cursor": None}
    expected = "?since=2026-03-01T11%3A30%3A00Z&includeRemoved=true&externalId=S-1%2CS-2&limit=5"
    assert query_text(query) == expected


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("The door is closed.", "The door is closed."),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("a\x00b\x1bc\x7fd\x85e", "a b c d e"),
        ("half \ud83d of a pair", "half \ufffd of a pair"),
        (" ", "TypeError"),
        ("x" * 6000, "x" * 5000),
        ("x" * 4999 + "\U0001f600 and so on", "x" * 4999),
    ],
)
def test_the_text_of_an_error_is_as_the_service_takes_it(message: str, expected: str) -> None:
    assert text_of(TypeError(message)) == expected
