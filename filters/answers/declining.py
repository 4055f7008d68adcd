"""Recognising that a response declines to answer: refusals, missing knowledge, evasions."""

from __future__ import annotations

import re

from .vocabulary import UNKNOWN

_NOT = r"(?:not|n't|cannot|won't|unable to|never|neither|rather than)"
_DECLINES = re.compile(
    rf"\b(?:i|we|one)\b[^.!?\n,]{{0,20}}{_NOT}\b[^.!?\n,]{{0,25}}\b(?:say|tell|know|verif\w+"
    r"|confirm|determined?|decide|answer|help|assist|guess|look|access|provide|recall|remember"
    r"|judge|check|comment|comply|identify|have (?:any |enough |access|specific |the )|possess)\b"
    r"|\b(?:do|does|did)(?: not|n't) (?:have|contain|know|recall|ring a bell)\b|\bunable to\b"
    r"|\b(?:cannot|can't|could not|couldn't) (?:be )?(?:determine|verif|confirm|answer|say|tell)"
    r"|\bnot (?:\w+ )?(?:sure|certain|aware|familiar|possible|enough|known|confident|able)\b"
    r"|\bun(?:sure|certain|clear|known|determined|decided|aware|familiar)\b|\binconclusive\b"
    r"|\bno (?:idea|clue|information|info|data|answer|reliable|record|knowledge|access|way|comment)"
    r"\b|\b(?:insufficient|lack of|limited) (?:information|data|context|knowledge)\b"
    r"|\b(?:impossible|difficult|hard) (?:for me )?to (?:say|tell|determine|verify|know|answer)\b"
    r"|\bas an ai\b|\blanguage model\b|\b(?:knowledge|training) (?:cutoff|update|data)\b"
    r"|\b(?:please|could you|can you) (?:\w+ )?(?:clarify|specify|provide|give|paste|share|consult)"
    r"|\bdo you mean\b|\bdepends\b|\b(?:be|only) guessing\b|\bi'd (?:need|have) to\b"
    r"|\b(?:let me|i'll|i will|i can) (?:search|look|check|use)\b|\b(?:n/a|null)\b"
    r"|\b(?:maybe|perhaps|possibly|doubtful)\W*$|\bthere (?:may|might|could)\b[^.]{0,16} be\b"
    r"|\b(?:yes and no|could be either|go either way|rather not|prefer not)\b"
)
_ABROAD = re.compile(UNKNOWN)
_TOOL = re.compile(
    r"<\|?(?:tool|function|python_tag)|\[\w{1,60}\(|```tool|tool_call"
    r"|\"(?:tool|function|name)\"\s?:\s?\"[^\"\n]{0,80}\"\s?,\s?\"(?:arguments|parameters|args)\"",
    re.IGNORECASE,
)


def declines(text: str) -> bool:
    """Tells whether a sentence says that its writer does not or will not answer.

    Args:
        text: It, in lower case.
    """
    return _DECLINES.search(text) is not None or _ABROAD.search(text) is not None


def calls_tool(response: str) -> bool:
    """Tells whether a response asks for a tool in place of an answer."""
    return _TOOL.search(response) is not None
