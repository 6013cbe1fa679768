"""Claims to have done something ("I have sent the e-mail"), held against the record of what the tools did.

The record is the tool calls of the conversation with their results, and an evidence item with the id `tool_log`, in which a host writes the calls of the
turn, one a line. A claim is backed by a call whose name or log line says the same sort of thing and that did not fail. What is offered, planned, denied,
asked or conditional claims nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..context import Context
from ..index import SourceIndex
from ..normalize import name_words, stem
from ..types import Role, Span

LOG_ID = "tool_log"
"""The id of the evidence item that holds the host's record of the turn."""

_GROUPS: dict[str, str] = {
    "sent emailed e-mailed mailed messaged texted notified forwarded replied dispatched shared posted informed alerted": (
        "send sends sent mail email message msg sms notify notification forward reply dispatch share post publish alert deliver slack"
    ),
    "booked reserved scheduled rescheduled arranged": "book booking reserve reservation schedule reschedule calendar event appointment meeting arrange create",
    "refunded reimbursed credited": "refund reimburse credit reverse payout return",
    "deleted removed erased purged cleared wiped dropped uninstalled": "delete remove rm erase purge clear wipe drop trash unlink uninstall destroy",
    "updated changed modified edited adjusted corrected amended renamed replaced revised moved": (
        "update change modify edit adjust set patch put correct amend rename write replace move mv alter upsert sed apply"
    ),
    "cancelled canceled revoked terminated unsubscribed": "cancel revoke terminate void unsubscribe delete remove stop",
    "created added opened registered generated enrolled subscribed signed": (
        "create add open new register generate insert make post enroll subscribe sign write build upsert put"
    ),
    "paid transferred charged wired invoiced": "pay payment transfer charge wire invoice bill",
    "ordered purchased bought": "order purchase buy checkout cart",
    "pushed committed merged deployed published released uploaded": "push commit merge deploy publish release upload git put",
    "ran executed launched started restarted rebooted tested": "run execute exec launch start restart reboot test pytest invoke call bash shell",
    "called phoned dialled dialed": "call phone dial ring",
    "saved stored downloaded exported backed archived copied": "save store write download export backup archive copy cp put upload",
    "filed submitted lodged escalated assigned": "file submit lodge escalate assign ticket case create claim",
    "reset unlocked locked enabled disabled activated deactivated blocked": "reset unlock lock enable disable activate deactivate block set update toggle",
    "approved rejected declined": "approve reject decline update set",
    "installed configured": "install configure setup set pip npm apt",
    "invited": "invite add send",
}
_GENERIC = "fixed done completed finished processed handled resolved applied implemented performed taken made"
_ANY: frozenset[str] = frozenset()
_WORDS_OF = dict.fromkeys(_GENERIC.split(), _ANY) | {
    participle: frozenset(stem(word) for word in words.split()) for group, words in _GROUPS.items() for participle in group.split()
}
_PARTICIPLE = rf"(?:{'|'.join(sorted(map(re.escape, _WORDS_OF), key=lambda word: (-len(word), word)))})"
_ADVERB = r"(?:(?:just|already|now|also|successfully|automatically|immediately|promptly|gone ahead and|went ahead and|then|both|all)\s){0,3}"
_MORE = rf"(?:,?\s(?:and|then|and then)\s(?:{_ADVERB}){_PARTICIPLE}\b)?"
_FIRST_PERSON = re.compile(rf"\b(?:I|we)(?:['’]ve|\shave|\shad)?\s{_ADVERB}({_PARTICIPLE})\b{_MORE}", re.I)
_PASSIVE = re.compile(
    rf"(?:\byour\b|\A(?:it|everything|this)\b|(?<=[.!?:,;]\s)(?:it|everything|this)\b)(?:\s[\w'’#-]{{1,30}}){{0,5}}?\s(?:(?:has"
    rf"|have)\s{_ADVERB}been\s{_ADVERB}|(?:is|are)\s(?:now|already|all)\s)({_PARTICIPLE})\b{_MORE}", re.I
)
_ELLIPTIC = re.compile(
    rf"(?:(?:all\s)?(?:done|set|ok|okay|sure|great|certainly|perfect|yes)\s?[,.!:;–—-]{{1,2}}\s?){{0,2}}(?:{_ADVERB})({_PARTICIPLE})\b{_MORE}(?=\s?[.!,;:]|\s(?:it|the|your|as|to|for|that|this|all|and|successfully|on|from)\b|\s?\Z)",
    re.I,
)
_DONE = re.compile(r"(?:all\s)?(?:done|set|completed|finished)\s?(?:[.!,:;–—-]|\Z)", re.I)
_UNREAL_BEFORE = re.compile(
    r"\b(?:once|if|when|after|until|before|unless|as soon as|would|could|should|will|shall|may|might|must|can|whether|had|did|not|never|n['’]t|as though"
    r"|suppose|assuming|example|like)\b[^.!?;]{0,24}\Z",
    re.I,
)
_MAIN_CLAUSE = re.compile(r",\s(?:the|a|an|it|he|she|they|this|these|which|who|we|[A-Z])\b|\b(?:was|were|is|are)\b")
_COMPOSED = re.compile(r"\b(?:write|draft|compose|rewrite|rephrase|translate|reword|proofread|letter|reply to|respond to|story|poem|template"
                       r"|example|script|dialogue)\b", re.I)
