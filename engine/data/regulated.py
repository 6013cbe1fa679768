"""Wording that regulators hold against a text, by trade. Our own short lists, drawn from what the rules forbid in general terms.

Finance: guarantees of returns and denials of risk (fair, clear and not misleading: FCA COBS 4.2; FINRA rule 2210). Health: cures and absolute safety
(Directive 2001/83/EC article 90; FTC health products guidance). Legal: promised outcomes (ABA model rule 7.1). Advertising: absolute claims
(Directive 2005/29/EC annex I). A sentence that denies the claim is let pass.
"""

from __future__ import annotations

from collections.abc import Mapping

REGULATED: Mapping[str, tuple[str, ...]] = {
    "finance": (
        *("guaranteed return", "guaranteed profit", "guaranteed income", "guaranteed yield", "guarantee a return", "guarantee returns", "guarantees a return"),
        *("returns are guaranteed", "profit is guaranteed", "risk free", "no risk", "zero risk", "without any risk", "without risk", "cannot lose", "can't lose"),
        *("double your money", "get rich quick", "sure win", "safe bet", "certain profit", "never lose money", "no way to lose", "beat the market every"),
        *("garantierte Rendite", "ohne Risiko", "risikofrei", "rendement garanti", "sans risque", "rentabilidad garantizada", "sin riesgo"),
    ),
    "health": (
        *("cures", "cure for", "guaranteed cure", "miracle cure", "100% safe", "completely safe", "totally safe", "perfectly safe", "no side effects",
        "without side effects"),
        *("free of side effects", "guaranteed to heal", "heals all", "no need to see a doctor", "instead of your medication", "stop taking your medication"),
        *("replaces your doctor", "works for everyone", "100% effective", "clinically proven to cure", "eliminates the need for surgery"),
        *("ohne Nebenwirkungen", "heilt", "sans effets secondaires", "guérit", "sin efectos secundarios"),
    ),
    "legal": (
        *("you will win", "you will certainly win", "guaranteed to win", "guaranteed outcome", "guaranteed verdict", "cannot be sued", "we guarantee success"),
        *("no lawyer needed", "you do not need a lawyer", "you don't need a lawyer", "this constitutes legal advice", "100% legal"),
    ),
    "advertising": (
        *("100% safe", "100% natural", "100% guaranteed", "the best in the world", "number one in the world", "clinically proven", "scientifically proven"),
        *("free of charge forever", "lowest price guaranteed", "never fails", "unlimited forever", "everyone is winning"),
    ),
}
