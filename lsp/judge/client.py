"""The server's side of the judge: start it, exchange messages, restart it if it dies."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import pickle
import struct
import sys
import time
from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

from toolspec.lsp.judge.messages import (
    CallList,
    Calls,
    Draw,
    Drawn,
    Explain,
    Explained,
    FindCall,
    Forget,
    FoundCall,
    Propose,
    Proposed,
    Score,
    Sketch,
    Sketched,
    Trial,
    Tried,
)
from toolspec.lsp.judge.wire_format import PackedScores, RulePacker, ScoreUnpacker

log = logging.getLogger(__name__)

DEATHS_MAX = 5
"""How often in a row the judge may die before the server continues without it."""

GOOD_SECONDS = 600.0
"""If the judge ran for this long, an earlier death no longer counts."""

Request: TypeAlias = Calls | Draw | Explain | FindCall | Propose | Sketch | Trial
_ANSWERS: Final = (CallList, Drawn, Explained, FoundCall, Proposed, Sketched, Tried)
Answer = TypeVar("Answer", CallList, Drawn, Explained, FoundCall, Proposed, Sketched, Tried)


class JudgeClient:
    """One judge process, started again when it dies.

    `on_message` is called on the event loop with each message that is no answer to `ask`;
    `on_start` after each start, to send the judge everything; `on_lost` when it died too often and
    is not restarted.
    """

    def __init__(
        self,
        on_message: Callable[[Any], None],
        on_start: Callable[[], None],
        on_lost: Callable[[], None],
    ) -> None:
        self._on_message, self._on_start, self._on_lost = on_message, on_start, on_lost
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._rules, self._scores = RulePacker(), ScoreUnpacker()
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._starting = asyncio.Lock()
        self._stopped = False
        self.deaths = 0
        self._born = 0.0

    @property
    def running(self) -> bool:
        """Whether the process runs."""
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int | None:
        """The number of its process; None before the first start."""
        return None if self._process is None else self._process.pid

    @property
    def given_up(self) -> bool:
        """Whether it died too often to be started again."""
        return self.deaths >= DEATHS_MAX

    async def start(self) -> None:
        """Start the process; `on_start` then sends its first messages."""
        async with self._starting:
            await self._start()

    async def restart(self) -> None:
        """Kill the process if it runs, and start a new one.

        Where one is being started, this waits for it: never do two run at once.
        """
        self.deaths = 0
        if self._starting.locked():
            async with self._starting:
                return
        async with self._starting:
            process = self._process
            if self._reading is not None and process is not None and process.returncode is None:
                self._reading.cancel()
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
            await self._start()

    async def _start(self) -> None:
        self._answer_all()
        # -P keeps the working folder off the module path, so that no code of a workspace runs.
        try:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",
                "-m",
                "toolspec.lsp.judge.process",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
        except OSError as error:
            log.error("the judge cannot be started: %s", error)
            self.deaths = DEATHS_MAX
            self._on_lost()
            return
        if self._stopped:
            await self.stop()
            return
        self._born = time.monotonic()
        self._rules, self._scores = RulePacker(), ScoreUnpacker()
        self._reading = asyncio.create_task(self._read(self._process))
        self._on_start()

    def send(self, message: object) -> None:
        """Send a message. Without a judge it is dropped; a new judge is sent everything anyway."""
        process = self._process
        if process is None or process.stdin is None or process.returncode is not None:
            return
        if isinstance(message, Score):
            message = self._rules.pack(message)
        elif isinstance(message, Forget):
            self._rules.forget(message.uri)
            self._scores.forget(message.uri)
        data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
        process.stdin.write(struct.pack(">I", len(data)) + data)

    async def ask(self, request: Request, kind: type[Answer]) -> Answer | None:
        """Send a request and return its answer; None without a judge, or where the judge ends."""
        if not self.running:
            return None
        number = next(self._numbers)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            self.send(request._replace(request=number))
            answered = await answer
        finally:
            self._waiting.pop(number, None)
        return answered if isinstance(answered, kind) else None

    def _answer_all(self) -> None:
        """Answer what was asked of a judge that is gone with nothing."""
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_result(None)

    async def stop(self) -> None:
        """End the process by closing its input."""
        self._stopped = True
        process = self._process
        if process is not None and process.stdin is not None and process.returncode is None:
            process.stdin.close()

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        try:
            while True:
                head = await process.stdout.readexactly(4)
                data = await process.stdout.readexactly(struct.unpack(">I", head)[0])
                self._take(data)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        await process.wait()
        async with self._starting:
            if not self._stopped and process is self._process:
                await self._start_after_death(process)

    async def _start_after_death(self, process: asyncio.subprocess.Process) -> None:
        lived = time.monotonic() - self._born
        self.deaths = 1 if lived > GOOD_SECONDS else self.deaths + 1
        log.warning("the judge (process %s) ended with %s", process.pid, process.returncode)
        if self.given_up:
            self._answer_all()
            self._on_lost()
        else:
            await self._start()

    def _take(self, data: bytes) -> None:
        try:
            message = pickle.loads(data)
            if isinstance(message, PackedScores):
                message = self._scores.unpack(message)
            if isinstance(message, _ANSWERS):
                answer = self._waiting.get(message.request)
                if answer is not None and not answer.done():
                    answer.set_result(message)
            else:
                self._on_message(message)
        except Exception:  # one bad message must not stop the reading of others
            log.exception("a message of the judge could not be taken")