_ALL_WELL = re.compile(
    r"\b(?:all|every|each)\s(?:of\s)?(?:the\s)?(?:\d{1,5}\s)?(?:[a-z]{2,14}\s)?(?:tests?|checks?|test cases|steps|jobs|builds?|suites?)\s(?:have\s|has\s"
    r"|are\s|is\s|were\s|now\s|all\s){0,2}"
    r"(?:pass(?:ed|es|ing)?|green|succeed(?:ed|s)?|successful|ok)\b"
    r"|\b(?:the\s)?(?:tests?|build|test suite|deployment|pipeline|migration)\s(?:have\s|has\s|are\s|is\s|was\s|were\s|now\s|all\s){0,2}(?:pass(?:ed|es"
    r"|ing)?|green|succeeded|successful|completed successfully|ran successfully)\b"
    r"|\b(?:no|zero|without(?: any)?)\s(?:tests?\s)?(?:failures|failing tests|errors)\b",
    re.I,
)
_FAILURES = re.compile(r"\b([1-9]\d{0,6})\s(?:tests?\s|checks?\s|jobs?\s)?(?:failed|failures?|failing|errors?|errored)\b|\b(?:failed|failures"
                       r"|errors)\s?[:=]\s?([1-9]\d{0,6})\b", re.I)
_WELL = re.compile(r"\b(?:pass(?:ed|es|ing)?|ok|success(?:ful|fully)?|succeeded|green|0 (?:failed|failures|errors)|exit(?: code)?[ :=]0)\b", re.I)
_FAILED = re.compile(
    r"(?<!0 )(?<!no )\b(?:errors?|failed|failure|denied|forbidden|timed?[ -]?out|exception|traceback|unauthorized|unauthorised|not found|rejected|refused"
    r"|declined|aborted|invalid|unsuccessful"
    r"|bounced|undeliverable)\b(?!\s?[:=]\s?(?:0|null|none|false|\[\]))|\b(?:status|code)[\s:=\"']{0,4}[45]\d\d\b|\b(?:success|ok)[\"']?\s?[:=]\s?false\b",
    re.I,
)
_PENDING = re.compile(r"\b(?:pending|queued|in progress|running|awaiting|dry[ -]run|simulated|draft(?:ed)?|needs? approval|not yet)\b", re.I)
_EMPTY_LOG = re.compile(r"(?:[^\n:]{0,60}[:=]\s{0,3})?(?:none|nothing|empty|no(?: tool)?(?: calls?)?(?: were)?(?: made)?|null|\[\s{0,3}\]|\{\s{0,3}\}|-|0)\.?", re.I)
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)?")
_CUES = frozenset((*_WORDS_OF, "done", "set", "completed", "finished", "pass", "passed", "passes", "passing", "green", "succeed", "succeeded", "successful",
    "failures", "errors"))
_TOKEN = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{1,60}")
MAX_LOG_LINES = 2000


@dataclass(frozen=True, slots=True)
class ClaimedAction:
    """A stretch that claims an action. `words` are the stems of which a call must have one (empty: any call will do); `verb` is the claim's own.

    `personal` is True where it says who acted (`I have sent`, `your refund has been paid`); `Sent to Ada` may be told of somebody else.
    """

    span: Span
    verb: str
    words: frozenset[str]
    all_well: bool = False
    personal: bool = False


@dataclass(frozen=True, slots=True)
class ActionRecord:
    """One call that was made. `succeeded` is None while nothing says how it ended. `place` counts in `index.content`."""

    words: frozenset[str]
    text: str
    succeeded: bool | None
    index: SourceIndex | None = None
    place: Span | None = None


def find_claimed_actions(text: str, sentences: Iterable[Span], *, question: str = "") -> tuple[ClaimedAction, ...]:
    """The claims to have acted, in order; none where the question asks to compose a text, which speaks for somebody else.

    Example:
        >>> text = "Done, I have emailed the report. Shall I delete the draft?"
        >>> [claim.span.of(text) for claim in find_claimed_actions(text, [Span(0, 32), Span(33, 60)])]
        ['I have emailed']
    """
    if not _is_cued(text) or _COMPOSED.search(question):
        return ()
    found: list[ClaimedAction] = []
    for sentence in sentences:
        if not _is_cued(text[sentence.start : sentence.end]) or text[sentence.start : sentence.end].rstrip("\"'”’)* ").endswith("?"):
            continue
        found += _claims_in(text, sentence)
    return tuple(found)


