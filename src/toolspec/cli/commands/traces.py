"""`toolspec traces`: show what is read from trace files, before any spec is written."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from toolspec import __version__
from toolspec.cli.options import verb_parser
from toolspec.cli.paths import STANDARD_INPUT, TracePath, sorted_paths
from toolspec.cli.refusal import Refusal
from toolspec.cli.render.json import json_line
from toolspec.cli.trace_files import as_named_now, standard_input, trace_refusal
from toolspec.engine.reading.format import TraceError
from toolspec.engine.text.escape import safe, short
from toolspec.engine.text.plural import plural
from toolspec.engine.trace import Note, Trace, Unrecorded

if TYPE_CHECKING:
    from toolspec.engine.reading.files import FileReading

KEYS_MAX: Final = 30
"""Argument keys shown for one tool in text; the JSON form holds all of them."""

_EPILOG: Final = """\
Only the keys of arguments are shown, not the values, unless --calls asks for the calls.

examples:
  toolspec traces run.json
  toolspec traces run.json --calls                  each call: place, arguments, result, time
  toolspec traces --formats                         what files are read
  toolspec traces --formats codex                   how to get one, and what is read of it
  toolspec traces runs/ --format json | jq '.files[].traces[].calls'
  toolspec traces run.json --timeline --rule shop.toolspec:4
  toolspec traces good.json bad.json --compare --rule shop.toolspec:4
"""


def parser() -> ArgumentParser:
    """Return the parser of the verb's options."""
    options = verb_parser("traces", "Show what is read from trace files.", _EPILOG)
    options.add_argument(
        "paths", nargs="*", metavar="FILE", help="trace files, folders, globs, or -"
    )
    options.add_argument(
        "--calls", action="store_true", help="show each call with its arguments and result"
    )
    options.add_argument(
        "--formats",
        nargs="?",
        const="",
        metavar="NAME",
        help="list the formats that are read, or show the page of one",
    )
    options.add_argument(
        "--format", choices=("text", "json"), default="text", help="text (the default) or json"
    )
    options.add_argument(
        "--exclude", action="append", default=[], metavar="GLOB", help="skip paths that match GLOB"
    )
    options.add_argument(
        "--salvage", action="store_true", help="read the complete part of cut-off files"
    )
    options.add_argument(
        "--timeline", action="store_true", help="draw each call in time, with its arguments"
    )
    options.add_argument(
        "--rule", metavar="SPEC:LINE", help="say in the timeline what a rule made of each call"
    )
    options.add_argument(
        "--compare", action="store_true", help="draw two traces side by side, with what differs"
    )
    return options


def run(options: Namespace) -> int:
    """Describe each file; 2 where one could not be read."""
    if options.formats:
        return _show_format(options.formats)
    if options.formats is not None:
        return _list_formats(options.format)
    if not options.paths:
        print("toolspec traces: name trace files, or --formats", file=sys.stderr)
        return 2
    if options.timeline or options.compare or options.rule is not None:
        from toolspec.cli.timelines import show_timelines

        return show_timelines(options)
    gathered = sorted_paths(options.paths, options.exclude)
    refusals = list(gathered.refusals)
    files: list[dict[str, Any]] = []
    for file in gathered.traces:
        described = _described(file, options.salvage, refusals, calls=options.calls)
        if isinstance(described, Refusal):
            refusals.append(described)
            continue
        if options.format == "text":
            print("\n".join(_lines(described)) + "\n")
        else:
            files.append(described)
    if options.format == "json":
        problems = [refusal.to_dict() for refusal in refusals]
        print(json_line({"toolspec": __version__, "files": files, "problems": problems}))
    sys.stdout.flush()
    for refusal in refusals:
        refusal.tell()
    return 2 if refusals or not gathered.traces else 0


def _list_formats(form: str) -> int:
    """List the formats and the dialects of spans that are read, each with its name."""
    from toolspec.engine.reading.dialects import dialects
    from toolspec.engine.reading.formats import known_formats

    formats = [(known.name, known.title) for known in known_formats()]
    spans = [(dialect.name, dialect.title) for dialect in dialects()]
    if form == "json":
        titles = {"formats": formats, "dialects": spans}
        listed = {key: [title for _, title in named] for key, named in titles.items()}
        print(json_line({"toolspec": __version__, **listed}))
        return 0
    for heading, named in (("formats:", formats), ("dialects of spans:", spans)):
        print(heading)
        for name, title in named:
            print(f"  {name:24} {title}")
        print()
    print("toolspec traces --formats NAME shows how to get such a file, and what is read of it.")
    return 0


def _show_format(name: str) -> int:
    """Print the page of a format, of a dialect of spans, or of both where both are called so."""
    from toolspec.cli.prose import plain_page
    from toolspec.cli.render.format_pages import format_owners, format_page

    owners = format_owners()
    named = [owner for owner in owners if owner.name == name]
    if not named:
        from toolspec.dsl.text.suggest import suggestion

        near = suggestion(name, {owner.name for owner in owners})
        hint = f"did you mean `{near}`?" if near else "--formats lists them"
        print(f"toolspec traces: no format {safe(name)!r}; {hint}", file=sys.stderr)
        return 2
    print("\n".join(plain_page(format_page(owner)) for owner in named), end="")
    return 0


