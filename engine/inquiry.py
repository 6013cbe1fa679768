"""One tool call laid out for the rules: everything a check may look at, worked out once and shared."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from itertools import islice

from .admission import STOPWORDS
from .arguments import ParsedArguments, parse_arguments
from .clock import stated_now
from .context import Context, Utterance
from .deadline import Deadline
from .echoes import first_utterance
from .forms.calls import ToolCall as ToolCall
from .index import SourceIndex
from .inputs import scalar_text
from .json_walk import Leaf, walk_leaves
from .languages import NAMES
from .normalize import fold, fold_words, is_mainly_foreign, name_words, stem
from .policy import ParameterSettings, Policy
from .precedents import NO_PRECEDENTS, Precedents
from .provenance import Standing
from .registry import SchemaFault, ToolRegistry, ToolSpec
from .search import Hit, amounts_of
from .slots import Slot, effect_of, is_detail_key, slot_of
from .trace import Trace, is_vouched_for, trace_leaf
from .types import Effect, Json, Kind, Outcome, Role, Value
from .uptake import last_take_back, standing_of, standing_of_choice
from .values.dates import parse_temporal

MAX_DATED = 32
MAX_DATE_CHARS = 60
MAX_DEPTH_OF_USES = 8
"""How far back the first use of a value is judged by the first uses of those it follows from."""


class Inquiry:
    """What the rules see. Attributes are computed on first use and never change afterwards."""

    def __init__(
        self,
        call: ToolCall,
        *,
        context: Context,
        registry: ToolRegistry,
        policy: Policy,
        precedents: Precedents = NO_PRECEDENTS,
        deadline: Deadline | None = None,
        depth: int = 0,
    ) -> None:
        self.precedents = precedents
        self.deadline = deadline
        self.call = call
        self.context = context
        self.registry = registry
        self.policy = policy
        self._traces: dict[str, Trace] = {}
        self._depth = depth
        self._under_way: set[str] = set()
        self._standings: dict[str, Standing] = {}
        self._slots: dict[str, Slot] = {}
        self._first_uses: dict[tuple[str, Kind], tuple[int, Outcome] | None] = {}

    @cached_property
    def tool(self) -> ToolSpec | None:
        """The registered tool that the name resolves to, or None."""
        return self.registry.resolve(self.call.name)

    @cached_property
    def arguments(self) -> ParsedArguments:
        """The arguments as an object, with what was wrong with their text."""
        return parse_arguments(self.call.arguments)

    @cached_property
    def schema_faults(self) -> tuple[SchemaFault, ...]:
        """Where the arguments break the tool's schema; empty while the tool or the arguments are unknown."""
        if self.tool is None or self.arguments.value is None:
            return ()
        return self.tool.faults(self.arguments.value)

    @cached_property
    def leaves(self) -> tuple[Leaf, ...]:
        """The leaf arguments in document order."""
        if self.arguments.value is None:
            return ()
        schema: Mapping[str, Json] = self.tool.parameters if self.tool is not None else {}
        return tuple(walk_leaves(self.arguments.value, schema, is_detail=is_detail_key))

    @cached_property
    def effect(self) -> Effect:
        """What running the tool does, by its MCP hints or its name."""
        hints: Mapping[str, Json] = self.tool.annotations if self.tool is not None else {}
        read_only, destructive = hints.get("readOnlyHint"), hints.get("destructiveHint")
        return effect_of(
            self.call.name,
            read_only=read_only if isinstance(read_only, bool) else None,
            destructive=destructive if isinstance(destructive, bool) else None,
        )

    @cached_property
    def request_stems(self) -> frozenset[str]:
        """The stems of what the call is about: the words of the user turns, the tool's name and the text arguments."""
        words = {word for index in self.context.sources if index.source.role is Role.USER for word in index.words}
        words.update(name_words(self.call.name))
        for leaf in self.leaves:
            if isinstance(leaf.value, str) and len(leaf.value) < 200:
                words.update(fold_words(leaf.value))
        return frozenset(stem(word) for word in words if len(word) > 2 and not word.isdigit() and word not in STOPWORDS)

    @cached_property
    def leaf_amounts(self) -> frozenset[Decimal]:
        """Every number that an argument holds, in every reading."""
        return frozenset(amount for leaf in self.leaves for amount in amounts_of(leaf.value))

    @cached_property
    def dated_leaves(self) -> tuple[tuple[Leaf, Value], ...]:
        """The arguments that are a date or time, read; at most 32, which is as many as date arithmetic starts from."""
        read = ((leaf, parse_temporal(leaf.value)) for leaf in self.leaves if isinstance(leaf.value, str) and len(leaf.value) <= MAX_DATE_CHARS)
        return tuple(islice(((leaf, value) for leaf, value in read if value is not None), MAX_DATED))

    @cached_property
    def uncovered_language(self) -> str | None:
        """The language or script of a user turn that the word-based recognisers do not cover whole; None where all is English or plain data."""
        for index in self.context.sources:
            if index.source.role is Role.USER:
                if is_mainly_foreign(index.content):
                    return "a script other than Latin"
                language = index.language
                if language is not None:
                    return NAMES[language]
        return None

    @cached_property
    def now(self) -> datetime | None:
        """The present time: as handed in, else as a system or user turn states it ("today is ...")."""
        return self.context.now or stated_now(self.context.sources)

    def settings(self, leaf: Leaf) -> ParameterSettings:
        """What the host says of the parameter of a leaf."""
        return self.policy.settings(self.call.name, leaf.path[0] if leaf.path else leaf.name)

    def standing(self, index: SourceIndex) -> Standing:
        """What a whole source is worth as evidence, echoes aside."""
        found = self._standings.get(index.source.id)
        if found is None:
            found = self._standings[index.source.id] = standing_of(index, self.context, taken_back=self.last_take_back)
        return found

    def standing_at(self, hit: Hit) -> Standing:
        """What a place is worth as evidence: of several values that the assistant offers, only the one that the user chooses is taken up."""
        standing = self.standing(hit.index)
        return standing if standing is Standing.GIVEN else standing_of_choice(hit.index, hit.span, self.context, whole=standing)

    @cached_property
    def last_take_back(self) -> int:
        """The last turn in which the user takes an agreement back ("scratch that"); -1 where there is none."""
        return last_take_back(self.context)

    def was_passed(self, value: Json) -> bool:
        """True where the model passed the value as an argument of an earlier call."""
        folded = fold(scalar_text(value))
        return any(folded in call.passed for call in self.context.calls)

    def first_use_outcome(self, folded: str, *, value: Json, slot: Slot, before: int) -> Outcome | None:
        """How a value was judged where the model first wrote it, before the turn `before`; None where it never did."""
        known = self.precedents.first_uses.outcomes.get(folded)
        if known is not None:
            return known
        key = (folded, slot.kind)
        if key not in self._first_uses:
            uttered = first_utterance(folded, value, slot, self.context)
            self._first_uses[key] = None if uttered is None else (uttered.order, self._judge_first_use(uttered, folded, value, slot))
        found = self._first_uses[key]
        return found[1] if found is not None and found[0] < before else None

    def _judge_first_use(self, uttered: Utterance, folded: str, value: Json, slot: Slot) -> Outcome:
        if self._depth >= MAX_DEPTH_OF_USES:
            return Outcome.UNDECIDED
        call = uttered.call
        earlier = Inquiry(
            self.call if call is None else ToolCall(call.name, dict(call.arguments or {}), call.id),
            context=self.context.before(uttered.order),
            registry=self.registry,
            policy=self.policy,
            precedents=self.precedents,
            deadline=self.deadline,
            depth=self._depth + 1,
        )
        outcomes = [] if call is None else [earlier.trace(leaf).outcome for leaf in earlier.leaves if fold(scalar_text(leaf.value)) == folded]
        if outcomes:
            return min(outcomes, key=lambda outcome: outcome.rank)
        if is_vouched_for(value, slot, earlier):
            return Outcome.SUPPORTED
        return Outcome.UNDECIDED if earlier.context.gaps else Outcome.UNSUPPORTED

    def trace(self, leaf: Leaf) -> Trace:
        """Where the value of a leaf comes from."""
        found = self._traces.get(leaf.pointer)
        if found is None:
            if self.deadline is not None:
                self.deadline.require()
            self._under_way.add(leaf.pointer)
            found = self._traces[leaf.pointer] = trace_leaf(leaf, self)
            self._under_way.discard(leaf.pointer)
        return found

    def kind_of(self, leaf: Leaf) -> Kind:
        """The kind of a leaf's value, as its slot asks for it."""
        return self.slot(leaf).kind

    def slot(self, leaf: Leaf) -> Slot:
        """What a leaf asks for."""
        found = self._slots.get(leaf.pointer)
        if found is None:
            found = self._slots[leaf.pointer] = slot_of(leaf)
        return found

    def is_grounded(self, leaf: Leaf) -> bool:
        """True where the leaf is supported; False while its own trace is still under way."""
        return leaf.pointer not in self._under_way and self.trace(leaf).outcome is Outcome.SUPPORTED

    @cached_property
    def traces(self) -> tuple[tuple[Leaf, Trace], ...]:
        """Each leaf with its trace."""
        return tuple((leaf, self.trace(leaf)) for leaf in self.leaves)
