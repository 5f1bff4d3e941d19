"""Published shapes of credentials: prefix, alphabet and length as their makers document them."""

import re

_B = r"(?<![A-Za-z0-9_])"  # \b would see no edge between a Chinese character and a letter
_E = r"(?![A-Za-z0-9_])"

# Makers whose keys are one fixed prefix and a long random tail.
_PREFIXED = (
    "lin_api_|secret_|ntn_|dapi|glsa_|dckr_pat_|rubygems_|PMAK-|NRAK-|sq0(?:atp|csp)-|figd_|pk_live_"
    "|tok_live_|r8_|gsk_"
    "|nvapi-|pplx-|xai-|fly1_|sbp_|phc_|phx_|rnd_|pscale_tkn_|sntry[su]_|CFPAT-|pat-na1-|shippo_live_|EAAG"
    "|ghost_"
)

_SOURCES: tuple[tuple[str, str], ...] = (
    (
        "private_key",
        r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
        r"(?:[^-]{0,6000}-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----|[^-]{0,6000})",
    ),
    ("aws_access_key", rf"{_B}(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA|ABIA|ACCA)[A-Z0-9]{{16}}{_E}"),
    ("github_token", rf"{_B}(?:gh[pousr]_[A-Za-z0-9]{{30,255}}|github_pat_[A-Za-z0-9_]{{30,255}})"),
    ("gitlab_token", rf"{_B}gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat)-[A-Za-z0-9_-]{{18,64}}"),
    ("anthropic_key", rf"{_B}sk-ant-[A-Za-z0-9_-]{{20,200}}"),
    ("openai_key", rf"{_B}sk-(?!ant-)(?:proj-|svcacct-|admin-|or-v1-)?[A-Za-z0-9_-]{{20,200}}"),
    ("google_key", rf"{_B}AIza[0-9A-Za-z_-]{{35}}"),
    ("google_oauth", rf"{_B}(?:ya29\.[0-9A-Za-z_-]{{20,300}}|GOCSPX-[0-9A-Za-z_-]{{20,60}})"),
    ("slack_token", rf"{_B}(?:xox[abeoprs]-[0-9A-Za-z-]{{10,200}}|xapp-\d-[0-9A-Za-z-]{{10,200}})"),
    (
        "webhook_url",
        r"https://(?:hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/_-]{20,120}"
        r"|(?:[a-z]{1,10}\.)?discord(?:app)?\.com/api/webhooks/\d{15,22}/[\w-]{40,90}"
        r"|(?:oapi\.dingtalk\.com/robot/send\?access_token=|qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key="
        r"|open\.feishu\.cn/open-apis/bot/v2/hook/)[\w-]{20,90})",
    ),
    ("stripe_key", rf"{_B}(?:[sr]k_(?:live|test)_|whsec_)[0-9A-Za-z]{{16,120}}"),
    ("huggingface_token", rf"{_B}hf_[A-Za-z0-9]{{30,60}}"),
    ("npm_token", rf"{_B}npm_[A-Za-z0-9]{{36}}"),
    ("pypi_token", rf"{_B}pypi-[A-Za-z0-9_-]{{40,300}}"),
    ("sendgrid_key", rf"{_B}SG\.[\w-]{{16,32}}\.[\w-]{{30,64}}"),
    ("twilio_key", rf"{_B}(?:SK|AC)[0-9a-f]{{32}}{_E}"),
    ("mailgun_key", rf"{_B}key-[0-9a-f]{{32}}{_E}"),
    ("telegram_bot_token", rf"{_B}\d{{8,10}}:AA[A-Za-z0-9_-]{{32,36}}"),
    ("discord_token", rf"{_B}[MNO][A-Za-z0-9_-]{{23,27}}\.[A-Za-z0-9_-]{{6,7}}\.[A-Za-z0-9_-]{{27,40}}"),
    ("tencent_key", rf"{_B}AKID[A-Za-z0-9]{{32}}{_E}"),
    ("aliyun_key", rf"{_B}LTAI[A-Za-z0-9]{{12,24}}{_E}"),
    (
        "azure_connection",
        r"AccountKey=[A-Za-z0-9+/]{60,100}={0,2}|SharedAccessKey=[A-Za-z0-9+/]{40,60}={0,2}",
    ),
    ("jwt", rf"{_B}eyJ[A-Za-z0-9_-]{{8,2000}}\.eyJ[A-Za-z0-9_-]{{8,4000}}\.[A-Za-z0-9_-]{{8,1000}}"),
    ("vault_token", rf"{_B}hv[sbr]\.[A-Za-z0-9_-]{{20,200}}"),
    ("digitalocean_token", rf"{_B}do[opr]_v1_[a-f0-9]{{64}}"),
    ("shopify_token", rf"{_B}shp(?:at|ca|pa|ss)_[a-fA-F0-9]{{32}}"),
    ("facebook_token", rf"{_B}EAACEdEose0cBA[0-9A-Za-z]{{10,200}}"),
    ("vendor_key", rf"{_B}(?:{_PREFIXED})[A-Za-z0-9_-]{{20,200}}"),
    ("authorization_header", r"(?i:authorization ?: ?(?:basic|bearer|token) )[A-Za-z0-9._~+/=-]{8,2000}"),
)

SHAPES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (code, re.compile(source)) for code, source in _SOURCES
)
"""Name and pattern of each shape; every pattern is linear in the length of the text."""
