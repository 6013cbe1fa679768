"""An answer that is checked while a model writes it: verified sentences leave, the made-up number never does."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules import AnswerStream, CallDelta, CallStream, Context, Done, Found, Guard, Held, Released, ToolRegistry, checked

EVIDENCE = "The ferry to Vexley leaves at 9:15 from the northern quay. Dogs travel free of charge."
ANSWER = "The ferry leaves from the northern quay. Dogs travel free of charge. Call 555-0142 to book a cabin. Have a good trip!"


def model() -> Iterator[str]:
    """What a client's stream would send."""
    for start in range(0, len(ANSWER), 7):
        yield ANSWER[start : start + 7]


def main() -> None:
    """Stream an answer, then a tool call."""
    context = Context.from_openai([{"role": "user", "content": "How do I get to Vexley? Book me a place."}], evidence=[{"id": "1", "text": EVIDENCE}])
    for event in checked(model(), AnswerStream(Guard(), context=context)):
        match event:
            case Released(text=text):
                print(f"show: {text.strip()}")
            case Found(finding=finding):
                print(f"found: {finding.explanation}")
            case Held(start=start):
                print(f"held from character {start}")
            case Done(verdict=verdict):
                print(f"verdict: {verdict.decision.value}")
            case _:
                print(event)

    tools = ToolRegistry.from_openai([{"name": "book", "input_schema": {"type": "object", "properties": {"destination": {"type": "string"}}}}])
    calls = CallStream(Guard(), context=context, registry=tools)
    for piece, done in (('{"destination": "Vex', False), ('ley"}', True)):
        for decided in calls.feed(CallDelta("0", piece, name="" if done else "book", done=done)):
            print(f"{decided.call.name}: {decided.verdict.decision.value}")


if __name__ == "__main__":
    main()
