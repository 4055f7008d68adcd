"""Recognising that a response declines to answer: refusals, missing knowledge, evasions."""

from __future__ import annotations

import re

_ABLE = (
    r"(?:can(?:not|'t| not)|could(?: not|n't)|am (?:not able|unable)|'m (?:not able|unable)|unable"
    r"|not able|was(?: not|n't) able|won't|will not|would(?: not|n't)|'d rather not|don't|do not)"
)
_DECLINES = re.compile(
    rf"\b(?:i|we|one)\s?(?:{_ABLE}|simply {_ABLE}|really {_ABLE}|also {_ABLE}|therefore {_ABLE}"
    rf"|honestly {_ABLE})\b[^.!?\n]{{0,20}}\b(?:say|tell|know|verify|confirm|determine|decide"
    rf"|answer|help|assist|settle|guess|look up|access|provide|recall|remember|be sure|be certain"
    rf"|judge|check|comment|comply|identify)\b"
    r"|\b(?:i'm|i am|we're|still|am) (?:not|un)\s?(?:\d+% |entirely |completely |quite |really "
    r"|absolutely |too )?(?:sure|certain|aware|familiar|able|confident)\b|\bnot (?:sure|certain"
    r"|familiar|enough|possible|aware|known)\b|\bunsure\b|\buncertain\b"
    r"|\b(?:do not|don't|doesn't|does not|did not|didn't) (?:know|have|possess|contain|recall"
    r"|remember|ring a bell)\b|\bno (?:idea|clue|information|info|data|answer|reliable|record"
    r"|knowledge|access|way (?:to|of))\b|\b(?:insufficient|not enough|lack of"
    r"|limited) (?:information|data|context|knowledge|details)\b"
    r"|\b(?:impossible|not possible|difficult|hard) (?:for me )?to (?:say|tell|determine|verify"
    r"|know|answer|confirm)\b|\bunable to\b|\bcannot (?:be )?(?:determined?|verif|confirm|answer"
    r"|say|tell)|\bcan't (?:be )?(?:determined?|verif|confirm|answer|say|tell|help|decide|settle)"
    r"|\b(?:i'm|i am) (?:only |just )?(?:a |an )?(?:ai|language model|large language model"
    r"|text-based)\b|\bas an ai\b|\bknowledge (?:cutoff|update)|\btraining (?:cutoff|data)\b"
    r"|\b(?:violate|against) (?:our|my|the)\b[^.\n]{0,20}\b(?:policy|policies|guidelines)"
    r"|\b(?:please|could you|can you|would you) (?:please )?(?:clarify|specify|provide|give|tell"
    r"|paste|use|consult|check|share)\b|\bdo you (?:mean|want)\b|\bwhich [^.\n]{0,40} do you mean\b"
    r"|\bit depends\b|\bdepends on\b|\bhard to say\b|\bonly be guessing\b|\bi won't guess\b"
    r"|\bi'd (?:only )?(?:be guessing|need to|have to)\b"
    r"|\b(?:answer|result|status) (?:is |remains )?(?:unknown|unclear|undetermined|inconclusive)\b"
    r"|\bunclear\b|\binconclusive\b|\bn/a\b|\bnot applicable\b|\btool_call\b|\bfunction_call\b"
    r"|\bi'll (?:search|look|check|use)\b|\bi will (?:search|look|check|use)\b|\blet me (?:search"
    r"|look (?:that|this|it) up)\b"
    r"|\b(?:leave|leaving) (?:it|that|this) open\b|\bback and forth\b|\bcould (?:as well"
    r"|go either way)\b|\bat my disposal\b"
    r"|\brather not (?:say|answer)\b|\bprefer not to\b|\bnull\b"
    r"|\bthere (?:may|might|could)(?: or may not| or might not)? be\b"
)
_TOOL = re.compile(
    r"<\|?(?:tool_call|function_call|function|tool|python_tag)\b|\[\w+\(|\"(?:tool|function"
    r"|name)\"\s*:\s*\"[^\"]*\"\s*,\s*\"(?:arguments|parameters|args|input)\"|<\uff5ctool|```tool",
    re.IGNORECASE,
)


def declines(text: str) -> bool:
    """Tells whether a sentence in English says that its writer does not or will not answer.

    Args:
        text: It, in lower case.
    """
    return _DECLINES.search(text) is not None


def calls_tool(response: str) -> bool:
    """Tells whether a response asks for a tool in place of an answer."""
    return _TOOL.search(response) is not None
