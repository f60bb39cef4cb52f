"""Pages for `toolspec explain`: of the problems, the rule kinds, and the language's topics."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import fill
from typing import Final

from toolspec.cli.prose import WIDTH, plain_page
from toolspec.cli.see_also import SEE_ALSO
from toolspec.dsl import topics
from toolspec.dsl.diagnostic import Diagnostic
from toolspec.dsl.frame import frame
from toolspec.dsl.problem import Problem
from toolspec.dsl.problems import SLUGS, by_code
from toolspec.dsl.read import read
from toolspec.dsl.text.source import Source
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.rules import KEYWORDS, kind
from toolspec.engine.syntax import Example
from toolspec.engine.trace import Call, Unrecorded
from toolspec.lsp.text.keyword_docs import mark_meanings

_LAID_OUT: Final = re.compile(r"^(?: |#|[-*|>]|\d+\.|```)", re.MULTILINE)


def list_of_pages() -> str:
    """Return the list of all that can be explained."""
    lines = ["Rule kinds:"]
    for keyword in KEYWORDS:
        first = _documentation(kind(keyword)).split("\n", 1)[0]
        lines.append(f"  {keyword:9} {first}")
    lines += ["", "The language:"]
    lines += [f"  {topic:9} {topics.title(topic).replace('`', '')}" for topic in topics.TOPICS]
    for severity in ("error", "warning"):
        lines += ["", f"Problems, {severity}s:"]
        for code in sorted(SLUGS):
            problem = by_code(code)
            if problem.severity == severity:
                lines.append(f"  {code:9} {problem.name}")
    return "\n".join(lines) + "\n"


def problem_page(code: str) -> str:
    """Return the page of a problem: what it looks like, what to write instead, and more of why."""
    problem = by_code(code)
    diagnostic = found_in_example(problem)
    if diagnostic is None:
        lines = [f"{problem.severity}[{code}]: {problem.name}"]
    else:
        lines = [f"{code}: {problem.name}", "", *frame(diagnostic, more=False).split("\n")]
        for name, text in problem.files.items():
            lines += ["", f"`{name}` is:", "", *_indented(text)]
    if problem.good.strip():
        lines += ["", problem.instead, "", *_indented(problem.good)]
    if problem.page.strip():
        lines += ["", _wrapped(cleandoc(problem.page))]
    return "\n".join(lines) + "\n"


def found_in_example(problem: Problem) -> Diagnostic | None:
    """Return the problem in its own faulty example; a file that cannot be read has none.

    The files that the example names are beside it for as long as it is read.
    """
    with TemporaryDirectory() as folder:
        for name, text in problem.files.items():
            (Path(folder) / name).write_text(text, "utf-8")
        path = str(Path(folder) / "example.toolspec") if problem.files else None
        problems = read(problem.bad_text, path, problem.tools).problems
    first = next((item for item in problems if item.code == problem.code), None)
    return None if first is None else first.in_source(Source(problem.bad_text))


def topic_page(topic: str, word: str = "") -> str:
    """Return the page of a topic of the language, asked for by a word that it explains."""
    return plain_page(topics.topic_text(topic)) + _see_also(topic, topics.SEVERAL.get(word, ()))


def _see_also(name: str, first: tuple[str, ...] = ()) -> str:
    """Return the line that names what to read next, "" where there is nothing."""
    others = dict.fromkeys((*first, *SEE_ALSO.get(name, ())))
    return f"\nSee also: toolspec explain {' | '.join(others)}\n" if others else ""


def kind_page(keyword: str) -> str:
    """Return the page of a rule kind: its documentation, its forms, its examples."""
    rule_kind = kind(keyword)
    lines = [_wrapped(_documentation(rule_kind)), "", "Forms:"]
    lines += [f"  {form}" for form in rule_kind.syntax.forms]
    lines += ["", "In these forms:"]
    for mark, text in mark_meanings(rule_kind).items():
        indent = " " * 12
        lines.append(fill(f"  {mark:9} {text}", WIDTH, subsequent_indent=indent))
    lines += ["", "Examples:"]
    for example in rule_kind.examples:
        lines += ["", *_example(example)]
    return "\n".join(lines) + "\n" + _see_also(keyword)


def _documentation(rule_kind: type[Kind]) -> str:
    return cleandoc(sys.modules[rule_kind.__module__].__doc__ or "")


def _example(example: Example) -> Iterator[str]:
    if example.says:
        yield f"  {example.says}"
    yield from (f"    {line}" for line in example.spec.split("\n"))
    calls = ", ".join(_call(call) for call in example.calls) or "none"
    yield f"    calls: {calls}"
    score = "" if example.score is None else f", score {example.score:.3g}"
    yield f"    {example.status}{score}"
    if example.summary:
        yield f"    {example.summary}"


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


def _wrapped(text: str) -> str:
    """Return paragraphs broken to a readable width; lists, tables and code stay as they are."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(
        paragraph if _LAID_OUT.search(paragraph) else fill(paragraph, WIDTH, break_long_words=False)
        for paragraph in paragraphs
    )
