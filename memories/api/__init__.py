"""REST door: routes, one views file per resource, and the pipeline every request goes through."""
