"""Findings of --verify: what programs that load the result make of it."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

CONSUMER_ACCEPTED = Code(
    "consumer-accepted", "kept", "note", "metadata",
    headline="Result accepted: {result}",
    because="{why}",
    effect="{what}",
    advice="Load the result in the simulator to see it move.",
    many="results accepted",
)
CONSUMER_MISSING = Code(
    "consumer-missing", "kept", "note", "metadata",
    headline="Result not verified: {result}",
    because="The program was not asked: {why}.",
    effect="Whether the program loads the result is unknown.",
    advice="{fix}",
    many="results not verified",
)
CONSUMER_REJECTED = Code(
    "consumer-rejected", "invalid", "error", "physics",
    headline="Result rejected",
    because="{result}: {message}",
    effect="The program does not load the result. The file was written all the same.",
    advice="Write another version of {format} (--to FORMAT@VERSION) if the message names an element or a version.",
    many="results rejected",
)
CONSUMER_FAILED = Code(
    "consumer-failed", "invalid", "error", "physics",
    headline="Verification failed",
    because="{result} {message}.",
    effect="Whether the program loads the result is unknown.",
    advice="Load the result with the program by hand.",
    many="verifications failed",
)
CONSUMER_DIFFERS = Code(
    "consumer-differs", "approximated", "error", "physics",
    headline="Result read differently: {value} -> {result}",
    because="{who} reads another {aspect} of this {kind} than was written.",
    effect="The result does not mean what the scene means, and no finding says why.",
    advice="Report it with the scene: it is a fault of a writer or a reader.",
    many="values read differently",
)
CONSUMER_DIFFERS_MORE = Code(
    "consumer-differs-more", "approximated", "error", "physics",
    headline="More values read differently: {value}",
    because="{who} reads more values differently than are listed.",
    effect="The result does not mean what the scene means.",
    advice="Report it with the scene.",
    many="more values read differently",
)

CODES = by_code(list(globals().values()))
