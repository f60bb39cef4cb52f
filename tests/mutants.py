"""Mutation testing of the engine: `python3 dev.py mutants [PATH ...]`.

mutmut changes the code in one small way at a time (a mutant) and runs the tests that reach the
changed function. A mutant that no test notices survives: either a test is missing, or that piece of
code makes no difference. This script prepares a copy of the project in `.mutants/`, lets mutmut
work on it, and prints the share of killed mutants for each folder and file.

mutmut leaves decorated functions alone. In the copy, a property or a remembered function is
therefore written as a plain function and wrapped after it, so that its body has mutants as well.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
STAGE: Final = ROOT / ".mutants"

SELECTED: Final = (
    "engine/rules",
    "engine/match",
    "engine/json_value.py",
)
"""What is mutated where nothing is named: the rules, and how patterns and values match."""

READING_TESTS: Final = ("tests/traces",)
RULE_TESTS: Final = (
    "tests/rules",
    "tests/engine",
    "tests/seeds",
    "tests/parts",
    "tests/conformance/test_model.py",
    "tests/conformance/test_published_sentences.py",
    "tests/conformance/test_refusals.py",
    "tests/language/test_contradictions.py",
    "tests/language/test_problems.py",
    "tests/language/test_tool_list_warnings.py",
)

READING: Final = ("engine/reading/formats", "engine/reading/dialects")
"""Folders that only the tests of trace files reach."""

DESELECTED: Final = (
    "tests/engine/test_spec.py::test_no_trace_breaks_a_check",
    "tests/rules/test_effort.py::test_a_long_order_holds_no_square_of_its_length",
    "tests/rules/test_effort.py::test_a_thousand_entries_on_a_thousand_calls_take_seconds",
    "tests/rules/test_args_output.py::test_a_thousand_entries_over_a_thousand_calls_are_paired_fast",
    "tests/engine/test_lcs.py::test_ten_thousand_by_ten_thousand_is_fast_and_small",
    *(
        f"tests/conformance/test_model.py::test_the_engine_agrees_with_the_plain_model[{part}]"
        for part in range(3, 10)
    ),
)
"""Tests that take too long to be run once for every mutant."""

MEMORY_MAX: Final = 4 << 30
"""Bytes of memory that the tests of one mutant may take."""

NAME_MAX: Final = 100
"""Characters of the name of a folder in `.mutants/`."""

WRAPPERS: Final = ("property", "cached_property", "lru_cache")

PYPROJECT: Final = """\
[tool.mutmut]
source_paths = ["src"]
also_copy = ["conftest.py"]
only_mutate = {only}
pytest_add_cli_args_test_selection = {tests}
pytest_add_cli_args = {deselected}
on_dependency_change = "ignore"
use_git_change_detection = false
process_isolation = "forkserver"
timeout_multiplier = 2.0
timeout_constant = 8.0

[tool.pytest.ini_options]
addopts = "--strict-markers --import-mode=prepend"
pythonpath = ["."]
"""

QUICK_FIRST: Final = '''\
"""Of the tests that reach a mutant the quick ones come first: mostly one of them kills it."""

import json
import pathlib


def pytest_collection_modifyitems(items):
    stats = pathlib.Path("mutmut-stats.json")
    known = json.loads(stats.read_text())["duration_by_test"] if stats.exists() else {}
    items.sort(key=lambda item: known.get(item.nodeid, 0))
'''

VERDICTS: Final = {
    **dict.fromkeys((1, 3), "killed"),
    **dict.fromkeys((36, 24, -24, 152), "timed out"),
    0: "survived",
    **dict.fromkeys((5, 33), "untested"),
    **dict.fromkeys((None, 2, 255), "not run"),
}
"""What mutmut's notes say of a mutant; 255, which it takes for a timeout, is that pytest failed."""

NOTICED: Final = ("killed", "timed out")


def main(words: Sequence[str]) -> int:
    """Prepare the copy, let mutmut run, print the shares. Return the exit status."""
    options = arguments().parse_args(words)
    selected = [path.rstrip("/").removeprefix("src/toolspec/") for path in options.paths]
    missing = [path for path in selected if not (ROOT / path).exists()]
    if missing or not all(path.split("/")[0] == "engine" for path in selected):
        wrong = ", ".join(missing or selected)
        print(f"name files or folders of engine/; cannot mutate: {wrong}", file=sys.stderr)
        return 2
    tests = options.tests or default_tests(selected)
    stage = STAGE / stage_name(selected)
    if not options.report:
        if options.fresh:
            shutil.rmtree(stage, ignore_errors=True)
        prepare(stage, selected, tests)
        retry(stage)
        environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        command = [Path(sys.executable).parent / "mutmut", "run"]
        command += ["--max-children", str(options.processes)]
        import resource  # here, as Windows has no such module, and no mutmut

        # A mutant that never ends must not take all memory before its time is up.
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX, MEMORY_MAX))
        if options.sample:
            # Names are known once all mutants are made, which mutmut does before it looks for one.
            subprocess.run(
                [*command, "none"], cwd=stage, env=environment, check=False, capture_output=True
            )
            command += sample(stage, options.sample, options.seed)
        done = subprocess.run(command, cwd=stage, env=environment, check=False)
        if done.returncode:
            return done.returncode
    print()
    report(stage, survivors=options.survivors)
    return 0


