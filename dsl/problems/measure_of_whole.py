"""Measure of the whole trace."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS277",
    name="Measure of the whole trace",
    title="`{measure}` is measured of the whole trace",
    why=(
        "`{clause}` would divide it, and the trace does not say how much of it belongs to "
        "which part"
    ),
    help="leave `{clause}` out",
    bad="limit: tokens <= 5000 «after login»\n",
    good="limit: tokens <= 5000\n",
    page="`steps`, `turns` and `duration` are measured of parts too.",
)
