"""Specs and traces as plain data, for a model of the language that knows nothing of the engine."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final, TypeGuard

MISSING: Final = "<not recorded>"
ANY: Final = "<any value>"


@dataclass(frozen=True)
class Rx:
    """A regex, with a text it matches for filling what is not recorded."""

    pattern: str
    sample: str
    flags: str = ""

    def found(self, text: str) -> bool:
        flags = re.ASCII
        for flag in self.flags:
            flags |= {"i": re.I, "m": re.M, "s": re.S}[flag]
        # RE2's `$` without `m` is the very end; no pattern here has a `$` that is not an anchor.
        written = self.pattern if "m" in self.flags else re.sub(r"(?<!\\)\$", r"\\Z", self.pattern)
        return re.search(written, text, flags) is not None


@dataclass(frozen=True)
class Alt:
    """One alternative of a pattern: `name`, `glob`, `regex` or `ref`."""

    kind: str
    text: str = ""
    regex: Rx | None = None


Pattern = tuple[Alt, ...]


@dataclass(frozen=True)
class Arg:
    """`key: value` inside `<...>`."""

    key: str
    value: Any
    must: bool = False


@dataclass(frozen=True)
class Entry:
    """What one place of a rule expects; `args` is None where no `<...>` is written."""

    pattern: Pattern
    args: tuple[Arg, ...] | None = None
    op: str = "="
    n: int = 1
    value: Any = None


@dataclass(frozen=True)
class Rule:
    """One rule with all its clauses; None stands for a number that is not written."""

    kind: str
    entries: tuple[Entry, ...]
    strict: bool = False
    subset: bool = False
    result: Rx | None = None
    minimum: int | None = None
    final: bool = False
    at: int | None = None
    before: int | None = None
    weight: float | None = None
    passes: float | None = None
    name: str | None = None


@dataclass(frozen=True)
class Case:
    """Rules for one name."""

    name: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Spec:
    """A file: named patterns, rules and cases."""

    tools: dict[str, Pattern]
    items: tuple[Rule | Case, ...]


@dataclass
class Call:
    """A call as the contract speaks of it; `recorded` is the result as a trace file holds it.

    `step` is None where the trace records no model response.
    """

    name: str
    args: Any = MISSING
    recorded: Any = MISSING
    completed: bool = True
    step: int | None = 0


@dataclass
class Trace:
    """Calls in their order."""

    calls: list[Call] = field(default_factory=list[Call])
    name: str | None = None


def is_list(value: Any) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def is_object(value: Any) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)
