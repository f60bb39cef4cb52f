"""Servers for the tests that speak to a real process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.lsp_client import RawClient


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give the servers a cache of their own: tests neither read nor write the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def client() -> Iterator[RawClient]:
    """Return a client of a server that was just started, not yet initialized."""
    with RawClient() as started:
        yield started


@pytest.fixture(scope="module")
def shared_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RawClient]:
    """Return a client of one initialized server for all tests of a module."""
    with RawClient() as started:
        started.initialize(tmp_path_factory.mktemp("workspace"))
        yield started


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """Return a folder with a trace of three calls."""
    folder = tmp_path / "workspace"
    write_trace(folder / "runs" / "one.json", "search", "fetch", "answer")
    return folder


def write_trace(path: Path, *tools: str) -> Path:
    """Write a trace of these calls."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(trace_text(*tools), "utf-8")
    return path


def trace_text(*tools: str) -> str:
    """Return a trace of these calls, each with its number as an argument."""
    calls = ",\n".join(
        f'{{"role": "assistant", "tool_calls": [{{"id": "c{at}", "type": "function", "function": '
        f'{{"name": "{tool}", "arguments": "{{\\"n\\": {at}}}"}}}}]}}'
        for at, tool in enumerate(tools)
    )
    return f"[\n{calls}\n]\n"
