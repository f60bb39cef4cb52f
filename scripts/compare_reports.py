"""Compare the JSON reports of two revisions: `python3 dev.py reports BEFORE FOLDER [--shown N]`.

Every file of FOLDER is checked by a fixed spec and by a spec about its own tools, with the code of
BEFORE and with the code of this checkout. Differences are printed by their place in the report:
first verdicts, scores and other fields, then sentences.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

ROOT = Path(__file__).resolve().parent.parent

SPEC = """
count * >= 1
count * <= 10
count /e/ >= 2
count no_such_tool = 0
forbid /delete|remove|drop/
forbid /a/ <path: ...>
forbid * result /[Ee]rror/
require *
require * final
require * min 2
require /a|e/ before step 2
require * at step 1
require * result /./
require * <path: /./>
order: * -> *
order strict: /read|get|search/ -> *
sequence: * -> /e/ -> *
sequence: * <path: ...> -> *
args * subset <path: /./>
args subset: * <query: ...>
args * <query: ...>
output * = /./
output strict: * = "x"
count strict: * >= 1
"""

SENTENCES = {"summary", "text", "message", "lacks", "name", "hint", "why"}
"""Fields that are written for people, and may become better."""

WORKER = """
import contextlib, io, json, sys
from toolspec.cli.app import run
for line in sys.stdin:
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(io.StringIO()):
        status = run(["check", *json.loads(line), "--format", "json", "--no-cache"])
    try:
        report = json.loads(said.getvalue())
    except ValueError:
        report = said.getvalue()
    print(json.dumps({"status": status, "report": report}), flush=True)
"""


def main() -> int:
    """Print what differs. Return 1 where a verdict, a score or another field does."""
    parser = argparse.ArgumentParser(description="Compare the JSON reports of two revisions.")
    parser.add_argument("before", help="a revision of this repository")
    parser.add_argument("folder", type=lambda path: Path(path).resolve(), help="traces")
    parser.add_argument("--shown", type=int, default=3, help="examples of each difference")
    options = parser.parse_args()
    files = sorted(path for path in options.folder.rglob("*") if path.is_file())
    with tempfile.TemporaryDirectory() as folder:
        old = Path(folder) / "before"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--detach", "--quiet", str(old), options.before], check=True)
        try:
            specs = [*written(Path(folder), old, files)]
            before, now = reports(old, specs), reports(ROOT, specs)
        finally:
            subprocess.run([*git, "remove", "--force", str(old)], check=True)
    return print_differences(files, before, now, options.shown)


def written(folder: Path, old: Path, files: Sequence[Path]) -> Iterator[list[str]]:
    """Write the specs; yield for each trace its path and theirs."""
    fixed = folder / "fixed.toolspec"
    fixed.write_text(SPEC, "utf-8")
    first = reports(old, [[str(path), str(fixed)] for path in files])
    for number, (path, made) in enumerate(zip(files, first, strict=True)):
        own = folder / f"own_{number}.toolspec"
        own.write_text(own_rules(list(dict.fromkeys(tools_in(made)))), "utf-8")
        yield [str(path), str(fixed), str(own)]


def tools_in(report: Any) -> Iterator[str]:
    """Yield the tools of the calls that a report names."""
    if isinstance(report, dict):
        members = cast("dict[str, Any]", report)
        if isinstance(members.get("tool"), str):
            yield members["tool"]
        for inner in members.values():
            yield from tools_in(inner)
    elif isinstance(report, list):
        for inner in cast("list[Any]", report):
            yield from tools_in(inner)


def own_rules(tools: Sequence[str]) -> str:
    """Return a spec about the first of these tools."""
    names = [json.dumps(tool) for tool in tools[:4]] or ["none"]
    lines = [f"count {name} = 1" for name in names]
    lines += [f"order{mode}: {' -> '.join(names)}" for mode in ("", " strict")]
    lines += [f"sequence: {' -> '.join(reversed(names))}", f"require {names[-1]} final"]
    lines += [f"forbid {names[0]} result /./"]
    lines += [f"args {name} subset <id: ...>" for name in names]
    lines += [f"output {name} = /./" for name in names]
    return "\n".join(lines) + "\n"


def reports(checkout: Path, arguments: Sequence[Sequence[str]]) -> list[Any]:
    """Return the report of each `check` as the code of a checkout gives it."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src"), "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-c", WORKER],
        input="".join(json.dumps(one) + "\n" for one in arguments),
        capture_output=True, text=True, env=environment, cwd=checkout, check=True,
    )  # fmt: skip
    return [json.loads(line) for line in done.stdout.splitlines()]


def print_differences(
    files: Sequence[Path], before: Sequence[Any], now: Sequence[Any], shown: int
) -> int:
    """Print what differs, by its place. Return 1 if more than sentences differ."""
    places: dict[str, list[tuple[Path, str, Any, Any]]] = defaultdict(list)
    same = 0
    for path, old, new in zip(files, before, now, strict=True):
        differing = list(differences(old, new, ""))
        same += not differing
        for place, where, one, other in differing:
            places[place].append((path, where, one, other))
    print(f"{len(files)} files, {same} with equal reports")
    judged = [place for place in places if not is_said(place)]
    for place in sorted(places, key=lambda place: (is_said(place), place)):
        differing = places[place]
        many = len({path for path, *_ in differing})
        print(f"\n{place}: {len(differing)} in {many} files")
        for path, where, one, other in differing[:shown]:
            print(f"  {path.parent.name}/{path.name} {where}")
            print(f"    - {brief(one)}\n    + {brief(other)}")
    return 1 if judged else 0


def is_said(place: str) -> bool:
    """Tell whether a place of the report holds words for people."""
    last = place.rstrip("[]").rsplit(".", 1)[-1]
    return last in SENTENCES or "justification" in place or "problems" in place


def brief(value: Any) -> str:
    """Return a value as JSON, cut to a readable length."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 240 else text[:239] + "…"


def differences(
    old: Any, new: Any, place: str, rule: str = ""
) -> Iterator[tuple[str, str, Any, Any]]:
    """Yield the place, the rule's text and both values of what differs."""
    if isinstance(old, dict) and isinstance(new, dict):
        one, other = cast("dict[str, Any]", old), cast("dict[str, Any]", new)
        rule = str(one.get("source", rule))
        for key in {**one, **other}:
            if key != "spec":
                values = one.get(key, "<missing>"), other.get(key, "<missing>")
                yield from differences(*values, f"{place}.{key}", rule)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):  # type: ignore[arg-type]
        for one, other in zip(cast("list[Any]", old), cast("list[Any]", new), strict=True):
            yield from differences(one, other, f"{place}[]", rule)
    elif old != new:
        yield place, rule, old, new


if __name__ == "__main__":
    sys.exit(main())
