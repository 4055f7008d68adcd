"""Publishing: what reaches the Hub is the benchmark, all of it, once; and nothing else does."""

import json
import re
import subprocess
import sys
import time
from datetime import date
from html.parser import HTMLParser

import pytest
from generated_folder import CITY, generate, write
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from erbench_track.core.errors import InputError
from erbench_track.core.hub import check_license
from erbench_track.core.untrusted_text import fenced, inert, one_line, visible
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.items.item import Item, RationaleElement
from erbench_track.erbench_tasks.preview.signature import sign
from erbench_track.erbench_tasks.spec.spec_file import read_spec
from erbench_track.erbench_tasks.stored.manifest import Manifest, TableRecord
from erbench_track.erbench_tasks.stored.publish import Publication, dataset_card
from erbench_track.erbench_tasks.stored.reader import GeneratedBenchmark
from erbench_track.erbench_tasks.stored.writer import export

TYPES = ("bn_yes", "bn_no", "mc")
REPO = "user/city-questions"
RECORD = {
    "tables": {"city": CITY, "river": TableRecord(columns={"name": "TEXT"}, primary_key=["name"])},
    "functional_dependencies": {"city": ["country, river -> name", "name -> country, river"]},
}
MARKDOWN = MarkdownIt("commonmark").enable("table")


@pytest.fixture
def generated(toy, tmp_path):
    """A generated benchmark of three question types, two files each."""
    return generate(toy / "benchmark.yaml", tmp_path / "items", **RECORD)


@pytest.fixture
def publish(hub_environment, hub, commands_at_the_hub):
    """Runs `erbench-track publish`; whatever happens, no token may be seen."""

    def run(folder, *options, repo_id=REPO, license_id="cc-by-4.0", **variables):
        tool = [commands_at_the_hub.folder / "erbench-track"]
        if variables.keys() - {"HF_TOKEN"}:  # read while the Hub's client is imported
            tool = [sys.executable, "-m", "erbench_track.cli"]
        arguments = ["publish", str(folder), "--repo-id", repo_id, "--license", license_id]
        done = subprocess.run(
            [*tool, *arguments, *options],
            env=hub_environment | variables,
            capture_output=True,
            text=True,
            timeout=120,
        )
        secrets = (hub.token, hub.reader, variables.get("HF_TOKEN") or hub.token)
        assert not any(secret in done.stdout + done.stderr for secret in secrets)
        return done

    return run


def error_of(done):
    """Returns the one line that says what went wrong."""
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    line = done.stderr.splitlines()[-1]
    assert line.startswith("erbench-track: error: ")
    return line


def rows_in(folder, question_type):
    from pyarrow import parquet

    files = sorted((folder / question_type).glob("*.parquet"))
    return [row for file in files for row in parquet.read_table(file).to_pylist()]


