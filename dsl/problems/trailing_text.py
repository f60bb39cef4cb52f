"""Something behind a brace that ends its line."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS124",
    title="nothing may stand behind this `{bracket}`",
    why="a `case` opens on its own line and is closed on its own line",
    help="write {found} on a line of its own",
    bad='case "a" { «forbid» rm\n}\n',
    good='case "a" {\n  forbid rm\n}\n',
    page=(
        "Each rule has its own line, inside a case too. Only a comment may stand behind the brace."
    ),
)
