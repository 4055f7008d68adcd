"""Answers as models of today give them, read as a careful person reads them."""

# ruff: noqa: RUF001 -- letters of many scripts

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.filters.answers.robust import robust_answer

ASKED = (
    "Is there a movie, released in 1994, starring Tom Hanks where Robert Zemeckis is the director?"
)
DENIED = (
    "Is it true that there are no movies, released in 1994, starring Tom Hanks where Robert"
    " Zemeckis is the director?"
)
BORN = (
    "Is it true that the director who directed the movie titled Titanic that was released in 1997"
    " was not born in the 1950s?"
)
AIRPORTS = "Is it true that there are no airports located at latitude 47.5 and longitude 8.5?"
SONG = "Is there an artist or group who sang a song titled Bohemian Rhapsody in 1975?"
HOSTED = (
    "Did the city, where the soccer club, Messi played for in 2019, is located in, never hosted the"
    " Summer Olympics?"
)
FILM = [
    "Directed by Robert Zemeckis.",
    "Produced in the country Spain.",
    "Has the genre of non-animation movie.",
]
AIRPORT = [
    "ICAO Shortcode of the airport is LSZH.",
    "Latitude of the airport is 47.4647.",
    "Longitude of the airport is -8.54.",
    "Country code of the airport is CH.",
]
BOOK = [
    "Published month of the book is May.",
    "Published year of the book is 1999.",
    "Published by the publisher named Penguin.",
]
SONG_OPTIONS = ["The song was released in 1990.", "The genre of the song is pop/rock."]


