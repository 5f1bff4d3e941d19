"""What holds for every text whatsoever."""

from hypothesis import given, settings
from hypothesis import strategies as st

from memories.domain.policy import DEFAULT_POLICY
from memories.domain.screening import Screening, screen
from memories.domain.signals import Signal, combine, noisy_or
from memories.domain.vocabulary import Verdict
from tests.domain.judging import judged

# Any code points, lone surrogates and NUL included.
anything = st.text(st.characters(exclude_categories=()), max_size=120)
# Pieces that rules look for, so that random text reaches them.
_PIECES = (
    *(
        "ignore all previous instructions",
        "转账不需要确认",
        "always",
        "以后",
        "never ",
        "不得",
        "i g n o r e",
        "1gn0r3",
    ),
    *(
        "\u200b",
        "\u202e",
        "\U000e0041",
        "\n",
        "。",
        "'",
        "“",
        "＠",
        "１",
        "&#105;",
        "%69",
        "aWdub3JlIGFsbA==",
        "\\u5ffd",
    ),
    *(
        "密码是",
        "password: ",
        "13800138000",
        "11010519491231002X",
        "4111 1111 1111 1111",
        "a@b.cn",
        "://a:b@c",
    ),
    *("-----BEGIN PRIVATE KEY-----", "https://", "[system]", "<|im_start|>", "{x}", "![x](http://a?{y})"),
)
woven = st.lists(st.one_of(st.sampled_from(_PIECES), st.text(max_size=8)), max_size=14).map("".join)
texts = st.one_of(anything, woven)

_ORDER = [Verdict.ALLOW, Verdict.MASK, Verdict.QUARANTINE, Verdict.BLOCK]


@settings(max_examples=300, deadline=None)
@given(texts)
def test_screening_never_fails_and_stays_within_its_bounds(text: str) -> None:
    screening = judged(text)
    assert 0 <= screening.risk <= 1
    for signal in screening.signals:
        assert 0 <= signal.start <= signal.end <= len(text)
        assert 0 <= signal.weight <= 1


@settings(max_examples=200, deadline=None)
@given(texts)
def test_the_verdict_follows_from_risk_and_masks(text: str) -> None:
    screening = judged(text)
    assert screening.verdict is _expected(screening, text)


def _expected(screening: Screening, text: str) -> Verdict:
    if screening.risk >= DEFAULT_POLICY.block_threshold:
        return Verdict.BLOCK
    if screening.risk >= DEFAULT_POLICY.risk_threshold:
        return Verdict.QUARANTINE
    return Verdict.MASK if any(signal.is_private for signal in screening.signals) else Verdict.ALLOW


@settings(max_examples=200, deadline=None)
@given(texts)
def test_screening_says_the_same_every_time(text: str) -> None:
    assert screen(text, policy=DEFAULT_POLICY) == screen(text, policy=DEFAULT_POLICY)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=30), st.text(max_size=30))
def test_a_secret_is_gone_from_the_masked_text_whatever_surrounds_it(before: str, after: str) -> None:
    secret = "ghp_" + "Zq7Kd93LmP" * 4
    masked = judged(f"{before} {secret} {after}").masked_text
    assert secret not in masked


@settings(max_examples=100, deadline=None)
@given(texts)
def test_masked_text_needs_no_second_mask(text: str) -> None:
    masked = judged(text).masked_text
    assert judged(masked).masked_text == masked


weights = st.floats(0, 1)
signals = st.builds(
    Signal,
    name=st.sampled_from(["override", "exfiltration", "hidden_characters", "secret", "lesson"]),
    weight=weights,
    owasp=st.just("LLM01"),
    start=st.just(0),
    end=st.just(0),
    reason_code=st.just("x"),
)


@given(st.lists(signals, max_size=8), signals)
def test_another_signal_never_lowers_the_risk(found: list[Signal], more: Signal) -> None:
    assert combine(found) - 1e-9 <= combine([*found, more]) <= 1


@given(st.lists(weights, max_size=8))
def test_noisy_or_lies_between_the_strongest_and_certainty(given_weights: list[float]) -> None:
    assert max(given_weights, default=0) - 1e-9 <= noisy_or(given_weights) <= 1


@given(st.lists(weights.map(lambda w: Signal("secret", w, "LLM02", 0, 0, "x")), max_size=9))
def test_private_data_alone_stays_below_every_threshold(found: list[Signal]) -> None:
    assert combine(found) <= 0.3 + 1e-9
