"""A `pass` that is not between 0 and 1."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS210",
    title="`pass {number}` is out of range",
    why="a score lies between 0 and 1, and from 0 on every trace would pass",
    help="write a number above 0, up to 1, such as `0.75`",
    bad="order: a -> b pass «75»\n",
    good="order: a -> b pass 0.75\n",
    page="`pass S` is the score from which the rule passes. Without it the rule passes at 1.",
)
