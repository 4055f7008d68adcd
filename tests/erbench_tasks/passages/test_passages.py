"""Knowledge augmentation: passages from a wiki on loopback, its cache, and a column."""

import json
import signal
import subprocess
import sys
import time

import pytest

from erbench_track.cli.main import main
from erbench_track.core import http
from erbench_track.core.errors import InputError
from erbench_track.core.suites.erbench import DOMAIN_NAMES
from erbench_track.erbench_tasks.dataset import load
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.passages.passages import Found
from erbench_track.erbench_tasks.passages.wikipedia import (
    PassageCache,
    PassageSettings,
    Unreachable,
    Wikipedia,
    WikipediaPassages,
    shortened,
)
from erbench_track.erbench_tasks.stored.manifest import Manifest
from erbench_track.erbench_tasks.stored.writer import export
from erbench_track.filters.rationale.mentions import has_values
from erbench_track.plugin.hook.register import tasks_dir

HINT = (
    "The first few passages are hints, that may not contain all relevant information. Answer the "
    "following question with your own knowledge getting help from the first few passages if "
    "possible."
)
SYSTEM_PROMPT = (
    "Answer the following question in yes or no, and then explain why. "
    "Say unsure if you don't know and then explain why."
)
NOWHERE = "http://127.0.0.1:9"  # the discard port: nobody listens
CITIES = {
    "Budapest": "Budapest is the capital of Hungary.",
    "Linz, the city": "Linz is a city in Upper Austria.",
    "Paris": "Paris is the capital of France.",
    "Vienna": "Vienna is the capital of Austria.",
}


@pytest.fixture(autouse=True)
def waits(monkeypatch):
    """Nothing sleeps; what would have been slept is collected."""
    slept = []
    monkeypatch.setattr(http, "wait", slept.append)
    return slept


@pytest.fixture
def online(monkeypatch):
    monkeypatch.delenv("HF_HUB_OFFLINE")


@pytest.fixture
def city(toy):
    """The toy specification with titles to try."""
    change(
        toy / "benchmark.yaml",
        "    entity: [name, country]\n",
        "    entity: [name, country]\n"
        "    passages:\n"
        '      name: ["{{ name }}, the city", "{{ name }} (city)", "{{ name }}"]\n',
    )
    return toy / "benchmark.yaml"


@pytest.fixture
def items(city, tmp_path):
    """Generates with passages; returns the items and the omissions."""

    def run(url, offline=False, cache=tmp_path / "cache"):
        benchmark = Benchmark.open(city)
        settings = PassageSettings("wikipedia", cache, url, offline)
        return list(benchmark.items(passages=settings.open(str(city)))), benchmark.omissions

    return run


