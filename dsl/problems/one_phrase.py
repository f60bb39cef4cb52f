"""Several phrases where a clause takes one."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS153",
    name="One phrase only",
    title="`{clause}` takes one phrase",
    why="a list would not say whether a call must match one of them or all",
    help="{hint}",
    bad="forbid deploy among build«,» test\n",
    good="forbid deploy among build | test\n",
    page="Several tools are one phrase: `ignoring think | log_*`.",
)
