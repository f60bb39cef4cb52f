"""A name for tools where a value belongs, or a name for values where a tool does."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS246",
    name="Name of another sort",
    title="`{name}` stands for {stands_for}, not for {needed}",
    why="a `tool` line names tools and a `value` line names values; each is used where such stand",
    help="use a name for {needed}, or write out what is meant",
    bad="value @id = 5\nforbid «@id»\n",
    good="value @id = 5\nforbid pay <id: @id>\n",
    page="Both sorts share their names: one name has one meaning in a file.",
)
