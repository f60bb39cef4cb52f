"""A real VS Code for the tests: installed outside the repository, served to a headless browser.

The workbench is code-server's (VS Code 1.100); `@vscode/test-electron` downloads its editor from a
place that is not a package registry, this comes from npm and Debian alone.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import zipfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
HERE = Path(__file__).resolve().parent
EXTENSION = ROOT / "editors" / "vscode"
PACKAGE = EXTENSION / "dist" / "toolspec.vsix"
CACHE = Path(os.environ.get("TOOLSPEC_TESTBED") or Path.home() / ".cache" / "toolspec-testbed")
TESTBED = CACHE / "vscode"
CODE_SERVER = TESTBED / "node_modules" / "code-server"
CHROMIUM = Path("/usr/bin/chromium")
NPM_PACKAGES = ("code-server@4.100.3", "playwright-core@1.65.1")
DEBIAN_PACKAGES = ("chromium", "fonts-dejavu-core", "fonts-noto-color-emoji", "ripgrep")
START_S = 60
SETTINGS: Mapping[str, Any] = {
    "files.autoSave": "off",
    "workbench.startupEditor": "none",
    "telemetry.telemetryLevel": "off",
    "extensions.autoCheckUpdates": False,
    "editor.inlayHints.enabled": "on",
    "editor.minimap.enabled": False,
    "git.enabled": False,
}


def missing() -> str | None:
    """Return what keeps a real VS Code from running here; None where nothing does."""
    if os.environ.get("TOOLSPEC_EDITORS") == "0":
        return "TOOLSPEC_EDITORS is 0"
    for name in ("node", "npm"):
        if shutil.which(name) is None:
            return f"{name} is not installed"
    if installed():
        return None
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return "the editor is not installed, and installing it needs root and Debian's packages"
    return None


def installed() -> bool:
    """Tell whether the editor and the browser are here."""
    return (TESTBED / "ready").exists() and CHROMIUM.exists()


@contextmanager
def alone(name: str) -> Generator[None]:
    """Keep other test processes from doing the same at the same time."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def install() -> None:
    """Install the editor and the browser where they are not. Takes about a minute."""
    with alone("vscode"):
        if installed():
            return
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        run("apt-get", "-q", "update", env=quiet)
        run(
            "apt-get", "install", "-y", "-q", "--no-install-recommends", *DEBIAN_PACKAGES, env=quiet
        )
        TESTBED.mkdir(parents=True, exist_ok=True)
        (TESTBED / "package.json").write_text('{"name": "editor-tests", "private": true}\n')
        run("npm", "install", "--ignore-scripts", *NPM_PACKAGES, cwd=TESTBED)
        workbench = CODE_SERVER / "lib" / "vscode"
        for folder in (workbench, workbench / "extensions"):
            run("npm", "install", "--omit=dev", "--ignore-scripts", cwd=folder)
        # Without scripts one native module is missing that no start goes without; it is built here.
        build = TESTBED / "node_modules" / ".bin" / "node-pre-gyp"
        native = {**os.environ, "npm_config_nodedir": "/usr"}
        argon = TESTBED / "node_modules" / "argon2"
        run(str(build), "install", "--build-from-source", cwd=argon, env=native)
        search = workbench / "node_modules" / "@vscode" / "ripgrep" / "bin"
        search.mkdir(parents=True, exist_ok=True)
        (search / "rg").unlink(missing_ok=True)
        (search / "rg").symlink_to("/usr/bin/rg")
        (TESTBED / "ready").touch()


def build_package() -> Path:
    """Return the extension's package, made anew where a source is newer."""
    with alone("vscode-package"):
        if not (EXTENSION / "node_modules" / ".package-lock.json").exists():
            run("npm", "ci", "--no-audit", "--no-fund", cwd=EXTENSION)
        left_out = {"node_modules", "dist"}
        sources = [
            path
            for top in EXTENSION.iterdir()
            if top.name not in left_out
            for path in (top.rglob("*") if top.is_dir() else [top])
            if path.is_file()
        ]
        newest = max(path.stat().st_mtime for path in sources)
        if not PACKAGE.exists() or PACKAGE.stat().st_mtime < newest:
            run("npm", "run", "package", cwd=EXTENSION)
    return PACKAGE


