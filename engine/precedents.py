"""What a session knows of earlier calls that the context does not show."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .inputs import PastCall
from .types import Outcome


@dataclass(frozen=True, slots=True)
class FirstUses:
    """How values (folded texts) were judged where the model first passed them as arguments, with a digest of all that.

    A value of a call that the host approved counts as supported; a value of a call that was dropped from the context keeps its judgement.
    """

    outcomes: Mapping[str, Outcome] = field(default_factory=dict[str, Outcome])
    digest: str = ""

    @classmethod
    def of(cls, outcomes: Mapping[str, Outcome], calls: Sequence[PastCall] = ()) -> FirstUses:
        """The outcomes, with a digest of them and of the dropped calls that a context still knows; the empty one where there are none."""
        if not outcomes and not calls:
            return NO_FIRST_USES
        dropped = [[call.order, call.name, call.id, call.text, call.written] for call in calls]
        return cls(outcomes, hashlib.sha256(json.dumps([sorted(outcomes.items()), dropped]).encode()).hexdigest())


NO_FIRST_USES = FirstUses()


@dataclass(frozen=True, slots=True)
class Precedents:
    """`calls` were proposed before under the same call id; `first_uses` tells how values were judged at their first use."""

    calls: tuple[PastCall, ...] = ()
    first_uses: FirstUses = NO_FIRST_USES

    def digest(self, context: str) -> str:
        """The digest of the context with what is known beside it; unchanged where nothing is."""
        if not self.calls and not self.first_uses.digest:
            return context
        calls = sorted([call.id or "", call.name, call.text] for call in self.calls)
        return hashlib.sha256(json.dumps([context, calls, self.first_uses.digest]).encode()).hexdigest()


NO_PRECEDENTS = Precedents()
