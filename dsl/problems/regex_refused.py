"""A regex outside the syntax that every engine shares."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS215",
    title="{reason}",
    why=(
        "a regex means the same wherever a spec runs: what RE2, Rust's regex and JavaScript "
        "all read alike, in linear time"
    ),
    help="{hint}",
    bad="forbid /«(?=»rm)/\n",
    good="forbid /rm/\n",
    page=(
        "Lookaround and backreferences are left out because no engine runs them in linear "
        "time: no spec and no trace can then hang a check. Groups, classes, counts up to 1000, "
        "`^ $ . | * + ?`, `\\\\d \\\\w \\\\s \\\\b` and lazy repeats are in."
    ),
)
