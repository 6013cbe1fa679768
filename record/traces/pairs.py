"""Requests and their responses, found in the wrappings that logs put around them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...engine.types import Json
from .exchanges import Entries, as_text

_REQUEST_WRAPS = ("request", "body", "params", "kwargs", "input")
_RESPONSE_WRAPS = ("response", "body", "result", "message", "completion", "output")
_MAX_WRAPS = 4


@dataclass(frozen=True, slots=True)
class Pair:
    """A request and its response as far as the log has them; None where it has not."""

    place: str
    id: str | None
    request: Mapping[str, Json] | None
    response: Mapping[str, Json] | None


def paired(entries: Entries, *, request_keys: tuple[str, ...], response_keys: tuple[str, ...]) -> Iterator[Pair]:
    """A pair for each object of a log; objects of one `custom_id` that hold only a request or only a response are one pair.

    A request is an object with all `request_keys`, a response one with all `response_keys`; each may be wrapped a few levels deep.
    """
    waiting: dict[str, Pair] = {}
    for place, entry in entries:
        identifier = as_text(entry.get("custom_id")) or as_text(entry.get("id"))
        request = _unwrapped(entry, request_keys, _REQUEST_WRAPS)
        response = _unwrapped(entry, response_keys, _RESPONSE_WRAPS)
        pair = Pair(place, identifier, request, response)
        custom = as_text(entry.get("custom_id"))
        if custom is None or (request is not None and response is not None):
            yield pair
        elif custom in waiting and (waiting[custom].request is None) is not (request is None):
            other = waiting.pop(custom)
            yield Pair(place, custom, request or other.request, response or other.response)
        else:
            if custom in waiting:
                yield waiting.pop(custom)
            waiting[custom] = pair
    yield from waiting.values()


def _unwrapped(entry: Mapping[str, Json], keys: tuple[str, ...], wraps: tuple[str, ...]) -> Mapping[str, Json] | None:
    level: list[Mapping[str, Json]] = [entry]
    for _ in range(_MAX_WRAPS):
        found = next((candidate for candidate in level if all(key in candidate for key in keys)), None)
        if found is not None:
            return found
        level = [inner for outer in level for wrap in wraps if isinstance(inner := outer.get(wrap), dict)]
    return None
