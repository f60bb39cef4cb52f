"""Value that no text can have."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS275",
    name="Value that no text can have",
    title="this cannot be searched for in a text",
    why=(
        "`{what}` looks for its value in what was said: a text, a number or a regex, also "
        "with `|`, `&`, `not` and `has`"
    ),
    help="write a text, a number or a regex",
    bad="forbid user says «> 5»\n",
    good='forbid user says "five"\n',
    page="A number is looked for as a run of digits of that value.",
)
