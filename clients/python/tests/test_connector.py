from __future__ import annotations

import copy
import importlib
import json
import threading
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Optional

import pytest

import integration_api.connectors.delivery
import integration_api.transport
from case_server import CaseServer, Json
from integration_api import Cancellation, ConnectorEvent, HandlerContext, IntegrationApi, IntegrationApiError, connector
from integration_api.connectors import RunningConnector
from integration_api.connectors.delivery import Delivery
from integration_api.connectors.lease import Lease
from integration_api.errors import ErrorFacts

SYNC = "POST /api/v1/integration/sync"
QUEUE = Path(__file__).parents[2] / "cases" / "queue.json"


def recorded(call: str) -> Json:
    """The answer to a call of the recorded cases."""
    cases: List[Json] = json.loads(QUEUE.read_text(encoding="utf-8"))
    answer: Json = next(case["exchanges"][0]["answer"] for case in cases if case["call"] == call)
    return copy.deepcopy(answer)


def claimed(*items: Json) -> Json:
    answer = recorded("sync.claim")
    answer["json"]["data"] = list(items)
    return answer


ITEM: Json = recorded("sync.claim")["json"]["data"][0]
CLAIM = f"{SYNC}/claims"
ACK = f"{SYNC}/ack"
# The package has a function of that name too.
MODULE = importlib.import_module("integration_api.connectors.connector")
# Of a connector that does not end, in seconds.
LONGEST = 20
RELEASE = f"{SYNC}/claims/{ITEM['claimId']}/release"


def refusal(status: int, code: str) -> Json:
    return {"status": status, "json": {"success": False, "message": "It is refused.", "error": {"code": code}}}


@pytest.fixture(autouse=True)
def no_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(integration_api.connectors.delivery, "SETTLE_AGAIN", 0)
    monkeypatch.setattr(integration_api.transport, "sleep", lambda *_: None)


class Scene:
    """A connector at a service whose answers are given; each is that of a call."""

    def __init__(self, *exchanges: "tuple[str, Json]") -> None:
        key = {"idempotency-key": {"same": "key"}}
        expected: List[Json] = [{"request": {"call": call}, "answer": answer} for call, answer in exchanges]
        if exchanges[0][1].get("lost"):
            for one in expected[:2]:
                one["request"]["headers"] = key
        self.expected = expected
        self.events: List[ConnectorEvent] = []
        self.on_event: Callable[[ConnectorEvent], None] = lambda event: None
        self.cancellation: Optional[Cancellation] = None
        self.has_begun = threading.Event()
        self.server = CaseServer(expected, lambda: None, lambda rows: None)
        self.server.start()

    def run(self, handle: Any) -> None:
        with IntegrationApi(self.server.url, "the-key", "the-secret") as api:
            client = api.with_options(cancellation=self.cancellation)
            self.running: RunningConnector = connector(
                client, handle, concurrency=1, lease_seconds=3600, until_empty=True, on_event=self._note
            )
            self.has_begun.set()
            assert self.running.wait(LONGEST)

    def _note(self, event: ConnectorEvent) -> None:
        self.events.append(event)
        self.on_event(event)

    def stop(self) -> None:
        """For handlers."""
        self.has_begun.wait()
        self.running.stop()

    @property
    def calls(self) -> List[str]:
        return [seen["call"] for seen in self.server.seen]

    @property
    def reports(self) -> List[Dict[str, Any]]:
        return [seen["json"] for seen in self.server.seen if seen["call"] != CLAIM]

    @property
    def types(self) -> List[str]:
        return [event.type for event in self.events]


@pytest.fixture
def scenes() -> Iterator[List[Scene]]:
    made: List[Scene] = []
    yield made
    for scene in made:
        scene.server.stop()


def test_a_report_is_made_again_while_the_service_is_away(scenes: List[Scene]) -> None:
    away = refusal(503, "SERVICE_UNAVAILABLE")
    scene = Scene(
        (CLAIM, claimed(ITEM)),
        (ACK, away),
        (ACK, {"lost": True}),
        (ACK, recorded("sync.ack")),
        (CLAIM, claimed()),
    )
    scenes.append(scene)
    scene.run(lambda item, context: None)
    assert scene.calls == [CLAIM, ACK, ACK, ACK, CLAIM]
    assert [report["status"] for report in scene.reports] == ["sent"] * 3
    assert scene.types == ["claimed", "sent"]


