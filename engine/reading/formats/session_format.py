"""What formats have in common whose file is the records of sessions, one after the other."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import ClassVar

from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim, Document, Format, TraceError
from toolspec.engine.reading.formats.messages import is_list, is_object, items
from toolspec.engine.reading.formats.session_log import SessionLog
from toolspec.engine.trace import Note, Place, Trace


class SessionFormat(Format):
    """A format of sessions: each record is an object, on a line of its own or in a list.

    A format says what its records look like, which session one belongs to, and what one tells.
    """

    takes_others = True

    under: ClassVar[tuple[str, ...]] = ()
    """Keys under which one object may hold the list of the records."""

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell how sure it is that a record is of this format. By content only."""
        raise NotImplementedError

    def session_of(self, record: Mapping[str, Json]) -> str | None:
        """Return the session a record says it is of; None for that of the record before it."""
        return None

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take what a record tells into its session."""
        raise NotImplementedError

    def head(self, session: SessionLog, head: Mapping[str, Json], place: Place) -> None:
        """Take what an object says beside the list of its records."""
        for key, value in head.items():
            if key not in self.under:
                session.look_at({key: value}, place, "")

    def make(self, id: str | None) -> SessionLog:
        """Return a session to be filled."""
        return SessionLog(self.name, id)

    def finish(self, session: SessionLog) -> Trace | TraceError:
        """Return the trace of a session of which every record was taken."""
        return session.trace()

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is a record, or a list of records."""
        if is_object(document):
            key = self._key(document)
            return self.record_claim(document) if key is None else self._claim_all(document[key])
        return self._claim_all(document) if is_list(document) else Claim.NO

    def _key(self, value: Json) -> str | None:
        """Return the key under which an object holds a list of records."""
        if self.under and is_object(value):
            for key in self.under:
                if is_list(value.get(key)):
                    return key
        return None

    def _claim_all(self, records: Json) -> Claim:
        """Return how sure it is of a list: all of it must be records, and the surest decides."""
        surest = Claim.NO
        for record in records if is_list(records) else ():
            claim = self.record_claim(record) if is_object(record) else Claim.NO
            if claim is Claim.NO:
                return Claim.NO
            surest = max(surest, claim)
        return surest

    def read(
        self, documents: Iterable[Document], notes: list[Note]
    ) -> Iterator[Trace | TraceError]:
        """Yield one trace for each session, in the order they begin."""
        sessions: dict[Hashable, SessionLog] = {}
        latest: Hashable = None
        for value, place in documents:
            records, key = iter([(value, place)]), self._key(value)
            if is_object(value) and key is not None:
                latest = self.session_of(value) or place
                self.head(self._session(sessions, latest), value, place)
                records = items(value[key], place, key)
            elif is_list(value):
                latest, records = place, items(value, place)
            for record, at in records:
                if is_object(record):
                    latest = self.session_of(record) or latest
                    self.take(self._session(sessions, latest), record, at)
                else:
                    session = self._session(sessions, latest)
                    session.strange(record, at, "a record that is none")
        for session in sessions.values():
            yield self.finish(session)

    def _session(self, sessions: dict[Hashable, SessionLog], key: Hashable) -> SessionLog:
        """Return the session of a key: its id, or where it begins where it has none."""
        session = sessions.get(key)
        if session is not None:
            return session
        id = key if isinstance(key, str) else None
        begun = next(reversed(sessions), None) if sessions else None
        if id is not None and sessions and not isinstance(begun, str):
            # What came before the first record that names its session belongs to that one.
            sessions[key] = sessions.pop(begun)
            sessions[key].id = id
        if key not in sessions:
            sessions[key] = self.make(id)
        return sessions[key]