def arguments() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="dev.py mutants", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "paths", nargs="*", default=SELECTED, metavar="PATH", help="a file or folder of engine/"
    )
    parser.add_argument("--tests", nargs="+", help="run these tests instead of the usual ones")
    parser.add_argument("--processes", type=int, default=1, help="how many at a time (default: 1)")
    parser.add_argument(
        "--sample", type=int, metavar="N", help="run N mutants drawn at random, instead of all"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the draw (default: 1)")
    parser.add_argument("--survivors", action="store_true", help="show each survivor as a diff")
    parser.add_argument("--report", action="store_true", help="print the last results again")
    parser.add_argument("--fresh", action="store_true", help="forget the results of earlier runs")
    return parser


def stage_name(selected: Sequence[str]) -> str:
    """Return the name of the folder for these files: each selection keeps its own results.

    >>> stage_name(["engine/rules"]), stage_name(SELECTED)[:32]
    ('engine.rules', 'engine.rules+engine.match+engine')
    """
    name = "+".join(path.replace("/", ".") for path in selected)
    digest = hashlib.sha256(name.encode()).hexdigest()
    return name if len(name) <= NAME_MAX else f"{name[: NAME_MAX - 9]}-{digest[:8]}"


def default_tests(selected: Sequence[str]) -> Sequence[str]:
    """Return the tests that concern these files."""
    reading = [path for path in selected if path.startswith(READING)]
    if len(reading) == len(selected):
        return READING_TESTS
    return RULE_TESTS + READING_TESTS if reading or "engine" in selected else RULE_TESTS


def prepare(stage: Path, selected: Sequence[str], tests: Sequence[str]) -> None:
    """Write the copy that mutmut works on; leave alone what has not changed."""
    stage.mkdir(parents=True, exist_ok=True)
    wanted = {
        "pyproject.toml": pyproject(selected, tests).encode(),
        "conftest.py": QUICK_FIRST.encode(),
    }
    for path in sorted((ROOT / "src/toolspec").iterdir()):
        for file in [path] if path.is_file() else sorted(path.resolve().rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                name = Path("src/toolspec", path.name, *file.parts[len(path.resolve().parts) :])
                wanted[str(name)] = file.read_bytes()
    for name, data in wanted.items():
        if name.startswith("src/toolspec/engine/") and name.endswith(".py"):
            wanted[name] = unwrapped(data.decode()).encode()
    for old in stage.glob("src/**/*"):
        if old.is_file() and str(old.relative_to(stage)) not in wanted:
            old.unlink()
            (stage / "mutants" / old.relative_to(stage)).unlink(missing_ok=True)
    for name, data in wanted.items():
        file = stage / name
        if not file.exists() or file.read_bytes() != data:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
            if not name.endswith(".py"):
                (stage / "mutants" / name).unlink(missing_ok=True)
    # Tests find the shared data beside the folder they are in, which is a copy inside `stage`.
    for name, target in (("tests", ROOT / "tests"), ("shared", ROOT.parent / "shared")):
        link = stage / name
        if target.is_dir() and not link.is_symlink():
            link.symlink_to(target)
    shutil.rmtree(stage / "mutants/tests", ignore_errors=True)


def pyproject(selected: Sequence[str], tests: Sequence[str]) -> str:
    """Return the settings of mutmut and of pytest in the copy."""
    only = [f"src/toolspec/{path}" + ("" if path.endswith(".py") else "/*") for path in selected]
    # What pytest does about warnings of the garbage collector takes longer than most tests.
    without = [
        f"-pno:{name}" for name in ("cacheprovider", "unraisableexception", "threadexception")
    ]
    deselected = [*without, *(f"--deselect={name}" for name in DESELECTED)]
    return PYPROJECT.format(
        only=json.dumps(only), tests=json.dumps(list(tests)), deselected=json.dumps(deselected)
    )


def unwrapped(source: str) -> str:
    r"""Return the source with wrapped functions as plain ones, each followed by its wrapping.

    >>> print(unwrapped("class A:\n    @property\n    def b(self):\n        return 1\n"))
    class A:
        def b__plain(self):
            return 1
        b = property(b__plain)
    <BLANKLINE>
    """
    lines = source.split("\n")
    for function in sorted(_wrapped(ast.parse(source)), key=lambda node: -node.lineno):
        decorator = function.decorator_list[0]
        indent = " " * function.col_offset
        name = function.name
        wrapper = ast.get_source_segment(source, decorator)
        assert function.end_lineno is not None
        lines.insert(function.end_lineno, f"{indent}{name} = {wrapper}({name}__plain)")
        at = function.lineno - 1
        lines[at] = lines[at].replace(f"def {name}(", f"def {name}__plain(", 1)
        del lines[decorator.lineno - 1 : at]
    return "\n".join(lines)


def _wrapped(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Yield the functions and methods with one decorator that mutmut would leave alone."""
    bodies = [tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))]
    for node in (node for body in bodies for node in body):
        if isinstance(node, ast.FunctionDef) and len(node.decorator_list) == 1:
            decorator = node.decorator_list[0]
            plain = decorator.func if isinstance(decorator, ast.Call) else decorator
            if isinstance(plain, ast.Name) and plain.id in WRAPPERS:
                yield node


def results(stage: Path) -> dict[str, dict[str, int | None]]:
    """Return the exit status of every mutant's tests, by file of `engine/`."""
    top = stage / "mutants/src/toolspec"
    return {
        str(meta.relative_to(top)).removesuffix(".meta"): json.loads(meta.read_text("utf-8"))[
            "exit_code_by_key"
        ]
        for meta in sorted(top.rglob("*.py.meta"))
    }


def sample(stage: Path, number: int, seed: int) -> list[str]:
    """Return the names of mutants drawn at random: the same ones for the same code and seed."""
    names = sorted(key for codes in results(stage).values() for key in codes)
    return random.Random(seed).sample(names, min(number, len(names)))


def retry(stage: Path) -> None:
    """Have survivors of earlier runs tested again: mutmut does not see that a test changed."""
    for name in results(stage):
        meta = stage / "mutants/src/toolspec" / f"{name}.meta"
        held = json.loads(meta.read_text("utf-8"))
        codes = held["exit_code_by_key"]
        held["exit_code_by_key"] = {
            key: code if verdict(code) in NOTICED else None for key, code in codes.items()
        }
        meta.write_text(json.dumps(held), "utf-8")


def report(stage: Path, survivors: bool) -> None:
    """Print how many mutants were killed, by folder and file."""
    files: dict[str, Counter[str]] = {}
    alive: dict[str, list[str]] = {}
    for name, codes in results(stage).items():
        for key, code in codes.items():
            files.setdefault(name, Counter())[verdict(code)] += 1
            if verdict(code) not in (*NOTICED, "not run"):
                alive.setdefault(name, []).append(key)
    folders: dict[str, Counter[str]] = {}
    for name, counts in files.items():
        folders.setdefault(str(Path(name).parent), Counter()).update(counts)
    print(f"{'killed':>8} {'of':>6} {'share':>8}   (a mutant whose tests never end is killed, too)")
    for name, counts in [*folders.items(), *files.items()]:
        tested = sum(counts.values()) - counts["not run"]
        noticed = sum(counts[what] for what in NOTICED)
        share = f"{noticed / tested:.1%}" if tested else "-"
        rest = ", ".join(f"{n} {what}" for what, n in sorted(counts.items()) if what != "killed")
        slash = "/" if name in folders else ""
        print(f"{noticed:8} {tested:6} {share:>8}   {name}{slash}  {rest}")
    if survivors:
        for name, keys in alive.items():
            print(*changes(stage / "mutants/src/toolspec" / name, keys), sep="\n")


def changes(path: Path, keys: Sequence[str]) -> Iterator[str]:
    """Yield what mutants of a file change, each as the lines before and after."""
    source = path.read_text("utf-8")
    lines = source.split("\n")
    functions = {
        node.name: lines[node.lineno - 1 : node.end_lineno]
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    for key in keys:
        mutant = key.rpartition(".")[2]
        original = functions[f"{mutant.rpartition('__mutmut_')[0]}__mutmut_orig"]
        yield f"\n{key}"
        for line in difflib.unified_diff(original[1:], functions[mutant][1:], n=0, lineterm=""):
            if line[0] in "+-" and line[:3] not in ("+++", "---"):
                yield line


def verdict(code: int | None) -> str:
    """Return what became of a mutant, from its tests' exit status."""
    return VERDICTS.get(code, "crashed")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
