"""A service that answers the requests of one recorded case, one after the other."""

from __future__ import annotations

import json
import re
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List, Optional
from urllib.parse import parse_qsl, unquote

REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,128}")
CREDENTIAL = {"X-Service-API-Key": "the-key", "X-Service-API-Secret": "the-secret"}
Json = Dict[str, Any]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that is gone is part of some cases."""


class CaseServer:
    """Notes of each request what the case expects of it; ``seen`` is like the expected ones where they fit."""

    def __init__(self, exchanges: List[Json], expire: Callable[[], None], wait_for_rows: Callable[[int], None]):
        self.seen: List[Any] = []
        self.expire = expire
        self.wait_for_rows = wait_for_rows
        self._exchanges = list(exchanges)
        self._bound: Dict[str, str] = {}
        self._answered_rows = 0
        self._server: Optional[_Server] = None
        self._port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        self._listen()
        if self._is_unreachable():
            self.stop()

    def meet(self) -> None:
        """Another attempt is about to be made."""
        if self._is_unreachable():
            self._exchanges.pop(0)
        if self._server is None:
            self._listen()

    def stop(self) -> None:
        if self._server is None:
            return
        self._server.shutdown()
        self._server.server_close()
        self._server = None

    def _is_unreachable(self) -> bool:
        return bool(self._exchanges) and self._exchanges[0]["answer"].get("unreachable") is True

    def _listen(self) -> None:
        case = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_one_request(self) -> None:
                self.raw_requestline = self.rfile.readline(65537)
                if not self.raw_requestline or not self.parse_request():
                    self.close_connection = True
                    return
                case.take(self)

            def log_message(self, format: str, *words: object) -> None:
                """Nothing is printed."""

        self._server = _Server(("127.0.0.1", self._port), Handler)
        self._port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def take(self, handler: BaseHTTPRequestHandler) -> None:
        content = _content_of(handler)
        exchange = self._exchanges.pop(0) if self._exchanges else {"answer": {"lost": True}}
        expected = exchange.get("request")
        self.seen.append(handler.path if expected is None else self._noted(handler, content, expected))
        self._answer(handler, exchange["answer"])

    def _noted(self, handler: BaseHTTPRequestHandler, content: bytes, expected: Json) -> Json:
        path, _, query = handler.path.partition("?")
        call = f"{handler.command} {path}"
        headers = handler.headers
        fits = _parts(call) == _parts(expected["call"]) and _has_usual_headers(headers)
        noted: Json = {"call": expected["call"] if fits else f"{call} {dict(headers)}"}
        if query:
            noted["query"] = dict(parse_qsl(query, keep_blank_values=True))
        if "headers" in expected:
            rules = expected["headers"].items()
            noted["headers"] = {name: self._fits(headers.get(name), rule) for name, rule in rules}
        return {**noted, **self._noted_content(content, expected)}

    def _fits(self, value: Optional[str], rule: Any) -> Any:
        """The rule where the header fits it."""
        if not isinstance(rule, dict):
            return value
        return rule if value == self._bound.setdefault(rule["same"], str(value)) else value

    def _noted_content(self, content: bytes, expected: Json) -> Json:
        if "text" in expected:
            return {"text": content.decode()}
        if "lines" in expected:
            return {"lines": [json.loads(line) for line in content.splitlines()]}
        return {"json": self._fitted(json.loads(content), expected.get("json"))} if content else {}

    def _fitted(self, value: Any, rule: Any) -> Any:
        """The value with the rules of the case in place of the texts that fit them."""
        if isinstance(value, str):
            return self._fits(value, rule) if isinstance(rule, dict) and "same" in rule else value
        if isinstance(value, list) and isinstance(rule, list):
            rules = rule + [None] * len(value)
            return [self._fitted(one, rules[place]) for place, one in enumerate(value)]
        if isinstance(value, dict) and isinstance(rule, dict):
            return {name: self._fitted(one, rule.get(name)) for name, one in value.items()}
        return value

    def _answer(self, handler: BaseHTTPRequestHandler, answer: Json) -> None:
        if answer.get("lost"):
            _close(handler)
        elif answer.get("never"):
            self.expire()
            _close(handler)
        elif "lines" in answer:
            self._answer_lines(handler, answer)
        else:
            _answer_whole(handler, answer)

    def _answer_lines(self, handler: BaseHTTPRequestHandler, answer: Json) -> None:
        _head(handler, answer, {"transfer-encoding": "chunked"})
        for line in answer["lines"]:
            content = json.dumps(line).encode() + b"\n"
            handler.wfile.write(b"%x\r\n%b\r\n" % (len(content), content))
        if not answer.get("closed"):
            handler.wfile.write(b"0\r\n\r\n")
            return
        self._answered_rows += len(answer["lines"])
        self.wait_for_rows(self._answered_rows)
        _close(handler)


def _answer_whole(handler: BaseHTTPRequestHandler, answer: Json) -> None:
    text = answer["text"] if "text" in answer else json.dumps(answer["json"])
    content = text.encode()
    length = {} if answer["status"] == 204 else {"content-length": str(len(content))}
    _head(handler, answer, length)
    if not answer.get("half"):
        handler.wfile.write(content)
        return
    handler.wfile.write(content[: len(content) // 2])
    _close(handler)


def _head(handler: BaseHTTPRequestHandler, answer: Json, more: Dict[str, str]) -> None:
    handler.send_response(answer["status"])
    for name, value in {"content-type": "application/json", **answer.get("headers", {}), **more}.items():
        handler.send_header(name, value)
    handler.end_headers()


def _close(handler: BaseHTTPRequestHandler) -> None:
    handler.close_connection = True
    handler.wfile.flush()
    handler.connection.shutdown(socket.SHUT_RDWR)


def _content_of(handler: BaseHTTPRequestHandler) -> bytes:
    if handler.headers.get("Transfer-Encoding") != "chunked":
        return handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
    content = b""
    while True:
        size = int(handler.rfile.readline(), 16)
        content += handler.rfile.read(size)
        handler.rfile.readline()
        if size == 0:
            return content


def _parts(call: str) -> List[str]:
    """Clients may encode more characters of a path than they must."""
    return [unquote(part) for part in call.split("/")]


def _has_usual_headers(headers: Any) -> bool:
    has_credential = all(headers.get(name) == value for name, value in CREDENTIAL.items())
    return has_credential and REQUEST_ID.fullmatch(headers.get("X-Request-Id") or "") is not None
