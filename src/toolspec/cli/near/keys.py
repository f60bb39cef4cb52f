"""Argument keys in specs that no judged call has, while it has one of nearly that name.

A misspelt key makes a `forbid` that always passes. A call need not have every argument, so this
is a note and changes no verdict.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from toolspec.engine.match.arguments import Arguments
from toolspec.engine.text.escape import short
from toolspec.engine.trace import Unrecorded
from toolspec.engine.values import Value

if TYPE_CHECKING:
    from toolspec.engine.match.tool_pattern import ToolPattern
    from toolspec.engine.spec import Spec
    from toolspec.engine.trace import Trace

CALLS_MAX: Final = 1_000
"""Calls of a tool, in one trace, whose keys are looked at: they are alike."""

KEYS_MAX: Final = 500
"""Keys of a tool that are kept; one with more takes any key."""

_ABBREVIATED: Final = 2
"""Letters that an abbreviation has at least."""


class AskedKey(NamedTuple):
    """A key that a rule asks calls of a tool for, and the rule's line."""

    tool: ToolPattern
    key: str
    line: int


class AskedKeys:
    """The keys that the rules of a spec ask for, and the keys that calls of those tools have."""

    def __init__(self, spec: Spec) -> None:
        self.asked = list(
            dict.fromkeys(
                AskedKey(tool, key, rule.origin.line or 0)
                for rule in spec.rules
                for tool, key in _keys_in(rule.kind, rule.clauses)
            )
        )
        self._tools = list(dict.fromkeys(key.tool for key in self.asked))
        self._seen: dict[str, set[str]] = {}

    def take(self, trace: Trace) -> None:
        """Look at the keys of the calls that are asked for some."""
        for name, calls in trace.by_name.items() if self.asked else ():
            if not any(tool.matches(name) for tool in self._tools):
                continue
            recorded_keys = self._seen.setdefault(name, set())
            for at in calls[:CALLS_MAX]:
                arguments = trace.calls[at].arguments
                if not isinstance(arguments, Unrecorded) and len(recorded_keys) <= KEYS_MAX:
                    recorded_keys.update(arguments)

    def unseen(self) -> Iterator[tuple[AskedKey, str, str]]:
        """Yield each key that no call has, with a tool and the key that is likely meant."""
        from toolspec.dsl.text.suggest import suggestion

        named: set[tuple[str, str]] = set()
        for key in self.asked:
            tools = {name: keys for name, keys in self._seen.items() if key.tool.matches(name)}
            if any(key.key in keys or len(keys) > KEYS_MAX for keys in tools.values()):
                continue
            for name, keys in tools.items():
                near = suggestion(key.key, keys) or _written_out(key.key, keys)
                if near and (name, key.key) not in named:
                    named.add((name, key.key))
                    yield key, name, near


def said_of(key: AskedKey, tool: str, near: str) -> str:
    """Return the note."""
    name = short(tool, 60)
    return f"no judged call of `{name}` has `{short(key.key, 60)}`; they have `{short(near, 60)}`"


def _keys_in(*parts: Any) -> Iterator[tuple[ToolPattern, str]]:
    """Yield the keys that call phrases in a rule ask for, each with the phrase's tool.

    Each part of the rule is looked at once: patterns made of names share theirs, and forty-five
    levels of two are 35 trillion ways to the same few.
    """
    left, visited = list(parts), set[int]()
    while left:
        part = left.pop()
        if id(part) in visited:
            continue
        visited.add(id(part))
        if isinstance(part, tuple):
            left.extend(reversed(cast("tuple[Any, ...]", part)))
        elif isinstance(part, Value):
            arguments, tool = getattr(part, "arguments", None), getattr(part, "tool", None)
            if isinstance(arguments, Arguments) and tool is not None:
                for entry in arguments.entries:
                    if not entry.value.may_be_absent:
                        yield tool, entry.key
            left.extend(getattr(part, name) for name in reversed(part.fields))


def _written_out(key: str, keys: set[str]) -> str:
    """Return the one key that this abbreviates: `command` for `cmd`."""
    own = key.casefold()
    if len(own) < _ABBREVIATED:
        return ""
    longer = [each for each in sorted(keys) if _abbreviates(own, each.casefold())]
    return longer[0] if len(longer) == 1 else ""


def _abbreviates(short_key: str, key: str) -> bool:
    letters = iter(key)
    return short_key[0] == key[:1] and all(letter in letters for letter in short_key)
