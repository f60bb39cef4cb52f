"""Number that fits no measure."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS276",
    name="Number that fits no measure",
    title="`{measure}` can never be `{number}`",
    why="`{measure}` is compared with {what}",
    help="write {instead}",
    bad="limit: calls <= «1.5»\n",
    good="limit: calls <= 1\n",
    page=(
        "`duration` is compared with a length of time: `duration < 30s`. With `=` and `!=` a "
        "count may be a range: `calls = 2..4`."
    ),
)