def _described(
    file: TracePath, salvage: bool, refusals: list[Refusal], *, calls: bool
) -> dict[str, Any] | Refusal:
    from toolspec.engine.reading.files import read_bytes, read_traces

    file = as_named_now(file)
    try:
        if file.path == STANDARD_INPUT:
            reading = read_bytes(standard_input(), path=file.path, salvage=salvage)
        else:
            reading = read_traces(file.path, salvage=salvage)
    except TraceError as error:
        if file.found and error.no_trace:
            return {
                "path": file.path,
                "format": None,
                "traces": [],
                "notes": [{"text": f"passed over, {error.without_values}", "line": None}],
            }
        return trace_refusal(error, file.path, values=False)
    for error in reading.unjudged:
        refusals.append(trace_refusal(error, file.path, values=False))
    described = describe(file.path, reading)
    if calls:
        from toolspec.cli.render.calls import whole_calls

        for shown, trace in zip(described["traces"], reading.traces, strict=True):
            shown["trace_id"] = trace.id
            shown["called"] = whole_calls(trace)
    return described


def describe(path: str, reading: FileReading) -> dict[str, Any]:
    """Return what a file holds as a JSON object; no value of an argument and no result is in it."""
    return {
        "path": path,
        "format": reading.format,
        "dialects": list(reading.dialects),
        "container": reading.container,
        "compression": reading.compression,
        "documents": reading.documents,
        "spans": reading.spans,
        "notes": [_note(note) for note in reading.notes],
        "traces": [_trace(trace) for trace in reading.traces],
    }


def _note(note: Note) -> dict[str, Any]:
    return {"text": note.without_values, "line": note.place.line or None}


def _trace(trace: Trace) -> dict[str, Any]:
    return {
        "id": trace.id,
        "name": trace.name,
        "calls": len(trace.calls),
        "steps": trace.steps,
        "not_understood": trace.passed_over,
        "gaps": [gap.text for gap in trace.gaps],
        "tools": [_tool(trace, name, calls) for name, calls in trace.by_name.items()],
        "notes": [_note(note) for note in trace.notes],
    }


def _tool(trace: Trace, name: str, calls: list[int]) -> dict[str, Any]:
    keys: dict[str, int] = {}
    missing = {"arguments": 0, "result": 0, "completion": 0}
    for at in calls:
        call = trace.calls[at]
        if isinstance(call.arguments, Unrecorded):
            missing["arguments"] += 1
        else:
            for key in call.arguments:
                keys[key] = keys.get(key, 0) + 1
        missing["result"] += isinstance(call.result, Unrecorded)
        missing["completion"] += call.completed is False
    return {"name": name, "calls": len(calls), "arguments": keys, "missing": missing}


def _lines(file: dict[str, Any]) -> Iterator[str]:
    """Write one file's description for people."""
    if file["format"] is None:
        yield f"{safe(file['path'])}: {safe(file['notes'][0]['text'])}"
        return
    how = [file["format"], *file["dialects"], file["container"]]
    if file["compression"]:
        how.append(file["compression"])
    yield f"{safe(file['path'])}: {plural(len(file['traces']), 'trace')} ({', '.join(how)})"
    for number, trace in enumerate(file["traces"], 1):
        yield from _trace_lines(trace, number)
    for note in file["notes"]:
        at = f"line {note['line']}: " if note["line"] else ""
        yield f"  note: {at}{safe(note['text'])}"


def _trace_lines(trace: dict[str, Any], number: int) -> Iterator[str]:
    named = " ".join(short(word, 80) for word in (trace["name"], trace["id"]) if word)
    calls = plural(trace["calls"], "call")
    steps = f" in {plural(trace['steps'], 'step')}" if trace["steps"] else ""
    yield f"  trace {named or number}: {calls}{steps}"
    width = min(max((len(short(tool["name"], 60)) for tool in trace["tools"]), default=0), 40)
    for tool in trace["tools"]:
        name = short(tool["name"], 60)
        yield f"    {name:{width}}  {tool['calls']:4}  {_keys(tool)}{_missing(tool)}"
    if trace.get("called"):
        from toolspec.cli.render.calls import calls_table

        yield from calls_table(trace["called"])
    for gap in trace["gaps"]:
        yield f"    calls may be missing: {safe(gap)}"
    if trace["not_understood"]:
        yield f"    {plural(trace['not_understood'], 'record')} not understood"
    for note in trace["notes"]:
        at = f"line {note['line']}: " if note["line"] else ""
        yield f"    note: {at}{safe(note['text'])}"


def _keys(tool: dict[str, Any]) -> str:
    keys = list(tool["arguments"])
    if not keys:
        recorded = tool["missing"]["arguments"] < tool["calls"]
        return "no arguments" if recorded else "arguments not recorded"
    more = f" and {len(keys) - KEYS_MAX} more" if len(keys) > KEYS_MAX else ""
    return "<" + ", ".join(short(key, 40) for key in keys[:KEYS_MAX]) + ">" + more


def _missing(tool: dict[str, Any]) -> str:
    """Say what rules could not look at; arguments that no call recorded are said already."""
    missing, calls = tool["missing"], tool["calls"]
    parts: list[str] = []
    if 0 < missing["arguments"] < calls or (missing["arguments"] and tool["arguments"]):
        parts.append(f"arguments of {missing['arguments']} not recorded")
    if missing["completion"]:
        parts.append(f"{missing['completion']} never completed")
    unreturned = missing["result"] - missing["completion"]
    if unreturned > 0:
        which = "no result" if missing["result"] == calls else f"results of {unreturned} not"
        parts.append(f"{which} recorded")
    return "".join(f"; {part}" for part in parts)
