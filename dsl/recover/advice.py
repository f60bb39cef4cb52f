"""What no rule can say yet, and what comes nearest: sentences for help texts.

A help text offers a rule only where that rule means what the user meant. Where no rule does, it
says so with one of these sentences, and says of the nearest rule how far it goes.
"""

from __future__ import annotations

NOT_YET = "no rule can say yet"
"""How each of these sentences begins, or goes on, where something cannot be written today."""

FIRST = f"`at step 0` asks for a call in the first step; {NOT_YET} that a call is the first of all"

LAST = f"{NOT_YET} that a call must not be the last one"

BETWEEN = f"{NOT_YET} that a call must not come between two others"

ORDERED = f"{NOT_YET} that calls must not come in an order: `forbid` takes one tool pattern"

DIFFERS = f"{NOT_YET} that a value must differ from another"

LESS_OR_GREATER = "a value that is less or greater is written `> 5`, as in `<key: > 5>`"

RANGE = "a number in a range is written `1..5`"

EVERY = (
    f"{NOT_YET} that every call of a tool has these arguments or this result: `require` asks for "
    "at least one such call"
)

RESULT_NOT = "a result that must not match is written `result not /x/`"

OUTCOME = (
    f"{NOT_YET} that a call must succeed or fail; to look for text in its result write "
    "`result /.../`"
)

DURATION = "how long each call may take is said by `each a: took < 5s`"

ONLY_SOME = "that no other tools are called is said by `only: a, b`"

GROUPED = "calls that may come in any order among themselves are a group: `sequence: a -> (b, c)`"

REPEATED = "in `order strict`, `?` marks what may be missing, `+` what may come more than once"
