"""Tasks with images: what lm_eval gives the model, what it logs, and datasets with images."""

import base64
import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from image_benchmark import CLUBS, build, logo
from pictures import decoded, pixels
from PIL import Image

from erbench_track.core.errors import InputError
from erbench_track.core.suites.erbench import DOMAINS
from erbench_track.erbench_tasks import dataset
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.images import documents as given_images
from erbench_track.erbench_tasks.images.picture_store import PictureStore
from erbench_track.erbench_tasks.stored.writer import export
from erbench_track.plugin.models.simulated import SimulatedLM
from erbench_track.plugin.scoring import scoring

pytestmark = pytest.mark.long

TESTS = str(Path(__file__).resolve().parent)
TYPES = ("bn_yes", "bn_no", "mc")
WITH_IMAGES = [domain.name for domain in DOMAINS if domain.has_images]


@pytest.fixture(scope="module", autouse=True)
def image_cache(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("images")
        patch.setenv("ERBENCH_TRACK_IMAGE_CACHE", str(folder))
        yield folder


@pytest.fixture(scope="module")
def posters(tmp_path_factory):
    """Plain images for twenty movies and for every club, as a user's folder has them."""
    folder = tmp_path_factory.mktemp("posters")
    movies = {item.entity_id for item in Benchmark.open("movie").items(sample=30)}
    for number, entity in enumerate(sorted(movies)[:20]):
        (folder / f"{entity}.png").write_bytes(logo(f"rgb({number * 10}, 0, 0)"))
    clubs = Benchmark.open("soccer").items()
    for club in {item.question.partition(" played for ")[2].partition(" with ")[0]
                 for item in clubs if item.question_type == "bn_yes"}:  # fmt: skip
        (folder / f"{club}.png").write_bytes(logo("blue"))
    return folder


@pytest.fixture(scope="module")
def league(tmp_path_factory):
    folder = tmp_path_factory.mktemp("league")
    return build(folder, "blob", {club: logo(colour) for club, colour in CLUBS.items()})


@pytest.fixture(scope="module")
def exported(league):
    target = league.parent / "items"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("erbench_track.erbench_tasks.stored.writer._ROWS_PER_SHARD", 3)
        export(Benchmark.open(league, league.with_name("club.db")), target)
    return target


def load(posters, question_type="bn_yes", domain="movie", **options):
    return dataset.load(
        domain, question_type, multimodal=True, images=str(posters), **options
    )["test"]  # fmt: skip


def test_documents_carry_an_image_column_that_is_not_decoded(posters):
    docs = load(posters)
    assert len(docs) == 20
    assert docs[0]["image"]["bytes"] is None
    json.dumps(docs[0])


def test_a_database_cannot_smuggle_a_second_placeholder_into_a_prompt(tasks):
    task = tasks.load(["erbench_movie_mc_mm"])["tasks"]["erbench_movie_mc_mm"]
    doc = {**task.eval_docs[0], "question": "Is <image> it?", "options": ["an <image>", "no"]}
    prompt = task.doc_to_text(doc)
    assert prompt.count("<image>") == 1
    assert "Q: Is < image > it?\nOption 1: an < image >\n" in prompt


def test_a_models_images_are_decoded_anew_and_the_rest_sees_where_they_are(posters):
    doc = load(posters)[0]
    given = given_images.doc_to_image(doc)
    assert len(given) == 1
    (image,) = given
    assert image.mode == "RGB"
    assert pixels(given[0]) == pixels(given[:1][0]) == pixels(image)
    assert next(iter(given)) is not image
    sent = pickle.dumps(given)  # as lm_eval caches requests: our own object, made above
    assert len(sent) < 1000
    assert pixels(pickle.loads(sent)[0]) == pixels(image)  # noqa: S301 -- our own
    assert given_images.doc_to_image({}) == []


def test_an_image_is_part_of_lm_evals_cache_key(posters):
    from lm_eval.api.model import hash_args

    first, second = (given_images.doc_to_image(doc) for doc in load(posters).select([0, 1]))
    key = hash_args("generate_until", ("prompt", {}, {"visual": first}))
    assert key == hash_args("generate_until", ("prompt", {}, {"visual": first}))
    assert key != hash_args("generate_until", ("prompt", {}, {"visual": second}))


def test_a_folder_without_any_image_of_an_entity_is_refused(tmp_path):
    (tmp_path / "cat.png").write_bytes(logo("red"))
    with pytest.raises(InputError, match=r"is of an entity; no image of .* \(poster\): no file "):
        load(tmp_path)
    with pytest.raises(InputError, match="no such folder of images"):
        load(tmp_path / "nowhere")


def test_the_embedded_items_are_built_once_and_again_if_their_images_are_gone(
    monkeypatch, image_cache, tmp_path
):
    monkeypatch.setenv("ERBENCH_TRACK_IMAGE_CACHE", str(tmp_path / "images"))
    monkeypatch.setenv("ERBENCH_TRACK_ITEM_CACHE", str(tmp_path / "items"))
    drawn = []
    draw = PictureStore.drawn

    def counted(self, kind, values, how):
        drawn.append(values)
        return draw(self, kind, values, how)

    monkeypatch.setattr(PictureStore, "drawn", counted)

    def docs():
        dataset._items.cache_clear()
        return dataset.load("soccer", "bn_yes", multimodal=True, sample_entities=4)["test"]

    first, before = docs(), len(drawn)
    assert docs().to_list() == first.to_list()
    assert len(drawn) == before > 0
    Path(first[0]["image"]["path"]).unlink()
    assert docs().to_list() == first.to_list()
    assert Path(first[0]["image"]["path"]).is_file()


@pytest.fixture(scope="module")
def simulated(evaluate, posters, tmp_path_factory):
    """A run of the simulated model, as lm_eval writes it."""
    from erbench_track.plugin.scoring.result_files import Scores, save

    names = [*(f"erbench_{domain}_mm" for domain in WITH_IMAGES), *(
        f"erbench_{d}_known_{kind}_mm" for d in WITH_IMAGES for kind in ("bn", "mc")
    )]  # fmt: skip
    metadata = {"images": str(posters)}
    results = evaluate(SimulatedLM(), names, metadata, limit=60, bootstrap_iters=0)
    output = tmp_path_factory.mktemp("run")
    save(Scores(results, "simulated"), output)
    return results, output / "simulated"


def test_the_groups_run_and_real_images_are_not_called_synthetic(simulated):
    results, _ = simulated
    assert set(results["group_subtasks"]["erbench_movie_mm"]) == {
        f"erbench_movie_{name}_mm" for name in TYPES
    }
    for domain in WITH_IMAGES:
        scores = results["results"][f"erbench_{domain}_mm"]
        assert 0.5 < scores["answer_accuracy,robust"] <= 1
        assert "synthetic_images,robust" not in scores


def test_samples_are_json_say_which_image_and_are_scored_without_one(simulated, tmp_path):
    results, folder = simulated
    (path,) = folder.glob("samples_erbench_movie_mc_mm_*.jsonl")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    visual = lines[0]["arguments"]["gen_args_0"]["arg_2"]["visual"]
    assert len(visual) == 1
    assert len({str(line["arguments"]["gen_args_0"]["arg_2"]) for line in lines}) == 20
    for line in lines:
        line["doc"]["image"] = {"bytes": None, "path": "/gone.png"}
    moved = tmp_path / path.name
    moved.write_text("".join(json.dumps(line) + "\n" for line in lines))
    again = scoring.score([moved], "erbench_movie_mc_mm").results["results"]
    wanted = results["results"]["erbench_movie_mc_mm"]
    for metric in ("answer_accuracy,robust", "rationale_accuracy,robust"):
        assert again["erbench_movie_mc_mm"][metric] == wanted[metric]


def test_drawn_images_are_labelled_in_results_and_report(evaluate, tmp_path):
    from erbench_track.metrics.report.report import make_report
    from erbench_track.plugin.scoring.result_files import Scores, save

    metadata = {"sample_entities": 5}
    results = evaluate(SimulatedLM(), ["erbench_soccer_mm"], metadata, bootstrap_iters=0)
    assert results["results"]["erbench_soccer_mm"]["synthetic_images,robust"] == 1
    save(Scores(results, "drawn"), tmp_path)
    report = make_report([tmp_path], reading="paper")
    (table,) = [table for table in report.erbench if table.key == "table5"]
    assert [row.label for row in table.rows] == ["A", "R", "AR", "H (↓)", "M (↓)"]
    assert {row.model for row in table.rows} == {"drawn (SIMULATED) (SYNTHETIC IMAGES)"}
    assert any("synthetic images" in note and "Soccer" in note for note in table.notes)
    assert not [table for table in report.erbench if table.key in ("table2", "table18")]


def test_known_entities_with_images_are_their_own(simulated, command, tmp_path):
    from erbench_track.metrics.report.report import make_report

    _, folder = simulated
    known = tmp_path / "known.json"
    code, out, err = command("known", folder, "-o", known)
    assert code == 0, err
    found = json.loads(known.read_text())
    assert set(found) == {"movie_mm", "soccer_mm"}
    assert f"movie_mm bn: {len(found['movie_mm']['bn'])} known entities" in out
    report = make_report([folder], reading="paper")
    (table,) = [table for table in report.erbench if table.key == "table15"]
    counts = {row.model: [cell[0].value for cell in row.cells] for row in table.rows}
    assert counts["simulated (SIMULATED)"][0] == str(len(found["movie_mm"]["bn"]))
    assert not [table for table in report.erbench if table.key == "table13"]


def test_known_entities_restrict_what_is_asked_and_scored(simulated, posters, tmp_path):
    _, folder = simulated
    entities = sorted(load(posters)["entity_id"])[:3]
    known = tmp_path / "known.json"
    known.write_text(json.dumps({"movie_mm": {"bn": entities}, "movie": {"bn": ["other"]}}))
    assert sorted(load(posters, known_entities=str(known))["entity_id"]) == entities
    (path,) = folder.glob("samples_erbench_movie_bn_no_mm_*.jsonl")
    scored = scoring.score([path], "erbench_movie_bn_no_mm", known).results
    assert len(scored["samples"]["erbench_movie_bn_no_mm"]) == 2 * 3  # once by each reading


def test_an_exported_dataset_has_the_pixels_of_its_images(exported):
    from datasets import load_dataset

    for question_type in (*TYPES, "known_bn", "known_mc"):
        rows = load_dataset(str(exported), question_type, split="test")
        for row in rows.filter(lambda row: row["question_type"].startswith("bn")):
            colour = list(CLUBS.values())[(int(row["entity"].split()[-1]) - 1) % 4]
            assert pixels(row["image"]) == pixels(Image.new("RGB", (12, 12), colour))
    assert all(path.is_file() for path in exported.glob("*/test-*.parquet"))
    assert len(load_dataset(str(exported), split="test")) == 8 * (2 + 1 + 1 + 3)


def test_a_dataset_with_images_is_what_the_task_asks(exported, monkeypatch, tmp_path):
    monkeypatch.setenv("ERBENCH_TRACK_IMAGE_CACHE", str(tmp_path / "other machine"))
    docs = dataset.load("movie", "bn_yes", multimodal=True, dataset=str(exported))["test"]
    doc = next(doc for doc in docs if doc["entity"] == "Player 1")
    (image,) = given_images.doc_to_image(doc)
    assert pixels(image) == pixels(Image.new("RGB", image.size, "red"))
    assert str(tmp_path) in docs[0]["image"]["path"]
    with pytest.raises(InputError, match="not the items of this task, whose questions show no"):
        dataset.load("movie", "bn_yes", dataset=str(exported))


def test_a_task_refuses_a_benchmark_of_the_other_sort(league, toy):
    path, database = str(league), str(league.with_name("club.db"))
    with pytest.raises(InputError, match="whose questions show no images"):
        dataset.load("soccer", "bn_yes", benchmark=path, database=database)
    with pytest.raises(InputError, match="whose questions show images"):
        dataset.load("soccer", "bn_yes", benchmark=str(toy / "benchmark.yaml"), multimodal=True)


def test_a_dataset_whose_image_is_none_is_refused(exported, tmp_path):
    from datasets import Dataset, Features, Value
    from datasets import Image as ImageFeature

    image = {"bytes": b"I am a text.", "path": "a.png"}
    features = Features(
        {"id": Value("string"), "image": ImageFeature(), "image_kind": Value("string")}
    )
    rows = {"id": ["i1"], "image": [image], "image_kind": ["blob"]}
    with pytest.raises(InputError, match="item i1: its image cannot be shown"):
        given_images.on_this_machine(Dataset.from_dict(rows, features=features))


def test_a_dataset_cannot_have_a_file_of_this_machine_shown(tmp_path):
    from datasets import Dataset, Features, Value
    from datasets import Image as ImageFeature

    private = tmp_path / "private.png"
    private.write_bytes(logo("red"))
    features = Features(
        {"id": Value("string"), "image": ImageFeature(), "image_kind": Value("string")}
    )
    image = {"bytes": None, "path": str(private)}
    rows = {"id": ["i1"], "image": [image], "image_kind": ["file"]}
    with pytest.raises(InputError, match="item i1: its image is a path"):
        given_images.on_this_machine(Dataset.from_dict(rows, features=features))


def test_publishing_sends_the_images_and_the_card_says_so(exported, posters, tmp_path, command):
    from erbench_track.erbench_tasks.stored.publish import Publication

    code, out, err = command(
        "publish", exported, "--repo-id", "user/league", "--license", "cc0-1.0", "--dry-run"
    )
    assert code == 0, err
    assert "bn_yes/test-00000-of-" in out
    card = Publication.prepare(exported, "user/league", "cc0-1.0").card
    assert "visual-question-answering" in card
    assert "synthetic" not in card


def test_the_card_of_drawn_images_says_that_they_are_synthetic(tmp_path):
    from erbench_track.erbench_tasks.stored.publish import Publication

    export(Benchmark.open("soccer_mm"), tmp_path / "items", max_items=24)
    card = Publication.prepare(tmp_path / "items", "user/crests", "cc0-1.0").card
    assert "**The images are synthetic**" in card
    assert "crest" in card


def test_exported_tasks_show_the_images(exported, tmp_path, command, evaluate):
    from lm_eval import simple_evaluate
    from lm_eval.tasks import TaskManager

    tasks = tmp_path / "tasks"
    code, _, err = command("export-tasks", exported, "-o", tasks)
    assert code == 0, err
    manager = TaskManager(include_defaults=False, include_path=str(tasks))
    names = ["erbench_league", "erbench_league_known_bn"]
    results = simple_evaluate(SimulatedLM(), tasks=names, task_manager=manager, bootstrap_iters=0)
    sample = results["samples"]["erbench_league_bn_yes"][0]
    prompt, _, shown = sample["arguments"][0]
    number = sample["doc"]["entity"].split()[-1]
    assert prompt.endswith(
        f"\n\n<image>\nQ: Does number {number} play for the club in the image?\nA:"
    )
    assert len(shown["visual"]) == 1


def test_a_newer_benchmark_is_compared_and_its_news_are_written_with_their_images(
    league, exported, tmp_path, command
):
    from datasets import load_dataset

    newer = tmp_path / "newer"
    newer.mkdir()
    stored = {club: logo(colour) for club, colour in CLUBS.items()}
    path = build(newer, "blob", {**stored, "Reds": logo("orange")})
    export(Benchmark.open(path, path.with_name("club.db")), newer / "items")
    code, _, err = command("diff", exported, newer / "items", "-o", tmp_path / "news")
    assert code == 0, err
    rows = load_dataset(str(tmp_path / "news"), "bn_yes", split="test")
    assert [row["entity"] for row in rows] == ["Player 1", "Player 5"]
    assert pixels(rows[0]["image"]) == pixels(Image.new("RGB", (12, 12), "orange"))


def test_an_openai_compatible_endpoint_gets_the_image(posters, evaluate):
    """`local-chat-completions` sends it as lm_eval does: base64 in an `image_url`."""
    from chat_server import ChatServer
    from lm_eval.models.openai_completions import LocalChatCompletion

    server = ChatServer()
    server.replies("Yes. It is Avatar.")
    model = LocalChatCompletion(model="any", base_url=f"{server.url}/chat/completions")
    evaluate(
        model, ["erbench_movie_bn_yes_mm"], {"images": str(posters)}, limit=1,
        bootstrap_iters=0, apply_chat_template=True,
    )  # fmt: skip
    (sent,) = server.requests
    parts = sent["messages"][-1]["content"]
    (shown,) = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
    data = base64.b64decode(shown.removeprefix("data:image/png;base64,"))
    doc = load(posters)[0]
    assert pixels(decoded(data)) == pixels(given_images.doc_to_image(doc)[0])


@pytest.mark.slow
def test_ten_thousand_images_are_handled_in_bounded_memory(tmp_path, monkeypatch):
    """Bytes in the database, 10,000 different ones of 30 kB: 300 MB that are never held at once."""
    monkeypatch.setenv("ERBENCH_TRACK_IMAGE_CACHE", str(tmp_path / "images"))
    code = (
        "import os, resource, sqlite3, sys; from pathlib import Path\n"
        "sys.path.insert(0, sys.argv[2]); folder = Path(sys.argv[1])\n"
        "import many_images; many_images.build(folder, int(sys.argv[3]))\n"
        "from erbench_track.erbench_tasks.generator import Benchmark\n"
        "from erbench_track.erbench_tasks.stored.writer import export\n"
        "path = folder / 'benchmark.yaml'\n"
        "export(Benchmark.open(path, folder / 'many.db'), folder / 'items')\n"
        "from erbench_track.erbench_tasks.dataset import load\n"
        "docs = load('many', 'bn_yes', benchmark=str(path), database=str(folder / 'many.db'),\n"
        "            multimodal=True)['test']\n"
        "from erbench_track.erbench_tasks.images.documents import doc_to_image\n"
        "given = [doc_to_image(doc) for doc in docs]\n"
        "total = sum(image.size[0] for images in given for image in images)\n"
        "print(len(given), total, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    )
    figures = {}
    for count in (1000, 10_000):
        folder = tmp_path / str(count)
        folder.mkdir()
        done = subprocess.run(
            [sys.executable, "-c", code, str(folder), TESTS, str(count)],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        number, total, kilobytes = map(int, done.stdout.split())
        assert (number, total) == (count, 100 * count)
        figures[count] = kilobytes
    assert figures[10_000] - figures[1000] < 120_000, figures


def test_generate_takes_a_folder_of_images(posters, tmp_path, command):
    from erbench_track.erbench_tasks.stored.reader import GeneratedBenchmark

    options = ("generate", "erbench", "--benchmark", "movie_mm", "--images", posters)
    code, out, err = command(*options, "-o", tmp_path / "items")
    assert code == 0, err
    assert "no file " in err
    assert GeneratedBenchmark.open(tmp_path / "items").manifest.question_types["bn_yes"].items == 20
    assert f"items in {tmp_path / 'items'}" in out


def test_generate_refuses_a_folder_without_any_image_of_an_entity(tmp_path, refused):
    (tmp_path / "empty").mkdir()
    options = ("generate", "erbench", "--benchmark", "movie_mm", "--images", tmp_path / "empty")
    assert "no image in there" in refused(*options, "-o", tmp_path / "items")
    assert not (tmp_path / "items").exists()
