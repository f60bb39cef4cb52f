"""Bad distance."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS274",
    name="Bad distance",
    title="`within {distance}` is not a distance",
    why=(
        "it is a whole number from 1 with `calls`, `steps` or `turns`, or a length of time "
        "with its unit"
    ),
    help="write it like `within 3 calls`, `within 1 turn` or `within 5s`",
    bad="each pay: after auth «within 0 calls»\n",
    good="each pay: after auth within 1 call\n",
    page="`within 1 turn` is the same turn, `within 1 call` the call next to it.",
)
