"""The text guard: a generated answer split into what it claims, each claim held against the evidence."""
