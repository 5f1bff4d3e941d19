"""Forged markup: text that imitates the frames by which models tell their own instructions from data."""

import re
from collections.abc import Iterator

from memories.domain.signals import PROMPT_INJECTION, Signal
from memories.domain.views import View

FORGED = "forged_markup"

_FRAMES = (
    "system|assistant|conversation|context|instructions?|untrusted|tool_?results?|memor(?:y|ies)|admin"
    "|prompt|user_?input|data|document|human"
)

_ROLES = "system|sys|admin(?:istrator)?|developer|root|platform|系统|系统消息|系统提示|管理员|平台|开发者"
_SUFFIX = (
    "(?: ?(?:message|prompt|note|override|notice|instructions?|update|alert|command|消息|提示词?|更新|覆盖"
    "|指令|通知|公告)){0,2}"
)

_RULES: tuple[tuple[str, float, str], ...] = (
    (
        "control_token",
        0.8,
        r"<\| ?(?:im_start|im_end|im_sep|system|user|assistant|endoftext|eot_id|start_header_id"
        r"|begin_of_text) ?\|>"
        r"|\[/?inst\]|<</?sys>>",
    ),
    ("frame_break", 0.75, rf"</(?:{_FRAMES})>\s{{0,4}}(?:<[a-z_]{{2,20}}>|system|\[|new |ignore|assistant)"),
    (
        "frame_tag",
        0.7,
        r"</?(?:system|assistant|conversation|untrusted|tool_?result|system_?prompt|系统|助手|对话"
        r"|摘要)(?: [^<>]{0,60})?>",
    ),
    (
        "role_heading",
        0.7,
        rf"(?:^|\n) {{0,3}}#{{1,6}} {{0,2}}(?:{_ROLES}){_SUFFIX} {{0,2}}:? {{0,2}}(?=\n|$)",
    ),
    ("role_label", 0.7, rf"[\[【(<](?:{_ROLES}){_SUFFIX}[\]】)>]"),
    ("role_line", 0.4, r"(?:^|\n) {0,3}(?:system|developer|系统) ?(?:message|prompt|note|消息|提示)? ?: ?\S"),
    ("role_json", 0.72, r"[\"']role[\"'] ?: ?[\"'](?:system|developer|assistant|tool)[\"']"),
    (
        "tool_json",
        0.72,
        r"(?:tool|function|工具|函数|api)[ _]?(?:result|response|output|call|返回|结果"
        r"|调用)\w{0,4} ?[:=] ?\{[^{}\n]{0,300}"
        r"(?:instruction|command|directive|execute|note|action|指令|命令|执行)",
    ),
    (
        "order_json",
        0.5,
        r"[\"'](?:instructions?|commands?|directive|system_prompt|override|next_action"
        r"|指令)[\"'] ?: ?[\"'\[{]",
    ),
    (
        "end_of_data",
        0.72,
        r"[-=*#]{3,} ?(?:end|begin|start|以下由|以上为|结束|开始)(?: of)? (?:the )?(?:user|data|document"
        r"|input|context|conversation|prompt|system"
        r"|message|untrusted|trusted|instructions?)[^\n]{0,40}[-=*#]{3,}|[-=*#]{3,}[^\n]{0,24}(?:数据|输入"
        r"|文档|对话|用户|上下文)[^\n]{0,12}结束"
        r"[^\n]{0,6}[-=*#]{3,}|[-=*#]{3,}[^\n]{0,40}(?:written by|outranks|priority|由平台|优先级|系统写入"
        r"|authori[sz]ed by)[^\n]{0,40}[-=*#]{3,}",
    ),
    (
        "outranks",
        0.72,
        r"(?:outranks?|takes (?:precedence|priority) over|higher priority than) (?:the |all "
        r"|any )?(?:users?|system|developers?|previous|other)"
        r"|优先级高于|凌驾于|高于(?:用户|系统|开发者)",
    ),
)
_COMPILED = tuple((code, weight, re.compile(pattern)) for code, weight, pattern in _RULES)


def find_forged(view: View) -> Iterator[Signal]:
    """Yield a signal for each kind of forged frame in a folded ``view``, at its first place."""
    for code, weight, pattern in _COMPILED:
        if match := pattern.search(view.text):
            start, end = view.span(*match.span())
            yield Signal(FORGED, weight, PROMPT_INJECTION, start, end, code)
