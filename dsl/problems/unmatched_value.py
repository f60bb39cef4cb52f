"""Two patterns joined by `&` that no value of an argument matches."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS357",
    name="Value that nothing matches",
    title="no value matches both `{one}` and `{other}`",
    why="`&` asks for a value that matches what is on both sides",
    help="write `|` for a value that matches one of them, or change one of the two",
    bad="forbid pay <amount: «> 100 & < 50»>\n",
    good="forbid pay <amount: > 100 | < 50>\n",
    page=(
        "Only what is certain is reported: numbers, lengths, types, literals, and what is inside "
        "lists and objects. Two regexes are not compared. In `says`, `answer` and `result`, a "
        'text can have both: `"a" & "b"` is fine there.'
    ),
    instead="For an amount that is one of the two, write:",
    severity=WARNING,
)
