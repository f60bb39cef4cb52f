"""`valid`: the call's tool is known, and its arguments conform to the tool's schema.

The tools are those of the spec's `tools` lines, else those that the trace itself lists. Without any
list, or where the trace's own list has no schema of the tool, it is open; a tool that is not in the
list is not valid.
"""

from __future__ import annotations

from toolspec.engine.tool_lists.schema import ToolList, tools_of
from toolspec.engine.trace import UNRECORDED, Trace
from toolspec.engine.values import Value
from toolspec.engine.verdict import Shown


class Valid(Value):
    """The call conforms to the schema of its tool, in `tools` or else in the trace's own list."""

    tools: ToolList | None = None

    @property
    def asks_record(self) -> str | None:
        """What a trace must record for it to be judged."""
        return "tools" if self.tools is None else None

    @property
    def names(self) -> frozenset[str]:
        """No `$name` is in it."""
        return frozenset()

    def list_for(self, trace: Trace) -> ToolList | None:
        """Return the list of tools that holds for a trace, None where there is none."""
        return self.tools if self.tools is not None else tools_of(trace)

    def holds(self, trace: Trace, at: int) -> bool | None:
        """Tell whether a call is valid, None where that is not recorded."""
        tools = self.list_for(trace)
        if tools is None:
            return None
        call = trace.calls[at]
        if call.name not in tools.names:
            return False
        if tools.names[call.name].is_open:
            return None
        if call.arguments is UNRECORDED:
            return None if tools.asks_of(call.name) else True
        return tools.fault(call.name, call.arguments) == ""

    def missing(self, trace: Trace, at: int) -> str:
        """Say what is not recorded of a call that may be valid."""
        tools = self.list_for(trace)
        if tools is None:
            return "the list of tools"
        name = trace.calls[at].name
        is_open = name in tools.names and tools.names[name].is_open
        return f"the schema of {name}" if is_open else "arguments"

    def why(self, trace: Trace, at: int, shown: Shown) -> str:
        """Say why a call is not valid."""
        tools, call = self.list_for(trace), trace.calls[at]
        if tools is None:
            return "no list of tools is known"
        if call.name not in tools.names:
            return "its tool is not in the list of tools"
        if tools.names[call.name].is_open:
            return "the schema of its tool is not recorded"
        if call.arguments is UNRECORDED:
            return "its arguments are not recorded"
        return tools.fault(call.name, call.arguments, shown)

    def __str__(self) -> str:
        return "valid"
