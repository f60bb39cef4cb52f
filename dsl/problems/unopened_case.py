"""A case without the `{` after its name."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS140",
    name="Missing brace of a case",
    title="`{` must follow the name of a case",
    why="a case is opened by one name and `{`, and closed by `}`",
    help=("write `case {name} {`, its rules on lines of their own, and `}` on the line after them"),
    bad='case «"a"»:\n  forbid rm\n',
    good='case "a" {\n  forbid rm\n}\n',
    page=(
        "A case has one name, for the one test case that its rules judge. Indentation has no "
        "meaning here: the rules of the case are those between the braces."
    ),
)