def load_back(hub_environment, *question_types, revision="main"):
    """Loads a dataset in a process of its own, as anybody would."""
    code = (
        "import json, sys, datasets\n"
        "repo, revision, *names = sys.argv[1:]\n"
        "load = lambda name: datasets.load_dataset(repo, name, split='test', revision=revision)\n"
        "print(json.dumps({name: load(name).to_list() for name in names}))\n"
    )
    arguments = [sys.executable, "-c", code, REPO, revision, *question_types]
    done = subprocess.run(
        arguments, env=hub_environment, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_what_was_published_loads_back_row_by_row(publish, generated, hub, hub_environment):
    done = publish(generated)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"9 files sent, 0 old files deleted: {hub.url}/datasets/{REPO}\n"
    loaded = load_back(hub_environment, *TYPES)
    assert loaded == {name: rows_in(generated, name) for name in TYPES}
    assert [len(rows) for rows in loaded.values()] == [3, 3, 5]


@pytest.mark.slow
def test_the_card_that_is_published_is_the_one_the_hub_validated(publish, generated, hub):
    before = (generated / "README.md").read_bytes()
    publish(generated)
    (commit,) = hub.commits(REPO)
    card = commit.files["README.md"][0].decode()
    assert hub.cards == [card]
    paths = [path for _, path in hub.requests]
    assert paths.index("/api/validate-yaml") < paths.index(f"/api/datasets/{REPO}/preupload/main")
    assert (generated / "README.md").read_bytes() == before
    assert card.encode() != before
    assert commit.files["benchmark.json"][0] == (generated / "benchmark.json").read_bytes()


@pytest.mark.slow
def test_a_card_that_the_hub_refuses_is_one_line_and_nothing_is_sent(publish, generated, hub):
    line = error_of(publish(generated, license_id="unlicense"))  # the Hub on loopback has none
    assert 'Invalid metadata in README.md. - "license" must be one of ours' in line
    assert (hub.uploaded, hub.commits(REPO)) == ([], [])


@pytest.mark.slow
def test_publishing_twice_makes_no_second_commit(publish, generated, hub):
    publish(generated)
    hub.requests.clear()
    done = publish(generated)
    assert done.stdout == f"nothing has changed: {hub.url}/datasets/{REPO}\n"
    assert len(hub.commits(REPO)) == 1
    assert not [path for _, path in hub.requests if "lfs" in path or "commit" in path]


@pytest.mark.slow
def test_a_changed_benchmark_replaces_the_old_one_in_one_commit(
    publish, generated, hub, toy, tmp_path, hub_environment
):
    finer = generate(toy / "benchmark.yaml", tmp_path / "finer", shards=3, **RECORD)
    publish(finer)
    hub.add_file(REPO, "LICENSE", b"Mine.")
    hub.add_file(REPO, "notes/test-00000-of-00003.parquet", b"Mine too.")
    publish(generated, "--commit-message", "Fewer files")
    last = hub.commits(REPO)[-1]
    assert last.title == "Fewer files"
    assert sorted(last.deleted) == [
        f"{name}/test-{number:05d}-of-00003.parquet"
        for name in sorted(TYPES)
        for number in range(3)
    ]
    parquet = {f"{name}/test-{n:05d}-of-00002.parquet" for name in TYPES for n in range(2)}
    others = {".gitattributes", "LICENSE", "notes/test-00000-of-00003.parquet"}
    assert set(last.files) == parquet | others | {"README.md", "benchmark.json", "croissant.json"}
    assert len(hub.commits(REPO)) == 4
    assert load_back(hub_environment, "mc") == {"mc": rows_in(generated, "mc")}


@pytest.mark.slow
def test_only_the_files_that_changed_are_sent(publish, generated, hub):
    publish(generated)
    sent = len(hub.uploaded)
    publish(generated, license_id="odbl")
    assert hub.commits(REPO)[-1].added == ["README.md", "croissant.json"]
    assert len(hub.uploaded) == sent


@pytest.mark.slow
def test_a_killed_push_is_repeated_without_sending_anything_again(
    publish, generated, hub, hub_environment
):
    hub.uploads_left, hub.when_none_left = 2, "hold"
    arguments = ["publish", str(generated), "--repo-id", REPO, "--license", "mit"]
    killed = subprocess.Popen(
        [sys.executable, "-m", "erbench_track.cli", *arguments],
        env=hub_environment,
        stderr=subprocess.DEVNULL,
    )
    assert hub.waiting.wait(60)
    while len(hub.uploaded) < 2:
        time.sleep(0.01)
    killed.kill()
    killed.wait()
    assert hub.commits(REPO) == []
    hub.uploads_left = None
    done = publish(generated, license_id="mit")
    assert done.returncode == 0, done.stderr
    assert len(hub.uploaded) == len(set(hub.uploaded)) == 6
    assert len(hub.commits(REPO)) == 1


@pytest.mark.slow
def test_a_connection_that_keeps_breaking_is_one_line_and_can_be_repeated(publish, generated, hub):
    hub.uploads_left = 2
    line = error_of(publish(generated))
    assert "Error while uploading" in line
    assert "publish again to go on" in line
    assert hub.commits(REPO) == []
    assert len(hub.uploaded) == 2
    hub.uploads_left = None
    assert publish(generated).returncode == 0
    assert len(hub.uploaded) == len(set(hub.uploaded)) == 6


@pytest.mark.slow
def test_a_private_dataset_is_private_from_the_start(publish, generated, hub, hub_environment):
    publish(generated, "--private")
    assert hub.repos[REPO].private
    assert load_back(hub_environment, "bn_no") == {"bn_no": rows_in(generated, "bn_no")}


@pytest.mark.slow
def test_nothing_private_is_sent_to_a_public_dataset(publish, generated, hub):
    publish(generated)
    assert not hub.repos[REPO].private
    line = error_of(publish(generated, "--private", license_id="mit"))
    assert f"--private: {REPO} exists and is public" in line
    assert len(hub.commits(REPO)) == 1


@pytest.mark.slow
def test_a_branch_is_made_and_main_stays_as_it_is(publish, generated, hub, hub_environment):
    publish(generated, "--revision", "next/one")
    publish(generated, "--revision", "next/one")
    assert hub.commits(REPO) == []
    assert len(hub.commits(REPO, "next/one")) == 1
    loaded = load_back(hub_environment, "mc", revision="next/one")
    assert loaded == {"mc": rows_in(generated, "mc")}


def test_a_dry_run_shows_everything_and_makes_no_request(publish, generated, hub):
    done = publish(generated, "--dry-run", HF_TOKEN="")
    assert done.returncode == 0, done.stderr
    assert hub.requests == []
    for path in generated.rglob("*.parquet"):
        size = f"{path.stat().st_size:,} bytes  {path.relative_to(generated)}"
        assert size in done.stdout
    publication = Publication.prepare(generated, REPO, "cc-by-4.0")
    assert f"{sum(publication.sizes.values()):,} bytes  in 9 files" in done.stdout
    assert done.stdout.endswith(publication.card)


REMEDY = "erbench-track preview SPEC --database DB --sign NAME, then generate again"


@pytest.fixture
def unsigned(toy, tmp_path):
    return generate(toy / "benchmark.yaml", tmp_path / "unsigned", signed=None)


def test_what_nobody_has_signed_is_not_published(publish, unsigned, hub):
    line = error_of(publish(unsigned))
    assert line.endswith(f"{unsigned}: nobody has signed what it asks: {REMEDY}")
    assert hub.requests == []


def test_what_was_changed_since_it_was_signed_is_not_published(publish, toy, tmp_path, hub):
    before = {"by": "Ada", "on": "2026-01-31", "fingerprint": "0" * 32}
    items = generate(toy / "benchmark.yaml", tmp_path / "old", signed=None, signed_before=before)
    line = error_of(publish(items))
    assert "old: signed by Ada on 2026-01-31, and changed since: preview it again, and sign" in line
    assert line.endswith(REMEDY)
    assert hub.requests == []


def test_a_dry_run_warns_that_nobody_has_signed(publish, generated, unsigned):
    done = publish(unsigned, "--dry-run")
    assert done.returncode == 0
    assert f"warning: not published: {unsigned}: nobody has signed" in done.stderr
    assert publish(generated, "--dry-run").stderr == ""


def test_the_card_names_who_signed_and_when(generated):
    card = Publication.prepare(generated, REPO, "mit").card
    assert "| read and signed by | Ada Lovelace, 2026-01-31 |" in card


def test_what_the_package_asks_needs_no_signature(toy, tmp_path):
    export(Benchmark.open("movie"), tmp_path / "items", max_items=20)
    publication = Publication.prepare(tmp_path / "items", REPO, "odbl")
    assert publication.unsigned == ""
    assert "| read by | the authors of erbench-track" in publication.card
    city = Benchmark.open(toy / "benchmark.yaml")
    assert export(city, tmp_path / "of_wikidata", of_package=True).of_package


def test_the_record_says_who_signed_what_it_is_made_of(toy, tmp_path):
    path = toy / "benchmark.yaml"
    signer = sign(*read_spec(path), "Ada", date(2026, 1, 31), [0])
    signed = export(Benchmark.open(path), tmp_path / "signed")
    path.write_text(path.read_text().replace("name: city", "name: town"))
    edited = export(Benchmark.open(path), tmp_path / "edited")
    assert (signed.signed, signed.signed_before) == (signer, None)
    assert (edited.signed, edited.signed_before) == (None, signer)
    assert "signed" not in signed.spec


def test_without_a_token_nothing_is_asked(publish, generated, hub):
    assert "`hf auth login`, or set HF_TOKEN" in error_of(publish(generated, HF_TOKEN=""))
    assert hub.requests == []


@pytest.mark.slow
def test_a_wrong_token_is_one_line_even_if_the_server_repeats_it(publish, generated, hub):
    hub.echo = True
    line = error_of(publish(generated, HF_TOKEN="hf_wrongSecret987654321"))
    assert "the token is not accepted; `hf auth login`, or set HF_TOKEN" in line
    assert not hub.repos


@pytest.mark.slow
def test_a_token_without_write_permission_is_one_line(publish, generated, hub):
    publish(generated)
    hub.echo = True
    line = error_of(publish(generated, license_id="mit", HF_TOKEN=hub.reader))
    assert f"the token may not write to {REPO}" in line
    line = error_of(publish(generated, repo_id="other/city", HF_TOKEN=hub.reader))
    assert "the token may not write to other/city" in line


@pytest.mark.slow
def test_any_other_refusal_is_one_line_without_the_token(publish, generated, hub):
    hub.echo = True
    line = error_of(publish(generated, "--revision", "refs/pr/1"))
    assert "HTTP 400" in line
    assert "Invalid reference for a branch: refs/pr/1 (TOKEN)" in line


@pytest.mark.slow
def test_offline_mode_is_named(publish, generated, hub):
    assert "HF_HUB_OFFLINE is set" in error_of(publish(generated, HF_HUB_OFFLINE="1"))
    assert hub.requests == []


@pytest.mark.slow
def test_an_unreachable_server_is_one_line(publish, generated, hub):
    hub.close()
    line = error_of(publish(generated))
    assert f"{hub.url}: cannot be reached" in line


@pytest.mark.slow
def test_a_commit_of_somebody_else_meanwhile_is_not_overwritten(publish, generated, hub):
    hub.meanwhile = lambda: hub.add_file(REPO, "bn_yes/new.txt", b"Mine.")
    line = error_of(publish(generated))
    assert f"{REPO} was changed by somebody else meanwhile; publish again" in line
    assert [commit.title for commit in hub.commits(REPO)] == ["By hand"]
    hub.meanwhile = lambda: None
    assert publish(generated).returncode == 0
    assert "bn_yes/new.txt" in hub.commits(REPO)[-1].files


@pytest.mark.parametrize(
    "repo_id",
    ["city", "a/b/c", "user/", "/city", "user/a--b", "user/a..b", "user/x.git", "user/-a",
     "user/\u00e4", "https://a.b/c", "u ser/a", "user/" + "x" * 100, "user/city\n", ""],
)  # fmt: skip
def test_a_bad_repository_id_is_named(generated, repo_id):
    with pytest.raises(InputError, match=r"--repo-id: .* is not of the form USER/NAME"):
        Publication.prepare(generated, repo_id, "mit")


@pytest.mark.parametrize("repo_id", ["user/city", "My-Org_1/ER.Bench-2_", "a/b"])
def test_a_good_repository_id_is_accepted(generated, repo_id):
    assert Publication.prepare(generated, repo_id, "mit").repo_id == repo_id


def test_a_licence_that_the_hub_does_not_know_is_named_with_near_ones(generated):
    with pytest.raises(
        InputError, match=r"--license: the Hub knows no licence 'CC-BY-4'.*cc-by-4.0"
    ):
        Publication.prepare(generated, REPO, "CC-BY-4")
    for known in ("mit", "apache-2.0", "cc-by-sa-4.0", "cc0-1.0", "odbl", "other", "unknown"):
        check_license(known)
    with pytest.raises(InputError):
        check_license("")


def test_a_folder_without_its_record_is_refused_before_any_request(publish, generated, hub):
    (generated / "benchmark.json").unlink()
    assert "benchmark.json: cannot be read" in error_of(publish(generated))
    assert "nowhere" in error_of(publish(generated / "nowhere"))
    assert hub.requests == []


def prepare(folder):
    return Publication.prepare(folder, REPO, "mit")


def test_a_missing_or_foreign_file_is_refused(generated):
    first, second = sorted((generated / "mc").iterdir())
    kept = second.read_bytes()
    second.unlink()
    with pytest.raises(InputError, match=r"mc: test-00001-of-00002.parquet is missing"):
        prepare(generated)
    first.rename(generated / "first")
    with pytest.raises(InputError, match=r"mc: test-00000-of-00001.parquet is missing"):
        prepare(generated)
    (generated / "first").rename(first)
    second.write_bytes(kept)
    (generated / "mc" / "more.parquet").write_bytes(kept)
    with pytest.raises(InputError, match=r"mc: more.parquet is not one of its files"):
        prepare(generated)


def test_a_file_that_was_cut_or_damaged_is_refused(generated):
    path = generated / "bn_no" / "test-00001-of-00002.parquet"
    whole = path.read_bytes()
    for damaged in (whole[:-20], b"", whole[:-12] + bytes(12), b"not parquet" * 100):
        path.write_bytes(damaged)
        with pytest.raises(InputError, match=rf"{path}: cannot be read as Parquet"):
            prepare(generated)


def test_another_number_of_rows_than_recorded_is_refused(generated):
    files = sorted((generated / "mc").iterdir())
    files[0].write_bytes(files[1].read_bytes())
    with pytest.raises(InputError, match=r"mc: 6 rows, benchmark.json says 5"):
        prepare(generated)


def test_other_columns_than_those_of_an_item_are_refused(generated):
    from pyarrow import parquet

    path = generated / "bn_yes" / "test-00000-of-00002.parquet"
    table = parquet.read_table(path)
    parquet.write_table(table.drop_columns(["fd"]), path)
    with pytest.raises(InputError, match="column 'fd' is None"):
        prepare(generated)
    parquet.write_table(table.set_column(3, "variant", [["zero"]]), path)
    with pytest.raises(InputError, match=r"column 'variant' is .*string"):
        prepare(generated)
    parquet.write_table(table.select(reversed(table.column_names)), path)
    parquet.write_table(table.append_column("more", [[1]]), path)
    with pytest.raises(InputError, match=r"column 'more' is .*expected None"):
        prepare(generated)


def test_a_record_that_names_other_folders_is_refused(generated):
    text = (generated / "benchmark.json").read_text()
    (generated / "benchmark.json").write_text(text.replace('"mc"', '"../mc"'))
    with pytest.raises(InputError, match=r"question_types has \['../mc'\]"):
        prepare(generated)


# The card


def test_the_metadata_is_what_the_hub_and_datasets_read(generated):
    from huggingface_hub import DatasetCard

    text = dataset_card(GeneratedBenchmark.open(generated), REPO, "cc-by-sa-4.0")
    card = DatasetCard(text)
    assert str(card) == text
    assert card.data.license == "cc-by-sa-4.0"
    assert card.data.language == "en"
    assert card.data.task_categories == ["question-answering"]
    assert card.data.size_categories == ["n<1K"]
    assert card.data.pretty_name == "ERBench: city"
    assert [config["config_name"] for config in card.data.configs] == list(TYPES)


@pytest.mark.parametrize(
    ("items", "category"),
    [(999, "n<1K"), (1000, "1K<n<10K"), (99_999, "10K<n<100K"), (3_000_000, "1M<n<10M")],
)
def test_thesize_category_is_the_hubs(generated, items, category):
    from huggingface_hub import DatasetCard

    opened = GeneratedBenchmark.open(generated)
    types = opened.manifest.question_types
    more = types["mc"].model_copy(update={"items": items - 6})
    manifest = opened.manifest.model_copy(update={"question_types": types | {"mc": more}})
    benchmark = GeneratedBenchmark(generated, manifest, opened.shards)
    assert DatasetCard(dataset_card(benchmark, REPO, "mit")).data.size_categories == [category]


def test_the_card_tells_what_a_reader_needs(generated):
    text = dataset_card(GeneratedBenchmark.open(generated), REPO, "mit")
    page = shown(text.split("\n---\n", 1)[1])
    for expected in (
        "bn_yes 3",
        "Which is false of Budapest?",
        "Option 2: It lies on the Seine.",
        "A: option 2",
        "must mention river: 'Danube'",
        "river(name)",
        "name -> country, river",
        "f" * 32,
        "sqlite",
        f"erbench-track export-tasks benchmark --dataset {REPO} -o tasks",
        "--tasks erbench_city --include_path tasks/",
        "Oh, Jio and Kim, Soyeon and Seo, Junseok and Wang, Jindong and Xu, Ruochen and Xie, Xing"
        " and Whang, Steven Euijong",
        "title = {{ERBench}: An Entity-Relationship based Automatically Verifiable Hallucination"
        " Benchmark for Large Language Models}",
    ):
        assert expected in page, expected


def test_the_command_in_the_card_avoids_the_names_of_embedded_tasks(toy, tmp_path):
    folder = generate(toy / "benchmark.yaml", tmp_path / "items", name="movie")
    text = dataset_card(GeneratedBenchmark.open(folder), REPO, "mit")
    assert "--prefix my -o tasks" in text
    assert "--tasks my_movie " in text


class Page(HTMLParser):
    """The tags and the text of a page."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.texts = [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, attrs))

    def handle_data(self, data):
        self.texts.append(data)


def structure(markdown):
    return Page(MARKDOWN.render(markdown)).tags


def shown(markdown):
    return " ".join(" ".join(Page(MARKDOWN.render(markdown)).texts).split())


HOSTILE = [
    "---",
    "a\n---\nlicense: gpl\n---\n",
    "{{ 7 * 7 }} {% for x in y %}",
    "```\n# heading\n~~~",
    "a | b | c",
    "<script>alert(1)</script><img src=x onerror=y> &lt; &#60;",
    "[link](http://evil.example) ![i](x) http://evil.example www.evil.example <http://evil.example>",
    "*a* _b_ **c** __d__ ~~e~~ `f` ``g```` $h$",
    "# a\r\n> b\r- c\n\n    d\n1. e\n===\n",
    "\\| \\` \\",
    "\u202egnp.exe\u0000\u2028\x1b[31m\ufeff",
    "yes: [1, 2]\n  - &a *a !!python/object:os.system",
    "x" * 100_000,
]


def hostile_folder(target, text):
    element = RationaleElement(1, text, (text, text), "any")
    items = [
        Item(
            domain=text,
            question_type=name,
            variant=number,
            entity_id=str(number),
            entity=text,
            question=text,
            options=(text, text) if name == "mc" else (),
            answer="option 1" if name == "mc" else "yes",
            rationale=(element,),
            fd=text,
            context=text,
        )
        for name in TYPES
        for number in range(2)
    ]
    table = TableRecord(columns={text: text}, primary_key=[text], foreign_keys={"a,b": text})
    return write(
        target,
        items,
        name=f"city {text}",
        engine=text,
        version=text,
        fingerprint=text,
        tables={text: table},
        functional_dependencies={text: [text]},
        spec=text,
        templates={text: text},
    )


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_of_a_database_is_shown_and_does_nothing(tmp_path, text):
    from huggingface_hub import DatasetCard

    cards = {}
    for name, value in (("harmless", "x y"), ("hostile", text)):
        folder = hostile_folder(tmp_path / name, value)
        cards[name] = dataset_card(GeneratedBenchmark.open(folder), REPO, "mit")
    harmless, hostile = (DatasetCard(cards[name]) for name in ("harmless", "hostile"))
    assert structure(hostile.text) == structure(harmless.text)
    assert hostile.data.license == "mit"
    assert hostile.data.configs == harmless.data.configs
    assert list(hostile.data.to_dict()) == list(harmless.data.to_dict())
    assert shown(hostile.text).count(one_line(text)[:50].strip()) >= 10
    assert len(cards["hostile"]) < 40_000
    outside_of_fences = re.sub(r"(?ms)^(`{3,}).*?^\1$", "", hostile.text)
    assert "evil" not in one_line(text) or "evil&#46;example" in outside_of_fences
    assert "evil.example" not in outside_of_fences


@given(st.text())
@example("a_b _c_ d_ www.x.org")
@example("|`<>&*_#-+.!()[]{}\\")
def test_an_inert_text_adds_no_markup_wherever_it_stands(text):
    for page in ("# a {}", "{}", "| a | b |\n|---|---|\n| {} | c |", "- x {} y"):
        rendered = MARKDOWN.render(page.format("\u2003" + inert(text, 10_000)))
        assert Page(rendered).tags == structure(page.format("x"))
        said = " ".join("".join(Page(rendered).texts).split())
        assert one_line(text, 10_000).strip() in said
    assert not set("|`<>*#[]()!:@.\\") & set(inert(text, 10_000).replace("&#", ""))


@given(st.text())
@example("```\n````\n")
@example("~~~")
def test_a_fenced_text_stays_inside_of_its_fence(text):
    page = MARKDOWN.render(f"before\n\n{fenced(text, 10_000)}\n\nafter")
    assert [tag for tag, _ in Page(page).tags] == ["p", "pre", "code", "p"]
    inside = "".join(Page(page).texts).split("before\n", 1)[1].rsplit("\nafter", 1)[0]
    expected = visible(text.replace("\r\n", "\n").replace("\r", "\n"), keep="\n")
    assert inside.strip("\n") == expected.strip("\n")


def test_a_file_without_rows_among_others_does_no_harm(toy, tmp_path):
    folder = generate(toy / "benchmark.yaml", tmp_path / "items", shards=4)
    benchmark = GeneratedBenchmark.open(folder)
    assert [shard.rows for shard in benchmark.shards["bn_yes"]] == [0, 1, 1, 1]
    first = rows_in(folder, "bn_yes")[0]
    assert {**first, **benchmark.first("bn_yes")} == first
    assert "Is there a city in France on the Seine?" in dataset_card(benchmark, REPO, "mit")


def test_very_long_values_are_cut():
    assert one_line("word " * 1000, 20) == "word word word word …"
    assert len(inert("x" * 1000)) == 101
    assert "…" in fenced("x\n" * 5000)
    assert "…" not in fenced("x" * 2000)


def test_the_record_is_published_as_it_is(generated):
    files = prepare(generated).files
    assert Manifest.read(generated).name == "city"
    assert files["benchmark.json"] == generated / "benchmark.json"
    assert set(files) == {"README.md", "benchmark.json", "croissant.json"} | {
        str(path.relative_to(generated)) for path in generated.rglob("*.parquet")
    }
