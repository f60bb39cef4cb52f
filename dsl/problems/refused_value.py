"""A value that the schema of a tool does not allow."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS360",
    name="Value that the schema refuses",
    title="`{value}` is not a valid `{key}` of `{tool}`",
    why="by the list of tools, {reason}",
    help="write a value that the schema allows, or correct the list",
    bad='tools "tools.json"\nforbid pay <currency: «"EURO"»>\n',
    good='tools "tools.json"\nforbid pay <currency: "EUR">\n',
    page=(
        "Types, `enum`, `const`, `minimum`, `maximum` and, for a value written out, the whole "
        "schema of the argument are compared. A rule about such a value can only be about calls "
        "that do not conform: `each pay: valid` asks whether they do."
    ),
    severity=WARNING,
    files={
        "tools.json": (
            '{"tools": [{"name": "pay", "inputSchema": {"type": "object", "required": ["id"], '
            '"properties": {"id": {"type": "integer"}, "currency": {"enum": ["EUR", "USD"]}}}}]}'
        )
    },
    instead="If `EUR` is meant, write:",
)
