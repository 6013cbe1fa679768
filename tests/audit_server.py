"""A scripted server that speaks the OpenAI protocol on a local port: each request takes the next act of the script, the last one for good."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import cast

from groundrules.engine.types import Json

Act = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    """One request: kept by the server, answered by an act."""

    def do_POST(self) -> None:
        """Keep the request and play the next act."""
        body = cast("dict[str, Json]", json.loads(self.rfile.read(int(self.headers["content-length"]))))
        server = cast("AuditServer", self.server)
        server.next_act(self.path, body)(self)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def give(self, status: int, body: bytes, *, kind: str = "application/json", headers: Mapping[str, str] | None = None, length: int | None = None) -> None:
        """Write an answer; `length` declares another length than the body has."""
        self.send_response(status)
        for name, value in {"content-type": kind, "content-length": str(len(body) if length is None else length), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


class AuditServer(ThreadingHTTPServer):
    """`requests` holds each path and body in order."""

    daemon_threads = True

    def __init__(self, script: list[Act]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self._script = list(script)
        self._lock = threading.Lock()
        self.requests: list[tuple[str, dict[str, Json]]] = []

    def next_act(self, path: str, body: dict[str, Json]) -> Act:
        """The act for a request."""
        with self._lock:
            self.requests.append((path, body))
            return self._script.pop(0) if len(self._script) > 1 else self._script[0]

    @property
    def url(self) -> str:
        """The base URL for a client."""
        return f"http://127.0.0.1:{self.server_port}/v1"

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is no error here."""


@contextmanager
def serving(*script: Act) -> Generator[AuditServer]:
    """The server, for as long as the block runs."""
    server = AuditServer(list(script))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def completion(text: str | None, *, finish: str = "stop", refusal: str | None = None) -> dict[str, Json]:
    """The body of a chat completion."""
    message: Json = {"role": "assistant", "content": text, "refusal": refusal}
    return {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "small-model",
        "choices": [{"index": 0, "finish_reason": finish, "message": message}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
    }


def answers(*rows: tuple[str, str, str | None]) -> str:
    """The text of a reply: id, answer and quote of each item."""
    return json.dumps({"answers": [{"id": name, "answer": answer, "quote": quote, "reason": "as shown"} for name, answer, quote in rows]})


def body(content: Json, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Act:
    """An answer with a JSON body."""
    return lambda handler: handler.give(status, json.dumps(content).encode(), headers=headers)


def text(content: str | None, *, finish: str = "stop", refusal: str | None = None) -> Act:
    """A chat completion with this text."""
    return body(completion(content, finish=finish, refusal=refusal))


def raw(content: bytes, *, kind: str = "application/json") -> Act:
    """A body as it is."""
    return lambda handler: handler.give(200, content, kind=kind)


def status(code: int, **headers: str) -> Act:
    """An error of the server."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return body({"error": {"message": "no", "code": code}}, status=code, headers=named)


def slow(seconds: float) -> Act:
    """Nothing for so many seconds."""
    return lambda _handler: time.sleep(seconds)


def half_closed(handler: Handler) -> None:
    """Half of the body that was announced, then the connection ends."""
    content = json.dumps(completion("{}")).encode()
    handler.give(200, content[: len(content) // 2], length=len(content))
    handler.connection.shutdown(socket.SHUT_RDWR)


def dropped(handler: Handler) -> None:
    """The connection ends without an answer."""
    handler.connection.shutdown(socket.SHUT_RDWR)


def broken_chunks(handler: Handler) -> None:
    """A chunked body whose second chunk has no length."""
    handler.protocol_version = "HTTP/1.1"
    handler.send_response(200)
    handler.send_header("content-type", "application/json")
    handler.send_header("transfer-encoding", "chunked")
    handler.end_headers()
    handler.wfile.write(b'5\r\n{"id"\r\nzz\r\n')
    handler.connection.shutdown(socket.SHUT_RDWR)


def dripping(handler: Handler) -> None:
    """One byte after the other, each in time, the whole never."""
    handler.send_response(200)
    handler.send_header("content-type", "application/json")
    handler.send_header("content-length", "4000")
    handler.end_headers()
    for _ in range(200):
        handler.wfile.write(b" ")
        handler.wfile.flush()
        time.sleep(0.02)
