"""The wheel holds every room and its data, and nothing else."""

from __future__ import annotations

import subprocess
import sys
import zipfile

import pytest

from tests.test_house import FLOORS, ROOT, tracked

pytestmark = pytest.mark.xdist_group("wheel")  # it is built once


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return zipfile.ZipFile(next(folder.glob("*.whl")))


def test_the_wheel_holds_every_room_and_its_data(wheel: zipfile.ZipFile) -> None:
    held = set(wheel.namelist())
    for path in tracked(".py", ".lark", "py.typed"):
        inside = str(path.relative_to(ROOT)).removeprefix("src/toolspec/")
        top = inside.split("/")[0]
        if top in (*FLOORS, "collect") or top in {"__init__.py", "__main__.py", "otel.py"}:
            assert f"toolspec/{inside}" in held


def test_the_wheel_holds_nothing_else(wheel: zipfile.ZipFile) -> None:
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"toolspec"}
    assert not [name for name in wheel.namelist() if "test" in name or name.endswith(".pyc")]


def test_the_rooms_of_a_development_install_are_links() -> None:
    for room in ("collect", "dsl", "engine", "lsp"):
        link = ROOT / "src/toolspec" / room
        assert link.is_symlink()
        assert link.resolve() == ROOT / room
