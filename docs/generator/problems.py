"""One page per problem, from the problem's own file, with the frame that a user sees."""

from __future__ import annotations

from generator import cell, marked
from generator.site import PROBLEMS
from toolspec.cli.pages import found_in_example
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
    groups = "\n\n".join(
        f"## {group}\n\n| code | problem | for example |\n| --- | --- | --- |\n{rows(start)}"
        for group, start in PROBLEMS
    )
    return f"""\
# Problems

What can be wrong with a spec. A file with an error is refused; a warning refuses nothing. On the
command line, `toolspec explain CODE` prints the page of a problem. `# toolspec: ignore CODE` at the
end of a rule's line, or alone above it, silences a warning there.

`TS1..` are syntax errors, `TS2..` semantic errors, `TS3..` warnings. A code never changes its
meaning.

{groups}
"""


def rows(start: str) -> str:
    """Return the lines of the problems whose codes begin so."""
    return "\n".join(
        f"| [{code}]({code}.md) | {cell(by_code(code).name)} | {cell(shown_title(by_code(code)))} |"
        for code in SLUGS
        if code.startswith(start)
    )


def shown_title(problem: Problem) -> str:
    """Return the title of a problem as its own example fills it."""
    seen = found_in_example(problem)
    return seen.title if seen else ""


def _beside(file: tuple[str, str]) -> str:
    """Return the text of a file that an example names."""
    name, text = file
    language = "json" if name.endswith(".json") else "toolspec"
    if language == "toolspec" and any(one.severity == "error" for one in read(text).problems):
        language = "toolspec refused"
    return f"\nbeside `{name}`\n\n```{language}\n{text.rstrip()}\n```\n"


def page(problem: Problem) -> str:
    """Return the page of a problem: its class, what there is to know, and an example."""
    seen = found_in_example(problem)
    about = f"{problem.severity.capitalize()}. {problem.page.strip()}"
    head = f"# {problem.code}: {problem.name}\n\n{about}"
    if seen is None:
        return head
    refused = " refused" if problem.severity == "error" else ""
    # What the example is about is not what the page is about: the search leaves it out.
    return f"""\
{head}

## For example {{ data-search-exclude }}

```toolspec{refused}
{problem.bad_text.rstrip()}
```
{"".join(map(_beside, problem.files.items()))}
is answered with

```text
{frame(seen)}
```

{problem.instead}

```toolspec
{problem.good.rstrip()}
```
"""
