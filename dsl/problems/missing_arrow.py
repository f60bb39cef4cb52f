"""Two tools of an `order` or `sequence` without `->` between them."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS105",
    name="Missing arrow",
    title="an arrow is missing before {found}",
    why="the entries of `{keyword}` are separated by `->`",
    help="write `-> ` before {found}",
    bad="order: auth «verify»\n",
    good="order: auth -> verify\n",
    page=(
        "After a tool, a bare word is a keyword (`weight`, `pass`, `as`). A tool whose name "
        "has spaces or signs in it is put in quotes."
    ),
)
