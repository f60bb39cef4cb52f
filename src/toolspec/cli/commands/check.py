"""`toolspec check`: judge traces by specs."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from toolspec.cli.cache import open_cache
from toolspec.cli.judging import Tally, judge
from toolspec.cli.near.names import note_near_keys, note_near_names
from toolspec.cli.options import add_color, share, verb_parser
from toolspec.cli.paths import STANDARD_INPUT, TracePath, sorted_paths
from toolspec.cli.refusal import Refusal, note
from toolspec.cli.render.watching import Watched
from toolspec.cli.settings import Settings, find_settings
from toolspec.cli.spec_files import load_specs
from toolspec.cli.terminal import wants_color, wants_table
from toolspec.cli.trace_files import as_named_now, traces_of
from toolspec.cli.worklist import worklist
from toolspec.dsl.workspace.project import FORMATS
from toolspec.engine.text.plural import plural

if TYPE_CHECKING:
    from toolspec.cli.progress import Progress
    from toolspec.cli.render import Form
    from toolspec.engine.spec import Spec

NOTES_SHOWN_MAX: Final = 20

_WAYS: Final = f"{FORMATS[0]} (the default), {', '.join(FORMATS[1:-1])}, or {FORMATS[-1]}"

_EPILOG: Final = """\
A path that ends in .toolspec is a spec; any other is a trace, a folder of traces (searched at any
depth), a glob, or - for standard input. Every spec judges every trace. If no trace is named, each
spec judges the traces that its own `traces` lines name. A tool that no judged trace calls is noted
where the traces call one of nearly that name; a note changes neither verdict nor exit status.

