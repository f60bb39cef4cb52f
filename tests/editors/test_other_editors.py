"""Settings for the other editors, tried in the real ones where that is cheap."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path

import pytest
from grammar_tokens import Seen, by_lark
from test_grammars_agree import accepted_texts, differences
from testbed import EDITORS, ROOT, parser_library, program, setup

SERVER = (sys.executable, "-m", "toolspec")


def helix_home(folder: Path, command: Sequence[str] = SERVER) -> dict[str, str]:
    """Set Helix up as its README says, and return the environment to start it in."""
    runtime = folder / "config" / "helix" / "runtime"
    (runtime / "grammars").mkdir(parents=True)
    shutil.copy(parser_library(), runtime / "grammars" / "toolspec.so")
    shutil.copytree(EDITORS / "helix" / "queries", runtime / "queries")
    shutil.copy(EDITORS / "helix" / "languages.toml", folder / "config" / "helix")
    (folder / "config" / "helix" / "config.toml").write_text(
        "[editor.lsp]\ndisplay-inlay-hints = true\n"
    )
    (folder / "bin").mkdir()
    server = folder / "bin" / "toolspec"
    server.write_text(f'#!/bin/sh\nexec {" ".join(command)} "$@"\n')
    server.chmod(0o755)
    return {
        **os.environ,
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "HELIX_RUNTIME": str(runtime),
        "PATH": f"{server.parent}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "src"),
        "TERM": "xterm-256color",
    }


@pytest.mark.editor
def test_helix_finds_server_parser_and_queries(tmp_path: Path) -> None:
    command = [str(program("helix")), "--health", "toolspec"]
    environment = helix_home(tmp_path)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout)
    for found in ("✓ toolspec: /", "Tree-sitter parser: ✓", "Highlight queries: ✓"):
        assert found in plain, plain + done.stderr
    assert "✘" not in plain, plain


@pytest.mark.editor
def test_the_steps_of_helixs_readme_leave_nothing_missing(tmp_path: Path) -> None:
    environment = helix_home(tmp_path)
    home = {**environment, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / ".config")}
    del home["HELIX_RUNTIME"]
    compiler = tmp_path / "bin" / "cc"
    compiler.write_text(f'#!/bin/sh\nfor target; do :; done\ncp {parser_library()} "$target"\n')
    compiler.chmod(0o755)
    steps = re.search(r"```sh\n(.*?)```", (EDITORS / "helix" / "README.md").read_text(), re.DOTALL)
    assert steps is not None
    subprocess.run(["sh", "-ec", steps[1]], cwd=ROOT, env=home, check=True)
    command = [str(program("helix")), "--health", "toolspec"]
    done = subprocess.run(command, env=home, capture_output=True, text=True, timeout=60)
    assert "✓" in done.stdout and "✘" not in done.stdout, done.stdout + done.stderr


def emacs(home: Path) -> tuple[list[str], dict[str, str]]:
    """Return how Emacs is started with the mode at hand, and the environment to start it in."""
    folder: Path = setup().CACHE / "emacs" / "usr"
    executable = program("emacs")
    lisp = next((folder / "share" / "emacs").glob("*/lisp"))
    dump = next((folder / "libexec" / "emacs").glob("*/*/*.pdmp"))
    paths = [str(lisp), *(str(path) for path in sorted(lisp.rglob("*")) if path.is_dir())]
    environment = {
        **os.environ,
        "EMACSLOADPATH": ":".join(paths),
        "HOME": str(home),
        "PYTHONPATH": str(ROOT / "src"),
        "EMACSDATA": str(next((folder / "share" / "emacs").glob("*/etc"))),
    }
    start = [str(executable), f"--dump-file={dump}", "-Q", "--batch", "-L", str(EDITORS / "emacs")]
    return start, environment


@pytest.mark.editor
def test_emacs_highlights_indents_and_shows_scores(tmp_path: Path) -> None:
    command, environment = emacs(tmp_path)
    project = shutil.copytree(ROOT / "examples" / "refunds", tmp_path / "project")
    environment["TOOLSPEC_SERVER"] = " ".join([*SERVER, "lsp"])
    environment["TOOLSPEC_SPEC"] = str(project / "refunds.toolspec")
    tests = str(Path(__file__).parent / "emacs_tests.el")
    done = subprocess.run(
        [*command, "-l", tests, "-f", "ert-run-tests-batch-and-exit"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr


_FROM_FACE = {
    "keyword": "keyword",
    "type": "keyword",
    "builtin": "keyword",
    "function-name": "name",
    "constant": "constant",
    "property-name": "key",
    "string": "string",
    "regexp": "regex",
    "number": "number",
    "comment-delimiter": "comment",
    "comment": "comment",
}


def by_emacs(texts: Sequence[str], folder: Path) -> list[list[Seen]]:
    """Return the words of each text as Emacs colours them."""
    paths = [folder / f"{number}.toolspec" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, newline="")
    command, environment = emacs(folder)
    command += ["-l", str(Path(__file__).parent / "emacs_faces.el"), *map(str, paths)]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True, timeout=120
    )
    answers: list[list[Seen]] = []
    for text, runs in zip(texts, json.loads(done.stdout), strict=True):
        found: list[Seen] = []
        for start, end, face in runs:
            what = _FROM_FACE[face.removeprefix("font-lock-").removesuffix("-face")]
            if what == "constant" and text[start] == "@":
                what = "reference"
            # The sign of a comment is a word of its own there, and none here.
            same = found and found[-1].what == what == "comment"
            if same and not text[found[-1].end : start].strip(" "):
                start = found.pop().start
            found.append(Seen(start, start + len(text[start:end].rstrip()), what))
        answers.append(found)
    return answers


@pytest.mark.editor
def test_emacs_colours_words_as_the_language_reads_them(tmp_path: Path) -> None:
    """But for tools that are called like a keyword, of which one file of the corpus is full."""
    texts = accepted_texts()
    del texts["lines.toolspec"], texts["windows.toolspec"]
    told = by_emacs(list(texts.values()), tmp_path)
    wrong = [
        f"{name}: {found}\n{text}"
        for (name, text), actual in zip(texts.items(), told, strict=True)
        if (found := differences(text, by_lark(text), actual))
    ]
    assert not wrong, "\n".join(wrong)


def test_kates_file_is_xml_with_every_style_named() -> None:
    root = ET.parse(EDITORS / "kate" / "toolspec.xml").getroot()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert root.get("license") == project["license"]
    named = {item.get("name") for item in root.iter("itemData")}
    assert {rule.get("attribute") for rule in root.iter("RegExpr")} <= named


def test_zeds_files_agree_on_names() -> None:
    zed = EDITORS / "zed"
    extension = tomllib.loads((zed / "extension.toml").read_text())
    language = tomllib.loads((zed / "languages" / "toolspec" / "config.toml").read_text())
    assert language["grammar"] in extension["grammars"]
    assert extension["language_servers"]["toolspec"]["languages"] == [language["name"]]
    grammar = json.loads((EDITORS / "tree-sitter-toolspec" / "tree-sitter.json").read_text())
    assert [item["name"] for item in grammar["grammars"]] == list(extension["grammars"])


def test_setup_says_what_it_takes() -> None:
    for words, status, said in ((["--help"], 0, "nvim-0.12"), (["nvm"], 2, "there is no nvm")):
        command = [sys.executable, str(EDITORS / "setup.py"), *words]
        done = subprocess.run(command, capture_output=True, text=True)
        assert (done.returncode, said in done.stdout) == (status, True), done.stdout + done.stderr


def test_every_editors_page_names_one_way_to_install_the_server() -> None:
    """The package is in no index yet."""
    pages = [
        EDITORS / name / "README.md"
        for name in ("nvim", "helix", "emacs", "kate", "zed", "jetbrains")
    ]
    for page in [EDITORS / "README.md", *pages]:
        text = page.read_text()
        assert "`pipx install .` in a copy of the repository, so that `toolspec lsp` starts" in text
        assert "install toolspec-lang" not in text
