from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import Dict, List

from integration_api.testing import SandboxFixture
from people import approve, student, students

PROGRAM = Path(__file__).with_name("programs.py")


def run(what: str, folder: Path, effects: int, environment: Dict[str, str]) -> int:
    """The exit code of a program that kills itself behind so many effects; 0: never."""
    command = [sys.executable, str(PROGRAM), what, str(folder), str(effects)]
    return subprocess.run(command, env=environment, check=False).returncode


def effects_in(folder: Path) -> List[str]:
    return (folder / "effects").read_text().split()


def test_a_pull_that_is_killed_gets_its_page_again_and_misses_no_one(
    sandbox: SandboxFixture, environment: Dict[str, str], tmp_path: Path
) -> None:
    list(sandbox.api.users.bulk(students(1, 10)))
    everyone = [user["id"] for user in sandbox.api.users.list()]
    assert run("pull", tmp_path, 5, environment) == -signal.SIGKILL
    assert effects_in(tmp_path) == everyone[:5]
    assert run("pull", tmp_path, 0, environment) == 0
    assert effects_in(tmp_path) == everyone[:5] + everyone[3:]


def test_following_that_is_killed_gets_its_page_again_and_misses_nothing(
    sandbox: SandboxFixture, environment: Dict[str, str], tmp_path: Path
) -> None:
    place = sandbox.api.events.page().meta["nextAfter"]
    (tmp_path / "place").write_text(place)
    ids = [sandbox.api.users.create_or_update(student(number)).data["id"] for number in range(1, 8)]
    environment["LAST"] = ids[-1]
    assert run("follow", tmp_path, 5, environment) == -signal.SIGKILL
    assert effects_in(tmp_path) == ids[:5]
    assert run("follow", tmp_path, 0, environment) == 0
    assert effects_in(tmp_path) == ids[:5] + ids[3:]


def test_an_item_of_a_connector_that_is_killed_comes_again_under_the_same_id(
    sandbox: SandboxFixture, environment: Dict[str, str], tmp_path: Path
) -> None:
    list(sandbox.api.users.bulk(students(1, 3)))
    for number in (1, 2, 3):
        approve(sandbox, f"sub-{number}", number)
    assert run("connect", tmp_path, 2, environment) == -signal.SIGKILL
    first, second = effects_in(tmp_path)
    # The lease of the second item ends.
    sandbox.clock.advance(minutes=2)
    assert run("connect", tmp_path, 0, environment) == 0
    again = effects_in(tmp_path)[2:]
    assert second in again and first not in again
    assert len(set(effects_in(tmp_path))) == 3
    assert [item["syncStatus"] for item in sandbox.api.sync.items()] == ["sent"] * 3
