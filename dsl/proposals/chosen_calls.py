"""Propose rules for calls that somebody chose: in this order, never, with these arguments.

A rule is proposed with the chosen calls' own arguments, and generalised: what is the same in every
call of the tool stays, all else may have any value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from toolspec.dsl.proposals import Made
from toolspec.dsl.text.spec_text import arguments, key_text, tool_name, value
from toolspec.engine.json_value import Json

CALLS_MAX: Final = 30
"""Calls of which rules are proposed."""

Steady = Callable[[str, str], bool]
"""Tells whether every known call of a tool has the same value under an argument's name."""


class ForCalls(NamedTuple):
    """A rule for the chosen calls, and in a few words what it says of them."""

    what: str
    rule: str


def for_calls(chosen: Sequence[Made], steady: Steady) -> list[ForCalls]:
    """Return the rules for some calls of a trace, in its order; none for too many.

    >>> pay = Made("pay", {"id": 1, "note": "x"})
    >>> calls = [Made("get", {"id": 1}), pay]
    >>> [one.rule for one in for_calls(calls, lambda tool, key: key == "id")][:3]
    ['order: get -> pay', 'sequence: get -> pay', 'each pay <id: $id>: after seeing get <id: $id>']
    >>> [one.rule for one in for_calls([pay], lambda tool, key: key == "id")][:2]
    ['require pay <id: 1, note: "x">', 'require pay <id: 1, note: ...>']
    """
    if not 0 < len(chosen) <= CALLS_MAX:
        return []
    proposed = [*_one(chosen[0], steady)] if len(chosen) == 1 else [*_several(chosen, steady)]
    by_rule = {proposal.rule: proposal for proposal in reversed(proposed)}
    return [proposal for proposal in proposed if by_rule[proposal.rule] is proposal]


def _one(call: Made, steady: Steady) -> Iterator[ForCalls]:
    for what, phrase in _phrases(call, steady):
        yield ForCalls(f"There is such a call{what}", f"require {phrase}")
    for what, phrase in _phrases(call, steady):
        yield ForCalls(f"There is never such a call{what}", f"forbid {phrase}")


def _several(chosen: Sequence[Made], steady: Steady) -> Iterator[ForCalls]:
    chain = " -> ".join(tool_name(call.tool) for call in chosen)
    yield ForCalls("These calls in this order, scored by how much came", f"order: {chain}")
    yield ForCalls("All of these calls in this order, any others between", f"sequence: {chain}")
    yield from _after(chosen)
    both = [_both(call, steady) for call in chosen]
    exact, general = ([phrases[at][1] for phrases in both] for at in (0, 1))
    yield ForCalls("Calls with these arguments", f"args: {', '.join(exact)}")
    yield ForCalls("Calls with arguments like these", f"args: {', '.join(general)}")
    yield ForCalls("Never these calls in this order", f"forbid: {chain}")


def _after(chosen: Sequence[Made]) -> Iterator[ForCalls]:
    """Yield that each call of the last tool comes after one before it, for the same value first."""
    last = chosen[-1]
    earlier = next((call for call in reversed(chosen[:-1]) if call.tool != last.tool), None)
    if earlier is None:
        return
    one, other = tool_name(earlier.tool), tool_name(last.tool)
    before = earlier.arguments or {}
    for key, given in (last.arguments or {}).items():
        if _tells_apart(given) and before.get(key) == given:
            name = key if key.isidentifier() and key.isascii() else "value"
            bound = f"<{key_text(key)}: ${name}>"
            rule = f"each {other} {bound}: after seeing {one} {bound}"
            yield ForCalls(f"Each {other} after {one} with the same {key}", rule)
            break
    yield ForCalls(f"Each {other} after {one}", f"each {other}: after {one}")


def _tells_apart(given: Json) -> bool:
    return isinstance(given, str | int) and not isinstance(given, bool)


def _phrases(call: Made, steady: Steady) -> list[tuple[str, str]]:
    exact, general = _both(call, steady)
    return [exact] if exact[1] == general[1] else [exact, general, ("", tool_name(call.tool))]


def _both(call: Made, steady: Steady) -> list[tuple[str, str]]:
    """Return the call with its arguments, and generalised."""
    name, given = tool_name(call.tool), call.arguments
    if not given:
        return [("", name), ("", name)]
    general = ", ".join(
        f"{key_text(key)}: {value(item) if steady(call.tool, key) else '...'}"
        for key, item in given.items()
    )
    return [
        (", with these arguments", f"{name} {arguments(dict(given))}"),
        (", with arguments like these", f"{name} <{general}>"),
    ]
