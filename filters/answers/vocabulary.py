"""The words with which answers are given, by language: yes, no, true, false, there is, I don't know.

A word of one language is often another word of the next ("no" is *in the* in Portuguese, "na" *on*
in Polish), so words that answer are looked for only where a sentence begins, and count only if
punctuation follows or what follows cannot make them anything else.
"""

from __future__ import annotations

import re

# What answers at the start of a sentence. Words of scripts without spaces stand apart.
_YES = (
    "y+e+s+|yse|yea|yeah|yep|yup|yess?ir|ya|aye|affirmative|si|s\u00ed|s\u00ec|oui|ouais|sim|ja|jawohl|jazeker|jap"
    "|jo|da|\u0434\u0430|\u0430\u0433\u0430|tak|ano|evet|ya|iya|benar|c\u00f3|v\u00e2ng|\u0111\u00fang(?: v\u1eady)?|igen|kyll\u00e4|joo|\u03bd\u03b1\u03b9|ndiyo|ja visst"
    "|\u0646\u0639\u0645|\u0623\u062c\u0644|\u0628\u0644\u0647|\u062c\u06cc \u06c1\u0627\u06ba|\u06c1\u0627\u06ba|\u062c\u06cc"
    "|\u05db\u05df|\u0939\u093e\u0901|\u0939\u093e\u0902|\u091c\u0940 \u0939\u093e\u0901|\u09b9\u09cd\u09af\u09be\u0981|\u09b9\u09cd\u09af\u09be\u0982|\u099c\u09bf|\u0e43\u0e0a\u0e48|\u0bc6\u0bae\u0bcd|\u0b86\u0bae\u0bcd|\u0c05\u0c35\u0c41\u0c28\u0c41|\u0939\u094b"
)
_NO = (
    "n+o+(?:pe)?|nah|nay|nein|n\u00f6|nee|non|n\u00e3o|nao|nie|ne|nu|nej|nei|ei|hay\u0131r|hayir|yok|kh\u00f4ng(?: ph\u1ea3i)?|tidak|bukan|nggak"
    "|\u043d\u0435\u0442|\u043d\u0456|nem|\u03cc\u03c7\u03b9|hapana|negative|hindi"
    "|\u0644\u0627|\u0643\u0644\u0627|\u0646\u06c1\u06cc\u06ba|\u062c\u06cc \u0646\u06c1\u06cc\u06ba|\u062e\u06cc\u0631|\u0646\u0647|\u05dc\u05d0|\u0928\u0939\u0940\u0902|\u091c\u0940 \u0928\u0939\u0940\u0902|\u09a8\u09be|\u0e44\u0e21\u0e48\u0e43\u0e0a\u0e48|\u0e44\u0e21\u0e48|\u0b87\u0bb2\u0bcd\u0bb2\u0bc8|\u0c15\u0c3e\u0c26\u0c41|\u0c32\u0c47\u0c26\u0c41"
)
_YES_JOINED = "\u662f\u7684|\u662f(?!\u5426|\u4e0d\u662f|\u975e)|\u5bf9\u7684?|\u5c0d\u7684?|\u6b63\u786e|\u6b63\u78ba|\u6ca1\u9519|\u786e\u5b9e|\u5f53\u7136|\u306f\u3044|\u3048\u3048|\u305d\u3046\u3067\u3059|\ub124|\uc608(?![\uac00-\ud7a3])|\uadf8\ub807\uc2b5\ub2c8\ub2e4|\ub9de\uc2b5\ub2c8\ub2e4"
_NO_JOINED = "\u4e0d\u662f\u7684?|\u4e0d\u5bf9|\u4e0d\u5c0d|\u4e0d(?=[,.!\\s]|$)|\u5426|\u5e76\u975e|\u4e0d\u6b63\u786e|\u4e0d\u5c5e\u5b9e|\u9519\u8bef|\u3044\u3044\u3048|\u3044\u3048|\u3061\u304c\u3044\u307e\u3059|\u9055\u3044\u307e\u3059|\uc544\ub2c8[\uc694\uc624]|\uc544\ub2d9\ub2c8\ub2e4|\uadf8\ub807\uc9c0 \uc54a\uc2b5\ub2c8\ub2e4|\ud2c0\ub838?\uc2b5\ub2c8\ub2e4"
_UNSURE = (
    "unsure|uncertain|undecided|unknown|undetermined|not sure|don't know|i don't know|idk|n/?a|null|none given"
    "|maybe|perhaps|cannot (?:say|tell|determine)|can't (?:say|tell)|no idea|inconclusive|unclear"
    "|incierto|incertain|unsicher|\u4e0d\u786e\u5b9a|\u4e0d\u77e5\u9053|\u4e0d\u6e05\u695a"
)
_OPENERS = re.compile(
    rf"(?:(?P<yes>{_YES})|(?P<no>{_NO})|(?P<unsure>{_UNSURE}))(?![\w'/])"
    rf"|(?P<yes_joined>{_YES_JOINED})|(?P<no_joined>{_NO_JOINED})"
)
_MAY_OPEN = frozenset("ynsocijdtabekmuvpgwh") | {"\u0434", "\u043d"}

