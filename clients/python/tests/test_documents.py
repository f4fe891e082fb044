"""The samples in the documents."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Iterator, Tuple

import pytest

from integration_api import IntegrationApi

PACKAGE = Path(__file__).parents[1]
DOCUMENTS = [PACKAGE / "README.md", *(PACKAGE.parents[1] / "docs" / name for name in ("integrators.md", "python.md"))]


def samples() -> Iterator[Tuple[str, str]]:
    """Each with its place."""
    for document in DOCUMENTS:
        texts = re.findall(r"^```python\n(.*?)^```", document.read_text(encoding="utf-8"), re.M | re.S)
        for number, text in enumerate(texts, 1):
            yield f"{document.name} {number}", text


@pytest.mark.parametrize("text", [pytest.param(text, id=place) for place, text in samples()])
def test_a_sample_is_python_and_calls_what_there_is(text: str) -> None:
    ast.parse(text)
    api = IntegrationApi("https://api.example.edu", "k", "s")
    for resource, method in re.findall(r"\bapi(?:\.with_options\([^)]*\))?\.(\w+)\.(\w+)\(", text):
        assert callable(getattr(getattr(api, resource), method))


def test_there_are_samples() -> None:
    assert len(list(samples())) > 10


def test_the_table_of_methods_has_each_and_no_other() -> None:
    api = IntegrationApi("https://api.example.edu", "k", "s")
    rows = re.findall(r"^\| [^|]+ \| (`\w+\.\w+`.*) \|$", DOCUMENTS[-1].read_text(encoding="utf-8"), re.M)
    listed = {name for row in rows for name in _methods_of(row)}
    existing = {
        f"{name}.{method}"
        for name, resource in vars(api).items()
        if not name.startswith("_")
        for method in dir(resource)
        if not method.startswith("_")
    }
    assert listed == existing


def _methods_of(row: str) -> Iterator[str]:
    resource = ""
    for name in re.findall(r"`([\w.]+)`", row):
        resource = name.split(".")[0] if "." in name else resource
        yield f"{resource}.{name.split('.')[-1]}"
