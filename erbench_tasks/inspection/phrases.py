"""Question templates made from names (Section 3.1): grammatical, whatever the database is about.

They hold together by being plain: a value *is the* attribute of an entity, which has a name. What
they are called comes from the schema, so a user will want to edit them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .words import is_plural, plural, with_article_by_sound

Blocks = dict[str, str]


def described(noun: str, label: str, also: Mapping[str, str]) -> str:
    """Returns an entity by its name: `the course {{ title }} with the department {{ ... }}`.

    Args:
        noun: What the entity is.
        label: The attribute that names it.
        also: Attributes that tell it apart, to what they are called.
    """
    more = _listed([f"the {words} {_value(name)}" for name, words in also.items()])
    return f"the {noun} {_value(label)}" + (f" with {more}" if more else "")


def multiple_choice(entity: str, options: Mapping[str, str]) -> list[Blocks]:
    """Returns three paraphrases, as the paper has them.

    Args:
        entity: The entity, as `described` says it.
        options: Attributes to what they are called.
    """
    questions = (
        f"What is the false option about {entity}? Provide an explanation.",
        f"Which option regarding {entity} is wrong? Provide an explanation.",
        f"What's the inaccurate option about {entity}? Provide an explanation.",
    )
    statements = (
        {name: f"The {words} {_is(words)} {_value(name)}." for name, words in options.items()},
        {name: f"{_value(name)} {_is(words)} the {words}." for name, words in options.items()},
        {name: f"It is listed with the {words} {_value(name)}." for name, words in options.items()},
    )
    return [{"question": q, **s} for q, s in zip(questions, statements, strict=True)]


def binary(noun: str, known: Mapping[str, str], several: Mapping[str, str] | None = None) -> Blocks:
    """Asks whether there is an entity of which some attributes are known.

    Args:
        noun: What the entity is.
        known: Attributes to what they are called.
        several: The same for attributes of which an entity has several values.
    """
    clauses = [f"whose {words} {_is(words)} {_value(name)}" for name, words in known.items()]
    clauses += [
        f"whose {plural(words)} include {_value(name)}" for name, words in (several or {}).items()
    ]
    such = f"{noun} {_listed(clauses)}"
    return {
        "basic": f"Is there {with_article_by_sound(such)}?",
        "negated": f"Is it true that there is no {such}?",
    }


def binary_of(entity: str, words: str) -> Blocks:
    """Asks whether an entity has an attribute.

    Args:
        entity: The entity, as `described` says it.
        words: What the attribute is called.
    """
    return {
        "basic": f"Is there {with_article_by_sound(words)} of {entity}?",
        "negated": f"Is it true that there is no {words} of {entity}?",
    }


def multi_hop(entity: str, roles: Sequence[str], last: str) -> Blocks:
    """Asks for the last value of a chain; those on the way are hidden.

    Args:
        entity: The entity, as `described` says it.
        roles: What each value of the chain is called, in order.
        last: The last attribute.
    """
    chain = " of the ".join(reversed(roles))
    return {
        "basic": f"Is {_value(last)} the {chain} of {entity}?",
        "negated": f"Is it true that {_value(last)} is not the {chain} of {entity}?",
    }


def _value(name: str) -> str:
    return f"{{{{ {name} }}}}"


def _is(words: str) -> str:
    return "are" if is_plural(words) else "is"


def _listed(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))
