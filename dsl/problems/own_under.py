"""`own` under `not` or `or`."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS272",
    name="`own` under `not` or `or`",
    title="`own` cannot be used under {where}",
    why="which call serves which is only worked out where each call asked needs one",
    help="write it as a demand of its own, or leave `own` out",
    bad="each pay: «not after own auth»\n",
    good="each pay: not after auth\n",
    page="Without `own`, `after C` can follow `not` and be joined by `or`.",
)