# Verdicts on the statement of the question, in languages other than English.
_FALSE_ABROAD = (
    r"no es (?:cierto|verdad|correcto|as\u00ed|exacto)|es falso|es incorrect[oa]|n'est pas (?:vraie?|exacte?|correcte?|juste|le cas)|c'est (?:faux|inexact|incorrect)"
    r"|est (?:fausse?|inexacte?|incorrecte?)|(?:das|es|dies|aussage) (?:stimmt (?:so )?nicht|ist (?:falsch|nicht (?:wahr|richtig|korrekt)|unzutreffend|unwahr))|trifft nicht zu|stimmt nicht"
    r"|n\u00e3o \u00e9 (?:verdade|correto|verdadeiro|certo)|\u00e9 (?:fals[oa]|incorret[oa])|n\u00e3o est\u00e1 corret[oa]|non \u00e8 (?:vero|corretto|esatto|cos\u00ec)|\u00e8 fals[oa]|\u00e8 errat[oa]"
    r"|klopt niet|is (?:niet waar|onjuist|onwaar)|nieprawd|to nie jest prawd|\u044d\u0442\u043e (?:\u043d\u0435\u0432\u0435\u0440\u043d\u043e|\u043d\u0435\u043f\u0440\u0430\u0432\u0434\u0430|\u043d\u0435 \u0442\u0430\u043a|\u043d\u0435 \u043f\u0440\u0430\u0432\u0434\u0430|\u043b\u043e\u0436\u044c)|\u043d\u0435\u0432\u0435\u0440\u043d\u043e|\u043d\u0435\u043f\u0440\u0430\u0432\u0434\u0430"
    r"|do\u011fru de\u011fil|yanl\u0131\u015f|tidak benar|itu salah|kh\u00f4ng \u0111\u00fang|\u0938\u0939\u0940 \u0928\u0939\u0940\u0902|\u0938\u091a \u0928\u0939\u0940\u0902|\u0917\u0932\u0924 \u0939\u0948|\u09b8\u09a4\u09cd\u09af \u09a8\u09af\u09bc|\u09b8\u09a0\u09bf\u0995 \u09a8\u09af\u09bc|\u09b8\u09a4\u09cd\u09af\u09bf \u09a8\u09af\u09bc|\u09ad\u09c1\u09b2"
    r"|\u063a\u064a\u0631 \u0635\u062d\u064a\u062d|\u0644\u064a\u0633 \u0635\u062d\u064a\u062d|\u062e\u0637\u0623|\u062f\u0631\u0633\u062a \u0646\u06c1\u06cc\u06ba|\u063a\u0644\u0637|\u0635\u062d\u06cc\u062d \u0646\u06c1\u06cc\u06ba|\u4e0d\u6b63\u786e|\u4e0d\u5bf9|\u4e0d\u662f\u771f\u7684|\u4e0d\u5c5e\u5b9e|\u662f\u9519\u8bef\u7684|\u662f\u9519\u7684|\u662f\u5047\u7684|\u5e76\u975e\u5982\u6b64|\u4e8b\u5b9f\u3067\u306f(?:\u3042\u308a\u307e\u305b\u3093|\u306a\u3044)|\u6b63\u3057\u304f(?:\u3042\u308a\u307e\u305b\u3093|\u306a\u3044)|\u9593\u9055|\u8aa4\u308a"
    r"|\uc0ac\uc2e4\uc774 \uc544\ub2d9\ub2c8\ub2e4|\uc0ac\uc2e4\uc774 \uc544\ub2c8|\uac70\uc9d3|\ud2c0\ub838|\ud2c0\ub9bd\ub2c8\ub2e4|\uc633\uc9c0 \uc54a"
)
_TRUE_ABROAD = (
    r"es (?:cierto|verdad|correcto|as\u00ed|exacto)|c'est (?:vrai|exact|correct|juste|bien cela)|das stimmt|stimmt|ist (?:richtig|wahr|korrekt)|trifft zu|\u00e9 (?:verdade|corret[oa]|verdadeir[oa]|isso mesmo)"
    r"|\u00e8 (?:vero|corretto|esatto)|esatto|exact(?:o|ement|amente)|richtig|correcto|correto|corretto|klopt|dat is waar|to prawda|zgadza si\u0119|(?:\u044d\u0442\u043e )?(?:\u0432\u0435\u0440\u043d\u043e|\u043f\u0440\u0430\u0432\u0434\u0430|\u0442\u0430\u043a)|\u0432\u0435\u0440\u043d\u043e"
    r"|do\u011fru|benar|\u0111\u00fang|\u0938\u0939\u0940 \u0939\u0948|\u0938\u091a \u0939\u0948|\u09b8\u09a0\u09bf\u0995|\u09b8\u09a4\u09cd\u09af|\u0635\u062d\u064a\u062d|\u062f\u0631\u0633\u062a|\u6b63\u786e|\u662f\u771f\u7684|\u5c5e\u5b9e|\u305d\u306e\u901a\u308a|\u6b63\u3057\u3044|\ub9de\uc2b5\ub2c8\ub2e4|\uc0ac\uc2e4\uc785\ub2c8\ub2e4"
)
_NONE_ABROAD = (
    r"no (?:hay|existe|hubo|hab\u00eda)|il n'y (?:en )?a(?:vait)? (?:pas|aucun)|aucun|es gibt kein|gibt es (?:nicht|kein)|n\u00e3o (?:h\u00e1|existe|houve|havia)|non (?:c'\u00e8|ci sono|esiste|c'era)|er (?:is|zijn|was) geen|bestaat niet"
    r"|nie ma|nie istnieje|\u043d\u0435 \u0441\u0443\u0449\u0435\u0441\u0442\u0432\u0443\u0435\u0442|\u0442\u0430\u043a(?:\u043e\u0433\u043e|\u043e\u0439|\u0438\u0445) .{0,30}\u043d\u0435\u0442|yoktur|tidak ada|kh\u00f4ng c\u00f3|\u0928\u0939\u0940\u0902 (?:\u0939\u0948|\u0925)|\u0644\u0627 (?:\u064a\u0648\u062c\u062f|\u062a\u0648\u062c\u062f)|\u0646\u06c1\u06cc\u06ba \u06c1\u06d2|\u6ca1\u6709|\u6c92\u6709|\u4e0d\u5b58\u5728|\u3042\u308a\u307e\u305b\u3093|\u3044\u307e\u305b\u3093|\uc5c6\uc2b5\ub2c8\ub2e4|\u09a8\u09c7\u0987"
)
_SOME_ABROAD = (
    r"s\u00ed (?:hay|existe)|existe|hay un|il y en a|il y a|(?:doch|si), (?:es gibt|il y en a)|es gibt|gibt es|(?:sim, )?(?:h\u00e1|existe) um|c'\u00e8|esiste|er is|istnieje|\u0441\u0443\u0449\u0435\u0441\u0442\u0432\u0443\u0435\u0442|\u0435\u0441\u0442\u044c|vard\u0131r|ada(?:lah)?|c\u00f3 m\u1ed9t"
    r"|\u064a\u0648\u062c\u062f|\u6709\u7684|\u6709(?:,|\u4e00)|\u5b58\u5728|\u3042\u308a\u307e\u3059|\u3044\u307e\u3059|\uc788\uc2b5\ub2c8\ub2e4"
)
_FALSE = re.compile(_FALSE_ABROAD)
_TRUE = re.compile(rf"(?:{_TRUE_ABROAD})(?!\w)")
_NONE = re.compile(_NONE_ABROAD)
_SOME = re.compile(rf"(?:^|[\s,;:])(?:{_SOME_ABROAD})")

