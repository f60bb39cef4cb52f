"""A file that cannot be read as a spec."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS220",
    name="Unreadable file",
    title="{reason}",
    why="{why_not}",
    help="{hint}",
    bad="",
    good="",
    page="A spec is a text file in UTF-8, of 5 MB at most.",
)
