"""What measuring needs: rows with goals, and the cost of a child process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".bench"
"""Where generated files and the peer's environment live; ignored by git."""


class Row(NamedTuple):
    """One measured number; `met` is None where there is no goal, `note` says what was measured."""

    name: str
    measured: str
    goal: str = ""
    met: bool | None = None
    note: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the row as JSON."""
        return self._asdict()


class Cost(NamedTuple):
    """What a process cost: CPU seconds of user and system together, and the most memory it held."""

    cpu_s: float
    peak_bytes: int
    status: int


def cost_of(
    command: Sequence[str | Path], env: Mapping[str, str] | None = None, output: Path | None = None
) -> Cost:
    """Run a program to its end and return what it cost; its output goes to a file or nowhere."""
    words = [str(word) for word in command]
    launcher = [sys.executable, "-I", "-S", str(ROOT / "bench" / "launcher.py")]
    ran = subprocess.run(
        [*launcher, str(output or os.devnull), *words],
        env=dict(env or os.environ),
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    return Cost(*json.loads(ran.stdout))


class Worker:
    """A child that answers one line of JSON with one line of JSON; it measures its own CPU time."""

    def __init__(self, python: Path | str, program: str) -> None:
        self.process = subprocess.Popen(
            [str(python), str(ROOT / "bench" / program)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )

    def ask(self, **question: Any) -> dict[str, Any]:
        """Send a question and return the answer."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError(f"{self.process.args} ended without an answer")
        return json.loads(answer)

    def close(self) -> None:
        """End the child."""
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(timeout=30)


def interleaved(
    rounds: int, asks: Sequence[tuple[Worker, Mapping[str, Any]]]
) -> list[dict[str, Any]]:
    """Ask each worker in turn, round after round; return last answers with the least seconds.

    Whatever else a machine does only ever adds to what something costs; taking turns gives all the
    same chance to be measured while it does nothing else.
    """
    answers: list[dict[str, Any]] = [{} for _ in asks]
    seconds: list[list[float]] = [[] for _ in asks]
    for _ in range(rounds):
        for at, (worker, question) in enumerate(asks):
            answers[at] = worker.ask(**question)
            seconds[at].append(answers[at]["seconds"])
    return [
        answer | {"seconds": min(times)} for answer, times in zip(answers, seconds, strict=True)
    ]


def peer_python() -> Path | None:
    """Return the Python that has UiPath's evaluators, or None where it is not installed."""
    python = FOLDER / "peer" / "bin" / "python"
    return python if python.exists() else None


def shown_time(seconds: float) -> str:
    """Return a time as people read it: three digits and a unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"
