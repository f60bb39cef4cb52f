"""A bracket of values is never closed."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS107",
    name="Unclosed bracket",
    title="this `{bracket}` is never closed",
    why=(
        "a rule continues while a bracket is open, but only on lines indented deeper than its first"
    ),
    help="write `{closing}` where the values end, or indent the lines that belong to them",
    bad='forbid read «<»path: "a"\n',
    good='forbid read <path: "a">\n',
    page=(
        "The lines below are not indented, so they were read as rules of their own: a missing "
        "bracket costs one rule and not the rest of the file."
    ),
)
