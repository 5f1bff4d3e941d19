"""Door: the commands that speak of memories, for the host's own people and scripts."""
