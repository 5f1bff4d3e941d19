"""Bad input: always a problem that says what is wrong, never a fault, nothing half stored."""

import json

import pytest
from django.test import Client

from memories.entry.parsing import BODY_LIMIT, BULK_LIMIT
from tests.api.conftest import BASE, PROBLEM, Caller, refusal

DEEP = b'{"user_id":"alice","content":"x","metadata":' + b'{"a":' * 100_000 + b"1" + b"}" * 100_001
GOOD = '{"user_id":"alice","content":"x"%s}'


def stored(team) -> int:
    return team.agent.get("/memories?user_id=alice").json()["total"]


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"{", "malformed"),
        (b"nonsense", "malformed"),
        (b"", "required"),
        (b"[]", "not_an_object"),
        (b'"text"', "not_an_object"),
        (b"null", "not_an_object"),
        (DEEP, "too_deep"),
        (b"[" * 100_000, "too_deep"),
        (GOOD.encode() % b',"metadata":' + b"", "malformed"),
        (b'{"user_id":"alice","content":"a\\u0000b"}', "malformed"),
        (b'{"user_id":"alice","content":"a\\ud800b"}', "malformed"),
        (b'{"user_id":"alice","content":"a\xed\xa0\x80b"}', "malformed"),
        (b'{"user_id":"alice","content":"a\xff\xfe"}', "malformed"),
        (b'{"user_id":"alice","content":"x","metadata":{"k\\u0000":1}}', "malformed"),
        (b'{"user_id":"alice","content":"x","metadata":{"a":["\\udfff"]}}', "malformed"),
        (b'{"user_id":"al\\u0000ice","content":"x"}', "malformed"),
        (b'{"user_id":"alice","content":"x","content":"y"}', "duplicate_key"),
        (b'{"user_id":"alice","content":"x","metadata":{"a":1,"a":2}}', "duplicate_key"),
        (b'{"user_id":"alice","content":"x","confidence":NaN}', "malformed"),
        (b'{"user_id":"alice","content":"x","metadata":{"a":-Infinity}}', "malformed"),
        (b'{"user_id":"alice","content":"x","metadata":{"a":1e999}}', "out_of_range"),
        (b'{"user_id":"alice","content":"x","metadata":{"a":' + b"9" * 5000 + b"}}", "out_of_range"),
        (GOOD.encode("utf-16"), "malformed"),
    ],
)
def test_a_body_that_is_no_good_json(calm, raw, code):
    refusal(calm.agent.send("POST", "/memories", raw), 400, code)

    assert stored(calm) == 0


@pytest.mark.parametrize(
    ("more", "field", "code"),
    [
        ({"content": 123}, "content", "wrong_type"),
        ({"content": ["x"]}, "content", "wrong_type"),
        ({"content": None}, "content", "wrong_type"),
        ({"content": ""}, "content", "blank"),
        ({"content": "  \u200b\u2060 "}, "content", "blank"),
        ({"content": "x" * 8001}, "content", "too_long"),
        ({"confidence": "0.5"}, "confidence", "wrong_type"),
        ({"confidence": 1.5}, "confidence", "out_of_range"),
        ({"confidence": True}, "confidence", "wrong_type"),
        ({"pinned": "yes"}, "pinned", "wrong_type"),
        ({"pinned": 1}, "pinned", "wrong_type"),
        ({"kind": "rumour"}, "kind", "unknown_value"),
        ({"source": "god"}, "source", "unknown_value"),
        ({"metadata": []}, "metadata", "wrong_type"),
        ({"metadata": "text"}, "metadata", "wrong_type"),
        ({"metadata": {f"key{n}": "v" for n in range(10_000)}}, "metadata", "too_long"),
        ({"event_time": "2026-01-15"}, "event_time", "bad_time"),
        ({"event_time": "2026-01-15T08:30:00"}, "event_time", "bad_time"),
        ({"event_time": "2026-02-30T08:30:00Z"}, "event_time", "bad_time"),
        ({"event_time": "0001-01-01T00:00:00+23:59"}, "event_time", "bad_time"),
        ({"event_time": 1700000000}, "event_time", "bad_time"),
        ({"expires_at": "2001-01-01T00:00:00Z"}, "expires_at", "invalid"),
        ({"conversation_id": "c" * 201}, "conversation_id", "too_long"),
        ({"conversation_id": 7}, "conversation_id", "wrong_type"),
        ({"user_id": ""}, "user_id", "blank"),
        ({"user_id": "\u200b"}, "user_id", "invalid"),
        ({"user_id": "u" * 201}, "user_id", "too_long"),
        ({"user_id": 5}, "user_id", "wrong_type"),
        ({"colour": "red"}, "colour", "unknown_field"),
    ],
)
def test_a_field_that_cannot_be_accepted_is_named(calm, more, field, code):
    answer = calm.agent.post("/memories", {"user_id": "alice", "content": "x", **more})

    errors = refusal(answer, 400, code)["errors"]
    assert errors[0]["field"] == field and errors[0]["message"]
    assert stored(calm) == 0


