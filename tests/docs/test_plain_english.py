"""What users read is plain English, and never offers `sequence` for "not before"."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from toolspec.cli.commands import VERBS, verb_module
from toolspec.cli.render.format_pages import format_owners
from toolspec.dsl import topics
from toolspec.dsl.problems import SLUGS, by_code
from toolspec.dsl.read import read
from toolspec.engine.rules import kinds
from toolspec.lsp.text import keyword_docs

ROOT = Path(__file__).resolve().parents[2]

UNUSUAL = (
    r"\bparted\b", r"\banew\b", r"\bno matter\b", r"\bwhoever\b", r"\bsmall letters\b",
    r"\bmend(s|ed)?\b", r"\bcured?s?\b", r"\bforerunner\b", r"\bmore often\b", r", else [01]\b",
    r"\blet be\b", r"\bleft be\b", r"\btold apart\b", r"\bstands? (here|there|twice|too)\b",
    r"\bcannot stand\b", r"\bmay stand\b", r"\bcan stand\b", r"\bbehind (the|a|an|it|its)\b",
    r"\bis no (escape|flag|mode|number|regex|comment|keyword|spec|JSON|text)\b",
    r"\bare no (calls|rules|tools)\b", r"\bis told\b", r"\bno rule is for\b",
    r"\bnobody reads\b", r", and no deeper\b",
    r"(?<![Tt]here )\b(is|are) no (?!longer|more|less|fewer)\w+", r"\bis nothing that\b",
    r", for (it|they|there|nobody|no one)\b", r"\bheld against\b", r"\bcome along\b",
    r"\bstands? around\b", r"\bcontent with\b", r"\bcan(not)? be said (once|under|of)\b",
    r"\bhere is none\b", r"\bfor certain\b", r"\bno rule is in\b",
)  # fmt: skip
"""Words and turns that read as if translated, or are out of use."""

OTHERS = ("docs/formats.md", "docs/limits.md")
"""Pages that follow the readers of traces, and are written with these."""


def pages() -> Iterator[tuple[str, str]]:
    """Yield everything that users read, by where it is from."""
    hand = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "examples/README.md"]
    hand += ["editors/vscode/package.json"]
    found = [ROOT / name for name in hand]
    found += (ROOT / "docs").rglob("*.md")
    found += (ROOT / "editors").glob("*.md")
    found += (ROOT / "editors").glob("*/README.md")
    found += (ROOT / "editors" / "vscode" / "walkthrough").glob("*.md")
    found += (ROOT / "examples").rglob("*.toolspec")
    for path in found:
        name = str(path.relative_to(ROOT))
        if name not in OTHERS:
            yield name, path.read_text("utf-8")
    for name in topics.TOPICS:
        yield f"topic {name}", topics.topic_text(name)
    for code in SLUGS:
        problem = by_code(code)
        texts = (problem.name, problem.title, problem.why, problem.help, problem.page)
        yield code, "\n".join((*texts, problem.instead))
    for verb in VERBS:
        yield f"help of {verb}", verb_module(verb).parser().format_help()
    for word, about in keyword_docs.SHARED.items():
        yield f"hover of {word}", about.markdown
    for owner in format_owners():
        yield f"page of {owner.folder}/{owner.name}", " ".join(owner.page[:4])
    for kind in kinds():
        yield kind.syntax.keyword, keyword_docs.of_kind(kind.syntax.keyword).markdown


ALL = dict(pages())


@pytest.mark.parametrize("name", ALL)
def test_what_a_user_reads_is_plain_english(name: str) -> None:
    text = re.sub(r"```.*?```|`[^`]*`", "", ALL[name], flags=re.DOTALL)
    text = " ".join(text.split())
    found = [match[0] for pattern in UNUSUAL for match in re.finditer(pattern, text)]
    assert found == []


OUT_OF_USE = re.compile(
    r"\b(parted|no matter|whoever|small letters|mend(s|ed)?|cure(s|d)?"
    r"|behind (the|a|an|its?))\b",
    re.IGNORECASE,
)
"""Words that do not stand in docstrings and comments either."""


def prose_of(path: Path) -> Iterator[str]:
    """Yield the docstrings and comments of a file."""
    text = path.read_text("utf-8")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def test_docstrings_and_comments_use_no_word_that_is_out_of_use() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for folder in ("engine", "dsl", "lsp", "collect", "src/toolspec/cli", "bench", "scripts")
        for path in (ROOT / folder).rglob("*.py")
        for prose in prose_of(path)
        for match in OUT_OF_USE.finditer(prose)
    ]
    assert found == []


NOT_BEFORE = re.compile(
    r"\b(before|until|unless|first|only after|never without|must not|needs?)\b", re.I
)


def specs() -> Iterator[tuple[str, str]]:
    """Yield the specs that users are shown."""
    for name, text in ALL.items():
        if name.endswith(".toolspec"):
            yield name, text
        for block in re.findall(r"```toolspec\n(.*?)```", text, re.DOTALL):
            yield name, block
        for block in re.findall(r"^\$ cat \S+\.toolspec\n(.*?)^```", text, re.DOTALL | re.M):
            yield name, block


def test_no_comment_makes_a_sequence_say_not_before() -> None:
    """What such rules say together is held by traces, in test_example_comments.py."""
    seen = 0
    for name, text in specs():
        for rule in read(text).spec.rules:
            if rule.kind.syntax.keyword == "sequence":
                seen += 1
                assert not NOT_BEFORE.search(rule.description), (name, rule.description)
    assert seen > 5


def test_no_heading_or_sentence_above_a_sequence_says_so() -> None:
    for name, text in ALL.items():
        if name in ("docs/rules/sequence.md", "sequence"):
            continue  # there the sentence is about the calls below
        for before in re.findall(r"([^\n]+)\n+```toolspec\nsequence:", text):
            if "No rule can say that" not in before:
                assert not NOT_BEFORE.search(re.sub(r"`[^`]*`", "", before)), (name, before)
