"""Judge the calls of each step, turn, agent, or value of an argument by themselves.

Why. A budget is often meant for each question and not for the whole run: at most four searches per
turn, one refund per order. `count issue_refund <= 1 per <order_id>` judges the calls of each order
by themselves; one order with two refunds fails, however many others are right.

How it is judged. Parts are made of the judged calls: a step, agent or value without one is no
part. `per turn` has a part for each turn, also for one without calls; inside another part, for
each turn in which one of its calls or messages lies. `per <key>` has one for each value of that
argument, compared as JSON; calls without the key belong to no part. The score is the mean of the
parts' scores. Without any part, the rule is `skip`.

A call whose step, turn, agent or arguments are not recorded could belong to any part: the rule is
`unknown`, unless its verdict is the same wherever the call belongs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, Self, cast

from toolspec.engine.json_value import compact, identity
from toolspec.engine.match.tool_pattern import is_bare, quoted
from toolspec.engine.parts.clause import Clause, ClauseSyntax, Ways
from toolspec.engine.parts.part import Label, TracePart, turns_in
from toolspec.engine.syntax import Part
from toolspec.engine.trace import Call, Trace, Unrecorded
from toolspec.engine.verdict import HIDDEN, shorten

LABEL_MAX = 60
"""Characters of a part's label before it is cut."""

_MISSING = object()
_OPEN = object()


class _Grouped(NamedTuple):
    """The calls of each part and its label, the calls that are open, and how many are in none."""

    groups: dict[Hashable, list[int]]
    labels: dict[Hashable, Label]
    opens: dict[int, str]
    """What is not recorded of each."""
    without: int


