"""The recorded cases of ``clients/cases``, which every client passes."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any, Iterator, List, Optional

import pytest

from case_run import CaseRun, snake
from case_server import Json
from integration_api import IntegrationApiError, is_bulk_refusal

CASES = Path(__file__).parents[2] / "cases"


def all_cases() -> Iterator[Any]:
    for file in sorted(CASES.glob("*.json")):
        for case in json.loads(file.read_text(encoding="utf-8")):
            yield pytest.param(case, id=f"{file.stem}: {case['name']}")


@pytest.mark.parametrize("case", list(all_cases()))
def test_case(case: Json, monkeypatch: pytest.MonkeyPatch) -> None:
    run = CaseRun(case, monkeypatch)
    run.run()
    expect_end(case["outcome"], run.error)
    assert run.server.seen == [one["request"] for one in case["exchanges"] if "request" in one]
    expect_values(case, run)
    if "waits" in case["outcome"]:
        expect_waits(case["outcome"]["waits"], run.waits)


def expect_end(outcome: Json, error: Optional[Exception]) -> None:
    if outcome.get("isRefused"):
        assert isinstance(error, ValueError)
    elif "error" not in outcome:
        if error is not None:
            raise error
    else:
        assert isinstance(error, IntegrationApiError), error
        facts = facts_of(error)
        assert {name: facts[name] for name in outcome["error"]} == outcome["error"]
    if "isRefusal" in outcome:
        assert isinstance(error, IntegrationApiError) and is_bulk_refusal(error) is outcome["isRefusal"]


def facts_of(error: IntegrationApiError) -> Json:
    return {
        "code": error.code,
        "status": error.status,
        "details": error.details,
        "conflictId": error.conflict_id,
        "requestId": error.request_id,
        "retryAfterMs": None if error.retry_after is None else error.retry_after * 1000,
        "message": error.message,
    }


def expect_values(case: Json, run: CaseRun) -> None:
    outcome = case["outcome"]
    answers: List[Json] = [one["answer"] for one in case["exchanges"]]
    if "tenantId" in outcome:
        assert run.value.data["tenantId"] == outcome["tenantId"]
    if "answer" in outcome:
        as_answered = outcome["answer"] == "as answered"
        expected = answered(answers[-1]) if as_answered else outcome["answer"]
        assert {name: getattr(run.value, snake(name)) for name in expected} == expected
    if "items" in outcome:
        assert run.items == (items_of(answers) if outcome["items"] == "as answered" else outcome["items"])
    if "nextSince" in outcome:
        assert run.next_since == outcome["nextSince"]
    if "steps" in outcome:
        assert run.steps == outcome["steps"]
    if "rows" in outcome:
        expect_rows(outcome["rows"], run.rows)
    if "summary" in outcome:
        assert asdict(run.summary) == outcome["summary"]


def answered(answer: Json) -> Json:
    body = answer["json"]
    return {
        "status": answer["status"],
        "message": body.get("message"),
        "data": body.get("data"),
        "meta": body.get("meta", {}),
        "warnings": body.get("warnings", []),
        "attempts": 1,
    }


def items_of(answers: List[Json]) -> List[Any]:
    return [item for answer in answers if answer["status"] == 200 for item in answer["json"]["data"]]


def expect_rows(expected: List[Json], rows: List[Any]) -> None:
    found = [{name: getattr(row, snake(name), None) for name in one} for one, row in zip(expected, rows)]
    assert found == expected
    assert len(rows) == len(expected)


def expect_waits(ranges: List[List[float]], waits: List[float]) -> None:
    assert len(waits) == len(ranges)
    for (shortest, longest), wait in zip(ranges, waits):
        assert shortest <= wait <= longest
