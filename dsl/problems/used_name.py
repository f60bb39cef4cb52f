"""Name defined in two specs."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS287",
    name="Name defined in two specs",
    title="`{name}` is also defined in `{file}`",
    why="a name has one meaning in a spec and in all that it uses",
    help="give one of the two another name",
    bad='use "house.toolspec"\ntool «@reader» = view\nforbid @reader\n',
    good='use "house.toolspec"\ntool @viewer = view\nforbid @viewer\n',
    page="Names of a used spec are known as if they were defined in this one.",
    files={"house.toolspec": "tool @reader = cat | less\nforbid @reader\n"},
)
