"""Folders of files that are taken by ``drops run``."""

from __future__ import annotations

from ..answer import AnyMeta, Answer
from ..openapi import DropFolder, DropFolderReport
from ..transport import Call, Transport

_DROPS = "/api/v1/integration/drops"


class Drops:
    """Folders of files that are taken by ``drops run`` (scope ``users``)."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def report(self, folder: str, body: DropFolderReport) -> Answer[DropFolder, AnyMeta]:
        """Says what waits in a folder, which administrators see."""
        return self._transport.call(Call("PUT", f"{_DROPS}/{{folder}}", {"folder": folder}, body=body))
