"""Commands that start, stop and examine the running system."""
