"""Spec that uses itself."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS286",
    name="Spec that uses itself",
    title="a spec cannot use itself: {way}",
    why="its rules would have to be read before they are known",
    help="take out one of the `use` lines of this circle",
    bad='use «"house.toolspec"»\nforbid rm\n',
    good="forbid rm\n",
    page="A spec that two others use is read once.",
    files={"house.toolspec": 'use "house.toolspec"\nforbid sudo\n'},
)
