"""The commands: choose a trace, show a justification, run on all traces, restart scoring."""

from __future__ import annotations

import asyncio
import atexit
import logging
import shutil
import tempfile
from collections.abc import Awaitable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from lsprotocol import types
from pygls import uris
from pygls.exceptions import JsonRpcInvalidParams

from toolspec.lsp.feature import APPLY, CHOOSE, JUSTIFY, RESTART, RUN_ALL, Command
from toolspec.lsp.features import justification
from toolspec.lsp.features.hover.rule import Calls
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.escape import escaped, plain

if TYPE_CHECKING:
    from toolspec.engine.rule import Rule
    from toolspec.lsp.server import Server

log = logging.getLogger(__name__)

CHOICES_MAX = 10
"""Traces offered in a message."""

SKETCHES_MAX = 200
"""Rules of a page that are drawn."""

CALLS_SECONDS = 2.0
"""How long a justification waits for the calls of a trace."""

SCORES_SECONDS = 10.0
"""How long the table of all traces waits for scores; then it shows those that exist."""

NEWEST = "newest"
"""The button and the trace id that mean: follow the newest trace."""


async def choose_trace(
    server: Server,
    uri: Any = None,
    case: Any = None,
    trace_id: Any = None,
    how: Any = None,
    *_more: Any,
) -> None:
    """Set the trace shown for a spec or one of its cases; without an id, ask the user.

    The id `newest` follows the newest trace again. If `how` is `{"remembered": true}`, the trace
    was chosen in an earlier session, so the trace or the case may not exist now.
    """
    snapshot = _snapshot(server, uri)
    if case is not None and not isinstance(case, str):
        raise JsonRpcInvalidParams("the case must be a string")
    if trace_id is not None and not isinstance(trace_id, str):
        raise JsonRpcInvalidParams("the trace's id must be a string")
    if snapshot is None:
        return
    remembered = isinstance(how, dict) and cast("dict[str, Any]", how).get("remembered") is True
    if remembered and trace_id is not None:
        server.session.choose(uri, case, trace_id)
        return
    if case is not None and (snapshot.too_long or case not in snapshot.reading.spec.cases):
        raise JsonRpcInvalidParams(f'there is no case "{plain(case, 80)}" in this spec')
    if trace_id == NEWEST:
        server.session.choose(uri, case, None)
        server.scores_changed(uri)
        return
    if trace_id is not None:
        if all(info.id != trace_id for info in snapshot.traces):
            raise JsonRpcInvalidParams(f"not one of this spec's traces: {plain(trace_id, 200)}")
        server.session.choose(uri, case, trace_id)
        server.scores_changed(uri)
        return
    titles = justification.trace_titles(snapshot, CHOICES_MAX)
    if not titles:
        text = 'toolspec: no traces were found. Name them in the spec: traces "runs/*.json"'
        server.window_show_message(types.ShowMessageParams(types.MessageType.Info, text))
        return
    # The user may take long to answer, so finish the command now.
    _later(_ask(server, uri, case, titles))


async def _ask(server: Server, uri: str, case: str | None, titles: dict[str, str]) -> None:
    actions = [types.MessageActionItem(title) for title in [*titles, NEWEST]]
    whom = f"case {plain(case, 60)}" if case is not None else "this spec"
    request = types.ShowMessageRequestParams(
        types.MessageType.Info, f"The trace that {whom} is scored against:", actions
    )
    picked = await server.window_show_message_request_async(request)
    if picked is not None:
        server.session.choose(uri, case, titles.get(picked.title))
        server.scores_changed(uri)


async def show_justification(
    server: Server, uri: Any = None, line: Any = 0, *_more: Any
) -> dict[str, str] | None:
    """Return why the rule on a line has its score, and show it if the editor can."""
    if not isinstance(line, int) or isinstance(line, bool):
        raise JsonRpcInvalidParams("the line must be a number")
    snapshot = _snapshot(server, uri)
    if snapshot is None:
        return None
    calls = await _calls(server, snapshot)
    sketches = await _sketches(server, snapshot, line)
    return _shown(server, justification.page(snapshot, line, calls, sketches))


