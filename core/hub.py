"""The Hugging Face Hub: signing in, its errors in one line, the licences that it knows."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from .errors import InputError, file_problem, first_line

if TYPE_CHECKING:
    from huggingface_hub import HfApi

_LONGEST_ID = 96
_LOG_IN = "`hf auth login`, or set HF_TOKEN"


def check_repo_id(repo_id: str, option: str) -> None:
    """Checks that a dataset's id is of the form `USER/NAME`.

    Args:
        repo_id: The id.
        option: The command-line option that gave it, for the message.

    Raises:
        InputError: It is not.
    """
    parts = r"[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9_])?"
    if (
        not re.fullmatch(f"{parts}/{parts}", repo_id, re.ASCII)
        or len(repo_id) > _LONGEST_ID
        or re.search(r"--|\.\.|\.git$", repo_id)
    ):
        raise InputError(
            f"{option}: {repo_id!r} is not of the form USER/NAME (letters, digits, '-', '_', '.')"
        )


def sign_in() -> HfApi:
    """Returns a client with the user's token, without a request.

    Raises:
        InputError: There is no token, or HF_HUB_OFFLINE forbids requests.
    """
    from huggingface_hub import HfApi, constants, get_token

    if constants.HF_HUB_OFFLINE:
        raise InputError("HF_HUB_OFFLINE is set: nothing is sent; set it to 0 to publish")
    token = get_token()
    if token is None:
        raise InputError(f"no token of the Hugging Face Hub: {_LOG_IN}")
    return HfApi(token=token)


@contextmanager
def hub_errors(api: HfApi, repo_id: str) -> Iterator[None]:
    """Turns errors of the Hub into an `InputError` of one line, without the token.

    Args:
        api: The client.
        repo_id: The dataset.

    Raises:
        InputError: A request failed.
    """
    from huggingface_hub.errors import HfHubHTTPError

    # Its base is the HTTP library's error, which differs between huggingface_hub 0, 1 and 2.
    # RuntimeError: an upload failed, its cause says why. ValueError: an answer made no sense.
    library: type[Exception] = HfHubHTTPError.__bases__[0]
    try:
        yield
    except (library, OSError, RuntimeError, ValueError) as error:
        message = f"{api.endpoint}: {_reason(error, repo_id)}"
        raise InputError(message.replace(str(api.token), "TOKEN")) from None


def _reason(error: BaseException, repo_id: str) -> str:
    response = getattr(error, "response", None)
    status = getattr(response, "status_code", None)
    if status == 401:
        return f"the token is not accepted; {_LOG_IN}"
    if status == 403:
        return f"the token may not write to {repo_id}; give one with write permission to it"
    if status == 412:
        return f"{repo_id} was changed by somebody else meanwhile; publish again"
    if isinstance(error, RuntimeError) and error.__cause__ is not None:
        return f"{first_line(error)} {_reason(error.__cause__, repo_id)}; publish again to go on"
    if status is not None:
        said = getattr(error, "server_message", None) or first_line(error)
        return f"{repo_id}: HTTP {status}: {' '.join(str(said).split())}"
    if isinstance(error, ValueError):
        return f"{repo_id}: {' '.join(str(error).split())}"
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename} cannot be read ({file_problem(error)})"
    return f"cannot be reached ({first_line(error)})"


_EXAMPLES = ("cc-by-4.0", "cc-by-sa-4.0", "cc0-1.0", "odbl", "mit", "apache-2.0", "unknown")

_IDS = """
afl-3.0 agpl-3.0 apache-2.0 apple-amlr apple-ascl artistic-2.0 bigcode-openrail-m
bigscience-bloom-rail-1.0 bigscience-openrail-m bsd bsd-2-clause bsd-3-clause
bsd-3-clause-clear bsl-1.0 c-uda cc cc-by-2.0 cc-by-2.5 cc-by-3.0 cc-by-4.0 cc-by-nc-2.0
cc-by-nc-3.0 cc-by-nc-4.0 cc-by-nc-nd-3.0 cc-by-nc-nd-4.0 cc-by-nc-sa-2.0 cc-by-nc-sa-3.0
cc-by-nc-sa-4.0 cc-by-nd-4.0 cc-by-sa-3.0 cc-by-sa-4.0 cc0-1.0 cdla-permissive-1.0
cdla-permissive-2.0 cdla-sharing-1.0 creativeml-openrail-m deepfloyd-if-license ecl-2.0
epl-1.0 epl-2.0 etalab-2.0 eupl-1.1 eupl-1.2 fair-noncommercial-research-license gemma gfdl
gpl gpl-2.0 gpl-3.0 h-research intel-research isc lgpl lgpl-2.1 lgpl-3.0 lgpl-lr llama2
llama3 llama3.1 llama3.2 llama3.3 llama4 lppl-1.3c mit mpl-2.0 ms-pl ncsa odbl odc-by
ofl-1.1 openmdw-1.0 openrail openrail++ osl-3.0 other pddl postgresql unknown unlicense wtfpl
zlib
"""


def check_license(license_id: str) -> None:
    """Checks that the Hub knows a licence.

    Args:
        license_id: Its id, such as `cc-by-4.0`; `other` for one that has no id.

    Raises:
        InputError: The Hub does not know it.
    """
    known = _IDS.split()
    if license_id not in known:
        near = difflib.get_close_matches(license_id.lower(), known, n=3) or _EXAMPLES
        raise InputError(
            f"--license: the Hub knows no licence {license_id!r}; give one such as "
            f"{', '.join(near)}, or 'other'"
        )
