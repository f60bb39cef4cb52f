"""What an attack on the reader is made of: a format, a run with a forbidden call, three files."""

from __future__ import annotations

import copy
from random import Random
from typing import Any, Final, NamedTuple

from tests.traces.chat_history_runs import CHAT_HISTORIES
from tests.traces.export_runs import EXPORTS
from tests.traces.history_runs import HISTORIES
from tests.traces.result_runs import RESULTS
from tests.traces.runs import FORMATS, Done, Format, Record, Run
from tests.traces.session_runs import SESSION_FILES
from tests.traces.span_runs import SPANS
from tests.traces.stream_runs import STREAMS
from tests.traces.verdicts import FORBID, FORBIDDEN

ALL: Final = {
    **FORMATS,
    **SESSION_FILES,
    **HISTORIES,
    **CHAT_HISTORIES,
    **RESULTS,
    **STREAMS,
    **EXPORTS,
    **SPANS,
}
HARMLESS: Final = "look_up"
TOOLS: Final = ("search", "get_weather", "read_file", "transfer_to_billing")


class Attack(NamedTuple):
    """A file in which something hides a call, and the same with the call in the open and without.

    `spec` is what forbids the call, `about` says what was made.
    """

    about: str
    spec: str
    open: bytes
    without: bytes
    hidden: bytes


class Plan(NamedTuple):
    """What an attack is made of: a format, a carrier, a run, and where in the run the call is."""

    random: Random
    name: str
    format: Format
    carrier: str
    run: Run
    turn: int
    place: int

    def with_call(self, **changed: Any) -> Run:
        """Return the run with something of the call changed."""
        run = [list(turn) for turn in self.run]
        run[self.turn][self.place] = run[self.turn][self.place]._replace(**changed)
        return run

    def records(self, run: Run) -> list[Record]:
        """Return the records of a run, to be changed at will."""
        return copy.deepcopy(self.format.make(run))

    def carried(self, records: list[Record]) -> bytes:
        """Return the file of records."""
        return self.format.carriers[self.carrier](records)

    def of_runs(self, what: str, hidden: Run, *, spec: str = FORBID, **changed: Any) -> Attack:
        """Return an attack that is in the run itself; `changed` is the call in the open."""
        return self.of_records(what, self.records(hidden), spec=spec, **changed)

    def of_records(
        self, what: str, hidden: list[Record], *, spec: str = FORBID, **changed: Any
    ) -> Attack:
        """Return an attack that is in the records."""
        return self.of_bytes(what, self.carried(hidden), spec=spec, **changed)

    def of_bytes(self, what: str, hidden: bytes, *, spec: str = FORBID, **changed: Any) -> Attack:
        """Return an attack that is in the file."""
        named = {"name": FORBIDDEN, **changed}
        about = f"{what} in {self.name}, {self.carrier}"
        in_open = self.carried(self.records(self.with_call(**named)))
        return Attack(about, spec, in_open, self.carried(self.records(self.run)), hidden)

    def forbidden(self) -> list[Record]:
        """Return the records with the call in the open."""
        return self.records(self.with_call(name=FORBIDDEN))


def a_run(random: Random) -> tuple[Run, int, int]:
    """Return a run of some turns of some harmless calls, and the place of one of them."""
    number = iter(range(1, 100))
    run = [
        [
            Done(random.choice(TOOLS[:3]), {"id": next(number)}, f"ok {next(number)}", f"c{at}")
            for at in range(100 * turn, 100 * turn + random.randint(1, 3))
        ]
        for turn in range(random.randint(1, 4))
    ]
    turn = random.randrange(len(run))
    place = random.randrange(len(run[turn]))
    run[turn][place] = run[turn][place]._replace(name=HARMLESS)
    return run, turn, place


def a_plan(random: Random, name: str | None = None) -> Plan:
    """Return a format, a carrier and a run, at random."""
    name = name or random.choice([*ALL])
    return Plan(random, name, ALL[name], random.choice([*ALL[name].carriers]), *a_run(random))
