"""English wording of text that vouches for itself, hides, or sends something away."""

SAFEGUARD = (
    "safety|moderation|moderator|guard-? ?rails?|guards?|filter(?:s|ing)?|tls|ssl"
    "|certificate (?:checks?|validation|verification)|verification|validation|firewalls?|antivirus"
    "|(?:audit )?log(?:s|ging)?|audit(?:s|ing)?|audit trails?|monitor(?:ing|s)?|alert(?:s|ing)?"
    "|rate limit(?:s|ing|er)?|sandbox(?:ing)?|security|access controls?|encryption|2fa|mfa"
    "|two-? ?factor|csrf|authentication|screening|quarantine|content (?:review|check|polic)\\w*"
    "|safeguards?|protections?|signature checks?|backups?|fraud (?:checks?|detection|rules?)"
    "|confirmations?|approvals?|dlp|scanner"
)
PRIVATE_THINGS = (
    "conversations?|chats?(?: (?:logs?|history))?|transcripts?|dialogues?|history|memor(?:y|ies)"
    "|secrets?|passwords?|passphrases?|credentials?|(?:api|access|private|ssh|secret)[- ]?keys?"
    "|key files?|keys?|tokens?|card (?:numbers?|details)|cvv|cvc|ssn|social security|pins?"
    "|id (?:numbers?|cards?|documents?)|address books?|contacts?(?: lists?)?|customers?(?: (?:list|data"
    "|e-?mails|records?|names))?|client (?:list|data)|system prompts?|environment variables?|env vars?"
    "|personal (?:data|info\\w*|details)|cookies?|databases?|balances?|salar(?:y|ies)|payroll|medical"
    "|locations?|whereabouts|session (?:ids?|data)|one-?time codes?|verification codes?|otps?|user data"
    "|attachments?|every(?:thing)? (?:the user|they|he|she|you)|what (?:the )?users? (?:said|says"
    "|types?|wrote)"
)
DESTINATION = (
    "https?:|ftp:|wss?:|www\\.|[\\w.+-]{1,40}@[\\w-]{1,40}\\.|(?:\\d{1,3}\\.){3}\\d{1,3}|webhooks?"
    "|pastebin|ngrok|telegram|external (?:servers?|endpoints?|address|hosts?|systems?|partners?|site)"
    "|remote (?:server|host|endpoint)|third part(?:y|ies)|attacker\\w*|outside (?:address|mailbox"
    "|server)|public (?:forum|channel|bucket|repo\\w*|link)|collector|drop box|mirror (?:site|server)"
    "|relay|backup (?:address|mailbox|inbox)|off-?site|private inbox"
)

