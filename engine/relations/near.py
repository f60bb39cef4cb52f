"""How near two events must be: `within 3 calls`, `within 2 steps`, `within 1 turn`, `within 5s`.

`within N calls` leaves fewer than N other calls between the two. `within N steps` and `within N
turns` ask that both are in N steps, or turns, one after the other, so that `within 1 turn` is the
same turn; steps are an agent's own, and two agents share none. `within T` allows at most that time
from the end of the earlier one to the start of the later. Where a step, a turn or a time that
decides is not recorded, it is open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from toolspec.engine.match.duration import Duration
from toolspec.engine.trace import Trace
from toolspec.engine.values import Value


class Near(Value):
    """At most so far: `number` of `unit`, or a `duration`."""

    unit: str
    number: int = 0
    duration: Duration | None = None

    @property
    def asks_record(self) -> str | None:
        """What a trace must record for it to be judged."""
        return {"steps": "steps", "turns": "user_messages", "time": "times"}.get(self.unit)

    def holds(self, trace: Trace, early: int, late: int) -> bool | None:
        """Tell whether two calls are so near, None where the trace does not record it."""
        return _HOLDS[self.unit](self, trace, early, late)

    @property
    def missing(self) -> str:
        """What is not recorded where it is open."""
        return {"steps": "step", "turns": "turn", "time": "time"}.get(self.unit, "")

    def distance(self, trace: Trace, early: int, late: int) -> str:
        """Say how far two calls are apart: `it is 3 calls away`."""
        if self.unit == "calls":
            return f"it is {late - early} calls away"
        if self.unit == "time":
            from toolspec.engine.match.duration import readable

            before, after = trace.calls[early].end_ns, trace.calls[late].start_ns
            assert before is not None
            assert after is not None
            return f"it is {readable(after - before)} away"
        if not same_agent(trace, early, late):
            return "another agent made it"
        singular = self.unit.removesuffix("s")
        number = _turn if self.unit == "turns" else _step
        return (
            f"it is in {singular} {number(trace, early)}, not in {singular} {number(trace, late)}"
        )

    def __str__(self) -> str:
        if self.duration is not None:
            return f"within {self.duration}"
        unit = self.unit.removesuffix("s") if self.number == 1 else self.unit
        return f"within {self.number} {unit}"


def same_agent(trace: Trace, one: int, other: int) -> bool | None:
    """Tell whether one agent made both calls, None where that is not recorded."""
    mine, its = trace.calls[one].agent, trace.calls[other].agent
    if mine == its:
        return True
    return None if mine is None or its is None else False


def _step(trace: Trace, at: int) -> int | None:
    return trace.calls[at].step


def _turn(trace: Trace, at: int) -> int | None:
    return trace.call_turns[at]


def _calls(near: Near, trace: Trace, early: int, late: int) -> bool | None:
    del trace
    return late - early <= near.number


def _counted(
    near: Near, trace: Trace, early: int, late: int, number: Callable[[Trace, int], int | None]
) -> bool | None:
    first, last = number(trace, early), number(trace, late)
    agent = same_agent(trace, early, late)
    if agent is False:
        return False
    if first is None or last is None:
        return None
    return agent if first >= 0 and last >= 0 and abs(last - first) < near.number else False


def _steps(near: Near, trace: Trace, early: int, late: int) -> bool | None:
    return _counted(near, trace, early, late, _step)


def _turns(near: Near, trace: Trace, early: int, late: int) -> bool | None:
    return _counted(near, trace, early, late, _turn)


def _time(near: Near, trace: Trace, early: int, late: int) -> bool | None:
    end, start = trace.calls[early].end_ns, trace.calls[late].start_ns
    if end is None or start is None:
        return None
    assert near.duration is not None
    return start - end <= near.duration.ns


_HOLDS: Final[dict[str, Callable[[Near, Trace, int, int], bool | None]]] = {
    "calls": _calls,
    "steps": _steps,
    "turns": _turns,
    "time": _time,
}
