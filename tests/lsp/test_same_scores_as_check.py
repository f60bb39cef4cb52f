"""A running server finds in a spec and its traces what `toolspec check` finds, rule by rule."""

from __future__ import annotations

import contextlib
import io
import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bench.lsp_client import RawClient
from tests.lsp.conftest import write_trace
from toolspec.__main__ import main
from toolspec.dsl.read import read
from toolspec.lsp.features.diagnostics.findings import UNKNOWN_TOOL
from toolspec.lsp.features.inlay_hints import SIGNS

EXAMPLES = Path(__file__).parents[2] / "examples"
SEVERITIES = {1: "error", 2: "warning", 3: "information", 4: "hint"}
STATUSES = {sign: status for status, sign in SIGNS.items()}

FAILING = {
    "every kind": """\
count: search = 2, fetch >= 1
order: search -> answer -> fetch weight 3
order strict: search -> fetch
sequence: answer ->
    fetch <n: 1>   # two lines
args: search <n: 0>, fetch <n: 7> pass 0.5
args subset: fetch <n: 1>, answer <m: 1>
output: search = "rain"
require fetch <n: 7> as "far off"
require fetch <must key: 1>
require answer final
forbid fetch | search
forbid search <must key: 2>
only: search, fetch
each fetch: after search
each nothing: ok
limit: calls <= 2, repeats = 0, failures = 0
answer "done"
require answer if nothing
count fetch = 1 soft per agent
""",
    "blocks": """\
any as "either way" {
  count fetch = 7
  require nothing
}
any {
  require answer
  forbid nothing
}
after search {
  forbid fetch
  per <n> {
    count fetch = 1
  }
}
after nothing {
  require fetch
}
""",
    "cases": """\
forbid answer
case "one" {
  count search = 1
  count fetch = 2
}
case "two" {
  count search = 1
}
case "three" {
  count search = 1
}
""",
    "problems": """\
kount search = 1
count search >= 0
count serch = 0
tool @unused = search
count fetch = 1
count fetch = 1
order: search -> -> answer
forbid fetch <n: 1
forbid fetch   # 😀 東京
count "検索" = 1
forbid @nothing
""",
}


def prepared(folder: Path, name: str) -> Path:
    """Return a spec in a folder of its own, with the traces it names."""
    if (EXAMPLES / name).is_dir():
        shutil.copytree(EXAMPLES / name, folder)
        return folder / f"{name}.toolspec"
    write_trace(folder / "runs" / "one.json", "search", "fetch", "answer")
    write_trace(folder / "runs" / "two.json", "fetch", "fetch", "lookup", "answer")
    spec = folder / "spec.toolspec"
    spec.write_text(f'traces "runs/*.json"\n{FAILING[name]}', "utf-8", newline="")
    return spec


def checked(spec: Path) -> Any:
    """Return what `toolspec check` reports."""
    written = io.StringIO()
    with contextlib.chdir(spec.parent), contextlib.redirect_stdout(written):
        main(["check", spec.name, "--format", "json"])
    return json.loads(written.getvalue())


Scores = dict[int, tuple[str, str]]
Problems = list[tuple[Any, ...]]


def scores_of(judged: Any) -> Scores:
    """Return each rule's status and score by the line that it ends on, as a label shows them."""
    found: Scores = {}
    for rule in judged["rules"]:
        known = rule["status"] in ("pass", "fail")
        score = rule["score"] if rule["score"] in (1, None) else min(rule["score"], 0.99)
        score = f"{score:.2f}" if known else "skip" if rule["status"] == "skip" else "----"
        found[rule["line"] + rule["source"].count("\n")] = rule["status"], score
    return found


def shown(client: RawClient, uri: str) -> Scores:
    labels = {line: label.split() for line, label in client.hints(uri).items()}
    return {line + 1: (STATUSES[words[0]], words[1]) for line, words in labels.items()}


def findings(client: RawClient, uri: str) -> list[dict[str, Any]]:
    return client.about("diagnostic", uri)["items"]


NAMES = sorted([*FAILING, *(path.parent.name for path in EXAMPLES.glob("*/*.toolspec"))])


