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
from collections.abc import Generator, Iterable, Mapping
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
DRAWINGS = ("drawing", "timeline", "matrix", "compare")
"""The folders beside the extension that go along in its package."""

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
        wanted = ("--no-install-recommends", *DEBIAN_PACKAGES)
        with alone("apt"):
            run("apt-get", "-q", "update", env=quiet)
            run("apt-get", "install", "-y", "-q", *wanted, env=quiet)
        TESTBED.mkdir(parents=True, exist_ok=True)
        (TESTBED / "package.json").write_text('{"name": "editor-tests", "private": true}\n')
        run("npm", "install", "--ignore-scripts", *NPM_PACKAGES, cwd=TESTBED)
        workbench = CODE_SERVER / "lib" / "vscode"
        for folder in (workbench, workbench / "extensions"):
            run("npm", "install", "--omit=dev", "--ignore-scripts", cwd=folder)
        # Without scripts a native module is missing that no start goes without. It checks
        # passwords, of which a server for tests has none.
        (TESTBED / "node_modules" / "argon2" / "argon2.js").write_text("module.exports = {};\n")
        search = workbench / "node_modules" / "@vscode" / "ripgrep" / "bin"
        search.mkdir(parents=True, exist_ok=True)
        (search / "rg").unlink(missing_ok=True)
        (search / "rg").symlink_to("/usr/bin/rg")
        (TESTBED / "ready").touch()


def build_package() -> Path:
    """Return the extension's package with the server in it, made again where a source is newer."""
    install_packages()
    with alone("vscode-package"):
        build_wheel()
        left_out = ("node_modules", "dist")
        sources = [top for top in EXTENSION.iterdir() if top.name not in left_out]
        if newer(PACKAGE, [*sources, *(EXTENSION.parent / name for name in DRAWINGS)]):
            run("npm", "run", "package", cwd=EXTENSION)
    return PACKAGE


def install_packages() -> None:
    """Install what the extension is built and tested with, where it is not or is another."""
    with alone("vscode-package"):
        installed_lock = EXTENSION / "node_modules" / ".package-lock.json"
        if newer(installed_lock, [EXTENSION / "package-lock.json"]):
            run("npm", "ci", "--no-audit", "--no-fund", cwd=EXTENSION)


def build_wheel() -> None:
    """Build the server that goes along in the package, where a source is newer."""
    folder = EXTENSION / "bundled"
    held = sorted(folder.glob("*.whl"))
    sources = ("pyproject.toml", "README.md", "collect", "dsl", "engine", "lsp", "src/toolspec")
    if len(held) == 1 and not newer(held[0], (ROOT / name for name in sources)):
        return
    for wheel in held:
        wheel.unlink()
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    run(*command, cwd=ROOT)


def newer(made: Path, sources: Iterable[Path]) -> bool:
    """Tell whether a file is missing, or older than one of the files and folders of its sources."""
    if not made.exists():
        return True
    files = (
        path
        for source in sources
        for path in (source.rglob("*") if source.is_dir() else [source])
        if path.is_file() and path.suffix != ".pyc"
    )
    return any(path.stat().st_mtime > made.stat().st_mtime for path in files)


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
    environment = {
        **os.environ,
        "PATH": ":".join([*([str(path)] if path else []), *plain_path()]),
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


def plain_path() -> list[str]:
    """Return the folders of PATH, without those that offer a `toolspec` no test put there."""
    folders = os.environ["PATH"].split(":")
    return [folder for folder in folders if not (Path(folder) / "toolspec").exists()]


def makes_environments() -> bool:
    """Tell whether the Python users have here makes environments: Debian's alone does not."""
    python = shutil.which("python3", path=":".join(plain_path())) or "python3"
    command = [python, "-I", "-c", "import ensurepip, venv"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


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


def main(words: list[str]) -> int:
    """Install what the tests need, and build the package; with `--package`, only that."""
    why = None if "--package" in words else missing()
    if why is not None:
        print(why, file=sys.stderr)
        return 1
    if "--package" not in words:
        install()
    print(build_package().relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
