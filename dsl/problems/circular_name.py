"""An `@name` that is made of itself."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS202",
    title="`{name}` is made of itself",
    why="{way}: no tool is ever named",
    help="take one of the names out of its own pattern",
    bad="tool «@a» = @a | rm\nforbid @a\n",
    good="tool @a = rm\nforbid @a\n",
    page="A name may be made of other names, as long as the way ends at tools.",
)
