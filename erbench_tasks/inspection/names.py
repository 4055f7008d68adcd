"""What the name of a column says of its values, in several languages.

A name alone is weak evidence: `columns` weighs it together with the values.
"""

from __future__ import annotations

import re

from ..english import lexicon
from ..english.words import head, split
from ..lint.bookkeeping import KEY as KEY
from ..lint.bookkeeping import SECRET as SECRET
from ..lint.bookkeeping import WHEN as WHEN
from ..lint.bookkeeping import is_bookkeeping as is_bookkeeping
from ..lint.bookkeeping import is_of_a_load as is_of_a_load
from ..lint.bookkeeping import may_be_bookkeeping as may_be_bookkeeping

# Words that end a name whose beginning is no English word: `asciiname`.
_ENDS = ("name", "title", "code", "date", "year", "number")


def tokens(name: str) -> list[str]:
    """Returns the words of a column's name, in lower case, without numbers among them."""
    parts = [part for word in split(name) for part in _parted(word)]
    return [part for part in parts if not part.isdigit()] or parts


def _parted(word: str) -> list[str]:
    end = next((end for end in _ENDS if word.endswith(end) and len(word) > len(end) + 2), "")
    return [word.removesuffix(end), end] if end and word not in lexicon.vocabulary() else [word]


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


CONTACT = _set(
    "email emails mail phone telephone mobile fax telefon telefono téléphone url uri href"
    " link links website homepage web ip"
)
POSTAL = _set("zip postal postcode zipcode postalcode plz postleitzahl")
TECHNICAL = _set(
    "sha uuid guid rowguid checksum digest md5 sha1 sha256 crc path filepath file filename"
    " thumbnail json xml html geom geometry wkt geojson locale charset encoding mimetype etag"
)
# What numbers a thing for a program, unless people know it by that number.
RUNNING = _set("no nr num ref reference kennung")
# What tells that a text is a key if it looks like one.
NUMBERING = _set("code no nr num number ref reference const nummer numero número numéro kennung")
# A number by which people know a thing.
NATURAL = _set("code isbn number year atomic")
CATALOGUE = _set(
    "isbn isbn10 isbn13 issn doi ean ean13 gtin upc barcode sku vin iban bic swift orcid imdb"
    " tconst nconst wikidata qid slug permalink asin oclc lccn cas inchi smiles"
)
LABEL = _set(
    "name title label caption designation bezeichnung titel nombre nom titre nome titolo"
    " título naam denominacion denominación benennung"
)
# What another row is to one: its number is no fact about it.
RELATED = _set("next parent predecessor prev previous replaced replaces successor")
OTHER_NAME = _set(
    "local native short abbreviation abbrev abbr acronym symbol code cd iso iso2 iso3 iata"
    " icao fips ticker nickname nick alias aliases aka alternate alternative alt synonym"
    " original official formal romanized transliterated transliteration ascii kurz kürzel"
    " kurzname sigla abréviation abreviatura corto autre otro anderer lokal intl international"
    " en de fr es it pt nl ru zh ja"
    " pseudonym pseudonyms pseudonyme pseudonimo pseudónimo seudónimo pseudoniem known also as"
    " plume guerre spitzname spitznamen künstlername kuenstlername apodo surnom soprannome bijnaam"
    " ref slug handle"
)
# Beside what people call a country by, *Norway*, another name of it is *the Kingdom of Norway*.
IN_SHORT = _set("short common usual conventional corto court kurz")
IN_FULL = _set("long full formal official")
# What makes another name of a name: beside `official_name`, the `official` is a person.
OTHER_WITH_NAME = _set(
    "ancient former historic historical old previous"
    " common full display preferred vernacular popular trivial trade usual colloquial everyday"
)
# The name by which people know somebody.
BETTER_KNOWN = _set(
    "pen pseudonym pseudonyme pseudonimo pseudónimo seudónimo pseudoniem known plume guerre stage"
    " screen ring künstler kuenstler künstlername kuenstlername arte artistico artístico artiste"
    " scène scene professional artistic artist"
)
# The same of a person: a `stage_name` of a tour, or the `artist_name` of an album, is none.
OTHER_OF_PERSON = _set(
    "pen stage screen ring artist birth real legal religious regnal professional artistic"
    " künstler kuenstler geburts autoren arte artistico artístico artiste scène scene naissance"
)
CODE = _set("code cd abbr abbrev abbreviation acronym symbol iso iso2 iso3 short kürzel kurz sigla")
# What tells a label of a code from the code.
EXPLANATION = _set("description desc text value long full bezeichnung descripcion beschreibung")
NAME_PARTS = _set("primary main first last given family surname forename middle full complete")
LIST = _set("list lists csv tags keywords liste lista array")
BYTES = _set("bytes byte filesize kilobytes megabytes kb mb gb bitrate dpi pixels")
COORDINATES = _set(
    "latitude longitude lat lon lng latitud longitud breitengrad längengrad laengengrad"
    " easting northing coordinate coordinates coord coords geo gps utm"
)
PRICE = _set("price prices preis precio prix prezzo preço prijs cost discount rabatt freight vat")
# A price that somebody once paid is a fact.
_PAID = _set("auction sold hammer record transfer estimate estimated production construction")
STOCK = _set("stock inventory reorder onhand backorder bestand existencias")
DISPLAY = _set("sort sorting display ordering sequence seq lft rgt weighting")
ORDINAL = _set(
    "position pos rank ranking place number no nr num nummer numero número numéro order round"
    " shirt jersey seat lap grid seed stage level grade index chapter volume platz rang heat"
    " leg matchday"
)
COUNT = _set(
    "count counts num nb total totals population inhabitants attendance goals wins losses"
    " draws points score scores episodes seasons pages members employees seats votes visitors"
    " students beds rooms floors storeys moons children copies anzahl einwohner cantidad"
    " nombre habitantes numero matches games appearances caps medals awards runs hits played"
    " titles"
)
MONEY = _set(
    "gnp gdp budget revenue income salary wage wages profit turnover fee fees amount worth"
    " gross earnings sales value cost costs price prize fine debt usd eur gbp umsatz gehalt"
    " ingresos presupuesto chiffre capital fund funds assets"
)
DURATION = _set(
    "duration runtime length minutes mins hours seconds milliseconds ms days weeks months"
    " years dauer duracion duración durée laufzeit"
)
LASTING = _set(
    "duration runtime minutes mins hours seconds milliseconds ms days weeks months dauer"
    " duracion duración durée laufzeit"
)
MEASURE = _set(
    "height width depth length weight mass area surface size distance elevation altitude"
    " capacity speed temperature density volume radius diameter circumference rainfall"
    " wavelength wingspan thickness tonnage magnitude mileage calories velocity voltage power"
    " pressure age percentage percent rate ratio expectancy horsepower engine displacement"
    " range m km cm mm kg g ft mi lb km2 sqkm kmh mph höhe breite länge gewicht fläche altura"
    " peso superficie hauteur poids"
)
# Names of numbers between 1000 and 2100 that are no years.
NOT_YEARS = (MEASURE | MONEY | COUNT | LASTING | _set("number no nr num order page")) - {"titles"}
PLACES = _set(
    "city town village municipality country nation place birthplace location region province"
    " district county continent venue stadium headquarters hometown homeland island state"
    " prefecture canton department land stadt ort ciudad pais país ville pays lugar lieu città"
    " paese"
)
# What each thing has one of, that is no other's.
OWNED = _set("capital capitale hauptstadt hoofdstad stolica anthem himno hymne mascot emblem")
PEOPLE = lexicon.PERSONS | _set(
    "boss ceo head chief librettist surname forename firstname lastname autor autorin"
    " verfasser medico arzt regisseur komponist trainer maler entrenador compositor pintor"
    " réalisateur compositeur regista"
)


