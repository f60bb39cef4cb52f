"""A regex outside the syntax that every engine shares."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS215",
    name="Unsupported regex",
    title="{reason}",
    why=(
        "a regex means the same wherever a spec runs: only what RE2, Rust's regex and "
        "JavaScript read alike, in linear time, is allowed"
    ),
    help="{hint}",
    bad="forbid /«(?=»rm)/\n",
    good="forbid /rm/\n",
    page=(
        "Lookaround and backreferences are not supported because no engine runs them in linear "
        "time: no spec and no trace can then hang a check. Groups, classes, counts up to 1000, "
        "`^ $ . | * + ?`, `\\d \\w \\s \\b` and lazy repeats are supported."
    ),
)