@pytest.mark.parametrize(
    ("question", "response", "label"),
    [
        (ASKED, "Yes! It's Forrest Gump.", "yes"),
        (ASKED, "Yep, Forrest Gump.", "yes"),
        (ASKED, "It does: *Forrest Gump* (1994).", "yes"),
        (ASKED, "Forrest Gump (1994), directed by Robert Zemeckis, stars Tom Hanks.", "yes"),
        (ASKED, "The film you're looking for is *Forrest Gump*.", "yes"),
        (ASKED, "That would be Forrest Gump.", "yes"),
        (ASKED, "Certainly! Forrest Gump fits.", "yes"),
        (ASKED, "Absolutely — Forrest Gump.", "yes"),
        (ASKED, "Of course there is: Forrest Gump.", "yes"),
        (ASKED, "You bet. Forrest Gump.", "yes"),
        (ASKED, "I believe so: Forrest Gump (1994).", "yes"),
        (ASKED, "I think so.", "yes"),
        (ASKED, "I don't think so.", "no"),
        (ASKED, "I don't believe so.", "no"),
        (ASKED, "Not that I know of.", "no"),
        (ASKED, "Not to my knowledge.", "no"),
        (ASKED, "None that I'm aware of.", "no"),
        (ASKED, "I'm afraid there isn't.", "no"),
        (ASKED, "I'm afraid not.", "no"),
        (ASKED, "Unfortunately, no.", "no"),
        (ASKED, "Sadly no such movie exists.", "no"),
        (ASKED, "No movie matches these criteria.", "no"),
        (ASKED, "No film fits all three conditions.", "no"),
        (DENIED, "No movie matches these criteria.", "yes"),
        (DENIED, "No such movie exists.", "yes"),
        (DENIED, "There isn't one.", "yes"),
        (DENIED, "There are indeed none.", "yes"),
        (DENIED, "There is at least one: Forrest Gump.", "no"),
        (DENIED, "This is incorrect. Forrest Gump was released in 1994.", "no"),
        (DENIED, "That's not right. It's Forrest Gump.", "no"),
        (DENIED, "That's not the case: Forrest Gump.", "no"),
        (DENIED, "The claim is not accurate. Forrest Gump (1994) is such a film.", "no"),
        (DENIED, "The premise is wrong: Forrest Gump exists.", "no"),
        (DENIED, "It is false that there are no such movies.", "no"),
        (DENIED, "It is not correct to say that there are no such movies.", "no"),
        (DENIED, "Yes, that is true.", "yes"),
        (DENIED, "True. None exists.", "yes"),
        (DENIED, "Exactly, none.", "yes"),
        (DENIED, "Right, there are none.", "yes"),
        (DENIED, "Wrong! Forrest Gump.", "no"),
        (DENIED, "Untrue: Forrest Gump.", "no"),
        (DENIED, "Incorrect — Forrest Gump came out in 1994.", "no"),
        (DENIED, "Nope. Forrest Gump.", "no"),
        (DENIED, "The statement does not hold: Forrest Gump.", "no"),
        (DENIED, "I disagree. Forrest Gump.", "no"),
        (DENIED, "I agree. There is no such movie.", "yes"),
        (DENIED, "That statement is correct; no such film was made.", "yes"),
        (ASKED, "Answer: **Yes**\n\nExplanation: Forrest Gump.", "yes"),
        (ASKED, "**Final Answer:** No", "no"),
        (ASKED, "Final answer - yes.", "yes"),
        (ASKED, "My final answer is: No.", "no"),
        (ASKED, "### Answer\nYes\n\n### Explanation\nForrest Gump", "yes"),
        (ASKED, "### Explanation\nForrest Gump (1994)\n\n### Answer\nYes", "yes"),
        (
            ASKED,
            "**Explanation:** No other film fits; Forrest Gump does.\n\n**Answer:** Yes.",
            "yes",
        ),
        (ASKED, "A: Yes", "yes"),
        (ASKED, "Response: Yes, Forrest Gump.", "yes"),
        (ASKED, "Result: No", "no"),
        (ASKED, "Conclusion: Yes, Forrest Gump fits.", "yes"),
        (ASKED, '{"answer": true}', "yes"),
        (ASKED, '{"reasoning": "No doubt.", "final_answer": "Yes"}', "yes"),
        (ASKED, "```yaml\nanswer: no\n```", "no"),
        (ASKED, "<answer>No</answer>", "no"),
        (ASKED, "$\\boxed{\\text{Yes}}$", "yes"),
        (ASKED, "The answer is \\boxed{no}.", "no"),
        (ASKED, "\\[\\boxed{\\textbf{No}}\\]", "no"),
        (ASKED, "✅ Yes", "yes"),
        (ASKED, "❌", "no"),
        (ASKED, "👎", "no"),
        (ASKED, "✔️ Forrest Gump", "yes"),
        (ASKED, "Yes — wait, no. That was 1995.", "no"),
        (ASKED, "No. Actually, yes: Forrest Gump.", "yes"),
        (ASKED, "No.\n\nCorrection: yes, Forrest Gump.", "yes"),
        (ASKED, "No... On reflection, Forrest Gump matches. So the answer is yes.", "yes"),
        (ASKED, "Yes. Hmm, no, that was Spielberg. My answer: No.", "no"),
        (ASKED, "Initially I thought no, but the answer is yes.", "yes"),
        (ASKED, "I was going to say no, but it's yes.", "yes"),
        (ASKED, "At first glance the answer seems to be no. But Forrest Gump fits, so yes.", "yes"),
        (
            ASKED,
            f"{ASKED} No.",
            "no",
        ),
        (
            ASKED,
            f"Question: {ASKED}\nAnswer: Yes, Forrest Gump.",
            "yes",
        ),
        (
            ASKED,
            f"Q: {ASKED}\nA: No.\n\nQ: Is there another?\nA: Yes.",
            "no",
        ),
        (ASKED, "Yes. Forrest Gump.\n\nUser: And in 1995?\nAssistant: No.", "yes"),
        (ASKED, "No.\n\nHuman: are you sure?\n\nAssistant: Yes.", "no"),
        (ASKED, "Yes, Forrest Gump.\n\nNext question: Is there a movie in 1996?\nNo.", "yes"),
        (ASKED, "是的，《阿甘正传》。", "yes"),
        (ASKED, "不是。", "no"),
        (ASKED, "没有，这样的电影不存在。", "no"),
        (ASKED, "有，《阿甘正传》。", "yes"),
        (ASKED, "答案：否", "no"),
        (ASKED, "答案是：是", "yes"),
        (DENIED, "不对，《阿甘正传》就是。", "no"),
        (DENIED, "这个说法是错误的。", "no"),
        (DENIED, "这是不正确的。", "no"),
        (DENIED, "是的，没有这样的电影。", "yes"),
        (DENIED, "这不是真的，有《阿甘正传》。", "no"),
        (ASKED, "确实有。", "yes"),
        (ASKED, "存在。", "yes"),
        (ASKED, "はい、フォレスト・ガンプです。", "yes"),
        (ASKED, "いいえ、ありません。", "no"),
        (DENIED, "いいえ、正しくありません。", "no"),
        (ASKED, "存在します。", "yes"),
        (DENIED, "それは間違いです。", "no"),
        (ASKED, "네, 포레스트 검프입니다.", "yes"),
        (ASKED, "아니요.", "no"),
        (ASKED, "아니오, 없습니다.", "no"),
        (ASKED, "예, 있습니다.", "yes"),
        (DENIED, "그 주장은 틀렸습니다.", "no"),
        (ASKED, "정답: 예", "yes"),
        (ASKED, "Sí, Forrest Gump.", "yes"),
        (ASKED, "Sí.", "yes"),
        (ASKED, "No, no existe.", "no"),
        (ASKED, "No existe tal película.", "no"),
        (ASKED, "No hay ninguna película así.", "no"),
        (DENIED, "Es falso: existe Forrest Gump.", "no"),
        (ASKED, "Respuesta: No", "no"),
        (DENIED, "No, eso no es cierto.", "no"),
        (DENIED, "Eso es correcto.", "yes"),
        (ASKED, "Oui, Forrest Gump.", "yes"),
        (ASKED, "Non.", "no"),
        (ASKED, "Réponse : Oui", "yes"),
        (DENIED, "C'est faux.", "no"),
        (DENIED, "Ce n'est pas vrai.", "no"),
        (DENIED, "C'est vrai.", "yes"),
        (ASKED, "Il n'y a pas de tel film.", "no"),
        (ASKED, "Il existe un tel film : Forrest Gump.", "yes"),
        (ASKED, "Ja, Forrest Gump.", "yes"),
        (ASKED, "Nein.", "no"),
        (DENIED, "Das stimmt nicht.", "no"),
        (DENIED, "Das ist falsch.", "no"),
        (DENIED, "Doch, Forrest Gump.", "no"),
        (ASKED, "Antwort: Ja", "yes"),
        (DENIED, "Die Aussage ist falsch.", "no"),
        (ASKED, "Es gibt keinen solchen Film.", "no"),
        (ASKED, "Es gibt einen: Forrest Gump.", "yes"),
        (ASKED, "Sim, Forrest Gump.", "yes"),
        (ASKED, "Não, não existe.", "no"),
        (DENIED, "Isso é falso.", "no"),
        (DENIED, "Isso não é verdade.", "no"),
        (ASKED, "No filme Forrest Gump, de 1994, Tom Hanks é o protagonista, portanto sim.", "yes"),
        (ASKED, "Não há nenhum filme.", "no"),
        (ASKED, "Sì, Forrest Gump.", "yes"),
        (ASKED, "No, non c'è.", "no"),
        (DENIED, "Non è vero.", "no"),
        (DENIED, "È falso.", "no"),
        (ASKED, "Да, «Форрест Гамп».", "yes"),
        (ASKED, "Нет.", "no"),
        (DENIED, "Это неправда.", "no"),
        (DENIED, "Это неверно.", "no"),
        (DENIED, "Неверно.", "no"),
        (ASKED, "Ответ: да", "yes"),
        (ASKED, "Evet.", "yes"),
        (ASKED, "Hayır.", "no"),
        (DENIED, "Bu doğru değil.", "no"),
        (ASKED, "Ya, Forrest Gump.", "yes"),
        (ASKED, "Tidak.", "no"),
        (ASKED, "Tidak ada.", "no"),
        (DENIED, "Itu tidak benar.", "no"),
        (ASKED, "Có.", "yes"),
        (ASKED, "Không.", "no"),
        (ASKED, "Không có phim nào như vậy.", "no"),
        (DENIED, "Điều đó không đúng.", "no"),
        (ASKED, "Vâng, Forrest Gump.", "yes"),
        (ASKED, "हाँ, फ़ॉरेस्ट गंप।", "yes"),
        (ASKED, "नहीं।", "no"),
        (DENIED, "यह सही नहीं है।", "no"),
        (ASKED, "जी हाँ।", "yes"),
        (DENIED, "यह गलत है।", "no"),
        (ASKED, "نعم.", "yes"),
        (ASKED, "لا.", "no"),
        (DENIED, "هذا غير صحيح.", "no"),
        (ASKED, "لا، لا يوجد.", "no"),
        (ASKED, "الإجابة: نعم", "yes"),
        (ASKED, "হ্যাঁ।", "yes"),
        (ASKED, "না।", "no"),
        (ASKED, "جی ہاں، فورسٹ گمپ۔", "yes"),
        (ASKED, "نہیں۔", "no"),
        (ASKED, "Tak.", "yes"),
        (ASKED, "Nie, nie ma.", "no"),
        (ASKED, "Nee.", "no"),
        (ASKED, "Dat is onjuist.", "no"),
        (ASKED, "Ναι", "yes"),
        (ASKED, "Όχι", "no"),
        (ASKED, "ใช่", "yes"),
        (ASKED, "ไม่ใช่", "no"),
        (ASKED, "כן", "yes"),
        (ASKED, "לא", "no"),
        (SONG, "Queen sang it.", "yes"),
        (SONG, "Queen did, in 1975.", "yes"),
        (SONG, "Yes recorded many songs, but this one is by Queen, so yes.", "yes"),
        (SONG, "No doubt: Queen.", "yes"),
        (SONG, "No Doubt did not sing it, but Queen did. Yes.", "yes"),
        (BORN, "No, James Cameron was born in 1954.", "no"),
        (
            BORN,
            "James Cameron was born in 1954, which is in the 1950s, so the statement is false.",
            "no",
        ),
        (BORN, "The director, James Cameron, was born in the 1950s.", "no"),
        (BORN, "He was born in 1954, so it is not true.", "no"),
        (BORN, "True, he was born in 1964.", "yes"),
        (BORN, "Not true: Cameron was born in 1954.", "no"),
        (HOSTED, "Barcelona hosted the Summer Olympics in 1992.", "no"),
        (HOSTED, "It did host them, in 1992.", "no"),
        (HOSTED, "No, Barcelona hosted in 1992.", "no"),
        (HOSTED, "Barcelona has never hosted the Summer Olympics.", "yes"),
        (AIRPORTS, "There is an airport there: Zurich.", "no"),
        (AIRPORTS, "No airport is located there.", "yes"),
        (AIRPORTS, "Zurich Airport is located at these coordinates.", "no"),
        (AIRPORTS, "I couldn't find any airport there.", "yes"),
        (ASKED, "Yes.<|im_end|>", "yes"),
        (ASKED, "**No**, there isn't.", "no"),
        (ASKED, "> Yes", "yes"),
        (ASKED, "- Yes\n- Forrest Gump", "yes"),
        (ASKED, "1. Yes\n2. Forrest Gump", "yes"),
        (ASKED, "(a) Yes", "yes"),
        (ASKED, "'Yes'", "yes"),
        (ASKED, '"No."', "no"),
        (ASKED, "YES", "yes"),
        (ASKED, "NO!!!", "no"),
        (ASKED, "yes, because forrest gump", "yes"),
        (ASKED, "No because there's none", "no"),
        (ASKED, "No it isn't", "no"),
        (ASKED, "No there is not", "no"),
        (ASKED, "Short answer: yes. Long answer: Forrest Gump.", "yes"),
        (ASKED, "In short, no.", "no"),
        (ASKED, "TL;DR – yes", "yes"),
        (ASKED, "The answer to your question is yes.", "yes"),
        (ASKED, "The correct response is 'No'.", "no"),
        (ASKED, "I would answer yes.", "yes"),
        (ASKED, "I'd say no.", "no"),
        (ASKED, "I must answer no.", "no"),
        (ASKED, "It's a yes from me.", "yes"),
        (ASKED, "That's a no.", "no"),
        (ASKED, "I'm going with yes.", "yes"),
        (ASKED, "Let's say yes.", "yes"),
        (ASKED, "My answer would be a definite yes.", "yes"),
        (ASKED, "The answer isn't no; it's yes.", "yes"),
        (ASKED, "The answer is not yes but no.", "no"),
        (ASKED, "Sure! Here's the answer: No, there is no such film.", "no"),
        (ASKED, "Great question! Forrest Gump is the film. So yes!", "yes"),
        (ASKED, "Hello! Yes, it's Forrest Gump.", "yes"),
        (ASKED, "Thank you for asking. No.", "no"),
        (ASKED, "Step 1: find films of 1994. Step 2: check. Result: Forrest Gump. **Yes**", "yes"),
        (ASKED, "Is the year right? Yes. Is the director right? No. So the answer is no.", "no"),
        (ASKED, "Year: yes\nActor: yes\nDirector: yes\n\nVerdict: Yes", "yes"),
        (ASKED, "Claim | Verdict\n--- | ---\nSuch a movie exists | True", "yes"),
        (ASKED, "Yes, if you mean Forrest Gump.", "yes"),
        (ASKED, "I don't know, but I'd guess yes.", "yes"),
        (ASKED, "I'm not sure, but probably no.", "no"),
        (ASKED, "Probably yes.", "yes"),
        (ASKED, "Most likely not.", "no"),
        (ASKED, "Likely yes: Forrest Gump.", "yes"),
        (ASKED, "Almost certainly.", "yes"),
        (ASKED, "Definitely not.", "no"),
        (ASKED, "Probably not.", "no"),
    ],
)
def test_an_answer_to_a_yes_no_question_is_read_as_meant(question, response, label):
    answer = robust_answer(response, [], question)
    assert (answer.label, answer.missing, answer.unreadable) == (label, False, "")


