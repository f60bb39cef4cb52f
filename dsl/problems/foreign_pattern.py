"""A glob or a regex where the language reads plain text, or a regex where it reads a glob."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS312",
    name="Pattern that is read as plain text",
    title="{found}",
    why="{why}",
    help="{hint}",
    bad='forbid «"delete_*"»\n',
    good="forbid delete_*\n",
    page=(
        "A glob is a bare tool name with a `*` in it, and a regex is written between slashes; in "
        "quotes both are only text, and a rule that forbids that text passes whatever is called. "
        "Tool names may be globs, values may not: write a regex, such as `/\\.env$/` for text that "
        'ends in `.env`. If the text is meant as it is written, such as `<glob: "*.py">`, say so: '
        "`# toolspec: ignore TS312`. Keys whose name says that their value is a pattern (`glob`, "
        "`pattern`, `query`, ...) get no warning."
    ),
    instead="If every tool that begins with `delete_` is meant, write:",
    severity=WARNING,
)
