"""The weights of the prose score, written by `python -m benchmarks.text_weights --data DIR --write`: tuned on development data.

One row per profile: the bias, then one weight per feature in the order of `engine/text/features.py`.
"""

WEIGHTS: dict[str, tuple[float, ...]] = {
    "prose_claim": (
        -1.723,
        -0.947,  # many_assertions
        0.432,  # length
        0.629,  # short
        -0.656,  # novel_plain
        -0.413,  # novel_rare
        -0.563,  # novel_rare_share
        0.229,  # uncovered_1
        -0.817,  # uncovered_2
        -0.246,  # uncovered_3
        0.129,  # uncovered_sq
        0.302,  # new_pairs
        -0.038,  # new_triples
        1.311,  # absent_name
        0.140,  # unsure_name
        1.201,  # absent_figure
        0.508,  # absent_small_figure
        0.942,  # absent_time
        -1.227,  # far_figure
        -0.007,  # far_name
        -0.063,  # negation
        0.519,  # negation_close
        0.021,  # absolute
        2.586,  # asked_only
        -0.359,  # hedged
        -2.885,  # verbatim
        0.339,  # substituted
        2.095,  # key_denied
        2.190,  # key_empty
        -0.011,  # lead_in
        -0.288,  # copied
        0.245,  # uncovered_and_new_pairs
        1.298,  # uncovered_and_new_triples
        -0.333,  # new_triples_sq
        0.303,  # new_pairs_sq
        -0.547,  # uncovered_1_sq
        0.684,  # uncovered_and_long
        0.593,  # uncovered_and_rare
        1.730,  # rare_share_sq
        0.786,  # far_and_uncovered
        -0.517,  # substituted_and_covered
    ),
    "prose_summary": (
        -0.710,
        -0.874,  # many_assertions
        -0.099,  # length
        0.011,  # short
        -0.583,  # novel_plain
        -0.543,  # novel_rare
        -0.471,  # novel_rare_share
        0.309,  # uncovered_1
        -0.569,  # uncovered_2
        -0.412,  # uncovered_3
        0.099,  # uncovered_sq
        0.340,  # new_pairs
        -0.249,  # new_triples
        1.110,  # absent_name
        2.199,  # unsure_name
        1.791,  # absent_figure
        0.797,  # absent_small_figure
        0.965,  # absent_time
        -0.976,  # far_figure
        0.627,  # far_name
        0.352,  # negation
        -0.388,  # negation_close
        0.094,  # absolute
        0.674,  # asked_only
        -0.967,  # hedged
        -1.538,  # verbatim
        0.220,  # substituted
        2.390,  # key_denied
        2.485,  # key_empty
        -0.100,  # lead_in
        0.126,  # copied
        -0.026,  # uncovered_and_new_pairs
        1.106,  # uncovered_and_new_triples
        -0.398,  # new_triples_sq
        0.418,  # new_pairs_sq
        -0.582,  # uncovered_1_sq
        0.439,  # uncovered_and_long
        0.511,  # uncovered_and_rare
        2.818,  # rare_share_sq
        0.483,  # far_and_uncovered
        -0.085,  # substituted_and_covered
    ),
    "prose_answer": (
        -0.329,
        -0.895,  # many_assertions
        -0.190,  # length
        0.266,  # short
        -0.544,  # novel_plain
        -0.280,  # novel_rare
        -0.186,  # novel_rare_share
        -0.103,  # uncovered_1
        -0.663,  # uncovered_2
        -0.087,  # uncovered_3
        0.512,  # uncovered_sq
        -0.038,  # new_pairs
        -0.340,  # new_triples
        1.181,  # absent_name
        -0.246,  # unsure_name
        1.759,  # absent_figure
        1.281,  # absent_small_figure
        1.267,  # absent_time
        -1.043,  # far_figure
        -0.173,  # far_name
        -0.244,  # negation
        -0.467,  # negation_close
        0.207,  # absolute
        0.221,  # asked_only
        -0.381,  # hedged
        -1.714,  # verbatim
        -0.191,  # substituted
        2.255,  # key_denied
        2.346,  # key_empty
        -0.661,  # lead_in
        0.321,  # copied
        0.233,  # uncovered_and_new_pairs
        0.983,  # uncovered_and_new_triples
        -0.277,  # new_triples_sq
        0.301,  # new_pairs_sq
        -0.741,  # uncovered_1_sq
        0.724,  # uncovered_and_long
        1.024,  # uncovered_and_rare
        0.530,  # rare_share_sq
        0.296,  # far_and_uncovered
        -0.606,  # substituted_and_covered
    ),
    "record_claim": (
        -0.511,
        -0.770,  # many_assertions
        -0.067,  # length
        0.258,  # short
        -0.577,  # novel_plain
        -0.519,  # novel_rare
        -0.648,  # novel_rare_share
        -0.031,  # uncovered_1
        -0.530,  # uncovered_2
        -0.035,  # uncovered_3
        0.680,  # uncovered_sq
        -0.004,  # new_pairs
        -0.199,  # new_triples
        0.299,  # absent_name
        0.461,  # unsure_name
        -0.002,  # absent_figure
        -0.034,  # absent_small_figure
        0.939,  # absent_time
        -0.804,  # far_figure
        -0.273,  # far_name
        0.527,  # negation
        -0.114,  # negation_close
        -0.109,  # absolute
        0.937,  # asked_only
        -0.356,  # hedged
        -1.880,  # verbatim
        -0.151,  # substituted
        2.189,  # key_denied
        2.282,  # key_empty
        0.083,  # lead_in
        0.086,  # copied
        0.323,  # uncovered_and_new_pairs
        0.989,  # uncovered_and_new_triples
        -0.245,  # new_triples_sq
        0.195,  # new_pairs_sq
        -0.748,  # uncovered_1_sq
        0.589,  # uncovered_and_long
        0.529,  # uncovered_and_rare
        1.019,  # rare_share_sq
        0.801,  # far_and_uncovered
        -0.394,  # substituted_and_covered
    ),
    "record_answer": (
        -1.465,
        -0.700,  # many_assertions
        0.053,  # length
        0.540,  # short
        -0.488,  # novel_plain
        -0.370,  # novel_rare
        -1.112,  # novel_rare_share
        -0.290,  # uncovered_1
        -0.625,  # uncovered_2
        0.174,  # uncovered_3
        0.639,  # uncovered_sq
        -0.038,  # new_pairs
        -0.026,  # new_triples
        1.806,  # absent_name
        1.907,  # unsure_name
        0.629,  # absent_figure
        -0.287,  # absent_small_figure
        -0.296,  # absent_time
        -1.096,  # far_figure
        0.034,  # far_name
        -0.038,  # negation
        -0.173,  # negation_close
        0.783,  # absolute
        -0.567,  # asked_only
        -0.065,  # hedged
        -1.735,  # verbatim
        -0.401,  # substituted
        2.336,  # key_denied
        2.452,  # key_empty
        1.005,  # lead_in
        0.228,  # copied
        0.536,  # uncovered_and_new_pairs
        0.926,  # uncovered_and_new_triples
        0.066,  # new_triples_sq
        0.285,  # new_pairs_sq
        -1.031,  # uncovered_1_sq
        0.778,  # uncovered_and_long
        0.625,  # uncovered_and_rare
        -0.465,  # rare_share_sq
        -0.060,  # far_and_uncovered
        -0.688,  # substituted_and_covered
    ),
}
