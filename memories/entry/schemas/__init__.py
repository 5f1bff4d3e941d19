"""The wire schema, one module per resource; REST, MCP and the compatible routes all speak it."""
