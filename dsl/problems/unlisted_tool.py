"""A tool that is not in the spec's list of tools."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS358",
    name="Tool that is not listed",
    title="the list of tools has no `{tool}`",
    why="it lists {tools}",
    help="{hint}",
    bad='tools "tools.json"\nrequire «get_ordr»\n',
    good='tools "tools.json"\nrequire get_order\n',
    page=(
        'A line `tools "FILE"` says what tools there are, so a name that is not in the file is '
        "most likely misspelt, or the file is old. Globs and regexes are not compared with the "
        "list. A tool that is not in the list is not `valid` either."
    ),
    severity=WARNING,
    files={"tools.json": '{"tools": [{"name": "get_order"}, {"name": "issue_refund"}]}'},
    instead="If `get_order` is meant, write:",
)
