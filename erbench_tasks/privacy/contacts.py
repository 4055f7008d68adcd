"""Tables of people whom one can write to and call, recognised by their values alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date

from . import vocabulary
from .names import folded, has_any, name_words, phrases, table_words
from .personal import PersonalData

_ROLES = re.compile(
    r"(info|kontakt|contact|contacto|contatti|office|mail|hello|hallo|support|service|sales|admin"
    r"|post|press|presse|enquiries|bookings?|reservations?|verwaltung|sekretariat|accueil)@",
    re.IGNORECASE,
)
_ISO = re.compile(r"([12]\d{3})-\d\d-\d\d")
_WORD = re.compile(r"[^\W\d_]+")
# So many of the values tell what a column holds.
_MANY = 0.3
# Birthdays are spread over so many years, and the youngest has been born so long ago.
_YEARS, _YOUNGEST = 20, 14
_LATEST = date.today().year - _YOUNGEST


def people_to_contact(
    name: str, columns: Mapping[str, Sequence[str]], kinds: Mapping[str, str]
) -> PersonalData | None:
    """Recognises a table of people by its values, whatever it and its columns are called.

    Whoever has an e-mail address and a phone number of their own is a person, and so is whoever
    has one of them and a birthday; unless it is an organisation: a museum has them too.

    Args:
        name: The table's name.
        columns: Names of its columns to some of their values, as texts.
        kinds: Columns to the personal data that they hold (see `personal_column`).
    """
    contact = sorted({kind for kind in kinds.values() if kind in vocabulary.CONTACT})
    born = [column for column, values in columns.items() if _are_birthdays(values)]
    if not contact or (len(contact) < 2 and not born) or _is_of_things(name, columns):
        return None
    found = contact if len(contact) > 1 else [*contact, "dates of birth"]
    return PersonalData(f"people with {' and '.join(found)}", "by its values")


def _are_birthdays(values: Sequence[str]) -> bool:
    """Tells whether dates are spread over the lives of people."""
    matches = [match for value in values if (match := _ISO.match(value.strip()))]
    years = {int(match[1]) for match in matches}
    are_dates = bool(years) and len(matches) == len(values)
    return are_dates and min(years) >= 1900 and max(years) <= _LATEST and len(years) >= _YEARS


def _is_of_things(name: str, columns: Mapping[str, Sequence[str]]) -> bool:
    """Tells whether the rows are organisations or places, by their names and their addresses."""
    if has_any(table_words(name), vocabulary.ORGANISATIONS + vocabulary.PUBLIC_PEOPLE):
        return True
    described = {column: name_words(column) for column in columns}
    if any(has_any(words, vocabulary.SITES_ON_THE_WEB) for words in described.values()):
        return True
    employers = {c for c, words in described.items() if has_any(words, vocabulary.EMPLOYERS)}
    others = [values for c, values in columns.items() if c not in employers]
    return any(map(_name_organisations, others)) or any(map(_are_roles, others))


def _name_organisations(values: Sequence[str]) -> bool:
    """Tells whether texts are names such as `Harbour Museum` or `Acorn Ltd.`."""
    known = phrases(vocabulary.ORGANISATIONS + vocabulary.LEGAL_FORMS)
    named = sum(any((folded(w),) in known for w in _WORD.findall(text[:80])) for text in values)
    return named > _MANY * len(values)


def _are_roles(values: Sequence[str]) -> bool:
    return sum(bool(_ROLES.match(text.strip())) for text in values) > _MANY * len(values)