_DECLINES_ABROAD = re.compile(
    r"no (?:lo )?s\u00e9\b|no (?:estoy|me consta|puedo|tengo)|desconozco|je ne (?:sais|peux|suis|dispose|connais)|j'ignore|pas (?:s\u00fbr|certain)|wei\u00df (?:ich|es)? ?nicht|ich (?:bin (?:mir )?nicht|kann|habe keine|wei\u00df)|nicht sicher|(?:das|es|dies) kann ich|leider nicht|keine (?:ahnung|information)"
    r"|n\u00e3o (?:sei|tenho|posso|consigo|estou)|non (?:lo so|so\b|sono|saprei|posso|ho|dispongo)|weet (?:ik )?(?:het )?niet|ik (?:weet|kan|ben niet|heb geen)|geen idee|nie (?:wiem|jestem|mog\u0119|mam)|trudno powiedzie\u0107"
    r"|(?:\u044f )?\u043d\u0435 (?:\u0437\u043d\u0430\u044e|\u043c\u043e\u0433\u0443|\u0443\u0432\u0435\u0440\u0435\u043d)|\u0437\u0430\u0442\u0440\u0443\u0434\u043d\u044f\u044e\u0441\u044c|\u043d\u0435\u0438\u0437\u0432\u0435\u0441\u0442\u043d\u043e|\u043d\u0435\u0442 (?:\u0438\u043d\u0444\u043e\u0440\u043c\u0430\u0446|\u0434\u0430\u043d\u043d\u044b\u0445)|bilmiyorum|emin de\u011filim|bilgim yok|tidak (?:yakin|tahu|dapat|bisa|memiliki)|saya tidak|kurang tahu|kh\u00f4ng (?:ch\u1eafc|bi\u1ebft|r\u00f5|th\u1ec3)"
    r"|\u0928\u0939\u0940\u0902 \u092a\u0924\u093e|\u092a\u0924\u093e \u0928\u0939\u0940\u0902|\u092e\u093e\u0932\u0942\u092e \u0928\u0939\u0940\u0902|\u0928\u0939\u0940\u0902 \u091c\u093e\u0928\u0924|\u091c\u093e\u0928\u0915\u093e\u0930\u0940 \u0928\u0939\u0940\u0902|\u0928\u093f\u0936\u094d\u091a\u093f\u0924 \u0928\u0939\u0940\u0902|\u0932\u093e \u0623\u0639\u0631\u0641|\u0644\u0627 (?:\u0623\u0639\u0631\u0641|\u0623\u0639\u0644\u0645|\u0623\u0633\u062a\u0637\u064a\u0639|\u064a\u0645\u0643\u0646\u0646\u064a)|\u0644\u0633\u062a \u0645\u062a\u0623\u0643\u062f|\u0644\u064a\u0633 \u0644\u062f\u064a|\u0645\u0639\u0644\u0648\u0645 \u0646\u06c1\u06cc\u06ba|\u06cc\u0642\u06cc\u0646 \u0646\u06c1\u06cc\u06ba|\u0646\u06c1\u06cc\u06ba \u062c\u0627\u0646\u062a|\u062c\u0627\u0646\u06cc \u0646\u0645\u06cc"
    r"|\u4e0d\u786e\u5b9a|\u4e0d\u78ba\u5b9a|\u4e0d\u77e5\u9053|\u4e0d\u6e05\u695a|\u65e0\u6cd5|\u7121\u6cd5|\u4e0d\u80fd(?:\u786e|\u56de)|\u6ca1\u6709(?:\u8db3\u591f|\u76f8\u5173)?(?:\u7684)?(?:\u4fe1\u606f|\u8d44\u6599)|\u308f\u304b\u308a\u307e\u305b\u3093|\u5206\u304b\u308a\u307e\u305b\u3093|\u308f\u304b\u3089\u306a|\u4e0d\u660e|\u78ba\u8a8d\u3067\u304d\u307e\u305b\u3093|\u7b54\u3048\u3089\u308c\u307e\u305b\u3093|\u5b58\u3058\u307e\u305b\u3093|\uc54c \uc218 \uc5c6|\ubaa8\ub974\uaca0|\ud655\uc2e4\ud558\uc9c0 \uc54a|\ud655\uc778\ud560 \uc218 \uc5c6|\u099c\u09be\u09a8\u09bf \u09a8\u09be|\u09a8\u09bf\u09b6\u09cd\u099a\u09bf\u09a4 \u09a8\u0987|\u099c\u09be\u09a8\u09be \u09a8\u09c7\u0987"
)


def opening_word(text: str, position: int = 0) -> tuple[str, int] | None:
    """Reads the word that answers at the start of a sentence.

    Args:
        text: The sentence in lower case.
        position: Where to look.

    Returns:
        `yes`, `no` or `unsure`, and where the word ends; None if it begins otherwise.
    """
    first = text[position : position + 1]
    if first.isascii() and first not in _MAY_OPEN:
        return None
    found = _OPENERS.match(text, position)
    if found is None:
        return None
    return (found.lastgroup or "").removesuffix("_joined"), found.end()


def truth_abroad(text: str) -> bool | None:
    """Tells whether a sentence in another language calls a statement true or false."""
    if _FALSE.search(text):
        return False
    return True if _TRUE.search(text) else None


def existence_abroad(text: str) -> bool | None:
    """Tells whether a sentence in another language says that there is one, or none."""
    if _NONE.search(text):
        return False
    return True if _SOME.search(text) else None


def declines_abroad(text: str) -> bool:
    """Tells whether a sentence in another language says that its writer does not know."""
    return _DECLINES_ABROAD.search(text) is not None
