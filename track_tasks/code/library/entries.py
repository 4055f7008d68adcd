"""What is known of one dotted name of an installed library, and what its documentation says."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict

_SENTENCE = re.compile(r"(?<=[.!?])(?:\s{2,}|\s+(?=[A-Z`'\"(*]))")
_ABBREVIATION = re.compile(
    r"(?:\b(?:vs|e\.g|i\.e|cf|approx|resp|incl|ca|fig|eq|no)\.|\.\.\.)$", re.I
)
# `f(a[, b]) -> what it returns.`, or `a[, b] -> ...`
_RETURNS = re.compile(
    r"(?:[\w.]+\([^{}]*?\)|\[?\w+\]?(?:\s?\[?, ?\[?[\w=]+\]*)*) -+> (.+?)(?:\.$|\.(?= [A-Za-z])|$)"
)
# Sentences about arguments, or about one case, which do not say what a call does.
_NO_SUMMARY = re.compile(
    r"(?:The|All|An?) (?:[\w\"'`*, ]+ )?(?:arguments?|parameters?)\b|The returned\b"
    r"|(?:Each|If|When|Note|RFC)\b"
)
_ALIAS = re.compile(r"\balias (?:for|of)\b", re.IGNORECASE)
_OF_A_SECTION = re.compile(
    r"(?:Args|Arguments|Attributes|Examples?|Notes?|Parameters|Raises|See Also)\b|\W*(?:\.\.|>>>)"
)
# `f(a, b)`, `x = f(a[, b])` or `a, b -> c` above the text.
_HEAD = re.compile(r"(\w+ = )?[\w.]+\(.*(\)|,|->.*)$|[^{}]*-+> ")
_THING = r"(?:class|function|iterator|method|object)\b"
_OF_ANY_SUMMARY = {
    "and", "class", "create", "creates", "for", "from", "method", "new", "object", "return",
    "returns", "the", "with",
}  # fmt: skip
_FEWEST_WORDS = 3  # that a summary has without the name
_KEPT = 2000  # characters of a documentation
_REST_OF_KEYWORDS = inspect.Parameter.VAR_KEYWORD.value


class Parameter(NamedTuple):
    """One formal parameter.

    Attributes:
        name: Its name.
        kind: A value of `inspect.Parameter.kind`, from 0 (positional only) to 4 (`**kwargs`).
        has_default: Whether it may be left out.
        default: What it is then, as it is written; empty if that is no constant, or unknown.
    """

    name: str
    kind: int
    has_default: bool
    default: str = ""


def summary_of(documented: str) -> str:
    """Returns the first sentence of a documentation text, on one line and without its markup.

    Returns:
        Empty if there is no sentence.
    """
    found = [text for text in _paragraphs(documented) if text]
    if of := re.match(r"([A-Z])\.\w+\(", documented):  # `D.keys() -> a view on D's keys`
        found = [re.sub(rf"\b{of[1]}\b", "the object", text) for text in found]
        documented = re.sub(rf"(?<!^)\b{of[1]}\b", "the object", documented)
    # Some say what they do only in the line that shows how to call them.
    arrow = _RETURNS.match(" ".join(documented.strip().partition("\n\n")[0].split()))
    returned = _returned(arrow[1]) if arrow and len(arrow[1]) > 7 else ""
    if found and found[0][0].islower() and len(returned.split()) > 3:
        return returned
    for pattern in (r"\W*[A-Z]\S* .*[a-z]", r"[a-z]+(?: [\w-]+){3,}"):
        for place, text in enumerate(found):
            further = found[place + 1 : place + 2]
            is_other = _NO_SUMMARY.match(text) or (_names_another(text) and _describes(further))
            if re.match(pattern, text) and not is_other:
                return _plain(text[:1].upper() + text[1:])
    return returned


def _returned(text: str) -> str:
    is_verb = re.match(r"(?:[Cc]onvert|[Mm]ake|[Rr]eturn)", text) is not None
    text = re.sub(r"^(?=[b-z] )", "a value ", text)  # `random() -> x in the interval [0, 1).`
    return _plain(f"{text[:1].upper() + text[1:]}." if is_verb else f"Returns {text}.")


def _names_another(text: str) -> bool:
    return _ALIAS.search(_plain(text)) is not None


def _describes(further: list[str]) -> bool:
    return any(re.match(r"[A-Z]\S* .*[a-z]", text) and text[:5] != "This " for text in further)


def _paragraphs(documented: str) -> Iterator[str]:
    """Yields the paragraphs, each on one line, without the line that shows how to call it."""
    for paragraph in documented.strip().split("\n\n"):
        lines = [line.strip() for line in paragraph.splitlines()]
        while lines and _HEAD.match(lines[0]):
            del lines[0]
        yield " ".join(lines).strip()


def _plain(text: str) -> str:
    return _first_sentence(_without_markup(text))


def _without_markup(text: str) -> str:
    text = re.sub(r":\w+(?::\w+)*:`~?([^`<]*?)(?: <[^`]*>)?`", r"`\1`", text)
    text = re.sub(r"(?<![\w*])\*(\w(?:[\w ]*\w)?)\*(?![\w*])", r"\1", text.replace("``", "`"))
    text = re.sub(r"`(\w+)'", r"`\1`", text)  # `name'
    return re.sub(r"`\.([A-Za-z_][\w.]*)`", r"`\1`", text)


def _first_sentence(text: str) -> str:
    """Returns the text up to the first end of a sentence, which is not within brackets or code."""
    for end in _SENTENCE.finditer(text):
        before = text[: end.start()]
        is_open = before.count("(") > before.count(")") or before.count("`") % 2
        if not is_open and not _ABBREVIATION.search(before):
            return " ".join(before.split())
    return " ".join(text.split())


# `a : type`, `a, b : type`, `:param type a:`, `a (type): ...`, `    color or c: color`
_PARAMETER = re.compile(
    r"^[ \t]*(?::param(?:eter)? (?:[\w.\[\], ]+ )?)?\**((?:\w+(?:, ?\**| or ))*\w+)"
    r"(?: \([^()\n]*\))?\s?:",
    re.MULTILINE,
)
# `*name*`, ``name``, 'name', `name=...` in a sentence
_MENTIONED = re.compile(r"\*(\w+)\*|[`'\"](\w+)[`'\"]|\b(\w+) ?=(?!=)")
_KEYWORDS = re.compile(r"\*\*\\?\*?\w+|\bkwargs\b|\bkw(?:ds|s)?\b|[kK]eyword|[pP]roperties")
_PASSED_ON = re.compile(
    r"\b(?:pass(?:ed|es)?\b(?! (?:in)?to `*(?:func|the func|callable))|forward(?:ed|s)?\b"
    r"|` (?:arguments|parameters)\b|propert(?:y|ies)\b|options\b|(?:documented|listed) in\b)",
    re.IGNORECASE,
)


def documented_keywords(documented: str) -> set[str]:
    """Returns the names that a documentation gives as parameters, or mentions as code.

    Args:
        documented: The documentation, in the style of numpy, Google, Sphinx, matplotlib or Python.
    """
    listed = (
        name for group in _PARAMETER.findall(documented) for name in re.findall(r"\w+", group)
    )
    mentioned = (name for groups in _MENTIONED.findall(documented) for name in groups if name)
    return {*listed, *mentioned} - {"or"}


def passes_keywords_on(documented: str) -> bool:
    """Tells whether a documentation says that further keywords are for something else."""
    lines = documented.split("\n")
    return any(
        _KEYWORDS.search(line) and _PASSED_ON.search(" ".join(lines[place : place + 4]))
        for place, line in enumerate(lines)
    )


def documented_parameters(documented: str, name: str) -> list[Parameter] | None:
    """Reads `name(a, b[, c], *, d=1)` or `a, b -> c`, as the docs of C functions begin.

    Args:
        documented: The documentation.
        name: Name of the function.

    Returns:
        Its parameters, without the object of a method; None if the documentation has no such line.
    """
    inside = None
    for paragraph in documented.split("\n\n"):
        text = paragraph.replace("\n", " ")
        begin = re.match(rf"(?:\w+ = )?[\w.]*\b{re.escape(name)}\(", text)
        inside = _inside(text[begin.end() :]) if begin else None
        if begin is None and (arrow := re.match(r"([\w\[\], =]+?) -+> ", text)):
            inside = arrow[1]
        if inside is not None:
            break
    if inside is None or re.match(
        r"\[[^\[\]]*\].", inside
    ):  # `[start,] stop`: not such a signature
        return None
    inside = inside.replace("[optional keyword args]", ", **kwargs").replace("[...]", "*args")
    inside = re.sub(r"\b([a-z]+)1, \1(?:2), \.\.\.", r"*\1", inside)  # `pack(format, v1, v2, ...)`
    required, _, optional = (
        inside.replace("...", "*args").replace("<unrepresentable>", "...").partition("[")
    )
    parts = [part.strip() for part in re.sub(r"[\[\]]", "", optional).split(",")]
    defaults = [part if "=" in part or part[0] in "*/" else f"{part}=..." for part in parts if part]
    listed = ", ".join(filter(None, [required.strip().strip(","), *defaults]))
    try:
        tree = ast.parse(f"def f({listed}): pass").body[0]
    except (SyntaxError, ValueError):
        return None
    read = _listed(tree.args) if isinstance(tree, ast.FunctionDef) else []
    is_clear = len({one.name for one in read}) == len(read)
    return read if is_clear and isinstance(tree, ast.FunctionDef) else None


def _inside(text: str) -> str | None:
    """Returns the text before the closing parenthesis."""
    depth = 1
    for place, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0:
            return text[:place]
    return None


def _listed(arguments: ast.arguments) -> list[Parameter]:
    plain = [*arguments.posonlyargs, *arguments.args]
    first_default = len(plain) - len(arguments.defaults)
    without: list[ast.expr | None] = [None] * first_default
    found: list[Parameter] = [
        Parameter(one.arg, 0 if i < len(arguments.posonlyargs) else 1, *_default(default))
        for i, (one, default) in enumerate(zip(plain, [*without, *arguments.defaults], strict=True))
    ]
    if arguments.vararg:
        found.append(Parameter(arguments.vararg.arg, 2, False))
    for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        found.append(Parameter(one.arg, 3, *_default(default)))
    if arguments.kwarg:
        found.append(Parameter(arguments.kwarg.arg, 4, False))
    return found


def _default(node: ast.expr | None) -> tuple[bool, str]:
    is_constant = isinstance(node, ast.Constant) and node.value is not ...
    return node is not None, ast.unparse(node) if is_constant and node is not None else ""


_KINDS_IN_PYTHON = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
    inspect.Parameter.VAR_POSITIONAL,
    inspect.Parameter.KEYWORD_ONLY,
    inspect.Parameter.VAR_KEYWORD,
)
KINDS = ("module", "class", "callable", "value", "missing")


class Entry(BaseModel):
    """What is known of a name, as kept in the cache.

    Attributes:
        kind: One of `KINDS`; `missing` for a name that the library does not have.
        name: The shortest public name of the same object.
        needs_self: Whether it is a method that gets the object as its first argument.
        parameters: The formal parameters; None if neither the library nor its docs give them.
        documentation: The documentation, or its beginning; empty if there is none.
        summary: Its first sentence, and a further one if that of a neighbour is the same; empty if
            there is none.
        is_shared: Whether the summary is that of a neighbour, too.
        aliases: Other names of the same in its class or module, such as `absolute`.
        keywords: What its docs, and those of what it passes `**keywords` on to, give as keywords.
        passes_on: Whether its docs say that it takes the keywords of something else.
        returns: Type of a value or of a call's result, such as `list[str]`; None if unknown.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: str
    name: str = ""
    needs_self: bool = False
    parameters: tuple[Parameter, ...] | None = None
    documentation: str = ""
    summary: str = ""
    is_shared: bool = False
    aliases: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    passes_on: bool = False
    returns: str | None = None

    def signature(self) -> inspect.Signature | None:
        """Returns the signature; a method's begins with the object."""
        if self.parameters is None:
            return None
        return inspect.Signature([_parameter(parameter) for parameter in self.parameters])

    def nameless_summary(self) -> str:
        """Returns the summary without the name where it stands as code or as a kind of thing.

        So `...` stands for `chain` in "Return a chain object". A name that is a word of the text,
        as in "Plot y versus x" or "Returns a md5 hash object", stays.
        """
        last = self.name.rpartition(".")[2]
        code = rf"`(?:\w+\.)*{last}(?:\(\))?`|\b(?:\w+\.)+{last}\b(?:\(\))?|\b{last}\(\)"
        code += rf"|\b{last}(?= {_THING})"
        is_word = re.fullmatch(r"[A-Z]?[a-z]+\d*", last)
        return re.sub(code if is_word else rf"{code}|\b{last}\b", "...", self.summary)

    @property
    def says_little(self) -> bool:
        """Whether the summary says no more than the name, as "Returns a time object."."""
        nameless = self.nameless_summary()
        words = set(re.findall(r"[a-z]{3,}", nameless.lower())) - _OF_ANY_SUMMARY
        return nameless != self.summary and len(words) < _FEWEST_WORDS


