"""How the server's processes end, are cancelled, and come back."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bench.lsp_client import RawClient
from tests.lsp.conftest import write_trace

SPEC = 'traces "runs/*.json"\ncount search = 1\norder: fetch -> search\n'

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and /proc")


def children(pid: int) -> list[int]:
    done = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, check=True)
    pairs = [tuple(map(int, line.split())) for line in done.stdout.decode().splitlines()]
    return [child for child, parent in pairs if parent == pid]


def runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def judge_of(client: RawClient) -> int:
    return client.until(lambda: children(client.process.pid), "a judge")[0]


@contextmanager
def scored(workspace: Path) -> Generator[tuple[RawClient, str]]:
    """Yield a client whose spec has its scores."""
    uri = (workspace / "a.toolspec").as_uri()
    with RawClient() as client:
        client.initialize(workspace)
        client.open(uri, SPEC)
        client.until(lambda: len(client.hints(uri)) == 2, "scores")
        yield client, uri


def test_exit_after_shutdown_ends_with_0_and_without_it_with_1() -> None:
    with RawClient() as client:
        client.initialize()
        assert client.request("shutdown") is None
        after = client.request("textDocument/hover", {})
        assert after["code"] == -32600
        client.notify("exit")
        assert client.ended() == 0
        assert client.stray == []
    with RawClient() as client:
        client.initialize()
        client.notify("exit")
        assert client.ended() == 1
    with RawClient() as client:
        client.notify("exit")
        assert client.ended() == 1


def test_the_server_and_its_judge_end_when_the_editor_closes_the_pipe(workspace: Path) -> None:
    with scored(workspace) as (client, _):
        judge = judge_of(client)
        assert client.process.stdin
        client.process.stdin.close()
        assert client.ended() == 1
        client.until(lambda: not runs(judge), "the end of the judge")


def test_the_judge_ends_when_the_server_is_killed(workspace: Path) -> None:
    with scored(workspace) as (client, _):
        judge = judge_of(client)
        client.process.kill()
        assert client.ended() == -signal.SIGKILL
        client.until(lambda: not runs(judge), "the end of the judge")


def test_the_server_ends_when_the_process_that_started_it_dies() -> None:
    """The pipe may live on in another process, so its end alone says nothing."""
    parent = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    with RawClient() as client:
        client.initialize(processId=parent.pid)
        parent.kill()
        parent.wait()
        assert client.ended() == 1


def test_a_judge_that_dies_is_started_again_and_the_scores_come_back(workspace: Path) -> None:
    with scored(workspace) as (client, uri):
        judge = judge_of(client)
        os.kill(judge, signal.SIGKILL)
        write_trace(workspace / "runs" / "one.json", "search", "search")
        client.until(
            lambda: client.hints(uri).get(1, "").startswith("✗ 0.00"), "the scores of the new trace"
        )
        assert judge_of(client) != judge
        assert client.leave() == 0


def test_after_five_deaths_the_server_goes_on_without_scores_and_says_so_once(
    workspace: Path,
) -> None:
    with scored(workspace) as (client, uri):
        dead: set[int] = set()

        def kill_next() -> bool:
            for pid in set(children(client.process.pid)) - dead:
                dead.add(pid)
                os.kill(pid, signal.SIGKILL)
            return bool(said())

        def said() -> list[Any]:
            return [one for one in client.asked if one["method"] == "window/showMessageRequest"]

        client.until(kill_next, "the message")
        assert len(dead) == 5
        assert client.hints(uri) == {}
        client.change(uri, 2, {"text": SPEC + "kount x\n"})
        found = client.about("diagnostic", uri)["items"]
        assert [item["code"] for item in found if item["severity"] == 1]
        position = {"line": 1, "character": 8}
        tool = client.about("hover", uri, position=position)["contents"]["value"]
        assert "Scoring has stopped" in tool and "in no recent trace" not in tool
        rule = {"line": 1, "character": 2}
        hover = client.about("hover", uri, position=rule)["contents"]["value"]
        assert "Scoring has stopped" in hover and "No trace" not in hover
        lenses = client.about("codeLens", uri)
        assert [lens["command"]["command"] for lens in lenses] == ["toolspec.restartJudge"]
        assert lenses[0]["command"]["title"].startswith("scoring has stopped")
        assert client.about("definition", uri, position=position) == []
        assert client.request("toolspec/traces", {"uri": uri}) == []
        assert len(said()) == 1
        command: Any = {"command": "toolspec.restartJudge", "arguments": []}
        client.request("workspace/executeCommand", command)
        client.until(lambda: client.hints(uri), "scores again")
        assert client.leave() == 0


def test_a_cancelled_request_is_answered_at_once_with_its_own_error(workspace: Path) -> None:
    with scored(workspace) as (client, uri):
        judge = judge_of(client)
        os.kill(judge, signal.SIGSTOP)  # what asks the judge now waits
        try:
            number = client.start("toolspec/traces", {"uri": uri})
            client.notify("$/cancelRequest", {"id": number})
            assert client.wait(number)["error"]["code"] == -32800
            assert client.about("foldingRange", uri) == []
        finally:
            os.kill(judge, signal.SIGCONT)


def test_a_request_cancelled_before_its_turn_is_never_begun(workspace: Path) -> None:
    with scored(workspace) as (client, uri):
        hover = {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 8}}
        messages = [
            {"jsonrpc": "2.0", "id": f"r{at}", "method": "textDocument/hover", "params": hover}
            for at in range(50)
        ]
        messages += [
            {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": f"r{at}"}}
            for at in range(49)
        ]
        bodies = [json.dumps(message).encode() for message in messages]
        client.send_bytes(b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(b), b) for b in bodies))
        answers = {answer["id"]: answer for answer in (client.unclaimed() for _ in range(50))}
        assert len(answers) == 50
        assert answers["r49"]["result"]
        codes = [answers[f"r{at}"].get("error", {}).get("code") for at in range(49)]
        assert codes.count(-32800) > 25
        assert set(codes) <= {-32800, None}


def test_a_cancel_that_comes_too_late_or_means_nothing_is_ignored(workspace: Path) -> None:
    with scored(workspace) as (client, uri):
        position = {"line": 1, "character": 8}
        assert client.about("hover", uri, position=position)
        for params in ({"id": 1}, {"id": "unknown"}, {"id": [1]}, {}, None):
            client.notify("$/cancelRequest", params)
        assert client.about("hover", uri, position=position)
        assert client.leave() == 0
        assert not [line for line in client.errors if "rror" in line]


def test_the_log_goes_to_a_file_where_asked(tmp_path: Path, workspace: Path) -> None:
    log = tmp_path / "server.log"
    command = [sys.executable, "-m", "toolspec", "lsp", "--log-level", "info"]
    with RawClient(command=[*command, "--log-file", str(log)]) as client:
        client.initialize(workspace, options={"maxLine": 3})
        assert client.leave() == 0
        assert client.stray == []
        assert client.errors == []
    assert "maxLine" in log.read_text("utf-8")
