"""A value that is the text `...`."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS308",
    name="Dots in quotes",
    title="this is the text of three dots",
    why="`...` without quotes is any value; in quotes it is text like any other",
    help="write `...` without quotes for any value",
    bad='forbid read <path: «"..."»>\n',
    good="forbid read <path: ...>\n",
    page=(
        "If a call really has the text of three dots, silence the warning: `# toolspec: ignore "
        "TS308`."
    ),
    instead="If any value is meant, write:",
    severity=WARNING,
)
