"""A line begins with a tool, not with a keyword."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS104",
    title="a rule begins with a keyword, not with {found}",
    why="the keyword says what is asked of the tool",
    help="{hint}",
    bad="«auth» -> verify\n",
    good="order: auth -> verify\n",
    page=(
        "A tool by itself asks nothing. Say what should hold: `order:` for calls in this "
        "order, `require` for a call that must be made, `forbid` for one that must not, "
        "`count` for how often."
    ),
)