def _is_cued(text: str) -> bool:
    """True where a word of the tables stands in the text: the cheap test before the patterns."""
    return not _CUES.isdisjoint(_WORD.findall(text.lower()))


def _claims_in(text: str, sentence: Span) -> Iterator[ClaimedAction]:
    well = _ALL_WELL.search(text, sentence.start, sentence.end)
    if well is not None and not _is_unreal(text, sentence.start, well.start()):
        yield ClaimedAction(Span(*well.span()), "passed", frozenset(map(stem, ("run", "test", "pytest", "build", "deploy", "check"))), all_well=True)
        return
    claimed = False
    for pattern in (_FIRST_PERSON, _PASSIVE):
        for match in pattern.finditer(text, sentence.start, sentence.end):
            if not _is_unreal(text, sentence.start, match.start()):
                claimed = True
                yield _claim(match, personal=match[0][:2].casefold() in ("i ", "i'", "i’", "yo"))
    if claimed:
        return
    elliptic = _ELLIPTIC.match(text, sentence.start, sentence.end)
    if elliptic is not None and _MAIN_CLAUSE.search(text, elliptic.end(), sentence.end) is None:
        yield _claim(elliptic)
        return
    done = _DONE.match(text, sentence.start, sentence.end)
    if done is not None:
        yield ClaimedAction(Span(done.start(), done.end()), "done", _ANY)


def _claim(match: re.Match[str], *, personal: bool = False) -> ClaimedAction:
    verbs = [word for word in re.findall(r"[\w-]+", match[0].lower()) if word in _WORDS_OF]
    telling = next((verb for verb in verbs if _WORDS_OF[verb]), match[1].lower())
    return ClaimedAction(Span(*match.span()), telling, _WORDS_OF[telling], personal=personal)


def _is_unreal(text: str, start: int, at: int) -> bool:
    return _UNREAL_BEFORE.search(text, max(start, at - 40), at) is not None


def records_of(context: Context) -> tuple[ActionRecord, ...] | None:
    """What the tools did, in order; None where the context keeps no record: no `tool_log`, no call, no tool output."""
    log = next((index for index in context.sources if index.source.id.casefold() == LOG_ID), None)
    outputs = {index.source.call_id: index for index in context.sources if index.source.role is Role.TOOL}
    if log is None and not context.calls and not outputs:
        return None
    records = list(_logged(log)) if log is not None else []
    for call in context.calls:
        output = outputs.get(call.id) if call.id else None
        succeeded = None if output is None else not output.source.is_error
        records.append(ActionRecord(_stems(call.name), call.name, succeeded, output))
    called = {call.id for call in context.calls}
    for identifier, output in outputs.items():
        if identifier not in called:
            records.append(ActionRecord(_stems(output.source.tool or output.content[:200]), output.source.tool or "a tool", not output.source.is_error, output))
    return tuple(records)


def _logged(log: SourceIndex) -> Iterator[ActionRecord]:
    at = 0
    for line in log.content.splitlines(keepends=True)[:MAX_LOG_LINES]:
        written = line.strip()
        if written and not _EMPTY_LOG.fullmatch(written):
            start = at + line.index(written)
            succeeded = False if _FAILED.search(written) else None if _PENDING.search(written) else True
            yield ActionRecord(_stems(written), written, succeeded, log, Span(start, start + len(written)))
        at += len(line)


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for token in _TOKEN.findall(text[:2000]) for word in name_words(token))


@dataclass(frozen=True, slots=True)
class Backing:
    """How a claim stands in the record: backed, pending, failed (`record` is the call that failed), or without any call."""

    backed: bool
    record: ActionRecord | None = None
    failed: bool = False
    pending: bool = False


def backing_of(claim: ClaimedAction, records: Iterable[ActionRecord]) -> Backing:
    """How the record backs a claim: by any call of the same sort that succeeded."""
    fitting = [record for record in records if not claim.words or claim.words & record.words]
    if claim.all_well:
        return _well_backed(fitting)
    succeeded = next((record for record in fitting if record.succeeded), None)
    if succeeded is not None:
        return Backing(backed=True, record=succeeded)
    pending = next((record for record in fitting if record.succeeded is None), None)
    if pending is not None:
        return Backing(backed=False, record=pending, pending=True)
    return Backing(backed=False, record=fitting[0] if fitting else None, failed=bool(fitting))


def _well_backed(records: list[ActionRecord]) -> Backing:
    for record in records:
        shown = record.text if record.place is not None or record.index is None else record.index.content
        if _FAILURES.search(shown) or record.succeeded is False:
            return Backing(backed=False, record=record, failed=True)
    well = next((record for record in records if _WELL.search(record.text if record.place is not None or record.index is None else record.index.content)), None)
    return Backing(backed=well is not None, record=well)


def failures_in(index: SourceIndex) -> Span | None:
    """Where a source counts failures (`3 failed`), which "all passed" contradicts."""
    match = _FAILURES.search(index.content)
    return None if match is None else Span(*match.span())
