"""What the editors are given is current, and says what the language says."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

from testbed import EDITORS, GRAMMAR, node_modules, program, script

from toolspec.engine.match.qualifiers import qualifiers
from toolspec.engine.parts import clauses
from toolspec.engine.rules import KEYWORDS, kinds

generate: Any = script("generate")
words = generate.words


def test_generated_files_are_current() -> None:
    assert not generate.stale(), "run python3 dev.py generate"


def test_every_word_of_a_kind_is_known() -> None:
    known = set(words().keywords)
    for kind in kinds():
        assert {kind.syntax.keyword, *kind.syntax.words} <= known


def test_no_word_is_known_that_no_kind_has() -> None:
    shared = [one.syntax for one in (*kinds(), *qualifiers(), *clauses())]
    known = {word for syntax in shared for word in syntax.words} | set(KEYWORDS)
    lines = {"tool", "value", "traces", "tools", "use", "case"}
    ends = {"weight", "pass", "as", "soft", "subset", "must"}
    calls = {"first", "last", "says", "user", "agent"}
    units = {"call", "calls", "step", "steps", "turn", "turns"}
    values = {"absent", "text", "number", "integer", "boolean", "list", "object", "not", "has",
              "length", "of", "inside"}  # fmt: skip
    assert set(words().keywords) <= known | lines | ends | calls | units | values


def test_return_indents_behind_every_first_word() -> None:
    text = (EDITORS / "vscode" / "language-configuration.json").read_text()
    goes_on = json.loads(text)["onEnterRules"][1]["beforeText"]
    listed = re.search(r"\(\?:([a-z|]+)\)", goes_on)
    assert listed is not None
    assert set(listed[1].split("|")) == set(words().firsts) - {"case", "any"}


def test_a_word_in_vs_code_is_a_tool_name() -> None:
    text = (EDITORS / "vscode" / "language-configuration.json").read_text()
    pattern = json.loads(text)["wordPattern"]
    found = re.findall(pattern, "order strict: fs/read:file->mcp__a.b-c -> *_x min 2.5 @reader: a")
    assert found == [
        "order",
        "strict",
        "fs/read:file",
        "mcp__a.b-c",
        "*_x",
        "min",
        "2.5",
        "@reader",
        "a",
    ]


def test_text_mate_scopes_what_stands_where() -> None:
    _text_mate("unit.js", "rules.test.toolspec")


def test_text_mate_scopes_have_not_changed() -> None:
    """After a change that is meant: `vscode-tmgrammar-snap -u`, and read what it wrote."""
    _text_mate("snapshot.js", "lines.toolspec")


def _text_mate(tool: str, tested: str) -> None:
    script = node_modules() / "vscode-tmgrammar-test" / "dist" / tool
    folder = EDITORS / "vscode"
    grammar = ("-g", "syntaxes/toolspec.tmLanguage.json")
    command = ["node", str(script), *grammar, f"syntaxes/tests/{tested}"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_committed_parser_is_current(tmp_path: Path) -> None:
    for name in ("grammar.js", "rules.js", "tree-sitter.json"):
        (tmp_path / name).write_bytes((GRAMMAR / name).read_bytes())
    command = [str(program("tree-sitter")), "generate", "--abi", "14"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / "src" / "parser.c").read_text() == (GRAMMAR / "src" / "parser.c").read_text()


def test_the_parser_passes_its_corpus() -> None:
    command = [str(program("tree-sitter")), "test"]
    done = subprocess.run(command, cwd=GRAMMAR, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_every_editors_queries_fit_the_parser() -> None:
    example = EDITORS.parent / "tests" / "editors" / "corpus" / "accepted" / "lines.toolspec"
    queries = [path for path in EDITORS.glob("*/**/*.scm") if "node_modules" not in path.parts]
    assert len(queries) > 15
    for query in queries:
        command = [str(program("tree-sitter")), "query", str(query), str(example)]
        done = subprocess.run(command, cwd=GRAMMAR, capture_output=True, text=True)
        assert done.returncode == 0, f"{query}: {done.stderr}"
