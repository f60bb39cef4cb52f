"""Specs read before: the cache is quick, private, bounded, and never in the way."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

import toolspec
from tests.cli.cli_files import Run, trajectory, write
from toolspec.cli import cache as cache_module
from toolspec.cli.cache import Cache, cache_key, open_cache
from toolspec.engine.spec_json import UnstorableError, spec_from_json, to_json

SPEC = "tool @r = view | /^read_/ | get_*\nforbid @r <must path: /x$/i, n: {a: [1, /x/]}>\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "toolspec"


def _never(*_: object) -> None:
    pytest.fail("parsed again")


def judged(run: Run) -> int:
    write("run.json", trajectory("search"))
    write("s.toolspec", "count search = 1\n")
    ran = run("check", "run.json", "s.toolspec")
    assert ran.status == 0
    return ran.status


def entries(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.json"))


def test_a_spec_read_once_is_kept_in_a_folder_closed_to_others(run: Run, folder: Path) -> None:
    judged(run)
    [entry] = entries(folder)
    assert entry.stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700
    assert json.loads(entry.read_text())["kept"]["problems"] == []


def test_a_kept_spec_is_not_parsed_again(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged(run)
    reader = sys.modules["toolspec.dsl.read"]
    monkeypatch.setattr(reader, "read", _never)
    judged(run)


def test_another_text_or_another_version_is_another_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = {
        cache_key(b"forbid rm", "a"),
        cache_key(b"forbid ls", "a"),
        cache_key(b"forbid rm", "b"),
    }
    monkeypatch.setattr(cache_module, "__version__", "9")
    keys.add(cache_key(b"forbid rm", "a"))
    assert len(keys) == 4


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x80\x04cposix\nsystem\n.",
        b"[]",
        b'{"key": "else", "kept": {}}',
        b'{"kept": {"spec": ["spec.Spec"], "problems": []}}',
        b"[" * 100_000,
    ],
)
def test_a_corrupt_entry_is_ignored_and_replaced(run: Run, folder: Path, content: bytes) -> None:
    judged(run)
    [entry] = entries(folder)
    good = entry.read_bytes()
    entry.write_bytes(content)
    judged(run)
    assert entry.read_bytes() == good


def test_an_entry_with_another_spec_shape_is_ignored(run: Run, folder: Path) -> None:
    judged(run)
    [entry] = entries(folder)
    kept = json.loads(entry.read_text())
    kept["kept"]["spec"] = ["pattern.Name", "rm"]
    entry.write_text(json.dumps(kept))
    judged(run)


@pytest.mark.parametrize(
    "stored",
    [
        ["os.system", "true"],
        ["rules.forbid.call_phrase", 1],
        ["pattern.quoted", "x"],
        ["pattern.Trace"],
        ["spec.Mapping"],
        ["rules....Name"],
        [["spec.Spec"]],
        {"spec": 1},
        ["spec.Spec", ["("], ["("], ["("], None, ["{"], 7],
        None,
    ],
)
def test_stored_text_can_make_specs_and_nothing_else(stored: object) -> None:
    with pytest.raises(UnstorableError):
        spec_from_json([[], stored])
    with pytest.raises(UnstorableError):
        spec_from_json(stored)


def test_every_spec_comes_back_as_it_was() -> None:
    spec = toolspec.parse(SPEC)
    again = spec_from_json(json.loads(json.dumps(to_json(spec))))
    assert again == spec
    assert str(again) == str(spec)
    trace = toolspec.Trace([toolspec.called("read_it", {"path": "A/X", "n": {"a": [1, "x"]}})])
    assert again.check(trace).to_dict() == spec.check(trace).to_dict()


def test_the_examples_of_all_kinds_come_back_as_they_were() -> None:
    from toolspec.engine.rules import kinds

    count = 0
    for kind in kinds():
        for example in kind.examples:
            spec = toolspec.parse(example.spec)
            assert spec_from_json(json.loads(json.dumps(to_json(spec)))) == spec
            count += 1
    assert count > 20


def test_a_folder_others_may_write_to_is_not_used(run: Run, folder: Path) -> None:
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    judged(run)
    assert entries(folder) == []


def test_a_link_in_the_folders_place_is_not_followed(
    run: Run, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    folder.parent.mkdir(parents=True)
    folder.symlink_to(tmp_path / "elsewhere")
    judged(run)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_an_entry_others_may_write_is_not_read(run: Run, folder: Path) -> None:
    judged(run)
    [entry] = entries(folder)
    entry.chmod(0o666)
    assert Cache(str(folder)).get(entry.stem) is None


def test_it_can_be_switched_off(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write("run.json", trajectory("search"))
    write("s.toolspec", "count search = 1\n")
    run("check", "run.json", "s.toolspec", "--no-cache")
    assert not folder.exists()
    monkeypatch.setenv("TOOLSPEC_CACHE", "off")
    judged(run)
    assert not folder.exists()


def test_a_cache_that_cannot_be_written_is_no_problem(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_text("a file in its place")
    judged(run)
    monkeypatch.setenv("XDG_CACHE_HOME", "relative/is/not/allowed")
    monkeypatch.setenv("HOME", "nowhere")
    judged(run)


def test_its_size_is_bounded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "ENTRIES_MAX", 20)
    cache = open_cache()
    for at in range(100):
        cache.put(f"{at}", {"n": at})
    assert len(entries(folder)) <= 20
    assert cache.get("99") == {"n": 99}
    cache.put("big", "x" * cache_module.ENTRY_BYTES_MAX)
    assert cache.get("big") is None
    assert all(path.suffix == ".json" for path in folder.iterdir())


def test_a_folder_among_the_entries_is_let_be(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The language server keeps its own there."""
    monkeypatch.setattr(cache_module, "ENTRIES_MAX", 4)
    cache = open_cache()
    (folder / "code").mkdir()
    os.utime(folder / "code", (0, 0))
    for at in range(20):
        cache.put(f"{at}", {"n": at})
    assert cache.get("19") == {"n": 19}
    assert (folder / "code").is_dir()
