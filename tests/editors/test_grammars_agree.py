"""The language's grammar, tree-sitter's and TextMate's agree on one corpus.

The first two on what is accepted, all three on what is a keyword, name, string, regex, number or
comment.
"""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from grammar_tokens import (
    Seen,
    accepts,
    by_lark,
    by_text_mate,
    by_tree_sitter,
    tree_sitter_accepts,
)

from toolspec.engine.rules import kinds

CORPUS = Path(__file__).parent / "corpus"
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

DAMAGED_MAX = 1500
"""How many damaged lines the two grammars are held against each other on."""


def accepted_texts() -> dict[str, str]:
    texts = {
        path.name: path.read_bytes().decode()
        for folder in (CORPUS / "accepted", EXAMPLES)
        for path in sorted(folder.rglob("*.toolspec"))
    }
    for kind in kinds():
        for number, example in enumerate(kind.examples):
            texts[f"{kind.syntax.keyword} {number}"] = example.spec
    return texts


def refused_texts() -> dict[str, str]:
    texts = {path.name: path.read_text() for path in (CORPUS / "refused").glob("*.toolspec")}
    lines = (CORPUS / "refused" / "lines.txt").read_text().splitlines()
    return texts | {line: line + "\n" for line in lines}


def conformance_texts(shared: Path) -> dict[str, str]:
    names = ("language", "uipath", "vally")
    cases = [
        case
        for name in names
        for case in json.loads((shared / "conformance" / f"{name}.json").read_text())
    ]
    second = json.loads((shared / "conformance" / "depth_syntax.json").read_text())
    cases += [
        {"id": f"syntax {number}", "spec": case["spec"]}
        for number, case in enumerate(second)
        if case["expect"] == "accept"
    ]
    policies = re.findall(r"```toolspec\n(.*?)```", (shared / "policies.md").read_text(), re.DOTALL)
    cases += [{"id": f"policy {number}", "spec": text} for number, text in enumerate(policies)]
    return {case["id"]: case["spec"] for case in cases}


def written(texts: dict[str, str], folder: Path) -> list[Path]:
    paths: list[Path] = []
    for number, text in enumerate(texts.values()):
        path = folder / f"{number:05}.toolspec"
        path.write_bytes(text.encode())
        paths.append(path)
    return paths


def differences(text: str, expected: list[Seen], actual: list[Seen]) -> str:
    lost = [(text[a:b], what) for a, b, what in sorted(set(expected) - set(actual))]
    more = [(text[a:b], what) for a, b, what in sorted(set(actual) - set(expected))]
    return f"not seen: {lost}; seen instead: {more}" if lost or more else ""


def check_acceptance(texts: dict[str, str], folder: Path) -> None:
    told = tree_sitter_accepts(written(texts, folder))
    wrong = [
        f"{name}: Lark says {accepts(text)}, tree-sitter {other}\n{text}"
        for (name, text), other in zip(texts.items(), told, strict=True)
        if accepts(text) != other
    ]
    assert not wrong, f"{len(wrong)} of {len(texts)}:\n" + "\n".join(wrong[:10])


def check_tokens(texts: dict[str, str], folder: Path, reader: str) -> None:
    readers = {"tree-sitter": by_tree_sitter, "TextMate": by_text_mate}
    told = readers[reader](written(texts, folder))
    wrong = [
        f"{name}: {found}\n{text}"
        for (name, text), actual in zip(texts.items(), told, strict=True)
        if (found := differences(text, by_lark(text), actual))
    ]
    assert not wrong, f"{len(wrong)} of {len(texts)}:\n" + "\n".join(wrong[:10])


def test_what_the_corpus_says_is_accepted_is() -> None:
    wrong = [name for name, text in accepted_texts().items() if not accepts(text)]
    wrong += [name for name, text in refused_texts().items() if accepts(text)]
    assert not wrong


def test_tree_sitter_accepts_what_lark_accepts(tmp_path: Path) -> None:
    check_acceptance(accepted_texts() | refused_texts(), tmp_path)


def test_tree_sitter_accepts_the_conformance_specs(shared: Path, tmp_path: Path) -> None:
    check_acceptance(conformance_texts(shared), tmp_path)


def test_tree_sitter_and_lark_refuse_the_same_damage(tmp_path: Path) -> None:
    """Accepted lines are damaged at their words: one is lost or doubled, or the line ends there."""
    damaged: dict[str, str] = {}
    for text in accepted_texts().values():
        for line in text.splitlines():
            words = re.findall(r'\s+|"[^"]*"|/[^/ ]*/|->|[\w.:-]+|.', line)
            for at, word in enumerate(words):
                before, after = "".join(words[:at]), "".join(words[at + 1 :])
                lost, doubled = before + after, before + word + word + after
                for spoilt in (lost, doubled, f"{before}\n{word}{after}"):
                    damaged[spoilt] = spoilt + "\n"
    # A tool called `strict:...` or `subset:...` is one to Lark alone, except behind `|`.
    # A `>` whose number is on the next line compares to tree-sitter alone.
    known = re.compile(r"(strict|subset):+[\w.:*/-]|[:|&(] *>=?\n")
    kept = [text for text in damaged if "\ufeff" not in text and not known.search(text)]
    chosen = random.Random(7).sample(kept, min(len(kept), DAMAGED_MAX))
    check_acceptance({text: damaged[text] for text in chosen}, tmp_path)


@pytest.mark.parametrize("reader", ["tree-sitter", "TextMate"])
def test_words_are_the_same_to_all(reader: str, tmp_path: Path) -> None:
    check_tokens(accepted_texts(), tmp_path, reader)


@pytest.mark.parametrize("reader", ["tree-sitter", "TextMate"])
def test_words_of_the_conformance_specs_are_the_same_to_all(
    reader: str, shared: Path, tmp_path: Path
) -> None:
    check_tokens(conformance_texts(shared), tmp_path, reader)
