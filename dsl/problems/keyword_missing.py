"""A line begins with a tool, not with a keyword."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS104",
    name="Missing keyword",
    title="a rule begins with a keyword, not with {found}",
    why="the keyword says what is asked of the tool",
    help="{hint}",
    bad="«auth» -> verify\n",
    good="order: auth -> verify\n",
    page=(
        "A tool name alone states no requirement. Say what must be true: `order:` for calls in "
        "this order, `require` for a call that must be made, `forbid` for one that must not, "
        "`count` for the number of calls."
    ),
    instead="To score how much of this order the calls keep, write:",
)
