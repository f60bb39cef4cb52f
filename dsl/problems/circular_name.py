"""An `@name` that is made of itself."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS202",
    name="Circular name",
    title="`{name}` is defined by itself",
    why="{way}: the names never lead to a tool",
    help="remove one of these names from the pattern of another",
    bad="tool «@a» = @a | rm\nforbid @a\n",
    good="tool @a = rm\nforbid @a\n",
    page="A name may be made of other names, as long as these lead to tools.",
)
