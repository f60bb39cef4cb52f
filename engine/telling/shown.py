"""What is shown of a judged trace: what the words need of a report, which imports them itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from toolspec.engine.rule import Rule
from toolspec.engine.trace import Trace
from toolspec.engine.verdict import Explanation


class ShownResult(Protocol):
    """What one rule says of a trace: a `RuleResult`."""

    @property
    def rule(self) -> Rule:
        """The rule."""
        ...

    @property
    def status(self) -> str:
        """How it ended, in a word."""
        ...

    @property
    def score(self) -> float | None:
        """From 0 to 1."""
        ...

    @property
    def soft(self) -> bool:
        """Whether it keeps no trace from passing."""
        ...

    @property
    def parts(self) -> list[dict[str, Any]]:
        """The parts it judged by themselves."""
        ...

    @property
    def summary(self) -> str:
        """The reason in a sentence."""
        ...

    @property
    def explanation(self) -> Explanation:
        """The reason in full."""
        ...


class _Spec(Protocol):
    @property
    def path(self) -> str | None:
        """The path of the file, if there is one."""
        ...


class ShownReport(Protocol):
    """What a spec says of a trace: a `Report`."""

    @property
    def trace(self) -> Trace:
        """The trace."""
        ...

    @property
    def spec(self) -> _Spec:
        """The spec that judged it."""
        ...

    @property
    def case(self) -> str | None:
        """The case it was judged for."""
        ...

    @property
    def results(self) -> Sequence[ShownResult]:
        """What each rule says."""
        ...

    @property
    def score(self) -> float:
        """From 0 to 1."""
        ...

    @property
    def passed(self) -> bool:
        """Whether it passed."""
        ...

    @property
    def skipped(self) -> bool:
        """Whether nothing was judged."""
        ...


class ShownTrace(Protocol):
    """A judged trace with its path, "" for one in memory, and its name."""

    @property
    def path(self) -> str:
        """The path of the file, if there is one."""
        ...

    @property
    def name(self) -> str | None:
        """The name of the trace."""
        ...

    @property
    def report(self) -> ShownReport:
        """What the spec says of it."""
        ...


class InMemory(NamedTuple):
    """A report of its own, as Python code has it."""

    path: str
    name: str | None
    report: ShownReport
