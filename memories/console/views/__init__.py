"""One module a page: take the input, call one service, shape what the template shows."""
