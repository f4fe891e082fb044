from __future__ import annotations

import threading
from typing import List

from integration_api import Cancellation


def test_a_signal_handler_may_cancel_while_its_thread_is_in_the_cancellation() -> None:
    cancellation = Cancellation()
    called: List[bool] = []
    cancellation._listen(lambda: called.append(True))

    def interrupted() -> None:
        with cancellation._lock:
            cancellation.cancel()

    thread = threading.Thread(target=interrupted, daemon=True)
    thread.start()
    thread.join(20)
    assert not thread.is_alive()
    assert (cancellation.cancelled, called) == (True, [True])


def test_who_listens_to_what_is_cancelled_already_is_called_back_at_once() -> None:
    cancellation = Cancellation()
    cancellation.cancel()
    called: List[bool] = []
    cancellation._listen(lambda: called.append(True))
    assert called == [True]


def test_who_has_left_is_not_called_back() -> None:
    cancellation = Cancellation()
    called: List[bool] = []

    def listener() -> None:
        called.append(True)

    cancellation._listen(listener)
    cancellation._leave(listener)
    cancellation.cancel()
    assert called == []