def unpack_package(target: Path) -> Path:
    """Unpack the extension's package, for runs that want a folder; return that folder."""
    with zipfile.ZipFile(build_package()) as package:
        package.extractall(target)
    return target / "extension"


def program(folder: Path, command: str) -> Path:
    """Write a `toolspec` into the folder that runs the command; return the folder, for PATH."""
    folder.mkdir(parents=True, exist_ok=True)
    script = folder / "toolspec"
    script.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
    script.chmod(0o755)
    return folder


@contextmanager
def code_server(
    home: Path,
    path: Path | None,
    *,
    trust: bool = True,
    package: Path | None = None,
    settings: Mapping[str, Any] | None = None,
    env: Mapping[str, str] | None = None,
) -> Generator[int]:
    """Serve a fresh VS Code with its own folder for data; give its port, and end it.

    `path` comes first on PATH; None leaves the PATH without any `toolspec`. `trust` False leaves
    workspace trust as users have it.
    """
    user = home / "data" / "User"
    user.mkdir(parents=True)
    (user / "settings.json").write_text(json.dumps({**SETTINGS, **(settings or {})}))
    search = [entry for entry in os.environ["PATH"].split(":") if not holds_toolspec(entry)]
    environment = {
        **os.environ,
        "PATH": ":".join([*([str(path)] if path else []), *search]),
        # Else the extension host asks a login shell for its environment, and PATH is that one's.
        "VSCODE_CLI": "1",
        **(env or {}),
    }
    node = shutil.which("node") or "node"
    command = [node, str(CODE_SERVER / "out" / "node" / "entry.js")]
    command += ["--user-data-dir", str(home / "data"), "--extensions-dir", str(home / "extensions")]
    command += ["--config", str(home / "config.yaml")]
    if package is not None:
        run(*command, "--install-extension", str(package), env=environment)
    port = free_port()
    command += ["--auth", "none", "--bind-addr", f"127.0.0.1:{port}", "--disable-telemetry"]
    command += ["--disable-update-check", *(["--disable-workspace-trust"] if trust else [])]
    with (home / "server.log").open("wb") as log:
        server = subprocess.Popen(
            command, env=environment, stdout=log, stderr=log, start_new_session=True
        )
        try:
            wait_for(port, server)
            yield port
        finally:
            # Its own session, so its extension hosts and language servers end with it.
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()


def holds_toolspec(folder: str) -> bool:
    """Tell whether a folder of PATH would offer a `toolspec` that the test has not put there."""
    return (Path(folder) / "toolspec").exists()


def drive(script: str, *words: object, wait_s: int = 200) -> None:
    """Run a driver, in a browser. Raises AssertionError with what it said where it fails."""
    command = ["node", str(HERE / script), str(TESTBED), *map(str, words)]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=wait_s, check=False)
    except subprocess.TimeoutExpired as fault:
        raise AssertionError(f"{script} did not end within {wait_s} s: {fault.stderr}") from None
    assert ran.returncode == 0, f"{script}:\n{ran.stdout}{ran.stderr}"


def free_port() -> int:
    """Return a port nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    """Wait until the port answers. Raises RuntimeError where the server ends, or takes too long."""
    end = time.monotonic() + START_S
    while time.monotonic() < end and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("VS Code did not start")


def run(*command: str, cwd: Path | None = None, env: Mapping[str, str] | None = None) -> None:
    """Run a command quietly. Raises RuntimeError with its output where it fails."""
    ran = subprocess.run(
        command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    if ran.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}:\n{ran.stdout[-4000:]}{ran.stderr[-4000:]}")


def main() -> None:
    """Install what the tests need."""
    began = time.monotonic()
    install()
    print(f"VS Code is in {TESTBED}, after {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    sys.exit(main())
