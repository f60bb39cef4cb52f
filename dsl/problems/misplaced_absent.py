"""`absent` where there is no key that could be missing."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS243",
    name="Misplaced `absent`",
    title="`absent` is not allowed here",
    why="it says that a key is missing, so it is a key's whole value, or one side of its `|`",
    help="write `...` for a key that must be there, or `key: V | absent` where it may be missing",
    bad="forbid pay <note: not «absent»>\n",
    good="forbid pay <note: ...>\n",
    page="A result, an item of a list and a `value` line have no key, so they cannot be absent.",
)
