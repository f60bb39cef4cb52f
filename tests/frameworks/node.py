"""The environments of frameworks in JavaScript: a folder of Node's packages."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.frameworks.installed import FailedError, Installed, run
from tests.frameworks.table import Framework

_LOCK: Final = "package-lock.json"
_QUIET: Final = ("--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")


def lock(framework: Framework) -> None:
    """Write the newest versions of a framework, and of all it needs, into its lock file."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        _describe(folder, {})
        run(*_npm(), "install", "--package-lock-only", *_QUIET, *framework.packages, folder=folder)
        held: Any = json.loads((folder / _LOCK).read_text("utf-8"))
    framework.lock.write_text(json.dumps(held, indent=1) + "\n", "utf-8")


def install(framework: Framework, folder: Path, *, newest: bool) -> Installed:
    """Install the versions of the lock file, or the newest; the agent lies beside its packages."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    if newest:
        _describe(folder, {})
        run(*_npm(), "install", *_QUIET, *framework.packages, folder=folder)
    else:
        held: Any = json.loads(framework.lock.read_text("utf-8"))
        _describe(folder, held["packages"][""]["dependencies"])
        (folder / _LOCK).write_text(json.dumps(held), "utf-8")
        run(*_npm(), "ci", *_QUIET, folder=folder)
    agent = shutil.copy(framework.agent, folder)
    package = folder / "node_modules" / framework.name / "package.json"
    version: Any = json.loads(package.read_text("utf-8"))["version"]
    return Installed(("node", str(agent)), str(version))


def _npm() -> tuple[str]:
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise FailedError("needs Node with npm, which is not installed")
    return (npm,)


def _describe(folder: Path, packages: dict[str, str]) -> None:
    described = {"name": "agent", "version": "1.0.0", "private": True, "dependencies": packages}
    (folder / "package.json").write_text(json.dumps(described), "utf-8")
