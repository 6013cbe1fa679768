"""What a session knows of earlier calls that the context does not show."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from .inputs import PastCall
from .types import Outcome


@dataclass(frozen=True, slots=True)
class Precedents:
    """`calls` were proposed before under the same call id; `first_uses` tells how values (folded texts) were judged where the model first passed them.

    A value of a call that the host approved counts as supported there; a value of a call that was dropped from the context keeps its judgement.
    """

    calls: tuple[PastCall, ...] = ()
    first_uses: Mapping[str, Outcome] = field(default_factory=dict[str, Outcome])

    def digest(self, context: str) -> str:
        """The digest of the context with what is known beside it; unchanged where nothing is."""
        if not self.calls and not self.first_uses:
            return context
        calls = sorted([call.id or "", call.name, call.text] for call in self.calls)
        entry = json.dumps([context, calls, sorted(self.first_uses.items())])
        return hashlib.sha256(entry.encode()).hexdigest()


NO_PRECEDENTS = Precedents()
