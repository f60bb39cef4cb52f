"""An operator inside `has` that is not allowed there."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS244",
    name="Not allowed in `has`",
    title="{what} is not allowed inside `has`",
    why="`has` looks for something anywhere in a value; only `|` may join what it looks for",
    help="put the operator outside: `not has V`, `has V & has W`",
    bad='forbid post <text: has «not "ok"»>\n',
    good='forbid post <text: not has "ok">\n',
    page='`has ("a" | "b")` is a value that has `"a"` or has `"b"` in it.',
)
