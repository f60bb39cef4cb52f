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
        "Editors report this, because they know a spec's recent traces. `toolspec check` judges "
        "only the traces it is given, which need not call every tool of the spec: it prints a note "
        "where they call a tool of nearly that name, and the note changes neither verdict nor exit "
        "status. A misspelt tool makes a `forbid` that always passes and a `require` that always "
        "fails. A rule that forbids calls, and a clause other than `after`, gets this warning only "
        "where a tool has nearly that name. For a tool that is rightly never called, say so: "
        "`# toolspec: ignore TS310`."
    ),
    instead="If `get_weather` is meant, write:",
    severity=WARNING,
    tools=("get_weather",),
)
