"""The judge's main loop: read messages, do the work, and drop what newer messages replace."""

from __future__ import annotations

import gc
import os
import pickle
import struct
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from queue import Empty, Queue
from typing import Any, BinaryIO

from toolspec.engine.trace import Trace, Unrecorded
from toolspec.engine.verdict import Shown
from toolspec.lsp.judge.call_text import place_of
from toolspec.lsp.judge.messages import (
    CallInfo,
    CallList,
    Calls,
    Draw,
    Drawn,
    Explain,
    Explained,
    Failed,
    Files,
    FindCall,
    Forget,
    Look,
    Propose,
    Score,
    Scores,
    Sketch,
    Sketched,
    Trial,
    Tried,
    Unread,
    Watch,
)
from toolspec.lsp.judge.proposing import proposed
from toolspec.lsp.judge.scoring import Scorer, Sources
from toolspec.lsp.judge.trace_store import Library, file_of_trace
from toolspec.lsp.judge.wire_format import PackedScore, RuleUnpacker, ScorePacker

ARGUMENTS_SHOWN = 200
"""Characters of a call's arguments in a list of calls."""

LOOK_AGAIN_SECONDS = 10.0
"""Time between a scan that failed and the next one."""

REST_SHARE = 0.05
"""How much of a core scoring the traces that are not shown may take while somebody types."""

SKETCH_SECONDS = 1.0
"""How long the rules of one page are drawn."""

REST_SECONDS = 0.4
"""How long these traces wait for a further edit at most."""


def send(pipe: BinaryIO, message: object) -> None:
    """Write a message: its length in four bytes, big-endian, then the pickle."""
    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    pipe.write(struct.pack(">I", len(data)) + data)
    pipe.flush()


def receive(pipe: BinaryIO) -> Any:
    """Read a message; None at the end of input. Only our own server writes to this pipe.

    Where the server ends while it writes, what came of the message is dropped.
    """
    head = pipe.read(4)
    if len(head) < 4:
        return None
    length = struct.unpack(">I", head)[0]
    data = pipe.read(length)
    return pickle.loads(data) if len(data) == length else None


class _Rest:
    """The part of a request that can wait: the scores of traces that are not shown."""

    def __init__(self, asked: Score, steps: Iterator[Scores | None], due: float) -> None:
        self.asked, self.steps, self.due = asked, steps, due
        self.spent = 0.0


