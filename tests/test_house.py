"""The house is in order: floors, one thing in one file, nothing stale, nothing too long."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from toolspec.dsl import grammar
from toolspec.dsl.problems import SLUGS, by_code
from toolspec.engine import rules
from toolspec.engine.reading.dialects import NAMES as DIALECTS
from toolspec.engine.reading.formats import NAMES as FORMATS

pytestmark = pytest.mark.xdist_group("house")  # one process reads all of the code, once

ROOT = Path(__file__).resolve().parent.parent
FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 70
LINE_MAX = 100
ROOM_MAX = 25
"""Files and folders of one folder."""
LISTS = {"dsl/problems", "engine/reading/formats"}
"""Folders that grow with the language: a file for each problem, and for each format of traces."""
CODE = (
    "engine", "dsl", "lsp", "collect", "src/toolspec/cli",
    "bench", "docs", "editors", "examples", "scripts", "tests",
)  # fmt: skip
SHIPPED = ("engine", "dsl", "lsp", "collect", "src/toolspec")

BANNED_WORDS = ("TO" + "DO", "FIX" + "ME", "XX" + "X")
BANNED_NAMES = {"utils", "util", "helpers", "helper", "misc", "common", "manager"}


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def tracked(*endings: str) -> list[Path]:
    """Return the files under version control with these endings, new ones too, but no links."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        pytest.skip("not a git checkout")
    paths = (ROOT / name for name in done.stdout.decode().split("\0") if name)
    return sorted(
        path
        for path in paths
        if path.is_file() and not path.is_symlink() and path.name.endswith(endings)
    )


def python_files(*folders: str) -> list[Path]:
    return [path for path in tracked(".py") if str(path.relative_to(ROOT)).startswith(folders)]


