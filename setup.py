"""Names the subpackages; all else that a build needs is in pyproject.toml."""

from setuptools import find_packages, setup

FOLDERS = (
    "api",
    "cli",
    "core",
    "erbench_tasks",
    "filters",
    "harnesses",
    "metrics",
    "plugin",
    "templates",
    "track_tasks",
)

setup(
    packages=[
        "erbench_track",
        *(
            f"erbench_track.{folder}"
            for folder in find_packages(
                include=[part for top in FOLDERS for part in (top, f"{top}.*")]
            )
        ),
    ]
)
