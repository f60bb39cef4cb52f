"""Clause that no message has."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS280",
    name="Clause that no message has",
    title="a message belongs to no `{clause}`",
    why="the user's messages are in no step and of no agent, and take no time",
    help="leave it out, or write `per turn`",
    bad='forbid agent says "x" «per agent»\n',
    good='forbid agent says "x" per turn\n',
    page="`per turn`, windows and step and turn words hold for messages.",
)