def shown(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


def modules_of(folder: str) -> set[str]:
    return {path.stem for path in (ROOT / folder).glob("*.py")} - {"__init__"}


# Floors.

FLOORS = ("engine", "dsl", "lsp", "cli")


@pytest.mark.parametrize("floor", FLOORS)
def test_imports_only_go_down(floor: str) -> None:
    above = FLOORS[FLOORS.index(floor) + 1 :]
    folder = "src/toolspec/cli" if floor == "cli" else floor
    wrong = [
        shown(path, line)
        for path in python_files(folder)
        for name, line in imports(path)
        if name.startswith(tuple(f"toolspec.{room}" for room in above))
    ]
    assert wrong == []


def imports(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((name.name, node.lineno) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{shown(path, node.lineno)}: imports are absolute"
            yield from ((f"{node.module}.{name.name}", node.lineno) for name in node.names)


# One thing, one file.


def test_every_listed_rule_kind_has_a_file() -> None:
    assert set(rules.KEYWORDS) <= modules_of("engine/rules")


def test_every_file_that_holds_a_rule_kind_is_listed() -> None:
    holding = {
        path.stem
        for path in (ROOT / "engine/rules").glob("*.py")
        if re.search(r"^RULE = ", path.read_text("utf-8"), re.MULTILINE)
    }
    assert holding == set(rules.KEYWORDS)


def test_no_two_kinds_share_a_first_word_and_each_is_named_after_it() -> None:
    assert [kind.syntax.keyword for kind in rules.kinds()] == list(rules.KEYWORDS)
    assert len(set(rules.KEYWORDS)) == len(rules.KEYWORDS)


@pytest.mark.parametrize("keyword", rules.KEYWORDS)
def test_a_kind_shows_examples_of_passing_and_failing(keyword: str) -> None:
    kind = rules.kind(keyword)
    assert {"pass", "fail"} <= {example.status for example in kind.examples}
    assert kind.syntax.forms
    assert kind.syntax.snippets


@pytest.mark.parametrize(
    ("folder", "listed", "name"),
    [
        ("engine/reading/formats", FORMATS, "FORMAT"),
        ("engine/reading/dialects", DIALECTS, "DIALECT"),
        ("dsl/problems", tuple(SLUGS.values()), "PROBLEM"),
    ],
)
def test_a_file_that_holds_one_is_listed_and_the_other_way_round(
    folder: str, listed: tuple[str, ...], name: str
) -> None:
    holding = {
        path.stem
        for path in (ROOT / folder).glob("*.py")
        if re.search(rf"^{name}\b.* = ", path.read_text("utf-8"), re.MULTILINE)
    }
    assert holding == set(listed)
    assert len(set(listed)) == len(listed)


def test_a_problem_knows_its_own_code() -> None:
    assert {code: by_code(code).code for code in SLUGS} == {code: code for code in SLUGS}
    assert all(re.fullmatch(r"TS[123]\d\d", code) for code in SLUGS)


def test_every_kind_has_a_page() -> None:
    for keyword in rules.KEYWORDS:
        assert (ROOT / f"docs/rules/{keyword}.md").exists(), keyword


# Generated files.


def test_the_whole_grammar_is_current() -> None:
    assert grammar.WHOLE.read_text("utf-8") == grammar.assemble(rules.kinds())


def test_the_type_checker_reads_every_folder_with_code() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["basedpyright"]
    outside = [
        str(path.relative_to(ROOT))
        for path in tracked(".py")
        if not str(path.relative_to(ROOT)).startswith(tuple(config["include"]))
    ]
    assert outside == []


@pytest.mark.xdist_group("generated")
def test_every_generated_page_is_current() -> None:
    done = subprocess.run(
        [sys.executable, "docs/generate.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


NAMED_FILE = re.compile(r"`((?:[a-z_]+/)*[a-z_]{2,}\.py)`")


def test_a_docstring_names_only_files_there_are() -> None:
    """Name a file of users, which is no file here, by one letter: `a.py`."""
    names = {path.name for path in tracked(".py")}
    gone = [
        f"{shown(path, node.lineno)} {name}"
        for path in python_files(*SHIPPED)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for name in NAMED_FILE.findall(node.value)
        if Path(name).name not in names
    ]
    assert gone == []


# Size and shape.


def test_no_file_is_too_long() -> None:
    long = [
        f"{path.relative_to(ROOT)}: {count} lines"
        for path in tracked(".py", ".lark", ".ts", ".lua", ".js", ".mjs", ".cjs", ".el", ".css")
        if path != grammar.WHOLE
        and (count := len(path.read_text("utf-8").splitlines())) > FILE_LINES_MAX
    ]
    assert long == []


def test_no_function_is_too_long() -> None:
    long = [
        f"{shown(path, node.lineno)} {node.name}"
        for path in [*python_files(*CODE), ROOT / "dev.py"]
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= FUNCTION_LINES_MAX
    ]
    assert long == []


def test_no_room_has_too_much_side_by_side() -> None:
    rooms: dict[str, set[str]] = {}
    for path in python_files(*SHIPPED):
        parts = path.relative_to(ROOT).parts
        for depth in range(1, len(parts)):
            rooms.setdefault("/".join(parts[:depth]), set()).add(parts[depth])
    crowded = {room: len(inside) for room, inside in rooms.items() if len(inside) > ROOM_MAX}
    assert crowded.keys() <= LISTS, crowded


def test_a_public_class_has_one_meaning() -> None:
    files: dict[str, list[str]] = {}
    for folder in ("engine", "dsl", "lsp", "collect", "src/toolspec/cli"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in tree(path).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    files.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    assert {name: places for name, places in files.items() if len(places) > 1} == {}


PROTOCOLS = {
    "main": "a file that can be run",
    "answer": "a feature of the editor",
    "answer_of": "a drawing for the editor",
    "actions": "a kind of code action",
    "proposed": "a kind of completion",
    "check": "a check of a whole spec",
    "pairs": "a way in which two rules contradict each other",
    "found": "a way in which one rule contradicts itself",
    "every": "a mistake in rules of one kind",
    "parser": "a verb of the command line",
    "parse": "a verb of the command line with options of its own",
    "run": "a verb of the command line",
    "from_json": "a kind of telemetry that is received",
    "from_protobuf": "a kind of telemetry that is received",
    "trace_from_spans": "what the package offers, with its own documentation",
    "traces_from_spans": "what the package offers, with its own documentation",
}
"""Functions of which each file of a kind has one, and what the file is."""


def test_a_public_function_has_one_meaning() -> None:
    files: dict[str, list[str]] = {}
    for folder in ("engine", "dsl", "lsp", "collect", "src/toolspec"):
        for path in python_files(folder):
            for node in tree(path).body:
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    files.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    shared = {
        name: places
        for name, places in files.items()
        if len(places) > 1 and not name.startswith("_")
    }
    twice = {name: places for name, places in shared.items() if name not in PROTOCOLS}
    assert twice == {}, "give each a name of its own, or say in PROTOCOLS what these files are"
    assert PROTOCOLS.keys() <= shared.keys(), "a name that is not shared any more"


def test_no_word_says_that_work_was_left_undone() -> None:
    left = [
        shown(path, number)
        for path in tracked(".py", ".lark", ".toml", ".md")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if any(re.search(rf"\b{word}\b", line) for word in BANNED_WORDS)
    ]
    assert left == []


def test_no_module_is_a_drawer_for_anything() -> None:
    names = [path for path in python_files(*CODE) if path.stem in BANNED_NAMES]
    assert names == []


def test_no_file_names_a_path_of_one_machine() -> None:
    pattern = re.compile(r"(?<![\w./~])/(?:tmp|root|home|work|Users)/[\w.-]")
    found = [
        shown(path, number)
        for path in tracked(".py", ".toml", ".md", ".toolspec", ".yml", "run")
        if path != Path(__file__).resolve()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if pattern.search(line) and not str(path.relative_to(ROOT)).startswith("tests/")
    ]
    assert found == []


def test_public_functions_and_classes_say_what_they_are() -> None:
    bare = [
        f"{shown(path, node.lineno)} {node.name}"
        for path in python_files(*SHIPPED)
        for node in public(tree(path))
        if not ast.get_docstring(node)
    ]
    assert bare == []


Documented = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def public(node: ast.Module | ast.ClassDef) -> Iterator[Documented]:
    for child in node.body:
        if isinstance(child, Documented) and not child.name.startswith("_"):
            yield child
            if isinstance(child, ast.ClassDef):
                yield from public(child)


def test_every_module_begins_with_what_it_is_for() -> None:
    for path in python_files(*CODE):
        assert ast.get_docstring(tree(path)), path.relative_to(ROOT)


def test_comments_are_no_code_kept_for_later() -> None:
    code = re.compile(r"^#\s*(?:def |class |return |import |from \w+ import |\w+\(.*\)$)")
    found: list[str] = []
    for path in python_files(*SHIPPED):
        reader = io.StringIO(path.read_text("utf-8")).readline
        for token in tokenize.generate_tokens(reader):
            if token.type == tokenize.COMMENT and code.match(token.string):
                found.append(shown(path, token.start[0]))
    assert found == []


# What users see.

LINK = re.compile(r"(?<!`)!?\[[^\]]*\]\(([^)\s]+)\)")


def test_links_inside_the_repository_lead_somewhere() -> None:
    broken: list[str] = []
    for page in tracked(".md"):
        text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
        for target in LINK.findall(text):
            path, _, anchor = target.partition("#")
            if re.match(r"[a-z]+:", target) or page.parent == ROOT / "tests/spec":
                continue
            there = (page.parent / path).resolve() if path else page
            if not there.exists() or (anchor and anchor not in anchors(there)):
                broken.append(f"{page.relative_to(ROOT)}: {target}")
    assert broken == []


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {
        re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings
    }


def test_the_changelog_speaks_of_this_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"## [{version}] - " in text
    assert text.startswith("# Changelog")


def test_one_version_is_named_everywhere() -> None:
    import toolspec

    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert toolspec.__version__ == version


def test_ci_runs_what_the_readme_says() -> None:
    command = "python3 dev.py test"
    assert f"\n{command}\n" in (ROOT / "README.md").read_text("utf-8")
    assert (ROOT / ".ci/run").read_text("utf-8").rstrip().endswith(f"\n{command}")