@pytest.mark.parametrize(
    ("question", "response", "label"),
    [
        (ASKED, '{"answer": "unsure"}', "unsure"),
        (ASKED, "No idea.", "unsure"),
        (ASKED, "No clue, sorry.", "unsure"),
        (ASKED, "I have no information about this.", "unsure"),
        (ASKED, "No information is available.", "unsure"),
        (ASKED, "No comment.", "unsure"),
        (ASKED, "I cannot answer that.", "unsure"),
        (ASKED, "Unsure", "unsure"),
        (ASKED, "I am unsure.", "unsure"),
        (ASKED, "I'm not sure whether there is.", "unsure"),
        (ASKED, "Maybe.", "unsure"),
        (ASKED, "Possibly.", "unsure"),
        (ASKED, "Hard to say.", "unsure"),
        (ASKED, "Unknown.", "unsure"),
        (ASKED, "It is unclear.", "unsure"),
        (ASKED, "Yes or no?", "unsure"),
        (ASKED, "Yes and no.", "unsure"),
        (ASKED, "Could be either.", "unsure"),
        (ASKED, "I can neither confirm nor deny this.", "unsure"),
        (ASKED, "As an AI, I don't have access to databases.", "unsure"),
        (ASKED, "N/A", "unsure"),
        (ASKED, "...", "unsure"),
        (ASKED, "", "unsure"),
        (ASKED, "I'd need to look it up.", "unsure"),
        (ASKED, "The answer is unknown to me.", "unsure"),
        (
            ASKED,
            ASKED,
            "unsure",
        ),
        (ASKED, "我不知道。", "unsure"),
        (ASKED, "没有相关信息。", "unsure"),
        (ASKED, "不明です。", "unsure"),
        (ASKED, "모르겠습니다.", "unsure"),
        (ASKED, "No lo sé.", "unsure"),
        (ASKED, "No estoy seguro.", "unsure"),
        (ASKED, "Je ne suis pas sûr.", "unsure"),
        (ASKED, "Jein.", "unsure"),
        (ASKED, "Na ja, das weiß ich nicht.", "unsure"),
        (ASKED, "Ich weiß es nicht.", "unsure"),
        (ASKED, "Não sei.", "unsure"),
        (ASKED, "Non lo so.", "unsure"),
        (ASKED, "Не знаю.", "unsure"),
        (ASKED, "Bilmiyorum.", "unsure"),
        (ASKED, "Saya tidak tahu.", "unsure"),
        (ASKED, "Tôi không biết.", "unsure"),
        (ASKED, "मुझे नहीं पता।", "unsure"),
        (ASKED, "لا أعرف.", "unsure"),
        (ASKED, "আমি জানি না।", "unsure"),
        (ASKED, "It depends on what you mean.", "unsure"),
        (ASKED, "Doubtful.", "unsure"),
        (ASKED, '<tool_call>{"name": "search"}</tool_call>', "unsure"),
        (ASKED, "I'll look that up for you.", "unsure"),
        (ASKED, "Let me search for that.", "unsure"),
        (FILM, "I don't know which one is false.", "unsure"),
        (FILM, "I'm not sure.", "unsure"),
        (FILM, "It's either 1 or 2.", "unsure"),
        (FILM, "Options 1 and 2 are both false.", "unsure"),
        (FILM, "I can't determine the false option.", "unsure"),
    ],
)
def test_what_answers_nothing_is_no_answer(question, response, label):
    asked = isinstance(question, str)
    answer = robust_answer(response, [] if asked else question, question if asked else "")
    assert answer.label in (label, "unparseable")
    assert answer.missing == (answer.label == "unsure")
    assert bool(answer.unreadable) == (answer.label == "unparseable")


