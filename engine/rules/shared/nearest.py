"""The call that came nearest to what a rule asks for, and what it lacked: what a miss needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from toolspec.engine.matcher import Arguments
from toolspec.engine.trace import UNRECORDED, Call, Trace
from toolspec.engine.verdict import Shown

LOOKED_AT_MAX: Final = 1000
"""Calls that are compared for the nearest one; a longer list is compared from its start."""


def nearest(trace: Trace, calls: Sequence[int], arguments: Arguments) -> int | None:
    """Return the call with most of the arguments; of several the one with fewest others, the first.

    None where there are no calls.
    """
    best: tuple[int, int] | None = None
    found = None
    for at in calls[:LOOKED_AT_MAX]:
        near = closeness(arguments, trace.calls[at])
        if best is None or near > best:
            best, found = near, at
    return found


def closeness(arguments: Arguments, call: Call) -> tuple[int, int]:
    """Rank a call by how many keys fit, then by how few others it has."""
    given = call.arguments
    if given is UNRECORDED:
        return (-1, 0)
    fitting = 0
    for key, test, _ in arguments.wanted:
        if key in given and test(given[key]):
            fitting += 1
    fitting += sum(any(map(has.matches, given.values())) for has in arguments.has)
    return fitting, (-len(given) if arguments.exact else 0)


def lacking(arguments: Arguments, call: Call, shown: Shown) -> str:
    """Say what keeps a call's arguments from fitting, value against value; "" where they fit.

    >>> from toolspec.engine.matcher import Argument, Exactly
    >>> from toolspec.engine.trace import called
    >>> wanted = Arguments((Argument("to", Exactly("Ann")), Argument("cc", Exactly("Bo"))))
    >>> lacking(wanted, called("mail", {"to": "Al"}), Shown())
    '`to` is "Al", not "Ann"; it has no `cc`'
    """
    given = call.arguments
    if given is UNRECORDED:
        return "arguments not recorded" if arguments.asks else ""
    said: list[str] = []
    known = 0
    for key, test, pattern in arguments.wanted:
        if key not in given:
            if pattern.may_be_absent:
                continue
            said.append(f"it has no `{key}`")
            continue
        known += 1
        if not test(given[key]):
            said.append(pattern.why_not(given[key], shown).of_argument(key))
    for has in arguments.has:
        if not any(has.matches(value) for value in given.values()):
            said.append(f"nothing in its arguments is or has {has.pattern.phrase}")
    if arguments.exact and known < len(given):
        if shown.values:
            keys = {key for key, _, _ in arguments.wanted}
            others = [f"`{key}`" for key in given if key not in keys]
            said.append("it also has " + ", ".join(others))
        else:
            said.append(f"it also has {len(given) - known} more")
    return "; ".join(said)