def test_many_unknown_fields_are_told_in_a_few_lines(calm):
    answer = calm.agent.post("/memories", {f"field{n}": n for n in range(10_000)})

    assert len(refusal(answer, 400, "unknown_field")["errors"]) == 20


def test_the_longest_content_is_kept_whole(team):
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    content = family * 1600

    answer = team.agent.post("/memories", {"user_id": "alice", "content": content})

    assert len(content) == 8000 and answer.status_code == 201
    refusal(team.agent.post("/memories", {"user_id": "alice", "content": content + "x"}), 400, "too_long")


def test_a_byte_order_mark_is_no_content(team):
    raw = b"\xef\xbb\xbf" + json.dumps({"user_id": "alice", "content": "x"}).encode()

    assert team.agent.send("POST", "/memories", raw).status_code == 201


@pytest.mark.parametrize("charset", ["utf-7", "latin-1", "utf-16", "nonsense"])
def test_only_utf_8_is_read(calm, charset):
    answer = calm.agent.send("POST", "/memories", b"{}", f"application/json; charset={charset}")

    refusal(answer, 400, "unsupported_charset")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "x"]
)
def test_only_json_is_read(calm, kind):
    refusal(calm.agent.send("POST", "/memories", b"a=b", kind), 415, "unsupported_media_type")


def test_a_compressed_body_is_not_unpacked(calm):
    answer = calm.agent.send("POST", "/memories", b"\x1f\x8b", Content_Encoding="gzip")

    refusal(answer, 415, "unsupported_media_type")


def test_oversize_bodies_are_refused(team):
    over = b'{"content":"' + b"x" * BODY_LIMIT + b'"}'
    refusal(team.agent.send("POST", "/memories", over), 413, "too_large")
    refusal(team.agent.send("POST", "/memories/batch", b" " * (BULK_LIMIT + 1)), 413, "too_large")

    items = [{"content": "Alice sails."}, *({"content": "y" * 9000} for _ in range(400))]
    assert len(json.dumps(items)) > BODY_LIMIT
    answer = team.agent.post("/memories/batch", {"user_id": "alice", "items": items})
    assert answer.status_code == 207 and stored(team) == 1


