"""`...` where it has no meaning."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS126",
    name="Misplaced dots",
    title="`...` is not allowed here",
    why="it is a key's whole value, stands in a list for any items, or ends an object",
    help="{hint}",
    bad="forbid read <paths: not «...»>\n",
    good="forbid read <paths: absent>\n",
    page=(
        "`<path: ...>` asks for the key and takes every value. `[1, ...]` is a list that begins "
        "with 1, `{id: 1, ...}` an object that may have other keys. Other arguments are free "
        "anyway in `require`, `forbid` and `sequence`, and with `subset` in `args`."
    ),
    instead="For a key that is not there, write:",
)
