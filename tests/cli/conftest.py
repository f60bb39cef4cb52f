"""A folder to work in, and a way to run the command line in process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.cli_files import Ran, Run
from toolspec.__main__ import main


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Work in an empty folder, with an empty cache and an environment that asks for nothing."""
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("NO_COLOR", "FORCE_COLOR", "TOOLSPEC_CACHE", "TOOLSPEC_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    yield work


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command line with some words; return its status and what it wrote."""

    def ran(*words: str | Path) -> Ran:
        capsys.readouterr()
        status = main([str(word) for word in words])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        assert "a fault in toolspec" not in err, err
        return Ran(status, out, err)

    return ran
