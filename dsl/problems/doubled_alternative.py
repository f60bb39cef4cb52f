"""The same value twice in one `|`."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS340",
    name="Doubled alternative",
    title="`{value}` is written twice",
    why="one of two equal alternatives changes nothing, so another value may be meant",
    help="remove it, or write the value that is meant",
    bad='forbid pay <currency: "EUR" | «"EUR"»>\n',
    good='forbid pay <currency: "EUR">\n',
    page="Values are equal as JSON values are: `1` and `1.0` are the same number.",
    severity=WARNING,
)
