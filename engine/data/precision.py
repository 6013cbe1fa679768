"""Measured precision by rule and outcome, written by `python -m benchmarks.precision --data DIR --write`."""

PRECISION: dict[tuple[str, str], float] = {
    ("GR201", "supported"): 0.994,
    ("GR201", "unsupported"): 0.814,
    ("GR202", "supported"): 1.000,
    ("GR202", "unsupported"): 1.000,
    ("GR204", "contradicted"): 0.969,
    ("GR204", "supported"): 0.999,
    ("GR204", "unsupported"): 0.797,
    ("GR205", "supported"): 1.000,
    ("GR205", "unsupported"): 0.902,
    ("GR206", "supported"): 1.000,
    ("GR206", "unsupported"): 0.938,
    ("GR208", "supported"): 1.000,
    ("GR209", "supported"): 1.000,
    ("GR210", "supported"): 1.000,
    ("GR211", "supported"): 1.000,
    ("GR214", "unsupported"): 0.933,
}
"""Rules seen on fewer than 20 leaves are left out."""
