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

DURATION = "how long each call may take is said by `each a: took < 5s`"

ONLY_SOME = "that no other tools are called is said by `only: a, b`"

GROUPED = f"{NOT_YET} that calls may come in any order among themselves"

REPEATED = f"{NOT_YET} that a call may be missing or repeated in an order"
