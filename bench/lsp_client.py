"""A language client of a hundred lines over raw pipes: nothing between a measurement and the wire.

The tests of the protocol use it too: it can send what no well-behaved client would.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from typing import Any

PATIENCE_SECONDS = 180.0
"""How long an answer may take before the client gives up: machines that run tests are busy.

Where the server has ended there is no waiting, so that being patient costs nothing.
"""

CAPABILITIES: Mapping[str, Any] = {
    "textDocument": {
        "diagnostic": {},
        "publishDiagnostics": {},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
    },
    "workspace": {"inlayHint": {"refreshSupport": True}, "configuration": True},
}

REFRESHING: Mapping[str, Any] = {
    **CAPABILITIES,
    "workspace": {**CAPABILITIES["workspace"], "diagnostics": {"refreshSupport": True}},
}
"""Those of an editor that can be told to ask for findings again: it is answered without waiting."""


class RawClient:
    """One server process. Whatever the server asks is answered by `answer`: null unless told."""

    def __init__(
        self,
        env: Mapping[str, str] | None = None,
        command: list[str] | None = None,
        cwd: Path | None = None,
    ) -> None:
        self.process = subprocess.Popen(
            command or [sys.executable, "-m", "toolspec", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **(env or {})},
            cwd=cwd,
        )
        self.notes: list[dict[str, Any]] = []
        self.asked: list[dict[str, Any]] = []
        self.stray: list[bytes] = []
        self.errors: list[str] = []
        self.answered_at = 0.0
        """When the last byte of the latest answer was there, by `time.perf_counter`."""
        self.answer: Callable[[dict[str, Any]], Any] = lambda _: None
        self._answers: dict[Any, Queue[dict[str, Any] | None]] = {}
        self._unclaimed: Queue[dict[str, Any] | None] = Queue()
        self._news = threading.Condition()
        self._number = 0
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=self._overhear, daemon=True).start()

    # ------------------------------------------------------------------------------------ sending

    def send(self, message: Any) -> None:
        """Send a message, whatever it is."""
        body = json.dumps(message).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def send_bytes(self, data: bytes) -> None:
        """Send bytes that need be no message."""
        assert self.process.stdin
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def notify(self, method: str, params: Any = None) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def start(self, method: str, params: Any = None) -> int:
        """Send a request; `wait` gives its answer."""
        self._number += 1
        self._answers[self._number] = Queue()
        self.send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        return self._number

    def wait(self, number: int, seconds: float = PATIENCE_SECONDS) -> dict[str, Any]:
        """Return the whole answer to a request."""
        try:
            return self._next(self._answers[number], f"no answer to request {number}", seconds)
        finally:
            del self._answers[number]

    def taken(self, number: int) -> dict[str, Any] | None:
        """Return the whole answer to a request if it is there, once; None as long as it is not."""
        try:
            answer = self._answers[number].get_nowait()
        except Empty:
            return None
        del self._answers[number]
        return answer

    def request(self, method: str, params: Any = None) -> Any:
        """Return a request's result, or its error."""
        answer = self.wait(self.start(method, params))
        return answer["result"] if "result" in answer else answer["error"]

    def unclaimed(self, seconds: float = PATIENCE_SECONDS) -> dict[str, Any]:
        """Return the next answer to something sent by `send`."""
        return self._next(self._unclaimed, "no answer", seconds)

    def _next(
        self, answers: Queue[dict[str, Any] | None], what: str, seconds: float
    ) -> dict[str, Any]:
        try:
            answer = answers.get(timeout=seconds)
        except Empty:
            raise TimeoutError(f"{what} in time; {self._said()}") from None
        if answer is None:
            answers.put(None)  # for the next call of this
            raise ConnectionError(f"{what}: the server has ended; {self._said()}")
        return answer

    def _said(self) -> str:
        return f"the server said: {''.join(self.errors[-20:])}"

    # ---------------------------------------------------------------------------------- listening

    def _listen(self) -> None:
        try:
            self._take_all()
        finally:
            for answers in (*list(self._answers.values()), self._unclaimed):
                answers.put(None)

    def _take_all(self) -> None:
        assert self.process.stdout
        pipe = self.process.stdout
        while True:
            length = 0
            while (line := pipe.readline()) not in (b"\r\n", b""):
                name, _, value = line.partition(b":")
                if name == b"Content-Length":
                    length = int(value)
                elif name != b"Content-Type":
                    self.stray.append(line)
            if not line:
                return
            body = pipe.read(length)
            if len(body) < length:  # the server was killed while it wrote
                return
            arrived = time.perf_counter()
            self._take(json.loads(body), arrived)

    def _take(self, message: dict[str, Any], arrived: float) -> None:
        if "method" not in message:
            self.answered_at = arrived
            self._answers.get(message.get("id"), self._unclaimed).put(message)
        elif "id" in message:
            self.asked.append(message)
            try:
                self.send({"jsonrpc": "2.0", "id": message["id"], "result": self.answer(message)})
            except OSError:
                return
        else:
            self.notes.append(message)
        with self._news:
            self._news.notify_all()

    def _overhear(self) -> None:
        assert self.process.stderr
        for line in self.process.stderr:
            self.errors.append(line.decode("utf-8", "replace"))

    # ------------------------------------------------------------------------------------ waiting

    def until(self, holds: Callable[[], Any], what: str, seconds: float = PATIENCE_SECONDS) -> Any:
        """Ask until something holds, and return it; looked at again with each message."""
        end = time.monotonic() + seconds
        while not (got := holds()):
            if time.monotonic() > end:
                raise TimeoutError(f"{what}; {self._said()}")
            with self._news:
                self._news.wait(0.005)
        return got

    def initialize(
        self,
        folder: Path | None = None,
        capabilities: Mapping[str, Any] = CAPABILITIES,
        options: Any = None,
        **more: Any,
    ) -> Any:
        """Shake hands; return what the server can do."""
        folders = [{"uri": folder.as_uri(), "name": folder.name}] if folder else None
        params = {
            "processId": os.getpid(),
            "rootUri": folder.as_uri() if folder else None,
            "workspaceFolders": folders,
            "capabilities": capabilities,
            "initializationOptions": options,
            **more,
        }
        result = self.request("initialize", params)
        self.notify("initialized", {})
        return result

    def open(self, uri: str, text: str, version: int = 1) -> None:
        item = {"uri": uri, "languageId": "toolspec", "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, uri: str, version: int, *changes: Mapping[str, Any]) -> None:
        document = {"uri": uri, "version": version}
        params = {"textDocument": document, "contentChanges": list(changes)}
        self.notify("textDocument/didChange", params)

    def about(self, method: str, uri: str, **params: Any) -> Any:
        """Return the result of a `textDocument/` request."""
        return self.request(f"textDocument/{method}", {"textDocument": {"uri": uri}, **params})

    def hints(self, uri: str) -> dict[int, str]:
        """Return the labels of the inlay hints by line."""
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": 10**6, "character": 0}}
        listed: list[Any] = self.about("inlayHint", uri, range=whole) or []
        return {hint["position"]["line"]: hint["label"] for hint in listed}

    def leave(self) -> int:
        """Say goodbye as editors do, and return the exit status."""
        self.request("shutdown")
        self.notify("exit")
        return self.ended()

    def ended(self, seconds: float = PATIENCE_SECONDS) -> int:
        """Wait for the end of the process and return its exit status."""
        return self.process.wait(seconds)

    def close(self) -> None:
        """End the process however it is."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE_SECONDS)
        # A thread may be reading a pipe that a child of the server still holds: those end by
        # themselves, and closing a file under them would wait for them.
        if self.process.stdin is not None:
            with suppress(OSError):
                self.process.stdin.close()

    def __enter__(self) -> RawClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
