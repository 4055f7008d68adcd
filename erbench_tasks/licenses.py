"""The licence ids that the Hugging Face Hub knows."""

from __future__ import annotations

import difflib

from .errors import InputError

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
