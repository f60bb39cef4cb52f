"""`...` where it says nothing."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS126",
    title="`...` cannot stand here",
    why="it says that a key is there, with any value, so it stands behind a key",
    help="{hint}",
    bad="forbid read <paths: [«...»]>\n",
    good="forbid read <paths: ...>\n",
    page=(
        "`<path: ...>` asks for the key and takes every value. A list's items have no keys; "
        "`<...>` with other keys is free already in `require`, `forbid` and `sequence`, and "
        "with `subset` in `args`."
    ),
)