async def run_all_traces(
    server: Server, uri: Any = None, case: Any = None, *_more: Any
) -> dict[str, str] | None:
    """Return the scores of a spec on all its traces, and show them if the editor can."""
    snapshot = _snapshot(server, uri)
    waited = 0.0
    while snapshot is not None and _under_way(snapshot) and waited < SCORES_SECONDS:
        await asyncio.sleep(0.05)
        waited += 0.05
        snapshot = _snapshot(server, uri)
    if snapshot is None:
        return None
    name = case if isinstance(case, str) else None
    return _shown(server, justification.table(snapshot, name))


def _under_way(snapshot: Snapshot) -> bool:
    return not snapshot.stopped and (
        snapshot.scored.waiting or (snapshot.scored.stale and bool(snapshot.traces))
    )


async def apply_edit(server: Server, edit: Any = None, *_more: Any) -> None:
    """Have the editor apply an edit, for editors that support code actions only as commands."""
    if not isinstance(edit, dict):
        raise JsonRpcInvalidParams("the first argument must be an edit of the workspace")
    params = server.protocol.edit_request(cast("dict[str, Any]", edit))
    _later(server.protocol.send_request_async(types.WORKSPACE_APPLY_EDIT, params))


async def restart_judge(server: Server, *_more: Any) -> None:
    """Start scoring again, if it ended too often or hangs."""
    await server.restart_judge()


def _snapshot(server: Server, uri: Any) -> Snapshot | None:
    if not isinstance(uri, str):
        raise JsonRpcInvalidParams("the first argument must be the URI of a spec")
    return server.session.snapshot(uri)


async def _calls(server: Server, snapshot: Snapshot) -> dict[str, Calls]:
    """Return the calls of the shown traces, as far as the judge answers in time."""
    calls: dict[str, Calls] = {}
    for trace_id in dict.fromkeys(snapshot.scored.chosen.values()):
        try:
            listed = await asyncio.wait_for(server.calls(trace_id), CALLS_SECONDS)
        except TimeoutError:
            break
        calls[trace_id] = {call.number: call for call in listed.calls}
    return calls


async def _sketches(server: Server, snapshot: Snapshot, line: int) -> dict[int, str]:
    """Return drawings of what decides, by the line of a rule, as far as they come in time."""
    asked = justification.asked_about(snapshot, line)
    by_trace: dict[str, list[tuple[int, Rule]]] = {}
    for entry in asked[1][:SKETCHES_MAX] if asked is not None else ():
        info = snapshot.trace_of(entry.case)
        rule = snapshot.as_scored(entry)
        if info is not None and rule is not None:
            by_trace.setdefault(info.id, []).append((entry.line.row, rule))
    drawn: dict[int, str] = {}
    for trace_id, rules in by_trace.items():
        request = server.sketches(trace_id, tuple(rule for _, rule in rules))
        try:
            texts = await asyncio.wait_for(request, CALLS_SECONDS)
        except TimeoutError:
            break
        drawn.update(zip((row for row, _ in rules), texts, strict=False))
    return drawn


_waiting: set[asyncio.Future[Any]] = set()


def _later(request: Awaitable[Any]) -> None:
    """Send a request to the editor without waiting for its answer, which may never come."""

    def done(task: asyncio.Future[Any]) -> None:
        _waiting.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("the editor did not answer: %s", error)

    task = asyncio.ensure_future(request)
    _waiting.add(task)
    task.add_done_callback(done)


def _shown(server: Server, page: justification.Page | None) -> dict[str, str] | None:
    if page is None:
        return None
    # An editor that asks for the status shows the answer in views of its own.
    if server.can.show_document and not server.can.status:
        path = _write(page)
        uri = uris.from_fs_path(str(path))
        if uri is not None:
            params = types.ShowDocumentParams(uri, take_focus=True)
            _later(server.window_show_document_async(params))
    return {"title": page.title, "markdown": page.markdown}


_folder: Path | None = None


def _write(page: justification.Page) -> Path:
    """Write a page to a folder that only this user can read and that is deleted at exit."""
    global _folder
    if _folder is None or not _folder.is_dir():
        _folder = Path(tempfile.mkdtemp(prefix="toolspec-"))
        atexit.register(shutil.rmtree, _folder, ignore_errors=True)
    path = _folder / "justification.md"
    path.write_text(f"# {escaped(page.title)}\n\n{page.markdown}\n", encoding="utf-8")
    return path


COMMANDS = (
    Command(CHOOSE, choose_trace),
    Command(JUSTIFY, show_justification),
    Command(RUN_ALL, run_all_traces),
    Command(RESTART, restart_judge),
    Command(APPLY, apply_edit),
)
