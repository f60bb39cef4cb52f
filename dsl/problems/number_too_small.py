"""A number so near 0 that every reader of JSON would make it 0."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS223",
    name="Number too near 0",
    title="the number `{number}` is too near 0",
    why="below about 2.5e-324 every number with a point or an exponent is read as 0",
    help="write `0` if you mean 0, otherwise a number further from 0",
    bad="forbid pay <amount: «1e-400»>\n",
    good="forbid pay <amount: 1e-300>\n",
    page=(
        "Numbers with a point or an exponent are JSON's, in 64 bits, in specs and in traces: "
        "this one would match every 0."
    ),
    instead="For example, write:",
)
