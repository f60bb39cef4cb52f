"""An argument that the schema of a tool does not have."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS359",
    name="Argument that is not in the schema",
    title="`{tool}` has no argument `{key}`",
    why="its schema has {keys}",
    help="{hint}",
    bad='tools "tools.json"\nforbid pay <«curency»: "EUR">\n',
    good='tools "tools.json"\nforbid pay <currency: "EUR">\n',
    page=(
        "A schema that lists its properties and does not allow others is taken at its word. "
        "`key: absent` is fine for a key that is not there."
    ),
    severity=WARNING,
    files={
        "tools.json": (
            '{"tools": [{"name": "pay", "inputSchema": {"type": "object", "required": ["id"], '
            '"properties": {"id": {"type": "integer"}, "currency": {"enum": ["EUR", "USD"]}}}}]}'
        )
    },
    instead="If `currency` is meant, write:",
)