examples:
  toolspec check run.json refunds.toolspec
  toolspec check refunds.toolspec                    the traces the spec names
  toolspec check runs/ specs/*.toolspec --exclude 'old/*'
  my-agent --trace - | toolspec check - refunds.toolspec --format json

exit status:
  0  every trace passed          1  a trace did not pass
  2  something could not be read, or nothing was judged (what could be judged is still reported)
"""


def parser() -> ArgumentParser:
    """Return the parser of the verb's options."""
    options = verb_parser("check", "Judge traces by specs.", _EPILOG)
    options.add_argument("paths", nargs="*", metavar="PATH", help="specs and traces, in any order")
    options.add_argument("--case", metavar="NAME", help="the test case the traces are for")
    options.add_argument(
        "--fail-under",
        type=share,
        metavar="S",
        help="exit 0 when the overall score is at least S (0 to 1) and no rule is `unknown` or "
        "`error`; without it every trace must pass",
    )
    options.add_argument("--format", choices=FORMATS, help=_WAYS)
    options.add_argument(
        "--exclude", action="append", metavar="GLOB", help="skip paths that match GLOB"
    )
    options.add_argument(
        "--salvage",
        action="store_true",
        default=None,
        help="judge the complete part of cut-off files",
    )
    options.add_argument(
        "--no-values", action="store_true", help="hide the arguments and results of traces"
    )
    options.add_argument(
        "-q", "--quiet", action="store_true", default=None, help="show only failures"
    )
    options.add_argument(
        "--no-cache", action="store_true", help="parse every spec again instead of using the cache"
    )
    options.add_argument(
        "--watch",
        action="store_true",
        help="judge again whenever a trace, a folder of traces or a spec changes; Ctrl-C ends it",
    )
    add_color(options)
    return options


def run(options: Namespace) -> int:
    """Judge, report, and return the exit status."""
    if not options.watch:
        return _run(options)[0]
    from toolspec.cli.render.watching import watch

    return watch(options, lambda given: _run(Namespace(**vars(given))))


def _run(options: Namespace) -> tuple[int, Watched]:
    """Judge and report once; return the exit status and what was read."""
    settings, refusals = find_settings()
    _merge(options, settings)
    tally = Tally(options.fail_under)
    tally.refusals.extend(refusals)
    gathered = sorted_paths(options.paths or _from(settings, settings.specs), options.exclude)
    tally.refusals.extend(gathered.refusals)
    spec_paths = list(gathered.specs)
    passed_over = False
    if not spec_paths and gathered.specs_found:
        # `toolspec check .` means the specs there; beside a named spec, they are not traces.
        spec_paths = gathered.specs_found
    else:
        passed_over = bool(gathered.specs_found)
        for path in gathered.specs_found:
            tally.note("passed over, a spec in a folder of traces", path)
    if not spec_paths and options.paths and settings.specs:
        spec_files = sorted_paths(_from(settings, settings.specs), options.exclude)
        tally.refusals.extend(spec_files.refusals)
        spec_paths = spec_files.specs
    cache = open_cache(wanted=options.cache and not options.no_cache)
    specs, problems = load_specs(spec_paths, cache)
    tally.refusals.extend(problems)
    missing_traces = any(not _is_spec(refusal) for refusal in gathered.refusals)
    named = bool(gathered.traces or passed_over or missing_traces)
    work, missing = worklist(
        gathered.traces,
        named,
        specs,
        _from(settings, settings.traces),
        options.exclude,
        gathered.left_out,
    )
    tally.refusals.extend(missing)
    for left_out in gathered.left_out:
        tally.note(left_out.why, left_out.path)
    if not spec_paths and not tally.unread:
        tally.refusals.append(
            Refusal("no spec to judge by", hint="name a file that ends in .toolspec")
        )
    elif specs and not work and not tally.unread:
        hint = 'name trace files, or add a line such as `traces "runs/*.json"` to the spec'
        tally.refusals.append(Refusal("no trace to judge", hint=hint))
    _say_unknown_case(options.case, specs, tally)
    _judge_all(options, work, specs, tally)
    words = [*options.paths, *_from(settings, (*settings.specs, *settings.traces))]
    return tally.status, Watched(words, options.exclude, specs)


def _judge_all(
    options: Namespace,
    work: Sequence[tuple[TracePath, list[Spec]]],
    specs: Sequence[Spec],
    tally: Tally,
) -> None:
    progress = _progress(options, len(work))
    form = _form(options, progress)
    for refusal in tally.refusals:
        if not (refusal.warning and options.quiet):
            refusal.tell()
    already_shown = len(tally.refusals)
    for spec in specs:
        tally.expect(spec)
    for at, (listed, judges) in enumerate(work):
        file = as_named_now(listed)
        if progress is not None:
            progress.at(at, file.path)
        traces = traces_of(file, tally, salvage=options.salvage, values=options.values)
        for judged in judge(
            traces, file.path, judges, tally, case=options.case, values=options.values
        ):
            form.judged(judged)
            if progress is not None:
                progress.tick()
    if progress is not None:
        progress.close()
    if work and not tally.traces and not tally.unread:
        tally.refusals.append(Refusal(f"nothing was judged: {_why_nothing(work, tally)}"))
    tally.note_unknown_cases()
    tally.note_never_judged()
    tally.note_undecided()
    note_near_names(tally)
    note_near_keys(tally)
    form.end(tally)
    sys.stdout.flush()
    for refusal in tally.refusals[already_shown:]:
        refusal.tell()
    if not options.quiet:
        _tell_notes(tally)


def _why_nothing(work: Sequence[tuple[TracePath, list[Spec]]], tally: Tally) -> str:
    if tally.not_judged:
        return "no rule applies to any of the traces"
    if len(work) > 1:
        return f"none of the {len(work)} files holds a trace"
    path = work[0][0].path
    return f"{'standard input' if path == STANDARD_INPUT else path} holds no trace"


def _tell_notes(tally: Tally) -> None:
    for noted in tally.notes[:NOTES_SHOWN_MAX]:
        note(noted.text, noted.path, noted.line)
    more = len(tally.notes) + tally.notes_left_out - NOTES_SHOWN_MAX
    if more > 0:
        them = plural(more, "more note"), "it" if more == 1 else "them"
        note(f"{them[0]}; --format json holds {them[1]}")


def _merge(options: Namespace, settings: Settings) -> None:
    """Fill in from the settings what the command line left open."""
    if options.fail_under is None:
        options.fail_under = settings.fail_under
    options.format = options.format or settings.format or "text"
    options.color = options.color or settings.color
    options.quiet = bool(settings.quiet if options.quiet is None else options.quiet)
    options.salvage = bool(settings.salvage if options.salvage is None else options.salvage)
    options.values = not options.no_values and settings.values is not False
    options.cache = settings.cache is not False
    options.exclude = [*(options.exclude or []), *settings.exclude]


def _from(settings: Settings, paths: Sequence[str]) -> list[str]:
    """Return paths of the settings file as seen from the working folder."""
    import os.path

    return [os.path.relpath(os.path.join(settings.folder, path)) for path in paths]  # noqa: PTH118


def _is_spec(refusal: Refusal) -> bool:
    return (refusal.path or "").endswith(".toolspec")


def _say_unknown_case(case: str | None, specs: Sequence[Spec], tally: Tally) -> None:
    """Note a `--case` that no spec knows: its rules would silently not be asked."""
    known = [name for spec in specs for name in spec.cases]
    if case is None or not known or case in known:
        return
    from toolspec.dsl.text.suggest import suggestion

    near = suggestion(case, known)
    hint = f"; did you mean `{near}`?" if near else ""
    tally.note(f"no spec has a case `{case}`{hint}")


def _progress(options: Namespace, files: int) -> Progress | None:
    """Return a progress bar where somebody is looking."""
    if options.quiet or not sys.stderr.isatty():
        return None
    from toolspec.cli.progress import Progress

    return Progress(files, color=wants_color(options.color, sys.stderr))


def _form(options: Namespace, progress: Progress | None) -> Form:
    if options.format == "matrix":
        from toolspec.cli.render.matrix import MatrixForm

        return MatrixForm(sys.stdout, color=wants_color(options.color, sys.stdout))
    if options.format == "jsonl":
        from toolspec.cli.render.json import JsonLinesForm

        return JsonLinesForm(sys.stdout)
    if options.format == "json":
        from toolspec.cli.render.json import JsonForm

        return JsonForm(sys.stdout.write)
    if wants_table(options.color, sys.stdout):
        from toolspec.cli.render.table import TableForm

        return TableForm(
            sys.stdout,
            color=wants_color(options.color, sys.stdout),
            quiet=options.quiet,
            before=progress.clear if progress is not None else lambda: None,
        )
    from toolspec.cli.render.text import TextForm

    return TextForm(sys.stdout.write, quiet=options.quiet)
