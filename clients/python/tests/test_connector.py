from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any, Dict, Iterator, List

import pytest

import integration_api.connectors.delivery
import integration_api.transport
from case_server import CaseServer, Json
from integration_api import ConnectorEvent, IntegrationApi, IntegrationApiError, connector

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
        self.server = CaseServer(expected, lambda: None, lambda rows: None)
        self.server.start()

    def run(self, handle: Any) -> None:
        with IntegrationApi(self.server.url, "the-key", "the-secret") as api:
            running = connector(
                api, handle, concurrency=1, lease_seconds=3600, until_empty=True, on_event=self.events.append
            )
            running.wait()

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
