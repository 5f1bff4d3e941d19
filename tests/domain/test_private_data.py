"""Secrets and personal data are masked exactly; what only resembles them stays."""

import dataclasses
import random
import string

import pytest

from memories.domain.policy import DEFAULT_POLICY
from memories.domain.screening import screen
from memories.domain.vocabulary import Verdict
from tests.domain.judging import codes, judged

chance = random.Random(7)


def _letters(length: int, alphabet: str = string.ascii_letters + string.digits) -> str:
    return "".join(chance.choice(alphabet) for _ in range(length))


# Keys are put together here, so that no scanner takes this file for a leak.
SECRETS = {
    "aws_access_key": "AKIA" + _letters(16, string.ascii_uppercase + string.digits),
    "github_token": "ghp_" + _letters(36),
    "gitlab_token": "glpat-" + _letters(20),
    "openai_key": "sk-proj-" + _letters(40),
    "anthropic_key": "sk-ant-" + _letters(40),
    "google_key": "AIza" + _letters(35),
    "slack_token": "xoxb-" + _letters(12, string.digits) + "-" + _letters(24),
    "stripe_key": "sk_live_" + _letters(24),
    "huggingface_token": "hf_" + _letters(34),
    "npm_token": "npm_" + _letters(36),
    "pypi_token": "pypi-" + _letters(80),
    "sendgrid_key": "SG." + _letters(22) + "." + _letters(43),
    "telegram_bot_token": _letters(9, string.digits) + ":AA" + _letters(33),
    "aliyun_key": "LTAI" + _letters(20),
    "tencent_key": "AKID" + _letters(32),
    "jwt": "eyJ" + _letters(20) + ".eyJ" + _letters(40) + "." + _letters(43),
    "digitalocean_token": "dop_v1_" + _letters(64, "0123456789abcdef"),
    "vault_token": "hvs." + _letters(24),
}


@pytest.mark.parametrize("code", SECRETS)
@pytest.mark.parametrize("sentence", ["The key is {}, keep it.", "密钥{}别外传", "({})", "KEY={}"])
def test_a_credential_is_masked_wherever_it_stands(code: str, sentence: str) -> None:
    screening = judged(sentence.format(SECRETS[code]))
    assert screening.verdict is Verdict.MASK
    assert code in codes(screening) or "labelled_secret" in codes(screening)
    assert SECRETS[code] not in screening.masked_text


TOLD = [
    ("My wifi password is Blue42Sky.", "Blue42Sky"),
    ("password: swordfish", "swordfish"),
    ("The new passcode is 83!kLm", "83!kLm"),
    ("密码是abc123xyz", "abc123xyz"),
    ("家里无线密码：Wq8#2mzz，别告诉别人", "Wq8#2mzz"),
    ("登录密码改成了Xy9!pplm", "Xy9!pplm"),
    ("我的密码是芝麻开门", "芝麻开门"),
    ("验证码 839201，五分钟内有效", "839201"),
    ("Your one-time code: 482913", "482913"),
    ("DB_PASSWORD=pl3ase-d0nt", "pl3ase-d0nt"),
    ("postgres://app:s3cr3tpw@db.internal/main", "s3cr3tpw"),
    ("Authorization: Bearer abcdef0123456789", "abcdef0123456789"),
]


@pytest.mark.parametrize(("text", "secret"), TOLD)
def test_a_password_that_is_told_is_masked(text: str, secret: str) -> None:
    screening = judged(text)
    assert screening.verdict is Verdict.MASK
    assert secret not in screening.masked_text


def test_a_private_key_is_masked_whole() -> None:
    body = "\n".join(_letters(64) for _ in range(6))
    text = f"Keep:\n-----BEGIN RSA PRIVATE KEY-----\n{body}\n-----END RSA PRIVATE KEY-----\nThanks."
    masked = judged(text).masked_text
    assert masked == "Keep:\n[secret private_key]\nThanks."


