"""The plugin in real headless Neovim, the oldest it promises and a current one.

`nvim_driver.lua` does what a user does, in the checks of `nvim_plain.lua`, `nvim_fallback.lua`,
`nvim_server.lua` and `nvim_commands.lua`, and writes down what it saw; here each is a test.
"""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from testbed import EDITORS, GRAMMAR, ROOT, parser_library, program

pytestmark = pytest.mark.editor

VERSIONS = ("nvim-0.10", "nvim-0.12")
DRIVER = Path(__file__).parent / "nvim_driver.lua"
SECONDS_MAX = 150


def driven(checks: str) -> list[str]:
    """Return the names of the checks of a group, in the order in which they are done."""
    text = DRIVER.with_name(f"nvim_{checks}.lua").read_text()
    return re.findall(r"^check\('(\w+)'", text, flags=re.MULTILINE)


def server_command() -> list[str]:
    return [sys.executable, "-m", "toolspec", "lsp"]


def initial(checks: str, plugin: Path, command: list[str] | None = None) -> str:
    """Return the text of the `init.lua` that a user of the plugin would have."""
    paths = [str(plugin)]
    if checks not in ("fallback", "building"):
        paths.append(str(parser_library().parent.parent))
    options = {
        "cmd": command or server_command(),
        "autostart": checks in ("server", "commands"),
        "build_parser": checks == "building",
    }
    return (
        f"vim.g.toolspec = vim.json.decode([==[{json.dumps(options)}]==])\n"
        + "".join(f"vim.opt.runtimepath:prepend([==[{path}]==])\n" for path in paths)
        + "vim.cmd('filetype plugin indent on | syntax on')\n"
        "vim.opt.swapfile = false\n"
    )


def for_everyone() -> str:
    """Return what a user may say of all servers, whose word counts beside the plugin's."""
    document = {
        "completion": {"completionItem": {"snippetSupport": False}},
        "foldingRange": {"lineFoldingOnly": True},
    }
    said = json.dumps({"textDocument": document})
    return (
        "if vim.lsp.config then vim.lsp.config('*', "
        f"{{ capabilities = vim.json.decode([==[{said}]==]) }}) end\n"
    )


def environment(nvim: Path, work: Path) -> dict[str, str]:
    """Return the environment of an editor that keeps everything in a folder of its own."""
    return {
        **os.environ,
        "VIMRUNTIME": str(nvim.parents[1] / "share" / "nvim" / "runtime"),
        "PYTHONPATH": str(ROOT / "src"),
        **{f"XDG_{kind}_HOME": str(work / kind) for kind in ("CONFIG", "DATA", "STATE", "CACHE")},
    }


@functools.cache
def seen(version: str, checks: str) -> dict[str, Any]:
    """Run the driver once in an editor and return what each check saw."""
    nvim = program(version)
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        shutil.copytree(ROOT / "examples" / "refunds", work / "project")
        plugin = work / "plugin"
        shutil.copytree(EDITORS / "nvim", plugin)
        (work / "init.lua").write_text(for_everyone() + initial(checks, plugin))
        # The grammar is beside the plugin, as in the repository; its compiler takes what is built.
        (work / "tree-sitter-toolspec").symlink_to(GRAMMAR)
        compiler = work / "cc"
        compiler.write_text(f'#!/bin/sh\nfor target; do :; done\ncp {parser_library()} "$target"\n')
        compiler.chmod(0o755)
        env = {
            **environment(nvim, work),
            "CC": str(compiler),
            "TOOLSPEC_SPEC": str(work / "project" / "refunds.toolspec"),
            "TOOLSPEC_CHECKS": checks,
            "TOOLSPEC_RESULTS": str(work / "results.json"),
            "TOOLSPEC_PLUGIN_COPY": str(plugin),
        }
        command = [str(nvim), "--headless", "-i", "NONE", "-u", str(work / "init.lua")]
        ran = subprocess.run(
            [*command, "-S", str(DRIVER)],
            cwd=work / "project",
            env=env,
            capture_output=True,
            text=True,
            timeout=SECONDS_MAX,
        )
        results = work / "results.json"
        assert results.exists(), ran.stderr
        found = json.loads(results.read_text())
    assert found["problem"] is None, found["problem"]
    return found["results"]


@pytest.mark.parametrize(
    ("checks", "name"),
    [
        (checks, name)
        for checks in ("plain", "fallback", "building", "server", "commands")
        for name in driven(checks)
    ],
)
@pytest.mark.parametrize("version", VERSIONS)
def test_nvim(version: str, checks: str, name: str) -> None:
    result = seen(version, checks)[name]
    assert result["ok"], result["problem"]