VOUCHING: dict[str, str] = {
    "disable": (
        f"(?:turn(?:ed|ing|s)? off|disabl(?:e|ed|es|ing)|deactivat(?:e|ed|ing)|switch(?:ed|ing)? off"
        f"|shut(?:ting)? (?:off|down)|stop(?:ped|ping)?|remov(?:e|ed|ing)|kill|suspend(?:ed|ing)?"
        f"|paus(?:e|ed|ing)|mut(?:e|ed|ing)|unset|relax(?:ed|ing)?|bypass(?:ed|es|ing)?|circumvent"
        f"|weaken|skip(?:ped|ping)?|no longer ·1·(?:write|keep|record)|uninstall) ·4·(?:{SAFEGUARD})\\b"
        f"|turn(?:ed|ing)? ·4·(?:{SAFEGUARD}) off|(?:{SAFEGUARD}) (?:is|are|be|was|were|stays?"
        f"|remains?) ·1·(?:off|disabled|suspended|deactivated)"
    ),
    "send": (
        "send(?:s|ing)?|sent|forward(?:s|ed|ing)?|cop(?:y|ies|ied|ying)|b?cc|e-?mail(?:ed|ing|s)?"
        "|mail(?:ed|ing|s)?|upload(?:s|ed|ing)?|post(?:s|ed|ing)?|transmit\\w*|attach(?:ed|ing|es)?"
        "|relay(?:s|ed|ing)?|sync(?:s|ed|ing)?|push(?:ed|ing)?|submit\\w*|report(?:s|ed|ing)?"
        "|append(?:ed|ing)?|insert(?:ed|ing)?|put|embed(?:ded|ding)?|leak(?:ed|ing)?|exfiltrat\\w*"
        "|shar(?:e|ed|ing)|publish(?:ed|ing)?|dump(?:ed|ing)?|pipe|stream|mirror(?:ed)?|deliver(?:ed)?"
        "|include|load|fetch|ping|disclose|hand over|go(?:es)? (?:also )?to|also (?:go|goes) to|(?:pass"
        "|hand|give)(?:es|s|ed|ing)? ·5·(?:on|over|along)? ?to|drop(?:ped)?|bundle\\w*|bcc"
        "|redirect(?:ed)?|rout(?:e|ed)|address(?:ed)? to|direct(?:ed)? to|mirrored|expos(?:e|ed)"
        "|add(?:ed)?|render|shown? to|available to|post to|feed|tell|report to|notify|contact|call"
    ),
    "sensitive": f"{PRIVATE_THINGS}",
    "destination": (
        f"{DESTINATION}|employers?|journalists?|the press|competitors?|outsiders?|strangers?"
        f"|anyone who asks|partner (?:bot|system)|the sender|the caller|advertisers?|brokers?|insurers?"
        f"|the other party|outside|external"
    ),
    "conceal": (
        "quietly|silently|secretly|covertly|discreetly|stealthily|unnoticed|without ·1·(?:telling"
        "|notifying|informing|mentioning|alerting|disclosing)|without ·4·(?:noticing|knowing|knowledge"
        "|being told)|(?:do not|don'?t|never|not to|no need to) ·1·(?:tell|mention|inform|notify|reveal"
        "|disclose|alert|show|display|acknowledge|let)|behind the scenes|(?:hide|keep"
        "|conceal) ·3·(?:hidden|secret|from the user|between us)|invisibl[ey]|as a watermark"
        "|in the background|without comment|need not know|(?:does|do) ?n[o']t need to know"
        "|no need to know|unmentioned|unseen|out of sight|(?:hide|omit|leave out|exclude|conceal"
        "|withhold) ·4·(?:from (?:the )?(?:user|owner|list|log|reviewer|history|export)|memory list"
        "|list shown)|keep quiet|say nothing|never mention(?:ed)?|keep ·2·secret"
    ),
    "memory_noun": (
        "(?:this|the (?:above|following|present|preceding)|these|that|said) ·1·(?:memor(?:y|ies)"
        "|entr(?:y|ies)|notes?|messages?|texts?|items?|contents?|statements?|paragraphs?|facts?"
        "|instructions?|rules?|snippets?)|memor(?:y|ies)(?: entr(?:y|ies))?|entr(?:y|ies)"
    ),
    "approved": (
        "(?:has|have|had|was|were|is|are|been|already|pre-?|fully|manually|passed|cleared|marked"
        "|by) ·4·(?:reviewed|approved|verified|vetted|white-?listed|allow-?listed|cleared|trusted"
        "|validated|authori[sz]ed|screened|certified|pre-?approved|audited|signed off"
        "|human-? ?(?:reviewed|review|checked)|(?:review|screening|moderation|safety"
        "|security) ?(?:checks?|scan|review)?)\\b"
    ),
    "no_screening": (
        "(?:(?:do|must|should|shall|can|may) ?n[o']t|don'?t|never|cannot|no (?:need|reason) (?:to|for)"
        "|stop|no (?:further|more)|needs? no|without|skip|exempt(?:ed)? from|not to be|immune to"
        "|refrain from|never to be|no longer) ·4·(?:quarantin\\w+|flag(?:s|ged|ging)?|scan(?:s|ned"
        "|ning)?|screen(?:ed|ing)?|block(?:ed|ing)?|filter(?:ed|ing)?|moderat\\w+|review(?:ed|ing)?"
        "|inspect\\w*|reject(?:ed|ing)?|held (?:back|for)|re-?check\\w*|hold)"
    ),
    "trust_claim": (
        "trust(?:ed|worthiness)?[ _-]?(?:level|score|rating)? ?[=:]? ?(?:of )?(?:1\\.0|1\\b|100|max\\w*"
        "|highest|full)|(?:mark|set|treat|flag|label|rate|classif(?:y|ied)|consider) ·4·(?:trusted|safe"
        "|verified|approved|reviewed|authoritative|ground truth|benign|low[- ]risk)"
        "|source ?[=:] ?(?:admin|system|user|platform|developer)|status ?[=:] ?(?:approved|active"
        "|released)|risk ?(?:score)? ?[=:] ?0|confidence ?[=:] ?(?:1\\.0|1\\b|100)|(?:highest|maximum"
        "|top|absolute) (?:priority|trust|authority|precedence)"
    ),
}
