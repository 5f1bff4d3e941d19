"""One module per command: up, services, doctor."""
