"""A `pass` that is not between 0 and 1."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS210",
    name="`pass` out of range",
    title="`pass {number}` is out of range",
    why="a score is between 0 and 1, and every trace would reach 0",
    help="write a number above 0, up to 1, such as `0.75`",
    bad="order: a -> b pass «75»\n",
    good="order: a -> b pass 0.75\n",
    page=(
        "With `pass S` the rule passes when its score is at least S. Without it the rule "
        "passes at 1."
    ),
    instead="For 75 percent, write:",
)
