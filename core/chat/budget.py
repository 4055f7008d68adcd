"""What requests have cost so far, and the limits that the user has set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ..errors import InputError

CHARACTERS_PER_TOKEN = 4  # about, in English; only where an endpoint does not report them
TOKENS_OF_A_REPLY = 200  # about, before the first one


class Prices(NamedTuple):
    """What an endpoint charges, in the user's currency per million tokens."""

    sent: float
    received: float

    def of(self, sent: float, received: float) -> float:
        """Returns what some tokens cost."""
        return (sent * self.sent + received * self.received) / 1e6

    @classmethod
    def read(cls, text: str) -> Prices:
        """Reads prices per million tokens, `SENT,RECEIVED`.

        Raises:
            ValueError: It is something else; the message says what is wanted.
        """
        try:
            prices = cls(*map(float, text.strip("[]()").split(",")))
        except (TypeError, ValueError):
            raise ValueError("two prices per million tokens, such as 0.25,2") from None
        if not all(0 <= price < float("inf") for price in prices):
            raise ValueError("two prices that can be paid")
        return prices


def read_prices(option: str, text: str) -> Prices:
    """Reads prices that the user gives.

    Raises:
        InputError: They are none; the option is named.
    """
    try:
        return Prices.read(text)
    except ValueError as error:
        raise InputError(f"{option}: {text!r} is not {error}") from error


class SpentError(Exception):
    """The budget allows no further call."""


@dataclass
class Budget:
    """Counts requests, tokens and cost.

    Attributes:
        max_calls: Most requests to send, repeated ones included; None for any number.
        max_cost: Most to spend, in the currency of `prices`; None for any amount.
        prices: Per million tokens; None if the user has not said.
        calls: Requests sent.
        prompt_tokens: Tokens sent, as far as the endpoint reports them.
        completion_tokens: Tokens received, as far as the endpoint reports them.
        cost: In the currency of `prices`; estimated where the endpoint reports no tokens.
    """

    max_calls: int | None = None
    max_cost: float | None = None
    prices: Prices | None = None
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    _dearest: float = 0.0
    _in_flight: int = 0

    def start(self, prompt: str) -> None:
        """Counts a request that is about to be sent.

        Raises:
            SpentError: It is one too many, or could be if it and those under way cost as much as
                the most expensive one so far.
        """
        if self.max_calls is not None and self.calls >= self.max_calls:
            raise SpentError(f"the {self.max_calls:,} calls of the budget are spent")
        if self.max_cost is not None and self._expected(prompt) > self.max_cost:
            raise SpentError(f"the budget of {self.max_cost:g} is spent")
        self.calls += 1
        self._in_flight += 1

    def end(self, prompt: str, reply: str | None, sent: int = 0, received: int = 0) -> None:
        """Counts the outcome of a request.

        Args:
            prompt: What was sent.
            reply: What was received; None if the request failed and costs nothing.
            sent: Tokens sent; 0 if the endpoint does not report them.
            received: Tokens received; 0 if the endpoint does not report them.
        """
        self._in_flight -= 1
        if reply is None:
            return
        self.prompt_tokens += sent
        self.completion_tokens += received
        if self.prices is not None:
            cost = self.prices.of(sent or _tokens(prompt), received or _tokens(reply))
            self.cost += cost
            self._dearest = max(self._dearest, cost)

    def _expected(self, prompt: str) -> float:
        """Returns the cost after this request and those under way."""
        assumed = self.prices.of(_tokens(prompt), TOKENS_OF_A_REPLY) if self.prices else 0.0
        return self.cost + (self._in_flight + 1) * (self._dearest or assumed)


def _tokens(text: str) -> float:
    return len(text) / CHARACTERS_PER_TOKEN
