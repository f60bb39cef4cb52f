"""A folder with a spec, a collector, and an agent that calls a tool when it is told to."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from testbed import ROOT

SPEC = 'traces ".toolspec/traces/*.jsonl"\n\nrequire search\nforbid wipe\n'
HERE = Path(__file__).parent


class Agent:
    """An agent whose spans go to a collector."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def call(self, tool: str) -> float:
        """Call a tool; return when its span was acknowledged, in seconds of the clock."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{tool}\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())


@contextmanager
def collector(folder: Path, protocol: str) -> Generator[dict[str, str]]:
    """Run `toolspec collect` in a folder; give the environment by which agents find it."""
    command = [sys.executable, "-m", "toolspec", "collect", "--port", "0", "--grpc-port", "0"]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    wanted = "(gRPC)" if protocol == "grpc" else "(HTTP)"
    line = next((line for line in process.stdout if wanted in line), "")
    address = re.search(r"http://[0-9.]+:[0-9]+", line)
    try:
        assert address is not None
        yield {
            **os.environ,
            "OTEL_EXPORTER_OTLP_ENDPOINT": address[0],
            "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc" if protocol == "grpc" else "http/protobuf",
        }
    finally:
        process.terminate()
        process.communicate(timeout=30)


@contextmanager
def agent(env: dict[str, str]) -> Generator[Agent]:
    """Start an agent that sends its spans as the variables say."""
    process = subprocess.Popen(
        [sys.executable, str(HERE / "live_agent.py")],
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield Agent(process)
    finally:
        process.communicate(timeout=30)
