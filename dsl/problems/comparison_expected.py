"""A `count` entry without a comparison."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS138",
    title="a comparison is missing behind {last}",
    why="`count` says how often: `=`, `!=`, `<`, `<=`, `>` or `>=`, and a number",
    help="write `{mended}`",
    bad="count «read» 1\n",
    good="count read = 1\n",
    page="For a tool that must simply be called, `require` is shorter.",
)