@pytest.mark.parametrize(
    ("options", "response", "label"),
    [
        (FILM, "Option 2", "option 2"),
        (FILM, "2", "option 2"),
        (FILM, "(2)", "option 2"),
        (FILM, "2)", "option 2"),
        (FILM, "#2", "option 2"),
        (FILM, "B", "option 2"),
        (FILM, "B.", "option 2"),
        (FILM, "(B)", "option 2"),
        (FILM, "**B)** Produced in Spain", "option 2"),
        (FILM, "Option B", "option 2"),
        (FILM, "option b", "option 2"),
        (FILM, "The second option.", "option 2"),
        (FILM, "The second one is false.", "option 2"),
        (FILM, "2️⃣", "option 2"),
        (FILM, "②", "option 2"),
        (FILM, "II", "option 2"),
        (FILM, "Answer: 2", "option 2"),
        (FILM, "Answer: (B)", "option 2"),
        (FILM, "The answer is 2.", "option 2"),
        (FILM, "The answer is B.", "option 2"),
        (FILM, "Final answer: Option 2", "option 2"),
        (FILM, "\\boxed{B}", "option 2"),
        (FILM, "\\boxed{\\text{Option 2}}", "option 2"),
        (FILM, '{"answer": 2}', "option 2"),
        (FILM, '{"answer": "Option 2", "why": "USA"}', "option 2"),
        (FILM, '{"false_option": "B"}', "option 2"),
        (FILM, '{"option": "2"}', "option 2"),
        (FILM, "<answer>2</answer>", "option 2"),
        (FILM, "It's number two.", "option 2"),
        (FILM, "Number 2 is wrong.", "option 2"),
        (FILM, "Statement 2 is incorrect: it was made in the USA.", "option 2"),
        (FILM, "I choose option 2.", "option 2"),
        (FILM, "I'd go with B.", "option 2"),
        (FILM, 'The inaccurate option is "Produced in the country Spain."', "option 2"),
        (FILM, "It was not produced in Spain but in the USA.", "option 2"),
        (FILM, "The country is wrong; it is the USA.", "option 2"),
        (FILM, "Spain is incorrect.", "option 2"),
        (FILM, "The production country is the false one.", "option 2"),
        (FILM, "Option 1 is correct. Option 2 is incorrect. Option 3 is correct.", "option 2"),
        (FILM, "1: true\n2: false\n3: true", "option 2"),
        (FILM, "1. ✅\n2. ❌\n3. ✅", "option 2"),
        (FILM, "Options 1 and 3 are correct.", "option 2"),
        (FILM, "1 and 3 are accurate, so 2 is the false one.", "option 2"),
        (FILM, "Everything but option 2 is correct.", "option 2"),
        (FILM, "All options except option 2 are correct.", "option 2"),
        (FILM, "All are true except the second one.", "option 2"),
        (FILM, "Option 1 is true, option 3 is true, and option 2 is not.", "option 2"),
        (FILM, "Option 2 isn't correct.", "option 2"),
        (FILM, "Option 2 is not true.", "option 2"),
        (FILM, "Not option 1, but option 2.", "option 2"),
        (FILM, "Option 1? No. Option 2? Yes, that's the false one. Option 3 is fine.", "option 2"),
        (FILM, "I first thought option 1, but it's option 2.", "option 2"),
        (FILM, "Option 1. Wait, no - option 2.", "option 2"),
        (FILM, "Option 3 is false. Correction: option 2 is false.", "option 2"),
        (FILM, "Option 1... actually, option 2 is the inaccurate one.", "option 2"),
        (FILM, "None of the above.", "none of the above"),
        (FILM, "None.", "none of the above"),
        (FILM, "All three options are correct.", "none of the above"),
        (FILM, "There is no false option.", "none of the above"),
        (FILM, "All of the statements are accurate.", "none of the above"),
        (FILM, "None of these are inaccurate.", "none of the above"),
        (FILM, "Each of the statements is true.", "none of the above"),
        (FILM, "Everything listed is accurate.", "none of the above"),
        (FILM, "~~Option 1~~ Option 2", "option 2"),
        (FILM, "La opción 2 es incorrecta.", "option 2"),
        (FILM, "L'option 2 est incorrecte.", "option 2"),
        (FILM, "Option 2 ist falsch.", "option 2"),
        (FILM, "A opção 2 é falsa.", "option 2"),
        (FILM, "L'opzione 2 è errata.", "option 2"),
        (FILM, "Вариант 2 неверен.", "option 2"),
        (FILM, "选项2是错误的。", "option 2"),
        (FILM, "第二个选项是错误的。", "option 2"),
        (FILM, "選択肢2が間違っています。", "option 2"),
        (FILM, "2番が誤りです。", "option 2"),
        (FILM, "2번이 틀렸습니다.", "option 2"),
        (FILM, "옵션 2가 틀렸습니다.", "option 2"),
        (FILM, "الخيار 2 غير صحيح.", "option 2"),
        (FILM, "विकल्प 2 गलत है।", "option 2"),
        (FILM, "Seçenek 2 yanlış.", "option 2"),
        (FILM, "Pilihan 2 salah.", "option 2"),
        (FILM, "Phương án 2 sai.", "option 2"),
        (FILM, "বিকল্প 2 ভুল।", "option 2"),
        (FILM, "Die zweite Aussage ist falsch.", "option 2"),
        (FILM, "La deuxième option est fausse.", "option 2"),
        (FILM, "La segunda opción es falsa.", "option 2"),
        (FILM, "答案：2", "option 2"),
        (FILM, "答案是B", "option 2"),
        (FILM, "L'affirmation 2 est fausse.", "option 2"),
        (AIRPORT, "Longitude.", "option 3"),
        (AIRPORT, "The longitude is wrong.", "option 3"),
        (AIRPORT, "The longitude should be positive.", "option 3"),
        (AIRPORT, "3: The longitude is 8.54, not -8.54.", "option 3"),
        (AIRPORT, "Options 1, 2 and 4 are right, which leaves option 3.", "option 3"),
        (
            AIRPORT,
            "The third option is inaccurate, because Zurich is east of Greenwich.",
            "option 3",
        ),
        (BOOK, "The year is wrong: it was 2001.", "option 2"),
        (BOOK, "It was published in 2001, not 1999.", "option 2"),
        (BOOK, "The publisher is not Penguin but Knopf.", "option 3"),
        (BOOK, "Option 1 (May) is false; it was June.", "option 1"),
        (SONG_OPTIONS, "The former is false.", "option 1"),
        (SONG_OPTIONS, "The latter.", "option 2"),
        (SONG_OPTIONS, "The first.", "option 1"),
        (SONG_OPTIONS, "Both are correct.", "none of the above"),
        (SONG_OPTIONS, "Neither is inaccurate.", "none of the above"),
        (SONG_OPTIONS, "The song is not pop/rock.", "option 2"),
        (SONG_OPTIONS, "It was released in 1991.", "option 1"),
    ],
)
def test_the_option_that_is_meant_is_read(options, response, label):
    answer = robust_answer(response, options, "What is the false option?")
    assert (answer.label, answer.missing, answer.unreadable) == (label, False, "")


