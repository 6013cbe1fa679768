"""Compact tables of public facts, written as text that `tables` reads at first use."""
