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
        "Given in editors, which know the recent traces of a spec; `toolspec check` is asked about "
        "one trace, and what that does not call may be right. A misspelt tool makes a `forbid` "
        "that always passes and a `require` that always fails. "
        "A rule that forbids calls is told so only where a tool has nearly that name. "
        "For another tool that is rightly never called, say so: `# toolspec: ignore TS310`."
    ),
    severity=WARNING,
    tools=("get_weather",),
)
