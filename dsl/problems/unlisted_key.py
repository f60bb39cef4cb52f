"""A key of `per` or `sum` that no tool has which the rule is about."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS363",
    name="Key that no schema has",
    title="no call that this rule is about has an argument `{key}`",
    why="the schema of {tools} has {keys}",
    help="{hint}",
    bad='tools "tools.json"\ncount pay <= 1 per <«ordr»>\n',
    good='tools "tools.json"\ncount pay <= 1 per <order>\n',
    page=(
        "A rule `per <key>` judges the calls that have the key: without any, it is skipped. "
        "`sum <key>` adds up nothing then. Where a rule names tools of the list, their schemas "
        "count; else those of all tools."
    ),
    severity=WARNING,
    files={
        "tools.json": (
            '{"tools": [{"name": "pay", "inputSchema": {"type": "object", '
            '"properties": {"order": {"type": "integer"}, "amount": {"type": "number"}}}}]}'
        )
    },
    instead="If `order` is meant, write:",
)
