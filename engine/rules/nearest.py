"""The call that came nearest to what a rule asks for, and what it lacked: what a miss needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from toolspec.engine.matcher import Arguments
from toolspec.engine.trace import Call, Trace, Unrecorded
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
    if isinstance(given, Unrecorded):
        return (-1, 0)
    fitting = 0
    for key, test in arguments.tests:
        if key in given and test(given[key]):
            fitting += 1
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
    if isinstance(given, Unrecorded):
        return "arguments not recorded" if arguments.entries or arguments.exact else ""
    said: list[str] = []
    for entry, (key, test) in zip(arguments.entries, arguments.tests, strict=True):
        if key not in given:
            said.append(f"it has no `{key}`")
        elif not test(given[key]):
            said.append(f"`{key}` is {shown.short(given[key])}, not {entry.value}")
    if arguments.exact:
        known = {key for key, _ in arguments.tests}
        others = [key for key in given if key not in known]
        if others and shown.values:
            said.append("it also has " + ", ".join([f"`{key}`" for key in others]))
        elif others:
            said.append(f"it also has {len(others)} more")
    return "; ".join(said)
