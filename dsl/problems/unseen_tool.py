"""A pattern that no tool of the traces fits."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS310",
    name="Tool that no trace calls",
    title="no trace calls a tool that fits `{pattern}`",
    why="the tools in the traces are {tools}",
    help="{hint}",
    bad="forbid «get_wether»\n",
    good="forbid get_weather\n",
    page=(
        "Only editors report this, because they know the recent traces of a spec; `toolspec "
        "check` is given one trace, and a tool that it does not call may be right. A misspelt "
        "tool makes a `forbid` that always passes and a `require` that always fails. A rule "
        "that forbids calls gets this warning only where a tool has nearly that name. For a "
        "tool that is rightly never called, say so: `# toolspec: ignore TS310`."
    ),
    instead="If `get_weather` is meant, write:",
    severity=WARNING,
    tools=("get_weather",),
)
