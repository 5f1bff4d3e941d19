"""Word lists of screening: how orders, safeguards and self-praise are worded in English and Chinese."""
