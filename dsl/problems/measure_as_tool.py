"""A tool pattern that is spelt like a measure of `limit`."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS313",
    name="Measure that is read as a tool",
    title="`{word}` is read as the name of a tool",
    why="this rule is about calls of tools; `{measure}` is a measure, which another rule compares",
    help="{hint}",
    bad="count «errors» = 0\n",
    good="limit: failures = 0\n",
    page=(
        "How many calls failed, came again or were made at all, and how many steps, turns or "
        "tokens a run took, is measured by `limit`: `limit: failures = 0`. The rule with this "
        "warning counts or forbids calls of a tool that has the word as its name, and passes where "
        "there is no such tool. A tool that is really called so is put in quotes: "
        '`count "errors" = 0`.'
    ),
    instead="If failed calls are meant, write:",
    severity=WARNING,
)
