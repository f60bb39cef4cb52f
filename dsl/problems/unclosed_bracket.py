"""A bracket of values is never closed."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS107",
    title="this `{bracket}` is never closed",
    why="a rule goes on while a bracket is open, but only in lines indented deeper than its first",
    help="write `{closing}` where the values end, or indent the lines that belong to them",
    bad='forbid read «<»path: "a"\n',
    good='forbid read <path: "a">\n',
    page=(
        "The lines below, not being indented, were read as rules of their own, so that one "
        "lost bracket costs one rule and not the rest of the file."
    ),
)