def is_file_size(parts: list[str]) -> bool:
    """Tells whether a name says how large a file is."""
    said = set(parts)
    return bool(said & BYTES) or ("file" in said and bool(said & {"size", "length"}))


# What says when something ended, if it has.
END = _set(
    "end ends ended ending until till to thru through final finished last latest closed closing"
    " retired dissolved bis ende endet letzte letzter letztes hasta fin final último ultimo"
    " ultima última jusque dernier dernière fine tot einde laatste fim até"
)
NOTES = _set(
    "note notes comment comments remark remarks memo memos annotation annotations observation"
    " observations bemerkung bemerkungen notiz notizen anmerkung anmerkungen commentaire"
    " commentaires remarque remarques nota notas observaciones observación opmerking"
)
# In a key, they say when.
DATED = _set("year season date edition term month quarter jahr saison año ano année since from")
# Who holds them, and how many there are, is another matter every few years.
OFFICES = _set(
    "president presidente président präsident premier chancellor kanzler monarch king queen"
    " governor gobernador gouverneur mayor alcalde maire bürgermeister ceo cfo chairman"
    " chairwoman chairperson incumbent officeholder leader"
)
_LISTED = _set("billing cast credit credits list listing menu page print tab view")
_OFFICES = (
    ("head", "state"),
    ("head", "government"),
    ("prime", "minister"),
    ("chief", "executive"),
)
CURRENT = _set(
    "population inhabitants einwohner habitantes habitants población gdp gnp unemployment"
    " inflation literacy popularity rating ratings vote votes view views followers subscribers"
    " likes downloads"
    " employees members"
)


def has_a_year(name: str) -> bool:
    """Tells whether a name says of which year its values are: `population_2020`."""
    return bool(re.search(r"(?<!\d)(1[89]|20)\d\d(?!\d)", name))


def is_order_of_display(parts: list[str]) -> bool:
    """Tells whether a name says in what order things are listed, as in the credits of a film."""
    return parts[-1:] == ["order"] and bool(set(parts) & _LISTED)


def is_office(parts: list[str]) -> bool:
    """Tells whether a name says who holds an office."""
    said = set(parts)
    return bool(said & OFFICES) or any(said.issuperset(office) for office in _OFFICES)


def is_current(parts: list[str]) -> bool:
    """Tells whether a name says how many there are, or what is thought, at some time."""
    return bool(set(parts) & CURRENT) or {"life", "expectancy"} <= set(parts)


def is_volatile(parts: list[str]) -> bool:
    """Tells whether a name says what a thing costs today, or how many are in stock."""
    said = set(parts)
    on_order = {"units", "on"} <= said or {"units", "in"} <= said
    rent = "rental" in said and bool(said & {"rate", "fee"})
    return bool(said & STOCK) or on_order or rent or (bool(said & PRICE) and not said & _PAID)


def is_person(parts: list[str]) -> bool:
    """Tells whether a name says that its values are persons."""
    named = [part for part in parts if part not in LABEL]
    return bool(named) and (named[-1] == "by" or head(" ".join(named)) in PEOPLE)


def is_place(parts: list[str]) -> bool:
    """Tells whether a name says where something is."""
    named = [part for part in parts if part not in LABEL]
    return bool(named) and head(" ".join(named)) in PLACES
