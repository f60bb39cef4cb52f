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

OUTCOME = (
    f"{NOT_YET} that a call must succeed or fail; to look for text in its result write "
    "`result /.../`"
)

DURATION = f"{NOT_YET} how long a call may take"

ONLY_SOME = f"{NOT_YET} that only some tools are allowed"

GROUPED = f"{NOT_YET} that calls may come in any order among themselves"

REPEATED = f"{NOT_YET} that a call may be missing or repeated in an order"
