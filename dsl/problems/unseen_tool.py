"""A pattern that no tool of the traces fits."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS310",
    title="no trace calls a tool that fits `{pattern}`",
    why="the tools in the traces are {tools}",
    help="{hint}",
    bad="forbid «get_wether»\n",
    good="forbid get_weather\n",
    page=(
        "Given where traces are known: in editors, and where `traces` lines name some. A "
        "misspelt tool makes a `forbid` that always passes and a `require` that always fails. "
        "For a tool that is rightly never called, say so: `# toolspec: ignore TS310`."
    ),
    severity=WARNING,
    tools=("get_weather",),
)
