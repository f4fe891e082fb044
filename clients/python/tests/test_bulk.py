from __future__ import annotations

import socket
import threading
from typing import Iterator

import pytest

import integration_api.bulk.body
from integration_api import IntegrationApi
from integration_api.bulk.body import RequestBody
from integration_api.bulk.rows import MOST_ROWS, RowQueue, RowSource


@pytest.fixture(autouse=True)
def no_row_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(integration_api.bulk.body, "SLOW", float("inf"))


def rows_of(texts: "list[str]") -> "tuple[RowQueue[str], RowSource[str]]":
    queue: "RowQueue[str]" = RowQueue()
    return queue, RowSource(texts, lambda text: text, queue)


def test_no_more_rows_are_read_than_may_be_without_an_answer() -> None:
    read = 0

    def endless() -> Iterator[int]:
        nonlocal read
        while True:
            read += 1
            yield read

    queue: "RowQueue[int]" = RowQueue()
    source = RowSource(endless(), str, queue)
    body = RequestBody(queue, source)
    body.welcome()
    while body.next_piece():
        pass
    assert (read, queue.in_flight) == (MOST_ROWS, MOST_ROWS)
    queue.settle()
    assert body.next_piece() == b"6\r\n10001\n\r\n"


def test_only_a_first_piece_is_written_before_the_service_has_answered() -> None:
    queue, source = rows_of(['"%s"' % ("x" * 10_000)] * 4)
    body = RequestBody(queue, source)
    assert [len(body.next_piece()) > 0 for _ in range(3)] == [True, True, False]
    assert queue.in_flight == 2
    body.welcome()
    assert [len(body.next_piece()) > 0 for _ in range(2)] == [True, True]
    assert body.next_piece() == b"0\r\n\r\n"


def test_no_further_row_is_read_while_one_waits_to_be_written() -> None:
    read: "list[int]" = []

    def rows() -> Iterator[int]:
        for number in range(1, 4):
            read.append(number)
            yield number

    queue: "RowQueue[int]" = RowQueue()
    source = RowSource(rows(), str, queue)
    source.read()
    source.read()
    queue.send()
    body = RequestBody(queue, source)
    assert (body.next_piece(), read) == (b"4\r\n1\n2\n\r\n", [1, 2])
    assert (body.next_piece(), read) == (b"2\r\n3\n\r\n", [1, 2, 3])


class ClosingService:
    """Answers the first row of each connection, and closes it."""

    def __init__(self, listener: socket.socket) -> None:
        self.closed = threading.Event()
        self._listener = listener

    def serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return  # The test is over.
            with connection, connection.makefile("rb") as reader:
                while reader.readline() != b"\r\n":
                    pass
                reader.read(int(reader.readline(), 16))
                answer = b'{"line":1,"success":true,"id":"950000001","message":"DATA INSERTED"}\n'
                head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                connection.sendall(head + b"%x\r\n%b\r\n" % (len(answer), answer))
                connection.shutdown(socket.SHUT_RDWR)
            self.closed.set()


def test_rows_that_come_more_slowly_than_the_service_keeps_a_connection_are_answered_without_a_retry(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(integration_api.bulk.body, "SLOW", -1.0)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        service = ClosingService(listener)
        threading.Thread(target=service.serve, daemon=True).start()

        def rows() -> Iterator[int]:
            for number in range(3):
                yield number
                assert service.closed.wait(20), f"row {number} was not sent"
                service.closed.clear()

        api = IntegrationApi(f"http://127.0.0.1:{listener.getsockname()[1]}", "k", "s", retries=0)
        answers = api.users.bulk_of(rows(), str)
        assert [(one.line, one.row) for one in answers] == [(1, 0), (2, 1), (3, 2)]
        assert answers.summary.resent == 0
        listener.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize("text", ['{"email":\n"a"}', " \r", ""])
def test_a_row_is_one_line_that_is_not_blank(text: str) -> None:
    queue, source = rows_of([text])
    source.read()
    assert source.ended
    assert isinstance(source.failure, TypeError)


def test_a_stop_iteration_of_json_of_is_an_error_and_not_the_end_of_the_rows() -> None:
    queue: "RowQueue[int]" = RowQueue()
    source = RowSource([1, 2], lambda row: next(iter([])), queue)
    source.read()
    assert isinstance(source.failure, RuntimeError)


def test_a_generator_of_rows_learns_that_no_more_are_read() -> None:
    closed = False

    def rows() -> Iterator[int]:
        nonlocal closed
        try:
            yield 1
            yield 2
        finally:
            closed = True

    queue: "RowQueue[int]" = RowQueue()
    source = RowSource(rows(), str, queue)
    source.read()
    source.close()
    assert closed


def test_rows_that_were_sent_come_first_in_their_order_when_a_request_begins_again() -> None:
    queue, source = rows_of(["1", "2", "3"])
    for _ in range(3):
        source.read()
    queue.send()
    queue.send()
    queue.rewind()
    assert [queue.send().json for _ in range(3)] == [b"1", b"2", b"3"]  # type: ignore[union-attr]
    assert queue.resent == 2
