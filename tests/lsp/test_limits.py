"""Beyond stated limits the server does less, says so, and stays quick: on the real process."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from bench.lsp_client import RawClient
from bench.lsp_specs import spec_text
from tests.lsp.conftest import trace_text, write_trace

SPEC = 'traces "runs/*.json"\ncount search = 1\n'


def opened(client: RawClient, folder: Path, text: str = SPEC, **options: Any) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    uri = (folder / "a.toolspec").as_uri()
    client.initialize(folder, options=options or None)
    client.open(uri, text)
    return uri


def unread(client: RawClient, uri: str) -> str:
    items = client.about("diagnostic", uri)["items"]
    return "".join(item["message"] for item in items if item.get("code") == "unread")


def test_a_trace_beyond_the_limit_is_skipped_with_the_reason(
    client: RawClient, workspace: Path
) -> None:
    huge = workspace / "runs" / "huge.json"
    huge.touch()
    os.truncate(huge, 200 << 20)
    uri = opened(client, workspace)
    client.until(lambda: client.hints(uri), "the score of the other trace")
    said = client.until(lambda: unread(client, uri), "the reason")
    assert "huge.json" in said and "50 MB" in said and "maxTraceBytes" in said


def test_a_large_trace_is_read_while_the_editor_is_answered(
    client: RawClient, tmp_path: Path
) -> None:
    large = tmp_path / "runs" / "large.json"
    write_trace(large, "search")
    body = trace_text("search").rstrip("]\n")
    filler = '{"role": "user", "content": "' + "x" * 200_000 + '"}'
    with large.open("w", encoding="utf-8") as file:
        file.write(body)
        for _ in range(1000):
            file.write(",\n" + filler)
        file.write("\n]\n")
    assert large.stat().st_size > 200_000_000
    uri = opened(client, tmp_path, maxTraceBytes=1 << 30)
    waits: list[float] = []
    while not client.hints(uri):
        began = time.monotonic()
        client.about("hover", uri, position={"line": 1, "character": 8})
        waits.append(time.monotonic() - began)
        assert sum(waits) < 60
    assert max(waits) < 10, "the editor waited for the trace"
    assert client.hints(uri) == {1: "✓ 1.00"}
    assert client.leave() == 0


def test_of_thousands_of_traces_the_newest_are_kept_and_it_is_said(
    client: RawClient, tmp_path: Path
) -> None:
    runs = tmp_path / "runs"
    runs.mkdir()
    text = trace_text("search")
    now = time.time()
    for number in range(5000):
        path = runs / f"{number:04}.json"
        path.write_text(text, "utf-8")
        os.utime(path, (now - number, now - number))
    uri = opened(client, tmp_path, maxTraces=20)
    client.until(lambda: client.hints(uri), "a score")

    def titles() -> list[str]:
        return [lens["command"]["title"] for lens in client.about("codeLens", uri)]

    client.until(lambda: [title for title in titles() if "20 traces" in title], "20 traces")
    said = client.until(lambda: unread(client, uri), "the reason")
    assert "4980 trace files are not read" in said and "maxTraces" in said
    newest = write_trace(runs / "new.json", "search", "search")
    client.notify(
        "workspace/didChangeWatchedFiles", {"changes": [{"uri": newest.as_uri(), "type": 1}]}
    )
    client.until(lambda: client.hints(uri)[1].startswith("✗ 0.00"), "the newest trace")
    assert client.leave() == 0


def test_a_half_written_trace_keeps_the_old_scores_until_it_is_whole(
    client: RawClient, workspace: Path
) -> None:
    uri = opened(client, workspace)
    client.until(lambda: client.hints(uri), "a score")
    trace = workspace / "runs" / "one.json"
    whole = trace_text("search", "search")
    end = time.monotonic() + 1.5
    while time.monotonic() < end:
        trace.write_text(whole[: len(whole) // 2], "utf-8")
        time.sleep(0.1)
        assert client.hints(uri) == {1: "✓ 1.00"}
        assert unread(client, uri) == ""
    trace.write_text(whole, "utf-8")
    client.until(lambda: client.hints(uri)[1].startswith("✗ 0.00"), "the new score")


def test_a_trace_that_stays_broken_is_reported(client: RawClient, workspace: Path) -> None:
    broken = workspace / "runs" / "broken.json"
    broken.write_text('[{"role": ', "utf-8")
    os.utime(broken, (1, 1))
    uri = opened(client, workspace)
    assert "broken.json" in client.until(lambda: unread(client, uri), "the reason")
    assert client.until(lambda: client.hints(uri), "the score of the other trace")


def test_a_trace_that_goes_takes_its_scores_with_it(client: RawClient, workspace: Path) -> None:
    uri = opened(client, workspace)
    client.until(lambda: client.hints(uri), "a score")
    (workspace / "runs" / "one.json").unlink()
    client.until(lambda: not client.hints(uri), "the end of the score")


def test_a_spec_of_twenty_thousand_lines_gets_one_finding_and_quick_answers(
    client: RawClient, workspace: Path
) -> None:
    uri = opened(client, workspace, "count search = 1\n" * 20_000)
    (finding,) = client.about("diagnostic", uri)["items"]
    assert "20001 lines" in finding["message"] and "maxLines" in finding["message"]
    began = time.monotonic()
    for version in range(2, 42):
        place = {"line": 10_000, "character": 0}
        client.change(uri, version, {"range": {"start": place, "end": place}, "text": "x"})
        for method in ("hover", "completion", "definition"):
            client.about(method, uri, position=place)
        for method in ("documentSymbol", "foldingRange", "semanticTokens/full", "codeLens"):
            client.about(method, uri)
        assert client.hints(uri) == {}
    assert time.monotonic() - began < 40
    client.change(uri, 50, {"text": SPEC})
    client.until(lambda: client.hints(uri), "the score of a spec within the limit")


def test_opening_a_long_spec_of_new_lines_does_not_hold_up_other_answers(
    client: RawClient, workspace: Path
) -> None:
    uri = opened(client, workspace)
    client.until(lambda: client.hints(uri), "a score")
    long = (workspace / "long.toolspec").as_uri()
    client.open(long, spec_text(4000))
    asked = client.start("textDocument/documentSymbol", {"textDocument": {"uri": long}})
    assert client.about("hover", uri, position={"line": 1, "character": 8})
    symbols = client.wait(asked)["result"]
    assert len(symbols) > 2000
