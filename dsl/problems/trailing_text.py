"""Something after a brace that ends its line."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS124",
    name="Text after a brace",
    title="nothing may follow this `{bracket}` on its line",
    why="a `case` and a block are opened and closed on lines of their own",
    help="write {found} on a line of its own",
    bad='case "a" { «forbid rm»\n}\n',
    good='case "a" {\n  forbid rm\n}\n',
    page="Each rule has its own line, inside a case too. Only a comment may follow the brace.",
)
