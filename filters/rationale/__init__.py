"""Whether a rationale names the values that it must: the paper's rule and the strict one."""
