"""The spans of one trace as a tree: what is inside what, and which response asked for a call."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from functools import cached_property
from typing import Final, NamedTuple

from toolspec.engine.reading.dialects.dialect import Role
from toolspec.engine.reading.spans.classified_span import ClassifiedSpan
from toolspec.engine.reading.spans.reported_twice import reported_twice
from toolspec.engine.reading.spans.requests import any_may_tell

NESTING_MAX: Final = 100

# An enum's members are looked up again each time they are named by their class.
_TOOL: Final = Role.TOOL
_AGENT: Final = Role.AGENT
_LLM: Final = Role.LLM
_PHANTOM: Final = Role.PHANTOM
_MATTER: Final = (_TOOL, _AGENT, _LLM)


class Turns(NamedTuple):
    """Some of a trace's turns, in order: the step each is, when it began, and its number."""

    steps: list[int]
    begins: list[tuple[int, int]]
    numbers: list[int]


class CallOrigin(NamedTuple):
    """What asked for a call: the step and the number of the turn, and the agent at work.

    The step is None where no response of that agent is recorded, and 0 before its first one; the
    turn is None where none is known.
    """

    step: int | None
    agent: str | None
    turn: int | None


class ChildrenOrigin(NamedTuple):
    """What holds for all spans directly inside the same span.

    `askers` are the turns that may have asked for a call there, likeliest first, and empty where no
    response of the agent at work is recorded; `agent` is its name.
    """

    askers: list[Turns]
    agent: str | None


class Owner(NamedTuple):
    """Whose responses are numbered together: one agent's, inside one tool call or outside of all.

    `name` is None where no agent is named.
    """

    tool: int | None
    name: str | None


