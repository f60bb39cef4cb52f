"""A clause that a block's line does not take."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS264",
    name="Clause of a rule on a block",
    title="a block takes no `{clause}`",
    why="a block says which calls its rules judge; how a rule counts is said on the rule",
    help="write `{clause}` on the rules inside",
    bad="among search «weight 2» {\n  forbid delete\n}\n",
    good="among search {\n  forbid delete weight 2\n}\n",
    page="`weight`, `pass`, `as`, `soft` and `per T` belong to a rule.",
)