def change(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def contexts(items):
    return {item.entity: item.context for item in items}


def test_the_first_page_there_is_among_the_titles_is_the_passage(wikipedia, items):
    wikipedia.texts = CITIES
    made, omissions = items(wikipedia.url)
    assert contexts(made) == {
        "Budapest": "Budapest is the capital of Hungary.",
        "Linz": "Linz is a city in Upper Austria.",
        "Paris": "Paris is the capital of France.",
        "Vienna": "Vienna is the capital of Austria.",
    }
    assert wikipedia.titles[:4] == [
        "Budapest, the city", "Budapest (city)", "Budapest", "Linz, the city",
    ]  # fmt: skip
    assert "city.name: 1 values have no passage" in list(omissions.lines())


def test_an_item_with_a_passage_is_another_item_and_asks_the_same(wikipedia, items, city):
    wikipedia.texts = CITIES
    made, _ = items(wikipedia.url)
    plain = {item.question + str(item.options): item for item in Benchmark.open(city).items()}
    for item in made:
        before = plain[item.question + str(item.options)]
        assert (item.answer, item.rationale) == (before.answer, before.rationale)
        assert item.id != before.id


def test_the_second_run_makes_no_request_also_not_for_pages_that_do_not_exist(wikipedia, items):
    wikipedia.texts = CITIES
    first, _ = items(wikipedia.url)
    asked = len(wikipedia.titles)
    assert asked == len(set(wikipedia.titles)) == 4 * 3 + 1
    second, _ = items(wikipedia.url)
    assert second == first
    assert len(wikipedia.titles) == asked


def test_without_a_network_the_cache_suffices_and_what_it_lacks_is_counted(
    wikipedia, items, tmp_path
):
    wikipedia.texts = CITIES
    first, _ = items(wikipedia.url)
    wikipedia.close()
    (offline, _), (unreachable, _) = items(wikipedia.url, offline=True), items(wikipedia.url)
    assert offline == unreachable == first
    cache = PassageCache(tmp_path / "cache", wikipedia.url)
    cache._path("Linz, the city").unlink()
    for here_offline in (True, False):
        some, omissions = items(wikipedia.url, offline=here_offline)
        assert "Linz" not in contexts(some)
        lines = list(omissions.lines())
        assert "city.name: 2 values have no passage" in lines
        assert "city.name: 1 of them since the cache lacks them and there is no network" in lines


def test_a_run_that_fails_half_way_continues_where_it_was(wikipedia, items):
    wikipedia.texts = CITIES
    wikipedia.left = 5
    with pytest.raises(InputError, match="HTTP 403"):
        items(wikipedia.url)
    wikipedia.left = None
    made, _ = items(wikipedia.url)
    assert len(contexts(made)) == 4
    fetched = [title for title in wikipedia.titles if wikipedia.titles.count(title) > 1]
    assert len(set(fetched)) == 1  # the one that was refused


@pytest.fixture
def fetching(wikipedia, city, tmp_path):
    """Starts processes that fetch the passages of the cities, at 20 requests a second."""
    code = (
        "import sys; from pathlib import Path\n"
        "from erbench_track.erbench_tasks.generator import Benchmark\n"
        "from erbench_track.erbench_tasks.passages.wikipedia import PassageCache\n"
        "from erbench_track.erbench_tasks.passages.wikipedia import Wikipedia\n"
        "from erbench_track.erbench_tasks.passages.wikipedia import WikipediaPassages\n"
        "spec, folder, url = sys.argv[1:]\n"
        "cache, client = PassageCache(Path(folder), url), Wikipedia(url, 20)\n"
        "list(Benchmark.open(spec).items(passages=WikipediaPassages(cache, client, spec)))\n"
    )
    command = [sys.executable, "-c", code, city, tmp_path / "cache", wikipedia.url]
    return lambda: subprocess.Popen(command)


def test_a_process_that_is_killed_leaves_only_whole_pages(wikipedia, items, fetching):
    wikipedia.texts = CITIES
    process = fetching()
    deadline = time.monotonic() + 60
    while len(wikipedia.titles) < 4 and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = len(wikipedia.titles)
    assert 4 <= before < 13
    made, _ = items(wikipedia.url)
    assert len(contexts(made)) == 4
    assert len(wikipedia.titles) <= 13 + 1  # at most the one under way is asked for again


def test_retry_after_is_respected(wikipedia, waits):
    wikipedia.texts = CITIES
    wikipedia.scripted = [(429, {"Retry-After": "7"}, ""), (503, {}, ""), (503, {}, "")]
    assert Wikipedia(wikipedia.url, 1e9).summary("Paris") == CITIES["Paris"]
    assert waits == [7, 2, 4]
    assert wikipedia.titles == ["Paris"] * 4


def test_retry_after_may_be_a_date_and_may_be_too_long(wikipedia, waits):
    wikipedia.texts = CITIES
    wikipedia.scripted = [(429, {"Retry-After": "Thu, 01 Jan 1970 00:00:00 GMT"}, "")]
    assert Wikipedia(wikipedia.url, 1e9).summary("Paris") == CITIES["Paris"]
    assert waits == [0]
    wikipedia.scripted = [(429, {"Retry-After": "86400"}, "")]
    with pytest.raises(
        InputError, match=r"HTTP 429, which asks to wait 86400 seconds; .*continues"
    ):
        Wikipedia(wikipedia.url, 1e9).summary("Paris")


def test_a_host_that_goes_on_failing_is_given_up(wikipedia, waits):
    wikipedia.scripted = [(500, {}, "")] * 9
    with pytest.raises(InputError, match="HTTP 500; what was fetched is kept"):
        Wikipedia(wikipedia.url, 1e9).summary("Paris")
    assert waits == [1, 2, 4, 8]


def test_at_most_five_requests_a_second_by_default_and_each_says_who_asks(wikipedia, waits):
    client = Wikipedia(wikipedia.url)
    for title in "abcd":
        assert client.summary(title) is None
    assert len(waits) == 3
    assert all(0.1 < pause <= 0.2 for pause in waits)
    assert all(agent.startswith("erbench-track/") for agent in wikipedia.agents)


def test_a_network_that_goes_later_is_an_error_and_not_a_smaller_benchmark(wikipedia, items):
    wikipedia.texts = CITIES
    client = Wikipedia(wikipedia.url, 1e9)
    client.summary("Paris")
    wikipedia.close()
    client.close()
    with pytest.raises(InputError, match="ConnectionError; what was fetched is kept") as raised:
        client.summary("Linz")
    assert not isinstance(raised.value, Unreachable)
    with pytest.raises(Unreachable):
        Wikipedia(NOWHERE).summary("Paris")


def test_a_page_that_lists_others_of_its_name_and_an_empty_one_are_none(wikipedia):
    wikipedia.scripted = [
        (200, {}, json.dumps({"type": "disambiguation", "extract": "Paris may refer to:"})),
        (200, {}, json.dumps({"type": "no-extract", "extract": " "})),
        (400, {}, "bad title"),
    ]
    client = Wikipedia(wikipedia.url, 1e9)
    assert [client.summary(title) for title in "abc"] == [None, None, None]


def test_redirects_are_followed_on_the_same_host_only(wikipedia, caplog):
    wikipedia.texts = CITIES
    client = Wikipedia(wikipedia.url, 1e9)
    wikipedia.scripted = [(302, {"Location": "Paris"}, "")]
    assert client.summary("Lutetia") == CITIES["Paris"]
    other = wikipedia.url.replace("127.0.0.1", "localhost")
    for target in (f"{other}/api/rest_v1/page/summary/Paris", "file:///etc/passwd"):
        asked = len(wikipedia.titles)
        wikipedia.scripted = [(302, {"Location": target}, "")]
        assert client.summary("Lutetia") is None
        assert len(wikipedia.titles) == asked + 1
        assert "another host" in caplog.text
    wikipedia.scripted = [(302, {"Location": "Round"}, "")] * 9
    assert client.summary("Round") is None


@pytest.mark.parametrize("body", ["", "<html>", "[]", "null", '{"extract": 5}', '{"title": "x"}'])
def test_a_reply_that_is_no_summary_is_refused(wikipedia, body):
    wikipedia.scripted = [(200, {}, body)]
    with pytest.raises(InputError, match="no summary of a page"):
        Wikipedia(wikipedia.url, 1e9).summary("Paris")


def test_a_reply_that_is_too_long_is_refused(wikipedia):
    wikipedia.texts = {"Paris": "x" * 2_000_000}
    with pytest.raises(InputError, match="longer than 1000000 bytes"):
        Wikipedia(wikipedia.url, 1e9).summary("Paris")


@pytest.mark.parametrize(
    "url", ["ftp://host", "file:///etc/passwd", "host", "http://", "http://a:b@host", "http://h:x"]
)
def test_another_wiki_must_be_one_of_http(url):
    with pytest.raises(InputError, match=r"wikipedia_url: .* is not of the form https://"):
        PassageSettings.resolve("wikipedia", url=url)


def test_titles_are_data_in_the_url(wikipedia):
    client = Wikipedia(wikipedia.url, 1e9)
    for title in ("AC/DC? #1 & 100%", "Amélie", "../../w/api.php", "a_b c"):
        wikipedia.texts = {title.replace("_", " "): "There."}
        assert client.summary(title) == "There."


def test_a_passage_ends_with_a_sentence_under_a_thousand_characters():
    assert shortened(" One\n\nQ: two. ") == "One Q: two."
    text = "J. R. R. Tolkien wrote this sentence, which is long! " * 40
    cut = shortened(text)
    assert 900 < len(cut) < 1000
    assert cut.endswith("is long!")
    assert shortened("x. " + "y" * 2000) == "x."
    assert shortened("word " * 500) == ("word " * 199).strip()
    assert len(shortened("w" * 5000)) == 999
    assert shortened("By J. K. " + "z " * 900).endswith("z")


def test_several_processes_fetch_a_page_once(wikipedia, fetching):
    wikipedia.texts = CITIES
    ranks = [fetching() for _ in range(3)]
    assert [rank.wait(120) for rank in ranks] == [0, 0, 0]
    assert len(wikipedia.titles) == len(set(wikipedia.titles)) == 13


def test_a_damaged_cache_file_is_named(tmp_path):
    cache = PassageCache(tmp_path, "http://host")
    cache.put("Paris", "Text.")
    assert cache.get("Paris") == "Text."
    (path,) = tmp_path.rglob("*.json")
    for content in ("{", "[]", '{"text": 5}'):
        path.write_text(content)
        with pytest.raises(InputError, match=rf"{path.name}.*delete it"):
            cache.get("Paris")


def test_the_cache_is_under_the_users_cache_folder(monkeypatch, tmp_path):
    monkeypatch.delenv("ERBENCH_TRACK_PASSAGE_CACHE", raising=False)
    monkeypatch.delenv("ERBENCH_TRACK_WIKIPEDIA_URL", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    settings = PassageSettings.resolve("wikipedia")
    assert settings.cache == tmp_path / "erbench-track" / "passages"
    assert (settings.url, settings.offline) == ("https://en.wikipedia.org", True)
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    at_home = PassageSettings.resolve("wikipedia").cache
    assert at_home == tmp_path / ".cache" / "erbench-track" / "passages"
    monkeypatch.setenv("ERBENCH_TRACK_PASSAGE_CACHE", str(tmp_path / "x"))
    assert PassageSettings.resolve("wikipedia").cache == tmp_path / "x"
    assert PassageSettings.resolve("wikipedia", tmp_path / "y").cache == tmp_path / "y"


@pytest.fixture
def with_column(toy):
    """The toy database with a column of passages, NULL for two cities."""
    change(
        toy / "schema.sql",
        "  river text not null references",
        "  about text,\n  river text not null references",
    )
    rows = (toy / "city.csv").read_text().splitlines()
    cells = ["about", "", "Linz is big.", "  ", "Rome was not\nbuilt in a day.", "Vienna waits."]
    text = "\n".join(f'{row},"{cell}"' for row, cell in zip(rows, cells, strict=True))
    (toy / "city.csv").write_text(text + "\n")
    change(
        toy / "benchmark.yaml",
        "    entity: [name, country]\n",
        "    entity: [name, country]\n    passages: {name: {column: about}}\n",
    )
    change(toy / "benchmark.yaml", "r.name AS river\n", "r.name AS river, c.about\n")
    return toy / "benchmark.yaml"


def test_a_column_may_hold_the_passages(with_column):
    benchmark = Benchmark.open(with_column)
    source = PassageSettings.resolve("column").open("city")
    made = list(benchmark.items(passages=source))
    assert contexts(made) == {
        "Linz": "Linz is big.",
        "Rome": "Rome was not\nbuilt in a day.",
        "Vienna": "Vienna waits.",
    }
    assert "city.name: 2 values have no passage" in list(benchmark.omissions.lines())
    assert {item.entity for item in benchmark.items()} == {
        "Budapest", "Linz", "Paris", "Rome", "Vienna",
    }  # fmt: skip


def test_a_column_may_be_about_any_column_that_a_question_names(with_column):
    change(with_column, "{name: {column: about}}", "{river: {column: about}}")
    benchmark = Benchmark.open(with_column)
    made = list(benchmark.items(passages=PassageSettings.resolve("column").open("city")))
    assert {(item.question_type, item.context) for item in made} == {
        ("bn_yes", "Rome was not\nbuilt in a day."), ("bn_no", "Rome was not\nbuilt in a day."),
    }  # fmt: skip
    assert {type_: n.named for type_, n in benchmark.named_in_passages.items()} == {
        "bn_yes": 1, "bn_no": 1,
    }  # fmt: skip


def test_metadata_chooses_the_column(with_column):
    docs = load("city", "mc", benchmark=str(with_column), augmented=True, passages="column")["test"]
    assert set(docs["context"]) == {
        "Linz is big.", "Rome was not\nbuilt in a day.", "Vienna waits.",
    }  # fmt: skip
    plain = load("city", "mc", benchmark=str(with_column), passages="column")["test"]
    assert set(plain["context"]) == {""}


def test_only_single_hop_questions_get_passages(passage_cache):
    source = PassageSettings.resolve("wikipedia").open("movie")
    by_type = {}
    for item in Benchmark.open("movie").items(passages=source):
        by_type.setdefault(item.question_type, []).append(bool(item.context))
    assert all(all(by_type[kind]) for kind in ("bn_yes", "bn_no", "mc"))
    assert not any(any(by_type[kind]) for kind in ("mh_yes", "mh_no", "known_bn", "known_mc"))


class AnyPage(WikipediaPassages):
    """Has a page of every title, which says nothing but its title, and more of some."""

    def __init__(self, more=()):
        super().__init__(None, None, "")
        self.more = dict(more)

    def find(self, keys, what):
        return Found({key: f"{key[-1]} is known. {self.more.get(key[-1], '')}" for key in keys})


NAMED = {
    "movie": ("director", "star"),
    "soccer": ("club", "nationality"),
    "airport": ("latitude", "longitude"),
    "music": ("title",),
    "book": ("author",),
}


@pytest.mark.parametrize("domain", DOMAIN_NAMES)
def test_passages_before_binary_questions_are_about_what_they_name_and_never_the_answer(domain):
    benchmark = Benchmark.open(domain)
    items = [item for item in benchmark.items(passages=AnyPage()) if item.context]
    binary = [item for item in items if item.question_type in ("bn_yes", "bn_no")]
    assert {item.context.count(" is known.") for item in binary} <= set(range(1, 3))
    assert max(item.context.count(" is known.") for item in binary) == len(NAMED[domain])
    has_value = [has_values(i.context, [of._asdict() for of in i.rationale]) for i in binary]
    in_question = [has_values(i.question, [of._asdict() for of in i.rationale]) for i in binary]
    # A page's title is what the question says, so that it has the value only if that does.
    assert all(in_question[at] for at, has in enumerate(has_value) if has)
    counted = sum(benchmark.named_in_passages[kind].named for kind in ("bn_yes", "bn_no"))
    assert counted == sum(has_value)
    choices = [item for item in items if item.question_type == "mc"]
    assert all(item.context.partition(" is known.")[0] in item.question for item in choices)


def test_a_page_is_never_looked_up_by_what_is_asked_for():
    titles = {}

    class Recording(AnyPage):
        def find(self, keys, what):
            titles.setdefault(what, []).append(set(keys))
            return super().find(keys, what)

    list(Benchmark.open("music").items(passages=Recording()))
    of_binary, of_choice = titles["song.title"]
    assert ("Zombie (song)", "Zombie") in of_binary
    assert ("Zombie (The Cranberries song)", "Zombie (song)", "Zombie") in of_choice


def test_what_the_source_itself_says_of_the_answer_stays_and_is_counted(tmp_path):
    more = {
        "Akira Kurosawa": "He made Rashomon, Seven Samurai and films of other names.",
        "Leonardo DiCaprio": "He was in Titanic.",
    }
    benchmark = Benchmark.open("movie")
    items = [i for i in benchmark.items(passages=AnyPage(more)) if i.question_type == "bn_yes"]
    named = {i.entity for i in items if has_values(i.context, [e._asdict() for e in i.rationale])}
    assert named == {"Rashomon", "Seven Samurai", "Titanic"}
    counted = benchmark.named_in_passages["bn_yes"]
    assert (counted.named, counted.questions) == (3, len(items))
    manifest = export(Benchmark.open("movie"), tmp_path / "made", passages=AnyPage(more))
    assert Manifest.read(tmp_path / "made") == manifest
    assert manifest.named_in_passages["bn_no"] == 3


def test_a_task_with_passages_says_how_many_of_them_have_the_value(evaluate):
    from erbench_track.plugin.models.simulated import SimulatedLM

    model = SimulatedLM(known=1, answer=1, rationale=1, unsure=0)
    results = evaluate(model, ["erbench_movie_ka", "erbench_movie_bn_yes"], limit=20)["results"]
    assert results["erbench_movie_bn_yes_ka"]["passage_names_value,robust"] == 0
    assert results["erbench_movie_bn_yes_ka"]["passage_names_value,paper"] == 0
    assert "passage_names_value,robust" not in results["erbench_movie_bn_yes"]


@pytest.mark.parametrize("domain", DOMAIN_NAMES)
def test_the_prompt_is_the_hint_the_passage_and_the_question(tasks, domain):
    group = tasks.load([f"erbench_{domain}_ka"])["tasks"]
    assert set(group) == {f"erbench_{domain}_{kind}_ka" for kind in ("bn_yes", "bn_no", "mc")}
    for name, task in group.items():
        doc = task.eval_docs[0]
        assert doc["context"].endswith(" is a thing.")
        prompt = task.fewshot_context(doc, num_fewshot=0)
        passage = f"{doc['context']}\n\nQ: {doc['question']}\n"
        if "_mc_" in name:
            options = "".join(f"Option {n}: {o}\n" for n, o in enumerate(doc["options"], 1))
            assert prompt == f"{HINT}\n\n{passage}{options}A:"
        else:
            assert prompt == f"{HINT} {SYSTEM_PROMPT}\n\n{passage}A:"
        shown = task.fewshot_context(doc, num_fewshot=2)
        assert shown.count("Q: ") == 3
        assert shown.endswith(prompt.split("\n\n", 1)[1])


def test_a_passage_is_no_template(wikipedia, city, tmp_path, online):
    """It is untrusted: nothing in it is rendered."""
    from lm_eval.tasks import TaskManager

    wikipedia.texts = {"Paris": "{{ 7 * 7 }} {% include 'x' %}\n\nQ: Who?"}
    metadata = {
        "benchmark": str(city),
        "wikipedia_url": wikipedia.url,
        "passage_cache": str(tmp_path / "cache"),
    }
    manager = TaskManager(include_defaults=False, include_path=tasks_dir(), metadata=metadata)
    (task,) = manager.load(["erbench_movie_mc_ka"])["tasks"].values()
    prompt = task.fewshot_context(task.eval_docs[0], num_fewshot=0)
    assert "\n\n{{ 7 * 7 }} {% include 'x' %} Q: Who?\n\nQ: Which is false of Paris?\n" in prompt


def test_the_whole_pipeline_runs_with_passages(evaluate):
    from erbench_track.plugin.models.simulated import SimulatedLM

    results = evaluate(
        SimulatedLM(known=1, answer=1, rationale=1, unsure=0), ["erbench_movie_ka"], limit=20
    )
    assert results["groups"]["erbench_movie_ka"]["answer_rationale_accuracy,robust"] == 1
    (sample, *_) = results["samples"]["erbench_movie_mc_ka"]
    assert sample["doc"]["context"] in sample["arguments"][0][0]


# The command line, and its errors.


@pytest.fixture
def generate(city, tmp_path, monkeypatch, capsys, wikipedia):
    monkeypatch.setenv("ERBENCH_TRACK_WIKIPEDIA_URL", wikipedia.url)

    def run(*options, spec=city):
        arguments = ["--benchmark", spec, "-o", tmp_path / "out", "--overwrite", *options]
        arguments += ["--passage-cache", tmp_path / "cache"]
        monkeypatch.setattr("sys.argv", ["x", "generate", "erbench", *map(str, arguments)])
        try:
            main()
            code = 0
        except SystemExit as stopped:
            code = stopped.code
        return code, capsys.readouterr().err

    return run


@pytest.fixture
def refused(generate, tmp_path):
    def run(*options, **more):
        code, err = generate(*options, **more)
        assert code == 2
        assert err.startswith("erbench-track: error: ")
        assert err.count("\n") == 1, err
        assert not (tmp_path / "out").exists()
        return err

    return run


@pytest.mark.usefixtures("online")
def test_generate_fills_the_cache_and_the_context(generate, wikipedia, tmp_path, city):
    wikipedia.texts = CITIES
    code, err = generate("--passages", "wikipedia")
    assert code == 0
    assert "left out: city.name: 1 values have no passage\n" in err
    written = load("city", "mc", dataset=str(tmp_path / "out"), augmented=True)["test"]
    assert set(written["context"]) == set(CITIES.values())
    assert len(list((tmp_path / "cache").rglob("*.json"))) == 13


def test_an_exported_dataset_without_passages_is_refused(generate, tmp_path):
    assert generate()[0] == 0
    with pytest.raises(InputError, match="its items have no passage; generate with --passages"):
        load("city", "mc", dataset=str(tmp_path / "out"), augmented=True)


def test_a_dataset_is_not_mistaken_for_another_in_a_folder_of_the_same_name(tmp_path, city):
    """`datasets` would open the first from its cache in the place of the second."""
    from erbench_track.erbench_tasks.stored.writer import export

    for number, seed in enumerate((0, 1, 2)):
        made = Benchmark.open(city).items(seed)
        export(Benchmark.open(city), tmp_path / str(number) / "items", seed=seed)
        opened = load("city", "mc", dataset=str(tmp_path / str(number) / "items"))["test"]
        assert list(opened["id"]) == [item.id for item in made if item.question_type == "mc"]


def test_an_empty_cache_is_one_line_that_says_how_to_fill_it(refused, city, tmp_path):
    err = refused("--passages", "wikipedia")
    assert "nothing has a passage in this cache" in err
    assert f"erbench-track generate erbench --benchmark {city} --passages wikipedia -o DIR" in err
    assert err.endswith(f" --passage-cache {tmp_path / 'cache'}\n")


@pytest.mark.usefixtures("online")
def test_no_network_and_an_empty_cache_is_the_same_line(city, tmp_path):
    with pytest.raises(InputError, match="--benchmark movie --passages wikipedia -o DIR"):
        load(
            "movie",
            "mc",
            augmented=True,
            passage_cache=str(tmp_path / "empty"),
            wikipedia_url=NOWHERE,
        )


def test_an_unknown_source_is_refused(refused):
    assert "'google' is neither 'wikipedia' nor 'column'" in refused("--passages", "google")


def test_a_relation_without_the_field_is_named(refused, city):
    message = refused("--passages", "column")
    assert "relations.city: no field of 'passages' names a column; write one" in message
    change(city, "      name: [", "      name: {column: river} # [")
    message = refused("--passages", "wikipedia")
    assert "relations.city: no field of 'passages' says which titles to try; write" in message


@pytest.mark.parametrize(
    ("page", "message"),
    [
        ("{{ nam }}", "relations.city.passages.name, line 1: undefined variable 'nam'"),
        ("{{ name", "relations.city.passages.name, line 1: "),
        (
            "{{ name.__class__.mro() }}",
            "relations.city.passages.name: access to attribute '__class__'",
        ),
    ],
)
def test_a_wrong_title_template_is_named(refused, city, page, message):
    change(city, '"{{ name }}, the city"', f'"{page}"')
    assert message in refused("--passages", "wikipedia")


def test_a_column_of_passages_must_exist(refused, city):
    change(city, "      name: [", "      name: {column: story} # [")
    assert "passages.name: there is no 'story'" in refused("--passages", "column")


@pytest.mark.usefixtures("with_column")
def test_a_column_without_a_value_is_reported(refused, with_column):
    database = with_column.parent / "city.csv"
    lines = ["name,country,founded,river,about", "Rome,Italy,753,Tiber,", "Paris,France,1,Seine,"]
    database.write_text("\n".join(lines) + "\n")
    assert "every value of the columns of passages is NULL or blank" in refused(
        "--passages", "column"
    )


@pytest.mark.usefixtures("online")
def test_a_cache_that_cannot_be_written_is_one_line(refused, tmp_path):
    (tmp_path / "cache").write_text("a file")
    assert "cannot be" in refused("--passages", "wikipedia")
