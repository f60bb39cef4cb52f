"""Several entries without the colon."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS128",
    name="Several entries without a colon",
    title="several entries of `{keyword}` need a colon before them",
    why="without the colon there is only one entry",
    help="write `{keyword}:`",
    bad="count read = 1«,» write = 2\n",
    good="count: read = 1, write = 2\n",
    page=(
        "`count`, `args` and `output` take the colon as soon as they have several entries or a "
        "mode."
    ),
)
