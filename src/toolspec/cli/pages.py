"""Pages for `toolspec explain`, from the files of the problems and of the rule kinds."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from inspect import cleandoc

from toolspec.dsl.problems import SLUGS, by_code
from toolspec.engine.kind import Example, Kind
from toolspec.engine.rules import KEYWORDS, kind
from toolspec.engine.trace import Call, Unrecorded


def contents() -> str:
    """Return the list of all that can be explained."""
    lines = ["Rule kinds:"]
    for keyword in KEYWORDS:
        first = _documentation(kind(keyword)).split("\n", 1)[0]
        lines.append(f"  {keyword:9} {first}")
    for severity in ("error", "warning"):
        lines += ["", f"Problems, {severity}s:"]
        for code in sorted(SLUGS):
            problem = by_code(code)
            if problem.severity == severity:
                lines.append(f"  {code:9} {problem.title}")
    return "\n".join(lines) + "\n"


def problem_page(code: str) -> str:
    """Return the page of a problem."""
    problem = by_code(code)
    lines = [f"{problem.severity}[{code}]: {problem.title}", ""]
    lines += [f"Why:  {problem.why}", f"Help: {problem.help}", "", "Instead of"]
    lines += _indented(problem.bad_text)
    lines += ["write", *_indented(problem.good)]
    page = cleandoc(problem.page)
    if page:
        lines += ["", page]
    return "\n".join(lines) + "\n"


def kind_page(keyword: str) -> str:
    """Return the page of a rule kind: its documentation, its forms, its examples."""
    found = kind(keyword)
    lines = [_documentation(found), "", "Forms:"]
    lines += [f"  {form}" for form in found.syntax.forms]
    lines += ["", "Examples:"]
    for example in found.examples:
        lines += ["", *_example(example)]
    return "\n".join(lines) + "\n"


def _documentation(found: type[Kind]) -> str:
    return cleandoc(sys.modules[found.__module__].__doc__ or "")


def _example(example: Example) -> Iterator[str]:
    if example.says:
        yield f"  {example.says}"
    yield from (f"    {line}" for line in example.spec.split("\n"))
    calls = ", ".join(_call(call) for call in example.calls) or "none"
    yield f"    calls: {calls}"
    yield f"    {example.status}, score {example.score:g}"


def _call(call: Call) -> str:
    from toolspec.engine.verdict import Shown

    shown = Shown()
    text = call.name
    if not isinstance(call.arguments, Unrecorded):
        listed = ", ".join(f"{key}: {shown.short(value)}" for key, value in call.arguments.items())
        text += f" <{listed}>"
    if not isinstance(call.result, Unrecorded):
        text += f" returned {shown.short(call.result.value)}"
    return text if call.completed else f"{text} (never completed)"


def _indented(text: str) -> list[str]:
    return [f"  {line}" for line in text.strip("\n").split("\n")]