class Tree:
    """Who is inside whom, and which model response is which turn.

    `numbers` has the number of the turn that each response is, by its span's place in the file. Of
    each turn `turn_steps` has the step it is, `owners` whose it is, and `tops` whether that is the
    top agent.

    Spans with one parent have the same around them, so what is found out is kept by that parent.
    """

    def __init__(
        self, ordered: list[ClassifiedSpan], by_id: Mapping[str | None, ClassifiedSpan]
    ) -> None:
        self.by_id = by_id
        self._around: dict[str, ClassifiedSpan | None] = {}
        self._chains: dict[str | None, list[ClassifiedSpan]] = {None: []}
        self._agents: dict[str | None, list[ClassifiedSpan]] = {None: []}
        self._inside: dict[str | None, ChildrenOrigin] = {}
        self.tools: list[ClassifiedSpan] = []
        self.phantoms: list[ClassifiedSpan] = []
        self.agents: list[ClassifiedSpan] = []
        responses: list[ClassifiedSpan] = []
        for classified in ordered:
            role = classified.role
            if role is _TOOL:
                self.tools.append(classified)
            elif role is _LLM:
                responses.append(classified)
            elif role is _AGENT:
                self.agents.append(classified)
            elif role is _PHANTOM:
                self.phantoms.append(classified)
        self.responses = responses
        self.turns, self.numbers = self._turns(responses)
        self._of_agent: dict[int | None, list[int]] = {None: list(range(len(self.turns)))}
        self._beneath: dict[int, list[int]] = {}
        self._own: dict[int | None, dict[int | None, Turns]] = {}
        self._within: dict[int, dict[int | None, Turns]] = {}
        self._tool_around: list[int | None] = []
        self.turn_steps: list[int] = []
        self._named: list[bool] = []
        self.owners: list[Owner] = []
        self.tops: list[bool] = []
        self.steps = self._number_turns()

    def _number_turns(self) -> int:
        """Fill in which agent has which turns, and the step each is; return the top agent's count.

        Each agent counts its own responses from 0, and those inside a tool call are not of the
        agent that called the tool. Where the outermost agent has none of its own, as a workflow
        around agents, the responses of all agents outside of tools count.
        """
        counted: dict[Owner, int] = {}
        known: dict[str | None, tuple[list[list[int]], Owner, bool]] = {}
        top = outside = 0
        for number, turn in enumerate(self.turns):
            parent_id = turn.parent_id
            around = known.get(parent_id)
            if around is None:
                around = (self._lists_around(turn), *self._owner(turn))
                if parent_id in self._chains:
                    known[parent_id] = around
            lists, owner, outermost = around
            for turns in lists:
                turns.append(number)
            self._tool_around.append(owner.tool)
            self._named.append(owner.name is not None)
            self.owners.append(owner)
            self.tops.append(owner.tool is None and outermost)
            step = counted.get(owner, 0)
            self.turn_steps.append(step)
            counted[owner] = step + 1
            outside += owner.tool is None
            top += owner.tool is None and outermost
        if not top:
            self.tops = [owner.tool is None for owner in self.owners]
        return top or outside

    def _owner(self, turn: ClassifiedSpan) -> tuple[Owner, bool]:
        """Return who counts a response, and whether that is the outermost agent around it.

        An agent without a name counts with the one around it.
        """
        tool: int | None = None
        names: list[str] = []
        outermost = None
        for around in self.above(turn):
            if around.role is _TOOL:
                tool = around.at
                break
            if around.role is _AGENT:
                outermost = _agent(around)
                if outermost:
                    names.append(outermost)
        name = names[0] if names else None
        return Owner(tool, name), name is None or name == (outermost or name)

    def _lists_around(self, turn: ClassifiedSpan) -> list[list[int]]:
        """Return the lists that a turn joins: of its own agent, and of those around that one."""
        agents = self.agents_above(turn)
        own = [self._of_agent.setdefault(agent.at, []) for agent in agents[:1]]
        return own + [self._beneath.setdefault(agent.at, []) for agent in agents[1:]]

    def above(self, classified: ClassifiedSpan) -> list[ClassifiedSpan]:
        """Return the tools, agents and model responses around a span, from the inside out.

        At most NESTING_MAX of them, so that hostile nesting costs no more than its length.
        """
        parent_id = classified.parent_id
        chain = self._chains.get(parent_id)
        if chain is not None:
            return chain
        around: list[ClassifiedSpan] = []
        parent = self._nearest(parent_id)
        while parent is not None and parent is not classified and len(around) < NESTING_MAX:
            around.append(parent)
            parent = self._nearest(parent.parent_id)
        if parent is None:
            # Only a circle looks different from each of its spans.
            self._chains[parent_id] = around
        return around

    def _nearest(self, id: str | None) -> ClassifiedSpan | None:
        """Return the nearest span that matters from `id` up; None at the top or in a circle."""
        if id is None:
            return None
        if id in self._around:
            return self._around[id]
        walked: list[str] = []
        nearest: ClassifiedSpan | None = None
        while id is not None:
            if id in self._around:
                nearest = self._around[id]
                break
            self._around[id] = None
            walked.append(id)
            classified = self.by_id.get(id)
            if classified is None:
                break
            if classified.role in _MATTER:
                nearest = classified
                break
            id = classified.parent_id
        for id in walked:
            self._around[id] = nearest
        return nearest

    def agents_above(self, classified: ClassifiedSpan) -> list[ClassifiedSpan]:
        """Return the agent runs around a span, the nearest first."""
        parent_id = classified.parent_id
        agents = self._agents.get(parent_id)
        if agents is None:
            agents = [around for around in self.above(classified) if around.role is _AGENT]
            if parent_id in self._chains:
                self._agents[parent_id] = agents
        return agents

    def _turns(
        self, responses: list[ClassifiedSpan]
    ) -> tuple[list[ClassifiedSpan], dict[int, int]]:
        """Return the responses that are turns, and the number of the turn that each response is.

        One inside another with no tool or agent between is the same response seen twice, and so
        are two with the provider's own id of the response, and one that another scope reports at
        the same time.
        """
        of: dict[int, ClassifiedSpan] = {}
        by_id: dict[str, ClassifiedSpan] = {}
        outer: list[ClassifiedSpan] = []
        for classified in responses:
            chain = self._chains.get(classified.parent_id)
            above = self.above(classified) if chain is None else chain
            if above and above[0].role is _LLM:
                of[classified.at] = above[0]
                continue
            id = (
                None
                if classified.dialect is None
                else classified.dialect.response_id(classified.span)
            )
            if id is not None and by_id.setdefault(id, classified) is not classified:
                of[classified.at] = by_id[id]
                continue
            outer.append(classified)
        outer = outer or responses[:1]  # each inside another: a circle is one turn
        if len({classified.writer for classified in outer}) > 1:
            of.update(reported_twice(outer))
            outer = [classified for classified in outer if classified.at not in of]
        number = {classified.at: at for at, classified in enumerate(outer)}
        for classified in responses:
            first, passed = classified, 0
            while first.at in of and first.at not in number and passed < NESTING_MAX:
                first, passed = of[first.at], passed + 1
            number[classified.at] = number.get(first.at, 0)
        return outer, number

    def number_of(self, response: ClassifiedSpan) -> int:
        """Return the number of the turn that a response is, over all agents."""
        return self.numbers[response.at]

    def step_of_turn(self, response: ClassifiedSpan) -> int:
        """Return the step that a response is."""
        return self.turn_steps[self.numbers[response.at]]

    def step_of(self, classified: ClassifiedSpan) -> int | None:
        """Return the step that asked for a call at this place."""
        return self.asked(classified).step

    @cached_property
    def requests_tell(self) -> bool:
        """Whether the messages that any response or agent was sent may hold calls or results."""
        return any_may_tell((*self.responses, *self.agents))

    @cached_property
    def origins(self) -> list[CallOrigin]:
        """What asked for each tool's span."""
        return [self.asked(classified) for classified in self.tools]

    @cached_property
    def tool_turns(self) -> list[int | None]:
        """The number of the turn that asked for each tool's span."""
        return [origin.turn for origin in self.origins]

    def asked(self, classified: ClassifiedSpan) -> CallOrigin:
        """Return what asked for a call at this place."""
        inside = self._inside.get(classified.parent_id)
        askers, agent = self._look_around(classified.parent_id) if inside is None else inside
        for steps, begins, numbers in askers:
            before = bisect_right(begins, classified.begins)
            if before:
                return CallOrigin(steps[before - 1], agent, numbers[before - 1])
        return CallOrigin(0 if askers else None, agent, None)

    def _look_around(self, parent_id: str | None) -> ChildrenOrigin:
        around = self._nearest(parent_id)
        above = [] if around is None else [around, *self.above(around)]
        names = (_agent(outer) for outer in above if outer.role is _AGENT)
        inside = ChildrenOrigin(self._askers(above), next((name for name in names if name), None))
        self._inside[parent_id] = inside
        return inside

    def _askers(self, above: list[ClassifiedSpan]) -> list[Turns]:
        """Return the turns that may have asked for what these spans are around."""
        if not self.turns:
            return []
        nearest: list[dict[int | None, Turns]] = []
        for outer in above:
            if outer.role is not _LLM:
                break
            if outer.at in self.numbers:
                nearest.append(self._by_tool([self.numbers[outer.at]]))
                break
        rest = iter(above)
        while True:
            agents: list[ClassifiedSpan] = []
            tool: int | None = None
            for outer in rest:
                if outer.role is _TOOL:
                    tool = outer.at
                    break
                if outer.role is _AGENT:
                    agents.append(outer)
            turns_inside = [turns[tool] for turns in (*nearest, *self._of(agents)) if tool in turns]
            # A tool without a model inside is of the step that asked for the tool; an agent inside
            # a tool has steps of its own, recorded or not.
            if turns_inside or agents or tool is None:
                return turns_inside

    def _of(self, agents: list[ClassifiedSpan]) -> list[dict[int | None, Turns]]:
        """Return the turns of the first of these agents, which are around one another.

        Its own come before those of agents inside it. An agent without a name is the one around it,
        and a response inside no named agent may be any agent's.
        """
        turns: list[dict[int | None, Turns]] = []
        name: str | None = None
        for agent in agents:
            own = _agent(agent)
            if name and own and own != name:
                break
            name = name or own
            turns += (self._own_turns(agent.at), self._turns_beneath(agent.at))
        turns.append(self._own_turns(None) if name is None else self._nobodys_turns)
        return turns

    @cached_property
    def _nobodys_turns(self) -> dict[int | None, Turns]:
        """The turns inside no named agent, by the tool they are inside."""
        return self._by_tool([at for at, named in enumerate(self._named) if not named])

    def _own_turns(self, agent: int | None) -> dict[int | None, Turns]:
        """Return the turns of an agent, of None all turns, by the tool they are inside."""
        turns = self._own.get(agent)
        if turns is None:
            turns = self._own[agent] = self._by_tool(self._of_agent.get(agent, []))
        return turns

    def _turns_beneath(self, agent: int) -> dict[int | None, Turns]:
        """Return the turns of the agents inside an agent, by the tool they are inside."""
        turns = self._within.get(agent)
        if turns is None:
            turns = self._within[agent] = self._by_tool(self._beneath.get(agent, []))
        return turns

    def _by_tool(self, numbers: list[int]) -> dict[int | None, Turns]:
        """Return turns by the nearest tool around each, None where there is none."""
        turns: dict[int | None, Turns] = {}
        for number in numbers:
            tool = self._tool_around[number]
            own_turns = turns.get(tool)
            if own_turns is None:
                own_turns = turns[tool] = Turns([], [], [])
            own_turns.steps.append(self.turn_steps[number])
            own_turns.begins.append(self.turns[number].begins)
            own_turns.numbers.append(number)
        return turns

    def has_nested_tools(self) -> bool:
        """Tell whether a tool span is inside another, at any depth."""
        looked_at: set[str | None] = set()
        for classified in self.tools:
            parent_id = classified.parent_id
            if parent_id not in looked_at:
                if parent_id in self._chains:
                    looked_at.add(parent_id)
                if any(around.role is _TOOL for around in self.above(classified)):
                    return True
        return False


def _agent(classified: ClassifiedSpan) -> str | None:
    return None if classified.dialect is None else classified.dialect.agent(classified.span)
