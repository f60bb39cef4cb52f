"""What no rule can say yet, and what comes nearest: sentences for help texts.

A help text offers a rule only where that rule means what the user meant. Where no rule does, it
says so with one of these sentences, and says of the nearest rule how far it goes.
"""

from __future__ import annotations

NOT_YET = "no rule can say yet"
"""How each of these sentences begins, or goes on, where something cannot be written today."""

STEPS = f"{NOT_YET} in which steps a call must not be made: only `require` takes steps"

TURNS = (
    f"{NOT_YET} in which turn a call is made: a turn is a user's message and all that follows it; "
    "a step is one response of the model"
)

FIRST = f"`at step 0` asks for a call in the first step; {NOT_YET} that a call is the first of all"

LAST = f"{NOT_YET} that a call must not be the last one"

BETWEEN = f"{NOT_YET} that a call must not come between two others"

ORDERED = f"{NOT_YET} that calls must not come in an order: `forbid` takes one tool pattern"

DIFFERS = f"{NOT_YET} that a value must differ from another"

LESS_OR_GREATER = f"{NOT_YET} that a value is less or greater: it is compared as a whole"

RANGE = f"{NOT_YET} that a number is in a range"

EVERY = (
    f"{NOT_YET} that every call of a tool has these arguments or this result: `require` asks for "
    "at least one such call"
)

RESULT_NOT = f"{NOT_YET} that a result must not match"

OUTCOME = (
    f"{NOT_YET} that a call must succeed or fail; to look for text in its result write "
    "`result /.../`"
)

DURATION = f"{NOT_YET} how long a call may take"

ONLY_SOME = f"{NOT_YET} that only some tools are allowed"

GROUPED = f"{NOT_YET} that calls may come in any order among themselves"

REPEATED = f"{NOT_YET} that a call may be missing or repeated in an order"


def not_before(first: str, later: str) -> str:
    """Say that no rule keeps every call of `later` from coming before one of `first`."""
    return (
        f"{NOT_YET} that {_named(later)} comes only after {_named(first)}; "
        f"`sequence: {first} -> {later}` says only that there is a call of {_named(first)} and a "
        f"later one of {_named(later)}"
    )


def not_after(first: str, later: str) -> str:
    """Say that no rule forbids calls of `later` after one of `first`."""
    return f"{NOT_YET} that {_named(later)} must not come after {_named(first)}"


def only_if(tool: str, other: str) -> str:
    """Say that no rule depends on another call."""
    return f"{NOT_YET} that a rule about {_named(tool)} depends on calls of {_named(other)}"


def _named(tool: str) -> str:
    return "another tool" if tool == "..." else f"`{tool}`"
