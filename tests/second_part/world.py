"""Random traces, what they leave unrecorded, and every trace that such a one may have been."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from random import Random
from typing import Any

from tests.second_part.values import RESULTS, VALUES
from toolspec.engine.dialogue import Dialogue, Message
from toolspec.engine.result import UNRECORDED, Result
from toolspec.engine.trace import Call, Trace

TOOLS = ("a", "b", "c", "get_d")
SECOND = 10**9
TEXTS = ("yes", "no thanks", "order A-1", "A-1, or 2", "x", "12")
HIDDEN = "<hidden>"


@dataclass
class Did:
    """A call of which everything is known, or with `HIDDEN` what is not recorded."""

    tool: str
    args: Any
    result: Any
    completed: bool
    failed: Any
    step: Any
    turn: Any
    agent: Any
    start: int
    end: Any
    ended: bool = True


@dataclass
class Said:
    """A message before the call `before`."""

    role: str
    text: str | None
    before: int
    step: int | None
    turn: int | None
    at: int


@dataclass
class World:
    """A run."""

    calls: list[Did] = field(default_factory=list[Did])
    messages: list[Said] = field(default_factory=list[Said])
    steps: int = 0
    turns: int = 0
    end: int = 0

    def trace(self) -> Trace:
        """Return it as the engine reads it."""
        last = [one for one in self.messages if one.role == "agent"]
        messages = [_message(one) for one in self.messages]
        told = [at for at, one in enumerate(self.messages) if one.role == "agent"]
        dialogue = Dialogue(
            tuple(messages),
            tuple(None if call.turn == HIDDEN else call.turn for call in self.calls),
            self.turns if any(one.role == "user" for one in self.messages) else None,
            last_response=messages[told[-1]] if last else None,
        )
        return Trace(
            [_call(one) for one in self.calls],
            steps=self.steps,
            start_ns=0,
            end_ns=self.end,
            said=dialogue,
        )


def _message(one: Said) -> Message:
    agent = "top" if one.role == "agent" else None
    return Message(one.role, one.text, one.before, one.step, one.turn, agent, one.at)  # type: ignore[arg-type]


def _call(one: Did) -> Call:
    status = None if one.failed == HIDDEN or not one.completed else "error" if one.failed else "ok"
    return Call(
        one.tool,
        UNRECORDED if one.args == HIDDEN else one.args,
        UNRECORDED if one.result == HIDDEN or not one.completed else Result(one.result),
        step=None if one.step == HIDDEN else one.step,
        completed=one.completed,
        status=status,  # type: ignore[arg-type]
        agent=None if one.agent == HIDDEN else one.agent,
        start_ns=one.start,
        end_ns=None if one.end == HIDDEN else one.end,
    )


def arguments(rng: Random) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, share in (("k", 0.8), ("n", 0.5), ("z", 0.1)):
        if rng.random() < share:
            made[key] = rng.choice(VALUES)
    return made


def world(rng: Random, calls: int) -> World:
    """Return a run: the user speaks, the agent answers and calls, a sub-agent may call too."""
    made = World()
    step = turn = -1
    now = SECOND
    sub = rng.random() < 0.3
    sub_step = -1
    waiting = rng.randrange(calls + 1)
    while len(made.calls) < waiting or turn < 0 or step < 0 or rng.random() < 0.3:
        now += rng.choice((1, 1, 2, 5)) * SECOND
        if turn < 0 or rng.random() < 0.2:
            turn += 1
            said = Said("user", rng.choice(TEXTS), len(made.calls), max(step, 0), turn, now)
            made.messages.append(said)
            continue
        if step < 0 or rng.random() < 0.4:
            step += 1
            text = rng.choice((None, *TEXTS))
            made.messages.append(Said("agent", text, len(made.calls), step, turn, now))
            continue
        if len(made.calls) >= waiting:
            continue
        by_sub = sub and rng.random() < 0.4
        if by_sub and (sub_step < 0 or rng.random() < 0.5):
            sub_step += 1
        made.calls.append(
            Did(
                rng.choice((*TOOLS, "a", "b")),
                dict(rng.choice(made.calls).args)
                if made.calls and rng.random() < 0.3
                else arguments(rng),
                rng.choice(RESULTS),
                rng.random() < 0.93,
                rng.random() < 0.25,
                sub_step if by_sub else step,
                turn,
                "sub" if by_sub else "top",
                now,
                now + rng.choice((1, 2, 8)) * SECOND // 2,
            )
        )
    made.steps, made.turns = step + 1, turn + 1
    made.end = max([now, *[one.end for one in made.calls]]) + SECOND
    for one in made.calls:
        if not one.completed:
            one.end, one.ended = HIDDEN, False
    return made


FIELDS = ("args", "result", "failed", "step", "turn", "agent", "end")
SOME_ARGS: tuple[dict[str, Any], ...] = (
    {}, {"k": 1}, {"k": 2, "n": 1}, {"k": "A-1"}, {"n": 2}, {"k": "A-2", "n": "x"}, {"k": [1, 2]},
    {"k": 3, "n": 3, "z": 1}, {"k": True, "n": 2.5}, {"k": {"x": 1}, "n": 0},
)  # fmt: skip


def hidden(rng: Random, whole: World, things: int) -> World:
    """Return the run with some things not recorded."""
    calls = list(whole.calls)
    for _ in range(things if calls else 0):
        at = rng.randrange(len(calls))
        calls[at] = replace(calls[at], **{rng.choice(FIELDS): HIDDEN})
        calls[at].ended = calls[at].end != HIDDEN
    return replace(whole, calls=calls)


def worlds(seen: World) -> Iterator[World]:
    """Yield every run that the recorded one may have been."""
    for calls in product(*[list(ways(one, seen)) for one in seen.calls]):
        yield replace(seen, calls=list(calls))


def ways(one: Did, seen: World) -> Iterator[Did]:
    pools: dict[str, Sequence[Any]] = {
        "args": SOME_ARGS,
        "result": RESULTS,
        "failed": (True, False),
        "step": range(seen.steps + 1),
        "turn": range(seen.turns + 1),
        "agent": ("top", "sub", "else"),
        "end": (one.start, one.start + SECOND, one.start + 100 * SECOND),
    }
    if not one.completed:
        one = replace(one, result=HIDDEN, failed=HIDDEN)
    names = [name for name in FIELDS if getattr(one, name) == HIDDEN]
    for chosen in product(*(pools[name] for name in names)):
        yield replace(one, **dict(zip(names, chosen, strict=True)))
