"""The rules of memory governance in plain Python: no Django, no clock, no I/O."""
