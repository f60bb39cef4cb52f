"""What became of a case: said with an equal verdict, or why not."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import toolspec

from . import adk, agentevals, agentltl, deepeval, promptfoo, pydantic_evals, ragas
from .peer import CannotSayError, Case, Peer

PEERS = [
    module.PEER
    for module in (adk, agentevals, agentltl, deepeval, promptfoo, pydantic_evals, ragas)
]

Kind = Literal["said", "unsaid", "differs", "mistake"]


@dataclass(frozen=True)
class Outcome:
    """A case beside its toolspec text: what kind of answer it got, and why it is not an equal one.

    `passed` are the tool's verdict and ours, None where there is none: the check or the run is
    refused, asks for nothing, or the verdict is open. `scores` are the tool's score and ours.
    """

    case: Case
    kind: Kind
    spec: str | None = None
    reason: str = ""
    passed: tuple[bool | None, bool | None] = (None, None)
    scores: tuple[float | None, float | None] = (None, None)

    @property
    def equal(self) -> bool:
        """Whether both say the same."""
        return self.passed[0] is self.passed[1]


def outcome(peer: Peer, case: Case, folder: Path) -> Outcome:
    """Write a case in toolspec, and judge its run."""
    try:
        text = peer.spec(case)
    except CannotSayError as why:
        return Outcome(case, "unsaid", reason=str(why))
    ours, score = verdict(text, peer.trace(case), folder / "trace.json")
    result = case["result"]
    theirs = None if result["score"] is None else bool(result["pass"])
    kind: Kind = "said"
    reason = ""
    if (name := str(case["id"])) in peer.mistakes:
        kind, reason = "mistake", peer.mistakes[name]
    elif name in peer.differs:
        kind, reason = "differs", peer.differs[name]
    return Outcome(case, kind, text, reason, (theirs, ours), (result["score"], score))


def verdict(text: str, run: Any, path: Path) -> tuple[bool | None, float | None]:
    """Return whether a run passes and with which score; None where there is no verdict."""
    path.write_text(json.dumps(run), "utf-8")
    try:
        spec = toolspec.parse(text)
        (trace,) = toolspec.load_traces(path)
    except (toolspec.SpecError, toolspec.TraceError):
        return None, None
    report = spec.check(trace)
    statuses = {result.status for result in report.results}
    if not statuses or (not report.passed and "fail" not in statuses):
        return None, None
    return report.passed, report.score


def cases(peer: Peer, shared: Path) -> list[Case]:
    """Return the cases of a tool."""
    return json.loads((shared / f"{peer.file}.json").read_text("utf-8"))["cases"]
