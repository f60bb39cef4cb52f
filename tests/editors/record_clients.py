#!/usr/bin/env python3
"""Record what the real editors say first: their `initialize`, whole, in `tests/lsp/e2e/clients/`.

    python tests/editors/record_clients.py              records again in every editor
    python tests/editors/record_clients.py NAME...      in some: vscode-1.100, neovim-0.12, ...
    python tests/editors/record_clients.py --check      only compares

Each editor runs as its tests run it, with what a user installs for toolspec, and opens a spec;
`listen_in.py` is its server's command. The number of the process and the names of folders are taken
out. The answers in `tests/lsp/e2e/initialize/` follow: `UPDATE_SNAPSHOTS=1 pytest tests/lsp/e2e`.
"""

from __future__ import annotations

import difflib
import json
import os
import pty
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
import test_nvim
import test_other_editors
import vscode_testbed
from testbed import EDITORS, ROOT, program

CLIENTS = ROOT / "tests" / "lsp" / "e2e" / "clients"
LISTEN_IN = ROOT / "tests" / "editors" / "listen_in.py"
SPEC = "a.toolspec"
WAIT_S = 60.0
AGAIN = "record it again, and read the difference: python tests/editors/record_clients.py"


class Run:
    """One run of an editor in a folder of its own."""

    def __init__(self, work: Path) -> None:
        self.work = work
        self.said = work / "said.json"
        self.project = work / "workspace"
        self.project.mkdir()
        (self.project / "toolspec.toml").touch()
        (self.project / SPEC).write_text("forbid delete_order\n", "utf-8")
        toolspec = [sys.executable, "-m", "toolspec"]
        self.program = [sys.executable, str(LISTEN_IN), str(self.said), *toolspec]
        """What stands for `toolspec`."""

    def until_said(self, command: list[str], env: dict[str, str]) -> None:
        """Run an editor on a terminal until it has spoken, then end it."""
        terminal, inner = pty.openpty()
        editor = subprocess.Popen(
            command, cwd=self.project, env=env, stdin=inner, stdout=inner, stderr=inner
        )
        os.close(inner)
        try:
            end = time.monotonic() + WAIT_S
            while not self.said.exists() and time.monotonic() < end and editor.poll() is None:
                os.set_blocking(terminal, False)
                try:
                    os.read(terminal, 1 << 16)
                except OSError:
                    time.sleep(0.02)
        finally:
            editor.kill()
            editor.wait()
            os.close(terminal)


def neovim(name: str) -> Callable[[Run], str]:
    """Return a run of one Neovim."""

    def record(run: Run) -> str:
        nvim = program(name)
        (run.work / "init.lua").write_text(
            test_nvim.initial("server", EDITORS / "nvim", [*run.program, "lsp"]), "utf-8"
        )
        env = test_nvim.environment(nvim, run.work)
        command = [str(nvim), "-i", "NONE", "-u", str(run.work / "init.lua"), SPEC]
        run.until_said(command, {**env, "TERM": "xterm-256color"})
        return version(nvim, env).replace("NVIM v", "Neovim ")

    return record


def emacs(run: Run) -> str:
    """Let Emacs speak, through eglot."""
    command, env = test_other_editors.emacs(run.work)
    server = " ".join(f'"{word}"' for word in [*run.program, "lsp"])
    steps = (
        "(require 'toolspec-mode)",
        "(require 'eglot)",
        f"(setq toolspec-server-command '({server}) eglot-sync-connect 30)",
        f'(find-file "{SPEC}")',
        "(apply #'eglot--connect (eglot--guess-contact))",
    )
    run.until_said([*command, *(word for step in steps for word in ("--eval", step))], env)
    plain = [*command, "--eval", "(princ emacs-version)"]
    done = subprocess.run(plain, env=env, capture_output=True, text=True, check=True)
    return f"Emacs {done.stdout.strip()}"


def helix(run: Run) -> str:
    """Let Helix speak."""
    env = test_other_editors.helix_home(run.work, run.program)
    run.until_said([str(program("helix")), SPEC], env)
    return version(program("helix"), env).capitalize()


def vscode(run: Run) -> str:
    """Let VS Code speak, with the extension from its package."""
    words = " ".join(run.program)
    path = vscode_testbed.program(run.work / "bin", words)
    package = vscode_testbed.build_package()
    with vscode_testbed.code_server(run.work / "vscode", path, package=package) as port:
        vscode_testbed.drive("vscode_opened.mjs", port, run.project, SPEC, run.said)
    product = vscode_testbed.CODE_SERVER / "lib" / "vscode" / "product.json"
    made_of = json.loads((vscode_testbed.CODE_SERVER / "package.json").read_text("utf-8"))
    known = json.loads(product.read_text("utf-8"))
    return f"VS Code {known['version']}, of code-server {made_of['version']}"


RUNS: dict[str, Callable[[Run], str]] = {
    "vscode-1.100": vscode,
    "neovim-0.10": neovim("nvim-0.10"),
    "neovim-0.12": neovim("nvim-0.12"),
    "emacs-30.1": emacs,
    "helix-25": helix,
}
"""The editors by the name of their file: each run returns the editor's version."""


def version(editor: Path, env: dict[str, str]) -> str:
    """Return the first line of what an editor says of its version."""
    command = [str(editor), "--version"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[0].strip()


def record(name: str) -> dict[str, Any]:
    """Run an editor and return what its file should hold. Raises RuntimeError if it is silent."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        run = Run(Path(folder).resolve())
        editor = RUNS[name](run)
        if not run.said.exists():
            raise RuntimeError(f"{name} said nothing within {WAIT_S:.0f} s")
        params = json.loads(run.said.read_text("utf-8"))
        made = scrubbed(params, str(run.project))
    made["processId"] = 0
    by = "recorded by tests/editors/record_clients.py from the running editor"
    return {"editor": editor, "by": by, "params": made}


def scrubbed(value: Any, folder: str) -> Any:
    """Return a value without this machine's names: the folder is `/workspace`."""
    match value:
        case dict():
            items = cast("dict[str, Any]", value).items()
            return {key: scrubbed(inner, folder) for key, inner in items}
        case list():
            return [scrubbed(inner, folder) for inner in cast("list[Any]", value)]
        case str():
            return value.replace(folder, "/workspace")
        case _:
            return value


def written(recorded: dict[str, Any]) -> str:
    """Return a record as its file has it."""
    return json.dumps(recorded, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def difference(name: str) -> str:
    """Run an editor; return how what it says differs from its file, "" where it does not.

    A newer version that says the same is no difference.
    """
    held, now = json.loads((CLIENTS / f"{name}.json").read_text("utf-8")), record(name)
    for one in (held, now):
        one["editor"] = one["params"]["clientInfo"]["version"] = "*"
    before, after = written(held).splitlines(), written(now).splitlines()
    return "\n".join(difflib.unified_diff(before, after, "recorded", "said now", lineterm="", n=2))


def main(words: list[str]) -> int:
    """Record, or compare; end with 1 where something differs, or an editor is not there."""
    check = "--check" in words
    done = [one(name, check=check) for name in [w for w in words if w != "--check"] or list(RUNS)]
    return 0 if all(done) else 1


def one(name: str, *, check: bool) -> bool:
    """Record or compare one editor; say how that went, and return whether it went well."""
    found = ""
    try:
        if check:
            found = difference(name)
        else:
            (CLIENTS / f"{name}.json").write_text(written(record(name)), "utf-8")
    except (RuntimeError, pytest.skip.Exception) as fault:
        found = str(fault)
    print(f"{name}: {found or ('as recorded' if check else 'recorded')}", flush=True)
    return not found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
