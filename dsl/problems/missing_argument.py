"""Arguments that leave out what the schema of a tool requires."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS361",
    name="Required argument left out",
    title="`{tool}` requires the argument `{key}`",
    why="no call that conforms to its schema leaves it out",
    help="add it, or leave out `exactly`: then other arguments are free",
    bad='tools "tools.json"\nrequire pay exactly «<currency: "EUR">»\n',
    good='tools "tools.json"\nrequire pay exactly <id: ..., currency: "EUR">\n',
    page=(
        "`exactly <...>` and the entries of `args` without `subset` name all arguments of a call. "
        "The same is said where a required argument is to be `absent`."
    ),
    severity=WARNING,
    files={
        "tools.json": (
            '{"tools": [{"name": "pay", "inputSchema": {"type": "object", "required": ["id"], '
            '"properties": {"id": {"type": "integer"}, "currency": {"enum": ["EUR", "USD"]}}}}]}'
        )
    },
    instead="For any `id`, write:",
)
