"""Find where the arguments of a call stand in the file of its trace."""

from __future__ import annotations

from pathlib import Path

from toolspec.engine.reading.locate import offset_of
from toolspec.engine.telling.call_extent import extent_of
from toolspec.engine.telling.places import TEXT_BYTES_MAX
from toolspec.engine.trace import Trace, Unrecorded
from toolspec.lsp.judge.messages import CallText, FindCall, FoundCall


def place_of(asked: FindCall, path: str, trace: Trace | None) -> FoundCall:
    """Return the place of a call's arguments, or of the call itself where they do not stand there.

    A file that is packed or too long to look through has no places.
    """
    if trace is None or not 0 <= asked.call < len(trace.calls):
        return FoundCall(asked.request)
    call = trace.calls[asked.call]
    path = call.place.file or path
    try:
        if Path(path).stat().st_size > TEXT_BYTES_MAX:
            return FoundCall(asked.request)
        text = Path(path).read_text("utf-8-sig")
    except (OSError, ValueError):
        return FoundCall(asked.request)
    start = offset_of(text, call.place)
    if start is None:
        return FoundCall(asked.request)
    given = None if isinstance(call.arguments, Unrecorded) else call.arguments
    extent = (extent_of(text, call.place, given) if given else None) or (start, start)

    def position(offset: int) -> tuple[int, str]:
        return text.count("\n", 0, offset), text[text.rfind("\n", 0, offset) + 1 : offset]

    return FoundCall(asked.request, CallText(path, position(extent[0]), position(extent[1])))
