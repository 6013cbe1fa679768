"""The weights of the prose score, written by `python -m benchmarks.text_weights --data DIR --write`: tuned on development data.

One row per profile: the bias, then one weight per feature in the order of `engine/text/features.py`.
"""

WEIGHTS: dict[str, tuple[float, ...]] = {
    "prose_claim": (
        -1.741,
        -0.953,  # many_assertions
        0.427,  # length
        0.455,  # short
        -0.925,  # novel_plain
        -0.458,  # novel_rare
        -1.318,  # novel_rare_share
        0.391,  # uncovered_1
        -0.886,  # uncovered_2
        0.450,  # uncovered_3
        0.072,  # uncovered_sq
        0.196,  # new_pairs
        -0.085,  # new_triples
        1.158,  # absent_name
        -0.012,  # unsure_name
        1.026,  # absent_figure
        0.506,  # absent_small_figure
        0.671,  # absent_time
        -0.750,  # far_figure
        -0.024,  # far_name
        -0.064,  # negation
        0.480,  # negation_close
        0.008,  # absolute
        2.032,  # asked_only
        -0.398,  # hedged
        -2.690,  # verbatim
        0.302,  # substituted
        2.063,  # key_denied
        2.091,  # key_empty
        -0.273,  # lead_in
        -0.319,  # copied
        0.370,  # uncovered_and_new_pairs
        1.379,  # uncovered_and_new_triples
        -0.398,  # new_triples_sq
        0.361,  # new_pairs_sq
        -0.710,  # uncovered_1_sq
        0.898,  # uncovered_and_long
        0.721,  # uncovered_and_rare
        0.540,  # rare_share_sq
        0.339,  # far_and_uncovered
        -0.538,  # substituted_and_covered
    ),
    "prose_summary": (
        -0.695,
        -0.877,  # many_assertions
        -0.117,  # length
        -0.051,  # short
        -0.693,  # novel_plain
        -0.558,  # novel_rare
        -0.858,  # novel_rare_share
        0.417,  # uncovered_1
        -0.756,  # uncovered_2
        0.006,  # uncovered_3
        -0.032,  # uncovered_sq
        0.317,  # new_pairs
        -0.262,  # new_triples
        0.987,  # absent_name
        1.409,  # unsure_name
        1.763,  # absent_figure
        0.928,  # absent_small_figure
        0.896,  # absent_time
        -0.744,  # far_figure
        0.603,  # far_name
        0.342,  # negation
        -0.346,  # negation_close
        0.100,  # absolute
        0.525,  # asked_only
        -0.943,  # hedged
        -1.498,  # verbatim
        0.182,  # substituted
        2.385,  # key_denied
        2.406,  # key_empty
        -0.289,  # lead_in
        0.082,  # copied
        -0.048,  # uncovered_and_new_pairs
        1.144,  # uncovered_and_new_triples
        -0.444,  # new_triples_sq
        0.503,  # new_pairs_sq
        -0.657,  # uncovered_1_sq
        0.509,  # uncovered_and_long
        0.612,  # uncovered_and_rare
        2.899,  # rare_share_sq
        0.144,  # far_and_uncovered
        -0.101,  # substituted_and_covered
    ),
    "prose_answer": (
        -0.320,
        -0.895,  # many_assertions
        -0.206,  # length
        0.175,  # short
        -0.709,  # novel_plain
        -0.306,  # novel_rare
        -0.629,  # novel_rare_share
        0.031,  # uncovered_1
        -0.796,  # uncovered_2
        0.379,  # uncovered_3
        0.367,  # uncovered_sq
        -0.079,  # new_pairs
        -0.363,  # new_triples
        1.054,  # absent_name
        -0.199,  # unsure_name
        1.694,  # absent_figure
        1.332,  # absent_small_figure
        1.133,  # absent_time
        -0.720,  # far_figure
        -0.239,  # far_name
        -0.244,  # negation
        -0.469,  # negation_close
        0.215,  # absolute
        0.049,  # asked_only
        -0.404,  # hedged
        -1.622,  # verbatim
        -0.184,  # substituted
        2.237,  # key_denied
        2.261,  # key_empty
        -0.818,  # lead_in
        0.272,  # copied
        0.243,  # uncovered_and_new_pairs
        1.043,  # uncovered_and_new_triples
        -0.331,  # new_triples_sq
        0.370,  # new_pairs_sq
        -0.824,  # uncovered_1_sq
        0.818,  # uncovered_and_long
        1.110,  # uncovered_and_rare
        0.558,  # rare_share_sq
        -0.002,  # far_and_uncovered
        -0.552,  # substituted_and_covered
    ),
    "record_claim": (
        -0.554,
        -0.780,  # many_assertions
        -0.056,  # length
        0.066,  # short
        -0.740,  # novel_plain
        -0.528,  # novel_rare
        -1.093,  # novel_rare_share
        0.109,  # uncovered_1
        -0.663,  # uncovered_2
        0.435,  # uncovered_3
        0.502,  # uncovered_sq
        -0.051,  # new_pairs
        -0.222,  # new_triples
        0.260,  # absent_name
        0.382,  # unsure_name
        -0.118,  # absent_figure
        -0.022,  # absent_small_figure
        0.814,  # absent_time
        -0.503,  # far_figure
        -0.268,  # far_name
        0.535,  # negation
        -0.106,  # negation_close
        -0.104,  # absolute
        0.737,  # asked_only
        -0.370,  # hedged
        -1.781,  # verbatim
        -0.169,  # substituted
        2.150,  # key_denied
        2.181,  # key_empty
        -0.185,  # lead_in
        0.045,  # copied
        0.331,  # uncovered_and_new_pairs
        1.054,  # uncovered_and_new_triples
        -0.296,  # new_triples_sq
        0.259,  # new_pairs_sq
        -0.842,  # uncovered_1_sq
        0.703,  # uncovered_and_long
        0.624,  # uncovered_and_rare
        0.857,  # rare_share_sq
        0.482,  # far_and_uncovered
        -0.393,  # substituted_and_covered
    ),
    "record_answer": (
        -1.549,
        -0.693,  # many_assertions
        0.107,  # length
        0.022,  # short
        -0.693,  # novel_plain
        -0.382,  # novel_rare
        -1.634,  # novel_rare_share
        -0.074,  # uncovered_1
        -0.726,  # uncovered_2
        0.636,  # uncovered_3
        0.457,  # uncovered_sq
        -0.102,  # new_pairs
        -0.106,  # new_triples
        1.715,  # absent_name
        1.846,  # unsure_name
        0.425,  # absent_figure
        -0.068,  # absent_small_figure
        -0.347,  # absent_time
        -0.979,  # far_figure
        -0.195,  # far_name
        -0.042,  # negation
        -0.124,  # negation_close
        0.750,  # absolute
        -0.653,  # asked_only
        -0.105,  # hedged
        -1.619,  # verbatim
        -0.402,  # substituted
        2.314,  # key_denied
        2.352,  # key_empty
        0.548,  # lead_in
        0.206,  # copied
        0.539,  # uncovered_and_new_pairs
        1.033,  # uncovered_and_new_triples
        -0.046,  # new_triples_sq
        0.333,  # new_pairs_sq
        -1.003,  # uncovered_1_sq
        0.888,  # uncovered_and_long
        0.694,  # uncovered_and_rare
        -0.725,  # rare_share_sq
        -0.476,  # far_and_uncovered
        -0.668,  # substituted_and_covered
    ),
}
