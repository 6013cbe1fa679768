"""Chat completion logs: a request beside its response, stored completions, batch files, and conversations that hold the calls themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...engine.errors import InputError
from ...engine.types import Json
from .exchanges import Entries, Exchange, Message, Unread, as_list, as_messages, as_object, as_text, moment_of, refuse
from .pairs import Pair, paired


def read_openai(entries: Entries) -> Iterator[Exchange | Unread | None]:
    """The exchanges of a log; the input and output lines of a batch are joined by their `custom_id`."""
    for pair in paired(entries, request_keys=("messages",), response_keys=("choices",)):
        try:
            yield _exchange(pair)
        except InputError as error:
            yield Unread(pair.place, f"{error.place}: {error.problem}")


def _exchange(pair: Pair) -> Exchange:
    request, response = pair.request, pair.response
    if request is None:
        refuse("messages", "there is no request with `messages`")
    answers = None if response is None else _choices(response)
    return Exchange(
        pair.place,
        pair.id or as_text((response or {}).get("id")),
        as_messages(request.get("messages"), "messages"),
        answers,
        _tools(request, response or {}),
        moment_of((response or request).get("created")),
    )


def _tools(request: Mapping[str, Json], response: Mapping[str, Json]) -> tuple[Json, ...] | None:
    tools = request.get("tools", response.get("tools"))
    if tools is not None:
        return tuple(as_list(tools, "tools"))
    functions = request.get("functions")
    return None if functions is None else tuple({"type": "function", "function": function} for function in as_list(functions, "functions"))


def _choices(response: Mapping[str, Json]) -> tuple[Message, ...]:
    choices = as_messages(response.get("choices"), "choices")
    return tuple(as_object(choice.get("message"), f"choices[{number}].message") for number, choice in enumerate(choices))
