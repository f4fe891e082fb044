from __future__ import annotations

from typing import Iterator

import pytest

from integration_api.bulk.body import RequestBody
from integration_api.bulk.rows import MOST_ROWS, RowQueue, RowSource


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
    assert body.next_piece() != b""
    assert (body.next_piece(), queue.in_flight) == (b"", 2)
    body.welcome()
    assert body.next_piece() != b""
    assert body.next_piece() == b"0\r\n\r\n"


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
