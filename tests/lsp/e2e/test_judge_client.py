"""The judge as the server starts it: one at a time, whatever is asked at once."""

from __future__ import annotations

import asyncio
import struct
import subprocess
import sys

from toolspec.lsp.judge.client import JudgeClient


class Starts:
    """A judge's client that counts how often a judge was started."""

    def __init__(self) -> None:
        self.number = 0
        self.client = JudgeClient(lambda _: None, self.count, lambda: None)

    def count(self) -> None:
        self.number += 1


async def restarted_at_once(started: bool) -> int:
    starts = Starts()
    if started:
        await starts.client.start()
    first = [] if started else [starts.client.start()]
    await asyncio.gather(*first, *(starts.client.restart() for _ in range(5)))
    assert starts.client.running
    await starts.client.stop()
    current = asyncio.current_task()
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task is not current))
    return starts.number


def test_restarts_asked_for_at_once_start_one_judge() -> None:
    assert asyncio.run(restarted_at_once(started=True)) == 2


def test_a_restart_during_the_first_start_starts_no_second_judge() -> None:
    assert asyncio.run(restarted_at_once(started=False)) == 1


def test_a_judge_ends_with_its_server_also_within_a_message() -> None:
    command = [sys.executable, "-P", "-m", "toolspec.lsp.judge.process"]
    ended = subprocess.run(
        command, input=struct.pack(">I", 100) + b"begun", capture_output=True, timeout=60
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
