"""Parquet and Arrow tables: each row is a document, where `toolspec-lang[arrow]` is installed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Final

from toolspec.engine.json_value import Json
from toolspec.engine.reading.documents.containers import bounded
from toolspec.engine.reading.documents.scan import Scan
from toolspec.engine.reading.format import Document, TraceError
from toolspec.engine.reading.limits import MEGABYTE, Limits
from toolspec.engine.text.plural import plural
from toolspec.engine.trace import Place

PARQUET: Final = b"PAR1"
ROWS_AT_ONCE: Final = 64
_DEPTH_MAX: Final = 100
_MISSING: Final = (
    'install it with: pip install "toolspec-lang[arrow]"; or write the rows as JSON: '
    '`pandas.read_parquet(FILE).to_json(OTHER, orient="records", lines=True)`'
)


def scan_table(data: bytes, limits: Limits) -> Scan:
    """Return the rows of a table; the line of a document is the number of its row.

    Raises TraceError where pyarrow is not installed, where the table is broken, and where it has
    more rows or unpacks to more bytes than the limits allow.
    """
    kind = "a Parquet table" if data.startswith(PARQUET) else "an Arrow table"
    try:
        arrow: Any = import_module("pyarrow")
    except ImportError:
        raise TraceError(f"{kind}, which is read with pyarrow", hint=_MISSING) from None
    rows: list[Document] = []
    size = 0
    try:
        for batch in _batches(data, arrow):
            plain = _plain(batch, arrow)
            size += plain.nbytes
            _bounded(len(rows) + batch.num_rows, limits)
            bounded(size, len(data), limits)
            for row in plain.to_pylist():
                rows.append(Document(_json(row), Place(len(rows) + 1)))
    except (arrow.ArrowException, OSError, ValueError, OverflowError) as error:
        first = str(error).split("\n", 1)[0][:200]
        raise TraceError(f"{kind} that cannot be read: {first}", hint="was it cut off?") from None
    if not rows:
        raise TraceError(f"{kind} without rows")
    return Scan(rows, "table", 0, None)


def _batches(data: bytes, arrow: Any) -> Iterator[Any]:
    """Yield the rows, few at a time: what a table unpacks to is not told by its size.

    Where they share long values, one at a time: each row gets a copy of its own.
    """
    source = arrow.BufferReader(data)
    if data.startswith(PARQUET):
        parquet: Any = import_module("pyarrow.parquet")
        for batch in parquet.ParquetFile(source).iter_batches(
            batch_size=ROWS_AT_ONCE, use_threads=False
        ):
            yield from _slices(batch)
        return
    reader = arrow.ipc.open_file(source)
    for number in range(reader.num_record_batches):
        yield from _slices(reader.get_batch(number))


def _slices(batch: Any) -> Iterator[Any]:
    size = ROWS_AT_ONCE if batch.nbytes < MEGABYTE else 1
    for start in range(0, batch.num_rows, size):
        yield batch.slice(start, size)


def _bounded(rows: int, limits: Limits) -> None:
    if rows > limits.open_spans_max:
        most = plural(limits.open_spans_max, "row")
        raise TraceError(f"more than {most}", hint="read the table in parts, or raise the limit")


def _plain(batch: Any, arrow: Any) -> Any:
    """Return rows with times that Python has: nanoseconds at the top, microseconds inside."""
    columns: list[Any] = []
    for field, column in zip(batch.schema, batch.columns, strict=True):
        if arrow.types.is_timestamp(field.type):
            whole = column.cast(arrow.timestamp("ns", field.type.tz), safe=False)
            columns.append(whole.cast(arrow.int64()))
        else:
            wanted = _type(field.type, arrow)
            columns.append(column if wanted == field.type else column.cast(wanted, safe=False))
    return arrow.RecordBatch.from_arrays(columns, names=batch.schema.names)


def _type(type_read: Any, arrow: Any) -> Any:
    types = arrow.types
    if types.is_timestamp(type_read):
        return arrow.timestamp("us", type_read.tz)
    if types.is_dictionary(type_read):
        return _type(type_read.value_type, arrow)
    if types.is_struct(type_read):
        return arrow.struct([inner.with_type(_type(inner.type, arrow)) for inner in type_read])
    if types.is_list(type_read) or types.is_large_list(type_read):
        return arrow.list_(_type(type_read.value_type, arrow))
    return type_read


def _json(value: Any, depth: int = 0) -> Json:
    """Return a cell as JSON has it; of an object, keys that the row does not have are left out."""
    if depth > _DEPTH_MAX:
        raise TraceError(f"a cell nested deeper than {_DEPTH_MAX} levels")
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return None if depth <= 1 and math.isnan(value) else value
    cell: Any = value
    if isinstance(value, Mapping):
        inner = ((str(key), _json(inside, depth + 1)) for key, inside in cell.items())
        return {key: inside for key, inside in inner if inside is not None}
    if isinstance(value, bytes):
        return value.hex() if len(value) in (8, 16) else value.decode("utf-8", "replace")
    if isinstance(value, list | tuple):
        if cell and all(isinstance(inside, tuple) for inside in cell):  # a map
            return {str(key): _json(inside, depth + 1) for key, inside in cell}
        return [_json(inside, depth + 1) for inside in cell]
    as_iso = getattr(value, "isoformat", None)
    return str(as_iso() if as_iso is not None else value)