@pytest.mark.parametrize(
    "query",
    [
        "ordering=user__email",
        "search=tea",
        "limit=8&colour=red",
        "api_key=hs_x",
        "content=x",
    ],
)
def test_unknown_filters_are_errors(calm, query):
    refusal(calm.agent.get(f"/memories?user_id=alice&{query}"), 400, "unknown_field")


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("limit=0", "out_of_range"),
        ("limit=201", "out_of_range"),
        ("limit=8;drop%20table", "wrong_type"),
        ("limit=1&limit=2", "repeated"),
        ("q=%00", "malformed"),
        ("q=%ff", "malformed"),
        ("q=%ED%A0%80", "malformed"),
        ("kind=rumour", "unknown_value"),
        ("status=", "unknown_value"),
        ("pinned=perhaps", "wrong_type"),
        ("created_after=yesterday", "bad_time"),
        ("sort=owner", "invalid"),
        ("cursor=forged", "invalid"),
        ("cursor=W10", "invalid"),
        ("cursor=%F0%9F%98%80", "invalid"),
        ("cursor=WyIyMDI2LTAxLTAxVDAwOjAwOjAwIiwgIngiXQ", "invalid"),
        ("&".join(f"a{n}=1" for n in range(200)), "malformed"),
    ],
)
def test_filters_that_cannot_be_accepted(calm, query, code):
    refusal(calm.agent.get(f"/memories?user_id=alice&{query}"), 400, code)


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"top_k": 0}, "out_of_range"),
        ({"top_k": -1}, "out_of_range"),
        ({"top_k": 10**9}, "out_of_range"),
        ({"top_k": "8; drop table"}, "wrong_type"),
        ({"top_k": 8.5}, "wrong_type"),
        ({"query": "   "}, "blank"),
        ({"query": "x" * 8001}, "too_long"),
        ({"preset": "best"}, "invalid"),
        ({"kinds": ["rumour"]}, "unknown_value"),
        ({"include": ["everything"]}, "unknown_value"),
        ({"filters": {"owner": "bob"}}, "unknown_field"),
        ({"filters": {"min_confidence": 2}}, "out_of_range"),
        ({"filters": {"metadata": {"a": {"b": 1}}}}, "wrong_type"),
        ({"time_range": "soon"}, "bad_span"),
        ({"time_range": "999999d"}, "bad_span"),
        ({"time_range": {"from": "x"}}, "bad_time"),
        ({"time_range": {"since": "2026-01-01T00:00:00Z"}}, "unknown_field"),
        ({"as_of": "now"}, "bad_time"),
        ({"token_budget": 0}, "out_of_range"),
    ],
)
def test_recalls_that_cannot_be_accepted(calm, more, code):
    refusal(calm.agent.post("/memories/recall", {"user_id": "alice", "query": "tea", **more}), 400, code)


@pytest.mark.parametrize("cursor", ["forged", "-1", "9" * 19, "1.5", "\u0661x", "%00"])
@pytest.mark.parametrize("path", ["/keys", "/policies", "/audit/events", "/review/cases", "/owners"])
def test_forged_cursors_of_every_list(calm, path, cursor):
    refusal(calm.agent.get(f"{path}?cursor={cursor}"), 400)


@pytest.mark.parametrize(
    "path", ["/memories/x", "/memories/123", "/keys/x/rotate", "/nothing", "/memories/x/y/z", "/"]
)
@pytest.mark.parametrize("method", ["GET", "POST", "PATCH", "DELETE", "PUT"])
def test_what_is_no_route_is_absent(calm, path, method):
    refusal(calm.agent.send(method, path, b""), 404, "not_found")


def test_a_method_a_route_does_not_have(calm):
    answer = calm.agent.send("PUT", "/memories", b"{}")

    refusal(answer, 405, "method_not_allowed")
    assert set(answer["Allow"].split(", ")) == {"GET", "HEAD", "POST"}
    refusal(calm.agent.send("OPTIONS", "/memories", b""), 405)


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer",
        "Bearer x",
        "Bearer hs_aaaaaaaaaaaa_" + "A" * 43,
        "Token abc",
        "Basic YTpi",
        "Bearer \u00e9",
        "bearer " + "x" * 5000,
    ],
)
def test_a_credential_that_is_none(database, header):
    answer = Client().get(f"{BASE}/memories", headers={"Authorization": header})

    refusal(answer, 401, "unauthenticated")
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_no_credential(database):
    answer = Caller().get("/memories?user_id=alice")

    refusal(answer, 401, "unauthenticated")
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_an_unknown_host_is_refused_as_a_problem(database):
    answer = Client().get(f"{BASE}/memories", headers={"Host": "evil.example"})

    refusal(answer, 400, "unknown_host")


def test_a_form_without_its_token_is_a_problem_here_and_a_page_elsewhere(database):
    client = Client(enforce_csrf_checks=True)

    refusal(client.post("/health/live"), 403, "csrf_failed")
    page = client.post("/admin/login/")
    assert page.status_code == 403 and page["Content-Type"].startswith("text/html")


def test_pages_keep_their_own_errors(database):
    answer = Client().get("/no-such-page/")

    assert answer.status_code == 404 and answer["Content-Type"].startswith("text/html")


def test_problems_carry_the_request_id_in_a_header_only(calm):
    answer = calm.agent.get("/memories/x")

    assert answer["X-Request-ID"] and answer["X-Request-ID"] not in answer.content.decode()
    assert answer["Content-Type"] == PROBLEM
