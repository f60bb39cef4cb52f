"""Run an agent of each framework against a scripted model, and compare what toolspec reads of it.

    python3 dev.py frameworks [NAME ...]

installs each framework in the versions of its lock file, in an environment of its own, which is
deleted afterwards; has `toolspec collect` record its agent; reads that, and the history which the
framework itself keeps; and compares it with the calls that the tools know were made. The recorded
runs beside the repository are compared too, where they are. Ends with 1 where something differs
for no known reason.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections import Counter
from pathlib import Path
from typing import Final

from tests.frameworks.environments import install, lock, record
from tests.frameworks.installed import FailedError, Installed
from tests.frameworks.reasons import reason_of, unneeded
from tests.frameworks.server import serving
from tests.frameworks.table import FRAMEWORKS, Framework
from tests.traces import live_reasons, live_runs
from tests.traces.live_runs import Difference

FOLDER: Final = Path(__file__).parents[2] / ".frameworks"
RECORDED: Final = ("messages.*", "agents_trace.jsonl", "otlp.jsonl")


class Job:
    """One run of the job: what was found, and what of it is wrong."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options, self.folder = options, options.folder.resolve()
        self.wrong = 0
        self.found: list[tuple[str, Difference]] = []
        self.ran: set[str] = set()

    def run(self, framework: Framework, model: str) -> None:
        """Install a framework, run its agents, and say what is read of them."""
        environment = self.folder / "environments" / framework.short
        try:
            installed = install(framework, environment, newest=self.options.newest)
            print(f"\n{framework.short} {installed.version}", flush=True)
            for run in framework.runs:
                self._agent(framework, run, installed, model)
            self.ran.add(framework.short)
        except FailedError as error:
            self._is_wrong(f"{framework.short}: {error}")
        finally:
            if not self.options.keep:
                shutil.rmtree(environment, ignore_errors=True)

    def _agent(self, framework: Framework, run: str, installed: Installed, model: str) -> None:
        name = f"{framework.short}/{run.replace(' ', '-')}"
        folder = self.folder / "runs" / name
        shutil.rmtree(folder, ignore_errors=True)
        print(f"  {run}", flush=True)
        try:
            record(installed.agent, run, model, folder)
        except FailedError as error:
            self._is_wrong(str(error))
            return
        for path in sorted(path for pattern in RECORDED for path in folder.glob(pattern)):
            recording = f"{name}/{path.name}"
            differences = live_runs.differences(recording, self.folder / "runs")
            self.found += [(recording, one) for one in differences]
            self._tell(path.name, differences, [reason_of(recording, one) for one in differences])

    def stored(self) -> None:
        """Say what is read of the recorded runs beside the repository, by framework."""
        if not live_runs.RUNS.is_dir():
            print(f"\nno recorded runs in {live_runs.RUNS}")
            return
        before = ""
        for recording in live_runs.recordings():
            framework, _, rest = recording.partition("/")
            if framework != before:
                print(f"\nrecorded: {framework}")
            before = framework
            differences = live_runs.differences(recording)
            reasons = [live_reasons.reason_of(recording, one) for one in differences]
            self._tell(rest, differences, reasons)

    def _tell(self, name: str, differences: list[Difference], reasons: list[str | None]) -> None:
        known = Counter(reason for reason in reasons if reason)
        told = "; ".join(f"{count} × {why}" for why, count in known.items())
        print(f"    {name:<28} {told or ('differs' if differences else 'as it happened')}")
        wrong: dict[str, list[str]] = {}
        for (kind, text), reason in zip(differences, reasons, strict=True):
            if reason is None:
                wrong.setdefault(kind, []).append(text)
        for kind, texts in wrong.items():
            self._is_wrong(f"{kind}: {'; '.join(texts)}")

    def _is_wrong(self, text: str) -> None:
        self.wrong += 1
        for line in text.splitlines():
            print(f"      WRONG {line}", flush=True)

    def end(self) -> int:
        """Say what is left; return the exit status."""
        if not self.options.newest:
            for pattern, kind in unneeded(self.found, self.ran):
                self._is_wrong(f"no difference needs the reason {pattern} {kind}")
        print(f"\n{len(self.ran)} frameworks run; {self.wrong} wrong")
        return 1 if self.wrong else 0


def main(words: list[str]) -> int:
    """Do what the words ask for; return the exit status."""
    known = {framework.short: framework for framework in FRAMEWORKS}
    parser = argparse.ArgumentParser(prog="dev.py frameworks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(known))
    parser.add_argument("--newest", action="store_true", help="the newest releases, not the locked")
    parser.add_argument("--lock", action="store_true", help="only write the lock files")
    parser.add_argument("--stored", action="store_true", help="only compare the recorded runs")
    parser.add_argument("--keep", action="store_true", help="keep the environments")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="default: .frameworks")
    options = parser.parse_args(words)
    if unknown := [name for name in options.names if name not in known]:
        parser.error(f"no framework of the table: {', '.join(unknown)}")
    chosen = [known[name] for name in options.names or known]
    job = Job(options)
    if options.lock:
        for framework in chosen:
            lock(framework)
        return 0
    if not options.stored:
        with serving() as model:
            for framework in chosen:
                job.run(framework, model)
    if options.stored or not options.names:
        job.stored()
    return job.end()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
