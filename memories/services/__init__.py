"""Use cases: one module each, one transaction each, with the events that prove it."""
