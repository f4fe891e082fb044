"""Programs that keep their work in a folder, and are killed between an effect and its report.

``programs.py pull|follow|connect <folder> <effects>``: the process kills itself behind so many effects; 0: never.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Optional

from integration_api import HandlerContext, IntegrationApi, connector
from integration_api.openapi import ClaimedItem


class Folder:
    """What a program has done, and how far it has come."""

    def __init__(self, path: str, effects: int) -> None:
        self._path = Path(path)
        self._left = effects

    def read(self, name: str) -> Optional[str]:
        file = self._path / name
        return file.read_text() if file.exists() else None

    def write(self, name: str, text: str) -> None:
        (self._path / name).write_text(text)

    def note(self, line: str) -> None:
        """An effect, behind which the process may be killed."""
        with (self._path / "effects").open("a") as file:
            file.write(f"{line}\n")
            file.flush()
            os.fsync(file.fileno())
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def pull(api: IntegrationApi, folder: Folder) -> None:
    saved = folder.read("state")
    for users, state in api.users.pull(json.loads(saved) if saved else None, limit=3):
        for user in users:
            folder.note(user["id"])
        folder.write("state", json.dumps(state))


def follow(api: IntegrationApi, folder: Folder) -> None:
    after = folder.read("place")
    for event in api.events.follow(after, lambda place: folder.write("place", place), ["user.created.v1"], 3):
        folder.note(event["subject"])
        if event["subject"] == os.environ["LAST"]:
            return


def connect(api: IntegrationApi, folder: Folder) -> None:
    def handle(item: ClaimedItem, context: HandlerContext) -> None:
        folder.note(item["envelope"]["id"])

    connector(api, handle, concurrency=1, lease_seconds=60, until_empty=True).wait()


if __name__ == "__main__":
    _, what, path, effects = sys.argv
    key, secret = os.environ["API_KEY"], os.environ["API_SECRET"]
    program = {"pull": pull, "follow": follow, "connect": connect}[what]
    program(IntegrationApi(os.environ["URL"], key, secret), Folder(path, int(effects)))
