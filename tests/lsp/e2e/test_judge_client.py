"""The judge as the server starts it: one at a time, whatever is asked at once."""

from __future__ import annotations

import asyncio
import os
import signal
import struct
import subprocess
import sys

import pytest

from toolspec.lsp.judge.client import JudgeClient
from toolspec.lsp.judge.messages import Draw, Drawn, Propose, Proposed, Trial, Tried


class Starts:
    """A judge's client that counts how often a judge was started."""

    def __init__(self) -> None:
        self.number = 0
        self.client = JudgeClient(lambda _: None, self.count, lambda: None)

    def count(self) -> None:
        self.number += 1


async def ended(client: JudgeClient) -> None:
    """End the judge, and wait for the tasks that read from it."""
    await client.stop()
    current = asyncio.current_task()
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task is not current))


async def restarted_at_once(started: bool) -> int:
    starts = Starts()
    if started:
        await starts.client.start()
    first = [] if started else [starts.client.start()]
    await asyncio.gather(*first, *(starts.client.restart() for _ in range(5)))
    assert starts.client.running
    await ended(starts.client)
    return starts.number


def test_restarts_asked_for_at_once_start_one_judge() -> None:
    assert asyncio.run(restarted_at_once(started=True)) == 2


def test_a_restart_during_the_first_start_starts_no_second_judge() -> None:
    assert asyncio.run(restarted_at_once(started=False)) == 1


async def asked_of_a_judge_that_ends(*, restarted: bool) -> list[object]:
    started = asyncio.Event()
    client = JudgeClient(lambda _: None, started.set, lambda: None)
    await client.start()
    started.clear()
    judge = client.pid
    assert judge is not None
    if not restarted:
        os.kill(judge, signal.SIGSTOP)  # so that it does not answer before it ends
    trial = Trial(0, (), None, (), (), 1.0)
    asked = asyncio.gather(
        client.ask(trial, Tried),
        client.ask(Draw(0, "run.json"), Drawn),
        client.ask(Propose(0, ("run.json",)), Proposed),
    )
    await asyncio.sleep(0)
    if restarted:
        await client.restart()
    else:
        os.kill(judge, signal.SIGKILL)
    answers = await asyncio.wait_for(asked, 60)
    await asyncio.wait_for(started.wait(), 60)
    await ended(client)
    return list(answers)


@pytest.mark.parametrize("restarted", [True, False])
def test_what_was_asked_of_a_judge_that_ends_is_answered(restarted: bool) -> None:
    assert asyncio.run(asked_of_a_judge_that_ends(restarted=restarted)) == [None, None, None]


def test_a_judge_ends_with_its_server_also_within_a_message() -> None:
    command = [sys.executable, "-P", "-m", "toolspec.lsp.judge.process"]
    ended = subprocess.run(
        command, input=struct.pack(">I", 100) + b"begun", capture_output=True, timeout=60
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
