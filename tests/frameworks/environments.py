"""The environments in which the agents run: one for each framework, for they exclude each other."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.frameworks import node
from tests.frameworks.installed import FailedError, Installed, run
from tests.frameworks.table import AGENTS, Framework

PYTHON: Final = "3.11"
"""The oldest Python that the versions of the lock files are to fit."""

AGENT_SECONDS_MAX: Final = 300
_UV: Final = (sys.executable, "-m", "uv", "--quiet")
_HEAD: Final = "# Written by `python3 dev.py frameworks --lock`, for {packages}.\n"


def lock(framework: Framework) -> None:
    """Write the newest versions of a framework, and of all it needs, into its lock file."""
    if framework.of_node:
        node.lock(framework)
        return
    command = ("pip", "compile", "--universal", "--python-version", PYTHON, "--no-header")
    done = subprocess.run(
        [*_UV, *command, "--no-annotate", "--upgrade", "-"],
        input="\n".join(framework.packages),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise FailedError(f"{framework.name} cannot be locked:\n{done.stderr}")
    head = _HEAD.format(packages=" ".join(framework.packages))
    framework.lock.write_text(head + done.stdout, "utf-8")


def install(framework: Framework, folder: Path, *, newest: bool = False) -> Installed:
    """Make an environment of the versions of the lock file, or the newest."""
    if framework.of_node:
        return node.install(framework, folder, newest=newest)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    run(*_UV, "venv", "--clear", "--python", sys.executable, str(folder))
    wanted = framework.packages if newest else ("--requirement", str(framework.lock))
    run(*_UV, "pip", "install", "--python", str(python), *wanted)
    program = "import importlib.metadata, sys; print(importlib.metadata.version(sys.argv[1]))"
    version = run(str(python), "-c", program, framework.name.partition("[")[0]).strip()
    return Installed((str(python), str(framework.agent)), version)


def record(agent: Sequence[str], words: str, model: str, folder: Path) -> None:
    """Run an agent as a user would: `toolspec collect -- COMMAND`, its traces in `otlp.jsonl`."""
    folder.mkdir(parents=True)
    command = [sys.executable, "-m", "toolspec", "collect", "--folder", "traces", "--no-grpc", "--"]
    command += [*agent, *words.split()]
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=_environment(model, folder),
            capture_output=True,
            text=True,
            check=False,
            timeout=AGENT_SECONDS_MAX,
        )
    except subprocess.TimeoutExpired:
        raise FailedError(f"the agent did not end within {AGENT_SECONDS_MAX} s") from None
    (folder / "output.txt").write_text(done.stdout + done.stderr, "utf-8")
    if done.returncode or not (folder / "truth.json").exists():
        raise FailedError("\n".join((done.stdout + done.stderr).strip().splitlines()[-15:]))
    traces = sorted((folder / "traces").glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns)
    (folder / "otlp.jsonl").write_bytes(b"".join(path.read_bytes() for path in traces))


def _environment(model: str, folder: Path) -> dict[str, str]:
    """Return the variables of an agent: nothing but this machine is to be reached."""
    nowhere = "http://127.0.0.1:9"
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "SYSTEMROOT") if name in os.environ}
    return kept | {
        "HOME": str(folder),
        "MODEL_URL": model,
        "RECORDING": str(folder),
        "PYTHONPATH": str(AGENTS),
        "HTTP_PROXY": nowhere,
        "HTTPS_PROXY": nowhere,
        "NO_PROXY": "127.0.0.1,localhost",
    }
