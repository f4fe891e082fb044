"""Makes the call of one recorded case, without waiting in real time."""

from __future__ import annotations

import re
import threading
from typing import Any, Dict, Iterable, List, Optional

import pytest

import integration_api.bulk.answers
import integration_api.transport
from case_server import CaseServer, Json
from integration_api import BulkAnswers, IntegrationApi, Retry
from integration_api.waiting import Deadline

# The options of calls that Python has as arguments of methods; the others are those of the client.
ARGUMENTS = {
    "after": "after",
    "dryRun": "dry_run",
    "idempotencyKey": "idempotency_key",
    "ifImpact": "if_impact",
    "limit": "limit",
    "types": "types",
}
OF_CLIENT = {"requestId": "request_id", "run": "run"}


class CaseRun:
    """What becomes of a case."""

    def __init__(self, case: Json, monkeypatch: pytest.MonkeyPatch) -> None:
        self.value: Any = None
        self.items: Optional[List[Any]] = None
        self.next_since: Optional[str] = None
        self.steps: List[Any] = []
        self.rows: List[Any] = []
        self.summary: Any = None
        self.error: Optional[Exception] = None
        self.waits: List[float] = []
        self._case = case
        self._taken = threading.Condition()
        self._deadlines: List[Deadline] = []
        self.server = CaseServer(case["exchanges"], self._expire, self._wait_for_rows)
        self._replace_time(monkeypatch)

    def run(self) -> None:
        self.server.start()
        try:
            with self._client() as api:
                self._call(api)
        except Exception as error:
            self.error = error
        finally:
            self.server.stop()

    def _replace_time(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def deadline(seconds: float, cancellation: Any) -> Deadline:
            self._deadlines.append(Deadline(seconds, cancellation))
            return self._deadlines[-1]

        monkeypatch.setattr(integration_api.transport, "Deadline", deadline)
        for module in (integration_api.transport, integration_api.bulk.answers):
            monkeypatch.setattr(module, "sleep", lambda *_: None)

    def _expire(self) -> None:
        self._deadlines[-1].expire()

    def _wait_for_rows(self, count: int) -> None:
        with self._taken:
            self._taken.wait_for(lambda: len(self.rows) >= count)

    def _client(self) -> IntegrationApi:
        given = dict(self._case.get("client", {}))
        url = self.server.url + given.pop("path", "")
        options: Dict[str, Any] = {}
        for name, value in given.items():
            options[snake(name.replace("Ms", ""))] = value / 1000 if name.endswith("Ms") else value
        return IntegrationApi(url, "the-key", "the-secret", on_retry=self._meet, **options)

    def _meet(self, retry: Retry) -> None:
        self.waits.append(retry.wait * 1000)
        self.server.meet()

    def _call(self, api: IntegrationApi) -> None:
        options = self._case.get("options", {})
        mine = {name: options[key] for key, name in OF_CLIENT.items() if key in options}
        keywords = {name: options[key] for key, name in ARGUMENTS.items() if key in options}
        call = self._case["call"]
        target: Any = api.with_options(**mine)
        for name in call.split("."):
            target = getattr(target, snake(name))
        given = list(self._case.get("arguments", []))
        if call == "events.follow":
            events = target(keywords.pop("after", None), lambda saved: self.steps.append({"saved": saved}), **keywords)
            self._each(events, lambda event: self.steps.append({"event": event}))
        elif call == "users.pull":
            pages = target(*given, **keywords)
            self._each(pages, lambda page: self.steps.append({"users": page[0], "state": page[1]}))
        elif call == "events.forward":
            self.value = target(given[0].encode(), *given[1:])
        else:
            self._take(target(*given, **keywords))

    def _take(self, result: Any) -> None:
        if isinstance(result, BulkAnswers):
            self._take_rows(result)
        elif hasattr(result, "__iter__"):
            self.items = []
            self._each(result, self.items.append)
            self.next_since = getattr(result, "next_since", None)
        else:
            self.value = result

    def _take_rows(self, answers: "BulkAnswers[Any]") -> None:
        try:
            for answer in answers:
                with self._taken:
                    self.rows.append(answer)
                    self._taken.notify_all()
        finally:
            self.summary = answers.summary

    def _each(self, items: Iterable[Any], take: Any) -> None:
        for count, item in enumerate(items, 1):
            take(item)
            if count == self._case.get("takes"):
                return


def snake(name: str) -> str:
    return re.sub("[A-Z]", lambda capital: f"_{capital.group().lower()}", name)
