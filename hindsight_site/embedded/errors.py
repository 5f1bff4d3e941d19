"""The one error of the launcher: what is wrong, and what the reader can do about it."""


class LaunchError(RuntimeError):
    """Something outside the program stops a service from starting.

    ``mend`` is an instruction for the person at the terminal; it is printed below the message.
    """

    def __init__(self, message: str, *, mend: str) -> None:
        super().__init__(f"{message}\n  Mend: {mend}")
        self.message = message
        self.mend = mend
