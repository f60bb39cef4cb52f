"""A block without a rule."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS284",
    name="Empty block",
    title="there is no rule in these braces",
    why="a block is about its rules, and these braces are empty",
    help="write a rule on each line between the braces",
    bad="«any» {\n}\n",
    good="any {\n  require a\n  require b\n}\n",
    page="So it is of other blocks, such as `after login {`. A comment does not count as a rule.",
)