def entry_of(reply: dict[str, Any], path: str) -> Entry:
    """Makes an entry from the reply of `inspect_worker.look_up` for a name."""
    documented, raw = reply.pop("documented", ""), reply.pop("raw_signature", "")
    if reply.get("parameters", ()) is None:
        name = path.rpartition(".")[2]
        bare = re.sub(r"\$\w+, (/, )?", "", raw)  # the object, or the module
        read = documented_parameters(f"{name}{bare}", name) if raw else None
        read = read or documented_parameters(documented, name)
        if read is not None and reply["needs_self"]:
            # Documentation shows a method as called on an object.
            read.insert(0, Parameter("self", 0, False))
        reply["parameters"] = read
    texts = {"documentation": documented[:_KEPT], **_summary(documented, reply.pop("alike", ()))}
    keywords = _open_keywords(reply, documented)
    return Entry.model_validate({**reply, **texts, **keywords})


def _summary(documented: str, alike: Iterable[str]) -> dict[str, Any]:
    """Returns the summary of a documentation, and whether that of a neighbour is the same."""
    summary = summary_of(documented[:_KEPT])
    rivals = [
        {*_sentences(text)}
        for text in alike
        if not _ALIAS.search(text) and summary_of(text) == summary
    ]
    if not rivals:
        return {"summary": summary}
    own = [text for text in _sentences(documented[:_KEPT]) if text != summary]
    further = next((text for text in own if not any(text in rival for rival in rivals)), "")
    return {"summary": f"{summary} {further}".strip(), "is_shared": not further}


