"""Values nested too deep."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS130",
    name="Values nested too deep",
    title="values are nested more than {most} deep here",
    why="lists and objects may be nested at most {most} deep",
    help="remove a level",
    bad="forbid a <b: " + "[" * 99 + "«[»" + "]" * 100 + ">\n",
    good="forbid a <b: " + "[" * 99 + "]" * 99 + ">\n",
    page="No call that a person writes down is that deep.",
    instead="For example, write:",
)
