"""Two patterns joined by `&` that no value matches."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS242",
    name="Impossible value",
    title="no value matches both `{one}` and `{other}`",
    why="`&` asks for a value that matches what is on both sides",
    help="write `|` for a value that matches one of them, or remove one",
    bad="forbid pay <id: «text & number»>\n",
    good="forbid pay <id: text | number>\n",
    page="Only types, and a literal beside a type or a comparison, are compared with each other.",
)
