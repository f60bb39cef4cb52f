"""One page per problem, from the problem's own file, with the frame a user sees."""

from __future__ import annotations

from generator import cell, marked
from toolspec.dsl.diagnostic import Diagnostic
from toolspec.dsl.frame import frame
from toolspec.dsl.problem import Problem
from toolspec.dsl.problems import SLUGS, by_code
from toolspec.dsl.read import read


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


def found(problem: Problem) -> Diagnostic | None:
    """Return the problem as it is found in its own faulty example, None where it has none."""
    if not problem.bad:
        return None
    every = read(problem.bad_text, tools=problem.tools).problems
    return next(each for each in every if each.code == problem.code)


def plain_title(problem: Problem) -> str:
    """Return the title of a problem as its own example fills it."""
    seen = found(problem)
    return seen.title if seen else problem.page.partition("\n")[0]


def page(problem: Problem) -> str:
    """Return the page of a problem."""
    seen = found(problem)
    more = f"\n{problem.page.strip()}\n" if problem.page else ""
    if seen is None:
        return f"# {problem.code}: {plain_title(problem)}\n\n{problem.severity.capitalize()}.{more}"
    refused = " refused" if problem.severity == "error" else ""
    message = f" {sentence(seen.message)}" if seen.message != seen.title else ""
    return f"""\
# {problem.code}: {seen.title}

{problem.severity.capitalize()}.{message}

**Why.** {sentence(seen.why)}

**What to write.** {sentence(seen.help)}
{more}
## Instead of

```toolspec{refused}
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


def sentence(text: str) -> str:
    """Return a text with a capital and a full stop.

    >>> sentence("write `a`")
    'Write `a`.'
    """
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"
