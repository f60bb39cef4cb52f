"""One page per rule kind: its own docstring, forms and examples, each example judged for real."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator

import toolspec
from generator import cell, marked
from toolspec.engine.json_value import compact
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.rules import kinds
from toolspec.engine.syntax import Example
from toolspec.engine.trace import Call, Unrecorded
from toolspec.lsp.text.keyword_docs import mark_meanings

_PARTS = re.compile(r"^(Why\.|How it is judged\.)", re.MULTILINE)
"""How the parts of a kind's documentation begin."""


def pages() -> dict[str, str]:
    """Return each page's name and text."""
    made = {f"{kind.syntax.keyword}.md": page(kind) for kind in kinds()}
    made["index.md"] = marked("engine/rules", index())
    return made


def docstring(kind: type[Kind]) -> str:
    """Return the docstring of a kind's file."""
    return (sys.modules[kind.__module__].__doc__ or "").strip()


def title(kind: type[Kind]) -> str:
    """Return what a kind says, in one line."""
    return docstring(kind).partition("\n")[0].rstrip(".")


def index() -> str:
    """Return the page that lists the kinds."""
    rows = "\n".join(
        f"| [`{kind.syntax.keyword}`]({kind.syntax.keyword}.md) | {cell(title(kind))} | "
        + "<br>".join(f"`{cell(form)}`" for form in kind.syntax.forms)
        + " |"
        for kind in kinds()
    )
    return f"""\
# Rules

`P` stands for a [tool pattern](../language.md#tool-patterns), `V` for a
[value](../language.md#values), `N` for a whole number, `op` for one of `=` `!=` `>` `<` `>=` `<=`.
Every rule takes the clauses `weight W` and `as "name"`; those that score in part also take
`pass S`.

| rule | says | written |
| --- | --- | --- |
{rows}
"""


def page(kind: type[Kind]) -> str:
    """Return the page of a kind."""
    keyword = kind.syntax.keyword
    head, _, body = docstring(kind).partition("\n")
    about = _PARTS.sub(r"**\1**", body.strip())
    forms = "\n".join(kind.syntax.forms)
    written = "\n".join(f"- `{mark}`: {text}" for mark, text in mark_meanings(kind).items())
    partial = (
        "The score can lie between 0 and 1, so the rule takes the clause `pass S`."
        if kind.scores_in_part
        else "The score is 0 or 1."
    )
    examples = "\n".join(line for each in kind.examples for line in example(each))
    text = f"""\
# `{keyword}`

{head}

{about}

## How it is written

```text
{forms}
```

{written}

{partial}

## Examples

{examples}
{fields(kind)}
"""
    return marked(f"engine/rules/{keyword}.py", text)


def example(given: Example) -> Iterator[str]:
    """Yield the lines that show an example: the rule, the calls, the verdict."""
    report = toolspec.parse(given.spec).check(given.trace)
    result = report.results[0]
    role = {call["index"]: call["role"] for call in reversed(result.justification["calls"])}
    yield f"{given.says}\n" if given.says else ""
    yield f"```toolspec\n{given.spec.strip()}\n```\n"
    yield from table(given, role)
    score = "" if result.score is None else f", score {result.score:.3g}"
    yield f"**{result.status}**{score}: {cell(result.summary)}\n"


def table(given: Example, role: dict[int, str]) -> Iterator[str]:
    """Yield the table of an example's calls, with the columns that matter to it."""
    if not given.calls:
        yield "No call.\n"
        return
    columns: dict[str, list[str]] = {
        "call": [f"{at + 1}. `{cell(call.name)}`" for at, call in enumerate(given.calls)],
        "arguments": [_arguments(call) for call in given.calls],
        "result": [_result(call) for call in given.calls],
        "": [role.get(at, "") for at in range(len(given.calls))],
    }
    if given.status != "unknown" and not any(call.arguments for call in given.calls):
        del columns["arguments"]
    if not any(columns["result"]):
        del columns["result"]
    yield f"| {' | '.join(columns)} |"
    yield "| --- " * len(columns) + "|"
    for row in zip(*columns.values(), strict=True):
        yield f"| {' | '.join(row)} |"
    yield ""


def _arguments(call: Call) -> str:
    if isinstance(call.arguments, Unrecorded):
        return "*not recorded*"
    listed = ", ".join(f"{key}: {compact(value)}" for key, value in call.arguments.items())
    return f"`<{cell(listed)}>`"


def _result(call: Call) -> str:
    if not call.completed:
        return "*never completed*"
    return "" if isinstance(call.result, Unrecorded) else f"`{cell(call.result.text)}`"


def fields(kind: type[Kind]) -> str:
    """Return the section on the justification: its fields, and one whole as it is written."""
    given = next((each for each in kind.examples if each.status == "fail"), kind.examples[0])
    report = toolspec.parse(given.spec).check(given.trace)
    justification = report.results[0].justification
    own = [key for key in justification if key != "calls"]
    listed = ", ".join(f"`{key}`" for key in own)
    fields_text = f"{listed} and `calls`, the calls that decided it." if own else "`calls`."
    return f"""\
## Justification

A report's `justification` holds {fields_text}
For `{given.spec.strip().splitlines()[0]}`, as above:

```json
{json.dumps(justification, indent=2, ensure_ascii=False)}
```
"""
