"""A number that no reader of JSON would take."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS213",
    name="Number too large",
    title="the number `{number}` is too large",
    why="no trace can contain a number beyond about 1.8e308, or of more than 4000 digits",
    help="write a smaller number",
    bad="forbid pay <amount: «1e400»>\n",
    good="forbid pay <amount: 1e300>\n",
    page=(
        "Whole numbers are exact up to 4000 digits; numbers with a point or an exponent are "
        "JSON's, in 64 bits."
    ),
    instead="For example, write:",
)
