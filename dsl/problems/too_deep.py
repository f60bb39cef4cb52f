"""Values nested too deep."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS130",
    title="values nest deeper than {limit} here",
    why="no call a person writes down is that deep, and readers must end",
    help="take a level out",
    bad="forbid a <b: " + "[" * 99 + "«[»" + "]" * 100 + ">\n",
    good="forbid a <b: " + "[" * 99 + "]" * 99 + ">\n",
    page="Lists and objects may lie in one another up to this depth.",
)