NO_SECRETS = [
    "Use YOUR_API_KEY here.",
    "export API_KEY=<your key>",
    "password: ********",
    "The password is required.",
    "I forgot my password again.",
    "The token count is 4000.",
    "密码是什么？",
    "密码不能告诉别人。",
    "The secret is patience.",
    "api_key = os.environ['API_KEY']",
    "Commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "Session 550e8400-e29b-41d4-a716-446655440000",
]


@pytest.mark.parametrize("text", NO_SECRETS)
def test_talk_about_secrets_and_placeholders_is_left_alone(text: str) -> None:
    assert judged(text).masked_text == text


ID = "11010519491231002X"

PERSONAL = [
    (f"我的身份证{ID}请保密", "我的身份证[id_card …002X]请保密"),
    (f"身份证号：{ID.lower()}。", "身份证号：[id_card …002x]。"),
    ("身份证１１０１０５１９４９１２３１００２Ｘ", "身份证[id_card …002X]"),
    ("卡号6222021234567890128。", "卡号[bank_card …0128]。"),
    ("Card 4111 1111 1111 1111 expires soon.", "Card [bank_card …1111] expires soon."),
    ("手机13800138000打给我", "手机[mobile …8000]打给我"),
    ("Call +86 138-0013-8000 now", "Call [mobile …8000] now"),
    ("0086 13800138000", "[mobile …8000]"),
    ("座机010-62345678", "座机[landline]"),
    ("Ring me at +44 7700 900123.", "Ring me at [phone …0123]."),
    ("Write to kim.lee@corp.example please.", "Write to [email] please."),
    ("写信到kim@corp.example即可", "写信到[email]即可"),
]


@pytest.mark.parametrize(("text", "masked"), PERSONAL)
def test_personal_data_is_masked_with_its_kind(text: str, masked: str) -> None:
    screening = judged(text)
    assert screening.verdict is Verdict.MASK
    assert screening.masked_text == masked


UNTOUCHED = [
    "身份证110105194912310021通不过校验",  # wrong check digit
    "Order 202411300000123456 has shipped.",
    "订单号13912345678已发货",
    "播放量达到13912345678次",
    "ISBN 978-7-111-12806-9",
    "Timestamp 1700000000000",
    "卡号6222021234567890123通不过校验",  # Luhn says no
    "Commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "Request 550e8400-e29b-41d4-a716-446655440000",
    "The server listens on 192.168.0.12 and 127.0.0.1.",
    "git@github.com:org/project.git",
    "Version 3.11.2, released 2024-02-06 at 17:45.",
]


@pytest.mark.parametrize("text", UNTOUCHED)
def test_numbers_that_only_look_personal_stay(text: str) -> None:
    assert judged(text).masked_text == text


def test_overlapping_findings_become_one_mask_with_emoji_before() -> None:
    text = "🌸🌸 mysql://kim@corp.example:s3cr3tpw@db.corp.example/x"
    masked = judged(text).masked_text
    assert masked.startswith("🌸🌸 mysql://")
    assert "s3cr3tpw" not in masked
    assert "kim@corp" not in masked
    assert masked.count("[[") == 0


def test_a_secret_hidden_by_zero_width_characters_is_still_masked() -> None:
    text = "手机1380\u200b0138\u200b000"
    assert judged(text).masked_text == "手机[mobile …8000]"


def test_an_id_whose_county_code_was_withdrawn_is_still_one() -> None:
    assert "id_card" in codes(judged("510222198202021017"))


def test_a_policy_may_allow_or_quarantine_a_kind() -> None:
    text = "Call 13800138000."
    allow = dataclasses.replace(DEFAULT_POLICY, personal_data={"mobile": "allow"})
    hold = dataclasses.replace(DEFAULT_POLICY, personal_data={"mobile": "quarantine"})
    assert screen(text, policy=allow).masked_text == text
    held = screen(text, policy=hold)
    assert held.verdict is Verdict.QUARANTINE
    assert "13800138000" not in held.masked_text


def test_private_data_alone_never_leads_to_quarantine() -> None:
    text = " ".join(f"{secret}" for secret in SECRETS.values()) + f" {ID} 13800138000 kim@corp.example"
    assert judged(text).verdict is Verdict.MASK
