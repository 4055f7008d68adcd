"""What tests of the report share: scored samples, and a page as a reader sees it."""

import json
import re
from html.parser import HTMLParser

VOID = {"meta", "br", "line", "link", "input"}


RATES = ("answer_accuracy", "rationale_accuracy", "answer_rationale_accuracy")


def sample(entity, right=1.0, rationale=1.0, missing=0.0, **more):
    """A scored sample; a measure that is None is absent."""
    both = None if rationale is None else right * (rationale == 1.0)
    measures = {
        **dict(zip(RATES, (right, rationale, both), strict=True)),
        "hallucination_rate": float(not right and not missing),
        "missing_rate": missing,
        **more,
    }
    return {
        "doc": {"entity_id": entity, "domain": "movie", "answer": "yes", "question_type": "bn_yes"},
        "resps": [["Yes."]],
        "filter": "robust",
        **{name: value for name, value in measures.items() if value is not None},
    }


class Page(HTMLParser):
    """Checks that tags are balanced, and collects them."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.attributes = [], [], []
        self.feed(text)
        self.close()
        assert not self.open

    @property
    def targets(self):
        """What links within the page lead to; those to responses have a slash in them."""
        return {link[1:] for link in self._links if link.startswith("#") and "/" not in link}

    @property
    def files(self):
        """What links lead to beside the page."""
        return {link for link in self._links if not link.startswith("#")}

    @property
    def _links(self):
        links = (value for name, value in self.attributes if name == "href")
        return [link for link in links if link != "#"]

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def plots_of(folder):
    """Returns the specifications of the plots in a report's page, by name."""
    text = (folder / "report.html").read_text()
    (block,) = re.findall(r'id="plots-data">(.*?)</script>', text, re.DOTALL)
    return json.loads(block)["specs"]


def shown_in(spec):
    """Returns the data of a plot."""
    return spec["datasets"]["shown"]


def without_scripts(text):
    """Returns a page without the scripts that run in it."""
    return re.sub(r"<script>.*?</script>", "", text, flags=re.DOTALL)
