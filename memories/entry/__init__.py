"""What every door shares: the wire schema, credentials, budgets, kept answers, refusals in one form."""
