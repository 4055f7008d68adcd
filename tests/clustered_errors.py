"""The clustered standard error of a mean as the report's intervals have it, to compare with."""

import math

from erbench_track.metrics.statistics.intervals import cluster_standard_error, sums_by_cluster


def clustered_standard_error(values, clusters):
    sums = sums_by_cluster(zip(clusters, values, strict=True))
    return cluster_standard_error(sums) if len(sums) > 1 else math.nan
