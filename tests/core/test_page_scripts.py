"""Scripts of a page and its policy."""

import base64
import hashlib
import json
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.page_scripts import data_block, page_scripts


def test_a_policy_names_the_hash_of_each_script_and_nothing_else():
    made = page_scripts(["let a = 1;\r\n", "", "let b = 2;"])
    texts = ["let a = 1;\n", "let b = 2;"]
    hashes = [base64.b64encode(hashlib.sha256(text.encode()).digest()) for text in texts]
    assert made.policy == " ".join(f"'sha256-{digest.decode()}'" for digest in hashes)
    assert str(made.tags) == "\n".join(f"<script>{text}</script>" for text in texts)
    assert page_scripts([]).policy == "'none'"
    assert page_scripts(["a()"], files_beside=True).policy.endswith(" 'self'")


@pytest.mark.parametrize("ending", ["</script>", "</SCRIPT x", "<!--", "<script>"])
def test_a_script_that_would_end_its_element_is_refused(ending):
    with pytest.raises(ValueError, match="two parts"):
        page_scripts([f"let a = '{ending}';"])


class _Blocks(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags, self.data = [], ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)

    def handle_data(self, data):
        self.data += data


@given(
    st.text() | st.sampled_from(["</script><script>alert(1)</script>", "<!--<script>", "\ud800"])
)
def test_data_comes_back_whole_and_never_ends_its_element(text):
    found = _Blocks(str(data_block("x", {"said": text})))
    assert found.tags == ["script"]
    assert json.loads(found.data) == {"said": text}
