"""`toolspec collect` as a process: commands, ports, folders, and what survives `kill -9`."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

import toolspec
from tests.collect.sending import JSON, request, span
from toolspec.cli.commands.collect import parser
from toolspec.collect.limits import MEGABYTE, ReceiverLimits

SOURCE = str(Path(__file__).resolve().parents[2] / "src")
ENVIRONMENT = {**os.environ, "PYTHONPATH": SOURCE}
AGENT = """
import sys
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
for tool in sys.argv[1:]:
    with provider.get_tracer("agent").start_as_current_span("execute_tool " + tool) as span:
        span.set_attribute("gen_ai.operation.name", "execute_tool")
        span.set_attribute("gen_ai.tool.name", tool)
provider.shutdown()
sys.exit(7 if "crash" in sys.argv else 0)
"""

KILLS = int(os.environ.get("TOOLSPEC_KILLS", "3"))
"""How often a collector is killed; TOOLSPEC_KILLS=20 for a long run."""


def collect(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "toolspec", "collect", *words],
        cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


@contextmanager
def collector(
    folder: Path, *words: str
) -> Generator[tuple[subprocess.Popen[str], int], None, None]:
    """Run a collector without a command; yield it and its port."""
    command = [sys.executable, "-m", "toolspec", "collect", "--port", "0", "--no-grpc", *words]
    process = subprocess.Popen(
        command, cwd=folder, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    try:
        port = re.search(r"http://127\.0\.0\.1:(\d+)", process.stderr.readline())
        assert port is not None
        yield process, int(port[1])
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


def test_a_command_sends_its_traces_with_no_change_and_is_checked_when_it_ends(
    tmp_path: Path,
) -> None:
    (tmp_path / "agent.py").write_text(AGENT)
    (tmp_path / "s.toolspec").write_text("forbid rm\n")
    good = collect("--", sys.executable, "agent.py", "search", folder=tmp_path)
    assert good.returncode == 0, good.stderr
    assert "1 passed" in good.stdout
    bad = collect("--", sys.executable, "agent.py", "search", "rm", folder=tmp_path)
    assert bad.returncode == 1
    assert "call 1, rm is forbidden" in bad.stdout
    assert "2 traces: 1 passed, 1 did not" in bad.stdout, "only the traces of this run"
    assert len(list((tmp_path / ".toolspec/traces").glob("*.jsonl"))) == 3
    assert (tmp_path / ".toolspec/.gitignore").read_text() == "*\n"


def test_a_commands_own_failure_is_the_status_and_options_after_the_dashes_are_its_own(
    tmp_path: Path,
) -> None:
    (tmp_path / "agent.py").write_text(AGENT)
    assert collect("--", sys.executable, "agent.py", "crash", folder=tmp_path).returncode == 7
    silent = collect("--", sys.executable, "-c", "pass", folder=tmp_path)
    assert silent.returncode == 2
    assert "the command sent no spans" in silent.stderr
    missing = collect("--", "no-such-command", folder=tmp_path)
    assert missing.returncode == 127
    assert "`no-such-command` cannot be run" in missing.stderr
    for words in (("python", "agent.py"), ("--",)):
        refused = collect(*words, folder=tmp_path)
        assert refused.returncode == 2
        assert "--" in refused.stderr


def test_the_options_are_the_limits_that_the_collector_has_by_itself() -> None:
    options, limits = parser().parse_args([]), ReceiverLimits()
    assert options.idle == limits.idle_s
    assert options.max_age == limits.days_max
    assert options.max_traces == limits.traces_max
    assert options.max_size * MEGABYTE == limits.bytes_max


def test_a_port_that_is_taken_and_a_folder_that_cannot_be_used_are_said(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        for words, option in ((("--no-grpc",), "--port"), (("--grpc-port", port), "--grpc-port")):
            free = "0" if option == "--grpc-port" else port
            ended = collect("--port", free, *words, folder=tmp_path)
            assert ended.returncode == 2
            assert ended.stderr.strip().splitlines() == [
                f"error: cannot listen on 127.0.0.1 port {port}: Address already in use",
                f"  = help: stop what listens there, or choose another with {option}",
            ]
    (tmp_path / "file").write_text("")
    ended = collect("--folder", "file/traces", folder=tmp_path)
    assert ended.returncode == 2
    assert "this folder cannot be written to" in ended.stderr
    with collector(tmp_path) as (process, _):
        ended = collect("--port", "0", folder=tmp_path)
    assert ended.returncode == 2
    assert f"another `toolspec collect` (process {process.pid}) writes" in ended.stderr


def test_a_folder_that_is_read_only_is_said(tmp_path: Path) -> None:
    folder = "traces"
    (tmp_path / folder).mkdir(mode=0o500)
    if os.geteuid() == 0:  # who may write everywhere but into what the kernel shows
        if not Path("/sys/kernel").is_dir():
            pytest.skip("no folder that root may not write to")
        folder = "/sys/kernel/traces"
    ended = collect("--folder", folder, folder=tmp_path)
    assert ended.returncode == 2
    assert "this folder cannot be written to: " in ended.stderr
    assert "name another one with --folder" in ended.stderr


def test_what_was_written_is_counted_at_the_end(tmp_path: Path) -> None:
    with collector(tmp_path, "--idle", "0") as (process, port):
        connection = http.client.HTTPConnection("127.0.0.1", port)
        for number in (1, 2):
            body = json.dumps(request(span(number, 1), span(number, 2)))
            connection.request("POST", "/v1/traces", body, JSON)
            connection.getresponse().read()
        connection.close()
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        said = process.stderr.read()
        process.wait(30)
    assert said.endswith("toolspec collect: 4 spans written, 2 traces finished\n")


def test_on_another_address_a_token_is_made_and_asked_for(tmp_path: Path) -> None:
    words = ["collect", "--port", "0", "--no-grpc", "--host", "0.0.0.0"]
    process = subprocess.Popen(
        [sys.executable, "-m", "toolspec", *words],
        cwd=tmp_path, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stderr is not None
    try:
        said = [process.stderr.readline() for _ in range(3)]
        port = re.search(r":(\d+)", said[0])
        token = re.search(r"Authorization=(\S+)", said[2])
        assert port is not None
        assert token is not None
        connection = http.client.HTTPConnection("127.0.0.1", int(port[1]))
        for headers, status in (({}, 401), ({"Authorization": token[1]}, 200)):
            body = json.dumps(request(span(1, 1)))
            connection.request("POST", "/v1/traces", body, {**JSON, **headers})
            answer = connection.getresponse()
            answer.read()
            assert answer.status == status
            connection.close()
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)
        process.stderr.close()


def test_every_acknowledged_span_survives_kill_9_and_no_file_is_broken(tmp_path: Path) -> None:
    acknowledged: set[tuple[int, int]] = set()
    lock = threading.Lock()

    def send(port: int, sender: int, round: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        with suppress(OSError, http.client.HTTPException):
            for number in range(1, 100_000):
                trace = 1 + (sender * 7 + number) % 20
                unique = round * 10_000_000 + sender * 1_000_000 + number
                body = json.dumps(request(span(trace, unique, note="x" * 300)))
                connection.request("POST", "/v1/traces", body, JSON)
                answer = connection.getresponse()
                answer.read()
                if answer.status == 200:
                    with lock:
                        acknowledged.add((trace, unique))

    for round in range(1, KILLS + 1):
        with collector(tmp_path, "--idle", "0.2") as (process, port):
            senders = [
                threading.Thread(target=send, args=(port, sender, round)) for sender in range(4)
            ]
            for sender in senders:
                sender.start()
            aim = len(acknowledged) + 50
            while len(acknowledged) < aim and any(one.is_alive() for one in senders):
                senders[0].join(0.01)
            process.send_signal(signal.SIGKILL)
            for sender in senders:
                sender.join()
    assert len(acknowledged) >= 50 * KILLS
    with collector(tmp_path) as (process, _):
        process.send_signal(signal.SIGINT)
        process.wait(30)
    kept = {
        (int(path.name[:32], 16), int(call.span_id or "", 16))
        for path in (tmp_path / ".toolspec/traces").glob("*.jsonl")
        for trace in toolspec.load_traces(path)
        for call in trace.calls
    }
    assert acknowledged <= kept
