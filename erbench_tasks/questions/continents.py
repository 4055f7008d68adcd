"""The continent of a country, as the statistics division of the United Nations counts (M49)."""

from __future__ import annotations

from ...core.values.countries import code_of

# The codes of ISO 3166, and those that `code_of` has for the parts of the United Kingdom.
_SUB_REGIONS = {
    "Northern Africa": "DZ EG LY MA SD TN EH",
    "Eastern Africa": "IO BI KM DJ ER ET TF KE MG MW MU YT MZ RE RW SC SO SS UG TZ ZM ZW",
    "Middle Africa": "AO CM CF TD CG CD GQ GA ST",
    "Southern Africa": "BW SZ LS NA ZA",
    "Western Africa": "BJ BF CV CI GM GH GN GW LR ML MR NE NG SH SN SL TG",
    "Caribbean": "AI AG AW BS BB BQ VG KY CU CW DM DO GD GP HT JM MQ MS PR BL KN LC MF VC SX TT TC"
    " VI",
    "Central America": "BZ CR SV GT HN MX NI PA",
    "South America": "AR BO BV BR CL CO EC FK GF GY PY PE GS SR UY VE",
    "Northern America": "BM CA GL PM US",
    "Central Asia": "KZ KG TJ TM UZ",
    "Eastern Asia": "CN HK MO TW KP JP MN KR",
    "South-eastern Asia": "BN KH ID LA MY MM PH SG TH TL VN",
    "Southern Asia": "AF BD BT IN IR MV NP PK LK",
    "Western Asia": "AM AZ BH CY GE IQ IL JO KW LB OM QA SA PS SY TR AE YE",
    "Eastern Europe": "BY BG CZ HU PL MD RO RU SK UA",
    "Northern Europe": "AX DK EE FO FI GG IS IE IM JE LV LT NO SJ SE GB GB-ENG GB-NIR GB-SCT"
    " GB-WLS",
    "Southern Europe": "AL AD BA HR GI GR VA IT MT ME MK PT SM RS SI ES XK",
    "Western Europe": "AT BE FR DE LI LU MC NL CH",
    "Australia and New Zealand": "AU CX CC HM NZ NF",
    "Melanesia": "FJ NC PG SB VU",
    "Micronesia": "GU KI MH FM NR MP PW UM",
    "Polynesia": "AS CK PF NU PN WS TK TO TV WF",
    "Antarctica": "AQ",
}
_BY_CODE = {code: name for name, codes in _SUB_REGIONS.items() for code in codes.split()}
_OCEANIA = ("Australia and New Zealand", "Melanesia", "Micronesia", "Polynesia")
_NORTH_AMERICA = ("Caribbean", "Central America", "Northern America")
# Of these, people name either of two continents.
_ON_TWO = frozenset(["AM", "AW", "AZ", "BQ", "CW", "CY", "GE", "KZ", "RU", "TL", "TR", "TT", "UM"])


def continent_of(country: str) -> str:
    """Returns the continent of a country.

    Args:
        country: Its name in any language, or its code.

    Returns:
        Such as "Africa" or "North America"; empty if it is no country, or lies on two continents.
    """
    if code_of(country) in _ON_TWO:
        return ""
    sub_region = sub_region_of(country)
    if sub_region in _NORTH_AMERICA:
        return "North America"
    if sub_region in _OCEANIA:
        return "Oceania"
    return sub_region if sub_region == "South America" else sub_region.rpartition(" ")[2]


def sub_region_of(country: str) -> str:
    """Returns the sub-region of a country, such as "Western Europe"; empty if it is no country."""
    return _BY_CODE.get(code_of(country), "")
