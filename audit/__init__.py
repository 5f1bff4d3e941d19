"""Trust kernel: who acts on whose rows, and the ledger that proves it. Imports nothing of ``memories``."""
