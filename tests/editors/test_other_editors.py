"""Settings for the other editors, tried in the real ones where that is cheap."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

from testbed import EDITORS, ROOT, parser_library, program, setup

EXAMPLE = ROOT / "examples" / "refunds" / "refunds.toolspec"


def test_helix_finds_server_parser_and_queries(tmp_path: Path) -> None:
    helix = program("helix")
    runtime = tmp_path / "config" / "helix" / "runtime"
    (runtime / "grammars").mkdir(parents=True)
    shutil.copy(parser_library(), runtime / "grammars" / "toolspec.so")
    shutil.copytree(EDITORS / "helix" / "queries", runtime / "queries")
    shutil.copy(EDITORS / "helix" / "languages.toml", tmp_path / "config" / "helix")
    binaries = tmp_path / "bin"
    binaries.mkdir()
    (binaries / "toolspec").write_text("#!/bin/sh\n")
    (binaries / "toolspec").chmod(0o755)
    environment = {
        **os.environ,
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "HELIX_RUNTIME": str(runtime),
        "PATH": f"{binaries}:{os.environ['PATH']}",
    }
    command = [str(helix), "--health", "toolspec"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout)
    for found in ("✓ toolspec: /", "Tree-sitter parser: ✓", "Highlight queries: ✓"):
        assert found in plain, plain + done.stderr
    assert "✘" not in plain, plain


def test_emacs_highlights_and_indents() -> None:
    emacs = program("emacs")
    folder: Path = setup().CACHE / "emacs" / "usr"
    lisp = next((folder / "share" / "emacs").glob("*/lisp"))
    dump = next((folder / "libexec" / "emacs").glob("*/*/*.pdmp"))
    paths = [str(lisp), *(str(path) for path in sorted(lisp.rglob("*")) if path.is_dir())]
    environment = {
        **os.environ,
        "EMACSLOADPATH": ":".join(paths),
        "EMACSDATA": str(next((folder / "share" / "emacs").glob("*/etc"))),
    }
    command = [str(emacs), f"--dump-file={dump}", "-Q", "--batch", "-L", str(EDITORS / "emacs")]
    tests = str(Path(__file__).parent / "emacs_tests.el")
    done = subprocess.run(
        [*command, "-l", tests, "-f", "ert-run-tests-batch-and-exit"],
        env={**environment, "TOOLSPEC_SPEC": str(EXAMPLE)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_kates_file_is_xml_with_every_style_named() -> None:
    root = ET.parse(EDITORS / "kate" / "toolspec.xml").getroot()
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