@pytest.mark.parametrize(
    ("response", "reason"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("...", "no answer"),
        ("Tom Hanks was born in Concord and has acted in many films and", "cut off"),
        (
            "Okay, so I need to find out whether there is one. Yes, I think, but",
            "cut inside thinking",
        ),
    ],
)
def test_what_cannot_be_read_says_why(response, reason):
    answer = robust_answer(response, [], ASKED)
    assert (answer.label, answer.missing, answer.unreadable) == ("unparseable", False, reason)


def test_two_options_that_are_both_called_false_contradict_each_other():
    answer = robust_answer("Options 1 and 2 are both false.", FILM)
    assert (answer.label, answer.unreadable) == ("unparseable", "contradictory")


def test_options_between_which_it_does_not_decide_leave_the_answer_open():
    answer = robust_answer("It is either option 1 or option 2.", FILM)
    assert (answer.label, answer.missing) == ("unsure", True)


def test_an_option_that_says_none_of_the_above_is_that_answer():
    options = [*FILM, "None of the above."]
    assert robust_answer("Option 4.", options).label == "none of the above"
    assert robust_answer("None of the above.", options).label == "none of the above"


@pytest.mark.parametrize(
    ("response", "rationale"),
    [
        ("Yes. It is Forrest Gump.", "It is Forrest Gump."),
        ("**No**, there is none.", "there is none."),
        ("Answer: Yes\n\nIt is Forrest Gump.", "It is Forrest Gump."),
        ("Yes, Forrest Gump.\n\nQ: Is there another?\nA: No, Cast Away.", "Forrest Gump."),
        ("It is Forrest Gump.\nAnswer: Yes", "It is Forrest Gump."),
    ],
)
def test_the_rationale_is_the_text_without_the_answer_word(response, rationale):
    found = robust_answer(response, [], ASKED).rationale
    assert rationale in found
    assert not {"Yes", "No", "Q"} & set(found.replace(".", " ").split())


