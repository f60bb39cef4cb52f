"""One page per problem, from the problem's own file, with the frame a user sees."""

from __future__ import annotations

import toolspec
from generator import cell, marked
from toolspec.dsl.diagnostic import Diagnostic
from toolspec.dsl.frame import frame
from toolspec.dsl.problem import Problem
from toolspec.dsl.problems import SLUGS, by_code


def pages() -> dict[str, str]:
    """Return each page's name and text."""
    made = {
        f"{code}.md": marked(f"dsl/problems/{slug}.py", page(by_code(code)))
        for code, slug in SLUGS.items()
    }
    made["index.md"] = marked("dsl/problems", index())
    return made


def index() -> str:
    """Return the page that lists the problems."""
    rows = "\n".join(
        f"| [{code}]({code}.md) | {by_code(code).severity} | {cell(plain_title(by_code(code)))} |"
        for code in SLUGS
    )
    return f"""\
# Problems

What can be wrong with a spec. A file with an error is refused; a warning refuses nothing. On the
command line, `toolspec explain CODE` prints what stands here. `# toolspec: ignore CODE` at the end
of a rule's line, or alone above it, silences a warning there.

`TS1..` are faults of writing, `TS2..` faults of meaning, `TS3..` warnings. A code never changes its
meaning.

| code | | what is wrong |
| --- | --- | --- |
{rows}
"""


def plain_title(problem: Problem) -> str:
    """Return the title of a problem as its own example fills it."""
    return found(problem).title


def found(problem: Problem) -> Diagnostic:
    """Return the problem as it is found in its own faulty example."""
    every = diagnostics(problem.bad_text, problem.tools)
    return next(each for each in every if each.code == problem.code)


def page(problem: Problem) -> str:
    """Return the page of a problem."""
    seen = found(problem)
    more = f"\n{problem.page.strip()}\n" if problem.page else ""
    return f"""\
# {problem.code}: {seen.title}

{problem.severity.capitalize()}. {seen.message if seen.message != seen.title else ""}

**Why.** {seen.why}

**What to write.** {seen.help}
{more}
## Instead of

```toolspec {"refused" if problem.severity == "error" else ""}
{problem.bad_text.rstrip()}
```

which is answered with

```text
{frame(seen)}
```

## write

```toolspec
{problem.good.rstrip()}
```
"""


def diagnostics(text: str, tools: tuple[str, ...] | None) -> list[Diagnostic]:
    """Return all that is said of a spec's text."""
    raise NotImplementedError(text, tools, toolspec)
