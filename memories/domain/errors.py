"""One error family; ``entry.problems`` maps each ``code`` and ``status`` to the wire."""


class HindsightError(Exception):
    """Base of every refusal the product makes on purpose.

    ``code`` is stable and snake_case, ``status`` the HTTP status, ``message`` says what to do next.
    """

    code = "error"
    status = 400
    message = "The request could not be carried out."

    def __init__(self, message: str | None = None, *, code: str | None = None, field: str | None = None):
        super().__init__(message or self.message)
        self.message = message or self.message
        self.code = code or self.code
        self.field = field


class Invalid(HindsightError):
    """A value that cannot be accepted; ``field`` names it."""

    code = "invalid"


class Unauthenticated(HindsightError):
    """No credential, or one that is unknown, expired or revoked."""

    code = "unauthenticated"
    status = 401
    message = "Send a valid key in the Authorization header."


class Forbidden(HindsightError):
    """The credential lacks a verb or stands outside its scope."""

    code = "forbidden"
    status = 403
    message = "This key may not do that."


class NotFound(HindsightError):
    """Absent, or not yours: the two are the same answer on purpose."""

    code = "not_found"
    status = 404
    message = "There is nothing here under that id."


class Conflict(HindsightError):
    """The state of the object does not allow this now."""

    code = "conflict"
    status = 409
    message = "The object has changed or is in use; read it again and retry."


class InvalidTransition(Conflict):
    """A status change that ``domain.lifecycle`` does not allow."""

    code = "invalid_transition"


class OwnerErased(Conflict):
    """Writes for an erased or erasing owner, until a deliberate new start."""

    code = "owner_erased"
    message = "This person's memory is being or was erased. POST /owners with restart to begin anew."


class StaleVersion(HindsightError):
    """``If-Match`` names a version that is no longer current."""

    code = "stale_version"
    status = 412
    message = "The memory has a newer version; read it and try again."


class TooLarge(HindsightError):
    """The body is larger than the route takes."""

    code = "too_large"
    status = 413
    message = "The request body is too large."


class Blocked(HindsightError):
    """Screening refused the text outright."""

    code = "blocked"
    status = 422
    message = "Screening refused this text; see the signals."


class RateLimited(HindsightError):
    """Too many requests; ``retry_after`` is in seconds."""

    code = "rate_limited"
    status = 429
    message = "Too many requests; wait and retry."

    def __init__(self, message: str | None = None, *, retry_after: int = 1):
        super().__init__(message)
        self.retry_after = retry_after


class Unavailable(HindsightError):
    """A part the request needs is not reachable now."""

    code = "unavailable"
    status = 503
    message = "A part of the system is not reachable; retry shortly."
