#!/bin/sh
# Runs Python with another lm_eval: with_lm_eval.sh PYTHON REQUIREMENT_OR_WHEEL ARGUMENT...
# Everything else is that of PYTHON's environment; the new environment is deleted afterwards.
set -eu
python=$1 other=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" -m venv --without-pip "$folder"
site=$("$folder/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
"$python" -m pip --python "$folder/bin/python" install --quiet --no-deps "$other"
# The folder itself, which the sandbox shows to programs, and what the .pth files in it name.
"$python" -c 'import sysconfig; path = sysconfig.get_path("purelib"); print(f"{path}\nimport site; site.addsitedir({path!r})")' >"$site/zz.pth"
"$folder/bin/python" -c 'import lm_eval; print("lm_eval", lm_eval.__version__)'
"$folder/bin/python" "$@"
