"""One Redis address in the forms its two clients want."""

from urllib.parse import parse_qsl, urlencode, urlsplit


def kombu_url(redis_url: str) -> str:
    """Celery's form of a redis-py address.

    Over TCP both agree. For a socket redis-py takes ``unix://:password@/path?db=0`` and kombu
    ``redis+socket://:password@/path?virtual_host=0``.
    """
    parts = urlsplit(redis_url)
    if parts.scheme != "unix":
        return redis_url
    query = dict(parse_qsl(parts.query))
    options = {"virtual_host": query.pop("db", "0"), **query}
    return parts._replace(scheme="redis+socket", query=urlencode(options)).geturl()
