"""Rows are streamed: both ways at once, and none is kept that was answered."""

from __future__ import annotations

import json
import socket
import threading
import tracemalloc
from typing import BinaryIO, Dict, Iterator

import pytest

from integration_api import IntegrationApi

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"


def answer_each_row(listener: socket.socket) -> None:
    """Answers the rows of one request as they come."""
    connection, _ = listener.accept()
    with connection, connection.makefile("rb") as reader:
        while reader.readline() != b"\r\n":
            pass
        connection.sendall(HEAD)
        line = 0
        for rows in chunks_of(reader):
            answers = b""
            for _ in range(rows.count(b"\n")):
                line += 1
                answer = {"line": line, "success": True, "id": "950000001", "message": "DATA INSERTED"}
                answers += json.dumps(answer).encode() + b"\n"
            connection.sendall(b"%x\r\n%b\r\n" % (len(answers), answers))
        summary = b'{"summary":{}}\n'
        connection.sendall(b"%x\r\n%b\r\n0\r\n\r\n" % (len(summary), summary))


def chunks_of(reader: BinaryIO) -> Iterator[bytes]:
    while True:
        size = int(reader.readline(), 16)
        chunk = reader.read(size)
        reader.readline()
        if size == 0:
            return
        yield chunk


@pytest.fixture
def address() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=answer_each_row, args=(listener,), daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


def test_rows_are_not_kept_in_memory(address: str) -> None:
    filler = "x" * 2000
    count = 20_000

    def rows() -> Iterator[Dict[str, str]]:
        for number in range(count):
            yield {"externalId": f"S-{number}", "name": filler}

    tracemalloc.start()
    try:
        with IntegrationApi(address, "the-key", "the-secret") as api:
            answers = api.users.bulk_of(rows(), json.dumps)
            assert sum(1 for _ in answers) == count
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert answers.summary.inserted == count
    # The rows are 41 MB, and those without an answer at most 16 MiB of them.
    assert peak < 30e6
