"""`...` where it has no meaning."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS126",
    name="Misplaced dots",
    title="`...` is not allowed here",
    why="it means that a key is there, with any value, so it comes after a key and its colon",
    help="{hint}",
    bad="forbid read <paths: [«...»]>\n",
    good="forbid read <paths: ...>\n",
    page=(
        "`<path: ...>` asks for the key and takes every value. Lists and objects are compared "
        "as a whole: no rule says yet that a list contains an item. Other arguments are free "
        "anyway in `require`, `forbid` and `sequence`, and with `subset` in `args`."
    ),
    instead="For any value of the key, write:",
)
