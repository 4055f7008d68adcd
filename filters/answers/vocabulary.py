"""The words by which answers are read in other languages than English: a line per language.

A word of one language is often another word of the next ("no" is *in the* in Portuguese, "na" *on*
in Polish), so *yes* and *no* count only where a sentence opens with them and punctuation follows.
"""
# ruff: noqa: RUF001 -- letters of many scripts

from __future__ import annotations

import re

# Language: yes / no / answer / option / false / don't know. Words may be patterns.
_LANGUAGES = r"""
Arabic: نعم, أجل / لا, كلا / الإجابة, الجواب / الخيار / خاطئ, خطأ, غير صحيح / لا أعرف, لا أعلم
Bengali: হ্যাঁ / না / উত্তর / বিকল্প / ভুল / জানি না, নিশ্চিত নই
Chinese: 是的?, 对的?, 有 / 不是的?, 否, 不对, 没有 / 答案 / 选项 / 错, 不正确 / 不知道, 不确定
Dutch: ja / nee / antwoord / optie / onjuist, fout / weet (?:ik )?(?:het )?niet, geen idee
French: oui / non / réponse / option / fausse?, faux, incorrecte? / ne (?:sais|peux|suis) pas
German: ja / nein / antwort / option, aussage / falsch / weiß (?:es )?nicht, nicht sicher
Hindi: हाँ, हां, जी हाँ / नहीं, जी नहीं / उत्तर / विकल्प / गलत / नहीं पता, पता नहीं
Indonesian: ya / tidak, bukan / jawaban / pilihan, opsi / salah / tidak (?:tahu|yakin), kurang tahu
Italian: sì, si / no / risposta / opzione / fals[oa], errat[oa] / non (?:lo so|so|sono sicuro)
Japanese: はい, ええ / いいえ / 答え, 回答 / 選択肢 / 間違, 誤 / わかりません, 分かりません, 不明
Korean: 네, 예 / 아니[요오] / 정답, 답 / 선택지, 옵션 / 틀렸, 틀린 / 모르겠, 알 수 없
Polish: tak / nie / odpowiedź / opcja / fałszyw\w+, błędn\w+ / nie (?:wiem|jestem pew)
Portuguese: sim / não, nao / resposta / opção / fals[oa], incorret[oa] / não (?:sei|tenho certeza)
Russian: да / нет / ответ / вариант / неверн\w*, ложн\w* / не (?:знаю|уверен)
Spanish: sí, si / no / respuesta / opción / fals[oa], incorrect[oa] / no (?:lo )?sé, no estoy segur
Turkish: evet / hayır / cevap / seçenek / yanlış / bilmiyorum, emin değilim
Urdu: جی ہاں, ہاں / نہیں, جی نہیں / جواب / آپشن / غلط / معلوم نہیں, یقین نہیں
Vietnamese: có, vâng, đúng / không / trả lời, đáp án / phương án / sai / không (?:biết|chắc|rõ)
"""
_SPACED = re.compile(r"[a-z\u00df-\u04ff]")  # Latin and Cyrillic: words stand apart


def _column(number: int) -> str:
    """Returns a pattern for what all languages have in a column, longer words first."""
    rows = [line.partition(": ")[2].split(" / ") for line in _LANGUAGES.strip().splitlines()]
    words = {word for row in rows for word in row[number].split(", ")}
    ordered = sorted(words, key=len, reverse=True)
    spaced = "|".join(word for word in ordered if _SPACED.match(word))
    joined = "|".join(word for word in ordered if not _SPACED.match(word))
    return rf"(?<!\w)(?:{spaced})(?!\w)|{joined}"


YES, NO, ANSWER, OPTION, FALSE, UNKNOWN = map(_column, range(6))
