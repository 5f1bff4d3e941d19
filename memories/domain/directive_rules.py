"""Which concepts together make an order, and how much risk each combination carries."""

from dataclasses import dataclass

from memories.domain.signals import (
    IDENTITY_ABUSE,
    MEMORY_POISONING,
    PROMPT_INJECTION,
    SENSITIVE_DISCLOSURE,
    TOOL_MISUSE,
)


@dataclass(frozen=True)
class Rule:
    """``code`` fires when one sentence holds all of ``needs`` and none of ``unless``.

    ``reach`` 2 lets the sentence before help. ``mentionable`` rules lose weight when the words are only quoted or
    talked about; ``personal`` ones when the speaker states a wish of their own ("always tell me …").
    """

    name: str
    code: str
    weight: float
    needs: tuple[str, ...]
    owasp: str = MEMORY_POISONING
    unless: tuple[str, ...] = ()
    reach: int = 1
    mentionable: bool = True
    personal: bool = False


STANDING = "standing_order"
OVERRIDE = "override"
SELF_APPROVAL = "self_approval"
EXFILTRATION = "exfiltration"
AUTHORITY = "false_authority"
REDIRECT = "redirect"
PLANTING = "recommendation_planting"
TRIGGER = "conditional_trigger"
PERSISTENCE = "persistence"
BAD_PRACTICE = "unsafe_practice"
ROLE = "unbound_role"

