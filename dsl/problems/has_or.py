"""`has "a" | "b"`, which does not look for the second."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS341",
    name="`has` before `|`",
    title="this means `({has}) | {other}`",
    why="`has` binds closer than `|`, so the second value is compared as a whole",
    help="write `has ({inner} | {other})` to look for both, or put brackets around `{has}`",
    bad='forbid post <text: «has "a" | "b"»>\n',
    good='forbid post <text: has ("a" | "b")>\n',
    page="`not`, `has`, `length` and `list of` bind closest, then `&`, then `|`.",
    severity=WARNING,
)