def test_the_span_is_where_the_answer_stands():
    response = "It is Forrest Gump. So the answer is yes."
    start, end = robust_answer(response, [], ASKED).span
    assert response[start:end] == "yes"


@given(st.text(), st.sampled_from([[], FILM]), st.sampled_from([ASKED, DENIED, ""]))
def test_any_text_can_be_read(response, options, question):
    answer = robust_answer(response, options, question)
    assert bool(answer.unreadable) == (answer.label == "unparseable")
    assert answer.missing == (answer.label == "unsure")
    if answer.span:
        assert 0 <= answer.span[0] <= answer.span[1] <= len(response)


@given(st.sampled_from(["Yes.", "No.", "Unsure."]), st.sampled_from([ASKED, DENIED]))
def test_a_plain_answer_is_read_whatever_is_asked(word, question):
    assert robust_answer(word, [], question).label == word.lower().strip(".")


@pytest.mark.parametrize(
    "part",
    [
        "yes ",
        "there is ",
        "the claim that ",
        "option 1 ",
        "1. ",
        "*",
        " ",
        "answer: ",
        '"',
        "\\boxed{",
        "不",
    ],
)
@pytest.mark.parametrize("options", [[], FILM])
def test_a_text_of_20_000_repetitions_is_read(part, options):
    """In 0.2 s; what grows with their square would take minutes."""
    answer = robust_answer(part * 20_000, options, ASKED)
    assert answer.label == "unparseable" or answer.span
