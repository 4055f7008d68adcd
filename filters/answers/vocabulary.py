"""The words that answer, by language: yes, no, true, false, there is, I don't know.

A word of one language is often another word of the next ("no" is *in the* in Portuguese, "na" *on*
in Polish), so words that answer are looked for only where a sentence begins, and count only if
punctuation follows or what follows cannot make them anything else.
"""
# ruff: noqa: RUF001 -- letters of many scripts

from __future__ import annotations

import re

# What answers at the start of a sentence. Words of scripts without spaces stand apart.
_YES = (
    "y+e+s+|yse|y(?=\\W*$)|yea|yeah|yep|yup|yess?ir|ya|aye|affirmative|si|sí|sì|oui|ouais|sim|ja|jawohl"
    "|jazeker|jap"
    "|jo|da|да|ага|tak|ano|evet|ya|iya|benar|có|vâng|đúng(?: vậy)?|igen|kyllä|joo|ναι|ndiyo"
    "|ja visst"
    "|نعم|أجل|بله|جی ہاں|ہاں|جی"
    "|כן|हाँ|हां|जी हाँ|হ্যাঁ|হ্যাং|জি|ใช่|ெம்|ஆம்|అవును|हो"
)
_NO = (
    "n+o+(?:pe)?|n(?=\\W*$)|nah|nay|nein|nö|nee|non|não|nao|nie|ne|nu|nej|nei|ei|hayır|hayir|yok"
    "|không(?: phải)?|tidak|bukan|nggak"
    "|нет|ні|nem|όχι|hapana|negative|hindi"
    "|لا|كلا|نہیں|جی نہیں|خیر|نه|לא|नहीं|जी नहीं|না|ไม่ใช่|ไม่|இல்லை|కాదు|లేదు"
)
_YES_JOINED = (
    "是的|是(?!否|不是|非)|对的?|對的?|正确|正確|没错|确实|当然|はい|ええ|そうです|네|예(?![가-힣])"
    "|그렇습니다|맞습니다"
)
_NO_JOINED = (
    "不是的?|不对|不對|不(?=[,.!\\s]|$)|否|并非|不正确|不属实|错误|いいえ|いえ|ちがいます|違います"
    "|아니[요오]|아닙니다|그렇지 않습니다|틀렸?습니다"
)
_UNSURE = (
    "unsure|uncertain|undecided|unknown|undetermined|not sure|don't know|i don't know|idk|n/?a|null"
    "|none given"
    "|maybe|perhaps|cannot (?:say|tell|determine)|can't (?:say|tell)|no idea|inconclusive|unclear"
    "|incierto|incertain|unsicher|不确定|不知道|不清楚"
)
_OPENERS = re.compile(
    rf"(?:(?P<yes>{_YES})|(?P<no>{_NO})|(?P<unsure>{_UNSURE}))(?![\w/]|'\w)"
    rf"|(?P<yes_joined>{_YES_JOINED})|(?P<no_joined>{_NO_JOINED})"
)
_MAY_OPEN = frozenset("ynsocijdtabekmuvpgwh") | {"д", "н"}

