"""What a run may spend, and what it has spent."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal

from ..engine.audits import AuditFault

_MILLION = Decimal(1_000_000)


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of a run: tokens in and out together, and cost in the currency of the prices (per million tokens). None is no limit."""

    max_tokens: int | None = None
    max_cost: Decimal | None = None
    price_in: Decimal = Decimal(0)
    price_out: Decimal = Decimal(0)

    def cost(self, tokens_in: int, tokens_out: int) -> Decimal:
        """What so many tokens cost."""
        return (self.price_in * tokens_in + self.price_out * tokens_out) / _MILLION


@dataclass(slots=True)
class Usage:
    """What a run came to: subjects audited, those answered from the cache or by an equal request under way, requests sent, tokens, cost, faults by name."""

    audits: int = 0
    items: int = 0
    cached: int = 0
    joined: int = 0
    requests: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: Decimal = Decimal(0)
    reserved: int = 0
    faults: Counter[AuditFault] = field(default_factory=Counter[AuditFault])

    def reserve(self, budget: Budget, *, tokens_in: int, tokens_out: int) -> bool:
        """True where a request of at most so many tokens stays within the budget; it is then held back until `settle`."""
        held = self.tokens_in + self.tokens_out + self.reserved + tokens_in + tokens_out
        if budget.max_tokens is not None and held > budget.max_tokens:
            return False
        if budget.max_cost is not None and self.cost + budget.cost(self.reserved + tokens_in, tokens_out) > budget.max_cost:
            return False
        self.reserved += tokens_in + tokens_out
        return True

    def settle(self, budget: Budget, *, reserved: int, tokens_in: int, tokens_out: int) -> None:
        """A request that was reserved has come back with so many tokens."""
        self.reserved -= reserved
        self.tokens_in += tokens_in
        self.tokens_out += tokens_out
        self.cost += budget.cost(tokens_in, tokens_out)
