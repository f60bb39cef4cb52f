"""A run of `toolspec collect`: the collector, the command beside it, and the check at the end."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import sys
from argparse import Namespace
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from toolspec.cli.refusal import Refusal
from toolspec.cli.settings import find_settings
from toolspec.collect.collector import Address, Collector, PortError
from toolspec.collect.guard import is_loopback
from toolspec.collect.limits import MEGABYTE, ReceiverLimits
from toolspec.collect.lock import FolderInUseError
from toolspec.collect.redaction import Redaction, RedactionError
from toolspec.engine.text.escape import safe, short
from toolspec.engine.text.plural import plural

HTTP_PORT: Final = 4318
GRPC_PORT: Final = 4317
COMMAND_MISSING: Final = 127


class _StoppedError(Exception):
    """The run cannot begin; what is wrong has been said."""


class Collecting:
    """One run with its options."""

    def __init__(self, options: Namespace, token: str) -> None:
        self.options = options
        self.local = is_loopback(options.host)
        self.made_token = not token and not self.local
        self.token = token or ("" if self.local else secrets.token_urlsafe(24))
        self.finished: list[Path] = []
        """The traces of a command, which are checked when it ends."""

    def run(self) -> int:
        """Run to the end; return the exit status."""
        try:
            redaction = Redaction(self.options.redact_key or (), self.options.redact or ())
        except RedactionError as error:
            Refusal(str(error)).tell()
            return 2
        try:
            status = asyncio.run(self._run(redaction))
        except _StoppedError:
            return 2
        if not self.options.command:
            return status
        return status or self._check()

    async def _run(self, redaction: Redaction) -> int:
        folder = Path(self.options.folder)
        options = self.options
        limits = ReceiverLimits(
            idle_s=options.idle,
            ended_s=min(options.idle, ReceiverLimits().ended_s),
            traces_max=options.max_traces,
            bytes_max=options.max_size * MEGABYTE,
            days_max=options.max_age,
        )
        try:
            collector = Collector(
                folder,
                limits=limits,
                redaction=redaction,
                token=self.token,
                say=_say,
                on_finished=self._on_finished,
            )
        except FolderInUseError as error:
            by = f" (process {error.process})" if error.process else ""
            Refusal(
                f"another `toolspec collect`{by} writes to this folder",
                str(folder),
                hint="send the traces to that one, or name another folder with --folder",
            ).tell()
            raise _StoppedError from None
        except OSError as error:
            Refusal(
                f"this folder cannot be written to: {error.strerror}",
                str(folder),
                hint="name another one with --folder",
            ).tell()
            raise _StoppedError from None
        listening = False
        try:
            await self._listen(collector)
            listening = True
            if options.command:
                return await self._run_command(collector)
            self._greet(collector, folder)
            await _until_stopped()
            return 0
        finally:
            before = sorted(collector.store.running)
            try:
                await collector.close()
            except OSError as error:
                _say(f"a trace cannot be moved into place: {error.strerror}")
            if options.command:
                self.finished += [folder / f"{trace_id}.jsonl" for trace_id in before]
            elif listening:
                spans = plural(collector.writer.spans, "span")
                _say(f"{spans} written, {plural(collector.writer.traces, 'trace')} finished")

    async def _listen(self, collector: Collector) -> None:
        options = self.options
        port = options.port
        if port is None:
            port = 0 if options.command else HTTP_PORT
        grpc_port: int | None = options.grpc_port
        if options.no_grpc:
            grpc_port = None
        elif grpc_port is not None and find_spec("grpc") is None:
            hint = 'install it with: pip install "toolspec-lang[grpc]"'
            Refusal("gRPC is not installed", hint=hint).tell()
            raise _StoppedError
        elif grpc_port is None and not options.command and find_spec("grpc") is not None:
            grpc_port = GRPC_PORT
        try:
            await collector.start(Address(options.host, port, grpc_port))
        except PortError as error:
            which = "--grpc-port" if error.port == grpc_port and error.port != port else "--port"
            Refusal(
                f"cannot listen on {options.host} port {error.port}: {error.reason}",
                hint=f"stop what listens there, or choose another with {which}",
            ).tell()
            raise _StoppedError from None

    def _greet(self, collector: Collector, folder: Path) -> None:
        url = f"http://{self._shown_host()}:{collector.port}"
        _say(f"receiving at {url} (HTTP), traces go to {safe(str(folder))}/; Ctrl+C ends")
        if collector.grpc_port is not None:
            _say(f"           at http://{self._shown_host()}:{collector.grpc_port} (gRPC)")
        _say(f"set in the agent's environment: OTEL_EXPORTER_OTLP_ENDPOINT={url}")
        if self.token:
            shown = self.token if self.made_token else "TOKEN"
            _say(f"  and OTEL_EXPORTER_OTLP_HEADERS=Authorization=Bearer%20{shown}")

    def _shown_host(self) -> str:
        host: str = self.options.host
        return f"[{host}]" if ":" in host else host

    def _on_finished(self, paths: list[Path]) -> None:
        if self.options.command:
            self.finished += paths
        else:  # it may run for weeks: their paths are not kept
            for path in paths:
                _say(f"finished: {safe(str(path))}")

    async def _run_command(self, collector: Collector) -> int:
        command: list[str] = self.options.command
        environment = {**os.environ, **self._variables(collector)}
        for name, value in _IF_UNSET.items():
            environment.setdefault(name, value)
        try:
            process = await asyncio.create_subprocess_exec(*command, env=environment)
        except OSError as error:
            Refusal(f"`{short(command[0], 80)}` cannot be run: {error.strerror}").tell()
            return COMMAND_MISSING
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            # A terminal sends Ctrl+C to both; the command ends first, and then this run.
            with suppress(NotImplementedError):
                loop.add_signal_handler(number, _pass_on, process, number)
        status = await process.wait()
        return 128 - status if status < 0 else status

    def _variables(self, collector: Collector) -> dict[str, str]:
        host = "127.0.0.1" if self.options.host in ("0.0.0.0", "::") else self._shown_host()
        url = f"http://{host}:{collector.port}"
        variables = {
            "OTEL_EXPORTER_OTLP_ENDPOINT": url,
            "OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf",
        }
        for sent in ("traces", "logs"):
            prefix = f"OTEL_EXPORTER_OTLP_{sent.upper()}_"
            own = {f"{prefix}ENDPOINT": f"{url}/v1/{sent}", f"{prefix}PROTOCOL": "http/protobuf"}
            # These would win over the general ones.
            variables.update({name: value for name, value in own.items() if name in os.environ})
        if self.token:
            variables["OTEL_EXPORTER_OTLP_HEADERS"] = f"Authorization=Bearer%20{self.token}"
        return variables

    def _check(self) -> int:
        """Check what the command sent; the status is that of `toolspec check`."""
        traces = [str(path) for path in dict.fromkeys(self.finished) if path.exists()]
        if not traces:
            Refusal(
                "the command sent no spans",
                hint="is OpenTelemetry switched on in it, and flushed before it ends?",
            ).tell()
            return 2
        specs: list[str] = self.options.spec or self._specs()
        if not specs:
            _say(f"{plural(len(traces), 'trace')} in {self.options.folder}; no spec to check by")
            return 0
        from toolspec.cli.commands import check

        color = [f"--color={self.options.color}"] if self.options.color else []
        sys.stdout.flush()
        return check.run(check.parser().parse_args([*color, "--", *specs, *traces]))

    def _specs(self) -> list[str]:
        settings, _ = find_settings()
        if settings.specs:
            return [os.path.relpath(Path(settings.folder, path)) for path in settings.specs]
        return sorted(str(path) for path in Path().glob("*.toolspec") if path.is_file())


_IF_UNSET: Final = {
    "OTEL_TRACES_EXPORTER": "otlp",
    "OTEL_METRICS_EXPORTER": "none",
    "OTEL_LOGS_EXPORTER": "otlp",
    "OTEL_BSP_SCHEDULE_DELAY": "500",
}
"""What a command's environment gets unless it says otherwise; spans are sent twice a second."""


def _pass_on(process: asyncio.subprocess.Process, number: int) -> None:
    if number != signal.SIGINT or not sys.stdin.isatty():
        with suppress(ProcessLookupError):
            process.send_signal(number)


async def _until_stopped() -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stopped.set)
        except NotImplementedError:  # Windows: asyncio.run turns Ctrl+C into a cancellation
            break
    with suppress(asyncio.CancelledError):
        await stopped.wait()


def _say(text: str) -> None:
    print(f"toolspec collect: {text}", file=sys.stderr, flush=True)