# Verdicts on the statement of the question, in languages other than English.
_FALSE_ABROAD = (
    r"no es (?:cierto|verdad|correcto|así|exacto)|es falso|es incorrect[oa]|n'est pas (?:vraie?"
    r"|exacte?|correcte?|juste|le cas)|c'est (?:faux|inexact|incorrect)"
    r"|est (?:fausse?|inexacte?|incorrecte?)|(?:das|es|dies|aussage) (?:stimmt (?:so )?nicht"
    r"|ist (?:falsch|nicht (?:wahr|richtig|korrekt)|unzutreffend|unwahr))|trifft nicht zu"
    r"|stimmt nicht"
    r"|não é (?:verdade|correto|verdadeiro|certo)|é (?:fals[oa]|incorret[oa])|não está corret[oa]"
    r"|non è (?:vero|corretto|esatto|così)|è fals[oa]|è errat[oa]"
    r"|klopt niet|is (?:niet waar|onjuist|onwaar)|nieprawd|to nie jest prawd|это (?:неверно"
    r"|неправда|не так|не правда|ложь)|неверно|неправда"
    r"|doğru değil|yanlış|tidak benar|itu salah|không đúng|सही नहीं|सच नहीं|गलत है|সত্য নয়|সঠিক নয়"
    r"|সত্যি নয়|ভুল"
    r"|غير صحيح|ليس صحيح|خطأ|درست نہیں|غلط|صحیح نہیں|不正确|不对|不是真的|不属实|是错误的|是错的"
    r"|是假的|并非如此|事実では(?:ありません|ない)|正しく(?:ありません|ない)|間違|誤り"
    r"|사실이 아닙니다|사실이 아니|거짓|틀렸|틀립니다|옳지 않"
)
_TRUE_ABROAD = (
    r"es (?:cierto|verdad|correcto|así|exacto)|c'est (?:vrai|exact|correct|juste|bien cela)"
    r"|das stimmt|stimmt|ist (?:richtig|wahr|korrekt)|trifft zu|é (?:verdade|corret[oa]"
    r"|verdadeir[oa]|isso mesmo)"
    r"|è (?:vero|corretto|esatto)|esatto|exact(?:o|ement|amente)|richtig|correcto|correto|corretto"
    r"|klopt|dat is waar|to prawda|zgadza się|(?:это )?(?:верно|правда|так)|верно"
    r"|doğru|benar|đúng|सही है|सच है|সঠিক|সত্য|صحيح|درست|正确|是真的|属实|その通り|正しい|맞습니다"
    r"|사실입니다"
)
_NONE_ABROAD = (
    r"no (?:hay|existe|hubo|había)|ning[uú]n[ao]? (?:\w+ )?(?:así|tal)|no he (?:podido )?encontr"
    r"|il n'y (?:en )?a(?:vait)? (?:pas|aucun)|aucun|es gibt kein"
    r"|gibt es (?:nicht|kein)|não (?:há|existe|houve|havia)|non (?:c'è|ci sono|esiste|c'era)"
    r"|er (?:is|zijn|was) geen|bestaat niet"
    r"|nie ma|nie istnieje|не существует|так(?:ого|ой|их) .{0,30}нет|yoktur|tidak ada|không có"
    r"|नहीं (?:है|थ)|لا (?:يوجد|توجد)|نہیں ہے|没有|沒有|不存在|ありません|いません|없습니다|নেই"
)
_SOME_ABROAD = (
    r"sí (?:hay|existe)|existe|hay un|il y en a|il y a|(?:doch|si), (?:es gibt|il y en a)|es gibt"
    r"|gibt es|(?:sim, )?(?:há|existe) um|c'è|esiste|er is|istnieje|существует|есть|vardır"
    r"|ada(?:lah)?|có một"
    r"|يوجد|有的|有(?:,|一)|存在|あります|います|있습니다"
)
_FALSE = re.compile(_FALSE_ABROAD)
_TRUE = re.compile(rf"(?:{_TRUE_ABROAD})(?!\w)")
_NONE = re.compile(_NONE_ABROAD)
_SOME = re.compile(rf"(?:^|[\s,;:])(?:{_SOME_ABROAD})")

_DECLINES_ABROAD = re.compile(
    r"no (?:lo )?sé\b|no (?:estoy|me consta|puedo|tengo)|desconozco|je ne (?:sais|peux|suis|dispose"
    r"|connais)|j'ignore|pas (?:sûr|certain)|weiß (?:ich|es)? ?nicht|ich (?:bin (?:mir )?nicht|kann"
    r"|habe keine|weiß)|nicht sicher|(?:das|es|dies) kann ich|leider nicht|keine (?:ahnung"
    r"|information)"
    r"|não (?:sei|tenho|posso|consigo|estou)|non (?:lo so|so\b|sono|saprei|posso|ho|dispongo)"
    r"|weet (?:ik )?(?:het )?niet|ik (?:weet|kan|ben niet|heb geen)|geen idee|nie (?:wiem|jestem"
    r"|mogę|mam)|trudno powiedzieć"
    r"|(?:я )?не (?:знаю|могу|уверен)|затрудняюсь|неизвестно|нет (?:информац|данных)|bilmiyorum"
    r"|emin değilim|bilgim yok|tidak (?:yakin|tahu|dapat|bisa|memiliki)|saya tidak|kurang tahu"
    r"|không (?:chắc|biết|rõ|thể)"
    r"|नहीं पता|पता नहीं|मालूम नहीं|नहीं जानत|जानकारी नहीं|निश्चित नहीं|ला أعرف|لا (?:أعرف|أعلم|أستطيع"
    r"|يمكنني)|لست متأكد|ليس لدي|معلوم نہیں|یقین نہیں|نہیں جانت|جانی نمی"
    r"|不确定|不確定|不知道|不清楚|无法|無法|不能(?:确|回)|没有(?:足够|相关)?(?:的)?(?:信息|资料)"
    r"|わかりません|分かりません|わからな|不明|確認できません|答えられません|存じません|알 수 없"
    r"|모르겠|확실하지 않|확인할 수 없|জানি না|নিশ্চিত নই|জানা নেই"
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
