"""`by A`: the agent that made the call.

A is written like a tool pattern: a name, a glob, a `/regex/`, an `@name`, or several joined by `|`.
It is open where the trace does not say which agent made the call.
"""

from __future__ import annotations

from collections.abc import Mapping

from toolspec.engine.match.arguments import Fit
from toolspec.engine.match.qualifier import Qualifier, QualifierSyntax
from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.engine.syntax import Example
from toolspec.engine.trace import Call, called
from toolspec.engine.verdict import Evidence, Shown


class CallAgent(Qualifier):
    """The agent that made the call has a name that `agent` means."""

    agent: ToolPattern

    syntax = QualifierSyntax(
        label="by",
        grammar='"by" agent\nagent: _tool ("|" _tool)*',
        words=("by",),
        forms=("by A",),
    )
    asks_for = "agent"
    asks_record = "agents"
    examples = (
        Example(
            "forbid write_file by researcher",
            (called("write_file")._replace(agent="researcher"),),
            "fail",
            0.0,
            "Only one agent may not.",
            summary="call 1, write_file is forbidden",
            evidence=(Evidence(0, "offender"),),
        ),
        Example(
            "require review by critic",
            (called("review")._replace(agent="writer"),),
            "fail",
            0.0,
            "The review was made by another agent.",
            summary='no call matches; nearest: call 1, review: it is by "writer", not critic',
            evidence=(Evidence(0, "nearest", 'it is by "writer", not critic'),),
        ),
    )

    def test(self, call: Call) -> Fit:
        """Compare the agent's name."""
        if call.agent is None:
            return Fit.OPEN
        return Fit.YES if self.agent.means(call.agent) else Fit.NO

    def in_words(self, keys: Mapping[str, str] | None = None) -> str:
        """Say who made the call."""
        return f"made by {self.agent}"

    def differs(self, call: Call, shown: Shown) -> str:
        """Say which agent made the call."""
        return f"it is by {shown.short(call.agent)}, not {self.agent}"

    @property
    def effort(self) -> int:
        """What the comparison takes."""
        return 1 + self.agent.searches

    def __str__(self) -> str:
        return f"by {self.agent}"


QUALIFIER = CallAgent
