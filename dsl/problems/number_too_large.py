"""A number no reader of JSON would take."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS213",
    title="the number `{number}` is too large",
    why="beyond about 1.8e308, or 4000 digits, no trace can hold it",
    help="write a smaller number",
    bad="forbid pay <amount: «1e400»>\n",
    good="forbid pay <amount: 1e300>\n",
    page=(
        "Whole numbers are exact up to 4000 digits; numbers with a point or an exponent are "
        "JSON's, in 64 bits."
    ),
)