def _sentences(documented: str) -> list[str]:
    """Returns the sentences of the paragraphs that are not about arguments or examples."""
    found: list[str] = []
    for text in _paragraphs(documented):
        if section := _OF_A_SECTION.match(text):
            if text[section.end() :].startswith(":"):  # a section in Google's style
                continue
            break
        rest = _without_markup(text)
        while rest:
            found.append(_first_sentence(rest))
            rest = " ".join(rest.split())[len(found[-1]) :].strip()
    return [text for text in found if re.match(r"[A-Z]\S* .*[a-z]", text)]


def _open_keywords(reply: dict[str, Any], documented: str) -> dict[str, Any]:
    """Returns what is known of the keywords that `**keywords` of a signature takes."""
    further = reply.pop("further", ())
    if not any(one[1] == _REST_OF_KEYWORDS for one in reply.get("parameters") or ()):
        return {}
    found = documented_keywords(documented)
    for names, text in further:
        found |= {*names} | documented_keywords(text)
    return {"keywords": tuple(sorted(found)), "passes_on": passes_keywords_on(documented)}


def _parameter(parameter: Parameter) -> inspect.Parameter:
    default: Any = None if parameter.has_default else inspect.Parameter.empty
    return inspect.Parameter(parameter.name, _KINDS_IN_PYTHON[parameter.kind], default=default)