def test_an_item_whose_message_is_refused_is_given_back_without_it(scenes: List[Scene]) -> None:
    released = recorded("sync.release")
    scene = Scene(
        (CLAIM, claimed(ITEM)), (RELEASE, refusal(400, "VALIDATION_FAILED")), (RELEASE, released), (CLAIM, claimed())
    )
    scenes.append(scene)

    def handle(item: Json, context: object) -> None:
        raise RuntimeError("The SIS is closed.")

    scene.run(handle)
    assert [report["lastError"] for report in scene.reports] == [
        "The SIS is closed.",
        "The handler failed; the message of its error was refused.",
    ]
    assert scene.types == ["claimed", "released"]


def test_an_item_whose_lease_is_lost_is_reported_no_more(scenes: List[Scene]) -> None:
    scene = Scene((CLAIM, claimed(ITEM)), (ACK, refusal(409, "LEASE_LOST")), (CLAIM, claimed()))
    scenes.append(scene)
    scene.run(lambda item, context: None)
    assert scene.calls == [CLAIM, ACK, CLAIM]
    assert scene.types == ["claimed", "lease-lost"]


def test_a_claim_whose_answer_is_lost_is_made_again_under_its_key(scenes: List[Scene]) -> None:
    scene = Scene((CLAIM, {"lost": True}), (CLAIM, claimed()), (CLAIM, claimed()))
    scenes.append(scene)
    scene.run(lambda item, context: None)
    assert [seen.get("headers") for seen in scene.server.seen] == [
        {"idempotency-key": {"same": "key"}},
        {"idempotency-key": {"same": "key"}},
        None,
    ]


def test_a_connector_whose_reports_are_refused_ends_with_the_refusal(scenes: List[Scene]) -> None:
    scene = Scene((CLAIM, claimed(ITEM)), (ACK, refusal(403, "INSUFFICIENT_SCOPE")))
    scenes.append(scene)
    with pytest.raises(IntegrationApiError) as refused:
        scene.run(lambda item, context: None)
    assert refused.value.code == "INSUFFICIENT_SCOPE"


def test_a_later_item_of_a_student_is_given_back_with_the_earlier_one(scenes: List[Scene]) -> None:
    later = {**copy.deepcopy(ITEM), "claimId": "later", "submissionId": "sub-later"}
    released = recorded("sync.release")
    scene = Scene(
        (CLAIM, claimed(ITEM, later)),
        (RELEASE, released),
        (f"{SYNC}/claims/later/release", released),
        (CLAIM, claimed()),
    )
    scenes.append(scene)
    handled: List[str] = []

    def handle(item: Json, context: object) -> None:
        handled.append(item["submissionId"])
        raise RuntimeError("The SIS is closed.")

    scene.run(handle)
    assert handled == [ITEM["submissionId"]]
    assert scene.types == ["claimed", "claimed", "released", "released"]
    assert scene.reports[1] == {"delaySeconds": 0}


@pytest.mark.parametrize("event_type", ["claimed", "sent"])
def test_what_on_event_raises_ends_the_connector_which_settles_each_item_once(
    scenes: List[Scene], event_type: str
) -> None:
    lost = IntegrationApiError("The log is away.", ErrorFacts("CONNECTION_LOST", "r"))
    settled = (RELEASE, recorded("sync.release")) if event_type == "claimed" else (ACK, recorded("sync.ack"))
    scene = Scene((CLAIM, claimed(ITEM)), settled)
    scenes.append(scene)

    def fail(event: ConnectorEvent) -> None:
        if event.type == event_type:
            raise lost

    scene.on_event = fail
    with pytest.raises(IntegrationApiError) as raised:
        scene.run(lambda item, context: None)
    assert raised.value is lost
    assert scene.calls == [CLAIM, settled[0]]


def test_a_claim_with_an_item_that_cannot_be_read_is_given_back_as_a_whole(scenes: List[Scene]) -> None:
    unreadable = {"claimId": "unreadable", "submissionId": "sub-2", "envelope": {}}
    released = recorded("sync.release")
    scene = Scene(
        (CLAIM, claimed(ITEM, unreadable)), (RELEASE, released), (f"{SYNC}/claims/unreadable/release", released)
    )
    scenes.append(scene)
    with pytest.raises(KeyError):
        scene.run(lambda item, context: None)
    assert len(scene.calls) == 3


