"""A case inside a block."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS265",
    name="Case inside a block",
    title="a case cannot be inside a block; this block was opened on line {line}",
    why="a case says for which traces rules hold, a block for which part of a trace",
    help="put the block inside the case",
    bad='among search {\n  «case» "tokyo" {\n    forbid delete\n  }\n}\n',
    good='case "tokyo" {\n  among search {\n    forbid delete\n  }\n}\n',
    page="A block may be inside a case, and holds for the traces of that case alone.",
)
