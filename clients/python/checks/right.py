"""What a user of the client writes; the type checker finds no mistake in it."""

from __future__ import annotations

from typing import Dict, Iterator, List, Optional

from integration_api import (
    Answer,
    BulkSummary,
    HandlerContext,
    IntegrationApi,
    IntegrationApiError,
    NewReviewEvent,
    PermanentError,
    PullState,
    connector,
)
from integration_api.openapi import ClaimedItem, CreateUpdateUser, User
from integration_api.testing import SandboxFixture

api = IntegrationApi("https://integration.example.edu", "key", "secret", timeout=5, run="night")

person: CreateUpdateUser = {
    "email": "ann.lee@example.edu",
    "firstName": "Ann",
    "lastName": "Lee",
    "accountType": "Student",
}


def one() -> Optional[str]:
    try:
        answer = api.users.create_or_update(person)
    except IntegrationApiError as error:
        return ", ".join(detail["field"] for detail in error.details)
    changed: List[str] = answer.meta["changed"]
    return answer.data["id"] if changed else None


def many(people: Iterator[CreateUpdateUser]) -> BulkSummary:
    answers = api.users.bulk(people)
    for answer in answers:
        if answer.success:
            print(answer.id, answer.row["email"], answer.effect)
        else:
            print(answer.line, answer.error["code"], answer.error.get("details"))
    return answers.summary


def lines(numbered: Dict[int, str]) -> None:
    for answer in api.users.bulk_of(numbered.items(), lambda row: row[1]):
        print(answer.row[0])


def copy(state: PullState) -> PullState:
    for users, state in api.users.pull(state):
        for user in users:
            if "removed" in user:
                print(user["id"])
    return state


def progress() -> Optional[str]:
    walk = api.progress.records({"since": "2026-01-01", "studentId": ["S-1", "S-2"]})
    for record in walk:
        print(record["legacyNumber"])
    return walk.next_since


def handle(item: ClaimedItem, context: HandlerContext) -> None:
    if context.cancellation.cancelled:
        raise PermanentError(item["envelope"]["data"]["student"]["id"])


def carry() -> None:
    with connector(api, handle, target_system="SIS", concurrency=8) as running:
        running.wait()


def read() -> User:
    answer: Answer[User, object] = api.with_options(run="noon").users.get("S-77")
    return answer.data


def vote() -> None:
    event: NewReviewEvent = {"source": "/committees", "data": {"submissionId": "sub-1", "status": "approved"}}
    api.events.send(event)
    api.events.send_batch([event, {"id": "vote-2", "source": "/committees", "data": event["data"]}])


def test_of_a_user(sandbox: SandboxFixture) -> None:
    sandbox.clock.advance(days=30, on_progress=lambda progress: print(progress.now))
    sandbox.faults.next({"route": "*", "status": 503})
