"""Byte code kept between starts: used where it is certainly the user's own, and only there."""

from __future__ import annotations
import __future__

import builtins
import os
import zlib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from toolspec.lsp import kept_code
from toolspec.lsp.kept_code import KeptCode

pytestmark = pytest.mark.skipif(os.name == "nt", reason="nothing is kept there")

SOURCES = [f"answer = {at}" for at in range(kept_code.NEWS_MIN)]
EVIL = "raise SystemExit('code of another user ran')"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "code"


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which every source is added that is really compiled."""
    sources: list[str] = []

    def counted(source: Any, *more: Any, **options: Any) -> Any:
        sources.append(source)
        builtin: Any = builtins.compile
        return builtin(source, *more, **options)

    monkeypatch.setattr(kept_code, "compile", counted, raising=False)
    return sources


def answers(code: KeptCode) -> list[int]:
    """Compile and run all sources; return what they say."""
    found: list[int] = []
    for source in SOURCES:
        names: dict[str, Any] = {}
        exec(code.compile(source, "<made>", "exec"), names)
        found.append(names["answer"])
    return found


def kept(folder: Path) -> Path:
    """Let a first start keep code; return the file."""
    first = KeptCode(str(folder))
    assert answers(first) == list(range(len(SOURCES)))
    first.keep()
    [file] = folder.iterdir()
    return file


def poisoned(folder: Path) -> Path:
    """Keep code that does something else than its source says, as an attacker would."""
    first = KeptCode(str(folder))
    for source in SOURCES:
        first.compile(source, "<made>", "exec")
    held: Any = vars(first)["_held"]
    for key in list(held):
        held[key] = compile(EVIL, "<evil>", "exec")
    first.keep()
    [file] = folder.iterdir()
    return file


def test_what_one_start_compiled_the_next_does_not(folder: Path, compiled: list[str]) -> None:
    kept(folder)
    assert compiled == SOURCES
    compiled.clear()
    second = KeptCode(str(folder))
    assert answers(second) == list(range(len(SOURCES)))
    assert compiled == []


def test_other_sources_names_modes_and_options_are_compiled(
    folder: Path, compiled: list[str]
) -> None:
    kept(folder)
    compiled.clear()
    second = KeptCode(str(folder))
    second.compile("answer = 0 ", "<made>", "exec")
    second.compile("answer = 0", "<other>", "exec")
    second.compile("answer", "<made>", "eval")
    second.compile("answer = 0", "<made>", "exec", 0, True)
    second.compile(b"answer = 0", "<made>", "exec")
    assert len(compiled) == 5
    with pytest.raises(SyntaxError):
        second.compile("answer =", "<made>", "exec")


def test_the_folder_and_the_file_are_closed_to_others(folder: Path) -> None:
    file = kept(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert file.stat().st_mode & 0o777 == 0o600


def test_code_in_a_trusted_file_is_what_runs(folder: Path) -> None:
    """Else the tests below would prove nothing."""
    poisoned(folder)
    with pytest.raises(SystemExit, match="another user"):
        answers(KeptCode(str(folder)))


def open_folder(file: Path) -> None:
    file.parent.chmod(0o755)


def open_file_to_writers(file: Path) -> None:
    file.chmod(0o620)


def open_file_to_all(file: Path) -> None:
    file.chmod(0o666)


def link_the_file(file: Path) -> None:
    elsewhere = file.parent.parent / "elsewhere"
    file.rename(elsewhere)
    file.symlink_to(elsewhere)


def link_the_folder(file: Path) -> None:
    elsewhere = file.parent.parent / "elsewhere"
    file.parent.rename(elsewhere)
    file.parent.symlink_to(elsewhere)


@pytest.mark.parametrize(
    "expose",
    [open_folder, open_file_to_writers, open_file_to_all, link_the_file, link_the_folder],
)
def test_what_others_could_have_written_is_not_run(
    folder: Path, expose: Callable[[Path], None]
) -> None:
    expose(poisoned(folder))
    assert answers(KeptCode(str(folder))) == list(range(len(SOURCES)))


def test_what_belongs_to_another_user_is_not_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    poisoned(folder)
    another = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: another)
    code = KeptCode(str(folder))
    assert answers(code) == list(range(len(SOURCES)))
    before = [(file.name, file.stat().st_mtime_ns) for file in folder.iterdir()]
    code.keep()
    assert [(file.name, file.stat().st_mtime_ns) for file in folder.iterdir()] == before


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root gives files away")
@pytest.mark.parametrize("given", ["folder", "file"])
def test_a_file_or_folder_given_to_another_user_is_not_used(folder: Path, given: str) -> None:
    file = poisoned(folder)
    os.chown(file if given == "file" else folder, 12345, -1)
    assert answers(KeptCode(str(folder))) == list(range(len(SOURCES)))


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def flip(data: bytes) -> bytes:
    return data[:-20] + bytes([data[-20] ^ 1]) + data[-19:]


def of_another_python(data: bytes) -> bytes:
    return data.replace(b"toolspec code", b"toolspec c0de", 1)


def no_marshal(data: bytes) -> bytes:
    stamp: bytes = vars(kept_code)["_STAMP"]
    content = b"\xff\xfe nothing of the kind"
    return stamp + zlib.crc32(content).to_bytes(4) + content


def empty(_data: bytes) -> bytes:
    return b""


@pytest.mark.parametrize("spoil", [cut, flip, of_another_python, no_marshal, empty])
def test_a_broken_file_is_as_none_and_is_written_anew(
    folder: Path, compiled: list[str], spoil: Callable[[bytes], bytes]
) -> None:
    file = kept(folder)
    whole = file.read_bytes()
    file.write_bytes(spoil(whole))
    compiled.clear()
    kept(folder)
    assert compiled == SOURCES
    compiled.clear()
    assert answers(KeptCode(str(folder))) == list(range(len(SOURCES)))
    assert compiled == []


def test_a_few_new_codes_are_not_worth_writing(folder: Path) -> None:
    file = kept(folder)
    before = file.stat().st_ino, file.stat().st_mtime_ns
    second = KeptCode(str(folder))
    second.compile("answer = 'new'", "<made>", "exec")
    second.keep()
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == before


def test_what_is_kept_is_bounded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = kept(folder)
    for at in range(kept_code.FILES_MAX + 3):
        (folder / f"{at}.code").write_bytes(b"of another environment")
        os.utime(folder / f"{at}.code", (at, at))
    file.unlink()
    answers(code := KeptCode(str(folder)))
    code.keep()
    names = {path.name for path in folder.iterdir()}
    assert len(names) == kept_code.FILES_MAX
    assert file.name in names
    assert "0.code" not in names
    monkeypatch.setattr(kept_code, "CODES_MAX", len(SOURCES) - 1)
    assert vars(KeptCode(str(folder)))["_held"] == {}


def test_no_failure_is_shown(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the folder's place")
    for folder in (None, tmp_path / "file", tmp_path / "missing" / "code"):
        code = KeptCode(None if folder is None else str(folder))
        assert answers(code) == list(range(len(SOURCES)))
        code.keep()
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_the_libraries_compile_by_memory_until_it_is_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch, compiled: list[str]
) -> None:
    library = ModuleType("library")
    monkeypatch.setitem(kept_code.sys.modules, "library", library)
    monkeypatch.setattr(kept_code, "COMPILING", ("library", "no_such_library"))
    code = KeptCode(str(folder))
    code.use()
    made: Any = eval("compile('6 * 7', '<made>', 'eval')", vars(library))
    assert eval(made) == 42
    assert compiled == ["6 * 7"]
    code.keep()
    assert "compile" not in vars(library)


def test_the_libraries_have_no_future_that_this_module_lacks() -> None:
    """The builtin compiles with the `__future__` imports of the module that calls it."""
    for name in (*kept_code.COMPILING, kept_code.__name__):
        found = {feature for feature in __future__.all_feature_names if _imports(name, feature)}
        assert found <= {"annotations"}, name


def _imports(name: str, feature: str) -> bool:
    module = import_module(name)
    return vars(module).get(feature) is getattr(__future__, feature)