RULES: tuple[Rule, ...] = (
    # A control is waived for something that can do harm.
    Rule(STANDING, "waive_control", 0.3, ("waive",), personal=True),
    Rule(STANDING, "waive_control_passive", 0.3, ("waived",), personal=True),
    Rule(STANDING, "waive_for_money", 0.78, ("act_money", "waive")),
    Rule(STANDING, "waive_for_money", 0.78, ("act_money", "waived")),
    Rule(STANDING, "waive_for_power", 0.72, ("act_power", "waive")),
    Rule(STANDING, "waive_for_power", 0.72, ("act_power", "waived")),
    Rule(STANDING, "waive_always", 0.6, ("waive", "standing"), personal=True),
    Rule(STANDING, "waive_always", 0.6, ("waived", "standing"), personal=True),
    Rule(STANDING, "waive_remembered", 0.6, ("waive", "memorise"), personal=True),
    Rule(STANDING, "unattended_money", 0.72, ("unattended", "act_money", "standing"), reach=2),
    Rule(STANDING, "unattended_power", 0.72, ("unattended", "act_power", "standing")),
    Rule(STANDING, "passes_freely", 0.72, ("pass_freely", "act_money", "standing")),
    Rule(STANDING, "passes_freely", 0.72, ("pass_freely", "act_money", "memorise")),
    Rule(STANDING, "limit_evaded", 0.75, ("split_limit", "act_money")),
    Rule(STANDING, "limit_evaded_quietly", 0.75, ("split_limit", "conceal")),
    Rule(STANDING, "retry_with_more_power", 0.75, ("retry_stronger",)),
    Rule(STANDING, "disable_safeguard", 0.4, ("disable",)),
    Rule(STANDING, "disable_always", 0.75, ("disable", "standing")),
    Rule(STANDING, "disable_remembered", 0.72, ("disable", "memorise"), reach=2),
    Rule(STANDING, "stop_logging", 0.6, ("stop_logging",)),
    Rule(STANDING, "stop_logging_always", 0.75, ("stop_logging", "standing")),
    Rule(STANDING, "stop_logging_conditional", 0.75, ("stop_logging", "condition")),
    # The text tells the machine to drop its rules.
    Rule(OVERRIDE, "drop_rules", 0.8, ("override",), owasp=PROMPT_INJECTION),
    Rule(OVERRIDE, "drop_context", 0.72, ("override_context",), owasp=PROMPT_INJECTION),
    Rule(OVERRIDE, "drop_rules_weak", 0.35, ("override_weak",), owasp=PROMPT_INJECTION),
    Rule(OVERRIDE, "drop_and_obey", 0.75, ("override_weak", "only_this"), owasp=PROMPT_INJECTION, reach=2),
    Rule(OVERRIDE, "drop_and_obey", 0.75, ("override_weak", "obey_this"), owasp=PROMPT_INJECTION, reach=2),
    Rule(OVERRIDE, "rules_void", 0.72, ("rules_void",), owasp=PROMPT_INJECTION),
    Rule(OVERRIDE, "void_and_obey", 0.8, ("rules_void", "only_this"), owasp=PROMPT_INJECTION, reach=2),
    Rule(OVERRIDE, "obey_this", 0.4, ("obey_this",), owasp=PROMPT_INJECTION),
    Rule(OVERRIDE, "obey_this_always", 0.6, ("obey_this", "standing"), owasp=PROMPT_INJECTION),
    Rule(OVERRIDE, "foreign_language", 0.75, ("foreign",), owasp=PROMPT_INJECTION),
    Rule(OVERRIDE, "prompt_leak", 0.72, ("prompt_leak",), owasp=SENSITIVE_DISCLOSURE),
    Rule(OVERRIDE, "run_what_is_found", 0.72, ("run_found",), owasp=TOOL_MISUSE),
    Rule(ROLE, "unbound_role", 0.6, ("unbound_role", "assistant_word"), owasp=PROMPT_INJECTION),
    Rule(ROLE, "no_limits", 0.45, ("no_limits", "assistant_word"), owasp=PROMPT_INJECTION),
    Rule(ROLE, "unbound_no_limits", 0.8, ("unbound_role", "no_limits"), owasp=PROMPT_INJECTION, reach=2),
    Rule(ROLE, "answer_everything", 0.8, ("unbound_role", "answer_all"), owasp=PROMPT_INJECTION, reach=2),
    Rule(
        ROLE,
        "no_limits_answer_everything",
        0.75,
        ("no_limits", "answer_all"),
        owasp=PROMPT_INJECTION,
        reach=2,
    ),
    # The entry vouches for itself.
    Rule(SELF_APPROVAL, "already_reviewed", 0.72, ("memory_noun", "approved"), mentionable=False),
    Rule(
        SELF_APPROVAL, "not_to_be_screened", 0.75, ("memory_noun", "no_screening"), mentionable=False, reach=2
    ),
    Rule(SELF_APPROVAL, "trust_claim", 0.4, ("trust_claim",)),
    Rule(SELF_APPROVAL, "trust_claim_memory", 0.75, ("trust_claim", "memory_noun"), mentionable=False),
    Rule(SELF_APPROVAL, "approved_unscreened", 0.85, ("approved", "no_screening"), mentionable=False),
    Rule(
        SELF_APPROVAL,
        "screening_waved_through",
        0.75,
        ("screen_noun", "let_pass", "memory_noun"),
        mentionable=False,
    ),
    Rule(SELF_APPROVAL, "vouching", 0.45, ("vouching",)),
    Rule(SELF_APPROVAL, "vouching_screen", 0.74, ("vouching", "let_pass"), mentionable=False, reach=2),
    Rule(SELF_APPROVAL, "vouching_trust", 0.74, ("vouching", "trust_claim"), mentionable=False, reach=2),
    # Data is to leave, above all unseen.
    Rule(EXFILTRATION, "send_out", 0.3, ("send", "sensitive", "destination"), owasp=SENSITIVE_DISCLOSURE),
    Rule(
        EXFILTRATION,
        "send_data_out",
        0.7,
        ("send", "sensitive", "addressee"),
        owasp=SENSITIVE_DISCLOSURE,
        personal=True,
    ),
    Rule(
        EXFILTRATION,
        "send_out_always",
        0.75,
        ("send", "destination", "standing"),
        owasp=SENSITIVE_DISCLOSURE,
        unless=("first_person",),
    ),
    Rule(
        EXFILTRATION,
        "send_data_always",
        0.85,
        ("send", "sensitive", "destination", "standing"),
        owasp=SENSITIVE_DISCLOSURE,
        personal=True,
    ),
    Rule(
        EXFILTRATION,
        "send_unseen",
        0.85,
        ("conceal", "send", "sensitive"),
        owasp=SENSITIVE_DISCLOSURE,
        mentionable=False,
        personal=True,
    ),
    Rule(
        EXFILTRATION,
        "sent_unseen_out",
        0.85,
        ("conceal", "send", "addressee"),
        owasp=SENSITIVE_DISCLOSURE,
        mentionable=False,
    ),
    Rule(
        EXFILTRATION,
        "secret_in_carrier",
        0.74,
        ("secret_thing", "carrier", "standing", "send"),
        owasp=SENSITIVE_DISCLOSURE,
    ),
    Rule(EXFILTRATION, "url_to_fill", 0.75, ("url_to_fill",), owasp=SENSITIVE_DISCLOSURE),
    Rule(EXFILTRATION, "image_beacon", 0.75, ("image_beacon",), owasp=SENSITIVE_DISCLOSURE),
    Rule(EXFILTRATION, "image_with_query", 0.35, ("image_query",), owasp=SENSITIVE_DISCLOSURE),
    Rule(EXFILTRATION, "conceal_always", 0.6, ("conceal", "standing"), personal=True),
    Rule(EXFILTRATION, "conceal", 0.3, ("conceal",), personal=True),
    # Somebody gains power by saying so.
    Rule(
        AUTHORITY, "office_gains_power", 0.78, ("claims_office", "gains_power"), owasp=IDENTITY_ABUSE, reach=2
    ),
    Rule(AUTHORITY, "power_remembered", 0.72, ("gains_power", "memorise"), owasp=IDENTITY_ABUSE, reach=2),
    Rule(AUTHORITY, "power_always", 0.72, ("gains_power", "standing"), owasp=IDENTITY_ABUSE, personal=True),
    Rule(AUTHORITY, "power_over_others", 0.74, ("gains_power", "others_data"), owasp=IDENTITY_ABUSE),
    Rule(AUTHORITY, "office_opens_data", 0.72, ("claims_office", "others_data"), owasp=IDENTITY_ABUSE),
    Rule(AUTHORITY, "gains_power", 0.4, ("gains_power",), owasp=IDENTITY_ABUSE, personal=True),
    Rule(AUTHORITY, "self_declared", 0.78, ("self_declared",), owasp=IDENTITY_ABUSE),
    Rule(AUTHORITY, "office_waives", 0.75, ("claims_office", "waive"), owasp=IDENTITY_ABUSE),
    Rule(
        AUTHORITY, "office_unattended", 0.72, ("claims_office", "unattended"), owasp=IDENTITY_ABUSE, reach=2
    ),
    # Money or questions are led elsewhere.
    Rule(REDIRECT, "account_replaced", 0.5, ("account_word", "replaced", "long_number")),
    Rule(REDIRECT, "account_replaced_always", 0.75, ("account_word", "replaced", "standing"), personal=True),
    Rule(REDIRECT, "account_remembered", 0.72, ("account_word", "replaced", "memorise"), personal=True),
    Rule(REDIRECT, "same_account", 0.72, ("account_word", "replaced", "act_money"), unless=("first_person",)),
    Rule(REDIRECT, "money_routed", 0.72, ("money_routed",), personal=True),
    Rule(REDIRECT, "details_changed", 0.4, ("details_changed",), personal=True),
    Rule(REDIRECT, "details_changed_for_good", 0.72, ("details_changed", "standing"), personal=True),
    Rule(REDIRECT, "same_entity", 0.72, ("same_entity", "entity_word"), unless=("first_person",)),
    Rule(REDIRECT, "record_swapped", 0.75, ("ask_about", "swap_record"), personal=True),
    Rule(
        REDIRECT,
        "other_record_given",
        0.72,
        ("ask_about", "give_other", "entity_word", "condition"),
        unless=("first_person",),
    ),
    # A brand is to be praised to others for good.
    Rule(PLANTING, "recommend_always", 0.72, ("advertise", "exclusively", "standing"), personal=True),
    Rule(PLANTING, "praise_remembered", 0.72, ("praise", "memorise"), personal=True),
    Rule(PLANTING, "praise_always", 0.72, ("praise", "standing"), personal=True),
    Rule(PLANTING, "no_criticism", 0.72, ("no_criticism", "standing"), personal=True),
    Rule(PLANTING, "no_rivals", 0.72, ("no_rivals",), personal=True),
    # Harmless words later set something off.
    Rule(TRIGGER, "event_collects", 0.78, ("on_event", "collect"), owasp=TOOL_MISUSE, personal=True),
    Rule(TRIGGER, "condition_reads_code", 0.75, ("condition", "read_code"), owasp=TOOL_MISUSE, personal=True),
    Rule(TRIGGER, "event_is_consent", 0.8, ("on_event", "as_consent"), owasp=TOOL_MISUSE),
    Rule(TRIGGER, "is_consent", 0.72, ("is_consent",), owasp=TOOL_MISUSE, personal=True),
    Rule(TRIGGER, "event_publishes", 0.78, ("on_event", "make_public"), owasp=TOOL_MISUSE),
    Rule(
        TRIGGER,
        "event_installs",
        0.75,
        ("on_event", "install", "destination"),
        owasp=TOOL_MISUSE,
        personal=True,
    ),
    Rule(
        TRIGGER,
        "condition_installs",
        0.75,
        ("condition", "install", "addressee"),
        owasp=TOOL_MISUSE,
        personal=True,
    ),
    Rule(
        TRIGGER,
        "event_sends",
        0.75,
        ("on_event", "send", "destination"),
        owasp=TOOL_MISUSE,
        unless=("first_person",),
    ),
    Rule(
        TRIGGER,
        "event_tells_others",
        0.75,
        ("condition", "forwards_person"),
        owasp=TOOL_MISUSE,
        unless=("first_person",),
    ),
    Rule(TRIGGER, "event_waives", 0.75, ("on_event", "waive"), owasp=TOOL_MISUSE, personal=True),
    Rule(TRIGGER, "event_money", 0.72, ("on_event", "unattended", "act_money"), owasp=TOOL_MISUSE),
    Rule(
        TRIGGER,
        "condition_destroys",
        0.72,
        ("condition", "destroy"),
        owasp=TOOL_MISUSE,
        unless=("first_person",),
    ),
    Rule(
        TRIGGER,
        "condition_opens_access",
        0.72,
        ("condition", "open_access"),
        owasp=TOOL_MISUSE,
        personal=True,
    ),
    Rule(TRIGGER, "tool_call", 0.45, ("tool_call",), owasp=TOOL_MISUSE),
    # The text wants to outlive correction.
    Rule(PERSISTENCE, "undeletable", 0.75, ("undeletable", "memory_noun"), mentionable=False),
    Rule(
        PERSISTENCE, "undeletable_always", 0.75, ("undeletable", "standing"), mentionable=False, personal=True
    ),
    Rule(PERSISTENCE, "undeletable_weak", 0.4, ("undeletable",), personal=True),
    Rule(PERSISTENCE, "hidden_from_owner", 0.75, ("hide_memory",), mentionable=False, personal=True),
    Rule(
        PERSISTENCE,
        "survives_forgetting",
        0.78,
        ("despite_forget", "keep_copy"),
        mentionable=False,
        personal=True,
    ),
    Rule(
        PERSISTENCE,
        "pretended_forgetting",
        0.85,
        ("despite_forget", "pretend"),
        mentionable=False,
        personal=True,
    ),
    Rule(PERSISTENCE, "fake_erasure", 0.82, ("fake_erasure",), mentionable=False, personal=True),
    Rule(PERSISTENCE, "copies_itself", 0.8, ("self_copy",), mentionable=False),
    # A past success teaches something unsafe.
    Rule(BAD_PRACTICE, "unsafe_lesson", 0.74, ("unsafe_practice", "lesson"), personal=True),
    Rule(BAD_PRACTICE, "unsafe_always", 0.74, ("unsafe_practice", "standing"), personal=True),
    Rule(BAD_PRACTICE, "unsafe_practice", 0.3, ("unsafe_practice",)),
)