@pytest.mark.parametrize("name", NAMES)
def test_problems_statuses_and_scores_are_the_same(
    client: RawClient, tmp_path: Path, name: str
) -> None:
    spec = prepared(tmp_path / "w", name)
    report, uri = checked(spec), spec.as_uri()
    # What cannot be read whole is not judged on the command line; an editor shows what it can.
    assert report["traces"] or any(item["severity"] == "error" for item in report["problems"])
    client.initialize(spec.parent, options={"status": True})
    client.open(uri, spec.read_text("utf-8"))
    client.until(lambda: client.hints(uri), "scores")
    for judged in report["traces"]:
        choose(client, uri, spec.parent, judged)
        wanted = scores_of(judged)
        statuses = Counter(rule["status"] for rule in judged["rules"])
        counted_by = {"passed": judged["passed"], "rules": len(judged["rules"]), **statuses}
        counts = {name: count for name, count in counted_by.items() if count != 0}

        def counted(path: str = str(spec.parent / judged["path"])) -> dict[str, Any]:
            told = [note["params"] for note in client.notes if note["method"] == "toolspec/status"]
            last: dict[str, Any] = told[-1] if told else {}
            trace: dict[str, Any] | None = last.get("trace")
            if trace is None or trace["path"] != path:
                return {}
            shown: dict[str, Any] = last["shown"] or {}
            return {name: count for name, count in shown.items() if count != 0}

        with contextlib.suppress(TimeoutError):
            client.until(lambda held=counts, now=counted: now() == held, "its counts", 20)
        assert counted() == counts

        def now(wanted: Scores = wanted) -> Scores:
            return {line: score for line, score in shown(client, uri).items() if line in wanted}

        with contextlib.suppress(TimeoutError):
            client.until(lambda wanted=wanted, now=now: now() == wanted, "its scores", 20)
        assert now() == wanted
        summaries = {
            rule["line"]: rule["summary"]
            for rule in judged["rules"]
            if rule["status"] not in ("pass", "skip")
        }

        def told(judged: Any = judged) -> dict[int, str]:
            lines = [
                entry.line.row for entry in read(spec.read_text("utf-8")).entries if entry.rule
            ]
            statuses = {rule["line"]: rule["status"] for rule in judged["rules"]}
            found: dict[int, str] = {}
            for item in findings(client, uri):
                # What decides may be in a later line of its rule.
                at = item["range"]["start"]["line"] + 1
                line = max((one for one in lines if one <= at), default=0)
                if statuses.get(line) == item["code"]:
                    found[line] = item["message"]
            return found

        # Another trace may have had the same scores: the reasons come with its own.
        with contextlib.suppress(TimeoutError):
            client.until(lambda told=told, held=summaries: told() == held, "its reasons", 20)
        assert told() == summaries
    assert problems(client, uri) == reported(report)


def choose(client: RawClient, uri: str, folder: Path, judged: Any) -> None:
    for case in {None, judged["case"]}:
        arguments = [uri, case, str(folder / judged["path"])]
        command = {"command": "toolspec.chooseTrace", "arguments": arguments}
        assert client.request("workspace/executeCommand", command) is None


def problems(client: RawClient, uri: str) -> Problems:
    """Return the server's problems: code, severity, line and column (from 1, in UTF-16 units)."""
    return sorted(
        (
            item["code"],
            SEVERITIES[item["severity"]],
            item["range"]["start"]["line"] + 1,
            item["range"]["start"]["character"] + 1,
        )
        for item in findings(client, uri)
        if item["code"].startswith("TS") and item["code"] != UNKNOWN_TOOL
    )


def reported(report: Any) -> Problems:
    # No example has a character of two units before a problem on its line.
    return sorted(
        (
            item["code"],
            item["severity"],
            item["line"],
            item["column"],
        )
        for item in report["problems"]
        if item["code"] != UNKNOWN_TOOL
    )


def test_the_specs_have_every_status_and_many_problems(tmp_path: Path) -> None:
    reports = [checked(prepared(tmp_path / name, name)) for name in FAILING]
    rules = [rule for one in reports for judged in one["traces"] for rule in judged["rules"]]
    assert {rule["status"] for rule in rules} == set(SIGNS)
    assert {rule["kind"].split()[0] for rule in rules} == {
        "count", "order", "sequence", "args", "output", "require", "forbid", "only", "each",
        "limit", "answer", "any",
    }  # fmt: skip
    assert len({item["code"] for one in reports for item in one["problems"]}) > 5