class Per(Clause):
    """A part for each `step`, `turn` or `agent`, or for each value of the argument `key`."""

    unit: str
    key: str = ""

    several = True
    syntax = ClauseSyntax(
        labels=("per_step", "per_turn", "per_agent", "per_key"),
        grammar=(
            'per_step: "per" "step"\n'
            'per_turn: "per" "turn"\n'
            'per_agent: "per" "agent"\n'
            'per_key: "per" "<" key ">"\n'
            "key: KEY | STRING"
        ),
        words=("per", "step", "turn", "agent"),
        forms=("per step", "per turn", "per agent", "per <key>"),
        blocks=("per <${1:key}> {\n\t$0\n}",),
    )

    @property
    def asks_record(self) -> str | None:
        """What a trace must record for it to be judged."""
        return {"step": "steps", "turn": "user_messages", "agent": "agents"}.get(self.unit)

    @classmethod
    def build(cls, written: Sequence[Part]) -> Self:
        """Make the clause from its part."""
        part = written[0]
        unit = part.label.removeprefix("per_")
        return cls(unit, part.value_of("key", "")) if unit == "key" else cls(unit)

    @property
    def part_name(self) -> tuple[str, str]:
        """What one of its parts, and several of them, are called: `order_id` tells of orders."""
        return _named_by(self.key) if self.unit == "key" else (self.unit, f"{self.unit}s")

    @property
    def hears(self) -> bool:
        """Whether messages matter: each turn has one."""
        return self.unit == "turn"

    def __str__(self) -> str:
        if self.unit != "key":
            return f"per {self.unit}"
        return f"per <{self.key if is_bare(self.key) else quoted(self.key)}>"

    def in_words(self) -> str:
        """Return which calls are judged, for a sentence."""
        return f"for each {f'`{self.key}`' if self.key else self.unit} by itself"

    def divide(self, part: TracePart, most: int) -> Ways:
        """Return the parts, in the order in which they begin; turns in their own."""
        grouped = self._grouped(part)
        parts = self._parts(part, grouped.groups, grouped.labels, grouped.opens)
        return Ways([parts or [part.nothing(self._nothing(part, grouped.without))]])

    def placed(self, part: TracePart, most: int) -> Sequence[Sequence[TracePart]]:
        """Return the parts with the call in each of them, in one of its own, and in none."""
        groups, labels, opens, _ = self._grouped(part)
        if len(opens) != 1 or len(groups) + 2 > most or part.wide is not part.calls:
            return ()
        ((at, missing),) = opens.items()
        own = part.label.then(f"{missing} not recorded")
        joined = [{**groups, same: sorted([*groups[same], at])} for same in groups]
        ways = [self._parts(part, way, labels, {}) for way in joined]
        ways.append(self._parts(part, {**groups, _OPEN: [at]}, {**labels, _OPEN: own}, {}))
        if self.unit in ("key", "turn"):
            none = self._parts(part, groups, labels, {})
            ways.append(none or [part.nothing(self._nothing(part, 1))])
        return ways

    def _grouped(self, part: TracePart) -> _Grouped:
        """Put each call of a part to those it is judged with."""
        groups: dict[Hashable, list[int]] = {}
        labels: dict[Hashable, Label] = {}
        if self.unit == "turn":
            for turn in part.turns():
                groups[turn], labels[turn] = [], part.label.then(f"turn {turn}")
        value_of = self._value_of(part.trace)
        without = 0
        opens: dict[int, str] = {}
        for at in part.calls:
            value = value_of(at)
            if value is _OPEN:
                opens[at] = self._missing(part.trace.calls[at])
            elif value is _MISSING:
                without += 1
            else:
                same = _identity(value)
                group = groups.get(same)
                if group is None:
                    group = groups[same] = []
                    labels[same] = self._label(part.label, value)
                group.append(at)
        return _Grouped(groups, labels, opens, without)

    def _parts(
        self,
        part: TracePart,
        groups: Mapping[Hashable, list[int]],
        labels: Mapping[Hashable, Label],
        opens: Mapping[int, str],
    ) -> list[TracePart]:
        wide = self._wide(part) if part.wide is not part.calls else groups
        messages = self._messages(part)
        parts: list[TracePart] = []
        for same, group in groups.items():
            calls = sorted([*group, *opens]) if opens else group
            own: dict[int, str] = {**part.unsure, **opens}
            unsure = {at: own[at] for at in calls if at in own} if own else own
            judged = part.but(
                calls=calls,
                wide=calls if wide is groups else sorted([*wide.get(same, ()), *opens]),
                messages=part.messages if messages is None else messages.get(same, ()),
                unsure=unsure,
                label=labels[same],
            )
            if self.unit == "turn":
                judged.turns = partial(_only, same)
            else:
                judged.turns = partial(turns_in, part.trace, calls, judged.messages)
            if group and all(at in part.unsure for at in group):
                judged.maybe = True
            parts.append(judged)
        if opens:
            parts.append(self._unknown(part, opens, bool(groups)))
        return parts

    def _unknown(self, part: TracePart, opens: Mapping[int, str], others: bool) -> TracePart:
        """Return the part of calls that may belong to none of the parts that are known."""
        calls = list(opens)
        label = part.label.then(f"{self._word} not recorded")
        must_be = not others and self.unit != "key"
        # A lone call that belongs to some part, whichever that is, is a part by itself.
        unsure = {} if must_be and len(calls) == 1 else dict(opens)
        turns = partial(turns_in, part.trace, calls, ())
        return part.but(
            calls=calls,
            wide=calls,
            unsure=unsure,
            label=label,
            maybe=not must_be,
            turns=turns,
            filled=True,
        )

    def _wide(self, part: TracePart) -> dict[Hashable, list[int]]:
        """Return the calls of each part without the step and turn words."""
        groups: dict[Hashable, list[int]] = {}
        value_of = self._value_of(part.trace)
        for at in part.wide:
            value = value_of(at)
            if value is not _OPEN and value is not _MISSING:
                groups.setdefault(_identity(value), []).append(at)
        return groups

    def _messages(self, part: TracePart) -> dict[Hashable, list[int]] | None:
        """Return the messages of each part; None where each part has all of them."""
        if self.unit != "turn" or not part.messages:
            return None
        messages = part.trace.messages
        groups: dict[Hashable, list[int]] = {}
        for at in part.messages:
            message = messages[at]
            if message.turn is not None:
                groups.setdefault(message.turn, []).append(at)
        return groups

    def _value_of(self, trace: Trace) -> Callable[[int], object]:
        """Return what gives the value that a call is grouped by."""
        key, unit, calls = self.key, self.unit, trace.calls
        if unit == "turn":
            turns = trace.call_turns

            def turn(at: int) -> object:
                number = turns[at]
                return _OPEN if number is None else number if number >= 0 else _MISSING

            return turn
        if unit == "agent":
            return lambda at: _OPEN if calls[at].agent is None else calls[at].agent
        if unit == "step":
            # A step is an agent's own: step 0 of a sub-agent is another response.
            several = "agents" in trace.records

            def step(at: int) -> object:
                call = calls[at]
                if call.step is None or (several and call.agent is None):
                    return _OPEN
                return (call.agent or "", call.step)

            return step

        def argument(at: int) -> object:
            arguments = calls[at].arguments
            if isinstance(arguments, Unrecorded):
                return _OPEN
            return arguments.get(key, _MISSING)

        return argument

    @property
    def _word(self) -> str:
        return "arguments" if self.unit == "key" else self.unit

    def _missing(self, call: Call) -> str:
        """Return what is not recorded of a call whose part is open."""
        no_agent = self.unit == "step" and call.step is not None
        return "agent" if no_agent else self._word

    def _label(self, around: Label, value: object) -> Label:
        if self.unit == "key":
            key = self.key if is_bare(self.key) else quoted(self.key)
            known: Any = value
            text = f"{key} {shorten(compact(known), LABEL_MAX)}"
            return around.then(text, f"{key} {HIDDEN.short(known)}")
        if isinstance(value, tuple):
            agent, step = cast("tuple[str, int]", value)
            return around.then(f'step {step} of agent "{agent}"' if agent else f"step {step}")
        return around.then(f'agent "{value}"' if self.unit == "agent" else f"{self.unit} {value}")

    def _nothing(self, part: TracePart, without: int) -> str:
        if self.unit != "key":
            return "no call" if self.unit != "turn" else "no turn"
        if without:
            calls = "1 call has" if without == 1 else f"{without} calls have"
            return f"no part: {calls} no `{self.key}`"
        return f"no call has `{self.key}`"

    def concerns(self, call: Call) -> bool:
        """Tell whether a call that was not read could make a further part: any could."""
        return True


_KEY = re.compile(r"([a-z]{2,20})(_id|-id|Id|ID)?")


def _named_by(key: str) -> tuple[str, str]:
    """Return what the values of an argument are called, `part` where its name does not tell.

    >>> _named_by("order_id"), _named_by("city"), _named_by("id"), _named_by("items")
    (('order', 'orders'), ('city', 'cities'), ('part', 'parts'), ('part', 'parts'))
    """
    match = _KEY.fullmatch(key)
    word = match[1] if match is not None else "id"
    if word == "id" or (word.endswith("s") and not word.endswith("ss")):
        return "part", "parts"
    if word.endswith("y") and word[-2] not in "aeiou":
        return word, f"{word[:-1]}ies"
    return word, word + ("es" if word.endswith(("ss", "x", "ch", "sh")) else "s")


def _only(turn: Hashable) -> Sequence[int]:
    return [turn] if isinstance(turn, int) else []


def _identity(value: object) -> Hashable:
    try:
        return identity(value)  # type: ignore[arg-type]
    except RecursionError:
        return compact(value)  # type: ignore[arg-type]


CLAUSE = Per
