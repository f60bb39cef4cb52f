"""`took = 5s`."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS251",
    name="Duration compared as equal",
    title="`took` does not take `{comparison}`",
    why="no two calls take equally long",
    help="write `<`, `<=`, `>` or `>=`",
    bad="forbid search took «=» 5s\n",
    good="forbid search took > 5s\n",
    page="Times are recorded in nanoseconds, so that an exact time says nothing. A limit does.",
    instead="If the call may take no longer, write:",
)
