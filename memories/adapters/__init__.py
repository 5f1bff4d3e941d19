"""One file per port: how the product talks to models, indexes and stores."""
