"""The language server and files: one that is opened, a workspace of many, a request given up."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

from bench.lsp_client import REFRESHING, RawClient
from bench.lsp_specs import spec_text
from bench.measure import Row
from bench.processes import ENV

OPENED_LINES = 200
CANCELLED = -32800


def rows(*, quick: bool) -> Iterator[Row]:
    """Yield the figures."""
    specs, times = (5, 3) if quick else (200, 20)
    yield opening(times)
    with tempfile.TemporaryDirectory() as name, RawClient(env=ENV) as client:
        folder = Path(name)
        for at in range(specs):
            (folder / f"s{at}.toolspec").write_text(_unread(20, at), "utf-8")
        client.initialize(folder, REFRESHING)
        yield unchanged(client, specs, times)
        yield giving_up(client, specs, times)


def opening(times: int) -> Row:
    """Return how long a file's first findings take where none of its lines was ever read."""
    with tempfile.TemporaryDirectory() as name, RawClient(env=ENV) as client:
        folder = Path(name)
        client.initialize(folder, REFRESHING)
        took: list[float] = []
        for at in range(times):
            uri = (folder / f"s{at}.toolspec").as_uri()
            text = _unread(OPENED_LINES, at)
            began = time.perf_counter()
            client.open(uri, text)
            client.about("diagnostic", uri)
            took.append(client.answered_at - began)
        # The first file opened pays for what the server imports for it.
        return _row(f"open to findings, {OPENED_LINES} lines never read", took[1:], 25)


def unchanged(client: RawClient, specs: int, times: int) -> Row:
    """Return what asking for the findings of a whole workspace costs, where nothing changed."""
    first = client.request("workspace/diagnostic", {"previousResultIds": []})["items"]
    known = [{"uri": item["uri"], "value": item["resultId"]} for item in first]
    took: list[float] = []
    for _ in range(times):
        began = time.perf_counter()
        again = client.request("workspace/diagnostic", {"previousResultIds": known})["items"]
        took.append(client.answered_at - began)
        assert [item["kind"] for item in again] == ["unchanged"] * specs
    return _row(f"findings of {specs} specs, unchanged", took, 30)


def giving_up(client: RawClient, specs: int, times: int) -> Row:
    """Return how long a request that is cancelled under way takes to be answered."""
    took: list[float] = []
    for _ in range(times):
        number = client.start("workspace/diagnostic", {"previousResultIds": []})
        began = time.perf_counter()
        client.notify("$/cancelRequest", {"id": number})
        answer = client.wait(number)
        took.append(client.answered_at - began)
        assert answer.get("error", {}).get("code") == CANCELLED, answer
    return _row(f"cancel to answer, in findings of {specs} specs", took, 10)


def _unread(lines: int, number: int) -> str:
    """Return a spec none of whose rules are in another."""
    return spec_text(lines).replace(".v", f".n{number}v")


def _row(what: str, seconds: list[float], goal: int) -> Row:
    middle = median(seconds) * 1000
    note = f"p95 {quantiles(seconds, n=20)[-1] * 1000:.1f} ms"
    return Row(f"server: {what}", f"{middle:.1f} ms", f"≤ {goal} ms", middle <= goal, note)
