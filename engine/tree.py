"""The spans of one trace as a tree: who is inside whom, and which turn asked for a call."""

from __future__ import annotations

from typing import Final

from toolspec.engine.dialects.dialect import Role
from toolspec.engine.seen import Seen

NESTING_MAX: Final = 100
_MATTER: Final = (Role.TOOL, Role.AGENT, Role.LLM)


class Tree:
    """Who is inside whom, and which model response is which turn."""

    def __init__(self, ordered: list[Seen]) -> None:
        self.by_id: dict[str, Seen] = {}
        for seen in ordered:
            id = seen.span_id
            if id is not None:
                self.by_id.setdefault(id, seen)
        self._around: dict[str, Seen | None] = {}
        self._chains: dict[str | None, list[Seen]] = {None: []}
        self._agents: dict[str | None, list[Seen]] = {}
        self.tools = [seen for seen in ordered if seen.role is Role.TOOL]
        self.agents = [seen for seen in ordered if seen.role is Role.AGENT]
        self.turns = self._turns([seen for seen in ordered if seen.role is Role.LLM])
        self._number = {seen.at: step for step, seen in enumerate(self.turns)}
        self._asking: dict[int | None, list[list[int]]] = {}
        self._agent: dict[int | None, str | None] = {}
        self._of_agent: dict[int | None, list[int]] = {None: list(range(len(self.turns)))}
        self._beneath: dict[int, list[int]] = {}
        for step, turn in enumerate(self.turns):
            for nearness, agent in enumerate(self.agents_above(turn)):
                held = self._beneath if nearness else self._of_agent
                held.setdefault(agent.at, []).append(step)

    def above(self, seen: Seen) -> list[Seen]:
        """Return the tools, agents and model responses around a span, from the inside out.

        At most NESTING_MAX of them, so that hostile nesting costs no more than its length.
        """
        parent_id = seen.parent_id
        chain = self._chains.get(parent_id)
        if chain is not None:
            return chain
        around: list[Seen] = []
        parent = self._nearest(parent_id)
        while parent is not None and parent is not seen and len(around) < NESTING_MAX:
            around.append(parent)
            parent = self._nearest(parent.parent_id)
        if parent is None:
            # Whatever has this parent has the same around it; only a circle looks different from
            # each of its spans.
            self._chains[parent_id] = around
        return around

    def _nearest(self, id: str | None) -> Seen | None:
        """Return the nearest span that matters from `id` up; None at the top or in a circle."""
        if id is None:
            return None
        if id in self._around:
            return self._around[id]
        walked: list[str] = []
        found: Seen | None = None
        while id is not None:
            if id in self._around:
                found = self._around[id]
                break
            self._around[id] = None
            walked.append(id)
            seen = self.by_id.get(id)
            if seen is None:
                break
            if seen.role in _MATTER:
                found = seen
                break
            id = seen.parent_id
        for id in walked:
            self._around[id] = found
        return found

    def agents_above(self, seen: Seen) -> list[Seen]:
        """Return the agent runs around a span, the nearest first."""
        parent_id = seen.parent_id
        agents = self._agents.get(parent_id)
        if agents is None:
            agents = [around for around in self.above(seen) if around.role is Role.AGENT]
            if parent_id in self._chains:
                self._agents[parent_id] = agents
        return agents

    def _turns(self, responses: list[Seen]) -> list[Seen]:
        """Return the responses that are turns: not those that report another's response again.

        One inside another with no tool or agent between is the same response seen twice, and so
        is one outside every agent that another scope reports inside an agent at the same time.
        """
        outer: list[Seen] = []
        for seen in responses:
            for around in self.above(seen):
                if around.role is Role.LLM:
                    break
                if around.role in (Role.TOOL, Role.AGENT):
                    outer.append(seen)
                    break
            else:
                outer.append(seen)
        if not self.agents:
            return outer
        inside = [seen for seen in outer if self.agents_above(seen)]
        if not inside or len(inside) == len(outer):
            return outer
        held = {seen.at for seen in inside}
        return [
            seen
            for seen in outer
            if seen.at in held or not any(_covers(agent_turn, seen) for agent_turn in inside)
        ]

    def step_of(self, seen: Seen) -> int:
        """Return the turn that asked for a call: of its own agent, else of one around it."""
        return self.asked_in(seen, self._nearest(seen.parent_id))

    def asked_in(self, seen: Seen, around: Seen | None) -> int:
        """Return the turn for a span directly inside `around`."""
        if not self.turns:
            return 0
        held = self._asking.get(None if around is None else around.at)
        if held is None:
            held = self._asking[None if around is None else around.at] = self._askers(around)
        for steps in held:
            before = _last_before(self.turns, steps, seen)
            if before is not None:
                return before
        return 0

    def _askers(self, around: Seen | None) -> list[list[int]]:
        """Return the turns that may have asked for what is inside `around`, likeliest first."""
        above = [] if around is None else [around, *self.above(around)]
        askers: list[list[int]] = []
        for outer in above:
            if outer.role is not Role.LLM:
                break
            if outer.at in self._number:
                askers.append([self._number[outer.at]])
                break
        for outer in above:
            if outer.role is Role.AGENT:
                # Its own turns first; those of agents inside it where it has none before the call.
                askers.extend(
                    held[outer.at] for held in (self._of_agent, self._beneath) if outer.at in held
                )
        return [*askers, self._of_agent[None]]

    def agent_of(self, around: Seen | None) -> str | None:
        """Return the name of the nearest agent that has one, from `around` upwards."""
        at = None if around is None else around.at
        if at not in self._agent:
            above = [] if around is None else [around, *self.above(around)]
            names = (_agent(outer) for outer in above if outer.role is Role.AGENT)
            self._agent[at] = next((name for name in names if name), None)
        return self._agent[at]

    def nearest(self, seen: Seen) -> Seen | None:
        """Return the nearest tool, agent or model response around a span."""
        return self._nearest(seen.parent_id)


def _last_before(turns: list[Seen], steps: list[int], seen: Seen) -> int | None:
    """Return the last of these steps that began before a span; steps are in order of start."""
    low, high = 0, len(steps)
    while low < high:
        middle = (low + high) // 2
        if turns[steps[middle]].begins <= seen.begins:
            low = middle + 1
        else:
            high = middle
    return steps[low - 1] if low else None


def _covers(outer: Seen, inner: Seen) -> bool:
    """Tell whether two scopes report one response: the one's time lies inside the other's."""
    a, b = outer.span, inner.span
    if a.start_ns is None or b.start_ns is None or a.end_ns is None or b.end_ns is None:
        return False
    return a.scope != b.scope and a.start_ns <= b.start_ns and b.end_ns <= a.end_ns


def _agent(seen: Seen) -> str | None:
    return None if seen.dialect is None else seen.dialect.agent(seen.span)
