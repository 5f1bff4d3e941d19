"""Memory governance for agents.

    doors     api  chat  mcp  console  admin  management  tasks     translate a format, call one service
    entry     schemas  authenticate  throttle  idempotency  problems     what doors share
    services  one module per use case = one transaction + its audit events
    adapters  one file per port: embeddings, memory_index, ...       talk to other programs
    models    tables only        backends: settings -> adapter       jobs: names of background work
    domain    rules in plain Python: no Django, no clock, no I/O

Imports point down; ``services`` and ``adapters`` never see each other. Row scope and attribution come
from ``audit.context.acting_as``. docs/architecture.md has the reasons.
"""
