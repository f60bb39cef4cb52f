"""A rule that every trace passes."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS304",
    name="Rule that always holds",
    title="this always holds",
    why="{reason}",
    help="{hint}",
    bad="count «read >= 0»\n",
    good="count read >= 1\n",
    page=(
        "Such a rule scores 1 on every trace, so it only raises the score. A tool that is "
        "never called counts 0."
    ),
    instead="If `read` must be called at least once, write:",
    severity=WARNING,
)
