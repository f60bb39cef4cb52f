"""The programs the editors' tests need: where they are, and what to do where they are not."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
EDITORS = ROOT / "editors"
GRAMMAR = EDITORS / "tree-sitter-toolspec"


@functools.cache
def script(name: str) -> ModuleType:
    """Return `editors/NAME.py` as a module."""
    place = importlib.util.spec_from_file_location(f"editors_{name}", EDITORS / f"{name}.py")
    assert place is not None
    assert place.loader is not None
    module = importlib.util.module_from_spec(place)
    place.loader.exec_module(module)
    return module


def setup() -> ModuleType:
    """Return `editors/setup.py`, which knows where everything is."""
    return script("setup")


def program(name: str) -> Path:
    """Return an editor or tool; skips the test, loudly, where it is not installed."""
    path: Path = setup().program(name)
    if not path.exists():
        _skip(name)
    return path


def node_modules() -> Path:
    """Return the folder of npm packages; skips the test, loudly, where it is missing."""
    path: Path = setup().node_modules()
    if not (path / "vscode-tmgrammar-test").is_dir():
        _skip("node")
    return path


@functools.cache
def parser_library() -> Path:
    """Return the tree-sitter parser as a shared library, built from the committed `parser.c`."""
    source = GRAMMAR / "src"
    texts = [(source / name).read_bytes() for name in ("parser.c", "scanner.c")]
    digest = hashlib.sha256(b"".join(texts)).hexdigest()[:16]
    cache: Path = setup().CACHE
    library = cache / "parser" / digest / "parser" / "toolspec.so"
    if not library.exists():
        library.parent.mkdir(parents=True, exist_ok=True)
        made = library.with_suffix(".part")
        sources = [str(source / "parser.c"), str(source / "scanner.c")]
        command = ["cc", "-shared", "-fPIC", "-Os", f"-I{source}", *sources, "-o", str(made)]
        try:
            subprocess.run(command, check=True, capture_output=True, text=True)
        except FileNotFoundError:
            _skip("a C compiler (cc)")
        made.rename(library)
    return library


def _skip(name: str) -> None:
    pytest.skip(f"{name} is not installed: python editors/setup.py")