@pytest.mark.parametrize("name", ["integration-api delivery", "integration-api handler"])
def test_a_connector_on_a_machine_without_a_further_thread_gives_its_items_back_and_ends(
    scenes: List[Scene], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    start = threading.Thread.start

    def start_others(thread: threading.Thread) -> None:
        if thread.name == name:
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_others)
    scene = Scene((CLAIM, claimed(ITEM)), (RELEASE, recorded("sync.release")))
    scenes.append(scene)
    with pytest.raises(RuntimeError, match="can't start new thread"):
        scene.run(lambda item, context: None)
    assert scene.calls == [CLAIM, RELEASE]
    assert scene.running.metrics().in_hand == 0


def test_an_item_begins_when_all_earlier_ones_of_its_student_have_ended(
    scenes: List[Scene], monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = {**copy.deepcopy(ITEM), "claimId": "lost", "submissionId": "sub-lost"}
    last = {**copy.deepcopy(ITEM), "claimId": "last", "submissionId": "sub-last", "targetSystem": "LIBRARY"}
    is_handled = threading.Event()
    threads: List[threading.Thread] = []
    is_lost = threading.Event()

    class LostLease(Lease):
        """That of the second item is lost while the first one is handled."""

        @property
        def until_due(self) -> float:
            return 0.0 if self._claim_id == "lost" else super().until_due

        def keep(self) -> None:
            if self._claim_id != "lost":
                return super().keep()
            is_handled.wait()
            threads.append(threading.current_thread())
            self.lose()
            is_lost.set()

    begun: List[str] = []
    begin = Delivery.begin

    def note(delivery: Delivery, may_begin: bool) -> None:
        begun.append(delivery.item["claimId"])
        begin(delivery, may_begin)

    monkeypatch.setattr(MODULE, "Lease", LostLease)
    monkeypatch.setattr(Delivery, "begin", note)
    scene = Scene(
        (CLAIM, claimed(ITEM, lost, last)),
        (ACK, recorded("sync.ack")),
        (ACK, recorded("sync.ack")),
        (CLAIM, claimed()),
    )
    scenes.append(scene)
    while_first: List[str] = []

    def handle(item: Json, context: object) -> None:
        if item["claimId"] == ITEM["claimId"]:
            is_handled.set()
            is_lost.wait()
            threads[0].join()
            while_first.extend(begun)

    scene.run(handle)
    assert "last" not in while_first
    assert begun[-1] == "last"
    assert scene.calls == [CLAIM, ACK, ACK, CLAIM]


@pytest.mark.parametrize("place", ["handler", "on_event"])
def test_a_handler_and_on_event_may_stop_their_connector(scenes: List[Scene], place: str) -> None:
    settled = (ACK, recorded("sync.ack")) if place == "handler" else (RELEASE, recorded("sync.release"))
    scene = Scene((CLAIM, claimed(ITEM)), settled)
    scenes.append(scene)

    def handle(item: Json, context: object) -> None:
        scene.stop()

    if place == "on_event":
        scene.on_event = lambda event: scene.stop() if event.type == "claimed" else None
    scene.run(handle)
    assert scene.calls == [CLAIM, settled[0]]


def test_a_connector_ends_without_an_error_with_the_cancellation_of_its_client(scenes: List[Scene]) -> None:
    scene = Scene((CLAIM, claimed(ITEM)), (ACK, recorded("sync.ack")))
    scenes.append(scene)
    scene.cancellation = cancellation = Cancellation()
    scene.run(lambda item, context: cancellation.cancel(RuntimeError("enough")))
    assert scene.calls == [CLAIM, ACK]


def test_an_item_that_is_handled_is_acknowledged_although_the_time_of_its_connector_is_over(
    scenes: List[Scene], monkeypatch: pytest.MonkeyPatch
) -> None:
    handlers: List[threading.Thread] = []
    has_begun, is_kept = threading.Event(), threading.Event()

    class SlowLease(Lease):
        """Is prolonged until the handler has ended."""

        until_due = 0.0

        def keep(self) -> None:
            is_kept.set()
            has_begun.wait()
            handlers[0].join()

    monkeypatch.setattr(MODULE, "Lease", SlowLease)
    scene = Scene((CLAIM, claimed(ITEM)), (ACK, recorded("sync.ack")))
    scenes.append(scene)

    def handle(item: Json, context: HandlerContext) -> None:
        handlers.append(threading.current_thread())
        has_begun.set()
        context.cancellation.wait()

    def stop() -> None:
        is_kept.wait()
        scene.has_begun.wait()
        scene.running.stop(deadline=0)

    threading.Thread(target=stop).start()
    scene.run(handle)
    assert scene.calls == [CLAIM, ACK]
