"""Door for people in a browser: pages for owners, reviewers, auditors, operators and officers."""
