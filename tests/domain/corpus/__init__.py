"""What the profile of a statement learns from, and the statements kept back to test it."""
