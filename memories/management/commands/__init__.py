"""One module a command; what they share lies in ``memories.management.answering``."""