class Judge:
    """Owns the library and handles messages one after the other.

    Messages come first, and the scores of what is shown with them; then reading changed traces, and
    last the scores of all other traces.
    """

    def __init__(self, outbox: BinaryIO) -> None:
        self.inbox: Queue[Any] = Queue()
        self.outbox = outbox
        self.library = Library()
        self.scorer = Scorer(Sources(self._trace_of, self.library.places))
        self.rules, self.scores = RuleUnpacker(), ScorePacker()
        self.watch: Watch | None = None
        self.newest: dict[str, int] = {}
        self.rests: dict[str, _Rest] = {}
        self.traces: dict[str, tuple[str, ...]] = {}
        self.spent: dict[str, float] = {}
        """Seconds that the other traces of a document took when they were last scored."""
        self.looking: Iterator[Files | None] | None = None
        self.tell_always = False
        self.begun = self.next_look = 0.0
        self.skipped: dict[str, Unread] = {}

    def listen(self, pipe: BinaryIO) -> None:
        """Queue messages, in a separate thread, so that the loop can see newer ones."""
        while (message := receive(pipe)) is not None:
            if isinstance(message, PackedScore):
                message = self.rules.unpack(message)
                self.newest[message.uri] = message.job
            elif isinstance(message, Forget):
                self.rules.forget(message.uri)
                self.newest.pop(message.uri, None)
            self.inbox.put(message)
        os._exit(0)  # the server is gone, so no work is needed any more

    def run(self) -> None:
        """Handle messages forever; the process ends in `listen`."""
        while True:
            try:
                message = self._next()
                if message is not None:
                    self.answer(message)
                elif self.looking is not None:
                    self._look_on(self.looking)
                elif (rest := self._next_rest()) is not None and rest.due <= time.monotonic():
                    self._score_on(rest)
                else:
                    self.look()
            except BrokenPipeError:
                raise
            except Exception:  # one bad message must not lose the traces
                self.looking = None
                self.next_look = time.monotonic() + LOOK_AGAIN_SECONDS
                send(self.outbox, Failed(traceback.format_exc()))

    def _next(self) -> Any:
        """Return the next message; None if it is time for something else."""
        try:
            if self.looking is not None:
                return self.inbox.get_nowait()
            rest = self._next_rest()
            times = [rest.due] if rest is not None else []
            times += [self.next_look] if self.watch is not None else []
            if not times:
                return self.inbox.get()
            wait = min(times) - time.monotonic()
            return self.inbox.get(timeout=wait) if wait > 0 else self.inbox.get_nowait()
        except Empty:
            return None

    def _next_rest(self) -> _Rest | None:
        return min(self.rests.values(), key=lambda rest: rest.due, default=None)

    def answer(self, message: object) -> None:
        """Handle one message."""
        if isinstance(message, Watch):
            self.watch = message
            self.look(tell_always=True)
        elif isinstance(message, Look):
            self.look()
        elif isinstance(message, Score):
            self._score(message)
        elif isinstance(message, Forget):
            self.scorer.forget(message.uri)
            self.scores.forget(message.uri)
            for known in (self.rests, self.traces, self.spent):
                known.pop(message.uri, None)
        elif isinstance(message, Calls):
            send(self.outbox, self._calls(message))
        elif isinstance(message, Trial):
            send(self.outbox, self._tried(message))
        elif isinstance(message, Draw):
            send(self.outbox, self._pictured(message))
        elif isinstance(message, Explain):
            trace = self.library.trace(message.trace)
            scores = self.scorer.explained(message.rules, trace, message.trace) if trace else ()
            send(self.outbox, Explained(message.request, scores))
        elif isinstance(message, Sketch):
            send(self.outbox, self._sketched(message))
        elif isinstance(message, FindCall):
            path, trace = file_of_trace(message.trace), self.library.trace(message.trace)
            send(self.outbox, place_of(message, path, trace))
        elif isinstance(message, Propose):
            send(self.outbox, proposed(message, self.library.trace))

    def _score(self, asked: Score) -> None:
        """Score the traces that are shown; the others wait until nothing else is to be done.

        After an edit they wait for the next one, the longer the more there is to do.
        """
        uri = asked.uri
        if self.newest.get(uri) != asked.job:
            return
        self.rests.pop(uri, None)
        edited = self.traces.get(uri) == asked.traces
        self.traces[uri] = asked.traces

        def stale() -> bool:
            return self.newest.get(uri) != asked.job

        steps = self.scorer.steps(asked, stale)
        for _ in asked.explain:
            if not self._step(asked, steps):
                return
        wait = min(REST_SECONDS, self.spent.get(uri, 0.0) / REST_SHARE) if edited else 0.0
        self.rests[uri] = _Rest(asked, steps, time.monotonic() + wait)

    def _step(self, asked: Score, steps: Iterator[Scores | None]) -> bool:
        """Score one more trace; return whether there may be another."""
        for part in steps:
            if part is not None:
                send(self.outbox, self.scores.pack(part))
            return part is None or not part.final
        return False

    def _score_on(self, rest: _Rest) -> None:
        """Score one more of the traces that are not shown."""
        began = time.process_time()
        goes_on = self._step(rest.asked, rest.steps)
        rest.spent += time.process_time() - began
        if not goes_on:
            uri = rest.asked.uri
            if self.newest.get(uri) == rest.asked.job:
                self.spent[uri] = rest.spent
            self.rests.pop(uri, None)

    def look(self, tell_always: bool = False) -> None:
        """Start a scan for changed trace files; messages are handled between two files."""
        if self.watch is not None:
            self.tell_always = self.tell_always or tell_always
            self.begun = time.process_time()
            self.looking = self.library.look(self.watch)

    def _look_on(self, looking: Iterator[Files | None]) -> None:
        """Read one more file of the scan; report changes from time to time."""
        assert self.watch is not None
        files = next(looking)
        if files is None:
            return
        news = files.added or files.gone or files.skipped != self.skipped
        if self.tell_always or news or not files.settled:
            self.skipped = dict(files.skipped)
            send(self.outbox, files)
        if files.settled:
            self.looking, self.tell_always = None, False
            # A scan of thousands of files takes time: the longer it takes, the rarer it is. Where
            # files change, as those of a running agent do, the next change is soon.
            spent = time.process_time() - self.begun
            rest = (5 if news else 30) * spent
            self.next_look = time.monotonic() + max(self.watch.seconds, rest)

    def _trace_of(self, trace_id: str) -> tuple[Trace, tuple[str, ...]] | None:
        trace = self.library.trace(trace_id)
        if trace is None:
            return None
        infos = self.library.entries[file_of_trace(trace_id)].infos
        return trace, next((info.names for info in infos if info.id == trace_id), ())

    def _tried(self, asked: Trial) -> Tried:
        end = time.monotonic() + asked.seconds
        statuses: tuple[dict[str, str], ...] = tuple({} for _ in asked.rules)
        scores: tuple[dict[str, float], ...] = tuple({} for _ in asked.rules)
        for trace_id in asked.traces:
            trace_and_names = self._trace_of(trace_id)
            if trace_and_names is None:
                continue
            trace, names = trace_and_names
            case = next((name for name in names if name in asked.cases), None)
            if asked.case is not None and case != asked.case:
                continue
            for at, rule in enumerate(asked.rules):
                verdict = rule.judge(trace)
                statuses[at][trace_id] = verdict.status.value
                scores[at][trace_id] = 1.0 if verdict.score is None else verdict.score
            if time.monotonic() > end:
                return Tried(asked.request, ())
        return Tried(asked.request, statuses, scores)

    def _pictured(self, asked: Draw) -> Drawn:
        from toolspec.engine.telling.timeline.timeline import timeline

        trace = self.library.trace(asked.trace)
        if trace is None:
            return Drawn(asked.request)
        places = self.library.places(asked.trace)
        return Drawn(asked.request, timeline(trace, asked.rule, places=places))

    def _sketched(self, asked: Sketch) -> Sketched:
        from toolspec.engine.telling.timeline.short import drawn_short
        from toolspec.engine.telling.timeline.timeline import timeline

        trace = self.library.trace(asked.trace)
        if trace is None:
            return Sketched(asked.request)
        end = time.monotonic() + SKETCH_SECONDS
        texts: list[str] = []
        for rule in asked.rules:
            late = time.monotonic() > end
            lines = [] if late else drawn_short(timeline(trace, rule))
            texts.append("\n".join(line.text for line in lines))
        return Sketched(asked.request, tuple(texts))

    def _calls(self, asked: Calls) -> CallList:
        path = file_of_trace(asked.trace)
        trace = self.library.trace(asked.trace)
        if trace is None:
            return CallList(asked.request, asked.trace, (), path, "the trace is gone")
        places = self.library.places(asked.trace)
        calls = tuple(
            CallInfo(
                at,
                call.name,
                call.step,
                call.status,
                call.completed,
                *places[at],
                "not recorded"
                if isinstance(call.arguments, Unrecorded)
                else Shown().short(call.arguments)[:ARGUMENTS_SHOWN],
                None
                if isinstance(call.result, Unrecorded)
                else Shown().short(call.result.recorded)[:ARGUMENTS_SHOWN],
                call.start_ns,
                call.end_ns,
            )
            for at, call in enumerate(trace.calls)
        )
        return CallList(asked.request, asked.trace, calls, path)


def main() -> None:
    """Run on stdin and stdout; anything else that prints is sent to stderr."""
    pipe_in, pipe_out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    gc.freeze()
    gc.set_threshold(50_000, 50, 1000)  # traces live long, so collecting frees little
    judge = Judge(pipe_out)
    threading.Thread(target=judge.listen, args=(pipe_in,), daemon=True).start()
    try:
        judge.run()
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(0)


if __name__ == "__main__":
    main()
